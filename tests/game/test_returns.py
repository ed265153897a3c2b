"""A lost player returns near its companion, else near another player, else where it was lost."""

import numpy as np
import pytest

from arena.game.companions import companions_of
from arena.game.match import Match
from arena.game.rules import REUNION
from arena.game.seats import return_direction, return_player
from arena.sphere import distance, unit


@pytest.mark.parametrize("near", ["companion", "player", "itself"])
def test_a_player_returns_about_the_place_that_is_told(near: str) -> None:
    with Match(players=2, seed=4, workers=1) as match:
        world = match.world
        (companion,) = companions_of(world, 1)
        places = {"companion": [0.0, 1.0, 0.0], "player": [1.0, 0.0, 0.0], "itself": [0.0, 0.0, -1.0]}
        for row, name in ((companion, "companion"), (0, "player"), (1, "itself")):
            world.bodies.position[row] = np.array(places[name]) * world.shell_radius
        world.bodies.alive[1] = False
        world.bodies.alive[companion] = near == "companion"
        world.bodies.alive[0] = near != "itself"
        told = return_direction(world.population, 1)
        assert told == pytest.approx(places[near])
        return_player(world.simulation, 1)
        away = float(distance(told, unit(world.bodies.position[1]))) * world.shell_radius
        assert world.bodies.alive[1] and away <= REUNION.reach + 1e-3
