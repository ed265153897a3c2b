"""Values that several players share are shown once."""

from typing import Any

import pytest

from arena.game.hud import Banner, Bonus, Status
from arena.view.hud.shared import draw_rows, draw_shared, list_values
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette
from tests.app.screens.text_boxes import cut_off, overlapping, written
from tests.view.fakes import HUD, fake_world

PALETTE = load_palette("terra")
FULL = HUD._replace(
    score=1234567, multiplier=8, step_share=0.5, lives=12,
    status=Status("WAVE", "12", "21 hostile"),
    banner=Banner("WAVE 12", "the pincer: drones and gunners", 30, 150), bonus=Bonus("2 STRIKES", 200, 5, 60),
)  # fmt: skip
ASPECTS = [(16 / 9, 1080.0), (4 / 3, 1080.0), (64 / 27, 1080.0), (0.75, 1280.0), (16 / 9, 540.0)]
SIDES = 110.0, 110.0


def row_of(overlay: Overlay, hud: Any = FULL) -> Any:
    return draw_rows(overlay, list_values(hud), SIDES, PALETTE)


@pytest.mark.parametrize(("aspect", "height"), ASPECTS)
def test_the_row_stays_between_the_radars_and_news_stand_below_it(aspect: float, height: float) -> None:
    overlay = Overlay(aspect, height)
    draw_shared(overlay, fake_world(), FULL, PALETTE, SIDES)
    row, *lines = overlay.place_lines()
    assert row.x >= SIDES[0] - 1e-6 and row.x + row.width <= overlay.width - SIDES[1] + 1e-6
    assert row.x + row.width / 2 == pytest.approx(overlay.width / 2)
    assert row.y + row.height <= height and len(lines) == 2
    assert all(line.y + line.height <= row.y + 1e-6 for line in lines)


def test_values_that_a_mode_has_not_are_left_out_and_digits_move_nothing() -> None:
    assert [value.number for value in list_values(FULL)] == ["12", "1 234 567", "×8", "12"]
    assert list_values(HUD._replace(score=None, status=None, lives=None)) == []
    boxes = [row_of(Overlay(16 / 9), FULL._replace(score=score)) for score in (1111111, 8888888)]
    assert boxes[0] == boxes[1]


@pytest.mark.parametrize(("width", "rows"), [(1920.0, 1), (640.0, 2)])
def test_values_that_have_no_room_in_a_row_take_two(
    width: float, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay = Overlay(width / 1080.0)
    with written(monkeypatch) as noted:
        box = row_of(overlay)
    assert overlapping(noted) == [] and cut_off(noted) == []
    assert len({text.box.y for text in noted if text.size > 23.0}) == rows
    assert all(text.box.y >= box.y for text in noted)
