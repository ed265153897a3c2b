"""Tides of late waves: a river of drones flows past the players, beside all that the wave sends.

`Endless` calls `advance_tide` once per tick, or `run_tide` where none begins. A tide comes with the peak of a
wave whose plan has one. Its drones come where nobody sees it and flow as those of the mode Tide do, few of
them hunt, and after `WaveRules.tide_flow` those that nobody sees leave. No wave waits for those that flow.
"""

import math

import numpy as np

from arena.game.rivers import ebb_rivers, fill_rivers, flowing_rows, steer_rivers, wake_nearest
from arena.game.rules import TIDE, WAVES
from arena.game.spawning.formations import focus_of
from arena.game.waves.director import Waves, count_hunting
from arena.game.waves.plans import BeatName, WavePlan
from arena.jit import kernel
from arena.jit.annotations import F64, I64, Integer, Real
from arena.jit.tables import Table
from arena.sim.kinds import KindTable, Pool
from arena.sim.random import Stream, uniform
from arena.sim.sleep import chord
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.sphere import quadrant_sine_cosine, tangent_frame

RANDOM, ENEMY_POOL = int(Stream.TIDE), int(Pool.ENEMY)
BIRTHS, UNSEEN = TIDE.births, TIDE.unseen
FLOW_TICKS, EBB = WAVES.tide_flow, WAVES.tide_ebb
HUNTER_INTERVAL, COMPANY = WAVES.tide_interval, WAVES.tide_company
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
    run_tide(world.population, world.kinds, tides, plan.tide, world.shell_radius, world.seed, world.tick)


@kernel
def run_tide(
    population_inout: Population, kinds: KindTable, tides_inout: Tides, most: Integer, shell: Real,
    seed: Integer, tick: Integer,
) -> None:  # fmt: skip
    """Let the last tide, of `most` drones, come, flow and leave, if it has not left yet."""
    p, t = population_inout, tides_inout
    if t.began[0] == NEVER:
        return
    players, available = len(p.players.boost), p.pools.available
    first, stop = p.pools.start[ENEMY_POOL], p.pools.stop[ENEMY_POOL]
    if tick - t.began[0] < FLOW_TICKS:
        births, before = min(BIRTHS, most - t.born[0]), available[ENEMY_POOL]
        if births > 0:
            fill_rivers(p, kinds, t.axes, births, players, shell, UNSEEN, seed, tick)
            t.born[0] += before - available[ENEMY_POOL]
    elif not ebb_rivers(p, first, stop, EBB, players, chord(UNSEEN, shell)):
        t.began[0] = NEVER
        return
    steer_rivers(p.bodies, p.sleep, first, stop, t.axes, players, shell, np.inf, seed)
    if tick % HUNTER_INTERVAL != 0:
        return
    if count_hunting(p.bodies, p.sleep, first, stop, False, COMPANY) < COMPANY:
        slot = tick // HUNTER_INTERVAL % players
        wake_nearest(p.bodies, p.sleep, first, stop, players, slot, shell)


def count_flowing(world: World) -> int:
    """Number of drones that flow."""
    return len(flowing_rows(world))


def _axis(world: World, wave: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Unit axis of a tide whose river passes the players at `WaveRules.tide_aside`."""
    focus, _ = focus_of(world, world.tick)
    first, second = tangent_frame(focus)
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(world.seed, RANDOM, wave, 0))
    aside, along = quadrant_sine_cosine(WAVES.tide_aside / world.shell_radius)
    return focus * aside + (first * cosine + second * sine) * along
