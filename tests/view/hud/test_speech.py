"""What the companion warns of is pointed at, and nothing else is."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.companion_voice import BEHIND, LINES
from arena.sim.world import World, WorldConfig
from arena.sphere import exp_map, unit
from arena.view.hud.speech import RISES, STAY_S, SubtitleHeight, warned_turn
from arena.view.overlay.layout import EDGES, Box, Line, Rank, Slot
from arena.view.overlay.overlay import Overlay
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


def turn_of(world: World, line: str = BEHIND.text) -> float | None:
    return warned_turn(world, player_pose(world, 0, 1.0), line)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_arrow_points_at_the_nearest_who_is_behind(side: float) -> None:
    turn = turn_of(world_with((0.0, 3.0), (4.0 * side, -4.0), (-6.0 * side, -6.0)))
    assert turn == pytest.approx(side * 0.75 * math.pi, abs=0.05)


def test_nothing_is_pointed_at_once_the_ship_has_turned() -> None:
    assert turn_of(world_with((0.0, 3.0), (2.0, 2.0))) is None


def test_other_lines_point_nowhere() -> None:
    world = world_with((0.0, -4.0))
    assert {turn_of(world, line.text) for line in LINES if line is not BEHIND} == {None}


def test_words_stand_as_low_as_covers_nothing_and_step_aside_once_they_were_read() -> None:
    rise, room = SubtitleHeight(), Overlay(16 / 9)
    low = Box((room.width - 300.0) / 2, EDGES["bottom"], 300.0, 54.0)
    high = pytest.approx(EDGES["bottom"] + RISES[1])

    def foot(words: str, free: Callable[[Box], bool], elapsed_s: float = 0.01) -> float:
        overlay = Overlay(16 / 9)
        rise.reserve(overlay, words, 300.0, free, elapsed_s)
        overlay.add_line(Line(Slot.BOTTOM, Rank.SPEECH, 300.0, 54.0, lambda *_: None))
        return overlay.place_lines()[-1].y

    def not_low(box: Box) -> bool:
        return not box.overlaps(low)

    assert foot("Behind you.", not_low) == high
    assert foot("Behind you.", lambda box: True, 5.0) == high, "it stays"
    assert foot("Got one.", lambda box: True) == EDGES["bottom"]
    assert foot("Drones.", lambda box: False) == EDGES["bottom"], "nowhere is better"
    assert foot("Drones.", not_low) == high, "it steps aside"
    assert foot("Drones.", lambda box: not not_low(box), 0.5 * STAY_S) == high, "and is read"
    assert foot("Drones.", lambda box: not not_low(box), 0.6 * STAY_S) == EDGES["bottom"], "before it returns"
