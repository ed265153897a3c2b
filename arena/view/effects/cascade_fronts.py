"""Cascade fronts: for each cascade one line of light that runs over the shell with it.

A front is the outline of what the cascade has reached, in SECTORS about the place of its spark. Its light
rises once while the cascade grows towards a side, and fades there when it no longer does. Bursts themselves
have no light of their own that could flash, however many follow one another.
"""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.tables.bodies import Ships
from arena.sim.tables.events import Event, Events
from arena.sim.tables.fuses import Cascades
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, combined, dot, length, normalised, put, scaled, subtract, vector
from arena.view.buffers import MarkRows, add_sprite
from arena.view.culling import read_lens, sees
from arena.view.overlay.overlay import RGBA

FRONTS, SECTORS = 16, 64
BURST_RADIUS = 3.4
"""Distance from a ship that was caught at which the front runs [u]."""
FOLLOW, FASTEST = 9.0, 34.0
"""Rate at which the front follows what the cascade has reached [1/s], and its limit [u/s]."""
HOLD = 0.4
"""Time for which a side stays lit after it last grew, longer than a fuse burns [s]."""
RISE, FALL = 3.5, 1.3
"""Rates at which light comes and goes [1/s]."""
FULL = 16.0
"""Reach from which on a front has all its light [u]."""
SMALL_SHARE = 0.35
"""Share of its light that the front of a single burst has."""
CREST, CREST_LIGHT, CREST_HARDNESS = 1.0, 1.3, 0.5
"""Half width [u] and light of the line, and how hard its core is, as of sprites."""
WAKE, WAKE_LIGHT, WAKE_BEHIND = 3.6, 0.3, 2.4
"""Half width [u] and light of the glow that follows it, and its distance [u]."""
PUSH = 1.6
"""Distance that a full front pushes the lattice [u]."""
SHORT = 0.15
"""Length that a piece without any counts as having [u]."""
DARK = 0.015
"""Light below which a side is not drawn."""
SHOCKS = 2
"""Fronts that push the lattice at the same time."""
SPRITES = 2 * SECTORS
"""Sprites of one front."""
SPARK, CAUGHT = int(Event.SPARK), int(Event.CAUGHT)


class CascadeFronts(Table):
    """Fronts by row; a row whose `began` is 0 is free."""

    began: I64  # tick of the spark, shape (FRONTS,)
    cascade: I64  # row of `Cascades`, shape (FRONTS,)
    center: F32  # unit, shape (FRONTS, 3)
    reached: F32  # by the cascade in each sector [u], shape (FRONTS, SECTORS)
    reach: F32  # of the line in each sector [u], shape (FRONTS, SECTORS)
    grown: F32  # time since each sector last grew [s], shape (FRONTS, SECTORS)
    light: F32  # of each sector, 0 to 1, shape (FRONTS, SECTORS)


def create_fronts() -> CascadeFronts:
    """No front."""
    reached, reach, grown, light = np.zeros((4, FRONTS, SECTORS), np.float32)
    began, cascade = np.zeros((2, FRONTS), np.int64)
    return CascadeFronts(began, cascade, np.zeros((FRONTS, 3), np.float32), reached, reach, grown, light)


@kernel
def grow_fronts(fronts_inout: CascadeFronts, events: Events, ships: Ships, cascades: Cascades) -> None:
    """Let fronts reach every ship that was lit or caught in this tick."""
    for at in range(events.count[0]):
        if events.kind[at] != SPARK and events.kind[at] != CAUGHT:
            continue
        cascade = np.int64(ships.cascade[events.row[at]])
        if cascade >= 0 and cascades.began[cascade] > 0:
            place = normalised(vector(events.position, at))
            front = front_of(fronts_inout, cascade, cascades.began[cascade], place)
            reach_ship(fronts_inout, front, place, length(vector(events.position, at)))


@inline
def front_of(fronts_inout: CascadeFronts, cascade: Integer, began: Integer, place: Vector) -> Row:
    """Row of a cascade's front; a new one at a place where it has none, the oldest gives way."""
    f, oldest = fronts_inout, 0
    for row in range(FRONTS):
        if f.began[row] == began and f.cascade[row] == cascade:
            return row
        if f.began[row] < f.began[oldest]:
            oldest = row
    f.began[oldest], f.cascade[oldest] = began, cascade
    put(f.center, oldest, place)
    for sector in range(SECTORS):
        f.reached[oldest, sector] = f.reach[oldest, sector] = f.light[oldest, sector] = 0.0
        f.grown[oldest, sector] = HOLD
    return oldest


@inline
def reach_ship(fronts_inout: CascadeFronts, front: Row, place: Vector, shell_radius: Real) -> None:
    """Move the outline so that it holds a disc of BURST_RADIUS about a ship at a unit place."""
    f, center = fronts_inout, vector(fronts_inout.center, front)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(center[0], center[1], center[2])
    x, y = dot(place, (ax, ay, az)), dot(place, (bx, by, bz))
    away = math.atan2(math.sqrt(x * x + y * y), dot(place, center)) * shell_radius
    turn = math.atan2(y, x)
    for sector in range(SECTORS):
        off = 2.0 * math.pi * sector / SECTORS - turn
        aside, along = away * math.sin(off), away * math.cos(off)
        square = BURST_RADIUS * BURST_RADIUS - aside * aside
        if square < 0.0 or (along < 0.0 and away > BURST_RADIUS):
            continue
        reach = along + math.sqrt(square)
        if reach > f.reached[front, sector]:
            f.reached[front, sector] = reach
            f.grown[front, sector] = 0.0


@kernel
def advance_fronts(fronts_inout: CascadeFronts, elapsed_s: Real) -> None:
    """Let time pass; fronts without light end."""
    f, share = fronts_inout, 1.0 - math.exp(-FOLLOW * elapsed_s)
    for front in range(FRONTS):
        if f.began[front] == 0:
            continue
        lit = False
        for sector in range(SECTORS):
            gap = f.reached[front, sector] - f.reach[front, sector]
            f.reach[front, sector] += min(gap * share, FASTEST * elapsed_s)
            f.grown[front, sector] += elapsed_s
            light = f.light[front, sector]
            if f.grown[front, sector] < HOLD:
                light = min(1.0, light + RISE * elapsed_s)
            else:
                light = max(0.0, light - FALL * elapsed_s)
            f.light[front, sector] = light
            lit = lit or light > 0.0 or f.grown[front, sector] < HOLD
        if not lit:
            f.began[front] = 0


@kernel
def draw_fronts(
    fronts: CascadeFronts, lens: F64, shell_radius: Real, color: F64, marks_inout: MarkRows
) -> None:
    """Append the fronts in sight, a piece of the line and one of its glow for each sector."""
    view, tint = read_lens(lens), (color[0], color[1], color[2])
    for front in range(FRONTS):
        if fronts.began[front] == 0:
            continue
        reach, light = 0.0, 1e-6
        for sector in range(SECTORS):
            reach += np.float64(fronts.reach[front, sector]) * fronts.light[front, sector]
            light += fronts.light[front, sector]
        full = SMALL_SHARE + (1.0 - SMALL_SHARE) * min(1.0, reach / light / FULL)
        for sector in range(SECTORS):
            light = np.float64(fronts.light[front, sector]) * full
            if light < DARK:
                continue
            tip = point_of(fronts, front, sector, shell_radius, 0.0)
            if sees(view, tip, WAKE + WAKE_BEHIND):
                following = (sector + 1) % SECTORS
                end = point_of(fronts, front, following, shell_radius, 0.0)
                add_piece(marks_inout, tip, end, (CREST, CREST_HARDNESS), (*tint, CREST_LIGHT * light))
                tip = point_of(fronts, front, sector, shell_radius, WAKE_BEHIND)
                end = point_of(fronts, front, following, shell_radius, WAKE_BEHIND)
                add_piece(marks_inout, tip, end, (WAKE, 0.0), (*tint, WAKE_LIGHT * light))


@inline
def point_of(fronts: CascadeFronts, front: Row, sector: Integer, shell_radius: Real, behind: Real) -> Vector:
    """Point of the line in a sector [u], or of what follows it so far behind [u]."""
    center = vector(fronts.center, front)
    ax, ay, az, bx, by, bz = kernel_tangent_frame(center[0], center[1], center[2])
    turn, away = 2.0 * math.pi * sector / SECTORS, max(0.0, np.float64(fronts.reach[front, sector]) - behind)
    way = combined((ax, ay, az), math.cos(turn), (bx, by, bz), math.sin(turn))
    angle = away / shell_radius
    return scaled(combined(center, math.cos(angle), way, math.sin(angle)), shell_radius)


@inline
def add_piece(marks_inout: MarkRows, tip: Vector, end: Vector, look: tuple[Real, Real], color: RGBA) -> None:
    """Append a piece of the line; `look` is its half width [u] and hardness.

    Pieces overlap, the more the shorter they are, and share their light.
    """
    size, hardness = look
    stretch = subtract(tip, end)
    long = length(stretch)
    red, green, blue, light = color
    share = (long + SHORT) / (long + SHORT + size)
    add_sprite(marks_inout, tip, size, stretch, hardness, (red, green, blue, light * share))


def front_shocks(fronts: CascadeFronts) -> F32:
    """Centre, radius [u] and strength [u] of the SHOCKS strongest fronts, shape (n, 5)."""
    light = fronts.light.sum(axis=1) * (fronts.began > 0)
    reach = (fronts.reach * fronts.light).sum(axis=1) / np.maximum(light, 1e-6)
    strength = PUSH * light / SECTORS * np.minimum(1.0, reach / FULL)
    rows = np.argsort(-strength, kind="stable")[:SHOCKS]
    rows = rows[light[rows] >= DARK * SECTORS]
    return np.column_stack([fronts.center[rows], reach[rows], strength[rows]]).astype(np.float32)
