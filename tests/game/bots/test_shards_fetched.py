"""Shards in the bot's flight: it takes the course past most of them, and leaves those beside ships."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.skills import MIDDLE
from arena.game.bots.decisions import COURSES
from arena.game.bots.perception import create_sight, look
from arena.game.bots.risks import wish_shards
from arena.game.match import Match
from tests.game.scoring.test_shards import put
from tests.playing import empty_match, towards

REACH = MIDDLE.rules.shard_reach


def wished(match: Match) -> tuple[float, float]:
    """Wish of a pilot that wishes nothing else."""
    sight, wish, world = create_sight(), np.zeros(2), match.world
    look(world.bodies, world.players, 0, world.shell_radius, 26.0, 7.0, sight)
    wish_shards(world, 0, MIDDLE.rules, sight, np.zeros(COURSES), wish)
    return float(wish[0]), float(wish[1])


def test_it_takes_the_course_past_most_of_them_and_the_more_so_the_more_there_are() -> None:
    with empty_match() as match:
        assert wished(match) == (0.0, 0.0)
        put(match, 1, 4.0, 0.0)
        one, ahead = wished(match)
        assert 0.1 < one < 0.2 and ahead == pytest.approx(0.0, abs=1e-9)
        put(match, 4, 0.0, 6.0)
        right, four = wished(match)
        assert 3.0 * one < four < 4.0 * one and right == pytest.approx(0.0, abs=1e-9)
        put(match, 40, 0.0, 6.0)
        assert wished(match) == pytest.approx((0.0, MIDDLE.rules.shard_wish), abs=1e-9)


def test_it_leaves_those_beside_a_ship_and_those_far_away() -> None:
    with empty_match() as match:
        put(match, 1, 4.0, 0.0)
        put(match, 4, 0.0, 8.0)
        put(match, 9, 0.0, -REACH - 1.0)
        match.world.place(kinds.GUNNER.number, towards(match, 0.0, 8.0))
        right, ahead = wished(match)
        assert right > 0.1 and ahead == pytest.approx(0.0, abs=1e-9)
