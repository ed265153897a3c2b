"""Weapons: ships that want to fire and are ready fire a bullet, lay a mine or launch a drone.

Runs once per tick over the ships, in row order, so that an exhausted pool refuses the same ships on every
machine.
"""

import numpy as np

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.commands import Button
from arena.sim.events import Event, add_event
from arena.sim.kinds import KIND_POOL, Kind, Pool
from arena.sim.pools import take_row
from arena.sim.spawn import write_body
from arena.sim.system import BIRTH, BULLET_BIRTH, EVENTS, SHIP_BIRTH, system
from arena.sim.world import World
from arena.vectors import add, combined, length, scaled, vector

FIRE = np.uint8(Button.FIRE)
SHOT, DEPLOYED = int(Event.SHOT), int(Event.DEPLOYED)
BULLET, BULLET_POOL = int(Kind.BULLET), int(Pool.BULLET)
BULLET_RADIUS, MUZZLE_GAP = tuning.BULLET.radius, tuning.BULLET.muzzle_gap
INHERITED = tuning.BULLET.inherited
POOL_OF_KIND = np.array([KIND_POOL[kind] for kind in Kind], np.int64)


@system(writes=(*BIRTH, *SHIP_BIRTH, *BULLET_BIRTH, "pools.available", *EVENTS))
def fire_weapons(world: World) -> None:
    """Let every ready ship that wants to, fire."""
    fire_ships(world.population, world.kinds, world.events, world.shell_radius, world.tick)


@kernel
def fire_ships(population_inout, kinds, events_inout, shell_radius, tick):
    """One bullet, or one body, per ready ship; a ship that finds the pool empty keeps its readiness."""
    p, b = population_inout, population_inout.bodies
    alive, awake, radial_speed, kind = b.alive, b.awake, b.radial_speed, b.kind
    cooldown, buttons = p.ships.cooldown, p.commands.buttons
    for row in range(len(cooldown)):
        if not (alive[row] and awake[row] and buttons[row] & FIRE):
            continue
        if cooldown[row] > 0 or radial_speed[row] != 0.0:
            continue
        deployed = int(kinds.deploys[kind[row]])
        new = take_row(p.pools, BULLET_POOL if deployed < 0 else POOL_OF_KIND[deployed])
        if new < 0:
            continue
        cooldown[row] = int(kinds.fire_ticks[kind[row]])
        release(p, kinds, row, new, deployed, shell_radius, tick)
        if deployed < 0:
            load_bullet(p.bullets, kinds, kind[row], new - p.pools.start[BULLET_POOL], row, tick)
            add_event(events_inout, SHOT, row, new, kind[row], 0.0, b.position[new])
        else:
            add_event(events_inout, DEPLOYED, row, new, kind[row], b.radius[new], b.position[new])


@inline
def release(population_inout, kinds, row, new, deployed, shell_radius, tick):
    """Put a bullet before the ship's nose, flying where that points with a share of the ship's own velocity.

    A body of kind `deployed`, which is below 0 for a bullet, leaves behind the tail and to the rear instead.
    """
    b = population_inout.bodies
    fires = deployed < 0
    ship, way, radius = b.kind[row], 1.0 if fires else -1.0, BULLET_RADIUS
    kind, variant, health, inherited = BULLET, np.int64(ship), 1.0, INHERITED
    if not fires:
        kind, variant, inherited = deployed, 0, 0.0
        radius, health = np.float64(kinds.radius[deployed]), np.float64(kinds.health[deployed])
    heading = scaled(vector(b.heading, row), way)
    place = add(vector(b.position, row), scaled(heading, b.radius[row] + radius + MUZZLE_GAP))
    position = scaled(place, shell_radius / length(place))
    velocity = combined(heading, np.float64(kinds.bullet_speed[ship]), vector(b.velocity, row), inherited)
    write_body(
        population_inout, new, kind, b.team[row], variant, position, velocity, heading, radius, health, tick
    )


@inline
def load_bullet(bullets_inout, kinds, shooter, slot, owner, tick):
    """Whose a bullet is, what it does, and when it ends."""
    bullets_inout.owner[slot] = owner
    bullets_inout.damage[slot] = kinds.bullet_damage[shooter]
    bullets_inout.expires[slot] = tick + int(kinds.bullet_ticks[shooter])
