"""Motion: great-circle motion of bodies, and parallel transport of players' stick frames.

`move_bodies` runs once per tick over all rows. A body on the shell stays exactly on it: its position is
scaled to the shell's radius, and its velocity is rotated into the new tangent plane without a change of
speed.
"""

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.jit.annotations import F32, U8, Flag, Integer, Real, Row
from arena.jit.simd.registers import (
    F64_LANES,
    any_of,
    bits_of,
    load,
    load_flags,
    load_vectors,
    square_root,
    store_vectors,
    where,
)
from arena.sim.quarantine import highest, is_sound
from arena.sim.system import body_count, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.simulation import Simulation
from arena.sphere import kernel_parallel_transport, sine_cosine_ratio
from arena.vectors import Vector, add, combined, dot, length, put, scaled, subtract, vector

DT = tuning.DT
TURN_MAX = 0.5
"""Largest arc per tick [rad].

Faster bodies are slowed down to it. The series in `arena.sphere` are accurate up to this angle.
"""

BLOCK_ROWS = 10_000
"""Smallest block worth a thread of its own, measured."""


@system(
    writes=(
        *columns("bodies", "position", "velocity", "heading", "previous_position", "previous_heading"),
        "suspect",
    ),
    blocks=(body_count, BLOCK_ROWS),
)
def move_bodies(begin: Integer, end: Integer, sim: Simulation) -> None:
    """Advance every live body by one tick, store previous poses, and flag suspect rows."""
    move_rows(begin, end, sim.bodies, len(sim.ships.cooldown), sim.shell_radius[0], sim.suspect)


@kernel
def move_rows(
    begin: Integer,
    end: Integer,
    bodies_inout: Bodies,
    ship_count: Integer,
    shell_radius: Real,
    suspect_out: U8,
) -> None:
    """Move the live rows begin..end along great circles, eight at a time, and store their previous poses.

    Blocks of two threads begin at multiples of 8: eight rows share a byte of `suspect_out`, which has a bit
    per row, set for rows that `arena.sim.quarantine` must check. `arena.sim.steering` stores the previous
    headings of ships before it turns them. This kernel stores those of all other bodies, which saves a sweep.
    """
    b = bodies_inout
    position, velocity, heading, alive, radial_speed = (
        b.position,
        b.velocity,
        b.heading,
        b.alive,
        b.radial_speed,
    )
    previous, last_heading = b.previous_position, b.previous_heading
    radius, inv_mass, health = b.radius, b.inv_mass, b.health
    shell_square, highest_square = shell_radius * shell_radius, highest(shell_radius) * highest(shell_radius)
    whole = begin + (end - begin) // F64_LANES * F64_LANES
    for row in range(begin, whole, F64_LANES):
        live = load_flags(alive, row)
        if not any_of(live):
            suspect_out[np.uint64(row // F64_LANES)] = np.uint8(0)
            continue
        p, v, h = load_vectors(position, row), load_vectors(velocity, row), load_vectors(heading, row)
        climb = load(radial_speed, row)
        sound = is_sound(
            p, v, h, climb, load(radius, row), load(inv_mass, row), load(health, row),
            shell_square, highest_square,
        )  # fmt: skip
        suspect_out[np.uint64(row // F64_LANES)] = np.uint8(bits_of(live) & ~bits_of(sound))
        q, w, nose = advance(p, v, h, climb, shell_radius)
        store_all(previous, row, p)
        if row >= ship_count:
            store_all(last_heading, row, h)
        elif row + F64_LANES > ship_count:
            for other in range(ship_count, row + F64_LANES):
                put(last_heading, other, vector(heading, other))
        store_all(position, row, chosen(live, q, p))
        store_all(velocity, row, chosen(live, w, v))
        store_all(heading, row, chosen(live, nose, h))
    doubtful = np.uint8(0)
    for row in range(whole, end):
        p, v, h = vector(position, row), vector(velocity, row), vector(heading, row)
        put(previous, row, p)
        if row >= ship_count:
            put(last_heading, row, h)
        if alive[row]:
            climb = np.float64(radial_speed[row])
            own = np.float64(radius[row]), np.float64(inv_mass[row]), np.float64(health[row])
            if not is_sound(p, v, h, climb, own[0], own[1], own[2], shell_square, highest_square):
                doubtful |= np.uint8(1 << (row % F64_LANES))
            q, w, nose = advance(p, v, h, climb, shell_radius)
            put(position, row, q)
            put(velocity, row, w)
            put(heading, row, nose)
    if whole < end:
        suspect_out[np.uint64(whole // F64_LANES)] = doubtful


@inline
def store_all(column_out: F32, row: Row, v: Vector) -> None:
    """Write eight rows of a column of vectors."""
    store_vectors(column_out, row, v[0], v[1], v[2])


@inline
def chosen(condition: Flag, v: Vector, otherwise: Vector):
    """Per row, `v` if the condition is true, else `otherwise`."""
    return (
        where(condition, v[0], otherwise[0]),
        where(condition, v[1], otherwise[1]),
        where(condition, v[2], otherwise[2]),
    )


@inline
def advance(p: Vector, v: Vector, h: Vector, radial_speed: Real, shell_radius: Real):
    """Position, velocity and heading one tick later, for one row or for eight in registers.

    Vectors are (x, y, z) in float64, [u] and [u/s].
    """
    shell_square = shell_radius * shell_radius
    inverse_shell = 1.0 / shell_square
    on_shell = radial_speed == 0.0
    square = where(on_shell, shell_square, dot(p, p))
    inverse = 1.0 / square
    # Contacts and thrust leave a small radial part; removing it keeps the arc on the sphere.
    v = subtract(v, scaled(p, dot(v, p) * inverse))
    speed_square = dot(v, v)
    too_fast = speed_square * (DT * DT) > square * (TURN_MAX * TURN_MAX)
    if any_of(too_fast):
        slow = where(too_fast, TURN_MAX / DT * square_root(square / speed_square), 1.0)
        v = scaled(v, slow)
        speed_square = speed_square * (slow * slow)
    turn = inverse * DT
    sine, cosine, bend = sine_cosine_ratio(speed_square * DT * turn)
    q = combined(p, cosine, v, sine * DT)
    # One Newton step towards 1/sqrt is enough: rotation keeps the length up to rounding.
    q = scaled(q, where(on_shell, 1.5 - 0.5 * dot(q, q) * inverse_shell, 1.0))
    w = subtract(scaled(v, cosine), scaled(p, sine * turn * speed_square))
    share = dot(h, v) * turn
    h = subtract(add(h, scaled(v, share * bend * DT)), scaled(p, share * sine))
    h = subtract(h, scaled(q, dot(h, q) * inverse))
    return q, w, scaled(h, 1.5 - 0.5 * dot(h, h))


@system(writes=("players.up",))
def transport_frames(sim: Simulation) -> None:
    """Parallel-transport each player's up axis along its path, so that the sticks' frame has no pole."""
    bodies, players_inout = sim.bodies, sim.players
    for slot in range(len(players_inout.boost)):
        if not bodies.alive[slot]:
            continue
        o, q = vector(bodies.previous_position, slot), vector(bodies.position, slot)
        # The tangent towards the new position. Its length equals the arc up to third order, which is accurate
        # enough for transport.
        m = subtract(q, scaled(o, dot(o, q) / dot(o, o)))
        x, y, z = vector(players_inout.up, slot)
        up = kernel_parallel_transport(x, y, z, o[0], o[1], o[2], m[0], m[1], m[2], 1.0)
        up = subtract(up, scaled(q, dot(up, q) / dot(q, q)))
        put(players_inout.up, slot, scaled(up, 1.0 / length(up)))
