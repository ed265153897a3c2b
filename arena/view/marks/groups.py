"""Marks of enemies that act together: threads of shielders to what they protect, and volleys that wind up."""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, Integer, Real
from arena.sim.bosses.deeds import arm_turn, is_left_out
from arena.sim.groups.protection import is_linked
from arena.sim.groups.volleys import VOLLEYS, WINDUP_TICKS, PatternTable, pattern_of
from arena.sim.kinds import Phase, Pool, in_mask
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.vectors import Vector, combined, cross, length, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite
from arena.view.culling import read_lens, sees
from arena.view.marks.warnings import pixel_size

THREAD_PIECES = 8
"""Straight pieces of a thread, which follows the shell."""
THREAD_SIZE, THREAD_PX, THREAD_LIGHT = 0.07, 1.7, 0.40
"""Half width of a thread [u], its least one [px of a picture 720 high], and its light."""
PULSE_RATE, PULSE_LIGHT = 0.16, 0.22
"""Rate at which light runs along a thread to the ship [rad a tick], and the gain there."""
SHELL_GAP, SHELL_THICK, SHELL_PX, SHELL_LIGHT = 0.6, 0.12, 4.0, 0.40
"""Between a protected hull and the ring around it [u], its half thickness [u], the least one [px of a picture
720 high], and its light."""
RAY_ROOM = 512
"""More rays of volleys than this are not drawn."""
RAY_GAP, RAY_LENGTH = 0.35, 2.4
"""Between a hull and the rays of its volley, and the length of these when it fires [u]."""
RAY_SIZE, RAY_PX = 0.05, 1.2
RAY_LIGHT, RAY_BRIGHTER = 0.16, 0.24
WINDUP, SEEK = int(Phase.WINDUP), int(Phase.SEEK)


@kernel
def mark_links(
    population: Population, colors: F32, tick: Real, alpha: Real, lens: F64, marks_inout: MarkRows
) -> None:
    """A thread from every shielder to each ship that it protects, and a ring around that ship.

    Args:
        population: of the world.
        colors: of kinds, shape (kinds, 3).
        tick: between the last two.
        alpha: share of the way from the last tick but one to the last.
        lens: see `arena.view.culling`.
        marks_inout: of the picture.
    """
    b, ships, pools = population.bodies, population.ships, population.pools
    view = read_lens(lens)
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        if not (b.alive[row] and is_linked(b, ships, row)):
            continue
        shielder = np.int64(ships.shielder[row])
        here, there = place_between(b, shielder, alpha), place_between(b, row, alpha)
        gap = length(subtract(there, here))
        if not sees(view, there, gap + 1.0):
            continue
        red, green, blue = vector(colors, b.kind[shielder])
        level, last = length(here), here
        for piece in range(1, THREAD_PIECES + 1):
            share = piece / THREAD_PIECES
            point = combined(here, 1.0 - share, there, share)
            point = scaled(point, level / max(length(point), 1e-6))
            pulse = 0.5 + 0.5 * math.sin(PULSE_RATE * tick - 2.0 * math.pi * share)
            size = max(THREAD_SIZE, THREAD_PX * pixel_size(view, point))
            color = red, green, blue, THREAD_LIGHT + PULSE_LIGHT * pulse
            add_sprite(marks_inout, point, size, subtract(point, last), 0.0, color)
            last = point
        center = scaled(there, 1.0 / max(length(there), 1e-6))
        thick = max(SHELL_THICK, SHELL_PX * pixel_size(view, there))
        add_ring(marks_inout, center, b.radius[row] + SHELL_GAP, thick, 0.0, (red, green, blue, SHELL_LIGHT))


@inline
def place_between(bodies: Bodies, row: Integer, alpha: Real) -> Vector:
    """Place of a body between the last two ticks."""
    return combined(vector(bodies.previous_position, row), 1.0 - alpha, vector(bodies.position, row), alpha)


@kernel
def mark_volleys(
    population: Population, patterns: PatternTable, seed: Integer, tick: Integer, lens: F64, color: F64,
    marks_inout: MarkRows,
) -> None:  # fmt: skip
    """Rays from every ship that winds up a volley, along its bullets' ways; they grow until it fires."""
    b, memory, pools = population.bodies, population.memory, population.pools
    view, count = read_lens(lens), marks_inout.sprite_count
    pattern, most = pattern_of(seed, tick, len(patterns.act)), count[0] + RAY_ROOM
    arms = patterns.fire.arms[pattern]
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        if memory.phase[row] != WINDUP or not (b.alive[row] and in_mask(VOLLEYS, b.kind[row])):
            continue
        place, nose = vector(b.position, row), vector(b.heading, row)
        if count[0] + arms > most or not sees(view, place, RAY_LENGTH + 1.0):
            continue
        near = min(max(1.0 - (memory.until[row] - tick) / WINDUP_TICKS, 0.0), 1.0)
        side = scaled(cross(place, nose), 1.0 / max(length(place), 1e-6))
        begin, reach = b.radius[row] + RAY_GAP, RAY_LENGTH * (0.3 + 0.7 * near)
        size = max(RAY_SIZE, RAY_PX * pixel_size(view, place))
        light = color[0], color[1], color[2], RAY_LIGHT + RAY_BRIGHTER * near
        for arm in range(arms):
            if is_left_out(patterns.fire, pattern, arm):
                continue
            turn = arm_turn(patterns.fire, pattern, arm, 0)
            way = combined(nose, math.cos(turn), side, math.sin(turn))
            tip = combined(place, 1.0, way, begin + reach)
            add_sprite(marks_inout, tip, size, scaled(way, reach), 0.0, light)
