"""Steering: turn commands into acceleration, headings, dashes, bombs and weapon changes.

`read_commands`, `act_players` and `steer_ships` run once per tick, before motion. The commands of players,
bots and minds all pass through here, under the same limits.
"""

import math
from collections.abc import Sequence

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, U8, Integer, Real, Row
from arena.sim.groups.protection import is_linked
from arena.sim.kinds import KindTable
from arena.sim.quarantine import LONGEST
from arena.sim.system import EVENTS, columns, ship_count, system
from arena.sim.tables.arsenal import next_weapon
from arena.sim.tables.bodies import Bodies, Players, Ships
from arena.sim.tables.commands import (
    STICK_SCALE,
    Button,
    Commands,
    History,
    PlayerCommand,
    buttons_of,
    fold_command,
    pack_command,
    stick,
)
from arena.sim.tables.events import Event, Events, add_event
from arena.sim.tables.hulls import HullTable
from arena.sim.tables.initial import TICK_LIMIT
from arena.sim.tables.loadout import Effect, Loadout
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.zones import ZoneRuleTable, Zones
from arena.sim.world import World
from arena.sim.zones import flow_around
from arena.vectors import add, combined, cross, dot, length, put, scaled, subtract, vector

DT = tuning.DT
BOOST, BOMB = np.uint8(Button.BOOST), np.uint8(Button.BOMB)
NEXT_WEAPON, PREVIOUS_WEAPON = np.uint8(Button.NEXT_WEAPON), np.uint8(Button.PREVIOUS_WEAPON)
CHILLED_SPEED = tuning.MODULES.chilled_speed
BOOST_EVENT, BOMB_EVENT, ARMED = int(Event.BOOST), int(Event.BOMB), int(Event.ARMED)
SHIELD_DELAY = round(tuning.PILOT.shield_delay * tuning.TICK_RATE)
BLOCK_SHIPS = 4000
"""Smallest block of ships worth a thread of its own."""

AIM_MIN = 1e-3
"""Length of a tangent aim below which the heading stays; its direction would be rounding noise."""
STICK_MIN = 0.1
"""Dead zone of the stick for the direction of a dash, as a share."""
RECHARGE, BOMB_WIDTH = Effect.RECHARGE.value, Effect.BOMB_RADIUS.value
SHIELD, SHIELD_RATE, SHIELD_PAUSE = Effect.SHIELD.value, Effect.SHIELD_RATE.value, Effect.SHIELD_DELAY.value
BOMB_RADIUS, BOMB_DAMAGE = tuning.PILOT.bomb_radius, tuning.PILOT.bomb_damage


def take_commands(world: World, commands: Sequence[PlayerCommand]) -> None:
    """Hand the players' commands to `read_commands`, the first system of a tick.

    Raises:
        ValueError: not one valid command per player, or the world is at its last tick; nothing has changed
            then.
    """
    if world.tick >= TICK_LIMIT:
        raise ValueError(f"a game lasts {TICK_LIMIT:,} ticks, 414 days, and this one is at its last")
    if len(commands) != world.config.players:
        raise ValueError(f"one command per player is needed: {world.config.players}, not {len(commands)}")
    packed = [int.from_bytes(pack_command(command), "little") for command in commands]
    world.packed_commands[:] = packed


@system(writes=("history.commands", *columns("commands", "move", "aim", "buttons")))
def read_commands(sim: Simulation) -> None:
    """Write the players' commands into `Commands`, widened to world space, and into `History`."""
    for slot in range(len(sim.packed_commands)):
        take_command(
            sim.bodies, sim.players, sim.hulls, sim.commands, sim.history, slot, sim.packed_commands[slot]
        )


@system(
    writes=(
        *columns("bodies", "velocity", "health", "hit_by"),
        *columns("players", "boost", "boost_until", "bombs", "weapon", "held"),
        "ships.untouchable_until",
        *EVENTS,
    )
)
def act_players(sim: Simulation) -> None:
    """Apply players' buttons (dash, bomb, weapon change), and recharge dash and shield."""
    press_buttons(
        sim.bodies, sim.ships, sim.players, sim.hulls, sim.commands, sim.loadout, sim.bodies.hit_by,
        sim.events, len(sim.arsenal.ticks) - 1, sim.tick[0],
    )  # fmt: skip


@system(
    writes=(*columns("bodies", "velocity", "heading", "previous_heading"), "ships.cooldown"),
    blocks=(ship_count, BLOCK_SHIPS),
)
def steer_ships(begin: Integer, end: Integer, sim: Simulation) -> None:
    """Store previous headings of ships, and steer the awake ships on the shell by `world.commands`."""
    steer_rows(
        begin, end, sim.zone_mask, sim.zones, sim.zone_rules, sim.bodies, sim.ships, sim.commands, sim.kinds,
        sim.tick[0],
    )  # fmt: skip


@kernel
def take_command(
    bodies: Bodies,
    players: Players,
    hulls: HullTable,
    commands_out: Commands,
    history_inout: History,
    slot: Row,
    packed: Integer,
) -> None:
    """Convert sticks in the player's tangent frame to tangent vectors in world space.

    The pace of the player's hull is part of `move`. Barred buttons are never pressed.

    The digest in `History` covers every command, even one without effect, so that a replay with edited
    commands never verifies.
    """
    history_inout.commands[0] = fold_command(history_inout.commands[0], slot, packed)
    commands_out.buttons[slot] = buttons_of(packed) & ~players.barred[slot]
    position, up = vector(bodies.position, slot), vector(players.up, slot)
    altitude = length(position)
    if altitude == 0.0:  # never spawned
        return
    right = scaled(cross(up, position), 1.0 / altitude)
    move_x, move_y, aim_x, aim_y = stick(packed, 0), stick(packed, 1), stick(packed, 2), stick(packed, 3)
    size = math.sqrt(float(move_x * move_x + move_y * move_y))
    scale = hulls.pace[players.hull[slot]] / max(size, float(STICK_SCALE))
    put(commands_out.move, slot, combined(right, move_x * scale, up, move_y * scale))
    put(commands_out.aim, slot, combined(right, aim_x / float(STICK_SCALE), up, aim_y / float(STICK_SCALE)))


@kernel
def press_buttons(
    bodies_inout: Bodies,
    ships_inout: Ships,
    players_inout: Players,
    hulls: HullTable,
    commands: Commands,
    loadout: Loadout,
    hit_by_inout: I32,
    events_inout: Events,
    weapons: Integer,
    tick: Integer,
) -> None:
    """`act_players` for every slot."""
    b = bodies_inout
    for slot in range(len(players_inout.boost)):
        pressed = commands.buttons[slot] & ~players_inout.held[slot]
        players_inout.held[slot] = commands.buttons[slot]
        if not b.alive[slot]:
            continue
        hull, fitted = players_inout.hull[slot], loadout.value[slot, players_inout.weapon[slot]]
        if pressed & BOOST and players_inout.boost[slot] >= 1.0:
            players_inout.boost[slot] = 0.0
            players_inout.boost_until[slot] = until = tick + hulls.boost_ticks[hull]
            ships_inout.untouchable_until[slot] = max(ships_inout.untouchable_until[slot], until)
            begin_dash(b, commands, slot, hulls.boost_speed[hull])
            add_event(events_inout, BOOST_EVENT, slot, -1, b.kind[slot], 0.0, b.position[slot])
        elif tick >= players_inout.boost_until[slot]:
            gain = hulls.boost_gain[hull] / fitted[RECHARGE]
            players_inout.boost[slot] = min(1.0, players_inout.boost[slot] + gain)
        if pressed & BOMB and players_inout.bombs[slot] > 0:
            players_inout.bombs[slot] -= 1
            reach = BOMB_RADIUS * fitted[BOMB_WIDTH]
            explode_bomb(b, ships_inout, hit_by_inout, slot, reach)
            add_event(events_inout, BOMB_EVENT, slot, -1, b.kind[slot], reach, b.position[slot])
        if pressed & (NEXT_WEAPON | PREVIOUS_WEAPON):
            step = 1 if pressed & NEXT_WEAPON else -1
            players_inout.weapon[slot] = held = next_weapon(players_inout.weapon[slot], step, weapons)
            add_event(events_inout, ARMED, slot, -1, b.kind[slot], held + 1, b.position[slot])
        if tick - ships_inout.hurt_tick[slot] > SHIELD_DELAY * fitted[SHIELD_PAUSE]:
            gain = hulls.shield_gain[hull] * fitted[SHIELD_RATE]
            b.health[slot] = min(hulls.shield[hull] + fitted[SHIELD], b.health[slot] + gain)


@inline
def begin_dash(bodies_inout: Bodies, commands: Commands, row: Row, speed: Real) -> None:
    """Set the dash's velocity along the stick, or along the heading if the stick is in its dead zone."""
    wish = vector(commands.move, row)
    size = length(wish)
    way = scaled(wish, 1.0 / size) if size > STICK_MIN else vector(bodies_inout.heading, row)
    put(bodies_inout.velocity, row, scaled(way, speed))


@inline
def explode_bomb(bodies_inout: Bodies, ships: Ships, hit_by_inout: I32, slot: Row, radius: Real) -> None:
    """Damage every live body of another team within `radius` [u] that no link protects, bullets included.

    Rare, so it sweeps over all rows.
    """
    b = bodies_inout
    team, center = b.team[slot], vector(b.position, slot)
    for row in range(len(b.alive)):
        if not b.alive[row] or b.team[row] == team or is_linked(b, ships, row):
            continue
        gap = subtract(vector(b.position, row), center)
        reach = radius + b.radius[row]
        if dot(gap, gap) < reach * reach:
            b.health[row] -= BOMB_DAMAGE
            hit_by_inout[row] = slot


@kernel
def steer_rows(
    begin: Integer,
    end: Integer,
    zone_mask: U8,
    zones: Zones,
    zone_rules: ZoneRuleTable,
    bodies_inout: Bodies,
    ships_inout: Ships,
    commands: Commands,
    kinds: KindTable,
    tick: Integer,
) -> None:
    """Accelerate the ships begin..end towards their commanded velocities, turn them, count cooldowns down.

    Zones (`flow_around`) and a chill slow ships, except during a dash, whose path was telegraphed.

    Previous headings of ships are stored here, before they change; `arena.sim.motion` stores all others.

    Columns are bound to names outside the loop, because passing a table on, or taking a row as a view, costs
    reference counting.
    """
    b = bodies_inout
    alive, awake, radial_speed, kind, position = b.alive, b.awake, b.radial_speed, b.kind, b.position
    velocity, heading, last_heading = b.velocity, b.heading, b.previous_heading
    cooldown, chilled_until = ships_inout.cooldown, ships_inout.chilled_until
    move, aim, buttons = commands.move, commands.aim, commands.buttons
    max_speed, acceleration = kinds.max_speed, kinds.acceleration
    dash_speed, dash_acceleration = kinds.dash_speed, kinds.dash_acceleration
    for r in range(begin, end):
        row = np.uint64(r)
        for axis in range(3):
            last_heading[row, axis] = heading[row, axis]
        if not alive[row] or not awake[row] or radial_speed[row] != 0.0:
            continue
        cooldown[row] = max(np.int32(0), cooldown[row] - np.int32(1))
        speed, thrust, flow = np.float64(max_speed[kind[row]]), acceleration[kind[row]], (0.0, 0.0, 0.0)
        if buttons[row] & BOOST and dash_speed[kind[row]] > 0.0:
            speed, thrust = np.float64(dash_speed[kind[row]]), dash_acceleration[kind[row]]
        else:
            speed *= CHILLED_SPEED if tick < chilled_until[row] else 1.0
            if zone_mask[row]:
                flow, kept = flow_around(zones, zone_rules, vector(position, row), speed)
                speed *= kept
        now, change = vector(velocity, row), thrust * DT
        wanted = subtract(add(scaled(vector(move, row), speed), flow), now)
        size = length(wanted)
        put(velocity, row, add(now, scaled(wanted, change / size if size > change else 1.0)))
        turn_nose(position, aim, row, heading)


@inline
def turn_nose(position: F32, aim: F32, row: Row, heading_inout: F32) -> None:
    """Set the heading to the direction of the tangent part of `aim`; an aim of zero keeps it.

    A heading of NaN also stays, so that `arena.sim.quarantine` finds it.
    """
    p, wish, now = vector(position, row), vector(aim, row), vector(heading_inout, row)
    nose = subtract(wish, scaled(p, dot(wish, p) / dot(p, p)))
    size = length(nose)
    if (size > AIM_MIN) & (dot(now, now) <= LONGEST):
        put(heading_inout, row, scaled(nose, 1.0 / size))
