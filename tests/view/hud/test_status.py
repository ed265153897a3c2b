"""What stands at the foot stays on its plate, however much there is of it and however low the picture is."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue.weapons import WEAPONS
from arena.view.hud.status import EDGE, PLATE, draw_foot, draw_lives, draw_weapons
from arena.view.overlay.layout import hud_corners
from arena.view.overlay.overlay import BOX, DART, LINE, Overlay
from arena.view.palette import load_palette, player_color
from tests.app.screens.text_boxes import written

PALETTE = load_palette("terra")
SHIP_LINES = 5
"""Of the icon of a ship."""


def drawn(height: float, lives: int, bombs: int) -> Any:
    overlay = Overlay(16 / 9, height)
    draw_foot(overlay, 1.0)
    draw_weapons(overlay, 1, PALETTE, 1.0)
    draw_lives(overlay, lives, bombs, player_color(PALETTE, 0), PALETTE, 1.0)
    return overlay.instances()


@pytest.mark.parametrize("height", [540.0, 1080.0])
@pytest.mark.parametrize("count", [0, 3, 5, 6, 12, 99])
def test_nothing_overruns_the_plate(height: float, count: int) -> None:
    rows = drawn(height, count, count)
    plate, *others = rows
    assert plate["shape"] == BOX and plate["color"].tolist() == pytest.approx(PLATE)
    (x, y, w, h), place = plate["place"], np.array([row["place"] for row in others])
    assert (place[:, 0] - place[:, 2]).min() >= x - w and (place[:, 0] + place[:, 2]).max() <= x + w
    assert (place[:, 1] - place[:, 3]).min() >= y - h and (place[:, 1] + place[:, 3]).max() <= y + h
    weapons, ships = hud_corners(1920.0, height)[-2:]
    assert x + w <= ships.x + ships.width and y + h <= weapons.y + weapons.height
    assert ships.y + ships.height <= weapons.y and x - w < EDGE


@pytest.mark.parametrize(("lives", "icons", "number"), [(5, 5, None), (6, 1, "×6"), (12, 1, "×12")])
def test_more_ships_than_there_is_room_for_are_told_by_a_number(
    lives: int, icons: int, number: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with written(monkeypatch) as noted:
        rows, none = drawn(1080.0, lives, 2), drawn(1080.0, 0, 2)
    assert (rows["shape"] == LINE).sum() - (none["shape"] == LINE).sum() == icons * SHIP_LINES
    assert not (rows["shape"] == DART).any(), "those point at enemies"
    assert [text.string for text in noted if text.string.startswith("×")] == ([number] if number else [])


@pytest.mark.parametrize(("height", "names"), [(1080.0, len(WEAPONS)), (540.0, 1)])
def test_a_low_picture_lists_the_weapon_in_hand_only(
    height: float, names: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with written(monkeypatch) as noted:
        drawn(height, 3, 2)
    assert sum(text.string in {weapon.name.upper() for weapon in WEAPONS} for text in noted) == names
