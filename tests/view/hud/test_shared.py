"""What several players share is told once."""

from typing import Any

import pytest

from arena.game.hud import Banner, Bonus, Status
from arena.view.hud.shared import NEWS_PLACES, SharedHud, list_values, news_box
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette
from tests.view.fakes import HUD, fake_world

PALETTE = load_palette("terra")
FULL = HUD._replace(
    score=1234567, multiplier=8, step_share=0.5, lives=12,
    status=Status("WAVE", "12", "21 hostile"),
    banner=Banner("WAVE 12", "the pincer: drones and gunners", 30, 150), bonus=Bonus("2 STRIKES", 200, 5, 60),
)  # fmt: skip
ASPECTS = [(16 / 9, 1080.0), (4 / 3, 1080.0), (64 / 27, 1080.0), (0.75, 1280.0), (16 / 9, 540.0)]


def draw(overlay: Overlay, shared: SharedHud, hud: Any = FULL, free: Any = lambda box: True) -> None:
    shared.draw(overlay, fake_world(), hud, PALETTE, (110.0, 110.0), free)
    overlay.place_lines()


@pytest.mark.parametrize(("aspect", "height"), ASPECTS)
def test_the_row_stays_between_the_radars_and_in_the_picture(aspect: float, height: float) -> None:
    overlay, shared = Overlay(aspect, height), SharedHud()
    draw(overlay, shared)
    row, news = shared.boxes
    assert row.x >= 110.0 - 1e-6 and row.x + row.width <= overlay.width - 110.0 + 1e-6
    assert row.x + row.width / 2 == pytest.approx(overlay.width / 2)
    assert row.y + row.height <= height and news.y + news.height < row.y
    assert news.x >= 0.0


def test_values_that_a_mode_has_not_are_left_out_and_digits_move_nothing() -> None:
    assert [value.label for value in list_values(FULL, PALETTE)] == ["WAVE", "SCORE", "SHARDS", "SHIPS"]
    assert list_values(HUD._replace(score=None, status=None, lives=None), PALETTE) == []
    boxes = list[Box]()
    for score in (1111111, 8888888):
        shared = SharedHud()
        draw(Overlay(16 / 9), shared, FULL._replace(score=score))
        boxes.append(shared.boxes[0])
    assert boxes[0] == boxes[1]


def test_a_banner_stands_where_it_covers_nothing_and_stays_there_while_it_is_read() -> None:
    overlay, shared = Overlay(16 / 9), SharedHud()
    assert FULL.banner is not None
    taken = news_box(overlay, FULL.banner, NEWS_PLACES[0])
    draw(overlay, shared, free=lambda box: not box.overlaps(taken))
    assert not shared.boxes[1].overlaps(taken)
    before = shared.boxes[1]
    draw(overlay, shared)
    assert shared.boxes[1] == before
