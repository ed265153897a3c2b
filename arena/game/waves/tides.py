"""Tides of late waves: a river of drones flows past the players, beside all that the wave sends.

`Endless` calls `advance_tide` once per tick. A tide comes with the peak of a wave whose plan has one. Its
drones come where nobody sees it and flow as those of the mode Tide do, few of them hunt, and after
`WaveRules.tide_flow` those that nobody sees leave. No wave waits for those that flow.
"""

import math

import numpy as np

from arena.game.rivers import fill_rivers, steer_rivers, wake_nearest
from arena.game.rules import TIDE, WAVES
from arena.game.spawning.formations import focus_of
from arena.game.waves.director import Waves, count_ships
from arena.game.waves.plans import BeatName, WavePlan
from arena.jit.annotations import F64, I64
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.random import Stream, uniform
from arena.sim.sleep import chord
from arena.sim.world import World
from arena.sphere import quadrant_sine_cosine, tangent_frame

RANDOM = int(Stream.TIDE)
NEVER = -1
BEDS = 16
"""A river has so many beds in one place, each with that share of the width of all of Tide's rivers."""


class Tides(Table):
    """The last tide."""

    axes: F64  # about which its beds flow: the same one for all, shape (BEDS, 3)
    wave: I64  # that it came with; 0: none came yet; shape (1,)
    began: I64  # tick; NEVER: its last drone has left; shape (1,)
    born: I64  # drones of it that have come, shape (1,)


def create_tides() -> Tides:
    """Build the state before the first tide."""
    return Tides(np.zeros((BEDS, 3)), np.zeros(1, np.int64), np.full(1, NEVER), np.zeros(1, np.int64))


def advance_tide(world: World, tides: Tides, waves: Waves, plan: WavePlan) -> None:
    """Begin a tide that is due, and let it come, flow and leave."""
    wave = int(waves.number[0])
    if plan.tide and waves.beat[0] == BeatName.PEAK and tides.wave[0] != wave:
        tides.wave[0], tides.began[0], tides.born[0] = wave, world.tick, 0
        tides.axes[:] = _axis(world, wave)
    if tides.began[0] == NEVER:
        return
    if world.tick - tides.began[0] < WAVES.tide_flow:
        _fill(world, tides, plan.tide)
    elif not _ebb(world):
        tides.began[0] = NEVER
        return
    pool, players = world.pools[Pool.ENEMY], world.config.players
    steer_rivers(
        world.bodies, world.sleep, pool.start, pool.stop, tides.axes, players, world.shell_radius, np.inf,
        world.seed,
    )  # fmt: skip
    turn, rest = divmod(world.tick, WAVES.tide_interval)
    if rest == 0 and count_ships(world) < WAVES.tide_company:
        wake_nearest(
            world.bodies, world.sleep, pool.start, pool.stop, players, turn % players, world.shell_radius
        )


def count_flowing(world: World) -> int:
    """Number of drones that flow."""
    return int(np.count_nonzero(~world.sleep.allow_wake[world.rows(Pool.ENEMY)]))


def _axis(world: World, wave: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Unit axis of a tide whose river passes the players at `WaveRules.tide_aside`."""
    focus, _ = focus_of(world, world.tick)
    first, second = tangent_frame(focus)
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(world.seed, RANDOM, wave, 0))
    aside, along = quadrant_sine_cosine(WAVES.tide_aside / world.shell_radius)
    return focus * aside + (first * cosine + second * sine) * along


def _fill(world: World, tides: Tides, most: int) -> None:
    """Let more drones come, until there are as many as the plan has."""
    births = min(TIDE.births, most - int(tides.born[0]))
    if births > 0:
        pool = world.pools[Pool.ENEMY]
        before = pool.active
        fill_rivers(
            world.population, world.kinds, tides.axes, births, world.config.players, world.shell_radius,
            TIDE.unseen, world.seed, world.tick,
        )  # fmt: skip
        tides.born[0] += pool.active - before


def _ebb(world: World) -> bool:
    """Remove some of the drones that flow where no player sees them; return whether any is left."""
    rows = world.rows(Pool.ENEMY)
    rows = rows[~world.sleep.allow_wake[rows]]
    if not len(rows):
        return False
    gaps = world.bodies.position[rows, None] - world.bodies.position[None, : world.config.players]
    least = chord(TIDE.unseen, world.shell_radius)
    unseen = ((gaps * gaps).sum(axis=2) > least * least).all(axis=1)
    for row in rows[unseen][: WAVES.tide_ebb].tolist():
        world.pools[Pool.ENEMY].give(row)
    return True
