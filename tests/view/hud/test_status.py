"""The signs at the foot: in their corner, however much there is of it, and told apart without colours."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue.pickups import BOMB
from arena.catalogue.weapons import WEAPONS
from arena.sim.tables.bodies import SLOTS
from arena.view.hud.modules import draw_places
from arena.view.hud.status import (
    EDGE,
    LIVES_UP,
    MODULES_UP,
    NONE_LEFT,
    WEAPONS_UP,
    draw_dials,
    draw_lives,
    draw_weapons,
)
from arena.view.overlay.layout import Pane, hud_corners
from arena.view.overlay.overlay import BOX, LINE, Overlay
from arena.view.overlay.signs import SHIP
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import written
from tests.view.fakes import HUD, fake_world

PALETTE = load_palette("terra")
SHIP_LINES = 2 * (len(SHIP[0]) - 1)
"""Of the sign of a ship, its dark edge included."""


def drawn(height: float, lives: int | None, bombs: int, held: int = 1) -> Any:
    overlay = Overlay(16 / 9, height)
    draw_weapons(overlay, held, PALETTE)
    draw_lives(overlay, "" if lives is not None else "P4", lives, bombs, 0, PALETTE)
    draw_places(overlay, list(range(1, SLOTS + 1)), [2] * SLOTS, EDGE + 10.0, MODULES_UP, PALETTE)
    return overlay.instances()


@pytest.mark.parametrize("height", [540.0, 1080.0])
@pytest.mark.parametrize("count", [0, 3, 5, 6, 12, 99, None])
def test_nothing_leaves_the_corner(height: float, count: int | None) -> None:
    place = drawn(height, count, count or 0)["place"]
    reach = np.where(place[:, 2:] > 0.0, place[:, 2:], 0.0).max(axis=1)
    corner = hud_corners(height * 16 / 9, height)[-1]
    assert (place[:, 0] - reach).min() >= corner.x and (place[:, 1] - reach).min() >= corner.y
    assert (place[:, 0] + reach).max() <= corner.x + corner.width
    assert (place[:, 1] + reach).max() <= corner.y + corner.height + 4.0


@pytest.mark.parametrize(("lives", "signs", "number"), [(5, 5, None), (6, 1, "×6"), (12, 1, "×12")])
def test_more_ships_than_there_is_room_for_are_told_by_a_number(
    lives: int, signs: int, number: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with written(monkeypatch) as noted:
        rows, none = drawn(1080.0, lives, 2), drawn(1080.0, 0, 2)
    assert (rows["shape"] == LINE).sum() - (none["shape"] == LINE).sum() == signs * SHIP_LINES
    assert [text.string for text in noted if text.string.startswith("×")] == ([number] if number else [])


@pytest.mark.parametrize(("bombs", "signs"), [(1, 1), (4, 4), (5, 1)])
def test_each_bomb_is_the_sign_of_the_pickup_filled(bombs: int, signs: int) -> None:
    strokes = 2 * sum(len(stroke) - 1 for stroke in BOMB.show.sign)
    rows, ships = drawn(1080.0, 3, bombs), 3 * SHIP_LINES
    none = drawn(1080.0, 3, 0)
    for shape, each in ((LINE, strokes), (BOX, 1)):
        assert (rows["shape"] == shape).sum() - (none["shape"] == shape).sum() == each * (signs - 1)
    assert (none["shape"] == LINE).sum() > ships + strokes, "one stands for none, but"
    dim = none[(none["shape"] == BOX) & (np.abs(none["place"][:, 1] - LIVES_UP) < 5.0)]
    assert dim["color"][:, 3] == pytest.approx(NONE_LEFT), "it is dim"


def test_the_weapon_in_hand_is_bolder_brighter_and_underlined() -> None:
    """Colour alone would not tell it."""
    for held in range(len(WEAPONS)):
        own, other = drawn(1080.0, 0, 0, held), drawn(1080.0, 0, 0, (held + 1) % len(WEAPONS))
        bar = own[(own["shape"] == BOX)]["place"][:, 0] - other[(other["shape"] == BOX)]["place"][:, 0]
        assert np.abs(bar).max() > 20.0, "the line below it moves with it"
        near = [
            rows[(rows["shape"] == LINE) & (np.abs(rows["place"][:, 0] - (EDGE + 16.0 + 50.0 * held)) < 20.0)]
            for rows in (own, other)
        ]
        bold, plain = (rows[rows["place"][:, 1] < MODULES_UP - 24.0] for rows in near)
        assert bold["place"][:, 3].max() > plain["place"][:, 3].max()
        bars = own[(own["shape"] == BOX) & (np.abs(own["place"][:, 1] - (WEAPONS_UP - 26.0)) < 3.0)]
        assert len(bars) and np.ptp(bars["place"][:, 0]) < 4.0, "one line"
        assert bold["color"][:, 3].max() > plain["color"][:, 3].max()


@pytest.mark.parametrize(("pane", "names"), [(Pane.WHOLE, 0), (Pane.LEFT, 1), (Pane.RIGHT, 1)])
def test_only_a_part_of_a_window_names_its_player(
    pane: Pane, names: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = Viewer()
    viewer.pane = pane
    with written(monkeypatch) as noted:
        viewer.build(fake_world(), HUD._replace(lives=None), 1.0, 0.0, (960, 540))
    assert [text.string for text in noted].count("P1") == names


@pytest.mark.parametrize(("left", "light"), [(-5, None), (0, None), (9, 0.2), (36, 0.5), (90, 0.55)])
def test_a_ring_fades_with_the_last_moments_in_which_nothing_harms(left: int, light: float | None) -> None:
    world: Any = fake_world()
    world.tick = 600
    lit = list[Any]()
    for until in (0, 600 + left):
        world.ships.untouchable_until[0] = until
        overlay = Overlay(16 / 9, 1080.0)
        draw_dials(overlay, world, 0, 900.0, 500.0, PALETTE)
        lit.append(overlay.instances())
    without, rows = lit
    assert len(rows) - len(without) == (light is not None)
    if light is not None:
        assert rows["color"][-1, 3] == pytest.approx(light)
