"""Births: write a new body into its row. No other code sets a row alive.

`write_body` serves every spawn: pieces of asteroids, bullets, mines, launched ships and the refills of a
stress run. Python calls `spawn_body`.
"""

import numpy as np

from arena import tuning
from arena.catalogue import kinds as kind_rows
from arena.catalogue import weapons
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import Flag, Integer, Real, Row
from arena.sim.kinds import NEVER_SLEEPS, POOL_TEAM, KindTable, Pool, in_mask
from arena.sim.tables.bodies import Bullets, Memory, Players, Ships
from arena.sim.tables.commands import Commands
from arena.sim.tables.loadout import Effect, fit_loadout
from arena.sim.tables.pools import Pools, take_row
from arena.sim.tables.population import Population
from arena.sim.tables.simulation import Simulation
from arena.sim.tables.sleep import Sleep
from arena.sphere import kernel_tangent_frame
from arena.vectors import Vector, dot, length, scaled, subtract

BULLET_POOL, PLAYER_POOL, COMPANION_POOL = int(Pool.BULLET), int(Pool.PLAYER), int(Pool.COMPANION)
PLAYER, COMPANION = kind_rows.PLAYER.number, kind_rows.COMPANION.number
PLAYER_TEAM, COMPANION_TEAM = int(POOL_TEAM[PLAYER_POOL]), int(POOL_TEAM[COMPANION_POOL])
PLAYER_RADIUS, SHIELD = kind_rows.PLAYER.ship.body.radius, int(Effect.SHIELD)
SPAWN_GRACE = round(tuning.PILOT.spawn_grace * tuning.TICK_RATE)
"""[ticks] for which a player who appears cannot be hit."""
BOMBS = tuning.PILOT.bombs
NO_WEAPON = np.uint8(weapons.NOBODYS)
NEVER = np.int32(np.iinfo(np.int32).max)
"""Largest tick number; no game reaches it."""
LONG_AGO = np.int32(-(10**6))
"""Tick before the beginning of every game."""


@kernel
def spawn_body(
    population_inout: Population,
    row: Row,
    kind: Integer,
    team: Integer,
    variant: Integer,
    position: Vector,
    velocity: Vector,
    heading: Vector,
    radius: Real,
    health: Real,
    tick: Integer,
) -> None:
    """`write_body` as a kernel, for Python and for kernels with few births."""
    write_body(
        population_inout, row, kind, team, variant, position, velocity, heading, radius, health, tick
    )  # fmt: skip


@inline
def write_body(
    population_inout: Population,
    row: Row,
    kind: Integer,
    team: Integer,
    variant: Integer,
    position: Vector,
    velocity: Vector,
    heading: Vector,
    radius: Real,
    health: Real,
    tick: Integer,
) -> None:
    """Write every column of a row that was just taken from its pool, and mark it alive.

    Every column gets a value, so no value of the row's last body remains. Vectors are tuples or arrays of
    three. The caller then writes what differs from the defaults: a bullet's owner, damage and lifetime, a
    cooldown, invulnerability.
    """
    p, b = population_inout, population_inout.bodies
    if DEBUG:
        assert 0 <= row < len(b.alive), "write_body: a row outside of the table"
        assert radius > 0.0, "write_body: a radius that is not above zero"
    for axis in range(3):
        b.position[row, axis] = position[axis]
        b.previous_position[row, axis] = position[axis]
        b.velocity[row, axis] = velocity[axis]
        b.heading[row, axis] = heading[axis]
        b.previous_heading[row, axis] = heading[axis]
    b.radius[row] = radius
    b.inv_mass[row] = 1.0 / (radius * radius * radius)
    b.health[row] = health
    b.radial_speed[row] = 0.0
    b.kind[row] = kind
    b.team[row] = team
    b.variant[row] = variant
    b.born[row] = tick
    b.generation[row] += 1
    b.alive[row] = True
    b.awake[row] = True
    b.hit_by[row] = -1
    begin_sleep(p.sleep, row, kind)
    if row < len(p.ships.cooldown):
        begin_ship(p.ships, p.memory, p.commands, row)
    if row < len(p.players.boost):
        begin_player(p.players, row, heading)
    if row >= p.pools.start[BULLET_POOL]:
        begin_bullet(p.bullets, row - p.pools.start[BULLET_POOL])


@kernel
def place_body(
    population_inout: Population, row: Row, kind: Integer, team: Integer, variant: Integer, radius: Real,
    health: Real, direction: Vector, velocity: Vector, heading: Vector, shell_radius: Real, tick: Integer,
) -> None:  # fmt: skip
    """`spawn_body` on the shell, in a direction from the planet's centre.

    Only the tangent parts of velocity and heading count. Without a heading, (0, 0, 0), the nose points along
    the velocity, or anywhere.
    """
    outward = unit_or_pole(direction)
    tangent = along_surface(outward, velocity)
    ahead = heading if is_any(heading) else tangent
    if not is_any(ahead):
        x, y, z = unit_or_pole(outward)  # to the last bit, as `arena.sphere.tangent_frame` does it
        ax, ay, az, _, _, _ = kernel_tangent_frame(x, y, z)
        ahead = (ax, ay, az)
    nose = unit_or_pole(along_surface(outward, ahead))
    write_body(
        population_inout, row, kind, team, variant, scaled(outward, shell_radius), tangent, nose, radius,
        health, tick,
    )  # fmt: skip


@kernel
def spawn_player(sim_inout: Simulation, slot: Row, direction: Vector, up: Vector) -> None:
    """Put a player on the shell with full health, untouchable for a moment.

    `up` is its nose; with (0, 0, 0) it is the tangent frame's second axis.
    """
    sim, b, tick = sim_inout, sim_inout.bodies, sim_inout.tick[0]
    if DEBUG:
        assert not b.alive[slot], "spawn_player: a player who is alive"
    take_player_row(sim.pools, slot)
    nose = up
    if not is_any(up):
        x, y, z = unit_or_pole(direction)
        _, _, _, ux, uy, uz = kernel_tangent_frame(x, y, z)
        nose = (ux, uy, uz)
    velocity, shell = (0.0, 0.0, 0.0), sim.shell_radius[0]
    place_body(
        sim.population, slot, PLAYER, PLAYER_TEAM, 0, PLAYER_RADIUS, 1.0, direction, velocity, nose, shell,
        tick,
    )  # fmt: skip
    fit_loadout(sim.players, sim.module_rules, sim.loadout)
    b.health[slot] = sim.hulls.shield[sim.players.hull[slot]] + sim.loadout.value[slot, 0, SHIELD]
    sim.ships.untouchable_until[slot] = tick + SPAWN_GRACE


@inline
def take_player_row(pools_inout: Pools, slot: Row) -> None:
    """Allocate the row of a slot. Rows equal slots, so it searches the stack of at most four rows."""
    p, first = pools_inout, pools_inout.start[PLAYER_POOL]
    last = first + p.available[PLAYER_POOL] - 1
    kept = first
    for at in range(first, last + 1):
        if p.free[at] != slot:
            p.free[kept] = p.free[at]
            kept += 1
    p.free[last] = slot
    take_row(p, PLAYER_POOL)


@kernel
def place_companion(
    population_inout: Population, kinds: KindTable, slot: Row, direction: Vector, station: Integer,
    shell_radius: Real, tick: Integer,
) -> int:  # fmt: skip
    """Spawn an invulnerable companion of player `slot`; returns its row, or -1 if there is no room."""
    p = population_inout
    row = take_row(p.pools, COMPANION_POOL)
    if row < 0:
        return row
    nothing, radius = (0.0, 0.0, 0.0), np.float64(kinds.radius[COMPANION])
    place_body(
        p, row, COMPANION, COMPANION_TEAM, 0, radius, np.float64(kinds.health[COMPANION]), direction,
        nothing, nothing, shell_radius, tick,
    )  # fmt: skip
    p.memory.target[row], p.memory.ring_slot[row] = slot, station
    p.ships.untouchable_until[row] = NEVER
    return row


@inline
def is_any(v: Vector) -> Flag:
    """Return whether a vector is not zero."""
    return v[0] != 0.0 or v[1] != 0.0 or v[2] != 0.0


@inline
def unit_or_pole(v: Vector) -> Vector:
    """v at length 1; +z for a zero vector, as `arena.sphere.unit` has it."""
    size = length(v)
    return (v[0] / size, v[1] / size, v[2] / size) if size > 0.0 else (0.0, 0.0, 1.0)


@inline
def along_surface(point: Vector, v: Vector) -> Vector:
    """Part of `v` that is tangent at `point`, to the last bit as `arena.sphere.project_tangent` has it."""
    return subtract(v, scaled(point, dot(point, v) / dot(point, point)))


@inline
def begin_sleep(sleep_inout: Sleep, row: Row, kind: Integer) -> None:
    """Start awake; kinds in `NEVER_SLEEPS` may never fall asleep."""
    s = sleep_inout
    s.inside[row] = False
    s.left_tick[row] = LONG_AGO
    s.wake_tick[row] = NEVER
    s.allow_sleep[row] = not in_mask(NEVER_SLEEPS, kind)
    s.allow_wake[row] = True
    s.forced[row] = False


@inline
def begin_ship(ships_inout: Ships, memory_inout: Memory, commands_inout: Commands, row: Row) -> None:
    """Reset a ship: cooldown over, unhurt, empty memory, no command."""
    ships, memory, commands = ships_inout, memory_inout, commands_inout
    ships.cooldown[row] = 0
    ships.hurt_tick[row] = LONG_AGO
    ships.untouchable_until[row] = 0
    ships.fuse[row] = 0
    ships.chilled_until[row] = 0
    ships.cascade[row] = -1
    ships.shielder[row] = -1
    ships.unlinked_until[row] = 0
    memory.phase[row] = 0
    memory.until[row] = 0
    memory.target[row] = -1
    memory.launched[row] = 0
    memory.route[row] = -1
    memory.ring_slot[row] = 0
    memory.stage[row] = 0
    memory.stage_began[row] = LONG_AGO
    memory.zone[row] = -1
    commands.buttons[row] = 0
    for axis in range(3):
        memory.cover[row, axis] = 0.0
        memory.ring_axis[row, axis] = 0.0
        commands.move[row, axis] = 0.0
        commands.aim[row, axis] = 0.0


@inline
def begin_player(players_inout: Players, slot: Row, up: Vector) -> None:
    """Reset a player: full dash, all bombs, and the sticks' y axis along the heading."""
    for axis in range(3):
        players_inout.up[slot, axis] = up[axis]
    players_inout.boost[slot] = 1.0
    players_inout.boost_until[slot] = 0
    players_inout.fired_at[slot] = 0
    players_inout.bombs[slot] = BOMBS


@inline
def begin_bullet(bullets_inout: Bullets, slot: Row) -> None:
    """Reset a bullet: no owner, no damage, unlimited lifetime."""
    bullets_inout.owner[slot] = -1
    bullets_inout.damage[slot] = 0.0
    bullets_inout.expires[slot] = NEVER
    bullets_inout.weapon[slot] = NO_WEAPON
    bullets_inout.pierces[slot] = 0
    bullets_inout.passed[slot] = -1
