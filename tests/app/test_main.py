"""The window's game around a window that shows nothing: pads, focus, sound, sizes and scales."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from arena.app import main
from arena.app.main import Game
from arena.app.play.pacing import Pacer
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Options, Services
from arena.app.sound import device as sound
from arena.app.sound.device import Audio
from arena.app.window import window as window_module
from arena.app.window.backend import pyglet
from arena.game.match import Match
from arena.render.composite import Composite
from arena.startup.background import BackgroundCompilation
from tests.app.fakes import XBOX, Device, put_manager, screen_of

SIZE = (800, 450)
"""Pixels of the framebuffer; the window has half as many points each way."""
LEFT = 1
"""Of pyglet's mouse buttons."""
KEYS = pyglet.window.key


class HiddenWindow:
    """Window of pyglet, as far as the game's uses it."""

    def __init__(self) -> None:
        self.pixels: tuple[int, int] = SIZE
        self.handlers = dict[str, Any]()
        self.fullscreen, self.vsync = False, True
        rate = SimpleNamespace(rate=60)
        self.screen = SimpleNamespace(x=0, y=0, width=1280, height=720, get_mode=lambda: rate)
        self.display = SimpleNamespace(
            get_screens=lambda: [self.screen], get_default_screen=lambda: self.screen
        )
        for name in ("set_visible", "set_mouse_visible", "set_vsync", "close"):
            setattr(self, name, lambda *_: None)

    def push_handlers(self, **handlers: Any) -> None:
        self.handlers.update(handlers)

    def get_size(self) -> tuple[int, int]:
        return SIZE[0] // 2, SIZE[1] // 2

    def get_framebuffer_size(self) -> tuple[int, int]:
        return self.pixels


class CountedFrames:
    """Graphics that only note the sizes of what they are given to draw."""

    renderer = None

    def __init__(self, window: Any, services: Services) -> None:
        self.drawn = list[tuple[int, int]]()
        services.painted = True

    def draw(self, content: Composite, now: float, opening: bool) -> None:
        self.drawn.append(content.size_px)

    def set_quality(self, quality: str) -> None: ...


class Stage:
    """The game, and the hands of its player; time passes in `run` only."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window, self.manager, self._now = HiddenWindow(), put_manager(monkeypatch), 0.0
        context = SimpleNamespace(info={"GL_RENDERER": "none"}, screen=None)
        monkeypatch.setattr(window_module, "_open", lambda size: self.window)
        monkeypatch.setattr(window_module.moderngl, "create_context", lambda **_: context)
        monkeypatch.setattr(main, "Graphics", CountedFrames)
        monkeypatch.setattr(main, "time", SimpleNamespace(perf_counter=lambda: self._now))
        work = SimpleNamespace(busy=False, only_loads=True, trouble="")
        for name in ("start", "load", "check", "cancel"):
            setattr(work, name, lambda: None)
        self.game = Game(Options(workers=1, seed=3), cast(BackgroundCompilation, work))
        self.services, self.said = self.game.services, list[str]()
        self.services.pacer = Pacer(lambda: self._now)
        self.services.say = self._hear  # pyright: ignore[reportAttributeAccessIssue]

    def _hear(self, text: str) -> None:
        self.said.extend(text.splitlines())

    def fly(self) -> PlayScreen:
        """Begin a game and fly for a moment."""
        self.services.go(PlayScreen(self.services, Match(seed=3, workers=1)))
        self.run(0.1)
        return screen_of(self.services, PlayScreen)

    def run(self, seconds: float) -> None:
        """Let frames go by; raise what an event has raised."""
        for _ in range(round(seconds * 60)):
            self._now += 1 / 60
            self.game._frame(0.0)  # pyright: ignore[reportPrivateUsage]
            self.game._guard.check()  # pyright: ignore[reportPrivateUsage]

    def tell(self, event: str, *arguments: Any) -> None:
        """Tell the window of an event."""
        self.window.handlers[event](*arguments)

    def type(self, key: int) -> None:
        """Press a key and let go."""
        self.tell("on_key_press", key, 0)
        self.tell("on_key_release", key, 0)
        self.run(0.1)

    @property
    def frames(self) -> list[tuple[int, int]]:
        """Sizes of all that was drawn."""
        return cast(CountedFrames, self.game.graphics).drawn


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no device for sounds."""
    monkeypatch.setattr(Audio, "open", lambda audio: None)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    made = Stage(monkeypatch)
    yield made
    made.game._close()  # pyright: ignore[reportPrivateUsage]


def thrust(play: PlayScreen) -> bool:
    """Return whether the ship was told to move in the last tick."""
    return bool(np.any(play.match.world.commands.move[0]))


@pytest.mark.usefixtures("quiet")
def test_a_pad_that_is_unplugged_pauses_the_game_and_is_told_and_keys_go_on(stage: Stage) -> None:
    pad = Device(XBOX)
    stage.manager.handlers["on_connect"](pad)
    stage.manager.handlers["on_disconnect"](pad)
    assert stage.said == ["Unplugged: Xbox Pad (pad 1)"], "even before there is a screen"
    play = stage.fly()
    stage.manager.handlers["on_connect"](pad)
    pad.push(0.0, 1.0)
    stage.run(0.1)
    assert thrust(play)
    stage.manager.handlers["on_disconnect"](pad)
    assert isinstance(stage.services.screen, PauseScreen) and len(stage.said) == 2
    tick = play.match.world.tick
    stage.run(0.5)
    assert play.match.world.tick == tick
    stage.type(KEYS.ESCAPE)
    assert stage.services.screen is play and play.match.world.tick > tick and not thrust(play)
    stage.tell("on_key_press", KEYS.W, 0)
    stage.run(0.1)
    assert thrust(play)


@pytest.mark.usefixtures("quiet")
def test_keys_that_are_held_when_the_focus_is_lost_are_up_when_it_comes_back(stage: Stage) -> None:
    play = stage.fly()
    stage.tell("on_key_press", KEYS.W, 0)
    stage.run(0.1)
    assert thrust(play)
    stage.tell("on_deactivate")  # another window is told of the release
    assert isinstance(stage.services.screen, PauseScreen)
    stage.tell("on_activate")
    stage.type(KEYS.ESCAPE)
    assert stage.services.screen is play and not thrust(play)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("pixels", [(0, 0), (0, 450), (800, 0)])
def test_a_window_without_pixels_is_not_drawn_and_its_game_goes_on(
    pixels: tuple[int, int], stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some platforms minimise windows so. A picture that is asked for is taken later."""
    taken = list[tuple[int, int]]()
    monkeypatch.setattr(main, "picture", lambda renderer, content, size: taken.append(size))
    monkeypatch.setattr(stage.services, "keep_picture", lambda pixels: None)
    play = stage.fly()
    drawn, tick, stage.window.pixels = len(stage.frames), play.match.world.tick, pixels
    assert drawn and set(stage.frames) == {SIZE}
    stage.type(KEYS.F12)
    stage.run(0.5)
    assert len(stage.frames) == drawn and not taken and play.match.world.tick > tick
    stage.window.pixels = SIZE
    stage.run(0.1)
    assert len(stage.frames) > drawn and taken == [SIZE] and set(stage.frames) == {SIZE}


@pytest.mark.usefixtures("quiet")
def test_a_click_meets_its_line_where_points_are_of_many_pixels(stage: Stage) -> None:
    stage.services.go(TitleScreen(stage.services))
    stage.run(0.1)
    places: Any = screen_of(stage.services, TitleScreen).status()["places"]
    x, y = (pixels / 2 for pixels in places["Settings"])
    stage.tell("on_mouse_motion", x, y, 1, 1)
    stage.run(0.1)
    stage.tell("on_mouse_press", x, y, LEFT, 0)
    stage.tell("on_mouse_release", x, y, LEFT, 0)
    stage.run(0.1)
    assert stage.services.screen is not None and stage.services.screen.name == "settings"


@pytest.mark.parametrize("missing", ["module", "driver"])
def test_a_machine_without_sound_tells_it_once_and_plays_on(
    missing: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("no server for sounds")

    media = SimpleNamespace(get_audio_driver=fail)
    monkeypatch.setattr(sound, "import_module", lambda _: fail() if missing == "module" else media)
    play = stage.fly()
    stage.run(1.0)
    assert stage.said == ["No sound: no server for sounds"] and not stage.services.audio.audible
    stage.services.audio.problem = "No sound: the device is gone"  # of a second one
    stage.run(1.0)
    assert stage.said[1:] == ["No sound: the device is gone"]
    assert play.match.world.tick > 90 and len(stage.frames) > 90
