"""Great circles of objectives: how much of a route lies behind a place."""

from itertools import pairwise

import numpy as np
import pytest

from arena.game.phases.courses import chord, route_share
from arena.sphere import UnitVector, unit

ROUTE: tuple[UnitVector, ...] = ((1.0, 0.0, 0.0), (0.6, 0.8, 0.0), (0.0, 0.0, 1.0))
SECOND_LEG = chord(ROUTE[1], ROUTE[2]) / (chord(ROUTE[0], ROUTE[1]) + chord(ROUTE[1], ROUTE[2]))


@pytest.mark.parametrize(
    ("passed", "place", "share"),
    [
        (0, ROUTE[0], 0.0),
        (0, ROUTE[1], 1.0 - SECOND_LEG),
        (1, ROUTE[1], 1.0 - SECOND_LEG),
        (1, ROUTE[2], 1.0),
        (0, (-1.0, 0.0, 0.0), 0.0),
    ],
)
def test_the_share_of_a_route_goes_on_from_leg_to_leg(passed: int, place: UnitVector, share: float) -> None:
    assert route_share(ROUTE, passed, np.array(place)) == pytest.approx(share)


def test_the_share_of_a_route_only_grows_along_it() -> None:
    shares = list[float]()
    for leg, (here, there) in enumerate(pairwise(ROUTE)):
        ways = (np.array(here) * (1.0 - t) + np.array(there) * t for t in np.linspace(0.0, 1.0, 20))
        shares += [route_share(ROUTE, leg, unit(way)) for way in ways]
    assert (np.diff(shares) > -1e-9).all() and shares[-1] == pytest.approx(1.0)
