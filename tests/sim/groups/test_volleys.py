"""Volleys: who takes part, how long they are announced, what is fired, and that the clock is one for all."""

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.volleys import PATTERNS
from arena.game.rules import SIGHT
from arena.sim.groups.volleys import LEAST, PERIOD, WINDUP_TICKS, pattern_of
from arena.sim.kinds import Phase, Pool
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.ai.arena_of_minds import place, play, small_world
from tests.playing import told

REACH = tuning.VOLLEY.reach


def gunners(
    count: int = LEAST + 1, apart: float = 3.0, away: float = 0.22, seed: int = 0, players: int = 1
) -> World:
    """Gunners side by side ahead of the player, right before the clock strikes."""
    world = small_world(enemies=16, bullets=512, players=players)
    world.simulation.seed[0] = seed
    for k in range(count):
        place(world, kinds.GUNNER.number, away, k * apart / world.shell_radius / np.sin(away))
    world.tick = PERIOD - 2
    return world


@pytest.mark.parametrize("number", PATTERNS.numbers.values(), ids=PATTERNS.names)
def test_all_near_one_another_fire_the_pattern_at_once_after_a_warning(number: int) -> None:
    seed = next(seed for seed in range(99) if pattern_of(seed, PERIOD, len(PATTERNS)) == number)
    world, rules = gunners(seed=seed), PATTERNS[number].rules
    phases: dict[int, set[int]] = {}
    born: dict[int, int] = {}
    cooldown: dict[int, int] = {}

    def look(world: World) -> None:
        cooldown[world.tick] = int(world.ships.cooldown[world.rows(Pool.ENEMY)].min())
        phases[world.tick] = set(world.memory.phase[world.rows(Pool.ENEMY)].tolist())
        fresh = np.count_nonzero(world.bodies.born[world.rows(Pool.BULLET)] == world.tick)
        if fresh:
            born[world.tick] = int(fresh)

    seen = play(world, WINDUP_TICKS + rules.act + 10, look=look)
    assert [event for _, event, _, _ in seen].count(Event.VOLLEY) == 1, "one is told of for all of them"
    assert phases[PERIOD] == {Phase.WINDUP}
    assert SIGHT.least <= WINDUP_TICKS
    first = PERIOD + WINDUP_TICKS
    shots = [at for at in born if at >= PERIOD]
    arms = rules.fire.arms - rules.fire.gap
    assert shots == list(range(first, first + rules.act, rules.fire.interval))
    assert [born[at] for at in shots] == [arms * (LEAST + 1)] * len(shots)
    assert phases[first + rules.act] == {Phase.SEEK}
    interval = round(kinds.GUNNER.ship.gun.interval * tuning.TICK_RATE)
    assert cooldown[first + rules.act] == pytest.approx(interval, abs=1), "their own fire waits as usual"


@pytest.mark.parametrize(
    ("changes", "winds_up"),
    [({}, True), ({"count": LEAST}, False), ({"apart": REACH + 1.0}, False), ({"away": 0.5}, False)],
    ids=["together", "too few", "too far apart", "too far away"],
)
def test_who_takes_part(changes: dict[str, float], winds_up: bool) -> None:
    world = gunners(**changes)  # type: ignore[arg-type]
    seen = play(world, 3)
    assert (Event.VOLLEY in [event for _, event, _, _ in seen]) is winds_up
    rows = world.rows(Pool.ENEMY)
    assert (world.memory.phase[rows] == (Phase.WINDUP if winds_up else Phase.SEEK)).all()


def test_a_wall_leaves_a_gap_at_the_nose() -> None:
    rules = PATTERNS.named("wall").rules.fire
    seed = next(
        seed for seed in range(99) if pattern_of(seed, PERIOD, len(PATTERNS)) == PATTERNS.named("wall").number
    )
    world = gunners(seed=seed)
    play(world, WINDUP_TICKS + 2)
    rows, owner = world.rows(Pool.BULLET), world.rows(Pool.ENEMY)[0]
    own = rows[world.bullets.owner[rows - world.pools[Pool.BULLET].start] == owner]
    cosines = world.bodies.heading[own] @ world.bodies.heading[owner]
    arc = rules.arc or 0.0
    step = arc / (rules.arms - 1)
    least = (rules.gap + 1) / 2 * step
    assert np.arccos(np.clip(cosines, -1.0, 1.0)).min() == pytest.approx(least, abs=0.05)


def test_the_clock_draws_every_pattern() -> None:
    drawn = {int(pattern_of(7, PERIOD * k, len(PATTERNS))) for k in range(60)}
    assert drawn == set(PATTERNS.numbers.values())
    assert pattern_of(7, PERIOD, 3) == pattern_of(7, 2 * PERIOD - 1, 3)


def test_nobody_winds_up_where_a_player_was_lost() -> None:
    world = gunners()
    world.pools[Pool.PLAYER].give(0)
    seen = play(world, 3, immortal=False)
    assert Event.VOLLEY not in [event for _, event, _, _ in seen]


@pytest.mark.parametrize("slot", [0, 1])
def test_whichever_player_is_near_is_fired_at(slot: int) -> None:
    world = gunners(players=2)
    world.spawn_player(1, [0, 0, 1])
    world.bodies.position[1 - slot] *= -1.0
    for _ in range(2):
        step(world, [PlayerCommand()] * 2)
    assert [one.event for one in told(world)].count(Event.VOLLEY) == 1
