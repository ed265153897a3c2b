"""Zones: solar wind, nebula and gravity well, balls on the shell that act on every body inside.

`apply_zones` runs once per tick, before steering and motion. A body finds its zones by one lookup in a coarse
grid of bit masks, at a cost independent of the number of zones. `world.zone_mask` stores the kinds of zones
around each body for steering, views and minds.

Bodies without an engine are accelerated. A ship's engine would cancel an acceleration within the tick, so
zones change the flow relative to which a ship keeps its velocity (`flow_around`).
"""

import numpy as np
from numpy.typing import ArrayLike

from arena import sphere, tuning
from arena.catalogue.zones import FREE, ZONES
from arena.grid.arguments import check_vector
from arena.jit import inline, kernel
from arena.jit.annotations import U8, U64, Integer, Real, Row
from arena.sim.config import check_real
from arena.sim.kinds import KindTable
from arena.sim.system import body_count, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.zones import CELLS, SLOW, SWIRL, ZONES_MAX, ZoneRuleTable, Zones
from arena.sim.world import World
from arena.tuning import DT
from arena.vectors import Vector, add, cross, dot, length, put, scaled, subtract, vector

BLOCK_ROWS = 20_000
"""Smallest block worth a thread of its own."""

ZONE_RADIUS_MAX, ZONE_STRENGTH_MAX = 1e6, 1e6
"""[u] and in the unit of its kind; larger values would overflow float32 in squares and sums."""

FLOW_TIME = tuning.ZONES.flow_time
FLOW_SHARE = tuning.ZONES.flow_share
FASTEST = tuning.ZONES.fastest

NOWHERE = 1e-6
"""Length [u] below which a direction is undefined."""

ONE = np.uint64(1)
SIDE = np.uint64(CELLS)


def add_zone(
    world: World,
    kind: int,
    direction: ArrayLike,
    radius: float,
    strength: float,
    axis: ArrayLike = (0.0, 0.0, 1.0),
) -> int:
    """Put a zone on the shell; it acts from the next tick on.

    Args:
        world: world to add it to.
        kind: number of a row of `ZONES`, such as `ZONES.named("well").number`.
        direction: from the planet's centre, any length but 0, shape (3,).
        radius: [u].
        strength: in the unit of its effect, see `arena.catalogue.zones.ZoneRules`.
        axis: axis of the wind, which blows counter-clockwise seen from the axis' tip; not 0, shape (3,).

    Returns:
        Its row in `world.zones`.

    Raises:
        ValueError: a number out of range, or no free row.
    """
    if isinstance(kind, str) or kind not in ZONES:
        raise ValueError(f"there is no zone of kind {kind!r}; there is {', '.join(ZONES.names)}, by number")
    check_vector("direction", direction)
    check_vector("axis", axis)
    check_real("radius", radius, 0, ZONE_RADIUS_MAX)
    if not abs(strength) <= ZONE_STRENGTH_MAX:
        raise ValueError(f"strength must be finite and at most {ZONE_STRENGTH_MAX:,g}, not {strength}")
    free = np.flatnonzero(world.zones.kind == FREE)
    if not len(free):
        raise ValueError(f"a world holds at most {ZONES_MAX} zones")
    row = int(free[0])
    zones = world.zones
    zones.kind[row] = kind
    zones.center[row] = sphere.unit(direction) * world.shell_radius
    zones.radius[row], zones.strength[row] = radius, strength
    zones.axis[row] = sphere.unit(axis)
    return row


def remove_zone(world: World, row: int) -> None:
    """Remove a zone.

    Raises:
        ValueError: the row holds no zone.
    """
    if not 0 <= row < ZONES_MAX or world.zones.kind[row] == FREE:
        raise ValueError(f"there is no zone {row}")
    world.zones.kind[row] = FREE


@system(writes=("zone_grid",))
def map_zones(sim: Simulation) -> None:
    """Set each zone's bit in every cell of the coarse grid that its bounding cube overlaps."""
    if sim.zones.kind.any():
        enter_zones(sim.zones, sim.grid_half[0], sim.zone_grid)


@system(writes=("bodies.velocity", "zone_mask"), blocks=(body_count, BLOCK_ROWS))
def apply_zones(begin: Integer, end: Integer, sim: Simulation) -> None:
    """Find the zones around every live body, and accelerate bodies without an engine."""
    if sim.zones.kind.any():
        push_rows(
            begin, end, sim.zones, sim.zone_rules, sim.grid_half[0], sim.zone_grid, sim.kinds, sim.bodies,
            sim.zone_mask,
        )  # fmt: skip
    else:
        sim.zone_mask[begin:end] = 0


@inline
def zone_cell(coordinate: Real, half: Real):
    """Cell along one axis of the cube from -half to half, clamped to it."""
    cell = np.int64((coordinate + half) * (CELLS / (2.0 * half)))
    return np.uint64(min(max(cell, 0), CELLS - 1))


@kernel
def enter_zones(zones: Zones, half: Real, grid_out: U64) -> None:
    """Set each zone's bit in every cell that its bounding cube overlaps, after clearing the grid."""
    grid_out[:] = 0
    center, radius = zones.center, zones.radius
    for row in range(len(radius)):
        if zones.kind[row] == 0:
            continue
        bit = ONE << np.uint64(row)
        x, y, z, reach = center[row, 0], center[row, 1], center[row, 2], radius[row]
        for cz in range(zone_cell(z - reach, half), zone_cell(z + reach, half) + ONE):
            for cy in range(zone_cell(y - reach, half), zone_cell(y + reach, half) + ONE):
                for cx in range(zone_cell(x - reach, half), zone_cell(x + reach, half) + ONE):
                    grid_out[(np.uint64(cz) * SIDE + np.uint64(cy)) * SIDE + np.uint64(cx)] |= bit


@kernel
def push_rows(
    begin: Integer,
    end: Integer,
    zones: Zones,
    rules: ZoneRuleTable,
    half: Real,
    grid: U64,
    kinds: KindTable,
    bodies_inout: Bodies,
    within_out: U8,
) -> None:
    """Look up the zones of each live row, write its zone mask, and accelerate it if it has no engine."""
    alive, position, velocity = bodies_inout.alive, bodies_inout.position, bodies_inout.velocity
    kind, thrust = bodies_inout.kind, kinds.acceleration
    for r in range(begin, end):
        row = np.uint64(r)
        within_out[row] = 0
        if not alive[row]:
            continue
        p = vector(position, row)
        cell = (zone_cell(p[2], half) * SIDE + zone_cell(p[1], half)) * SIDE + zone_cell(p[0], half)
        bits = grid[cell]
        if bits == np.uint64(0):
            continue
        inside, pushed = np.uint8(0), thrust[kind[row]] == 0.0
        for zone in range(ZONES_MAX):
            if bits & (ONE << np.uint64(zone)):
                force = force_at(zones, rules, zone, p)
                if force[0] == 0.0:
                    continue
                inside |= np.uint8(1 << zones.kind[zone])
                if pushed:
                    put(velocity, row, changed(vector(velocity, row), force, DT))
        within_out[row] = inside


@inline
def force_at(zones: Zones, rules: ZoneRuleTable, zone: Row, position: Vector):
    """Effect of a zone at a position, as `(strength, slowing, x, y, z)`.

    Strength fades towards the rim and is 0 outside. Slowing is 1 for a zone that slows, else 0. (x, y, z) is
    the unit direction of the push. A zone with NaN or values out of range has no effect, or NaN would spread
    to all bodies inside.
    """
    gap = subtract(vector(zones.center, zone), position)
    square, reach = dot(gap, gap), np.float64(zones.radius[zone])
    strength = zones.strength[zone] * (1.0 - square / (reach * reach))
    kind = zones.kind[zone]
    if kind == 0 or not ((square < reach * reach) & (abs(strength) <= ZONE_STRENGTH_MAX)):
        return 0.0, 0.0, 0.0, 0.0, 0.0
    effect, strength = rules.effect[kind], strength * rules.sign[kind]
    if effect == SLOW:
        return strength, 1.0, 0.0, 0.0, 0.0
    if effect == SWIRL:
        push = cross(vector(zones.axis, zone), position)
    else:
        push = subtract(gap, scaled(position, dot(gap, position) / dot(position, position)))
    # At a well's centre and at the poles of a wind the direction is undefined.
    size = length(push)
    if not size > NOWHERE:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    return strength, 0.0, push[0] / size, push[1] / size, push[2] / size


@inline
def changed(velocity: Vector, force: tuple[Real, Real, Real, Real, Real], time: Real):
    """Velocity after an effect of `force_at` has acted for a short time [s].

    Above `FASTEST` the effect changes direction, but does not add speed. Otherwise a rock that crosses the
    same wind on each orbit would gain speed without limit (340 u/s were seen).
    """
    share = force[0] * time
    kept = scaled(velocity, max(0.0, 1.0 - share * force[1]))
    pushed = add(kept, scaled((force[2], force[3], force[4]), share))
    before, after = length(velocity), length(pushed)
    most = max(before, FASTEST)
    return scaled(pushed, most / after) if after > most else pushed


@inline
def flow_around(zones: Zones, rules: ZoneRuleTable, position: Vector, speed: Real):
    """(flow [u/s] that carries a ship, share of speed left to it), for a ship of that speed [u/s].

    The flow is the velocity that zones give a body without an engine in `FLOW_TIME`. It is limited to
    `FLOW_SHARE` of the ship's own speed, so that every ship can leave every zone. A ship of speed 0 has no
    limit.
    """
    flow, kept = (0.0, 0.0, 0.0), 1.0
    for zone in range(ZONES_MAX):
        if zones.kind[zone] == 0:
            continue
        force = force_at(zones, rules, zone, position)
        flow = add(flow, scaled((force[2], force[3], force[4]), force[0] * FLOW_TIME))
        kept /= 1.0 + max(0.0, force[0]) * force[1] * FLOW_TIME
    size, most = length(flow), FLOW_SHARE * speed
    return scaled(flow, most / size if size > most > 0.0 else 1.0), kept
