"""A second wingman: where it flies, that it fights, and that it belongs to the state."""

import io

import numpy as np

from arena.catalogue import kinds, modules
from arena.game.bots.bot import Bot
from arena.game.companions import companions_of
from arena.game.crates import held_modules
from arena.game.match import Match
from arena.game.replays.replay import verify_replay
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from tests.playing import told

FIGHT = PlayerCommand(move_y=60, aim_y=127, buttons=Button.FIRE)


def open_crate(match: Match, slot: int = 0) -> None:
    """Let a player fly into a crate with a second wingman."""
    world = match.world
    world.place(kinds.CRATE.number, world.bodies.position[slot], material=modules.WINGMAN.number)
    world.players.picks[slot] = 1
    match.tick([FIGHT] * match.setup.seats)


def sides(match: Match, slot: int = 0) -> list[float]:
    """Distance [u] of each companion to the right of its player."""
    world = match.world
    here, up = world.bodies.position[slot].astype(np.float64), world.players.up[slot].astype(np.float64)
    right = np.cross(up, here / world.shell_radius)
    return [float(world.bodies.position[row] @ right) for row in companions_of(world, slot)]


def test_a_second_wingman_comes_with_its_module_flies_on_the_other_side_and_shoots() -> None:
    with Match("endless", 3, workers=1) as match:
        world = match.world
        assert len(companions_of(world, 0)) == 1
        open_crate(match)
        first, second = companions_of(world, 0)
        shooters = set[int]()
        for tick in range(240):
            world.ships.untouchable_until[0] = world.tick + 9
            if tick == 60:
                here = world.bodies.position[0].astype(np.float64)
                row = world.place(kinds.GUNNER.number, here + 9.0 * world.players.up[0])
                world.bodies.health[row] = 1e6
            match.tick([FIGHT])
            shooters |= {one.row for one in told(world) if one.event == Event.SHOT}
            if tick > 120:
                right, left = sides(match)
                assert right > 0.5 and left < -0.5
        assert {first, second} <= shooters
        assert companions_of(world, 0) == [first, second]


def test_it_is_there_when_its_player_returns_and_goes_when_that_goes() -> None:
    with Match("endless", 3, workers=1, seats=2) as match:
        world, gone = match.world, PlayerCommand(buttons=Button.ABSENT)
        match.tick([PlayerCommand(), PlayerCommand()])
        match.tick([PlayerCommand(), PlayerCommand()])
        open_crate(match, 1)
        assert [len(companions_of(world, slot)) for slot in (0, 1)] == [1, 2]
        match.tick([PlayerCommand(), gone])
        assert [len(companions_of(world, slot)) for slot in (0, 1)] == [1, 0]
        for _ in range(240):
            match.tick([PlayerCommand(), PlayerCommand()])
        assert [len(companions_of(world, slot)) for slot in (0, 1)] == [1, 2]
        assert sorted(world.memory.ring_slot[companions_of(world, 1)]) == [0, 1]


def test_a_snapshot_takes_it_back_and_brings_it_again() -> None:
    with Match("endless", 3, workers=1) as match:
        saved = match.snapshot()

        def play() -> int:
            open_crate(match)
            for _ in range(60):
                match.tick([FIGHT])
            return match.state_hash()

        first = play()
        after = match.snapshot()
        match.restore(saved)
        assert len(companions_of(match.world, 0)) == 1
        assert play() == first
        match.restore(after)
        assert len(companions_of(match.world, 0)) == 2 and match.state_hash() == first


def test_a_replay_with_it_verifies() -> None:
    target, bot = io.BytesIO(), Bot()
    with Match("practice", 5, 1, 1, target, level="endless wave 6") as match:
        assert "wingman" in held_modules(match.world, 0)
        assert len(match.world.rows(Pool.COMPANION)) == 2
        for _ in range(300):
            match.tick([bot.command(match.world)])
    found = verify_replay(io.BytesIO(target.getvalue()), workers=2)
    assert found.identical and found.ticks == 300
