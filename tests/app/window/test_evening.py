"""A whole evening with keys alone, the mouse alone and a gamepad alone: every screen there is, in one go.

A level is built and flown, a game is lost, signed, found in its table, watched and taken over.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.app.editor import palette, topbar
from arena.app.editor.layout import EditorLayout, lay_out
from arena.app.input.actions import Action
from arena.app.menus.letter_screen import DONE, LetterScreen
from arena.app.menus.menu import ROW
from arena.app.menus.replay_panel import PanelPart
from arena.app.routes import ROUTES
from arena.app.screens.editor import EditorScreen
from arena.app.screens.replay import ReplayScreen
from arena.view.overlay.layout import Box
from tests.app.screens.test_walk import SIZE, Keys, Mouse, Pad, Walker

SCALE = SIZE[1] / 1080.0
SECONDS_MAX = 150
"""In which nobody is left of those who do nothing."""
UNSEEN = {
    "loading", "stress", "play lessons", "play beside",
    "play practice", "controls", "try level", "editor asked",
}  # fmt: skip
"""Routes that no evening leads to, and those whose screens have other names: "play", "sandbox" ..."""


class Evening(Walker):
    """What a walker also has to do on screens that are no menus."""

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

    def fly_level(self) -> None: ...
    def leave_editor(self) -> None: ...
    def do(self, part: PanelPart) -> None: ...

    @property
    def editor(self) -> EditorScreen:
        assert isinstance(self.screen, EditorScreen)
        return self.screen

    @property
    def letters(self) -> LetterScreen:
        assert isinstance(self.screen, LetterScreen)
        return self.screen

    def work_editor_rows(self, row: str) -> None:
        """Go down to a row of the panel, and take it."""
        for _ in range(60):
            if self.editor.status()["row"] == row:
                self.accept()
                return
            self.down()
        pytest.fail(f"the panel has no row {row!r}")

    def choose_letter(self, letter: str) -> None:
        """Go there on the grid, first down, then right."""
        grid = self.letters.grid
        row = next(number for number, keys in enumerate(grid) if letter in keys)
        while self.letters.status()["item"] not in grid[row]:
            self.down()
        while self.letters.status()["item"] != letter:
            self.right()
        self.accept()


class KeysEvening(Keys, Evening):
    """Types."""

    def type(self, letters: str) -> None:
        for letter in letters:
            self.key(f"key:{letter}")
        self.accept()

    def build_rock(self) -> None:
        self.key("key:E")
        self.accept()

    def fly_level(self) -> None:
        self.key("key:F9")

    def leave_editor(self) -> None:
        self.key("key:ESCAPE")
        while not self.editor.status()["focused_panel"]:
            self.key("key:ESCAPE")
        self.work_editor_rows("leave the editor")

    def do(self, part: PanelPart) -> None:
        self.key(
            {PanelPart.PLAY: "key:ENTER", PanelPart.TAKE_OVER: "key:F", PanelPart.LEAVE: "key:ESCAPE"}[part]
        )


class MouseEvening(Mouse, Evening):
    """Points."""

    def _click(self, box: Any) -> None:
        x, y, width, height = box
        self.services.devices.point((x + width / 2) * SCALE, (y + height / 2) * SCALE)
        self.frame()
        self.key("mouse:LEFT")

    @property
    def _layout(self) -> EditorLayout:
        return lay_out(1080.0 * SIZE[0] / SIZE[1], 1080.0)

    def type(self, letters: str) -> None:
        self.screen.build(self.now, SIZE)
        grid, screen = self.letters.grid, self.letters
        for letter in (*letters, DONE):
            row = next(number for number, keys in enumerate(grid) if letter in keys)
            self._click(screen.box(row, grid[row].index(letter)))

    def enter_row(self, number: int) -> None:
        place = self.menu.place(self.menu.canvas[0])
        self._click(Box(place.x, place.y - (number + 1) * ROW, place.width, ROW))

    def build_rock(self) -> None:
        self.screen.build(self.now, SIZE)
        rows = palette.rows(self._layout.palette, None)
        self._click(next(row[0] for row in rows if row[1] == "rock" and not row[3]))
        middle = self._layout.middle
        self._click(Box(middle.x + middle.width / 2, middle.y + middle.height / 2, 0.0, 0.0))

    def _press(self, name: str) -> None:
        self._click(dict(topbar.boxes(self._layout.bar))[name])

    def fly_level(self) -> None:
        self._press("play")

    def leave_editor(self) -> None:
        self._press("menu")
        self.screen.build(self.now, SIZE)
        self._click(self.editor.panel.row_box(self._layout.panel, "leave the editor"))

    def do(self, part: PanelPart) -> None:
        screen = self.screen
        assert isinstance(screen, ReplayScreen)
        screen.build(self.now, SIZE).overlay.rows()  # where the panel finds its place
        self._click(screen._panel.box(part))  # pyright: ignore[reportPrivateUsage]


class PadEvening(Pad, Evening):
    """Presses buttons."""

    def type(self, letters: str) -> None:
        for letter in (*letters, DONE):
            self.choose_letter(letter)

    def build_rock(self) -> None:
        self.button("rightshoulder")
        self.accept()

    def fly_level(self) -> None:
        self.button(self._button_of(Action.EDIT_PLAY))

    def leave_editor(self) -> None:
        self.back()
        while not self.editor.status()["focused_panel"]:
            self.back()
        self.work_editor_rows("leave the editor")

    def do(self, part: PanelPart) -> None:
        of = {
            PanelPart.PLAY: Action.MENU_ACCEPT,
            PanelPart.TAKE_OVER: Action.TAKE_OVER,
            PanelPart.LEAVE: Action.MENU_BACK,
        }
        self.button(self._button_of(of[part]))

    def _button_of(self, action: Action) -> str:
        sources = self.services.controls.sources(action)
        return next(source for source in sources if source.startswith("pad:")).removeprefix("pad:")


@pytest.fixture(params=[KeysEvening, MouseEvening, PadEvening], ids=lambda hands: hands.hands)
def evening(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Evening]:
    made = request.param(monkeypatch, tmp_path)
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
    evening.services.settings.fire = "auto"  # who does nothing earns nothing, and signs no result
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
    evening.choose("Challenge code", "challenge")
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
