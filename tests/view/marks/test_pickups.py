"""Signs of pickups stand in their rings, and beside whoever flies with the player."""

import math

import numpy as np
import pytest

from arena.view.marks.pickups import COIN, FRIEND_ROOM, beside

SHIP = 20.0
"""About half of a companion as it is drawn [virtual px]."""
RING = np.array((400.0, 300.0))


def friends(*places: tuple[float, float]) -> np.ndarray:
    return np.array(places, float).reshape(-1, 2)


@pytest.mark.parametrize("others", [(), ((500.0, 300.0),), ((400.0, 360.0), (330.0, 300.0))])
def test_a_sign_stands_in_its_ring_where_no_friend_is(others: tuple[tuple[float, float], ...]) -> None:
    assert beside(RING, friends(*others)) == (400.0, 300.0)


@pytest.mark.parametrize("off", [(0.0, 0.0), (10.0, 0.0), (-20.0, 15.0), (0.0, -49.0)])
def test_a_sign_covers_no_friend_and_stays_near_its_ring(off: tuple[float, float]) -> None:
    place = np.array(beside(RING, friends((400.0 + off[0], 300.0 + off[1]), (900.0, 100.0))))
    assert np.linalg.norm(place - RING - off) > math.sqrt(2.0) * COIN + SHIP, "not even with a corner"
    assert np.linalg.norm(place - RING) <= FRIEND_ROOM
