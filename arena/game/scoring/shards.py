"""Shards: what destroyed enemies and asteroids leave behind; they alone raise the multiplier.

A shard is no body: it lies in a table of its own, drifts along the shell, is pulled towards players who are
near and ends after a few seconds. The table is a ring, so that the oldest go where there are too many.
`move_shards` and `scatter_shards` run once per tick. Other rules leave shards through `drop_shards`.
"""

import math

import numpy as np

from arena.game.rules import FIELD, SCORE, SHARDS
from arena.game.scoring.points import Score, ScoreTable
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, I32, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.random import Stream, uniform
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.commands import Commands, acts
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.loadout import Effect, Loadout
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import DT, TICK_RATE
from arena.vectors import Vector, add, combined, dot, length, put, scaled, subtract, tangent_part, vector

SHARDS_TABLE = "shards"
"""Name of the table in a world; modes without a score have none."""
RANDOM, SHARD, BURST = int(Stream.SHARD), int(Event.SHARD), int(Event.BURST)
KILLED, STRUCK, CAUGHT = int(Event.KILLED), int(Event.STRUCK), int(Event.CAUGHT)
CAPACITY, LIFE = SHARDS.capacity, round(SHARDS.life * TICK_RATE)
DRAG, SPREAD, THROWN = 1.0 - SHARDS.drag * DT, SHARDS.spread, SHARDS.thrown
REACH, PULL_REACH, PULL_SPEED = SHARDS.reach, SHARDS.pull_reach, SHARDS.pull_speed
MAGNET = Effect.MAGNET.value
DRAWS = 2
"""Numbers drawn for each shard."""


class Shards(Table):
    """Shards that lie about. A row is live while its `ends_at` is not over."""

    position: F32  # [u] from the planet's centre, shape (CAPACITY, 3)
    velocity: F32  # [u/s], tangent, shape (CAPACITY, 3)
    ends_at: I32  # tick at which it is gone; 0: collected, or never there, shape (CAPACITY,)
    next: I64  # row of the next one, shape (1,)
    run: I64  # shards collected in the running run, shape (1,)
    run_at: I64  # tick of its last one, shape (1,)


def create_shards() -> Shards:
    """Build a table without shards."""
    position, velocity = np.zeros((2, CAPACITY, 3), np.float32)
    following, run, run_at = np.zeros((3, 1), np.int64)
    return Shards(position, velocity, np.zeros(CAPACITY, np.int32), following, run, run_at)


@inline
def drop_shards(
    shards_inout: Shards, count: Integer, place: Vector, drift: Vector, shell_radius: Real, seed: Integer,
    tick: Integer, key: Integer,
) -> None:  # fmt: skip
    """Leave shards at a place, which part from each other and drift together with a velocity [u/s].

    `key` tells those apart who leave shards in the same tick: a row of bodies.
    """
    outward = scaled(place, 1.0 / length(place))
    own = tangent_part(drift, outward)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(outward[0], outward[1], outward[2])
    for k in range(count):
        at = shards_inout.next[0]
        draw = DRAWS * (np.int64(key) * CAPACITY + k)
        turn = (k + uniform(seed, RANDOM, tick, draw)) / count
        sine, cosine = quadrant_sine_cosine(2.0 * math.pi * turn)
        speed = SPREAD * (0.35 + 0.65 * uniform(seed, RANDOM, tick, draw + 1))
        aside = combined((ax, ay, az), speed * cosine, (bx, by, bz), speed * sine)
        put(shards_inout.position, at, scaled(outward, shell_radius))
        put(shards_inout.velocity, at, add(own, aside))
        shards_inout.ends_at[at] = tick + LIFE
        shards_inout.next[0] = (at + 1) % CAPACITY


@kernel
def scatter_shards(
    events: Events, bodies: Bodies, scorers: int, score_table: ScoreTable, shell_radius: float, seed: int,
    tick: int, shards_inout: Shards,
) -> None:  # fmt: skip
    """Leave the shards of all that rows below `scorers` destroyed in this tick.

    They fly away from who destroyed it: whoever wants them has to come. What was struck leaves them twice, a
    cascade one for every `SHARDS.of_cascade` of its ships.
    """
    for at in range(events.count[0]):
        kind = events.kind[at]
        leaves = kind in (KILLED, BURST, STRUCK, CAUGHT)
        if not leaves or not 0 <= events.other[at] < scorers:
            continue
        count = score_table.shards[events.subject[at]]
        if kind == BURST:
            count = np.int64(events.size[at] >= FIELD.whole_radius) * SHARDS.of_rock
        elif kind == CAUGHT:
            count = np.int64(np.int64(events.size[at]) % SHARDS.of_cascade == 0)
        row = np.int64(events.row[at])
        key = 2 * row + (kind == STRUCK)
        place = vector(events.position, at)
        away = subtract(place, vector(bodies.position, np.int64(events.other[at])))
        drift = scaled(away, THROWN / max(length(away), 1e-6))
        drop_shards(shards_inout, count, place, drift, shell_radius, seed, tick, key)


@kernel
def move_shards(
    bodies: Bodies, commands: Commands, loadout: Loadout, player_count: int, shell_radius: float, tick: int,
    shards_inout: Shards, score_inout: Score, events_inout: Events,
) -> None:  # fmt: skip
    """Let shards drift, pull them towards near players, and count those that reach one.

    Only players with a command collect.
    """
    s = shards_inout
    for row in range(CAPACITY):
        if s.ends_at[row] <= tick:
            continue
        here, velocity = vector(s.position, row), vector(s.velocity, row)
        outward = scaled(here, 1.0 / shell_radius)
        slot, away = nearest_collector(bodies, commands, player_count, here)
        if away < REACH:
            s.ends_at[row] = 0
            collect_shard(s, score_inout, tick)
            add_event(events_inout, SHARD, slot, -1, bodies.kind[slot], s.run[0], s.position[row])
            continue
        if away < PULL_REACH * loadout.value[slot, 0, MAGNET]:
            way = tangent_part(subtract(vector(bodies.position, slot), here), outward)
            velocity = scaled(way, PULL_SPEED / max(length(way), 1e-6))
        else:
            velocity = scaled(velocity, DRAG)
        there = add(here, scaled(velocity, DT))
        there = scaled(there, shell_radius / length(there))
        put(s.position, row, there)
        put(s.velocity, row, tangent_part(velocity, scaled(there, 1.0 / shell_radius)))


@inline
def nearest_collector(
    bodies: Bodies, commands: Commands, player_count: Integer, place: Vector
) -> tuple[Row, Real]:
    """Slot of the nearest living player with a command, and the distance [u] from its hull; else infinity."""
    best, least = 0, np.inf
    for slot in range(player_count):
        if not bodies.alive[slot] or not acts(commands, slot):
            continue
        gap = subtract(vector(bodies.position, slot), place)
        away = math.sqrt(dot(gap, gap)) - bodies.radius[slot]
        if away < least:
            best, least = slot, away
    return best, least


@inline
def collect_shard(shards_inout: Shards, score_inout: Score, tick: Integer) -> None:
    """Count a shard towards the next step of the multiplier, and in the run of those just before."""
    s = shards_inout
    s.run[0] = s.run[0] + 1 if tick - s.run_at[0] <= SHARDS.run_pause else 1
    s.run_at[0] = tick
    score_inout.collected[0] += 1
    if score_inout.multiplier[0] >= SCORE.multiplier_max:
        return
    score_inout.shards[0] += 1
    if score_inout.shards[0] >= step_size(score_inout.multiplier[0]):
        score_inout.shards[0] = 0
        score_inout.multiplier[0] += 1
    if DEBUG:
        assert 1 <= score_inout.multiplier[0] <= SCORE.multiplier_max, "collect_shard: out of range"


@inline
def step_size(multiplier: Integer) -> Integer:
    """Shards that the step from a multiplier to the next takes."""
    return SHARDS.first_step + SHARDS.step_growth * (multiplier - 1)
