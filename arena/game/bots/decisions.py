"""Decisions of the bot, each a kernel: its target, its aim and its course, in the plane of `Sight`.

They are called one by one from `arena.game.bots.bot`, because one kernel of them all takes seconds to
compile.
"""

import math

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.game.bots.perception import ASTEROID, BULLET, MINE, NOTHING, Sight
from arena.game.rules import BOT
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64
from arena.sim.groups.protection import is_linked
from arena.sim.tables.bodies import Bodies, Ships

COURSES = 16
"""Directions the bot considers, besides staying."""

COURSE_X = np.array([math.cos(2.0 * math.pi * i / COURSES) for i in range(COURSES)] + [0.0])
COURSE_Y = np.array([math.sin(2.0 * math.pi * i / COURSES) for i in range(COURSES)] + [0.0])
LAG = 0.5 * kinds.PLAYER.ship.flight.max_speed / kinds.PLAYER.ship.flight.acceleration
"""Time by which the ship trails a new course [s]: half the time to full speed."""

INHERITED = tuning.BULLET.inherited
MUZZLE = kinds.PLAYER.ship.body.radius + tuning.BULLET.radius + tuning.BULLET.muzzle_gap
AIM_STEPS = 4
"""Rounds of refining where a shot meets its target."""


@inline
def length(x: float, y: float) -> float:
    """Length of a vector in the plane."""
    return math.sqrt(x * x + y * y)


@inline
def danger_of(sight: Sight, own_radius: float, crowd_fear: float, x: float, y: float) -> float:
    """Cost of flying at velocity (x, y) [u/s] for the next moments: of hits, and of ships about its end.

    Hits alone, tried before, let it fly back into a swarm for shards until it was enclosed.
    """
    total = 0.0
    lag_x, lag_y = (sight.own[0] - x) * LAG, (sight.own[1] - y) * LAG
    end_x, end_y = x * BOT.horizon, y * BOT.horizon
    for i in range(sight.count[0]):
        kind = sight.kind[i]
        if sight.awake[i] and kind != BULLET and kind != ASTEROID and kind != MINE:
            away = length(sight.x[i] - end_x, sight.y[i] - end_y)
            total += crowd_fear * max(0.0, 1.0 - away / BOT.crowd_reach)
        wx, wy = sight.vx[i] - x, sight.vy[i] - y
        dx, dy = sight.x[i] - lag_x, sight.y[i] - lag_y
        closing = -(dx * wx + dy * wy)
        when = closing / max(wx * wx + wy * wy, 1e-6)
        when = min(max(when, sight.arrives[i]), BOT.horizon)
        if when < sight.arrives[i]:
            continue
        gap = length(dx + wx * when, dy + wy * when) - own_radius - sight.radius[i]
        room = sight.margin[i]
        if gap < room:
            share = min(1.0 - gap / room, 2.0)
            cost = share * share * (BOT.hit_fear if gap < 0.0 else 1.0)
            total += sight.fear[i] * cost / (1.0 + when)
    return total


@kernel
def choose_target(sight: Sight, previous: int) -> int:
    """Entry of `sight` to shoot at, -1 for none: the nearest, loyal to row `previous`, ships before rocks."""
    best, best_cost = -1, NOTHING
    for i in range(sight.count[0]):
        kind = sight.kind[i]
        if kind == BULLET:
            continue
        cost = length(sight.x[i], sight.y[i]) - sight.radius[i]
        if kind == ASTEROID:
            if cost > BOT.asteroid_reach:
                continue
            cost += BOT.asteroid_distance
        cost += 10.0 * sight.arrives[i]
        if sight.row[i] == previous:
            cost -= BOT.loyalty
        if cost < best_cost:
            best, best_cost = i, cost
    return best


@kernel
def choose_shielder(sight: Sight, bodies: Bodies, ships: Ships, target: int) -> int:
    """Entry of the ship whose link protects a target, where that is in sight; else the target."""
    if target < 0 or not is_linked(bodies, ships, sight.row[target]):
        return target
    for i in range(sight.count[0]):
        if sight.row[i] == ships.shielder[sight.row[target]]:
            return i
    return target


@kernel
def lead(sight: Sight, target: int, bullet_speed: float, point_out: F64) -> float:
    """Write where to aim so that a shot fired now meets entry `target`; returns the flight time [s].

    In the plane a great circle through the ship is a straight line, and over a shot's reach the target's is
    nearly one: both turn about the planet's centre, and the transported velocity has taken out the difference
    of frames.
    """
    when = 0.0
    vx = sight.vx[target] - INHERITED * sight.own[0]
    vy = sight.vy[target] - INHERITED * sight.own[1]
    for _ in range(AIM_STEPS):
        point_out[0] = sight.x[target] + vx * when
        point_out[1] = sight.y[target] + vy * when
        when = max(length(point_out[0], point_out[1]) - MUZZLE, 0.0) / bullet_speed
    return when


@kernel
def wish_course(sight: Sight, target: int, turn: float, wish_out: F64) -> None:
    """Write where the bot would like to go (stick): to its distance from the target, round it, off crowds.

    Asteroids and mines are shot in passing: the way leads to the nearest ship.
    """
    x, y, gap = sight.nearest[0], sight.nearest[1], sight.nearest[2]
    if target >= 0 and ((sight.kind[target] != ASTEROID and sight.kind[target] != MINE) or gap == NOTHING):
        away = max(length(sight.x[target], sight.y[target]), 1e-6)
        x, y, gap = sight.x[target] / away, sight.y[target] / away, max(away - sight.radius[target], 0.0)
    wish_out[0], wish_out[1] = 0.0, 0.0
    if gap < NOTHING:
        pull = min(max((gap - BOT.keep) / BOT.keep_slack, -1.0), 1.0)
        around = (1.0 - abs(pull)) * turn + 0.35 * turn
        wish_out[0] = x * pull - y * around
        wish_out[1] = y * pull + x * around
    for i in range(sight.count[0]):
        gap = length(sight.x[i], sight.y[i])
        if sight.margin[i] == BOT.body_margin and gap < BOT.crowd:
            push = (1.0 - gap / BOT.crowd) / max(gap, 0.5)
            wish_out[0] -= sight.x[i] * push
            wish_out[1] -= sight.y[i] * push
    size = length(wish_out[0], wish_out[1])
    if size > 1.0:
        wish_out[0] /= size
        wish_out[1] /= size


@kernel
def steer(
    sight: Sight, own_radius: float, top_speed: float, caution: float, crowd_fear: float, wish: F64,
    move: F64, course_out: F64,
) -> float:  # fmt: skip
    """Write the best course (stick, length 0 or 1); returns its danger, of which `caution` is heeded."""
    best, best_danger = -NOTHING, 0.0
    for i in range(COURSES + 1):
        x, y = COURSE_X[i], COURSE_Y[i]
        danger = caution * danger_of(sight, own_radius, crowd_fear, x * top_speed, y * top_speed)
        off_wish = (x - wish[0]) * (x - wish[0]) + (y - wish[1]) * (y - wish[1])
        turned = (x - move[0]) * (x - move[0]) + (y - move[1]) * (y - move[1])
        worth = -danger - BOT.wish * off_wish - BOT.inertia * turned
        if worth > best:
            best, best_danger = worth, danger
            course_out[0], course_out[1] = x, y
    if DEBUG:
        assert length(course_out[0], course_out[1]) < 1.0 + 1e-6, "steer: the stick is longer than 1"
    return best_danger


@kernel
def count_close(sight: Sight, reach: float) -> int:
    """Number of landed ships within `reach` [u]."""
    ships = 0
    for i in range(sight.count[0]):
        if sight.kind[i] != BULLET and sight.kind[i] != ASTEROID and sight.arrives[i] == 0.0:
            ships += length(sight.x[i], sight.y[i]) < reach
    return ships
