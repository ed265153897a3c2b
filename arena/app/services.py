"""Services shared by all screens: settings, scores, sound, input and screen changes."""

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.app.input.actions import Action
from arena.app.input.controls import Controls
from arena.app.input.devices import Devices
from arena.app.play.pacing import Pacer
from arena.app.sound.device import Audio
from arena.app.sound.effects import Sound
from arena.app.storage import paths
from arena.app.storage.disk import DiskThread
from arena.app.storage.levels import LevelFile
from arena.app.storage.pictures import save_picture
from arena.app.storage.progress import CampaignProgress, Reached, save_progress
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings, format_settings, write_settings
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.render.composite import Composite
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from arena.view.debug.profiler import ProfilerData
from arena.view.debug.views import DebugView
from arena.view.overlay.overlay import HEIGHT

GHOSTS = ("medals", "best run", "none")
"""Ghosts that fly along: those of the next medals in trials, those of the best run, none."""


@dataclass(frozen=True)
class Options:
    """Options of the window's start; None leaves the choice to the settings or the screen."""

    start: str = "title"
    mode: str = Setup.mode
    level: LevelFile | None = None  # level to play or edit; None: the first world, or a new level
    difficulty: str = "normal"
    wave: int | None = None  # practice: the first wave
    invulnerable: bool = False  # practice: nothing hurts
    hulls: tuple[str, ...] = ()  # names by slot
    trial: str = ""  # trial: its name or number
    seed: int | None = None
    players: int = 1
    workers: int | None = None
    quality: str | None = None
    size: tuple[int, int] = (1280, 720)
    fullscreen: bool | None = None
    pilot: Callable[[Match], Callable[[World], PlayerCommand]] | None = None  # demo; None: the best bot
    warm_ups: tuple[Callable[[], None], ...] = ()  # calls of kernels that not every start needs
    seconds: float | None = None  # demo and stress: leave after this long
    ticks: int | None = None  # stress: leave after this many
    enemies: int = 200  # stress
    asteroids: int = 500  # stress
    bullets: int = 500  # stress
    cells: int | None = None  # stress
    live_radius: float | None = None  # stress
    on_report: Callable[[dict[str, Any]], None] | None = None  # stress: told the figures at its end
    game: Setup | None = None  # play: the very game, where a challenge code says it
    file: Path | None = None  # replay: recording to show
    ghost: Path | None = None  # play: the recording of a game to fly again, beside it
    status: Path | None = None  # file that receives the screen's status, for tests


class Screen(ABC):
    """A screen. It is shown from `enter` on, owns its arguments, and frees them in `close`."""

    name = ""
    pace = 0.0
    """Shortest time between two frames [s]."""
    crosshair = False
    """True if the mouse moves a crosshair that the screen draws, instead of a pointer."""
    score_level = 1.0
    """Volume of the music on this screen, 0 to 1."""

    def __init__(self, services: "Services") -> None:
        self.services = services

    def enter(self) -> None:  # noqa: B027  most screens need not
        """Begin to be shown, for the first time or again."""

    @abstractmethod
    def update(self, now: float, events: list[Action]) -> None:
        """Advance to time `now` [s] with the actions in `events`."""

    @abstractmethod
    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Make the picture of time `now`, `size` pixels large."""

    @property
    def behind(self) -> bool:
        """True while `update` has ticks due; they go before a new frame."""
        return False

    @property
    def still(self) -> bool:
        """True while its picture changes with input only; it is then drawn a few times per second."""
        return False

    def frame_drawn(self, view_ms: float, draw_ms: float) -> None:  # noqa: B027  most screens do not measure
        """Record a frame's build and draw time."""

    def interrupt(self) -> None:  # noqa: B027  most screens do not mind
        """React to a lost focus or an unplugged gamepad."""

    def close(self) -> None:  # noqa: B027  most screens hold nothing
        """Free threads and files."""

    def leave_for(self, route: str, *arguments: Any) -> None:
        """End this screen and show another, see `Services.go_to`."""
        self.close()
        self.services.go_to(route, *arguments)

    def status(self) -> Mapping[str, object]:
        """State for tests."""
        return {}


Route = Callable[..., Screen]
"""Factory of a screen from the services and further arguments."""
LINE_SECONDS = 2.5
"""Minimum time of a line before the next one replaces it."""
WAITING_MAX = 4
"""Maximum number of waiting lines; a new one then replaces the last."""


class Messages:
    """The current line and those that wait. The caller passes the time; any thread may add a line."""

    def __init__(self) -> None:
        self._lines: list[tuple[float, str]] = [(-1e9, "")]  # start time and line

    def add(self, line: str, now: float) -> None:
        """Show `line` from `now` [s] on, or after those before it; never twice in a row."""
        if line == self._lines[-1][1] and now < self._lines[-1][0] + LINE_SECONDS:
            return
        if len(self._lines) > WAITING_MAX:
            del self._lines[-1]
        self._lines.append((max(now, self._lines[-1][0] + LINE_SECONDS), line))

    def current(self, now: float) -> tuple[float, str]:
        """Return the start time [s] of the current line, and the line; "" if there was none."""
        while len(self._lines) > 1 and self._lines[1][0] <= now:
            del self._lines[0]
        return self._lines[0]


@dataclass
class Services:
    """Services shared by all screens; `main` sets the fields of the window."""

    options: Options
    settings: Settings
    scores: Scores
    audio: Audio
    devices: Devices
    routes: Mapping[str, Route] = field(default_factory=dict[str, Route])
    screen: Screen | None = None
    size: tuple[int, int] = (1280, 720)
    exit_code: int | None = None  # set: the window closes after this frame
    pacer: Pacer = field(default_factory=Pacer)
    profiler: ProfilerData = field(default_factory=ProfilerData)
    show_profiler: bool = False
    debug_views: set[DebugView] = field(default_factory=set[DebugView])
    progress: CampaignProgress = field(default_factory=CampaignProgress)
    ghosts: str = GHOSTS[0]  # which ones fly along: one of `GHOSTS`
    loaded: bool = True  # false while kernels are prepared
    opened: bool = True  # false while the window's renderer draws only menus
    painted: bool = False  # true once the planet has all its detail; until then drawing takes longer
    renderer: str = ""  # driver's name of the renderer
    quality: str = ""  # of the last frame: a tier of `arena.render.tiers`
    render_scale: float = 1.0  # of the last frame
    draw_calls: int = 0  # of the last frame
    draw_ms: float = 0.0  # of the last frame
    disk: DiskThread = field(default_factory=DiskThread)
    messages: Messages = field(default_factory=Messages)
    challenge_seed: int | None = None  # seed of the last challenge
    copy: Callable[[str], None] = lambda text: None  # writes the clipboard
    paste: Callable[[], str] = lambda: ""  # reads the clipboard, "" if it holds no text

    def __post_init__(self) -> None:
        """Move all disk work off the window's thread."""
        self._settings_file = b""
        self.players = self.options.players
        """Number of players in the next game."""
        self.hulls = self.options.hulls
        """Names of their hulls, by slot."""
        self.scores.work_beside(self.disk.submit, self.say)

    def go_to(self, route: str, *arguments: Any) -> None:
        """Make and show the screen that the table `arena.app.routes` has under a name.

        Args:
            route: the name.
            arguments: what its factory takes after the services.
        """
        self.go(self.routes[route](self, *arguments))

    def go(self, screen: Screen) -> None:
        """Show another screen; presses for this one do not count there."""
        self.screen = screen
        self.devices.flush()
        screen.enter()

    def is_fixed(self, setup: Setup) -> bool:
        """Return whether a restart keeps the seed: one that was asked for, or the mode's own."""
        asked = self.options.seed is not None or setup.seed == self.challenge_seed
        return asked or "seed" not in MODES[setup.mode].spec.flags

    @property
    def controls(self) -> Controls:
        """Controls of the menus, which hear every device."""
        return self.devices.menus

    def quit(self, exit_code: int = 0) -> None:
        """Close the window after this frame."""
        if self.exit_code is None:
            self.exit_code = exit_code

    def say(self, message: str) -> None:
        """Show the player each line for a few seconds; print them if the window closes. Thread-safe."""
        for line in message.splitlines():
            if self.exit_code is not None:
                print(line, file=sys.stderr)
            else:
                self.messages.add(line, time.perf_counter())

    @property
    def message(self) -> str:
        """The current message line."""
        return self.messages.current(time.perf_counter())[1]

    @property
    def message_time(self) -> float:
        """Start time of the message line [s]."""
        return self.messages.current(time.perf_counter())[0]

    def sound(self, sound: Sound) -> None:
        """Play a sound of the menus."""
        self.audio.play_plain(sound, 0.3)

    def save(self) -> None:
        """Write the settings on the disk thread; tell the player about a failure."""
        self._settings_file = format_settings(self.settings)
        self.disk.submit(self._write_settings)

    def keep_progress(self, world: int, phases: int, won_on: str = "", medals: Sequence[int] = ()) -> Reached:
        """Record and write the progress of a game; return what is new.

        Args:
            world: from 1.
            phases: cleared in that game.
            won_on: the difficulty, if it was won.
            medals: of each phase, as bits.
        """
        reached = self.progress.note(world, phases, won_on, medals)
        self.disk.submit(self._write_progress)
        return reached

    def keep_medal(self, trial: str, medal: str) -> Reached:
        """Record and write the medal that a game won; return what is new."""
        reached = self.progress.note_medal(trial, medal)
        self.disk.submit(self._write_progress)
        return reached

    def _write_progress(self, ending: bool) -> None:
        self.say(save_progress(self.progress))

    def _write_settings(self, ending: bool) -> None:
        self.say(write_settings(self._settings_file))

    def keep_picture(self, pixels: NDArray[np.uint8]) -> None:
        """Write a picture of the screen; tell the player its path or the failure.

        Args:
            pixels: RGB, top row first, shape (height, width, 3).
        """
        self.disk.submit(partial(self._write_picture, pixels, datetime.now()))

    def _write_picture(self, pixels: NDArray[np.uint8], stamp: datetime, ending: bool) -> None:
        try:
            self.say(f"Picture: {save_picture(pixels, paths.pictures_folder(), stamp)}")
        except OSError as error:
            self.say(f"Picture not saved: {error.strerror or error}")

    def pointer(self, height: float = HEIGHT) -> tuple[float, float]:
        """Mouse position in a picture of this height [virtual px]."""
        scale = height / max(1, self.size[1])
        pointer = self.controls.pointer
        return (pointer.x * scale, pointer.y * scale) if pointer.seen else (-1.0, -1.0)
