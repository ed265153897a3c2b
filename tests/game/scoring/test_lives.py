"""Places of those who return: of a few around a place, the one with the least danger."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.rules import REUNION
from arena.game.scoring.lives import PLACE, safest_place
from arena.game.spawning.spawn_points import random_ring_point, threat
from arena.sim.kinds import Pool
from arena.sim.world import World
from tests.ai.arena_of_minds import place, small_world

POLE = np.array([0.0, 0.0, 1.0])


def danger(world: World, direction: np.ndarray) -> float:
    """Squares of how far each living body but players is within the horizon, as shares of it."""
    b, first = world.bodies, world.pools[Pool.ENEMY].start
    gaps = np.linalg.norm(b.position - direction * world.shell_radius, axis=1) - b.radius
    near = b.alive & (np.arange(len(gaps)) >= first) & (gaps < REUNION.horizon)
    return float(((1.0 - np.maximum(gaps[near], 0.0) / REUNION.horizon) ** 2).sum())


@pytest.mark.parametrize("tick", [0, 1, 2, 600])
def test_a_player_returns_where_danger_is_least(tick: int) -> None:
    world = small_world(enemies=12, asteroids=12)
    for k in range(20):
        kind = kinds.ASTEROID if k % 2 else kinds.GUNNER
        place(world, kind.number, 0.02 + 0.03 * k, 2.4 * k, radius=1.0 + 0.1 * k)
    reach, places = REUNION.reach / world.shell_radius, np.empty((REUNION.tries, 3))
    for index, point in enumerate(places):
        far = reach * (index + 1) / REUNION.tries
        random_ring_point(POLE, 0.0, far, world.seed, PLACE, tick, index, point)
    dangers = [danger(world, point) for point in places]
    b, shell, first = world.bodies, world.shell_radius, world.pools[Pool.ENEMY].start
    for point, expected in zip(places, dangers, strict=True):
        assert threat(b, first, len(b.alive), point, shell, REUNION.horizon) == pytest.approx(
            expected, rel=1e-4
        )
    found = np.empty(3)
    safest_place(b, first, shell, POLE, world.seed, tick, 0, found)
    assert found == pytest.approx(places[np.argmin(dangers)])
