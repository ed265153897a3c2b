"""Arc of a hit: on the side and in the hue of who dealt it, for half a second."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.scoring.harm import create_harm
from arena.view.hud.arrows import HIT_TICKS, draw_hit
from arena.view.overlay.overlay import ARC, DART, Overlay
from arena.view.palette import load_palette, ship_colors
from arena.view.poses import player_pose
from arena.view.scene import Viewer
from tests.view.fakes import fake_world

PALETTE = load_palette("terra")


def rows_of(bearing: tuple[float, float], age: int, hit: bool = True) -> np.ndarray:
    """Rows drawn `age` ticks after a gunner's hit from `bearing`, to the right and ahead."""
    world, harm = fake_world(enemies=0, asteroids=0, bullets=0), create_harm(1)
    if hit:
        harm.tick[0], harm.kind[0], harm.bearing[0] = world.tick - age, kinds.GUNNER.number, bearing
    world.tables = {**world.tables, "harm": harm}
    frame, overlay = Viewer().build(world, None, 1.0, 0.0, (1280, 720)), Overlay(16 / 9)
    draw_hit(overlay, world, 0, player_pose(world, 0, 1.0), frame.camera, PALETTE)
    return overlay.instances()


@pytest.mark.parametrize("bearing", [(9.0, 0.0), (-9.0, 0.0), (0.0, 9.0), (0.0, -9.0)])
def test_an_arc_with_a_head_stands_on_the_side_that_a_hit_came_from(bearing: tuple[float, float]) -> None:
    rows = rows_of(bearing, 3)
    arc, head = rows[rows["shape"] == ARC][-1], rows[rows["shape"] == DART][-1]
    away = head["place"][:2] - arc["place"][:2]
    assert away / np.linalg.norm(away) == pytest.approx(np.array(bearing) / 9.0, abs=0.15)
    assert [np.sin(head["turn"]), np.cos(head["turn"])] == pytest.approx(np.array(bearing) / 9.0, abs=0.15)
    assert arc["color"][:3] == pytest.approx(ship_colors(PALETTE)[kinds.GUNNER.number])


def test_it_fades_within_half_a_second_and_is_not_there_before_a_hit() -> None:
    light = [float(rows_of((9.0, 0.0), age)["color"][-1, 3]) for age in (0, 15, 29)]
    assert light == pytest.approx([1.0, 0.5, 1.0 / 30.0]) and HIT_TICKS == 30
    assert not len(rows_of((9.0, 0.0), 30)) and not len(rows_of((9.0, 0.0), 0, hit=False))
