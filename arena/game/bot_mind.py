"""How the bot decides: where to fly, what to shoot, when to dash or bomb. All in the plane of `Sight`."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.game.bot_senses import ASTEROID, BULLET, NOTHING, Sight
from arena.game.rules import BOT
from arena.jit import inline, kernel
from arena.sim.bodies import Bodies, Players
from arena.sim.commands import Button
from arena.sim.kinds import Kind, KindTable
from arena.sphere import quadrant_sine_cosine

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

COURSES = 16
"""Directions the bot considers, besides staying."""

COURSE_X = np.array([math.cos(2.0 * math.pi * i / COURSES) for i in range(COURSES)] + [0.0])
COURSE_Y = np.array([math.sin(2.0 * math.pi * i / COURSES) for i in range(COURSES)] + [0.0])
PLAYER = int(Kind.PLAYER)
FIRE, BOOST, BOMB = int(Button.FIRE), int(Button.BOOST), int(Button.BOMB)
LAG = 0.5 * tuning.PLAYER.max_speed / tuning.PLAYER.acceleration
"""[s] by which the ship trails a new course: half the time to full speed."""

INHERITED = tuning.BULLET.inherited
MUZZLE = tuning.PLAYER.radius + tuning.BULLET.radius + tuning.BULLET.muzzle_gap
BOMB_REACH = tuning.PILOT.bomb_radius * BOT.bomb_share
AIM_STEPS = 4
"""Rounds of refining where a shot meets its target."""


class Memory(NamedTuple):
    """What the bot did last."""

    move: F64  # stick, shape (2,)
    course: F64  # where it decided to fly, stick, shape (2,)
    danger: F64  # of that course, shape (1,)
    aim: F64  # unit, shape (2,)
    target: I64  # row it shoots at, -1 for none, shape (1,)
    bombed: I64  # tick of its last bomb, shape (1,)


def create_memory() -> Memory:
    """A bot that has not flown yet."""
    return Memory(
        np.zeros(2), np.zeros(2), np.zeros(1), np.array([0.0, 1.0]), np.full(1, -1, np.int64),
        np.full(1, -10_000, np.int64),
    )  # fmt: skip


@inline
def length(x: float, y: float) -> float:
    """Length of a vector in the plane."""
    return math.sqrt(x * x + y * y)


@inline
def danger_of(sight: Sight, own_radius: float, x: float, y: float) -> float:
    """What flying at velocity (x, y) [u/s] for the next moments would cost."""
    total = 0.0
    lag_x, lag_y = (sight.own[0] - x) * LAG, (sight.own[1] - y) * LAG
    for i in range(sight.count[0]):
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
def choose_target(bodies: Bodies, sight: Sight, memory_inout: Memory) -> int:
    """Entry of `sight` to shoot at, -1 for none: the nearest, with some loyalty, ships before asteroids."""
    best, best_cost = -1, NOTHING
    for i in range(sight.count[0]):
        kind = bodies.kind[sight.row[i]]
        if kind == BULLET:
            continue
        cost = length(sight.x[i], sight.y[i]) - sight.radius[i]
        if kind == ASTEROID:
            if cost > BOT.asteroid_reach:
                continue
            cost += BOT.asteroid_distance
        cost += 10.0 * sight.arrives[i]
        if sight.row[i] == memory_inout.target[0]:
            cost -= BOT.loyalty
        if cost < best_cost:
            best, best_cost = i, cost
    memory_inout.target[0] = sight.row[best] if best >= 0 else -1
    return best


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
    """Write where the bot would like to go (stick): to its distance from the target, round it, off crowds."""
    x, y, gap = sight.nearest[0], sight.nearest[1], sight.nearest[2]
    if target >= 0:
        gap = length(sight.x[target], sight.y[target])
        x, y = sight.x[target] / max(gap, 1e-6), sight.y[target] / max(gap, 1e-6)
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
    sight: Sight, own_radius: float, top_speed: float, wish: F64, memory: Memory, course_out: F64
) -> float:
    """Write the best course (stick, length 0 or 1); returns its danger."""
    best, best_danger = -NOTHING, 0.0
    for i in range(COURSES + 1):
        x, y = COURSE_X[i], COURSE_Y[i]
        danger = danger_of(sight, own_radius, x * top_speed, y * top_speed)
        off_wish = (x - wish[0]) * (x - wish[0]) + (y - wish[1]) * (y - wish[1])
        turned = (x - memory.move[0]) * (x - memory.move[0]) + (y - memory.move[1]) * (y - memory.move[1])
        worth = -danger - BOT.wish * off_wish - BOT.inertia * turned
        if worth > best:
            best, best_danger = worth, danger
            course_out[0], course_out[1] = x, y
    return best_danger


@inline
def surrounded(bodies: Bodies, sight: Sight, hurt: bool) -> bool:
    """Whether enough ships are close enough for a bomb."""
    ships = 0
    for i in range(sight.count[0]):
        kind = bodies.kind[sight.row[i]]
        if kind != BULLET and kind != ASTEROID and sight.arrives[i] == 0.0:
            ships += length(sight.x[i], sight.y[i]) < BOMB_REACH
    return ships >= (BOT.bomb_ships + 1) // 2 if hurt else ships >= BOT.bomb_ships


@kernel
def turn_aim(x: float, y: float, memory_inout: Memory) -> float:
    """Turn the remembered aim towards (x, y), by `aim_rate` at most; returns the cosine left between them."""
    size = length(x, y)
    if size < 1e-6:
        return 1.0
    x, y = x / size, y / size
    aim = memory_inout.aim
    cosine = aim[0] * x + aim[1] * y
    cross = aim[0] * y - aim[1] * x
    if cosine > 1.0 - 0.5 * BOT.aim_rate * BOT.aim_rate:
        aim[0], aim[1] = x, y
    else:
        rate = BOT.aim_rate if cross >= 0.0 else -BOT.aim_rate
        aim_x = aim[0] - aim[1] * rate
        aim_y = aim[1] + aim[0] * rate
        size = length(aim_x, aim_y)
        aim[0], aim[1] = aim_x / size, aim_y / size
    return aim[0] * x + aim[1] * y


@kernel
def shoot(
    bodies: Bodies, kinds: KindTable, sight: Sight, target: int, tick: int, memory_inout: Memory
) -> int:
    """Turn the aim to the lead on `target`, or ahead; returns the FIRE bit where a shot could meet."""
    if target < 0:
        turn_aim(sight.own[0], sight.own[1], memory_inout)
        return 0
    point = np.empty(2, np.float64)
    flight = lead(sight, target, kinds.bullet_speed[PLAYER], point)
    swing, _ = quadrant_sine_cosine(tick * BOT.aim_wander_pace)
    off = BOT.aim_wander * swing
    cosine = turn_aim(point[0] - off * point[1], point[1] + off * point[0], memory_inout)
    near = flight * tuning.TICK_RATE < kinds.bullet_ticks[PLAYER] and flight > sight.arrives[target] - 0.05
    return FIRE if near and cosine > BOT.aim_cone else 0


@kernel
def decide(
    bodies: Bodies,
    players: Players,
    kinds: KindTable,
    slot: int,
    tick: int,
    sight: Sight,
    memory_inout: Memory,
    command_out: F64,
) -> None:
    """Write move x, y, aim x, y in -1..1 and the button bits for this tick into `command_out`."""
    course = memory_inout.course
    turn = 1.0 if (tick // BOT.circle) % 2 == 0 else -1.0
    target = choose_target(bodies, sight, memory_inout)
    if tick % BOT.reaction == 0:
        wish = np.empty(2, np.float64)
        wish_course(sight, target, turn, wish)
        memory_inout.danger[0] = steer(
            sight, kinds.radius[PLAYER], kinds.max_speed[PLAYER], wish, memory_inout, course
        )
    danger = memory_inout.danger[0]
    fright = min(danger / BOT.scared, 1.0)
    share = BOT.smooth_calm + (BOT.smooth_scared - BOT.smooth_calm) * fright
    memory_inout.move[0] += (course[0] - memory_inout.move[0]) * share
    memory_inout.move[1] += (course[1] - memory_inout.move[1]) * share
    buttons = shoot(bodies, kinds, sight, target, tick, memory_inout)
    if danger > BOT.boost_danger and players.boost[slot] >= 1.0 and not players.held[slot] & BOOST:
        buttons |= BOOST
        memory_inout.move[0], memory_inout.move[1] = course[0], course[1]
    hurt = bodies.health[slot] < BOT.bomb_health * kinds.health[PLAYER]
    rested = tick - memory_inout.bombed[0] > BOT.bomb_rest
    if rested and players.bombs[slot] > 0 and surrounded(bodies, sight, hurt):
        buttons |= BOMB
        memory_inout.bombed[0] = tick
    command_out[0], command_out[1] = memory_inout.move[0], memory_inout.move[1]
    command_out[2], command_out[3] = memory_inout.aim[0], memory_inout.aim[1]
    command_out[4] = buttons
