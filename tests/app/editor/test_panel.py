"""The editor's panel tells texts in full: in their row, or below the rows where that has no room."""

import pytest

from arena.app.editor.panel import Panel
from arena.app.editor.rows import PanelRow
from arena.app.input.actions import Action
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from tests.app.screens.text_boxes import written

BOX = Box(1490.0, 200.0, 430.0, 800.0)
LONG = "Home orbit. Learn what an orbit is worth, and what it costs to hold it."


def draw(value: str, monkeypatch: pytest.MonkeyPatch, problem: str = "") -> list[str]:
    """Texts that the panel draws for one row with such a value."""
    panel = Panel()
    panel.fill([PanelRow("brief", value, lambda: None, None, problem)])
    with written(monkeypatch) as noted:
        panel.draw(Overlay(16 / 9), BOX, "")
    for text in noted:
        assert text.box.x >= BOX.x and text.box.x + text.box.width <= BOX.x + BOX.width + 1.0
    return [text.string for text in noted]


def test_a_text_has_the_room_that_its_label_leaves_and_a_longer_one_is_told_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "A frozen world, wrapped in fog." in draw("A frozen world, wrapped in fog.", monkeypatch)
    said = draw(LONG, monkeypatch)
    assert any(line.endswith("...") for line in said)
    assert " ".join(line for line in reversed(said) if line in LONG) == LONG  # written from below
    said = draw(LONG, monkeypatch, "too long")
    assert "too long" in said and "worth" not in said[-1], "what is wrong comes first"


def test_up_and_down_pass_over_headings_and_from_one_end_to_the_other() -> None:
    panel, seen = Panel(), list[str]()
    panel.fill([PanelRow(name, act=print if name.islower() else None) for name in "AbCde"])
    for event in (Action.MENU_DOWN, Action.MENU_DOWN, Action.MENU_DOWN, Action.MENU_UP, Action.MENU_UP):
        panel.handle(event)
        assert panel.row is not None
        seen.append(panel.row.label)
    assert seen == ["d", "e", "b", "e", "d"]
