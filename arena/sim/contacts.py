"""Contacts: which bodies touch, which bullets hit, and how touching bodies part.

Three systems per tick. `rebuild_grid` enters every live body's swept sphere, `find_contacts` turns the grid's
pairs into contacts and bullet hits, `solve_contacts` exchanges momentum and separates. None depends on the
order of pairs:

- A bullet's hit is the earliest along its path, ties to the lower row.
- Impulses are exchanged in rounds. In each round only contacts that are the deepest approaching one of both
  their bodies act, so no two of them share a body; each exchanges momentum exactly and, in a world without a
  `parting_max`, keeps kinetic energy (Luby's independent sets, 1986, in place of a fixed sequence as in
  Gauss-Seidel solvers).
- Separation is summed in fixed point; integer sums do not depend on order.

Bodies are bound to the sphere, so the impulse is that of constrained dynamics: it acts along the line of
centres, and the shell's reaction takes away the radial part without doing work. That is why the effective
inverse mass counts only the tangent part of the normal.
"""

import math
from functools import partial

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.simd_rows import prefetch

DT = tuning.DT
RESTITUTION = tuning.CONTACT.restitution
CORRECTION, SLOP = tuning.CONTACT.correction, tuning.CONTACT.slop
ROUNDS = tuning.CONTACT.rounds
FIXED_POINT = 2.0**32
COINCIDENT = 1e-6
"""Centres closer than this [u] have no usable direction between them."""
BULLET_POOL = int(Pool.BULLET)
AHEAD = 12
"""Contacts by which the rows of bodies are asked for before they are needed."""
SPLIT_PAIRS = 4000
"""From here on pairs are looked at in two parts: on two threads that is sooner, measured."""


def rebuild_grid(world: World) -> None:
    """Wipe and refill the grid from the spheres that enclose this tick's motion."""
    world.grid.rebuild(world.bodies.bound_center, world.bodies.bound_radius, world.bodies.alive)


def find_contacts(world: World) -> None:
    """Broad phase and narrow phase: fill `world.contacts`, and the hits of `world.bullets`."""
    count = world.pair_count = world.grid.find_pairs()
    room = len(world.contacts.first)
    # As many parts as the pairs ask for, whatever the threads: then contacts come in the same order.
    parts = 2 if count >= SPLIT_PAIRS else 1
    world.workers.run(
        [
            partial(
                narrow_part, count * part // parts, count * (part + 1) // parts, world.grid.pair_buffer,
                world.bodies, world.ships, world.players, int(world.pool_rows.start[BULLET_POOL]), world.tick,
                room * part // parts, room * (part + 1) // parts, world.contacts, world.hits[part],
            )
            for part in range(parts)
        ]
    )  # fmt: skip
    join_parts(parts, room // parts, world.hits[0], world.hits[1], world.contacts)


@kernel
def narrow_part(
    begin, end, pairs, bodies, ships, players, first_bullet, tick, at, limit, contacts_out, hits_out
):
    """Sort the candidate pairs begin..end into contacts of solid bodies, rows at..limit, and hits of bullets.

    The part's own `count` and `dropped` stand in its hits.
    """
    previous, position, radius, team = (
        bodies.previous_position,
        bodies.position,
        bodies.radius,
        bodies.team,
    )
    dashing, untouchable = players.boost_until, ships.untouchable_until
    hit_row, hit_time = hits_out.row, hits_out.time
    hit_row[:] = -1
    first, dropped = at, 0
    for k in range(begin, end):
        ahead = np.uint64(min(k + AHEAD, end - 1))
        for side in range(2):
            row = pairs[ahead, side]
            prefetch(position, row)
            prefetch(previous, row)
            prefetch(radius, row)
        i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
        if j < first_bullet:
            if i < len(dashing) and (tick < dashing[i] or (j < len(dashing) and tick < dashing[j])):
                continue
            if touching(position, radius, i, j):
                if at < limit:
                    write_contact(position, radius, i, j, at, contacts_out)
                    at += 1
                else:
                    dropped += 1
            continue
        if i >= first_bullet or team[i] == team[j] or (i < len(untouchable) and tick < untouchable[i]):
            continue
        time = np.float32(swept_time(previous, position, radius, i, j))
        slot = j - first_bullet
        if time >= 0.0 and earlier(time, i, hit_time[slot], hit_row[slot]):
            hit_row[slot] = i
            hit_time[slot] = time
    hits_out.count[0] = at - first
    hits_out.dropped[0] = dropped


@inline
def earlier(time, row, best_time, best_row):
    """Whether a hit comes before the best so far; ties go to the lower row."""
    return (best_row < 0) | (time < best_time) | ((time == best_time) & (row < best_row))


@kernel
def join_parts(parts, gap, hits_inout, others, contacts_inout):
    """Close the gap between two parts' contacts, and take the earlier of their hits."""
    c, count = contacts_inout, hits_inout.count[0]
    dropped = hits_inout.dropped[0]
    if parts == 2:
        for k in range(others.count[0]):
            c.first[count + k] = c.first[gap + k]
            c.second[count + k] = c.second[gap + k]
            c.depth[count + k] = c.depth[gap + k]
            c.impulse[count + k] = c.impulse[gap + k]
            for axis in range(3):
                c.normal[count + k, axis] = c.normal[gap + k, axis]
        count += others.count[0]
        dropped += others.dropped[0]
        hit_row, hit_time, other_row, other_time = hits_inout.row, hits_inout.time, others.row, others.time
        for k in range(len(other_row)):
            slot = np.uint64(k)
            row, time = other_row[slot], other_time[slot]
            better = (row >= 0) & earlier(time, row, hit_time[slot], hit_row[slot])
            # Written either way: without branches many slots are joined at once.
            hit_row[slot] = row if better else hit_row[slot]
            hit_time[slot] = time if better else hit_time[slot]
    c.count[0] = count
    c.dropped[0] = dropped


@inline
def swept_time(previous, position, radius, target, bullet):
    """When in this tick, 0 to 1, a bullet first touches a moving sphere, or -1."""
    ax = np.float64(previous[bullet, 0]) - previous[target, 0]
    ay = np.float64(previous[bullet, 1]) - previous[target, 1]
    az = np.float64(previous[bullet, 2]) - previous[target, 2]
    mx = np.float64(position[bullet, 0]) - position[target, 0] - ax
    my = np.float64(position[bullet, 1]) - position[target, 1] - ay
    mz = np.float64(position[bullet, 2]) - position[target, 2] - az
    return first_touch(ax, ay, az, mx, my, mz, np.float64(radius[bullet]) + radius[target])


@inline
def first_touch(ax, ay, az, mx, my, mz, reach):
    """When, in 0..1, a point moving from a by m first comes within `reach` of the origin; else -1."""
    c = ax * ax + ay * ay + az * az - reach * reach
    if c < 0.0:
        return 0.0
    b = ax * mx + ay * my + az * mz
    if b >= 0.0:
        return -1.0
    a = mx * mx + my * my + mz * mz
    discriminant = b * b - a * c
    if discriminant < 0.0:
        return -1.0
    time = (-b - math.sqrt(discriminant)) / a
    return time if time <= 1.0 else -1.0


@inline
def touching(position, radius, i, j):
    """Whether two bodies overlap where they are now; candidates come from swept spheres."""
    dx = np.float64(position[j, 0]) - position[i, 0]
    dy = np.float64(position[j, 1]) - position[i, 1]
    dz = np.float64(position[j, 2]) - position[i, 2]
    reach = np.float64(radius[i]) + radius[j]
    return dx * dx + dy * dy + dz * dz < reach * reach


@inline
def write_contact(position, radius, i, j, at, contacts_out):
    """Fill one row. Coincident centres have no normal and part along a fixed tangent."""
    dx = np.float64(position[j, 0]) - position[i, 0]
    dy = np.float64(position[j, 1]) - position[i, 1]
    dz = np.float64(position[j, 2]) - position[i, 2]
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    depth = np.float64(radius[i]) + radius[j] - distance
    if distance < COINCIDENT:
        dx, dy, dz, distance = fallback_normal(position[i])
    contacts_out.first[at] = i
    contacts_out.second[at] = j
    contacts_out.normal[at, 0] = dx / distance
    contacts_out.normal[at, 1] = dy / distance
    contacts_out.normal[at, 2] = dz / distance
    contacts_out.depth[at] = depth
    contacts_out.impulse[at] = 0.0


@inline
def fallback_normal(position):
    """A fixed tangent at `position` with its length, from the axis that is farthest from radial."""
    x, y, z = np.float64(position[0]), np.float64(position[1]), np.float64(position[2])
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        dx, dy, dz = 0.0, z, -y
    elif abs(y) <= abs(z):
        dx, dy, dz = -z, 0.0, x
    else:
        dx, dy, dz = y, -x, 0.0
    return dx, dy, dz, max(math.sqrt(dx * dx + dy * dy + dz * dz), 1e-12)


def solve_contacts(world: World) -> None:
    """Exchange momentum between touching bodies and move them apart."""
    exchange_momentum(world.bodies, world.contacts, world.solver, world.config.parting_max)
    separate_bodies(world.bodies, world.contacts, world.solver, world.shell_radius)


@inline
def normal_share(bodies, row, nx, ny, nz):
    """(outward unit vector, its part along the normal).

    What the shell takes from an impulse along the normal.
    """
    x, y, z = bodies.position[row, 0], bodies.position[row, 1], bodies.position[row, 2]
    inverse = 1.0 / math.sqrt(np.float64(x) * x + np.float64(y) * y + np.float64(z) * z)
    ux, uy, uz = x * inverse, y * inverse, z * inverse
    return ux, uy, uz, ux * nx + uy * ny + uz * nz


@inline
def closing_speed(bodies, contacts, c):
    """Speed [u/s] at which the bodies of contact c approach along the normal; negative when they part."""
    i, j = contacts.first[c], contacts.second[c]
    v, n = bodies.velocity, contacts.normal
    speed = 0.0
    for axis in range(3):
        speed += (np.float64(v[i, axis]) - v[j, axis]) * n[c, axis]
    return speed


@inline
def contact_key(contacts, c):
    """Order of precedence among contacts: deeper first, ties by rows. Independent of the contact's index."""
    depth = np.uint64(np.int64(np.float64(contacts.depth[c]) * 2.0**20) + 1)
    pair = np.uint64(contacts.first[c]) * np.uint64(0x9E3779B1) + np.uint64(contacts.second[c])
    return (depth << np.uint64(32)) | (pair & np.uint64(0xFFFFFFFF))


@kernel
def exchange_momentum(bodies_inout, contacts_inout, solver_inout, parting_max):
    """Rounds of independent contacts until none approaches, or ROUNDS are over.

    The rest goes on next tick. From the second round on only contacts are looked at again of which a body has
    changed its velocity; few have.
    """
    count = contacts_inout.count[0]
    first, second = contacts_inout.first, contacts_inout.second
    best, active = solver_inout.best, solver_inout.active
    approaching, turn = solver_inout.approaching, solver_inout.turn
    velocity = bodies_inout.velocity
    for c in range(count):
        i, j = first[c], second[c]
        turn[i] = turn[j] = 0
        prefetch(velocity, i)
        prefetch(velocity, j)
        prefetch(best, i)
        prefetch(best, j)
    for now in range(ROUNDS):
        found = 0
        for c in range(count):
            i, j = first[c], second[c]
            if (turn[i] == now) | (turn[j] == now):
                approaching[c] = closing_speed(bodies_inout, contacts_inout, c) > 0.0
            if approaching[c]:
                active[found] = c
                found += 1
                key = contact_key(contacts_inout, c)
                best[i] = max(best[i], key)
                best[j] = max(best[j], key)
        if found == 0:
            return
        for a in range(found):
            c = active[a]
            i, j = first[c], second[c]
            key = contact_key(contacts_inout, c)
            if best[i] == key and best[j] == key:
                bounce(bodies_inout, contacts_inout, c, parting_max)
                turn[i] = turn[j] = now + 1
        for a in range(found):
            best[first[active[a]]] = 0
            best[second[active[a]]] = 0


@inline
def bounce(bodies_inout, contacts_inout, c, parting_max):
    """One exchange: opposite impulses along the normal, then the shell's reaction on each body.

    Elastic unless they would part faster than `parting_max` [u/s]: who hits hard loses energy.
    """
    b = bodies_inout
    i, j = contacts_inout.first[c], contacts_inout.second[c]
    nx, ny, nz = contacts_inout.normal[c, 0], contacts_inout.normal[c, 1], contacts_inout.normal[c, 2]
    aux, auy, auz, a_share = normal_share(b, i, nx, ny, nz)
    bux, buy, buz, b_share = normal_share(b, j, nx, ny, nz)
    a_inverse, b_inverse = np.float64(b.inv_mass[i]), np.float64(b.inv_mass[j])
    effective = a_inverse * (1.0 - a_share * a_share) + b_inverse * (1.0 - b_share * b_share)
    if effective <= 0.0:
        return
    closing = closing_speed(b, contacts_inout, c)
    impulse = (closing + min(RESTITUTION * closing, parting_max)) / effective
    contacts_inout.impulse[c] += impulse
    push, pull = impulse * b_inverse, impulse * a_inverse
    b.velocity[i, 0] -= pull * (nx - a_share * aux)
    b.velocity[i, 1] -= pull * (ny - a_share * auy)
    b.velocity[i, 2] -= pull * (nz - a_share * auz)
    b.velocity[j, 0] += push * (nx - b_share * bux)
    b.velocity[j, 1] += push * (ny - b_share * buy)
    b.velocity[j, 2] += push * (nz - b_share * buz)


@kernel
def separate_bodies(bodies_inout, contacts, solver_inout, shell_radius):
    """Move overlapping bodies apart by a share of their depth, the lighter one farther, summed in fixed
    point.
    """
    b, shift = bodies_inout, solver_inout.shift
    count = contacts.count[0]
    position, velocity, climb, inv_mass = b.position, b.velocity, b.climb, b.inv_mass
    for c in range(count):
        ahead = min(c + AHEAD, count - 1)
        i, j = contacts.first[ahead], contacts.second[ahead]
        prefetch(shift, i)
        prefetch(shift, j)
        prefetch(inv_mass, i)
        prefetch(inv_mass, j)
        depth = np.float64(contacts.depth[c]) - SLOP
        if depth <= 0.0:
            continue
        i, j = contacts.first[c], contacts.second[c]
        a_inverse, b_inverse = np.float64(b.inv_mass[i]), np.float64(b.inv_mass[j])
        unit = CORRECTION * depth / (a_inverse + b_inverse) * FIXED_POINT
        for axis in range(3):
            n = np.float64(contacts.normal[c, axis])
            shift[i, axis] -= np.int64(unit * a_inverse * n)
            shift[j, axis] += np.int64(unit * b_inverse * n)
    for c in range(count):
        ahead = min(c + AHEAD, count - 1)
        i, j = contacts.first[ahead], contacts.second[ahead]
        prefetch(position, i)
        prefetch(position, j)
        prefetch(velocity, i)
        prefetch(velocity, j)
        prefetch(climb, i)
        prefetch(climb, j)
        apply_shift(b, shift, contacts.first[c], shell_radius)
        apply_shift(b, shift, contacts.second[c], shell_radius)


@inline
def apply_shift(bodies_inout, shift_inout, row, shell_radius):
    """Move a body by its summed shift, keep its altitude and its velocity tangent, and clear the sum.

    A body is met here once per contact; after the first time its sum is zero.
    """
    s = shift_inout[row]
    if s[0] == 0 and s[1] == 0 and s[2] == 0:
        return
    p = bodies_inout.position[row]
    before = math.sqrt(np.float64(p[0]) ** 2 + np.float64(p[1]) ** 2 + np.float64(p[2]) ** 2)
    x = p[0] + s[0] / FIXED_POINT
    y = p[1] + s[1] / FIXED_POINT
    z = p[2] + s[2] / FIXED_POINT
    level = shell_radius if bodies_inout.climb[row] == 0.0 else before
    scale = level / max(math.sqrt(x * x + y * y + z * z), 1e-12)
    p[0], p[1], p[2] = x * scale, y * scale, z * scale
    v = bodies_inout.velocity[row]
    radial = (v[0] * p[0] + v[1] * p[1] + v[2] * p[2]) / (level * level)
    v[0], v[1], v[2] = v[0] - radial * p[0], v[1] - radial * p[1], v[2] - radial * p[2]
    s[0] = s[1] = s[2] = 0
