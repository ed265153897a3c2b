"""Danger that the companion's line is about: it alone is marked."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.companion_voice import BEHIND, LINES
from arena.sim.kinds import Pool
from arena.sim.world import World, WorldConfig
from arena.sphere import exp_map, unit
from arena.view.hud.speech import draw_companion_line, warned_row
from arena.view.overlay.layout import EDGES
from arena.view.overlay.overlay import GLYPH, LINE, Overlay
from arena.view.palette import load_palette
from arena.view.poses import player_pose


def world_with(*ways: tuple[float, float]) -> World:
    """A player who looks up in the picture, and drones so far to the right and ahead [u]."""
    world = World(WorldConfig(seed=1, players=1, enemies=8, asteroids=8, bullets=8))
    world.spawn_player(0)
    pose = player_pose(world, 0, 1.0)
    here = pose.position * world.shell_radius
    for right, ahead in ways:
        away = np.cross(pose.heading, pose.position) * right + pose.heading * ahead
        world.place(kinds.DRONE.number, unit(exp_map(here, away)))
    return world


def danger_of(world: World, line: str = BEHIND.text) -> int | None:
    """Place of the danger among the enemies."""
    row = warned_row(world, player_pose(world, 0, 1.0), line)
    return None if row is None else row - int(world.pool_rows.start[Pool.ENEMY])


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_nearest_who_is_behind_is_the_danger(side: float) -> None:
    assert danger_of(world_with((0.0, 3.0), (4.0 * side, -4.0), (-6.0 * side, -6.0))) == 1


def test_nothing_is_marked_once_the_ship_has_turned() -> None:
    assert danger_of(world_with((0.0, 3.0), (2.0, 2.0))) is None


def test_other_lines_mark_nothing() -> None:
    world = world_with((0.0, -4.0))
    assert {danger_of(world, line.text) for line in LINES if line is not BEHIND} == {None}


@pytest.mark.parametrize("height", [540.0, 1080.0])
def test_words_stand_at_the_lower_edge_beside_a_face(height: float) -> None:
    overlay, line = Overlay(16 / 9, height), "Drones inbound. Keep moving."
    draw_companion_line(overlay, line, load_palette("terra"))
    (box,) = overlay.place_lines()
    assert box.y == EDGES["bottom"]
    rows = overlay.instances()
    letters = rows[rows["shape"] == GLYPH]
    assert len(letters) == len(line)
    face = rows[rows["shape"] == LINE]
    assert len(face) and (face["place"][:, 0] + face["place"][:, 2]).max() < letters["place"][0, 0]
