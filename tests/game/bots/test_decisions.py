"""Decisions of the bot: crowds in its course, and the weapon for a target beyond them."""

import numpy as np
import pytest

from arena.catalogue import kinds, materials, weapons
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


DRONE, LANCER, ROCK, PULSE, SCATTER, LANCE = (
    *(kinds.DRONE.number, kinds.LANCER.number, kinds.ASTEROID.number),
    *(weapons.PULSE.fired, weapons.SCATTER.fired, weapons.LANCE.fired),
)


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ([(DRONE, 0.0, 13.0, 0)], PULSE),
        ([(DRONE, 1.2 * (k - 3.5), 6.0, 0) for k in range(8)], SCATTER),
        ([(DRONE, 1.2 * (k - 3.5), 25.0, 0) for k in range(8)], PULSE),
        ([(LANCER, 0.0, 7.0 + 2.0 * k, 0) for k in range(5)], LANCE),
        ([(DRONE, 3.0 * k, 7.0, 0) for k in range(5)], PULSE),
        ([(ROCK, 0.0, 8.0, materials.METAL.number)], LANCE),
        ([(ROCK, 0.0, 8.0, materials.ICE.number)], PULSE),
        ([(ROCK, 0.0, 6.0, materials.ROCK.number)], SCATTER),
    ],
    ids=["one", "crowd", "far crowd", "file", "rank with gaps", "metal", "ice", "rock"],
)
@pytest.mark.parametrize("held", [PULSE, SCATTER, LANCE])
def test_it_takes_the_weapon_that_does_most_in_its_line_of_fire(
    places: list[tuple[int, float, float, int]], wanted: int, held: int
) -> None:
    """The first place is the target's, that of a crowd is in its middle."""
    size = 3.5 if wanted == LANCE else 2.5
    with empty_match() as match:
        rows = [
            match.world.place(
                kind, towards(match, right, ahead), radius=size if kind == ROCK else None, material=made
            )
            for kind, right, ahead, made in places
        ]
        match.world.players.weapon[0] = held - 1
        sight = seen(match)
        target = sight.row[: sight.count[0]].tolist().index(rows[len(rows) // 2 if wanted == SCATTER else 0])
        assert wanted_weapon(match.world, 0, sight, target, 0.07) == wanted


def test_it_keeps_the_weapon_in_hand_where_there_is_no_target_or_little_to_gain() -> None:
    with empty_match() as match:
        match.world.players.weapon[0] = LANCE - 1
        assert wanted_weapon(match.world, 0, seen(match), -1, 0.07) == LANCE
