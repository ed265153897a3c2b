"""Decisions of the bot: crowds in its course, and the weapon for a target beyond them."""

import numpy as np
import pytest

from arena.catalogue import kinds, weapons
from arena.game.bots.decisions import steer
from arena.game.bots.perception import Sight, create_sight, look
from arena.game.bots.weapon_choice import wanted_weapon
from arena.game.match import Match
from tests.playing import empty_match, towards

SPEED = kinds.PLAYER.ship.flight.max_speed
CROWD = 8
"""Ships."""


def seen(match: Match) -> Sight:
    world, sight = match.world, create_sight()
    look(world.bodies, world.players, 0, world.shell_radius, 26.0, 7.0, sight)
    return sight


def put_crowd(match: Match, right: float, kind: int = kinds.DRONE.number) -> list[int]:
    """Rows of ships at rest side by side, some way to the right [u]."""
    return [match.world.place(kind, towards(match, right, 1.2 * (k - 0.5 * CROWD))) for k in range(CROWD)]


@pytest.mark.parametrize(
    ("kind", "awake", "fear", "goes"),
    [
        (kinds.DRONE.number, True, 0.3, False),
        (kinds.DRONE.number, True, 0.0, True),
        (kinds.DRONE.number, False, 0.3, True),
        (kinds.MINE.number, True, 0.3, True),
    ],
)
def test_it_does_not_end_a_course_among_those_who_hunt(
    kind: int, awake: bool, fear: float, goes: bool
) -> None:
    """They rest where they are out of its way, but near to where it would be after a moment."""
    with empty_match() as match:
        match.world.bodies.awake[put_crowd(match, 19.0, kind)] = awake
        course = np.zeros(2)
        danger = steer(seen(match), 0.7, SPEED, 1.0, fear, np.array([1.0, 0.0]), np.zeros(2), course)
        assert (course[0] > 0.99) == goes
        assert danger == pytest.approx(0.0) or not goes


def test_it_takes_the_scatter_for_targets_in_its_reach_only() -> None:
    with empty_match() as match:
        near = put_crowd(match, 6.0)
        far = match.world.place(kinds.DRONE.number, towards(match, 0.0, 13.0))
        sight = seen(match)
        rows = sight.row[: sight.count[0]].tolist()
        assert wanted_weapon(match.world, sight, rows.index(near[CROWD // 2])) == weapons.SCATTER.fired
        assert wanted_weapon(match.world, sight, rows.index(far)) == weapons.PULSE.fired
        assert wanted_weapon(match.world, sight, -1) == weapons.PULSE.fired
