"""Asteroid field of a level."""

from bisect import bisect_right
from itertools import accumulate

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.game.levels.plan import AsteroidPlan, FieldPlan
from arena.game.phases.courses import way_to
from arena.game.rules import CAMPAIGN, FIELD
from arena.game.spawning.asteroids import RandomAsteroid, lay_field, random_asteroid
from arena.game.spawning.spawn_points import cover
from arena.sim.kinds import Pool
from arena.sim.random import Stream, direction, uniform
from arena.sim.world import World

NUMBERS = [row.number for row in MATERIALS]
PLACE, MATERIAL = int(Stream.PLACE), int(Stream.MATERIAL)
OTHER_ROW = 4096
"""First row number of material draws, which keeps them apart from all other draws."""


def choose_asteroid(world: World, plan: FieldPlan, tick: int, row: int) -> RandomAsteroid:
    """Draw an asteroid of the level's mix of materials."""
    rock = random_asteroid(world.seed, tick, row)
    bounds = list(accumulate(plan.shares))
    draw = uniform(world.seed, MATERIAL, tick, OTHER_ROW + row) * bounds[-1]
    return rock._replace(material=NUMBERS[min(bisect_right(bounds, draw), len(NUMBERS) - 1)])


def lay_plan(world: World, plan: FieldPlan) -> None:
    """Lay the asteroids that a level begins with, of its mix of materials."""
    lay_field(world, plan.count, np.array(list(accumulate(plan.shares)), np.float64), OTHER_ROW)


def lay_asteroids(world: World, plans: tuple[AsteroidPlan, ...]) -> None:
    """Lay those that were placed by hand."""
    for plan in plans:
        place, velocity = np.array(plan.place), np.zeros(3)
        if plan.towards is not None:
            velocity = plan.speed * way_to(plan.place, plan.towards)
        world.place(kinds.ASTEROID.number, place, velocity, radius=plan.radius, material=plan.material)


def keep_field(world: World, plan: FieldPlan) -> None:
    """Refill the field from time to time."""
    if world.tick % CAMPAIGN.refill_interval == 0:
        refill_level(world, plan)


def refill_level(world: World, plan: FieldPlan) -> None:
    """Drop in an asteroid if there are fewer whole ones than the level wants."""
    pool = world.pools[Pool.ASTEROID]
    if cover(world.bodies, pool.start, pool.stop, FIELD.whole_radius) < plan.keep:
        place = np.array(direction(world.seed, PLACE, world.tick, 0))
        rock = choose_asteroid(world, plan, world.tick, 0)
        world.drop_in(
            kinds.ASTEROID.number, place, radius=rock.radius, material=rock.material, loaded=rock.loaded
        )
