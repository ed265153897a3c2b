"""Services without a window, screens that lie behind others, and gamepads without hardware."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
import pytest

from arena.app.input import pads
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.input.pads import Pads
from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.viewports import PaneGrid
from arena.app.routes import ROUTES
from arena.app.services import Options, Screen, Services
from arena.app.sound.device import Audio
from arena.app.storage import paths
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings
from arena.app.window.window import Guard
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.composite import Composite, Viewport
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.view.overlay.overlay import Overlay

XBOX = "Xbox Pad"
RECORDED_TICKS = 90
"""Length of a recording of `record`."""
SomeScreen = TypeVar("SomeScreen", bound=Screen)


def services_for(**options: Any) -> Services:
    """Services without a window; nothing is heard."""
    settings = Settings()
    return Services(
        Options(**options), settings, Scores(), Audio(settings), Devices(default_bindings()), ROUTES
    )


def screen_of(services: Services, kind: type[SomeScreen]) -> SomeScreen:
    """The screen that is shown, which must be of a kind."""
    assert isinstance(services.screen, kind)
    return services.screen


def press(services: Services, *sources: str, now: float = 0.0, device: str = KEYBOARD) -> None:
    """Press and release one source after another, and let the screen that is shown then hear each."""
    for source in sources:
        services.devices.press(device, source)
        services.devices.release(device, source)
        screen_of(services, Screen).update(now, services.controls.take_events())


class Bare(MenuScreen):
    """A screen behind others that shows nothing of its own."""

    def place(self, overlay_width: float) -> Any:
        raise NotImplementedError

    def decorate(self, overlay: Overlay) -> None:
        raise NotImplementedError

    def idle(self, now: float) -> None: ...

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        return Composite([], Overlay(size[0] / size[1]), size)


def split(size: tuple[int, int], panes: int) -> list[Viewport]:
    """Viewports of so many panes once their borders stand."""
    return list(PaneGrid().lay_out(size, range(panes)).values())


def part(match: Match) -> None:
    """Put the players far apart."""
    places = np.array([[0, 0, 1], [1, 0, 0], [0, 0, -1], [-1, 0, 0]])
    for slot, place in enumerate(places[: match.setup.players]):
        match.world.pools[Pool.PLAYER].give(slot)
        match.world.spawn_player(slot, place)


class Device:
    """A controller, or the manager of them: it keeps handlers and is told to call them."""

    def __init__(self, name: str = "", *, busy: bool = False) -> None:
        self.handlers: dict[str, Callable[..., Any]] = {}
        self.is_open, self.name, self._busy = False, name, busy

    def set_handler(self, name: str, handler: Callable[..., Any]) -> None:
        self.handlers[name] = handler

    def open(self) -> None:
        if self._busy:
            raise OSError("taken by another program")
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def get_controllers(self) -> list["Device"]:
        return []

    # The player's hands

    def hold(self, button: str) -> None:
        self.handlers["on_button_press"](self, button)

    def let_go(self, button: str) -> None:
        self.handlers["on_button_release"](self, button)

    def tap(self, button: str) -> None:
        self.hold(button)
        self.let_go(button)

    def push(self, x: float, y: float, stick: str = "leftstick") -> None:
        self.handlers["on_stick_motion"](self, stick, SimpleNamespace(x=x, y=y))


def put_manager(monkeypatch: pytest.MonkeyPatch) -> Device:
    """Manager that tells of controllers which come and go; `Pads` that are made later listen to it."""
    manager = Device()
    fake = SimpleNamespace(input=SimpleNamespace(ControllerManager=lambda: manager))
    monkeypatch.setattr(pads, "pyglet", fake)
    return manager


def listen(
    monkeypatch: pytest.MonkeyPatch, devices: Devices, unplugged: Callable[[str], None] = lambda name: None
) -> tuple[Pads, Device]:
    """Pads of a window, and their manager."""
    manager = put_manager(monkeypatch)
    return Pads(devices, unplugged, Guard(lambda: None)), manager


def record(setup: Setup, name: str = "best") -> Path:
    """Let a bot fly it, into the player's folder."""
    folder = paths.replays_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path, bot, gone = folder / f"{name}.replay", Bot(0), PlayerCommand(buttons=Button.ABSENT)
    with Match(record=path, workers=1, **asdict(setup)) as match:
        for _ in range(RECORDED_TICKS):
            match.tick([bot.command(match.world), *[gone] * (setup.seats - 1)])
    return path
