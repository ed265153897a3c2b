"""Risks that the bot takes for points: shards that it fetches, and enemies that it strikes with its dash."""

import math
from typing import TYPE_CHECKING

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.skills import SkillRules
from arena.game.bots.decisions import COURSE_X, COURSE_Y, COURSES
from arena.game.bots.perception import ASTEROID, BULLET, Sight, arc_of_chord, dot, scaled
from arena.game.rules import BOT, SHARDS
from arena.game.scoring.shards import SHARDS_TABLE, Shards
from arena.jit import inline, kernel
from arena.jit.annotations import F64, Integer
from arena.sim.damage import is_strikable
from arena.sim.tables.bodies import Bodies, Memory, Players, Ships
from arena.vectors import vector

if TYPE_CHECKING:
    from arena.sim.world import World

DASH = tuning.PILOT.boost_speed * tuning.PILOT.boost_time
"""Length of a dash [u]."""
HALF_DASH = 0.5 * tuning.PILOT.boost_time
"""Time until the middle of it [s]."""
OWN = kinds.PLAYER.ship.body.radius
NEVER = -1


def wish_shards(
    world: "World", slot: int, skill: SkillRules, sight: Sight, worth_out: F64, wish_inout: F64
) -> None:
    """Bend the wish to the course on which most shards lie, of those within reach.

    `worth_out` is scratch for each course.
    """
    shards = world.tables.get(SHARDS_TABLE)
    if shards is not None:
        bend_to_shards(
            shards, world.bodies, world.players, slot, world.shell_radius, skill.shard_reach,
            skill.shard_wish, world.tick, sight, worth_out, wish_inout,
        )  # fmt: skip


@kernel
def bend_to_shards(
    shards: Shards, bodies: Bodies, players: Players, slot: int, shell_radius: float, reach: float,
    most: float, tick: int, sight: Sight, worth_out: F64, wish_inout: F64,
) -> None:  # fmt: skip
    """`wish_shards` for kernels: those within `reach` [u], at most the share `most` of the wish.

    A mean of the directions of all shards, tried before, leads between them; the nearest one alone, tried as
    well, is left behind before a pilot looks again.
    """
    here, up = vector(bodies.position, slot), vector(players.up, slot)
    p = scaled(here, 1.0 / math.sqrt(dot(here, here)))
    right = (up[1] * p[2] - up[2] * p[1], up[2] * p[0] - up[0] * p[2], up[0] * p[1] - up[1] * p[0])
    for course in range(COURSES):
        worth_out[course] = 0.0
    for row in range(len(shards.ends_at)):
        if shards.ends_at[row] <= tick:
            continue
        q = scaled(vector(shards.position, row), 1.0 / shell_radius)
        away = arc_of_chord(math.sqrt(max(0.0, 2.0 - 2.0 * dot(p, q)))) * shell_radius
        if away > reach:
            continue
        across, ahead = dot(q, right), dot(q, up)
        stretch = away / max(math.sqrt(across * across + ahead * ahead), 1e-9)
        add_to_courses(sight, across * stretch, ahead * stretch, away / reach, worth_out)
    best = 0
    for course in range(COURSES):
        if worth_out[course] > worth_out[best]:
            best = course
    pull = most * min(1.0, worth_out[best] / BOT.shard_worth)
    wish_inout[0] += (COURSE_X[best] - wish_inout[0]) * pull
    wish_inout[1] += (COURSE_Y[best] - wish_inout[1]) * pull


@inline
def add_to_courses(sight: Sight, x: float, y: float, far: float, worth_inout: F64) -> None:
    """Add a shard's worth to each course that leads past it: less aside, farther away, and near a ship."""
    room = room_at(sight, x, y) * (1.0 - far)
    for course in range(COURSES):
        if x * COURSE_X[course] + y * COURSE_Y[course] > 0.0:
            aside = (x * COURSE_Y[course] - y * COURSE_X[course]) / SHARDS.pull_reach
            worth_inout[course] += room / (1.0 + aside * aside)


@inline
def room_at(sight: Sight, x: float, y: float) -> float:
    """Room about a place in the plane, 0 on a ship to 1 with none within `BOT.shard_room`."""
    least = BOT.shard_room
    for i in range(sight.count[0]):
        if sight.kind[i] != BULLET and sight.kind[i] != ASTEROID:
            aside, along = sight.x[i] - x, sight.y[i] - y
            least = min(least, math.sqrt(aside * aside + along * along))
    return least / BOT.shard_room


@kernel
def best_strike(
    sight: Sight, bodies: Bodies, ships: Ships, memory: Memory, least: int, course_out: F64
) -> bool:
    """Write the course (stick) of the dash that strikes most; returns whether it is worth it.

    It is if it strikes `least` more than wait at its end.
    """
    best, most = NEVER, least - 1.0
    for course in range(COURSES):
        worth = strike_worth(sight, bodies, ships, memory, COURSE_X[course], COURSE_Y[course])
        if worth > most:
            best, most = course, worth
    if best != NEVER:
        course_out[0], course_out[1] = COURSE_X[best], COURSE_Y[best]
    return best != NEVER


@inline
def strike_worth(sight: Sight, bodies: Bodies, ships: Ships, memory: Memory, x: float, y: float) -> float:
    """Number of enemies in the way of a dash along unit (x, y), less a share of those near its end.

    A small place about the end, tried before, let it strike its way into crowds.
    """
    worth = 0.0
    for i in range(sight.count[0]):
        if sight.kind[i] == BULLET or sight.arrives[i] > BOT.strike_landing:
            continue
        place_x, place_y = sight.x[i] + sight.vx[i] * HALF_DASH, sight.y[i] + sight.vy[i] * HALF_DASH
        along, aside = place_x * x + place_y * y, abs(place_x * y - place_y * x)
        touch = OWN + sight.radius[i]
        met = sight.arrives[i] <= 0.0 and aside < touch and 0.0 < along < DASH + touch
        if met and sight.kind[i] != ASTEROID and is_strikable(bodies, ships, memory, sight.row[i]):
            worth += 1.0
        else:
            after_x = sight.x[i] + sight.vx[i] * BOT.strike_after - DASH * x
            after_y = sight.y[i] + sight.vy[i] * BOT.strike_after - DASH * y
            gap = math.sqrt(after_x * after_x + after_y * after_y) - touch
            worth -= BOT.strike_caution * max(0.0, min(1.0, 1.0 - gap / BOT.strike_room))
    return worth


def wants_strike(world: "World", slot: int, least: Integer, sight: Sight, course_out: F64) -> bool:
    """Return whether a dash now would strike enough, and write its course."""
    if world.players.boost[slot] < 1.0:
        return False
    return bool(best_strike(sight, world.bodies, world.ships, world.memory, least, course_out))
