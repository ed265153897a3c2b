"""Weapons: ships that want to fire and are ready fire a bullet, lay a mine or launch a drone.

Runs once per tick over the ships, in row order, so that an exhausted pool refuses the same ships on every
machine.
"""

import math

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.commands import Button
from arena.sim.events import Event
from arena.sim.kinds import KIND_POOL, Kind, Pool
from arena.sim.pools import take_row
from arena.sim.spawn import add_event, spawn_body
from arena.sim.world import World

FIRE = np.uint8(Button.FIRE)
SHOT, DEPLOYED = int(Event.SHOT), int(Event.DEPLOYED)
BULLET, BULLET_POOL = int(Kind.BULLET), int(Pool.BULLET)
BULLET_RADIUS, MUZZLE_GAP = tuning.BULLET.radius, tuning.BULLET.muzzle_gap
INHERITED = tuning.BULLET.inherited
POOL_OF_KIND = np.array([KIND_POOL[kind] for kind in Kind], np.int64)
LONG_AGO = -1_000_000
"""Tick of a new ship's last damage."""


def fire_weapons(world: World) -> None:
    """Let every ready ship that wants to, fire."""
    fire_ships(
        world.bodies, world.ships, world.bullets, world.commands, world.kinds, world.pool_rows, world.hit_by,
        world.events, world.shell_radius, world.tick,
    )  # fmt: skip


@kernel
def fire_ships(
    bodies_inout,
    ships_inout,
    bullets_inout,
    commands_inout,
    kinds,
    pools_inout,
    hit_by_inout,
    events_inout,
    shell_radius,
    tick,
):
    """One bullet, or one body, per ready ship; a ship that finds the pool empty keeps its readiness."""
    b = bodies_inout
    for row in range(len(ships_inout.cooldown)):
        if not (b.alive[row] and b.awake[row] and commands_inout.buttons[row] & FIRE):
            continue
        if ships_inout.cooldown[row] > 0 or b.climb[row] != 0.0:
            continue
        kind = b.kind[row]
        deployed = int(kinds.deploys[kind])
        if deployed >= 0:
            other = take_row(pools_inout, POOL_OF_KIND[deployed])
            if other >= 0:
                ships_inout.cooldown[row] = int(kinds.fire_ticks[kind])
                deploy_body(b, row, other, deployed, kinds, shell_radius, tick)
                make_ready(ships_inout, commands_inout, hit_by_inout, other)
                add_event(events_inout, DEPLOYED, row, other, kind, b.radius[other], b.position[other])
            continue
        bullet = take_row(pools_inout, BULLET_POOL)
        if bullet < 0:
            continue
        ships_inout.cooldown[row] = int(kinds.fire_ticks[kind])
        place_bullet(b, row, bullet, kinds.bullet_speed[kind], shell_radius, tick)
        slot = bullet - pools_inout.start[BULLET_POOL]
        bullets_inout.owner[slot] = row
        bullets_inout.damage[slot] = kinds.bullet_damage[kind]
        bullets_inout.expires[slot] = tick + int(kinds.bullet_ticks[kind])
        bullets_inout.hit_row[slot] = -1
        add_event(events_inout, SHOT, row, bullet, kind, 0.0, b.position[bullet])


@inline
def place_bullet(bodies_inout, row, bullet, speed, shell_radius, tick):
    """Put a bullet before the ship's nose, flying where the nose points, with a share of the ship's own
    velocity.
    """
    b = bodies_inout
    p, h, v = b.position[row], b.heading[row], b.velocity[row]
    gap = b.radius[row] + BULLET_RADIUS + MUZZLE_GAP
    x, y, z = p[0] + gap * h[0], p[1] + gap * h[1], p[2] + gap * h[2]
    scale = shell_radius / math.sqrt(x * x + y * y + z * z)
    position = (x * scale, y * scale, z * scale)
    velocity = (
        speed * h[0] + INHERITED * v[0],
        speed * h[1] + INHERITED * v[1],
        speed * h[2] + INHERITED * v[2],
    )
    heading = (h[0], h[1], h[2])
    b.generation[bullet] += 1
    spawn_body(
        b, bullet, BULLET, b.team[row], b.kind[row], position, velocity, heading, BULLET_RADIUS, 1.0, tick
    )


@inline
def deploy_body(bodies_inout, row, other, kind, kinds, shell_radius, tick):
    """Put a body of another kind behind the ship's tail; it leaves at the ship's bullet speed."""
    b = bodies_inout
    p, h = b.position[row], b.heading[row]
    radius = kinds.radius[kind]
    gap = b.radius[row] + radius + MUZZLE_GAP
    x, y, z = p[0] - gap * h[0], p[1] - gap * h[1], p[2] - gap * h[2]
    scale = shell_radius / math.sqrt(x * x + y * y + z * z)
    position = (x * scale, y * scale, z * scale)
    speed = kinds.bullet_speed[b.kind[row]]
    velocity = (-speed * h[0], -speed * h[1], -speed * h[2])
    heading = (-h[0], -h[1], -h[2])
    b.generation[other] += 1
    spawn_body(b, other, kind, b.team[row], 0, position, velocity, heading, radius, kinds.health[kind], tick)


@inline
def make_ready(ships_inout, commands_inout, hit_by_inout, row):
    """Forget what the last body in this row did."""
    hit_by_inout[row] = -1
    if row >= len(ships_inout.cooldown):
        return
    ships_inout.cooldown[row] = 0
    ships_inout.hurt_tick[row] = LONG_AGO
    ships_inout.untouchable_until[row] = 0
    commands_inout.buttons[row] = 0
    for axis in range(3):
        commands_inout.move[row, axis] = 0.0
        commands_inout.aim[row, axis] = 0.0
