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
from arena.jit.annotations import F64, I32, Flag, Integer, Real, Row
from arena.jit.tables import Table
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


class Notice(Table):
    """Ticks since when a player could know of a row; NEVER where it could not."""

    seen: I32  # of bodies, shape (players, bodies)
    charging: I32  # of ships in a telegraph, shape (players, ships)


class Watch(Table):
    """Scratch of `watch_bodies`; nothing of it is state."""

    hidden: I32  # rows of enemies out of view, shape (ships,)
    away: F64  # [u] to each of them, shape (ships,)
    bearing: F64  # unit (right, ahead) of each, shape (ships, 2)
    chosen: I32  # places in `hidden` that have an arrow, shape (ARROWS,)


def create_notice(players: int, bodies: int, ships: int) -> Notice:
    """Build a notice of nothing."""
    return Notice(np.full((players, bodies), NEVER, np.int32), np.full((players, ships), NEVER, np.int32))


def create_watch(ships: int) -> Watch:
    """Build scratch for so many ships."""
    return Watch(np.zeros(ships, np.int32), np.zeros(ships), np.zeros((ships, 2)), np.zeros(ARROWS, np.int32))


@kernel
def watch_bodies(
    population: Population, behaviours: Behaviours, shell_radius: Real, tick: Integer, notice_inout: Notice,
    watch_out: Watch,
) -> None:  # fmt: skip
    """Bring `notice_inout` up to the state at the end of a tick."""
    b, p = population.bodies, population
    seen, charging = notice_inout.seen, notice_inout.charging
    first_bullet = p.pools.start[Pool.BULLET]
    for slot in range(seen.shape[0]):
        if not b.alive[slot]:
            seen[slot, :] = NEVER
            charging[slot, :] = NEVER
            continue
        note_shots(p, slot, first_bullet, tick, notice_inout)
        found = note_bodies(p, slot, shell_radius, tick, notice_inout, watch_out)
        mark_rim(slot, found, tick, seen, watch_out)
        for row in range(p.pools.start[Pool.ENEMY], p.pools.stop[Pool.ENEMY]):
            charges = is_charging(b.kind[row], p.ships.cooldown[row], p.memory.phase[row])
            if not (charges and b.alive[row] and b.radial_speed[row] == 0.0):
                charging[slot, row] = NEVER
                continue
            if not (seen[slot, row] != NEVER or shows_lane(b, p.memory, behaviours, row, slot, shell_radius)):
                charging[slot, row] = NEVER
            elif charging[slot, row] == NEVER:
                charging[slot, row] = tick


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
def note_shots(
    population: Population, slot: Row, first_bullet: Row, tick: Integer, notice_inout: Notice
) -> None:
    """Date the notice of each new shot back to the telegraph of its shooter."""
    b, seen, charging = population.bodies, notice_inout.seen, notice_inout.charging
    for row in range(first_bullet, len(b.alive)):
        if b.alive[row] and b.born[row] == tick and b.team[row] != Team.PLAYERS:
            owner = population.bullets.owner[row - first_bullet]
            seen[slot, row] = charging[slot, owner] if owner >= 0 else NEVER


@inline
def note_bodies(
    population: Population, slot: Row, shell_radius: Real, tick: Integer, notice_inout: Notice,
    watch_out: Watch,
) -> Integer:  # fmt: skip
    """Note the bodies in view; lists the enemies that are not, and returns their number."""
    p, b, seen = population, population.bodies, notice_inout.seen
    first, enemies_end = p.pools.start[Pool.ENEMY], p.pools.stop[Pool.ENEMY]
    first_bullet = p.pools.start[Pool.BULLET]
    here = vector(b.position, slot)
    here, ahead = scaled(here, 1.0 / length(here)), vector(p.players.up, slot)
    right = cross(ahead, here)
    count = 0
    for row in range(first, len(b.alive)):
        if not b.alive[row] or b.team[row] == Team.PLAYERS:
            seen[slot, row] = NEVER
            continue
        place = vector(b.position, row)
        height = length(place)
        x, y = dot(place, right) / height, dot(place, ahead) / height
        away = arc_of_chord(math.sqrt(max(2.0 - 2.0 * dot(place, here) / height, 0.0))) * shell_radius
        size = max(math.sqrt(x * x + y * y), 1e-9)
        x, y = x / size, y / size
        falls = b.radial_speed[row] < 0.0
        if falls and height - shell_radius > -WARNING_TIME * b.radial_speed[row]:  # not announced yet
            seen[slot, row] = NEVER
        elif away <= SIGHT.reach and y * away >= -SIGHT.behind:
            if seen[slot, row] == NEVER:
                seen[slot, row] = tick
        elif row < enemies_end and away <= ARROW_REACH:
            if DEBUG:
                assert count < len(watch_out.hidden), "note_bodies: more enemies than there is room for"
            watch_out.hidden[count], watch_out.away[count] = row, away
            watch_out.bearing[count, 0], watch_out.bearing[count, 1] = x, y
            count += 1
        elif row < first_bullet:  # shots fly straight: one that was seen or announced stays so
            seen[slot, row] = NEVER
    return count


@inline
def mark_rim(slot: Row, found: Integer, tick: Integer, seen_inout: I32, watch_out: Watch) -> None:
    """Note the hidden enemies that arrows point at: the nearest, and those behind one of them."""
    hidden, away, bearing, chosen = watch_out.hidden, watch_out.away, watch_out.bearing, watch_out.chosen
    narrow = 1.0 - 0.5 * ARROW_ANGLE * ARROW_ANGLE
    arrows = 0
    for _ in range(min(found, ARROWS)):
        best = -1
        for k in range(found):
            if (best < 0 or away[k] < away[best]) and not pointed_at(k, bearing, chosen, arrows, narrow):
                best = k
        if best < 0:
            break
        chosen[arrows] = best
        arrows += 1
    for k in range(found):
        row = hidden[k]
        if not pointed_at(k, bearing, chosen, arrows, narrow):
            seen_inout[slot, row] = NEVER
        elif seen_inout[slot, row] == NEVER:
            seen_inout[slot, row] = tick


@inline
def pointed_at(place: Integer, bearing: F64, chosen: I32, arrows: Integer, narrow: Real) -> Flag:
    """Return whether an arrow leads towards a hidden enemy."""
    for k in range(arrows):
        other = chosen[k]
        if bearing[place, 0] * bearing[other, 0] + bearing[place, 1] * bearing[other, 1] >= narrow:
            return True
    return False
