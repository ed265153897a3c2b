"""Policy of the learnt pilot: kernels that make an action of an observation, by a few dozen numbers.

Seventeen courses are compared, sixteen directions and rest, and the one of most worth is flown. A course's
worth is a sum over the bodies in sight, so their order does not matter, and it turns with the ship: what was
learnt in one direction holds in all. Learnt are the weight of each term, the room to leave, how far to look
ahead, what to aim at, when to dash and bomb, and which weapon to hold. See `arena.env.pilot`.

Sums are of float64 in a fixed order, as in all kernels, and use no function whose last bit depends on the
machine.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.env.layout import (
    ALTITUDE,
    BULLETS,
    FIRST_WEAPON,
    GOAL_ROWS,
    OWN,
    OWN_ROWS,
    RADIUS,
    ROCKS,
    SPEED,
    THREATS,
    WEAPON_COUNT,
    WIDTHS,
    Layout,
)
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, Integer, Real
from arena.jit.tables import Table
from arena.tuning import BULLET, PILOT

LAYOUT = Layout(threats=24, bullets=12, rocks=8, pickups=4, shards=16, reach=26.0)
DIRECTIONS = 16
COURSE_X = np.array([math.cos(2.0 * math.pi * i / DIRECTIONS) for i in range(DIRECTIONS)] + [0.0])
COURSE_Y = np.array([math.sin(2.0 * math.pi * i / DIRECTIONS) for i in range(DIRECTIONS)] + [0.0])
"""Sticks that are compared; the last one is rest."""
COURSES = DIRECTIONS + 1
TOP_SPEED = kinds.PLAYER.ship.flight.max_speed
LAG = 0.5 * TOP_SPEED / kinds.PLAYER.ship.flight.acceleration
"""[s] by which the ship trails a new course."""
OWN_RADIUS = kinds.PLAYER.ship.body.radius
DASH, HALF_DASH, DASH_OVER = PILOT.boost_speed * PILOT.boost_time, 0.5 * PILOT.boost_time, 0.35
"""[u] that a dash leads, [s] to the middle of it, and [s] until its end should be free."""
DASH_ROOM, STRIKABLE = 7.0, 0.75
"""[u] about a dash's end within which ships count, and radius below which a ship counts as prey."""
FALL, LANDED = 10.0, 0.005
"""[u/s] at which what drops in comes down, about, and [s] of fall below which it counts as landed."""
CLOSE, HURT = 0.75 * PILOT.bomb_radius, 0.35
"""[u] within which ships count for a bomb, and the share of health below which it is hurt."""
BOMB_REST, CIRCLE = 22, 60
"""Steps between bombs, and after which it circles the other way."""
AIM_ROUNDS = 3
INHERITED = BULLET.inherited
REACH, INFINITE = LAYOUT.reach, 1e9
SCATTER, LANCE = 1, 2
COUNTS = np.array(LAYOUT.counts, np.int64)
STARTS = np.cumsum([OWN_ROWS + GOAL_ROWS, *COUNTS * WIDTHS])
THREAT_AT, _, _, PICKUP_AT, _, SHARD_AT, _ = STARTS.tolist()
THREAT_WIDTH, _, _, PICKUP_WIDTH, _, SHARD_WIDTH = WIDTHS.tolist()
GOAL_AT = OWN_ROWS + GOAL_ROWS - 3
_, _, _, LAYOUT_PICKUPS, _, LAYOUT_SHARDS = LAYOUT.counts
BODIES_MOST = LAYOUT.threats + LAYOUT.bullets + LAYOUT.rocks
SHIELD, BOOST, BOMBS, OWN_X, OWN_Y, NOSE_X, NOSE_Y = (
    list(OWN).index(name)
    for name in ("shield", "boost", "bombs", "velocity_right", "velocity_up", "nose_right", "nose_up")
)


class PilotWeights(Table):
    """Learnt numbers, each of shape (1,)."""

    fear_hunter: F64  # of ships that are awake
    fear_sleeper: F64
    fear_mine: F64
    fear_bullet: F64
    fear_rock: F64
    fear_windup: F64  # more, of what announces an attack
    fear_touch: F64  # times the fear, of what would touch
    margin_ship: F64  # [u] of room
    margin_bullet: F64
    margin_rock: F64
    horizon: F64  # [s] that it looks ahead
    crowd: F64  # fear of each hunter about the end of a course
    crowd_reach: F64  # [u]
    keep: F64  # [u] from the hull that it aims at
    keep_slack: F64
    circling: F64  # round it
    push: F64  # off bodies within `push_reach`
    push_reach: F64  # [u]
    wish: F64  # of going where it wants
    inertia: F64  # of going on as before
    shards: F64
    shard_width: F64  # [u] beside a course at which shards count half
    shard_few: F64  # shards straight ahead that are worth all of `shards`
    pickup: F64
    crate: F64
    goal: F64
    target_fall: F64  # [u] that a second until its landing seems farther
    target_windup: F64  # [u] nearer
    target_volatile: F64
    target_boss: F64
    target_sleeper: F64
    target_loyal: F64  # ahead of the nose
    target_rock: F64
    rock_reach: F64  # [u] within which it shoots at rocks
    lead_speed: F64  # [u/s] of its shots
    fire_reach: F64  # [u]
    bomb_ships: F64  # ships near it that it bombs
    bomb_hurt: F64  # times as many, when hurt
    dash_danger: F64  # danger that it dashes out of
    strike_ships: F64  # ships that it strikes with one dash, at least
    strike_caution: F64  # share of a ship struck that one left at the end takes back
    scatter: F64  # worth of the scatter; that of the pulse is 0
    scatter_far: F64  # for each 10 u to the target
    scatter_rock: F64
    scatter_crowd: F64  # for each ship near
    lance: F64
    lance_large: F64  # for each u of the target's radius
    lance_crowd: F64
    weapon_loyal: F64  # of the weapon in hand


class PilotSight(Table):
    """Bodies of one observation, threats first, then bullets and rocks, nearest first; scratch."""

    x: F64  # [u] in the plane of the sticks, shape (BODIES_MOST,)
    y: F64
    vx: F64  # [u/s]
    vy: F64
    radius: F64  # [u]
    arrives: F64  # [s] until it has landed
    fear: F64  # of meeting it
    margin: F64  # [u]
    threats: I64  # number of them, shape (1,)
    rocks: I64  # row of the first rock, shape (1,)
    count: I64  # shape (1,)


class PilotMemory(Table):
    """Memory of the last step."""

    course: F64  # stick, shape (2,)
    step: I64  # number of it, shape (1,)
    bombed: I64  # step of its last bomb, shape (1,)
    dashed: I64  # 1: it pressed that button, shape (1,)
    changed: I64  # likewise, of weapons, shape (1,)


def create_sight() -> PilotSight:
    """Sight of nothing."""
    x, y, vx, vy, radius, arrives, fear, margin = np.zeros((8, BODIES_MOST))
    threats, rocks, count = np.zeros((3, 1), np.int64)
    return PilotSight(x, y, vx, vy, radius, arrives, fear, margin, threats, rocks, count)


def create_memory() -> PilotMemory:
    """Memory before a game."""
    step, bombed, dashed, changed = np.zeros((4, 1), np.int64)
    memory = PilotMemory(np.zeros(2), step, bombed, dashed, changed)
    forget(memory)
    return memory


def forget(memory_out: PilotMemory) -> None:
    """Write the memory before a game."""
    for column in memory_out:
        column[:] = 0
    memory_out.bombed[0] = -BOMB_REST


@kernel
def act(
    view: F32, weights: PilotWeights, sight_inout: PilotSight, memory_inout: PilotMemory, action_out: F32
) -> None:
    """Write the action for an observation, shape (ACTION_SIZE,)."""
    w, s, m = weights, sight_inout, memory_inout
    action_out[:] = 0.0
    m.step[0] += 1
    if view[0] == 0.0:
        m.dashed[0] = m.changed[0] = 0
        return
    own_x, own_y = view[OWN_X] * SPEED, view[OWN_Y] * SPEED
    look(view, w, own_x, own_y, s)
    target = choose_target(view, w, s)
    wish_x, wish_y = wish(view, w, s, target, 1.0 if m.step[0] // CIRCLE % 2 else -1.0)
    best, most, danger = 0, -INFINITE, 0.0
    for course in range(COURSES):
        x, y = COURSE_X[course], COURSE_Y[course]
        found = danger_of(view, w, s, own_x, own_y, x * TOP_SPEED, y * TOP_SPEED)
        off_x, off_y = x - m.course[0], y - m.course[1]
        worth = w.wish[0] * (2.0 * (x * wish_x + y * wish_y) - x * x - y * y) - found
        worth += shards_on(view, w, x, y) - w.inertia[0] * (off_x * off_x + off_y * off_y)
        if worth > most:
            best, most, danger = course, worth, found
    if view[BOOST] >= 1.0 and m.dashed[0] == 0:
        strike = choose_strike(view, w, s)
        if strike >= 0:
            best = strike
        if strike >= 0 or (danger > w.dash_danger[0] and best < DIRECTIONS):
            action_out[5] = 1.0
    m.dashed[0] = action_out[5] > 0.0
    m.course[0], m.course[1] = COURSE_X[best], COURSE_Y[best]
    action_out[0], action_out[1] = COURSE_X[best], COURSE_Y[best]
    close = count_close(s)
    enough = w.bomb_ships[0] * (w.bomb_hurt[0] if view[SHIELD] < HURT else 1.0)
    if view[BOMBS] > 0.0 and m.step[0] - m.bombed[0] >= BOMB_REST and close >= enough:
        action_out[6], m.bombed[0] = 1.0, m.step[0]
    turn = 0
    if target >= 0:
        aim(w, s, own_x, own_y, target, action_out)
        if m.changed[0] == 0:
            turn = turn_weapon(view, w, s, target, close)
    if turn != 0:
        action_out[7 if turn > 0 else 8] = 1.0
    m.changed[0] = turn != 0
    if DEBUG:
        assert np.isfinite(action_out).all(), "act: an action is not finite"


@inline
def size_of(x: Real, y: Real) -> Real:
    """Length of a vector in the plane."""
    return math.sqrt(x * x + y * y)


@inline
def look(view: F32, w: PilotWeights, own_x: Real, own_y: Real, sight_out: PilotSight) -> None:
    """List bodies in u and u/s."""
    s = sight_out
    s.threats[0] = note(view, THREATS, own_x, own_y, 0.0, w.margin_ship[0], 0, s)
    for k in range(s.threats[0]):
        at = THREAT_AT + k * THREAT_WIDTH
        fear = w.fear_hunter[0] if view[at + 7] > 0.0 else w.fear_sleeper[0]
        if view[at + 9] > 0.0:
            fear = w.fear_mine[0]
        s.fear[k] = fear + w.fear_windup[0] * view[at + 8]
        arrives = view[at + 6] * (ALTITUDE / FALL)
        s.arrives[k] = arrives if arrives > LANDED else 0.0
    s.rocks[0] = note(view, BULLETS, own_x, own_y, w.fear_bullet[0], w.margin_bullet[0], s.threats[0], s)
    s.count[0] = note(view, ROCKS, own_x, own_y, w.fear_rock[0], w.margin_rock[0], s.rocks[0], s)


@inline
def note(
    view: F32, group: Integer, own_x: Real, own_y: Real, fear: Real, margin: Real, first: Integer,
    sight_out: PilotSight,
) -> Integer:  # fmt: skip
    """Enter the bodies of a list, as landed, from entry `first` on; returns the entry after the last."""
    s, n = sight_out, first
    for k in range(COUNTS[group]):
        at = STARTS[group] + k * WIDTHS[group]
        if view[at] == 0.0:
            break
        s.x[n], s.y[n] = view[at + 1] * REACH, view[at + 2] * REACH
        s.vx[n], s.vy[n] = view[at + 3] * SPEED + own_x, view[at + 4] * SPEED + own_y
        s.radius[n], s.arrives[n] = view[at + 5] * RADIUS, 0.0
        s.fear[n], s.margin[n] = fear, margin
        n += 1
    return n


@inline
def choose_target(view: F32, w: PilotWeights, s: PilotSight) -> Integer:
    """Entry to shoot at, -1 for none."""
    best, least = -1, INFINITE
    for i in range(s.count[0]):
        if s.threats[0] <= i < s.rocks[0]:
            continue
        away = size_of(s.x[i], s.y[i])
        gap = away - s.radius[i]
        ahead = (s.x[i] * view[NOSE_X] + s.y[i] * view[NOSE_Y]) / max(away, 1e-6)
        cost = gap - w.target_loyal[0] * max(0.0, 4.0 * ahead - 3.0)
        if i >= s.rocks[0]:
            if gap > w.rock_reach[0]:
                continue
            cost -= w.target_rock[0]
        else:
            at = THREAT_AT + i * THREAT_WIDTH
            cost += w.target_fall[0] * s.arrives[i] - w.target_sleeper[0] * (1.0 - view[at + 7])
            cost -= w.target_windup[0] * view[at + 8] + w.target_volatile[0] * view[at + 10]
            cost -= w.target_boss[0] * view[at + 11]
        if cost < least:
            best, least = i, cost
    return best


@inline
def wish(view: F32, w: PilotWeights, s: PilotSight, target: Integer, turn: Real):
    """Course that it would take without dangers (stick)."""
    x = y = 0.0
    if target >= 0 and s.threats[0] > 0:
        at = 0 if target >= s.rocks[0] else target
        away = max(size_of(s.x[at], s.y[at]), 1e-6)
        pull = min(max((away - s.radius[at] - w.keep[0]) / w.keep_slack[0], -1.0), 1.0)
        around = w.circling[0] * (1.35 - abs(pull)) * turn
        x = (s.x[at] * pull - s.y[at] * around) / away
        y = (s.y[at] * pull + s.x[at] * around) / away
    elif target >= 0:
        x, y = s.x[target] / REACH, s.y[target] / REACH
    else:
        x, y = np.float64(view[NOSE_X]), np.float64(view[NOSE_Y])
    for i in range(s.count[0]):
        if i < s.threats[0] or i >= s.rocks[0]:
            away = size_of(s.x[i], s.y[i])
            push = w.push[0] * max(0.0, 1.0 - away / w.push_reach[0]) / max(away, 0.5)
            x, y = x - s.x[i] * push, y - s.y[i] * push
    size = max(1.0, size_of(x, y))
    x, y = x / size, y / size
    seen_pickup = seen_crate = False
    for k in range(LAYOUT_PICKUPS):
        at = PICKUP_AT + k * PICKUP_WIDTH
        if view[at] == 0.0:
            break
        crate = view[at + 3] > 0.0
        if seen_crate if crate else seen_pickup:
            continue
        seen_crate, seen_pickup = seen_crate or crate, seen_pickup or not crate
        px, py = np.float64(view[at + 1]), np.float64(view[at + 2])
        share = (w.crate[0] if crate else w.pickup[0]) / max(size_of(px, py), 1e-6)
        x, y = x + px * share, y + py * share
    return x + w.goal[0] * view[GOAL_AT], y + w.goal[0] * view[GOAL_AT + 1]


@inline
def danger_of(view: F32, w: PilotWeights, s: PilotSight, own_x: Real, own_y: Real, x: Real, y: Real) -> Real:
    """Danger of flying at velocity (x, y) [u/s]: what it would meet, and hunters about its end."""
    total, horizon = 0.0, w.horizon[0]
    lag_x, lag_y = (own_x - x) * LAG, (own_y - y) * LAG
    for i in range(s.count[0]):
        if i < s.threats[0]:
            at = THREAT_AT + i * THREAT_WIDTH
            if view[at + 7] > 0.0 and view[at + 9] == 0.0:
                away = size_of(s.x[i] - x * horizon, s.y[i] - y * horizon)
                total += w.crowd[0] * max(0.0, 1.0 - away / w.crowd_reach[0])
        wx, wy = s.vx[i] - x, s.vy[i] - y
        dx, dy = s.x[i] - lag_x, s.y[i] - lag_y
        when = -(dx * wx + dy * wy) / max(wx * wx + wy * wy, 1e-6)
        when = min(max(when, s.arrives[i]), horizon)
        if when < s.arrives[i]:
            continue
        gap = size_of(dx + wx * when, dy + wy * when) - OWN_RADIUS - s.radius[i]
        if gap < s.margin[i]:
            share = min(1.0 - gap / s.margin[i], 2.0)
            touch = w.fear_touch[0] if gap < 0.0 else 1.0
            total += s.fear[i] * share * share * touch / (1.0 + when)
    return total


@inline
def shards_on(view: F32, w: PilotWeights, x: Real, y: Real) -> Real:
    """Worth of the shards that lie on a course (stick)."""
    found = 0.0
    for k in range(LAYOUT_SHARDS):
        at = SHARD_AT + k * SHARD_WIDTH
        if view[at] == 0.0:
            break
        px, py = view[at + 1] * REACH, view[at + 2] * REACH
        if px * x + py * y > 0.0:
            aside = (px * y - py * x) / w.shard_width[0]
            found += (1.0 - min(size_of(px, py) / REACH, 1.0)) / (1.0 + aside * aside)
    return w.shards[0] * min(found / w.shard_few[0], 1.0)


@inline
def choose_strike(view: F32, w: PilotWeights, s: PilotSight) -> Integer:
    """Course of the dash that strikes most, -1 where it is not worth it."""
    best, most = -1, w.strike_ships[0] - 1.0
    for course in range(DIRECTIONS):
        x, y = COURSE_X[course], COURSE_Y[course]
        met, left = 0.0, 0.0
        for i in range(s.threats[0]):
            place_x, place_y = s.x[i] + s.vx[i] * HALF_DASH, s.y[i] + s.vy[i] * HALF_DASH
            along, aside = place_x * x + place_y * y, abs(place_x * y - place_y * x)
            touch = OWN_RADIUS + s.radius[i]
            prey = s.radius[i] < STRIKABLE and view[THREAT_AT + i * THREAT_WIDTH + 9] == 0.0
            if prey and s.arrives[i] <= 0.0 and aside < touch and 0.0 < along < DASH + touch:
                met += 1.0
            if s.arrives[i] < 1.0:
                after_x, after_y = s.x[i] + s.vx[i] * DASH_OVER, s.y[i] + s.vy[i] * DASH_OVER
                left += max(0.0, 1.0 - size_of(after_x - DASH * x, after_y - DASH * y) / DASH_ROOM)
        worth = met - w.strike_caution[0] * max(left - met, 0.0)
        if met > 0.0 and worth > most:
            best, most = course, worth
    return best


@inline
def count_close(s: PilotSight) -> Integer:
    """Number of landed threats that a bomb would reach."""
    found = 0
    for i in range(s.threats[0]):
        found += s.arrives[i] <= 0.0 and size_of(s.x[i], s.y[i]) < CLOSE
    return found


@inline
def aim(w: PilotWeights, s: PilotSight, own_x: Real, own_y: Real, target: Integer, action_out: F32) -> None:
    """Aim where a shot would meet the target; fire within reach."""
    vx, vy = s.vx[target] - INHERITED * own_x, s.vy[target] - INHERITED * own_y
    x, y = s.x[target], s.y[target]
    for _ in range(AIM_ROUNDS):
        when = max(size_of(x, y) - OWN_RADIUS, 0.0) / w.lead_speed[0]
        x, y = s.x[target] + vx * when, s.y[target] + vy * when
    size = max(size_of(x, y), 1e-6)
    action_out[2], action_out[3] = x / size, y / size
    action_out[4] = 1.0 if size < w.fire_reach[0] else 0.0


@inline
def turn_weapon(view: F32, w: PilotWeights, s: PilotSight, target: Integer, close: Integer) -> Integer:
    """Way to the weapon of most worth: 1 to the next one, -1 to the previous one, 0: it is in hand."""
    rock = 1.0 if target >= s.rocks[0] else 0.0
    far = size_of(s.x[target], s.y[target]) / 10.0
    best, held, most = 0, 0, -INFINITE
    for k in range(WEAPON_COUNT):
        worth = 0.0
        if k == SCATTER:
            worth = (
                w.scatter[0] + w.scatter_far[0] * far + w.scatter_rock[0] * rock + w.scatter_crowd[0] * close
            )
        elif k == LANCE:
            worth = w.lance[0] + w.lance_large[0] * s.radius[target] + w.lance_crowd[0] * close
        if view[FIRST_WEAPON + k] > 0.0:
            held = k
            worth += w.weapon_loyal[0]
        if worth > most:
            best, most = k, worth
    steps = (best - held) % WEAPON_COUNT
    if steps == 0:
        return 0
    return 1 if 2 * steps <= WEAPON_COUNT else -1
