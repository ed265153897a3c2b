"""Steering: commands become accelerations, dashes, bombs and noses turned.

`take_commands`, `act_players` and `steer_ships` run once per tick, before anything moves. Players, bots and
minds all come through here and obey the same limits.
"""

import math
from collections.abc import Sequence

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.blocks import cut, run_blocks
from arena.sim.commands import STICK_SCALE, Button, PlayerCommand
from arena.sim.events import Event
from arena.sim.spawn import add_event
from arena.sim.system import EVENTS, columns, system
from arena.sim.world import World

DT = tuning.DT
BOOST, BOMB = np.uint8(Button.BOOST), np.uint8(Button.BOMB)
BOOST_EVENT, BOMB_EVENT = int(Event.BOOST), int(Event.BOMB)
BOOST_SPEED = tuning.PILOT.boost_speed
BOOST_TICKS = round(tuning.PILOT.boost_time * tuning.TICK_RATE)
BOOST_PER_TICK = 1.0 / (tuning.PILOT.boost_recharge * tuning.TICK_RATE)
SHIELD_DELAY = round(tuning.PILOT.shield_delay * tuning.TICK_RATE)
SHIELD_PER_TICK = tuning.PILOT.shield_rate * DT
FULL_HEALTH = tuning.PLAYER.health
BLOCK_SHIPS = 4000
"""Fewer ships than this are not worth a thread of their own."""

AIM_MIN = 1e-3
"""Shorter tangent aims keep the heading: their direction would be rounding noise."""
BOMB_RADIUS, BOMB_DAMAGE = tuning.PILOT.bomb_radius, tuning.PILOT.bomb_damage


def take_commands(world: World, commands: Sequence[PlayerCommand]) -> None:
    """Write the players' commands into `world.commands`, widened to world space.

    Raises:
        ValueError: unless there is one command per player.
    """
    if len(commands) != world.config.players:
        raise ValueError(f"one command per player is needed: {world.config.players}, not {len(commands)}")
    for slot, command in enumerate(commands):
        widen_command(
            world.bodies, world.players, world.commands, slot,
            command.move_x, command.move_y, command.aim_x, command.aim_y, int(command.buttons),
        )  # fmt: skip


@system(
    writes=(
        *columns("bodies", "velocity", "health", "hit_by"),
        *columns("players", "boost", "boost_until", "bombs", "held"),
        "ships.untouchable_until",
        *EVENTS,
    )
)
def act_players(world: World) -> None:
    """Boost, bomb and shield: what players' buttons and the passing of time do."""
    press_buttons(
        world.bodies, world.ships, world.players, world.commands, world.hit_by, world.events, world.tick
    )


@system(writes=(*columns("bodies", "velocity", "heading"), "ships.cooldown"))
def steer_ships(world: World) -> None:
    """Let every ship that is awake on the shell act on its row of `world.commands`."""
    bounds = cut(len(world.ships.cooldown), BLOCK_SHIPS)
    run_blocks(world, bounds, steer_rows, world.bodies, world.ships, world.commands, world.kinds)


@kernel
def widen_command(bodies, players, commands_out, slot, move_x, move_y, aim_x, aim_y, buttons):
    """Turn sticks in the player's tangent frame into tangent vectors in world space."""
    p, up = bodies.position[slot], players.up[slot]
    length = math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
    if length == 0.0:  # never spawned
        return
    rx = (up[1] * p[2] - up[2] * p[1]) / length
    ry = (up[2] * p[0] - up[0] * p[2]) / length
    rz = (up[0] * p[1] - up[1] * p[0]) / length
    size = math.sqrt(float(move_x * move_x + move_y * move_y))
    scale = 1.0 / max(size, float(STICK_SCALE))
    mx, my = move_x * scale, move_y * scale
    ax, ay = aim_x / float(STICK_SCALE), aim_y / float(STICK_SCALE)
    move, aim = commands_out.move[slot], commands_out.aim[slot]
    move[0], move[1], move[2] = mx * rx + my * up[0], mx * ry + my * up[1], mx * rz + my * up[2]
    aim[0], aim[1], aim[2] = ax * rx + ay * up[0], ax * ry + ay * up[1], ax * rz + ay * up[2]
    commands_out.buttons[slot] = buttons


@kernel
def press_buttons(bodies_inout, ships_inout, players_inout, commands, hit_by_inout, events_inout, tick):
    """`act_players` for every slot."""
    b = bodies_inout
    for slot in range(len(players_inout.boost)):
        pressed = commands.buttons[slot] & ~players_inout.held[slot]
        players_inout.held[slot] = commands.buttons[slot]
        if not b.alive[slot]:
            continue
        if pressed & BOOST and players_inout.boost[slot] >= 1.0:
            players_inout.boost[slot] = 0.0
            players_inout.boost_until[slot] = tick + BOOST_TICKS
            ships_inout.untouchable_until[slot] = max(ships_inout.untouchable_until[slot], tick + BOOST_TICKS)
            begin_dash(b, commands, slot)
            add_event(events_inout, BOOST_EVENT, slot, -1, b.kind[slot], 0.0, b.position[slot])
        elif tick >= players_inout.boost_until[slot]:
            players_inout.boost[slot] = min(1.0, players_inout.boost[slot] + BOOST_PER_TICK)
        if pressed & BOMB and players_inout.bombs[slot] > 0:
            players_inout.bombs[slot] -= 1
            explode_bomb(b, hit_by_inout, slot)
            add_event(events_inout, BOMB_EVENT, slot, -1, b.kind[slot], BOMB_RADIUS, b.position[slot])
        if tick - ships_inout.hurt_tick[slot] > SHIELD_DELAY:
            b.health[slot] = min(FULL_HEALTH, b.health[slot] + SHIELD_PER_TICK)


@inline
def begin_dash(bodies_inout, commands, row):
    """Set the dash's velocity: where the stick points, else where the nose does."""
    wish = commands.move[row]
    size = math.sqrt(wish[0] * wish[0] + wish[1] * wish[1] + wish[2] * wish[2])
    for axis in range(3):
        way = wish[axis] / size if size > 0.1 else bodies_inout.heading[row, axis]
        bodies_inout.velocity[row, axis] = way * BOOST_SPEED


@inline
def explode_bomb(bodies_inout, hit_by_inout, slot):
    """Hurt every enemy and asteroid and end every enemy bullet within reach.

    Rare, so a plain sweep over all rows.
    """
    b = bodies_inout
    team = b.team[slot]
    px, py, pz = b.position[slot, 0], b.position[slot, 1], b.position[slot, 2]
    for row in range(len(b.alive)):
        if not b.alive[row] or b.team[row] == team:
            continue
        dx, dy, dz = b.position[row, 0] - px, b.position[row, 1] - py, b.position[row, 2] - pz
        reach = BOMB_RADIUS + b.radius[row]
        if dx * dx + dy * dy + dz * dz < reach * reach:
            b.health[row] -= BOMB_DAMAGE
            hit_by_inout[row] = slot


@kernel
def steer_rows(begin, end, bodies_inout, ships_inout, commands, kinds):
    """Accelerate the ships begin..end towards their commanded velocities, turn noses, count weapons down.

    Columns are named once, outside the loop: a table handed on, or a row taken as a view, costs reference
    counting.
    """
    b = bodies_inout
    alive, awake, climb, kind, position = b.alive, b.awake, b.climb, b.kind, b.position
    velocity = b.velocity
    heading, cooldown, move, aim = b.heading, ships_inout.cooldown, commands.move, commands.aim
    max_speed, acceleration = kinds.max_speed, kinds.acceleration
    dash_speed, dash_acceleration, buttons = kinds.dash_speed, kinds.dash_acceleration, commands.buttons
    for r in range(begin, end):
        row = np.uint64(r)
        if not alive[row] or not awake[row] or climb[row] != 0.0:
            continue
        cooldown[row] = max(np.int32(0), cooldown[row] - np.int32(1))
        speed, change = max_speed[kind[row]], acceleration[kind[row]] * DT
        if buttons[row] & BOOST and dash_speed[kind[row]] > 0.0:
            speed, change = dash_speed[kind[row]], dash_acceleration[kind[row]] * DT
        dx = move[row, 0] * speed - velocity[row, 0]
        dy = move[row, 1] * speed - velocity[row, 1]
        dz = move[row, 2] * speed - velocity[row, 2]
        size = math.sqrt(dx * dx + dy * dy + dz * dz)
        share = change / size if size > change else 1.0
        velocity[row, 0] += dx * share
        velocity[row, 1] += dy * share
        velocity[row, 2] += dz * share
        turn_nose(position, aim, row, heading)


@inline
def turn_nose(position, aim, row, heading_inout):
    """Point the heading along the tangent part of `aim`; an aim of zero keeps it."""
    px, py, pz = position[row, 0], position[row, 1], position[row, 2]
    ax, ay, az = aim[row, 0], aim[row, 1], aim[row, 2]
    up = (ax * px + ay * py + az * pz) / (px * px + py * py + pz * pz)
    hx, hy, hz = ax - up * px, ay - up * py, az - up * pz
    size = math.sqrt(hx * hx + hy * hy + hz * hz)
    if size > AIM_MIN:
        heading_inout[row, 0] = hx / size
        heading_inout[row, 1] = hy / size
        heading_inout[row, 2] = hz / size
