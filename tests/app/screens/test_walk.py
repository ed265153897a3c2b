"""Keys alone, the mouse alone and a gamepad alone reach every screen, change settings and bind actions."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.app.input import pads
from arena.app.input.actions import Action
from arena.app.input.binding_edits import BindingEdits
from arena.app.input.devices import KEYBOARD
from arena.app.input.pads import Pads
from arena.app.menus.menu import ROW
from arena.app.menus.menu_screen import MenuScreen
from arena.app.routes import ROUTES
from arena.app.screens.bindings import BindingsPage
from arena.app.screens.title import TitleScreen
from arena.app.services import Screen
from arena.app.window.window import Guard
from tests.app.input.test_devices import Device
from tests.app.play.test_party import XBOX, FakePad
from tests.app.play.test_players import services_for
from tests.app.screens.text_boxes import written

SIZE = (1280, 720)


class Walker:
    """Somebody who goes from screen to screen with one device; `hands` says which."""

    hands = ""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        self.services = services_for(workers=1, seed=3)
        self.services.routes, self.services.size = ROUTES, SIZE
        self.services.settings.lessons_done = True
        manager = Device()
        fake = SimpleNamespace(input=SimpleNamespace(ControllerManager=lambda: manager))
        monkeypatch.setattr(pads, "pyglet", fake)
        self._pads = Pads(self.services.devices, lambda name: None, Guard(lambda: None))
        self.pad = FakePad(XBOX)
        manager.handlers["on_connect"](self.pad)
        self.now = 0.0
        self.services.go(TitleScreen(self.services))
        self.seen: set[str] = {"title"}

    @property
    def screen(self) -> Screen:
        assert self.services.screen is not None
        return self.services.screen

    @property
    def menu(self) -> MenuScreen:
        assert isinstance(self.screen, MenuScreen)
        return self.screen

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
        self.pad.handlers["on_button_press"](self.pad, name)
        self.frame()
        self.pad.handlers["on_button_release"](self.pad, name)
        self.frame()

    def flick(self, x: float, y: float) -> None:
        """Push the pad's cross and let go."""
        for at in ((x, y), (0.0, 0.0)):
            self.pad.handlers["on_dpad_motion"](self.pad, SimpleNamespace(x=at[0], y=at[1]))
            self.frame()

    def row(self, label: str) -> int:
        labels = [item.label for item in self.menu.menu.items]
        return next(k for k, found in enumerate(labels) if found.startswith(label))

    # What the hands do

    def down(self) -> None: ...
    def accept(self) -> None: ...
    def right(self) -> None: ...
    def back(self) -> None: ...
    def pause(self) -> None: ...
    def any(self) -> None: ...

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

    def press_for_binding(self) -> tuple[Action, str]:
        """Press something that an action is to be bound to; returns both."""
        raise NotImplementedError


class Keys(Walker):
    """Arrows, enter, escape."""

    hands = "keys"

    def down(self) -> None:
        self.key("key:DOWN")

    def accept(self) -> None:
        self.key("key:ENTER")

    def right(self) -> None:
        self.key("key:RIGHT")

    def back(self) -> None:
        self.key("key:ESCAPE")

    pause = any = back

    def press_for_binding(self) -> tuple[Action, str]:
        self.key("key:B")
        return Action.FIRE, "key:B"


class Mouse(Walker):
    """Three buttons and a wheel."""

    hands = "mouse"

    def _point(self, share: float) -> None:
        width, height = self.menu.canvas
        place, menu = self.menu.place(width), self.menu.menu
        for row in range(menu.shown(place)):
            x, y = place.x + share * place.width, place.y - (row + 0.5) * ROW
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

    def accept(self) -> None:
        self.key("mouse:LEFT")

    def right(self) -> None:
        self._point(0.93)
        self.key("mouse:LEFT")

    def back(self) -> None:
        self.key("mouse:RIGHT")

    def pause(self) -> None:
        self.key("mouse:MIDDLE")

    def any(self) -> None:
        self.key("mouse:LEFT")

    def press_for_binding(self) -> tuple[Action, str]:
        self.key("mouse:8")
        return Action.FIRE, "mouse:8"


class Pad(Walker):
    """A cross and buttons."""

    hands = "pad"

    def down(self) -> None:
        self.flick(0.0, -1.0)

    def accept(self) -> None:
        self.button("a")

    def right(self) -> None:
        self.flick(1.0, 0.0)

    def back(self) -> None:
        self.button("b")

    def pause(self) -> None:
        self.button("start")

    any = accept

    def press_for_binding(self) -> tuple[Action, str]:
        self.button("x")
        return Action.FIRE, "pad:x"


@pytest.fixture(params=[Keys, Mouse, Pad], ids=lambda hands: hands.hands)
def walker(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Walker]:
    made = request.param(monkeypatch, tmp_path)
    yield made
    made.screen.close()


def test_each_alone_reaches_every_screen(walker: Walker) -> None:
    for page in ("Sound", "Picture", "Sight", "Controls", "Comfort"):
        if walker.screen.name == "title":
            walker.choose("Settings", "settings")
        walker.choose(page, f"{page.lower()} settings")
        walker.back()
        assert walker.screen.name == "settings"
    walker.back()
    walker.choose("Credits", "credits")
    walker.back()
    walker.choose("Watch the demo", "demo")
    walker.any()
    assert walker.screen.name == "title"
    walker.choose("Play", "modes")
    walker.change("Difficulty")
    assert walker.services.settings.difficulty == "hard"
    walker.choose("Campaign", "campaign")
    walker.back()
    walker.choose("Practice", "practice")
    walker.back()
    walker.choose("Endless", "play")
    walker.pause()
    assert walker.screen.name == "pause"
    walker.choose("Settings", "settings")
    walker.back()
    walker.choose("Restart", "confirm")
    walker.choose("No", "pause")
    walker.choose("Resume", "play")
    walker.pause()
    walker.choose("Leave to title", "confirm")
    walker.choose("No", "pause")
    walker.choose("Leave to title", "confirm")
    walker.choose("Yes", "title")
    walker.choose("Quit", "title")
    assert walker.services.exit_code == 0
    assert walker.seen >= {
        "title", "modes", "campaign", "practice", "play", "pause", "confirm", "demo", "settings",
        "sound settings", "picture settings", "sight settings", "controls settings",
        "comfort settings", "credits",
    }  # fmt: skip


def test_each_alone_binds_fire_anew_and_uses_it(walker: Walker) -> None:
    walker.choose("Settings", "settings")
    walker.choose("Controls", "controls settings")
    walker.choose(XBOX if walker.hands == "pad" else "Keyboard", "bindings")
    page = walker.screen
    assert isinstance(page, BindingsPage)
    walker.choose("Fire", "bindings")
    assert page.waiting is Action.FIRE
    action, source = walker.press_for_binding()
    device = XBOX if walker.hands == "pad" else KEYBOARD
    assert BindingEdits(walker.services.settings, device).sources(action)[0] == source
    for _ in range(4):
        if walker.screen.name != "title":
            walker.back()
    walker.choose("Play", "modes")
    walker.choose("Endless", "play")
    if walker.hands == "pad":
        walker.pad.handlers["on_button_press"](walker.pad, "x")
    else:
        walker.services.devices.press(KEYBOARD, source)
    assert walker.services.controls.is_held(Action.FIRE)


def test_each_alone_changes_a_comfort_setting_and_finds_it_kept(walker: Walker) -> None:
    walker.choose("Settings", "settings")
    walker.choose("Comfort", "comfort settings")
    walker.change("Aim assist")
    walker.change("Fire")
    walker.back()
    walker.back()
    assert walker.screen.name == "title"
    settings = walker.services.settings
    assert (settings.aim_assist, settings.fire) == ("light", "toggle")
    assert walker.services.disk.close(60.0)


def test_hints_name_what_is_in_the_hand(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds a gamepad is told no key, and the other way round."""
    walker.choose("Play", "modes")
    with written(monkeypatch) as noted:
        walker.screen.build(walker.now, SIZE).overlay.rows()
    told = {text.string for text in noted}
    assert ("d-pad" in told, "a" in {text.lower() for text in told}) == (walker.hands == "pad",) * 2
    assert ("enter" in told, "esc" in told) == (walker.hands != "pad",) * 2
