"""A player who does nothing earns nothing; one who flies into somebody does."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.scoring.points import list_earnings
from arena.sim.tables.commands import PlayerCommand
from arena.sphere import exp_map, unit

IDLE, AHEAD = PlayerCommand(), PlayerCommand(0, 127)
MINUTE = 3600


def test_an_idle_player_is_paid_nothing_until_the_game_is_over() -> None:
    match = Match("endless", seed=5)
    for _ in range(3 * MINUTE):
        match.tick([IDLE])
        if match.over:
            break
    score = match.world.tables["score"]
    lives = match.world.tables["lives"]
    match.close()
    assert lives.left[0] == 0, "it was rammed until no ship was left"
    assert list_earnings(score) == {} or set(list_earnings(score).values()) == {0}
    assert score.points[0] == 0 and score.collected[0] == 0


@pytest.mark.parametrize(("command", "pays"), [(IDLE, False), (AHEAD, True)])
def test_ramming_pays_who_acts(command: PlayerCommand, pays: bool) -> None:
    match = Match("endless", seed=5)
    world = match.world
    world.ships.untouchable_until[0] = 0
    here, up = world.bodies.position[0].astype(np.float64), world.players.up[0].astype(np.float64)
    drone = world.place(kinds.DRONE.number, unit(exp_map(here, up * 2.0)))
    world.bodies.born[drone] = -1000
    for _ in range(90):
        match.tick([command])
    points, alive = int(world.tables["score"].points[0]), bool(world.bodies.alive[drone])
    match.close()
    assert not alive
    assert (points > 0) == pays
