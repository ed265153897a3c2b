"""The tally of a tick: far bullets go, and a match is over when nobody flies and nobody will return."""

import pytest
from numpy.lib.stride_tricks import as_strided

from arena.catalogue import kinds
from arena.game.scoring.lives import REUNION_TICKS
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from tests.playing import empty_match, rules, towards


@pytest.mark.parametrize("leaves", [0, 1])
def test_a_bullet_that_leaves_the_live_regions_ends_and_everybody_else_does_not(leaves: int) -> None:
    """The bullet of the first row, or the next one; a rock leaves with it."""
    with empty_match() as match:
        world = match.world
        for _ in range(12):
            match.tick([PlayerCommand(0, 0, 0, 127, Button.FIRE)])
        bullets = world.rows(Pool.BULLET).tolist()
        assert len(bullets) >= 2 and bullets[0] == world.pool_rows.start[Pool.BULLET]
        rock = world.place(kinds.ASTEROID.number, towards(match, 0.0, -20.0))
        rows = [*bullets, rock]
        match.tick()
        assert world.sleep.inside[rows].all() and world.bodies.alive[rows].all()
        gone = bullets[leaves]
        world.bodies.position[[gone, rock]] *= -1.0
        match.tick()
        match.tick()
        assert [row for row in rows if not world.bodies.alive[row]] == [gone]


@pytest.mark.parametrize("flies", [0, 1])
def test_a_match_goes_on_while_one_of_a_team_flies(flies: int) -> None:
    with empty_match(players=2) as match:
        rules(match).lives.left[0] = 0
        match.world.bodies.health[1 - flies] = -5.0
        for _ in range(3):
            match.tick([PlayerCommand()] * 2)
        assert match.world.bodies.alive[:2].tolist() == [flies == 0, flies == 1]
        assert not match.over
        drone = match.world.place(kinds.DRONE.number, towards(match, 0.0, 20.0, slot=flies))
        match.world.bodies.health[drone], match.world.bodies.hit_by[drone] = 0.0, flies
        match.tick([PlayerCommand()] * 2)
        assert rules(match).points > 0
        match.world.bodies.health[flies] = -5.0
        for _ in range(3):
            match.tick([PlayerCommand()] * 2)
        assert match.over


def test_a_player_returns_so_long_after_the_tick_of_its_death() -> None:
    """The number behind the tick in memory is another one, and is not read."""
    with empty_match(players=2) as match:
        as_strided(match.world.simulation.tick, (2,))[1] = 1000
        match.tick([PlayerCommand()] * 2)
        match.world.bodies.health[1] = -5.0
        while match.world.bodies.alive[1]:
            match.tick([PlayerCommand()] * 2)
        assert rules(match).lives.returns_at.tolist() == [-1, match.world.tick + REUNION_TICKS]
