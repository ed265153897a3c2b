"""Volleys: ships with `Trait.VOLLEYS` that are near one another fire a pattern together.

One clock rules all of them. When it strikes, every such ship with enough others near it and a player within
range winds up, `Memory.phase`, and fires the pattern of that volley when the windup is over. The pattern is
drawn from the seed and the number of the volley. Minds aim meanwhile, and stop their ships.
"""

from arena import tuning
from arena.jit import inline, kernel
from arena.jit.annotations import Flag, Integer, Real, Row
from arena.sim.bosses.columns import PatternTable
from arena.sim.bosses.deeds import fire_volley
from arena.sim.groups.patterns import PATTERN_RULES
from arena.sim.kinds import VOLLEYS, KindTable, Phase, Pool, in_mask
from arena.sim.random import Stream, uniform
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.vectors import dot, subtract, vector

SEEK, WINDUP, ACT = int(Phase.SEEK), int(Phase.WINDUP), int(Phase.ACT)
MUSTER, ENEMY_POOL, RANDOM = int(Event.VOLLEY), int(Pool.ENEMY), int(Stream.VOLLEY)
PERIOD = round(tuning.VOLLEY.period * tuning.TICK_RATE)
WINDUP_TICKS = round(tuning.VOLLEY.windup * tuning.TICK_RATE)
REACH, LEAST, RANGE = tuning.VOLLEY.reach, tuning.VOLLEY.least, tuning.VOLLEY.range


LONGEST = WINDUP_TICKS + int(PATTERN_RULES.act.max())
"""[ticks] from the clock's strike to the end of the longest pattern."""


@system(
    writes=(
        *("memory.phase", "memory.until", "ships.cooldown", "pools.available"),
        *(*BIRTH, *BULLET_BIRTH, *EVENTS),
    )
)
def fire_volleys(sim: Simulation) -> None:
    """Let ships wind up when the clock strikes, and fire the volleys whose windup is over."""
    since = sim.tick[0] % PERIOD
    if since == 0:
        muster_rows(sim.population, sim.events, sim.tick[0])
    elif since <= LONGEST:
        fire_rows(
            sim.population, sim.kinds, sim.pattern_rules, sim.events, sim.shell_radius[0], sim.seed[0],
            sim.tick[0],
        )  # fmt: skip


@inline
def pattern_of(seed: Integer, tick: Integer, patterns: Integer):
    """Number of the pattern of the volley that winds up or fires at a tick."""
    return int(uniform(seed, RANDOM, tick // PERIOD, 0) * patterns)


@kernel
def muster_rows(population_inout: Population, events_inout: Events, tick: Integer) -> None:
    """Begin the windup of every ship that takes part; what is left of the last volley ends.

    Once a period, so it compares all with all. The grid would not be at hand after a snapshot was restored.
    """
    p, b = population_inout, population_inout.bodies
    for row in range(p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL]):
        if not is_ready(b, row):
            continue
        p.memory.phase[row] = SEEK
        if not in_range(b, len(p.players.boost), row):
            continue
        others, lower = count_others(b, row, p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL])
        if others < LEAST:
            continue
        p.memory.phase[row], p.memory.until[row] = WINDUP, tick + WINDUP_TICKS
        p.ships.cooldown[row] = WINDUP_TICKS
        if lower == 0:
            add_event(events_inout, MUSTER, row, -1, b.kind[row], 0.0, b.position[row])


@inline
def is_ready(bodies: Bodies, row: Row) -> Flag:
    """True if a ship could take part in a volley."""
    b = bodies
    return b.alive[row] and b.awake[row] and in_mask(VOLLEYS, b.kind[row]) and b.radial_speed[row] == 0.0


@inline
def count_others(bodies: Bodies, row: Row, start: Integer, stop: Integer) -> tuple[Integer, Integer]:
    """Number of the ships near one that could take part with it, and of those in lower rows."""
    others = lower = 0
    here = vector(bodies.position, row)
    for other in range(start, stop):
        if other == row or not is_ready(bodies, other):
            continue
        gap = subtract(vector(bodies.position, other), here)
        if dot(gap, gap) < REACH * REACH:
            others += 1
            lower += other < row
    return others, lower


@inline
def in_range(bodies: Bodies, players: Integer, row: Row) -> Flag:
    """True if a player flies near enough to fire at."""
    for slot in range(players):
        if bodies.alive[slot]:
            gap = subtract(vector(bodies.position, slot), vector(bodies.position, row))
            if dot(gap, gap) < RANGE * RANGE:
                return True
    return False


@kernel
def fire_rows(
    population_inout: Population, kinds: KindTable, patterns: PatternTable, events_inout: Events,
    shell_radius: Real, seed: Integer, tick: Integer,
) -> None:  # fmt: skip
    """Fire the pattern from every ship whose windup is over, and end the volley."""
    p, b, memory = population_inout, population_inout.bodies, population_inout.memory
    pattern = pattern_of(seed, tick, len(patterns.act))
    act = patterns.act[pattern]
    for row in range(p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL]):
        if memory.phase[row] == SEEK or not is_ready(b, row):
            continue
        if memory.phase[row] == WINDUP and tick >= memory.until[row]:
            memory.phase[row], memory.until[row] = ACT, tick + act
            p.ships.cooldown[row] = act + int(kinds.fire_ticks[b.kind[row]])
        if memory.phase[row] != ACT:
            continue
        since = act - (memory.until[row] - tick)
        if since >= act:
            memory.phase[row] = SEEK
        else:
            nose = vector(b.heading, row)
            fire_volley(p, patterns.fire, events_inout, row, pattern, nose, since, shell_radius, tick)
