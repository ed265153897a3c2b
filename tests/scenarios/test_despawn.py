"""The far side sleeps, and nobody near the player can tell."""

from contextlib import closing

import numpy as np
import pytest

from arena import sphere, tuning
from arena.ai.minds import Minds
from arena.catalogue import kinds
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.sleep import body_sets
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig

LIVE, TICKS = 80.0, 240
COMMAND = PlayerCommand(move_x=60, move_y=30, aim_x=90, aim_y=-90, buttons=Button.FIRE)


def fight(live_radius: float | None) -> World:
    """A fight around a flying, firing player, and a crowd of every kind on the other side of the planet."""
    world = World(WorldConfig(seed=4, enemies=80, asteroids=120, bullets=400, live_radius=live_radius))
    world.spawn_player(0)
    random = np.random.default_rng(8)
    pole = world.bodies.position[0] / world.shell_radius
    for k in range(100):
        near, far = pole + 0.35 * random.normal(size=3), -pole + 0.35 * random.normal(size=3)
        drift = random.normal(size=3) * 3.0
        kind = (kinds.DRONE.number, kinds.GUNNER.number)[k % 2] if k % 5 < 2 else kinds.ASTEROID.number
        world.place(kind, near if k % 3 else far, drift)
    with closing(Minds(world, workers=2)) as minds:
        for _ in range(TICKS):
            minds.collect(world)
            step(world, [COMMAND])
            minds.submit(world)
        minds.collect(world)
    return world


def test_putting_the_far_side_to_sleep_changes_nothing_near_the_player() -> None:
    asleep, awake = fight(LIVE), fight(None)
    assert len(body_sets(asleep).asleep) > 15
    assert len(body_sets(awake).asleep) == 0
    b, c = asleep.bodies, awake.bodies
    gap = np.linalg.norm(b.position - b.position[0], axis=1)
    near = np.flatnonzero(b.alive & (gap < 50.0))
    assert len(near) > 40
    for column in ("position", "velocity", "heading", "health", "kind", "alive"):
        assert (getattr(b, column)[near] == getattr(c, column)[near]).all(), column
    # They really lived different lives over there.
    far = np.flatnonzero(b.alive & ~b.awake & (b.kind != kinds.ASTEROID.number))
    assert (b.position[far] != c.position[far]).any(axis=1).all()


def test_in_a_match_the_far_side_sleeps_and_the_hunters_still_come() -> None:
    with Match(seed=3, workers=1) as match:
        world = match.world
        world.ships.untouchable_until[0] = 10**6
        far = world.place(kinds.DRONE.number, -world.bodies.position[0].astype(np.float64))
        slept = False
        for _ in range(60 * 60):
            match.tick([PlayerCommand()])
            slept |= not world.bodies.awake[far]
            if np.linalg.norm(world.bodies.position[far] - world.bodies.position[0]) < 10.0:
                break
        else:
            pytest.fail("the drone never came")
        assert slept
        assert world.bodies.awake[far]


def test_a_bullet_that_leaves_the_live_region_is_spent() -> None:
    with Match(seed=3, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        here, ahead = world.bodies.position[0].astype(np.float64), world.players.up[0].astype(np.float64)
        angle = (LIVE - 1.0) / world.shell_radius
        gunner = world.place(
            kinds.GUNNER.number, here / world.shell_radius * np.cos(angle) + ahead * np.sin(angle)
        )
        outwards = world.bodies.position[gunner] / world.shell_radius * np.cos(0.3) - here
        world.bodies.heading[gunner] = sphere.unit(
            sphere.project_tangent(world.bodies.position[gunner], outwards)
        )
        world.commands.buttons[gunner] = Button.FIRE
        step(world, [PlayerCommand()])
        (bullet,) = world.rows(Pool.BULLET)
        slot = bullet - world.pools[Pool.BULLET].start
        world.bullets.expires[slot] = 10**6
        farthest = 0.0
        for _ in range(120):
            match.tick([PlayerCommand()])
            if world.bodies.alive[bullet]:
                farthest = sphere.distance(here, world.bodies.position[bullet])
    assert not world.bodies.alive[bullet]
    assert LIVE + tuning.SLEEP.margin - 1.0 < farthest < LIVE + tuning.SLEEP.margin + 3.0
