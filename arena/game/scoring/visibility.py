"""Notice: ticks since which each player could know of each body, because it was in view, announced or marked.

`watch_bodies` runs once per tick, after the step. A body counts as noticed from the tick on in which it is
in the picture (what the camera shows at least, `SightRules`), or its landing is announced there, or an arrow
at the rim points at it; the count begins anew once it is none of these. A shot counts as noticed as long as
its shooter, noticed, has shown that it would fire, see `arena.sim.telegraphs`. A lane that passes the player
shows that as well, wherever its ship is.

It decides nothing in the game: it is state because what it tells of a game is part of the game's result.
"""

import math

import numpy as np

from arena.ai.behaviours import Behaviours
from arena.game.bots.perception import arc_of_chord
from arena.game.rules import SIGHT
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I32, Flag, Flags, Integer, Real, Row
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
PLAYERS = int(Team.PLAYERS)
NOT_ANNOUNCED = -1.0
"""Height of a body whose landing is not announced yet."""


class Notice(Table):
    """Ticks since when a player could know of a row; NEVER where it could not."""

    seen: I32  # of bodies, shape (players, bodies)
    charging: I32  # of ships in a telegraph, shape (players, ships)


class Watch(Table):
    """Scratch of `watch_bodies`; nothing of it is state."""

    hidden: I32  # rows of enemies out of view, shape (ships,)
    away: F64  # [u] to each of them; infinite: an arrow points at it, shape (ships,)
    bearing: F64  # unit (right, ahead) of each, shape (ships, 2)
    others: Compaction  # living bodies that are not of the players' team, counted from the first enemy
    place: F64  # of each of `others` [u], shape (3, bodies)
    height: F64  # [u] of each from the planet's centre, or NOT_ANNOUNCED, shape (bodies,)
    arc: F64  # [u] from a player to each, shape (bodies,)
    ahead: F64  # component of the unit vector to each along a player's up, shape (bodies,)
    charging: Compaction  # enemies on the shell in a telegraph, counted from the first enemy


def create_notice(players: int, bodies: int, ships: int) -> Notice:
    """Build a notice of nothing."""
    return Notice(np.full((players, bodies), NEVER, np.int32), np.full((players, ships), NEVER, np.int32))


def create_watch(bodies: int, ships: int) -> Watch:
    """Build scratch for so many bodies, and ships among them."""
    height, arc, ahead = np.zeros((3, bodies))
    return Watch(
        np.zeros(ships, np.int32), np.zeros(ships), np.zeros((ships, 2)), create_compaction(bodies),
        np.zeros((3, bodies)), height, arc, ahead, create_compaction(ships),
    )  # fmt: skip


@kernel
def watch_bodies(
    population: Population, behaviours: Behaviours, shell_radius: Real, tick: Integer, notice_inout: Notice,
    watch_out: Watch,
) -> None:  # fmt: skip
    """Bring `notice_inout` up to the state at the end of a tick."""
    b, p, watch = population.bodies, population, watch_out
    seen, charging = notice_inout.seen, notice_inout.charging
    first, stop = p.pools.start[Pool.ENEMY], p.pools.stop[Pool.ENEMY]
    others = list_others(b, first, shell_radius, watch)
    charges = list_charging(p, first, stop, watch.charging)
    for slot in range(seen.shape[0]):
        if not b.alive[slot]:
            seen[slot, :] = NEVER
            charging[slot, :] = NEVER
            continue
        forget_unflagged(seen[slot, first:], watch.others.flag)
        measure(b, p.players.up, slot, others, shell_radius, watch)
        found = note_bodies(p, slot, others, tick, notice_inout, watch)
        mark_rim(slot, found, tick, seen, watch)
        forget_unflagged(charging[slot, first:stop], watch.charging.flag)
        for k in range(charges):
            row = first + np.int64(watch.charging.row[k])
            if not (seen[slot, row] != NEVER or shows_lane(b, p.memory, behaviours, row, slot, shell_radius)):
                charging[slot, row] = NEVER
            elif charging[slot, row] == NEVER:
                charging[slot, row] = tick


@inline
def list_others(bodies: Bodies, first: Row, shell_radius: Real, watch_out: Watch) -> Integer:
    """List the living bodies from row `first` on that are not the players'; returns their number."""
    b, others, height, place = bodies, watch_out.others, watch_out.height, watch_out.place
    for k in range(len(b.alive) - first):
        row = np.uint64(first + k)
        others.flag[np.uint64(k)] = b.alive[row] & (b.team[row] != PLAYERS)
    count = list_flagged(others, len(b.alive) - first)
    for k in range(count):
        row = first + np.int64(others.row[k])
        p = vector(b.position, row)
        place[0, k], place[1, k], place[2, k] = p
        height[k] = length(p)
        falls = b.radial_speed[row] < 0.0
        if falls and height[k] - shell_radius > -WARNING_TIME * b.radial_speed[row]:
            height[k] = NOT_ANNOUNCED
    return count


@inline
def list_charging(population: Population, first: Row, stop: Row, charging_out: Compaction) -> Integer:
    """List the enemies on the shell that are in a telegraph; returns their number."""
    b, cooldown, phase = population.bodies, population.ships.cooldown, population.memory.phase
    for k in range(stop - first):
        row = np.uint64(first + k)
        here = b.alive[row] & (b.radial_speed[row] == np.float32(0.0))
        charging_out.flag[np.uint64(k)] = here and is_charging(b.kind[row], cooldown[row], phase[row])
    return list_flagged(charging_out, stop - first)


@inline
def forget_unflagged(since_inout: I32, flag: Flags) -> None:
    """Set what is not flagged to NEVER, in a loop that the compiler vectorises."""
    for k in range(len(since_inout)):
        place = np.uint64(k)
        since_inout[place] = since_inout[place] if flag[place] else NEVER


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
def measure(
    bodies: Bodies, up: F32, slot: Row, others: Integer, shell_radius: Real, watch_out: Watch
) -> None:  # fmt: skip
    """Write the arc from a player to each listed body, in a loop that the compiler vectorises."""
    x, y, z = watch_out.place[0], watch_out.place[1], watch_out.place[2]
    height, arc, ahead = watch_out.height, watch_out.arc, watch_out.ahead
    here, forward = direction_of(bodies, slot), vector(up, slot)
    for k in range(others):
        at = np.uint64(k)
        place, above = (x[at], y[at], z[at]), height[at]
        square = max(2.0 - 2.0 * dot(place, here) / above, 0.0)
        arc[at] = arc_of_chord(math.sqrt(square)) * shell_radius
        ahead[at] = dot(place, forward) / above


@inline
def note_bodies(
    population: Population, slot: Row, others: Integer, tick: Integer, notice_inout: Notice, watch_out: Watch
) -> Integer:  # fmt: skip
    """Note the bodies in view, of `others` that are listed; lists the enemies that are not: their number.

    The notice of a new shot is dated back to the telegraph of its shooter.
    """
    p, b, seen, charging = population, population.bodies, notice_inout.seen, notice_inout.charging
    first, enemies_end = p.pools.start[Pool.ENEMY], p.pools.stop[Pool.ENEMY]
    first_bullet, listed = p.pools.start[Pool.BULLET], watch_out.others.row
    right = cross(vector(p.players.up, slot), direction_of(b, slot))
    count = 0
    for k in range(others):
        row, height, away = first + np.int64(listed[k]), watch_out.height[k], watch_out.arc[k]
        if row >= first_bullet and b.born[row] == tick:
            owner = p.bullets.owner[row - first_bullet]
            seen[slot, row] = charging[slot, owner] if owner >= 0 else NEVER
        y = watch_out.ahead[k]
        if height == NOT_ANNOUNCED:
            seen[slot, row] = NEVER
            continue
        if away <= SIGHT.reach and y >= 0.0:
            if seen[slot, row] == NEVER:
                seen[slot, row] = tick
            continue
        if away > SIGHT.reach and not (row < enemies_end and away <= ARROW_REACH):
            if row < first_bullet:  # shots fly straight: one that was seen or announced stays so
                seen[slot, row] = NEVER
            continue
        x = dot(vector(b.position, row), right) / height
        size = max(math.sqrt(x * x + y * y), 1e-9)
        x, y = x / size, y / size
        if away <= SIGHT.reach and y * away >= -SIGHT.behind:
            if seen[slot, row] == NEVER:
                seen[slot, row] = tick
        elif row < enemies_end and away <= ARROW_REACH:
            if DEBUG:
                assert count < len(watch_out.hidden), "note_bodies: more enemies than there is room for"
            watch_out.hidden[count], watch_out.away[count] = row, away
            watch_out.bearing[count, 0], watch_out.bearing[count, 1] = x, y
            count += 1
        elif row < first_bullet:
            seen[slot, row] = NEVER
    return count


@inline
def mark_rim(slot: Row, found: Integer, tick: Integer, seen_inout: I32, watch_out: Watch) -> None:
    """Note the hidden enemies that arrows point at: the nearest, and those behind one of them."""
    hidden, away, bearing = watch_out.hidden, watch_out.away, watch_out.bearing
    narrow = 1.0 - 0.5 * ARROW_ANGLE * ARROW_ANGLE
    best = nearest_hidden(away, found)
    for _ in range(ARROWS):
        if best < 0:
            break
        x, y = bearing[best, 0], bearing[best, 1]
        for k in range(found):
            if bearing[k, 0] * x + bearing[k, 1] * y >= narrow:
                away[k] = np.inf
        best = nearest_hidden(away, found)
    for k in range(found):
        row = hidden[k]
        if away[k] < np.inf:
            seen_inout[slot, row] = NEVER
        elif seen_inout[slot, row] == NEVER:
            seen_inout[slot, row] = tick


@inline
def nearest_hidden(away: F64, found: Integer) -> Integer:
    """Place of the nearest of the hidden enemies that no arrow points at, -1 where there is none."""
    best, least = -1, np.inf
    for k in range(found):
        if away[k] < least:
            best, least = k, away[k]
    return best
