"""Notice: ticks since which each player could know of each body, because it was in view, announced or marked.

`watch_bodies` runs once per tick, after the step. A body counts as noticed from the tick on in which a part
of it is in the picture (what the camera shows at least, `SightRules`), or its landing is announced there, or
an arrow at the rim points at it; the count begins anew once it is none of these. A shot counts as noticed as
long as its shooter, noticed, has shown that it would fire, see `arena.sim.telegraphs`. A lane that passes the
player shows that as well, wherever its ship is.

It decides nothing in the game: it is state because what it tells of a game is part of the game's result.
"""

import math

import numpy as np

from arena.ai.behaviours import Behaviours
from arena.game.bots.perception import arc_of_chord
from arena.game.rules import SIGHT
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I32, Flag, Flags, Integer, Real, Row
from arena.jit.simd.gathers import gather_vectors, load_rows, reduce_min
from arena.jit.simd.registers import F64_LANES, load, square_root, store, where
from arena.jit.tables import Table
from arena.sim.compaction import Compaction, create_compaction, list_flagged
from arena.sim.kinds import Phase, Pool, Team
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.population import Population
from arena.sim.telegraphs import is_charging
from arena.tuning import LANDING
from arena.vectors import Vector, cross, dot, length, scaled, vector

NEVER = np.int32(np.iinfo(np.int32).max)
"""Tick of a body that was not noticed: later than every tick."""
WARNING_TIME = LANDING.warning_time
ARROWS, ARROW_REACH, ARROW_ANGLE = SIGHT.arrows, SIGHT.arrow_reach, SIGHT.arrow_angle
COSINE_SLACK = 1e-5
"""More than rounding to float32 moves a cosine by."""
SIZE_LEAST = 1e-9
"""Least length of a bearing before it is made unit: one straight below the player is short."""


class Notice(Table):
    """Ticks since when a player could know of a row; NEVER where it could not."""

    seen: I32  # of bodies, shape (players, bodies)
    charging: I32  # of ships in a telegraph, shape (players, ships)


class Watch(Table):
    """Scratch of `watch_bodies`; nothing of it is state."""

    live: Compaction  # lists the live bodies of others than the players, later the enemies in a telegraph
    outward_x: F32  # direction of each of the live bodies, shape (bodies + F64_LANES,)
    outward_y: F32
    outward_z: F32
    near: Compaction  # lists those that may be in view of one player
    away: F64  # [u] to each of these, later to each hidden enemy, shape (bodies + F64_LANES,)
    bearing_right: F64  # unit (right, ahead) of each
    bearing_ahead: F64
    hidden: I32  # rows of enemies out of view, shape (ships,)


def create_notice(players: int, bodies: int, ships: int) -> Notice:
    """Build a notice of nothing."""
    return Notice(np.full((players, bodies), NEVER, np.int32), np.full((players, ships), NEVER, np.int32))


def create_watch(bodies: int, ships: int) -> Watch:
    """Build scratch for so many rows."""
    x, y, z = np.zeros((3, bodies + F64_LANES), np.float32)
    away, right, ahead = np.zeros((3, bodies + F64_LANES))
    return Watch(
        create_compaction(bodies), x, y, z, create_compaction(bodies), away, right, ahead,
        np.zeros(ships, np.int32),
    )  # fmt: skip


@kernel
def watch_bodies(
    population: Population, behaviours: Behaviours, shell_radius: Real, tick: Integer, notice_inout: Notice,
    watch_out: Watch,
) -> None:  # fmt: skip
    """Bring `notice_inout` up to the state at the end of a tick."""
    b, p = population.bodies, population
    seen, charging = notice_inout.seen, notice_inout.charging
    live = watch_out.live
    count = list_others(b, p.pools.start[Pool.ENEMY], live)
    find_directions(b.position, count, watch_out)
    for slot in range(seen.shape[0]):
        if not b.alive[slot]:
            seen[slot, :] = NEVER
            continue
        forget_unflagged(live.flag, seen[slot])
        found = list_near(p, slot, count, shell_radius, tick, notice_inout, watch_out)
        measure_near(p, slot, found, shell_radius, watch_out)
        found = note_near(p, slot, found, shell_radius, tick, seen[slot], watch_out)
        mark_rim(found, tick, seen[slot], watch_out)
    count = list_charging(p, live)
    for slot in range(seen.shape[0]):
        if not b.alive[slot]:
            charging[slot, :] = NEVER
            continue
        forget_unflagged(live.flag, charging[slot])
        for k in range(count):
            row = np.int64(live.row[k])
            if not (seen[slot, row] != NEVER or shows_lane(b, p.memory, behaviours, row, slot, shell_radius)):
                charging[slot, row] = NEVER
            elif charging[slot, row] == NEVER:
                charging[slot, row] = tick


@inline
def list_others(bodies: Bodies, first: Row, live_out: Compaction) -> Integer:
    """List the live bodies of others than the players, from row `first` on; returns their number."""
    alive, team, flag = bodies.alive, bodies.team, live_out.flag
    flag[:first] = False
    for row in range(first, len(alive)):
        flag[np.uint64(row)] = alive[np.uint64(row)] & (team[np.uint64(row)] != Team.PLAYERS)
    return list_flagged(live_out, len(alive))


@inline
def list_charging(population: Population, live_inout: Compaction) -> Integer:
    """List the live enemies on the shell that are in a telegraph; returns their number."""
    b, p = population.bodies, population
    start, stop = p.pools.start[Pool.ENEMY], p.pools.stop[Pool.ENEMY]
    live_inout.flag[:start] = False
    for row in range(start, stop):
        charges = is_charging(b.kind[row], p.ships.cooldown[row], p.memory.phase[row])
        live_inout.flag[row] = charges and b.alive[row] and b.radial_speed[row] == 0.0
    return list_flagged(live_inout, stop)


@inline
def forget_unflagged(flag: Flags, since_inout: I32) -> None:
    """Forget the rows that are not flagged."""
    for row in range(len(since_inout)):
        since = since_inout[np.uint64(row)]
        since_inout[np.uint64(row)] = since if flag[np.uint64(row)] else NEVER


@inline
def shows_lane(
    bodies: Bodies, memory: Memory, behaviours: Behaviours, row: Row, slot: Integer, shell_radius: Real
) -> Flag:
    """True if the lane of a ship in its windup passes a player, or ends before it, within the picture."""
    reach = behaviours.lane[bodies.kind[row]]
    if reach <= 0.0 or memory.phase[row] != Phase.WINDUP:
        return False
    here = direction_of(bodies, slot)
    along, ahead = dot(direction_of(bodies, row), here), dot(vector(bodies.heading, row), here)
    near = math.sqrt(along * along + ahead * ahead)  # cosine of the arc between the player and the lane
    if ahead <= 0.0 or near >= 1.0:
        return ahead > 0.0
    down = arc_of_chord(math.sqrt(max(2.0 - 2.0 * along / near, 0.0))) * shell_radius
    aside = arc_of_chord(math.sqrt(max(2.0 - 2.0 * near, 0.0))) * shell_radius
    beyond = max(down - reach, 0.0)
    return math.sqrt(aside * aside + beyond * beyond) <= SIGHT.behind


@inline
def direction_of(bodies: Bodies, row: Row) -> Vector:
    """Unit vector from the planet's centre to a body."""
    place = vector(bodies.position, row)
    return scaled(place, 1.0 / length(place))


@inline
def find_directions(position: F32, count: Integer, watch_inout: Watch) -> None:
    """Write the directions of the live bodies."""
    w = watch_inout
    w.live.row[count : count + F64_LANES] = 0  # the last block reads beyond `count`
    for k in range(0, count, F64_LANES):
        at = np.uint64(k)
        place = gather_vectors(position, load_rows(w.live.row, at))
        x, y, z = scaled(place, 1.0 / length(place))
        store(w.outward_x, at, x)
        store(w.outward_y, at, y)
        store(w.outward_z, at, z)


@inline
def list_near(
    population: Population, slot: Row, count: Integer, shell_radius: Real, tick: Integer,
    notice_inout: Notice, watch_inout: Watch,
) -> Integer:  # fmt: skip
    """List the live bodies that may be in view, forget the rest but shots, and return their number.

    The notice of a new shot is dated back to the telegraph of its shooter.
    """
    p, b, seen, w = population, population.bodies, notice_inout.seen, watch_inout
    live, flag, first_bullet = w.live.row, w.near.flag, p.pools.start[Pool.BULLET]
    here = vector(b.position, slot)
    here = scaled(here, 1.0 / length(here))
    hx, hy, hz = np.float32(here[0]), np.float32(here[1]), np.float32(here[2])
    least = np.float32(cosine_outside(shell_radius))
    for k in range(count):
        at = np.uint64(k)
        flag[at] = w.outward_x[at] * hx + w.outward_y[at] * hy + w.outward_z[at] * hz >= least
    for k in range(count):
        row = np.int64(live[k])
        if row < first_bullet:
            seen[slot, row] = max(seen[slot, row], np.int32(not flag[k]) * NEVER)  # without a branch
            continue
        flag[k] |= b.radial_speed[row] < 0.0
        if b.born[row] == tick:
            owner = p.bullets.owner[row - first_bullet]
            seen[slot, row] = notice_inout.charging[slot, owner] if owner >= 0 else NEVER
    found = list_flagged(w.near, count)
    for k in range(found):
        w.near.row[k] = live[w.near.row[k]]
    return found


@inline
def cosine_outside(shell_radius: Real) -> Real:
    """Cosine of an arc beyond which nothing is in view or has an arrow: a chord is no longer than its arc."""
    chord = max(SIGHT.reach, ARROW_REACH) / shell_radius
    return 1.0 - 0.5 * chord * chord - COSINE_SLACK


@inline
def measure_near(
    population: Population, slot: Row, found: Integer, shell_radius: Real, watch_inout: Watch
) -> None:
    """Write arcs and bearings of the bodies that may be in view of a player."""
    b, w = population.bodies, watch_inout
    here = vector(b.position, slot)
    here, ahead = scaled(here, 1.0 / length(here)), vector(population.players.up, slot)
    right = cross(ahead, here)
    w.near.row[found : found + F64_LANES] = 0  # the last block reads beyond `found`
    for k in range(0, found, F64_LANES):
        at = np.uint64(k)
        place = gather_vectors(b.position, load_rows(w.near.row, at))
        height = length(place)
        x, y = dot(place, right) / height, dot(place, ahead) / height
        square = 2.0 - 2.0 * dot(place, here) / height
        size = square_root(x * x + y * y)
        size = where(size > SIZE_LEAST, size, SIZE_LEAST)
        store(w.away, at, arc_of_chord(square_root(where(square > 0.0, square, 0.0))) * shell_radius)
        store(w.bearing_right, at, x / size)
        store(w.bearing_ahead, at, y / size)


@inline
def note_near(
    population: Population, slot: Row, found: Integer, shell_radius: Real, tick: Integer, seen_inout: I32,
    watch_inout: Watch,
) -> Integer:  # fmt: skip
    """Note the bodies in view; lists the enemies that are not, and returns their number."""
    b, pools, w = population.bodies, population.pools, watch_inout
    enemies_end, first_bullet = pools.stop[Pool.ENEMY], pools.start[Pool.BULLET]
    count = 0
    for k in range(found):
        row, away, x, y = np.int64(w.near.row[k]), w.away[k], w.bearing_right[k], w.bearing_ahead[k]
        since, falls = seen_inout[row], np.float64(b.radial_speed[row])
        if falls < 0.0 and length(vector(b.position, row)) - shell_radius > -WARNING_TIME * falls:
            seen_inout[row] = NEVER  # not announced yet
            continue
        size = np.float64(b.radius[row])
        in_view = (away - size <= SIGHT.reach) & (y * away + size >= -SIGHT.behind)
        is_hidden = (row < enemies_end) & (away <= ARROW_REACH) & (not in_view)
        # Shots fly straight: one that was seen or announced stays so.
        kept = since if is_hidden or row >= first_bullet else NEVER
        seen_inout[row] = min(since, np.int32(tick)) if in_view else kept
        if DEBUG:
            assert not is_hidden or count < len(w.hidden), "note_near: more enemies than there is room for"
        if is_hidden:
            w.hidden[count], w.away[count] = row, away
            w.bearing_right[count], w.bearing_ahead[count] = x, y
            count += 1
    return count


@inline
def mark_rim(found: Integer, tick: Integer, seen_inout: I32, watch_inout: Watch) -> None:
    """Note the hidden enemies that arrows point at: the nearest, and those behind one of them.

    Those that an arrow points at are taken as infinitely far from then on.
    """
    w, away = watch_inout, watch_inout.away
    narrow = 1.0 - 0.5 * ARROW_ANGLE * ARROW_ANGLE
    away[found : found + F64_LANES] = np.inf  # the last block reads beyond `found`
    for _ in range(min(found, ARROWS)):
        nearest = load(away, np.uint64(0))
        for k in range(F64_LANES, found, F64_LANES):
            other = load(away, np.uint64(k))
            nearest = where(other < nearest, other, nearest)
        least = reduce_min(nearest)
        if least == np.inf:
            break
        best = 0
        while away[best] != least:
            best += 1
        x, y = w.bearing_right[best], w.bearing_ahead[best]
        for k in range(0, found, F64_LANES):
            at = np.uint64(k)
            along = load(w.bearing_right, at) * x + load(w.bearing_ahead, at) * y
            store(away, at, where(along >= narrow, np.inf, load(away, at)))
    for k in range(found):
        row = w.hidden[k]
        seen_inout[row] = min(seen_inout[row], np.int32(tick)) if away[k] == np.inf else NEVER
