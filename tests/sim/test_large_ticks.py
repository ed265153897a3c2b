"""Large ticks: a world plays after a thousand hours, and up to its last tick, as it does at its beginning."""

from collections.abc import Callable

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.tables.initial import TICK_LIMIT
from arena.sim.world import World, WorldConfig
from arena.sweep.disasters.laws import broken_laws, create_scratch
from arena.tuning import MINES, PICKUP, TICK_RATE
from tests.ai.arena_of_minds import ahead, place
from tests.playing import add_everybody, told

ROUND = 7200
"""Ticks by which what is done in turns comes round: starts are whole numbers of these."""
HOURS = 1000 * 3600 * TICK_RATE
LATE = TICK_LIMIT // ROUND * ROUND - ROUND
TICKS, HALF = 330, 100
LANDED_LATE = 2.0
"""[s] of a fall."""


def busy_world(start: int) -> World:
    """Something of all that is due at a tick, and nothing random: random numbers differ from tick to tick."""
    config = WorldConfig(
        enemies=40, asteroids=4, bullets=64, mines=4, pickups=4, planet_radius=20.0, live_radius=25.0
    )
    world = World(config)
    world.tick = start
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    for bearing in np.arange(0.0, 6.0, 0.5).tolist():
        place(world, kinds.DRONE.number, 0.5, bearing)
        place(world, kinds.VOLATILE.number, 0.6, bearing)
    gunner = place(world, kinds.GUNNER.number, 0.3, 2.0)
    world.commands.buttons[gunner] = Button.FIRE
    world.commands.aim[gunner] = world.bodies.position[0] - world.bodies.position[gunner]
    world.bodies.health[place(world, kinds.ASTEROID.number, 0.4, radius=3.0)] = 1e6
    for kind, life, arc in ((kinds.MINE, MINES.life, 2.0), (kinds.PICKUP, PICKUP.life, 2.5)):
        world.bodies.born[place(world, kind.number, arc)] = start + TICKS // 2 - round(life * TICK_RATE)
    place(world, kinds.PICKUP.number, 0.1)
    world.drop_in(kinds.DRONE.number, ahead(0.3, 4.0), seconds=LANDED_LATE)
    world.place_boss(ahead(1.5, 1.0))
    return world


def played(start: int) -> tuple[list[object], list[bytes], set[Event]]:
    """Events of each tick, what bodies became, and the kinds of event that occurred."""
    world, events, states, seen = busy_world(start), list[object](), list[bytes](), set[Event]()
    presses = {20: Button.BOOST, 200: Button.BOOST, 240: Button.BOMB}
    for tick in range(TICKS):
        if tick == 60:
            row = np.flatnonzero(world.bodies.alive & (world.bodies.kind == kinds.VOLATILE.number))[0]
            world.bodies.health[row], world.bodies.hit_by[row] = 0.0, 0
        step(world, [PlayerCommand(0, 40, 0, 127, Button.FIRE | presses.get(tick, Button.NONE))])
        events.append(told(world))
        seen.update(one.event for one in told(world))
        b, live = world.bodies, np.flatnonzero(world.bodies.alive)
        columns = (b.awake, b.kind, b.position, b.velocity, b.heading, b.health, b.hit_by)
        states.append(live.tobytes() + b"".join(column[live].tobytes() for column in columns))
    assert world.tick == start + TICKS
    return events, states, seen


@pytest.fixture(scope="module")
def first() -> tuple[list[object], list[bytes], set[Event]]:
    """The story at the beginning of a game."""
    return played(0)


@pytest.mark.parametrize("start", [HOURS, LATE])
def test_a_world_plays_as_at_its_beginning(
    start: int, first: tuple[list[object], list[bytes], set[Event]]
) -> None:
    assert first[2] >= {
        Event.SHOT, Event.HIT, Event.KILLED, Event.LANDED, Event.BOOST, Event.BOMB, Event.SPARK,
        Event.CASCADE, Event.COLLECTED,
    }  # fmt: skip
    events, states, _ = played(start)
    assert events == first[0]
    assert states == first[1]


@pytest.mark.parametrize("start", [HOURS, TICK_LIMIT - 2 * HALF])
def test_a_match_keeps_its_laws_and_its_snapshots(start: int) -> None:
    commands, bot = list[list[PlayerCommand]](), Bot()
    with Match(seed=11, workers=1) as match, Match(seed=11, workers=2) as other:
        add_everybody(match.world, 11)
        match.world.tick, scratch, saved = start, create_scratch(match.world), b""
        for tick in range(2 * HALF):
            if tick == HALF:
                saved = match.snapshot()
            commands.append([bot.command(match.world)])
            match.tick(commands[-1])
            match.state_hash()
            assert broken_laws(match.world, scratch) == []
        other.restore(saved)
        for command in commands[HALF:]:
            other.tick(command)
        assert other.world.tick == start + 2 * HALF
        assert other.array_hashes() == match.array_hashes()


@pytest.mark.parametrize(
    "ask", [lambda match: match.tick(), lambda match: step(match.world, [PlayerCommand()])]
)
def test_the_last_tick_is_said_and_nothing_changes_behind_it(ask: Callable[[Match], None]) -> None:
    with Match(seed=11, workers=1) as match:
        match.state_hash()
        match.world.tick = TICK_LIMIT - 1
        match.tick()
        before = match.snapshot()
        with pytest.raises(
            ValueError, match=r"a game lasts 2,146,435,072 ticks, 414 days, and this one is at its last"
        ):
            ask(match)
        assert match.world.tick == TICK_LIMIT
        assert match.snapshot() == before
