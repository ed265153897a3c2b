"""Dashes of the bot into enemies: by who is in their way, and by who waits at their end."""

from collections.abc import Sequence

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.skills import NEVER_STRIKES
from arena.game.bots.perception import Sight, create_sight
from arena.game.bots.risks import DASH, wants_strike
from arena.game.match import Match
from arena.game.rules import BOT
from arena.sim.world import World

LINE = [(3.0, 0.0), (5.0, 0.3), (7.0, -0.3)]
BEYOND = [(DASH + 3.0, 0.0), (DASH + 3.5, 1.0), (DASH + 3.0, -2.0), (DASH + 2.5, 2.0)]
LONG = 2.0 * BOT.strike_landing


def seen(world: World, places: Sequence[tuple[float, float]], arrives: float = 0.0) -> Sight:
    """Drones at rest at these places of the plane [u]; those beyond a dash land in so many seconds."""
    sight = create_sight()
    for at, (x, y) in enumerate(places):
        sight.row[at] = world.place(kinds.DRONE.number, np.array([0.0, 0.0, 1.0]))
        sight.kind[at], sight.awake[at], sight.radius[at] = kinds.DRONE.number, 1, 0.5
        sight.x[at], sight.y[at] = x, y
        sight.arrives[at] = arrives if x > DASH else 0.0
    sight.count[0] = len(places)
    return sight


@pytest.mark.parametrize(
    ("places", "arrives", "least", "strikes"),
    [
        (LINE, 0.0, 3, True),
        (LINE[:2], 0.0, 3, False),
        (LINE[:2], 0.0, 2, True),
        (LINE + BEYOND, 0.0, 3, False),
        (LINE + BEYOND, 0.5 * BOT.strike_landing, 3, False),
        (LINE + BEYOND, LONG, 3, True),
        (LINE, 0.0, NEVER_STRIKES, False),
    ],
)
def test_it_dashes_through_enough_enemies_unless_others_wait_at_the_end(
    places: list[tuple[float, float]], arrives: float, least: int, strikes: bool
) -> None:
    with Match(seed=1, workers=1) as match:
        course = np.zeros(2)
        assert wants_strike(match.world, 0, least, seen(match.world, places, arrives), course) == strikes
        assert not strikes or course == pytest.approx([1.0, 0.0])
