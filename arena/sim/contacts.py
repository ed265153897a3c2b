"""Contacts: narrow phase and contact solver for solid bodies, and bullet hits.

Three systems per tick. `rebuild_grid` inserts every live body's swept sphere. `find_contacts` turns the
grid's pairs into contacts and bullet hits. `solve_contacts` exchanges momentum and separates bodies. The
results do not depend on the order of pairs:

- A bullet's hit is the earliest along its path, ties to the lower row.
- Velocities are solved in iterations. In each iteration a contact acts if it is the deepest approaching
  contact of both its bodies, so no two of them share a body (Luby's independent sets, 1986; Gauss-Seidel
  solvers use a fixed sequence). Each contact exchanges momentum exactly. Without a `separation_speed_max` it
  also keeps kinetic energy.
- Separation is summed in fixed point; integer sums do not depend on order.

Bodies are constrained to the sphere. The impulse acts along the line of centres, and the shell's reaction
removes the radial part without doing work. The effective inverse mass therefore counts only the tangent part
of the normal.
"""

import math
from functools import partial
from itertools import pairwise

import numpy as np

from arena import tuning
from arena.grid.memory import find_pairs_here, rebuild_here
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, I64, Integer, Real, Row
from arena.jit.simd.gathers import prefetch
from arena.sim.blocks import cut
from arena.sim.kinds import Pool
from arena.sim.system import ASK, DONE, columns, system
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.contacts import Contacts, Solver
from arena.sim.tables.simulation import Simulation
from arena.sim.world import World
from arena.vectors import Vector, add, dot, length, put, scaled, subtract, vector

DT = tuning.DT
RESTITUTION = tuning.CONTACT.restitution
CORRECTION, SLOP = tuning.CONTACT.correction, tuning.CONTACT.slop
ITERATIONS = tuning.CONTACT.iterations
PARTNERS = tuning.CONTACT.partners
FIXED_POINT = 2.0**32
COINCIDENT = 1e-6
"""Distance [u] of centres below which the normal is undefined."""
TINY = 1e-12
"""Smallest divisor, in place of a length of zero."""
AHEAD = 12
"""Prefetch distance, in contacts or pairs."""
PICKUP_POOL, BULLET_POOL = int(Pool.PICKUP), int(Pool.BULLET)
BLOCK_PAIRS = 2000
"""Smallest block of pairs worth a thread of its own, measured."""


def rebuild_in_blocks(world: World) -> None:
    """`rebuild_grid` for any load; the grid's memory grows where it has to."""
    world.grid.rebuild(world.bounds.center, world.bounds.radius, world.bodies.alive)
    world.follow_grid()


@system(writes=("grid.*",), otherwise=rebuild_in_blocks)
def rebuild_grid(sim: Simulation) -> Integer:
    """Rebuild the grid from the swept spheres of this tick."""
    rebuilt = rebuild_here(sim.places, sim.bounds.radius, sim.bodies.alive, sim.grid_memory)
    return DONE if rebuilt else ASK


def find_in_blocks(world: World) -> None:
    """`find_pairs` for any load; the grid's memory grows where it has to."""
    first_bullet = int(world.pool_rows.start[BULLET_POOL])
    world.pair_count = world.grid.find_contact_pairs(PARTNERS, first_bullet)
    world.findings.reserve(world.pair_count)
    world.follow_grid()


@system(writes=("pair_count", "grid.*"), otherwise=find_in_blocks)
def find_pairs(sim: Simulation) -> Integer:
    """Broad phase: find the pairs of bodies whose swept spheres overlap."""
    found = find_pairs_here(sim.grid_memory, np.int64(PARTNERS), sim.pools.start[BULLET_POOL])
    if found < 0 or found > len(sim.findings.slot):
        return ASK
    sim.pair_count[0] = found
    return DONE


def sort_in_blocks(world: World) -> None:
    """`find_contacts` for any number of pairs."""
    sim, count = world.simulation, world.pair_count
    bounds = cut(count, BLOCK_PAIRS)
    blocks = enumerate(pairwise(bounds))
    world.workers.run([partial(sort_pairs, n, *ends, sim) for n, ends in blocks])
    join_blocks(len(bounds) - 1, sim)


@system(writes=("findings.*", "contacts.*", "hits.*"), otherwise=sort_in_blocks)
def find_contacts(sim: Simulation) -> Integer:
    """Narrow phase: turn the pairs into contacts of solid bodies and hits of bullets."""
    count = sim.pair_count[0]
    if count >= 2 * BLOCK_PAIRS:
        return ASK
    sort_pairs(np.int64(0), np.int64(0), count, sim)
    join_blocks(np.int64(1), sim)
    return DONE


@inline
def contact_room(pair: Integer, pair_count: Integer, capacity: Integer):
    """First row of `Contacts` that a block may write, where `pair` is the block's first pair.

    A pair makes at most one contact, so contacts are dropped only if there are more pairs than rows.
    """
    return pair * capacity // max(pair_count, capacity)


@kernel
def sort_pairs(block: Integer, begin: Integer, end: Integer, sim_inout: Simulation) -> None:
    """Turn the candidate pairs begin..end of a block into contacts of solid bodies and hits of bullets.

    Two sleeping ships meet each `sleepers_meet` ticks only, other pairs of them in other ticks.
    """
    bodies, ships, bullets, pairs = (
        sim_inout.bodies,
        sim_inout.ships,
        sim_inout.bullets,
        sim_inout.grid_memory.pairs,
    )
    contacts_out, findings_out = sim_inout.contacts, sim_inout.findings
    pair_count, tick, sleepers_meet = sim_inout.pair_count[0], sim_inout.tick[0], sim_inout.sleepers_meet[0]
    first_pickup, first_bullet = sim_inout.pools.start[PICKUP_POOL], sim_inout.pools.start[BULLET_POOL]
    previous, position, radius, team = bodies.previous_position, bodies.position, bodies.radius, bodies.team
    dashing, untouchable, passed = sim_inout.players.boost_until, ships.untouchable_until, bullets.passed
    capacity = len(contacts_out.first)
    first = at = contact_room(begin, pair_count, capacity)
    limit, hit, dropped = contact_room(end, pair_count, capacity), begin, 0
    for k in range(begin, end):
        ahead = np.uint64(min(k + AHEAD, end - 1))
        for side in range(2):
            row = pairs[ahead, side]
            prefetch(position, row)
            prefetch(previous, row)
            prefetch(radius, row)
        i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
        if j < first_pickup:
            if i < len(dashing) and (tick < dashing[i] or (j < len(dashing) and tick < dashing[j])):
                continue
            apart = j < len(untouchable) and (i + j + tick) % sleepers_meet != 0
            if apart and not (bodies.awake[i] or bodies.awake[j]):
                continue
            if touching(position, radius, i, j):
                if at < limit:
                    write_contact(position, radius, i, j, at, contacts_out)
                    at += 1
                else:
                    dropped += 1
            continue
        if (
            i >= first_pickup
            or j < first_bullet
            or team[i] == team[j]
            or (i < len(untouchable) and tick < untouchable[i])
        ):
            continue
        if passed[j - first_bullet] == i:
            continue
        time = swept_time(previous, position, radius, i, j)
        if time >= 0.0:
            findings_out.slot[hit] = j - first_bullet
            findings_out.row[hit] = i
            findings_out.time[hit] = time
            hit += 1
    findings_out.begin[block] = begin
    findings_out.contact_count[block] = at - first
    findings_out.hit_count[block] = hit - begin
    findings_out.dropped[block] = dropped


@kernel
def join_blocks(blocks: Integer, sim_inout: Simulation) -> None:
    """Compact the blocks' contacts into contiguous rows, and keep each bullet's first hit."""
    f, contacts_inout, pair_count = sim_inout.findings, sim_inout.contacts, sim_inout.pair_count[0]
    hit_row, hit_time = sim_inout.hits.row, sim_inout.hits.time
    hit_row[:] = -1
    count = dropped = 0
    for block in range(blocks):
        begin = contact_room(f.begin[block], pair_count, len(contacts_inout.first))
        move_contacts(contacts_inout, begin, count, f.contact_count[block])
        count += f.contact_count[block]
        dropped += f.dropped[block]
        for k in range(f.begin[block], f.begin[block] + f.hit_count[block]):
            slot, row, time = np.int64(f.slot[k]), f.row[k], f.time[k]
            if earlier(time, row, hit_time[slot], hit_row[slot]):
                hit_row[slot] = row
                hit_time[slot] = time
    if DEBUG:
        assert count <= len(contacts_inout.first), "join_blocks: more contacts than rows"
    contacts_inout.count[0] = count
    contacts_inout.dropped[0] = dropped


@inline
def move_contacts(contacts_inout: Contacts, begin: Integer, to: Row, count: Integer) -> None:
    """Move `count` contacts from row `begin` to row `to`, where `to` <= `begin`."""
    c = contacts_inout
    if begin == to:
        return
    for k in range(count):
        c.first[to + k] = c.first[begin + k]
        c.second[to + k] = c.second[begin + k]
        c.depth[to + k] = c.depth[begin + k]
        c.impulse[to + k] = c.impulse[begin + k]
        for axis in range(3):
            c.normal[to + k, axis] = c.normal[begin + k, axis]


@inline
def earlier(time: Real, row: Row, best_time: Real, best_row: Row):
    """True if a hit is earlier than the best so far; ties go to the lower row."""
    return best_row < 0 or time < best_time or (time == best_time and row < best_row)


@inline
def swept_time(previous: F32, position: F32, radius: F32, target: Row, bullet: Row):
    """Time of impact of a bullet with a moving sphere within this tick, 0 to 1, or -1."""
    before = subtract(vector(previous, bullet), vector(previous, target))
    now = subtract(vector(position, bullet), vector(position, target))
    return first_touch(before, subtract(now, before), np.float64(radius[bullet]) + radius[target])


@inline
def first_touch(start: Vector, way: Vector, reach: Real):
    """Earliest t in 0..1 at which start + t * way is within `reach` of the origin, or -1."""
    c = dot(start, start) - reach * reach
    if c < 0.0:
        return 0.0
    b = dot(start, way)
    if b >= 0.0:
        return -1.0
    a = dot(way, way)
    discriminant = b * b - a * c
    if discriminant < 0.0:
        return -1.0
    time = (-b - math.sqrt(discriminant)) / a
    return time if time <= 1.0 else -1.0


@inline
def touching(position: F32, radius: F32, i: Row, j: Row):
    """True if two bodies overlap at their current positions; candidates come from swept spheres."""
    gap = subtract(vector(position, j), vector(position, i))
    reach = np.float64(radius[i]) + radius[j]
    return dot(gap, gap) < reach * reach


@inline
def write_contact(position: F32, radius: F32, i: Row, j: Row, at: Row, contacts_out: Contacts) -> None:
    """Write one contact. Coincident centres separate along a fixed tangent."""
    if DEBUG:
        assert i < j, "write_contact: the first row of a pair is not the lower one"
    gap = subtract(vector(position, j), vector(position, i))
    distance = length(gap)
    depth = np.float64(radius[i]) + radius[j] - distance
    if distance < COINCIDENT:
        gap = fallback_normal(vector(position, i))
        distance = max(length(gap), TINY)
    contacts_out.first[at] = i
    contacts_out.second[at] = j
    contacts_out.normal[at, 0] = gap[0] / distance
    contacts_out.normal[at, 1] = gap[1] / distance
    contacts_out.normal[at, 2] = gap[2] / distance
    contacts_out.depth[at] = depth
    contacts_out.impulse[at] = 0.0


@inline
def fallback_normal(position: Vector):
    """A fixed tangent at `position`, from the axis that is farthest from radial."""
    x, y, z = position
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        return 0.0, z, -y
    if abs(y) <= abs(z):
        return -z, 0.0, x
    return y, -x, 0.0


@system(writes=(*columns("bodies", "position", "velocity"), "contacts.impulse", "solver.*"))
def solve_contacts(sim: Simulation) -> None:
    """Exchange momentum between touching bodies and move them apart."""
    solve_velocities(sim.bodies, sim.contacts, sim.solver, sim.separation_speed_max[0])
    solve_positions(sim.bodies, sim.contacts, sim.solver, sim.shell_radius[0])


@inline
def normal_share(position: F32, row: Row, normal: Vector):
    """(outward unit vector, its component along the normal), for the shell's reaction to an impulse."""
    p = vector(position, row)
    outward = scaled(p, 1.0 / length(p))
    return outward, dot(outward, normal)


@inline
def closing_speed(velocity: F32, i: Row, j: Row, normal: Vector):
    """Speed [u/s] at which two bodies approach along the normal; negative when they separate."""
    return dot(subtract(vector(velocity, i), vector(velocity, j)), normal)


@inline
def contact_key(contacts: Contacts, c: Row):
    """Priority of a contact: deeper first, ties by rows. Independent of the contact's index."""
    depth = np.uint64(np.int64(np.float64(contacts.depth[c]) * 2.0**20) + 1)
    pair = np.uint64(contacts.first[c]) * np.uint64(0x9E3779B1) + np.uint64(contacts.second[c])
    return (depth << np.uint64(32)) | (pair & np.uint64(0xFFFFFFFF))


@kernel
def solve_velocities(
    bodies_inout: Bodies, contacts_inout: Contacts, solver_inout: Solver, separation_speed_max: Real
) -> None:
    """Iterate over sets of independent contacts until none approaches, at most ITERATIONS times.

    Contacts left over are solved in the next tick. No loop branches on what it finds: the processor guesses
    one in four wrong, which costs more than testing all contacts anew instead of those whose bodies changed.
    """
    count = np.uint64(contacts_inout.count[0])
    first, second, normal = contacts_inout.first, contacts_inout.second, contacts_inout.normal
    best, key, active, acting = solver_inout.best, solver_inout.key, solver_inout.active, solver_inout.acting
    velocity = bodies_inout.velocity
    for c in range(count):
        i, j = np.uint64(first[c]), np.uint64(second[c])
        best[i] = best[j] = 0
        key[c] = contact_key(contacts_inout, c)
        prefetch(velocity, i)
        prefetch(velocity, j)
    for _ in range(ITERATIONS):
        found = acts = np.uint64(0)
        for c in range(count):
            active[found] = c
            closing = closing_speed(velocity, np.uint64(first[c]), np.uint64(second[c]), vector(normal, c))
            found += np.uint64(closing > 0.0)
        if found == 0:
            return
        for a in range(found):
            c = np.uint64(active[a])
            i, j = np.uint64(first[c]), np.uint64(second[c])
            best[i] = max(best[i], key[c])
            best[j] = max(best[j], key[c])
        for a in range(found):
            c = np.uint64(active[a])
            acting[acts] = c
            i, j = np.uint64(first[c]), np.uint64(second[c])
            acts += np.uint64((best[i] == key[c]) & (best[j] == key[c]))
        for a in range(acts):
            apply_impulse(bodies_inout, contacts_inout, np.uint64(acting[a]), separation_speed_max)
        for a in range(found):
            c = np.uint64(active[a])
            best[np.uint64(first[c])] = best[np.uint64(second[c])] = 0


@inline
def apply_impulse(bodies_inout: Bodies, contacts_inout: Contacts, c: Row, separation_speed_max: Real) -> None:
    """Apply opposite impulses along the normal, and the shell's reaction on each body.

    The impact is elastic up to a speed of separation of `separation_speed_max` [u/s]. Faster ones lose
    energy.
    """
    b = bodies_inout
    i, j = np.uint64(contacts_inout.first[c]), np.uint64(contacts_inout.second[c])
    normal = vector(contacts_inout.normal, c)
    a_outward, a_share = normal_share(b.position, i, normal)
    b_outward, b_share = normal_share(b.position, j, normal)
    a_inverse, b_inverse = np.float64(b.inv_mass[i]), np.float64(b.inv_mass[j])
    effective = a_inverse * (1.0 - a_share * a_share) + b_inverse * (1.0 - b_share * b_share)
    if effective <= 0.0:
        return
    closing = closing_speed(b.velocity, i, j, normal)
    impulse = (closing + min(RESTITUTION * closing, separation_speed_max)) / effective
    contacts_inout.impulse[c] += impulse
    pull = scaled(subtract(normal, scaled(a_outward, a_share)), impulse * a_inverse)
    push = scaled(subtract(normal, scaled(b_outward, b_share)), impulse * b_inverse)
    put(b.velocity, i, subtract(vector(b.velocity, i), pull))
    put(b.velocity, j, add(vector(b.velocity, j), push))


@kernel
def solve_positions(
    bodies_inout: Bodies, contacts: Contacts, solver_inout: Solver, shell_radius: Real
) -> None:
    """Separate overlapping bodies by a share of their depth, in proportion to inverse mass.

    Corrections are summed in fixed point.
    """
    b, position_correction = bodies_inout, solver_inout.position_correction
    count = contacts.count[0]
    position, velocity, radial_speed, inv_mass = b.position, b.velocity, b.radial_speed, b.inv_mass
    for c in range(count):
        ahead = min(c + AHEAD, count - 1)
        prefetch(position_correction, contacts.first[ahead])
        prefetch(position_correction, contacts.second[ahead])
        i, j = contacts.first[c], contacts.second[c]
        prefetch(inv_mass, i)
        prefetch(inv_mass, j)
        for axis in range(3):
            position_correction[i, axis] = position_correction[j, axis] = 0
    for c in range(count):
        depth = np.float64(contacts.depth[c]) - SLOP
        if depth <= 0.0:
            continue
        i, j = contacts.first[c], contacts.second[c]
        a_inverse, b_inverse = np.float64(b.inv_mass[i]), np.float64(b.inv_mass[j])
        if a_inverse + b_inverse <= 0.0:  # two bodies of infinite mass
            continue
        scale = CORRECTION * depth / (a_inverse + b_inverse) * FIXED_POINT
        for axis in range(3):
            n = np.float64(contacts.normal[c, axis])
            position_correction[i, axis] -= np.int64(scale * a_inverse * n)
            position_correction[j, axis] += np.int64(scale * b_inverse * n)
    for c in range(count):
        ahead = min(c + AHEAD, count - 1)
        i, j = contacts.first[ahead], contacts.second[ahead]
        prefetch(position, i)
        prefetch(position, j)
        prefetch(velocity, i)
        prefetch(velocity, j)
        prefetch(radial_speed, i)
        prefetch(radial_speed, j)
        apply_correction(b, position_correction, contacts.first[c], shell_radius)
        apply_correction(b, position_correction, contacts.second[c], shell_radius)


@inline
def apply_correction(bodies_inout: Bodies, correction_inout: I64, row: Row, shell_radius: Real) -> None:
    """Move a body by its summed correction, keep its altitude, keep its velocity tangent, and clear the sum.

    A body is visited once per contact; after the first visit its sum is zero.
    """
    s = correction_inout[row]
    if s[0] == 0 and s[1] == 0 and s[2] == 0:
        return
    p = vector(bodies_inout.position, row)
    level = shell_radius if bodies_inout.radial_speed[row] == 0.0 else length(p)
    q = add(p, (s[0] / FIXED_POINT, s[1] / FIXED_POINT, s[2] / FIXED_POINT))
    put(bodies_inout.position, row, scaled(q, level / max(length(q), TINY)))
    p, v = vector(bodies_inout.position, row), vector(bodies_inout.velocity, row)
    put(bodies_inout.velocity, row, subtract(v, scaled(p, dot(v, p) / (level * level))))
    s[0] = s[1] = s[2] = 0
