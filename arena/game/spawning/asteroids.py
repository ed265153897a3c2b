"""Random asteroids: log-normal size, orbit, material and load, as a pure function of (seed, tick, row).

`lay_field` lays those that a match begins with. Later ones come one at a time.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.game.rules import FIELD, WAVES
from arena.game.spawning.spawn_points import player_distance_squared
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, I64, Flag, Integer, Real
from arena.sim.births import along_surface, write_body
from arena.sim.kinds import LOADED, KindTable, Pool, Team
from arena.sim.landing import begin_fall
from arena.sim.random import Stream, direction, normal, uniform
from arena.sim.tables.pools import take_row
from arena.sim.tables.population import Population
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import ASTEROID, LANDING
from arena.vectors import dot, normalised, scaled

if TYPE_CHECKING:
    from arena.sim.world import World

SIZE, VELOCITY, MATERIAL = int(Stream.SIZE), int(Stream.VELOCITY), int(Stream.MATERIAL)
LOAD, PLACE = int(Stream.LOAD), int(Stream.PLACE)
KIND, POOL, TEAM = kinds.ASTEROID.number, int(Pool.ASTEROID), int(Team.NEUTRAL)
TOUGHNESS, FALL = ASTEROID.health_per_radius, LANDING.descent_speed
MEAN, SIGMA = ASTEROID.radius_log_mean, ASTEROID.radius_log_sigma
SMALLEST, LARGEST = ASTEROID.radius_min, ASTEROID.radius_max
SLOWEST, FASTEST = ASTEROID.speed_min, ASTEROID.speed_max
_ROWS = tuple(MATERIALS)
LOAD_CHANCE = MATERIALS.column(lambda row: row.rules.loaded)
LOAD_RADIUS = ASTEROID.load_radius
MATERIAL_NUMBERS = np.array([row.number for row in _ROWS], np.int64)
MATERIAL_ENDS = np.cumsum([row.rules.share for row in _ROWS])
"""Upper bounds of the draws for each material."""


@inline
def exponential(x: float) -> float:
    """exp(x) for -2 <= x <= 2, to 1e-6: the fourth power of its series at x / 4, portable to the bit."""
    t = 0.25 * x
    root = 1.0 + t * (
        1.0 + t * (1 / 2 + t * (1 / 6 + t * (1 / 24 + t * (1 / 120 + t * (1 / 720 + t * (1 / 5040))))))
    )
    square = root * root
    return square * square


@kernel
def asteroid_radius(seed: int, tick: int, row: int) -> float:
    """Radius [u]: log-normal, clipped."""
    logarithm = MEAN + SIGMA * normal(seed, SIZE, tick, row)
    return min(max(exponential(min(max(logarithm, -2.0), 2.0)), SMALLEST), LARGEST)


@kernel
def asteroid_material(seed: int, tick: int, row: int) -> int:
    """Number of a material, by its share."""
    draw, chosen = uniform(seed, MATERIAL, tick, row) * MATERIAL_ENDS[-1], 0
    while draw >= MATERIAL_ENDS[chosen]:
        chosen += 1
    return MATERIAL_NUMBERS[chosen]


@kernel
def asteroid_velocity(
    outward: tuple[float, float, float], seed: int, tick: int, row: int
) -> tuple[float, float, float]:
    """A random tangent velocity [u/s] at unit `outward`."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(outward[0], outward[1], outward[2])
    if DEBUG:
        assert abs(dot(outward, outward) - 1.0) < 1e-4, "asteroid_velocity: outward is no unit vector"
    speed = SLOWEST + (FASTEST - SLOWEST) * uniform(seed, VELOCITY, tick, 2 * row)
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * uniform(seed, VELOCITY, tick, 2 * row + 1))
    return (
        speed * (ax * cosine + bx * sine),
        speed * (ay * cosine + by * sine),
        speed * (az * cosine + bz * sine),
    )


class RandomAsteroid(NamedTuple):
    """A random asteroid."""

    radius: float  # [u]
    material: int
    loaded: bool


def random_asteroid(seed: int, tick: int, row: int) -> RandomAsteroid:
    """Draw an asteroid that falls."""
    radius, material = float(asteroid_radius(seed, tick, row)), int(asteroid_material(seed, tick, row))
    return RandomAsteroid(radius, material, bool(is_loaded(radius, material, seed, tick, row)))


@inline
def is_loaded(radius: Real, material: Integer, seed: Integer, tick: Integer, row: Integer) -> Flag:
    """True if a pickup comes out of an asteroid; only large ones are loaded."""
    return radius >= LOAD_RADIUS and uniform(seed, LOAD, tick, row) < LOAD_CHANCE[material]


@kernel
def drop_in_asteroid(
    population_inout: Population, kinds: KindTable, orbit: Real, seed: Integer, tick: Integer
) -> None:
    """Let the asteroid that `random_asteroid` draws as the first of a tick fall from outer orbit."""
    place = direction(seed, PLACE, tick, 0)
    radius, material = asteroid_radius(seed, tick, 0), asteroid_material(seed, tick, 0)
    variant = material + (LOADED if is_loaded(radius, material, seed, tick, 0) else 0)
    begin_fall(
        population_inout, kinds, KIND, POOL, TEAM, variant, radius, TOUGHNESS * radius, place, FALL, orbit,
        tick,
    )  # fmt: skip


def lay_field(world: "World", count: int, ends: F64 = MATERIAL_ENDS, first_draw: int = 0) -> None:
    """Lay the asteroids of a new match, clear of the players.

    Args:
        world: before its first tick.
        count: of asteroids.
        ends: upper bounds of the draws for each material, ascending, shape (materials,).
        first_draw: row number of the first material draw.
    """
    lay_random_asteroids(
        world.population, ends, MATERIAL_NUMBERS, first_draw, count, WAVES.tries,
        (FIELD.clear / world.shell_radius) ** 2, world.config.players, world.shell_radius, world.seed,
    )  # fmt: skip


@kernel
def lay_random_asteroids(
    population_inout: Population, ends: F64, numbers: I64, first_draw: Integer, count: Integer,
    tries: Integer, clear: Real, player_count: Integer, shell_radius: Real, seed: Integer,
) -> None:  # fmt: skip
    """Lay random asteroids at tick 0, none within a chord whose square is `clear` of a player's direction.

    It draws at most `tries` places for each. `numbers` are those of the materials that `ends` bounds.
    """
    p, placed = population_inout, 0
    for index in range(count * tries):
        if placed == count:
            return
        x, y, z = direction(seed, PLACE, 0, index)
        if player_distance_squared(p.bodies, player_count, x, y, z) < clear:
            continue
        placed += 1
        radius, loadable = asteroid_radius(seed, 0, index), asteroid_material(seed, 0, index)
        loaded = is_loaded(radius, loadable, seed, 0, index)
        draw, chosen = uniform(seed, MATERIAL, 0, first_draw + index) * ends[-1], 0
        while chosen < len(ends) - 1 and draw >= ends[chosen]:
            chosen += 1
        row = take_row(p.pools, POOL)
        if row < 0:
            continue
        wish = asteroid_velocity((x, y, z), seed, 0, index)
        outward = normalised((x, y, z))
        velocity = along_surface(outward, wish)
        heading = normalised(along_surface(outward, velocity))
        variant = numbers[chosen] + (LOADED if loaded else 0)
        write_body(
            p, row, KIND, TEAM, variant, scaled(outward, shell_radius), velocity, heading, radius,
            TOUGHNESS * radius, 0,
        )  # fmt: skip
