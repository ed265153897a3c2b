"""Somebody who goes from screen to screen with keys alone, the mouse alone or a gamepad alone."""

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from arena.app.input.devices import KEYBOARD
from arena.app.menus.menu_screen import MenuScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Screen
from tests.app.fakes import XBOX, Device, listen, screen_of, services_for

SIZE = (1280, 720)


class Walker:
    """Somebody who goes from screen to screen with one device; `hands` says which."""

    hands = ""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.services = services_for(workers=1, seed=3)
        self.services.size, self.services.settings.lessons_done = SIZE, True
        self._pads, manager = listen(monkeypatch, self.services.devices)
        self.pad = Device(XBOX)
        manager.handlers["on_connect"](self.pad)
        self.now = 0.0
        self.services.go(TitleScreen(self.services))
        self.seen: set[str] = {"title"}

    @property
    def screen(self) -> Screen:
        return screen_of(self.services, Screen)

    @property
    def menu(self) -> MenuScreen:
        return screen_of(self.services, MenuScreen)

    def frame(self) -> None:
        """One frame, as the window makes it."""
        self.now += 1 / 60
        self.screen.update(self.now, self.services.controls.take_events())
        self.seen.add(self.screen.name)

    def key(self, source: str) -> None:
        self.services.devices.press(KEYBOARD, source)
        self.frame()
        self.services.devices.release(KEYBOARD, source)
        self.frame()

    def button(self, name: str) -> None:
        self.pad.hold(name)
        self.frame()
        self.pad.let_go(name)
        self.frame()

    def flick(self, x: float, y: float) -> None:
        """Push the pad's cross and let go."""
        for at in ((x, y), (0.0, 0.0)):
            self.pad.handlers["on_dpad_motion"](self.pad, SimpleNamespace(x=at[0], y=at[1]))
            self.frame()

    def row(self, label: str) -> int:
        labels = [item.label for item in self.menu.menu.items]
        return next(k for k, found in enumerate(labels) if found.startswith(label))

    # Actions of the hands: each is a way of pressing and the source that it presses.

    BY_KEY: Mapping[str, str] = {}

    def down(self) -> None:
        self.key(self.BY_KEY["down"])

    def accept(self) -> None:
        self.key(self.BY_KEY["accept"])

    def right(self) -> None:
        self.key(self.BY_KEY["right"])

    def back(self) -> None:
        self.key(self.BY_KEY["back"])

    def pause(self) -> None:
        self.key(self.BY_KEY["pause"])

    def any(self) -> None:
        self.key(self.BY_KEY["any"])

    fire = ""
    """Source to which fire is bound anew."""

    def press_for_binding(self) -> None:
        self.key(self.fire)

    def select(self, label: str) -> None:
        """Go to a line."""
        for _ in range((self.row(label) - self.menu.menu.selected) % len(self.menu.menu.items)):
            self.down()
        assert self.menu.menu.selected == self.row(label)

    def choose(self, label: str, leads_to: str) -> None:
        """Take a line."""
        self.select(label)
        self.accept()
        assert self.screen.name == leads_to

    def change(self, label: str) -> None:
        """Change the value of a line."""
        self.select(label)
        self.right()


class Keys(Walker):
    """Arrows, enter, escape."""

    hands, fire = "keys", "key:B"
    BY_KEY: Mapping[str, str] = {
        "down": "key:DOWN", "right": "key:RIGHT", "accept": "key:ENTER",
        "back": "key:ESCAPE", "pause": "key:ESCAPE", "any": "key:ESCAPE",
    }  # fmt: skip


class Mouse(Walker):
    """Three buttons and a wheel."""

    hands, fire = "mouse", "mouse:8"
    BY_KEY: Mapping[str, str] = {
        "accept": "mouse:LEFT", "any": "mouse:LEFT", "back": "mouse:RIGHT", "pause": "mouse:MIDDLE",
    }  # fmt: skip

    def _point(self, share: float) -> None:
        width, height = self.menu.canvas
        place, menu = self.menu.place(width), self.menu.menu
        for row in range(menu.shown(place)):
            left, bottom, wide, high = place.row(row)
            x, y = left + share * wide, bottom + high / 2
            if menu.row_at(place, (x, y)) == self._row:
                self.services.devices.point(x * SIZE[1] / height, y * SIZE[1] / height)
                self.frame()
                return
        pytest.fail("the row is not shown")

    def select(self, label: str) -> None:
        """Turn the wheel until the line is there, and point at it."""
        self._row = self.row(label)
        for _ in range((self._row - self.menu.menu.selected) % len(self.menu.menu.items)):
            self.key("mouse:WHEEL_DOWN")
        self._point(0.5)

    def right(self) -> None:
        self._point(0.93)
        self.key("mouse:LEFT")


class Pad(Walker):
    """A cross and buttons."""

    hands, fire = "pad", "pad:x"

    def down(self) -> None:
        self.flick(0.0, -1.0)

    def right(self) -> None:
        self.flick(1.0, 0.0)

    def accept(self) -> None:
        self.button("a")

    def back(self) -> None:
        self.button("b")

    def pause(self) -> None:
        self.button("start")

    any = accept

    def press_for_binding(self) -> None:
        self.button("x")
