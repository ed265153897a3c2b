"""A whole evening with keys alone, the mouse alone and a gamepad alone: every screen there is, in one go.

A level is built and flown, a game is lost, signed, found in its table, watched and taken over.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from arena.app.editor import palette, topbar
from arena.app.editor.layout import EditorLayout, lay_out
from arena.app.input.actions import Action
from arena.app.menus.letter_grid import DONE
from arena.app.menus.letter_screen import LetterScreen
from arena.app.menus.replay_panel import PanelPart
from arena.app.routes import ROUTES
from arena.app.screens.editor import EditorScreen
from arena.app.screens.replay import ReplayScreen
from arena.view.overlay.layout import Box
from tests.app.fakes import screen_of
from tests.app.screens.hands import SIZE, Keys, Mouse, Pad, Walker

SCALE = SIZE[1] / 1080.0
SECONDS_MAX = 150
"""Time after which every idle player has lost the game."""
UNSEEN = {
    "loading", "stress", "play lessons", "play beside",
    "play practice", "controls", "try level", "editor asked",
}  # fmt: skip
"""Routes that no evening leads to, and those whose screens have other names: "play", "sandbox" ..."""


class Evening(Walker):
    """Walker that also drives screens that are no menus."""

    PANEL: Mapping[PanelPart, str] = {}

    def type(self, letters: str) -> None:
        """Write with the letters that a screen shows, and press `DONE`."""
        raise NotImplementedError

    def enter_row(self, number: int) -> None:
        """Take a row of a list."""
        while self.menu.menu.selected != number:
            self.down()
        self.accept()

    def build_rock(self) -> None:
        """Put an asteroid onto the planet of the editor."""
        raise NotImplementedError

    def fly_level(self) -> None:
        self.key("key:F9")

    def leave_editor(self) -> None:
        self.back()
        while not self.editor.status()["focused_panel"]:
            self.back()
        for _ in range(60):
            if self.editor.status()["row"] == "leave the editor":
                self.accept()
                return
            self.down()
        pytest.fail("the panel has no such row")

    def do(self, part: PanelPart) -> None:
        """Press a button of the panel of a replay."""
        self.key(self.PANEL[part])

    @property
    def editor(self) -> EditorScreen:
        return screen_of(self.services, EditorScreen)

    @property
    def letters(self) -> LetterScreen:
        return screen_of(self.services, LetterScreen)


class KeysEvening(Keys, Evening):
    """Types."""

    PANEL: Mapping[PanelPart, str] = {PanelPart.TAKE_OVER: "key:F", PanelPart.LEAVE: "key:ESCAPE"}

    def type(self, letters: str) -> None:
        for letter in letters:
            self.key(f"key:{letter}")
        self.accept()

    def build_rock(self) -> None:
        self.key("key:E")
        self.accept()


class MouseEvening(Mouse, Evening):
    """Points."""

    def _click(self, box: Any) -> None:
        x, y, width, height = box
        self.services.devices.point((x + width / 2) * SCALE, (y + height / 2) * SCALE)
        self.frame()
        self.key("mouse:LEFT")

    @property
    def _layout(self) -> EditorLayout:
        self.screen.build(self.now, SIZE).overlay.rows()  # where its parts find their places
        return lay_out(1080.0 * SIZE[0] / SIZE[1], 1080.0)

    def type(self, letters: str) -> None:
        self.screen.build(self.now, SIZE)
        grid, screen = self.letters.grid, self.letters
        for letter in (*letters, DONE):
            row = next(number for number, keys in enumerate(grid) if letter in keys)
            self._click(screen.box(row, grid[row].index(letter)))

    def enter_row(self, number: int) -> None:
        place = self.menu.place(self.menu.canvas[0])
        self._click(place.row(number))

    def build_rock(self) -> None:
        rows = palette.rows(self._layout.palette, None)
        self._click(next(row[0] for row in rows if row[1] == "rock" and not row[3]))
        middle = self._layout.middle
        self._click(Box(middle.x + middle.width / 2, middle.y + middle.height / 2, 0.0, 0.0))

    def fly_level(self) -> None:
        self._click(dict(topbar.boxes(self._layout.bar))["play"])

    def leave_editor(self) -> None:
        self._click(dict(topbar.boxes(self._layout.bar))["menu"])
        self._click(self.editor.panel.row_box(self._layout.panel, "leave the editor"))

    def do(self, part: PanelPart) -> None:
        screen = screen_of(self.services, ReplayScreen)
        screen.build(self.now, SIZE).overlay.rows()
        self._click(screen._panel.box(part))  # pyright: ignore[reportPrivateUsage]


class PadEvening(Pad, Evening):
    """Presses buttons."""

    def type(self, letters: str) -> None:
        """Go to each on the grid, first down, then right."""
        grid = self.letters.grid
        for letter in (*letters, DONE):
            row = next(number for number, keys in enumerate(grid) if letter in keys)
            while self.letters.status()["item"] not in grid[row]:
                self.down()
            while self.letters.status()["item"] != letter:
                self.right()
            self.accept()

    def build_rock(self) -> None:
        self.button("rightshoulder")
        self.accept()

    def fly_level(self) -> None:
        self._press(Action.EDIT_PLAY)

    def do(self, part: PanelPart) -> None:
        self._press({PanelPart.TAKE_OVER: Action.TAKE_OVER, PanelPart.LEAVE: Action.MENU_BACK}[part])

    def _press(self, action: Action) -> None:
        sources = self.services.controls.sources(action)
        self.button(next(one for one in sources if one.startswith("pad:")).removeprefix("pad:"))


@pytest.fixture(params=[KeysEvening, MouseEvening, PadEvening], ids=lambda hands: hands.hands)
def evening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    made = request.param(monkeypatch)
    yield made
    made.screen.close()


def wait_for(evening: Evening, screen: str, seconds: float = 5.0) -> None:
    """Let time pass until a screen is shown."""
    for _ in range(int(seconds * 60)):
        if evening.screen.name == screen:
            return
        evening.frame()
    pytest.fail(f"{evening.screen.name!r} is still shown, not {screen!r}")


def test_every_screen_in_one_go_with_one_device_alone(evening: Evening) -> None:
    look_around(evening)
    build_and_fly_a_level(evening)
    evening.services.settings.fire = "auto"  # only a result with points is signed
    evening.services.settings.difficulty = "hard"
    evening.choose("Play", "modes")
    evening.choose("Endless", "play")
    wait_for(evening, "game over", SECONDS_MAX)
    for _ in range(90):
        evening.frame()
    evening.choose("Name", "sign")
    evening.type("ZOE")
    assert evening.screen.name == "game over" and evening.services.scores.last_name == "ZOE"
    code = next(item.value for item in evening.menu.menu.items if item.label == "Challenge")
    assert code is not None and code().count("-") == 2
    evening.choose("Scores", "tables")
    watch_and_take_over(evening)
    wait_for(evening, "tables")
    evening.back()
    assert evening.screen.name == "game over"
    evening.choose("To title", "title")
    evening.choose("Quit", "title")
    assert evening.services.exit_code == 0
    assert evening.seen >= (ROUTES.keys() - UNSEEN) | {"sandbox", "controls settings", "bindings"}


def look_around(evening: Evening) -> None:
    """Every screen that waits to be read."""
    for label, screen in (
        ("Scores", "tables"), ("Replays", "replays"), ("Who is who", "guide"), ("Credits", "credits"),
    ):  # fmt: skip
        evening.choose(label, screen)
        evening.back()
    evening.choose("Watch the demo", "demo")
    evening.any()
    evening.choose("Settings", "settings")
    evening.choose("Controls", "controls settings")
    evening.choose("Keyboard", "bindings")
    for screen in ("controls settings", "settings", "title"):
        evening.back()
        assert evening.screen.name == screen
    evening.choose("Play", "modes")
    for label, screen in (("Challenge code", "challenge"), ("Trials", "trials")):
        evening.choose(label, screen)
        evening.back()
    evening.choose("Campaign", "campaign")
    evening.back()
    evening.choose("Practice", "practice")
    evening.choose("Begin", "play")
    evening.pause()
    evening.choose("Restart", "confirm")
    evening.choose("No", "pause")
    evening.choose("Leave to title", "confirm")
    evening.choose("Yes", "title")


def build_and_fly_a_level(evening: Evening) -> None:
    evening.choose("Play", "modes")
    evening.choose("Editor", "editor")
    evening.build_rock()
    assert evening.editor.status()["things"] == ["rock asteroid"]
    evening.fly_level()
    assert evening.screen.name == "sandbox"
    for _ in range(10):
        evening.frame()
    evening.pause()
    evening.choose("Back to the editor", "editor")
    evening.leave_editor()
    assert evening.services.message.startswith("The changes are not saved")
    evening.leave_editor()
    assert evening.screen.name == "title"


def watch_and_take_over(evening: Evening) -> None:
    """From the row of a table into the game that made it."""
    evening.frame()
    assert "ZOE" in str(evening.menu.status()["item"])
    evening.enter_row(evening.menu.menu.selected)
    wait_for(evening, "replay")
    for _ in range(60):
        evening.frame()
    evening.do(PanelPart.TAKE_OVER)
    assert evening.screen.name == "take over"
    for _ in range(90):
        evening.frame()
    evening.pause()
    evening.choose("Back to the replay", "replay")
    evening.do(PanelPart.LEAVE)
