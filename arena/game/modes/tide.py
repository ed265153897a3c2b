"""Tide: three minutes among thousands of drones that flow around the planet in rivers.

A river is a band about a great circle. Its drones are bodies like all others, but never wake, see
`arena.sim.sleep`: they cost no mind, and `steer_rivers` guides them along. One at a time, a drone near a
player may wake and hunt, as any drone does; one that is left behind goes back to sleep and to its river.
`Sleep.allow_wake` is thus all the state there is: axes, lanes and rivers follow from the seed and the row.
"""

import math
from dataclasses import replace

import numpy as np

from arena.catalogue import kinds
from arena.game.hud import Banner, Hud, Status
from arena.game.mode import Setup
from arena.game.mode_spec import ModeSpec
from arena.game.modes.team import TeamMode
from arena.game.rules import TIDE
from arena.game.waves.director import place_field
from arena.jit import inline, kernel
from arena.jit.annotations import F64, Flag, Integer, Real, Row
from arena.sim.births import write_body
from arena.sim.kinds import KindTable, Pool, Team
from arena.sim.random import Stream, uniform
from arena.sim.sleep import chord
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.pools import return_row, take_row
from arena.sim.tables.population import Population
from arena.sim.tables.sleep import Sleep
from arena.sim.world import World, WorldConfig
from arena.sphere import kernel_tangent_frame, quadrant_sine_cosine
from arena.tuning import ARENA, DT, TICK_RATE
from arena.vectors import (
    Vector,
    add,
    combined,
    cross,
    dot,
    length,
    normalised,
    put,
    scaled,
    subtract,
    tangent_part,
    vector,
)

RANDOM, ENEMY_POOL, ENEMIES = int(Stream.TIDE), int(Pool.ENEMY), int(Team.ENEMIES)
DRONE, VOLATILE = kinds.DRONE.number, kinds.VOLATILE.number
AXES, LANES, PLACES = 0, 1, 2
"""Ticks that draws of axes and lanes are given, and that of places at tick 0, to keep them apart."""
MINUTE = 60 * TICK_RATE
TIME = TIDE.minutes * MINUTE
"""[ticks] that a game lasts."""
WIDTH = TIDE.width / (ARENA.planet_radius + ARENA.shell_altitude)
"""Of all rivers together, as an angle [rad]."""
SMALL = 1e-6
"""Length that is taken for a direction that is undefined."""
FLOW, PULL, PULL_MOST = TIDE.flow, TIDE.pull, TIDE.pull_most
ROOM, ROOM_SPEED, CHANGE = TIDE.room, TIDE.room_speed, TIDE.acceleration * DT
NEAR, FAR, LEASH, UNSEEN, ATTEMPTS = TIDE.near, TIDE.far, TIDE.leash, TIDE.unseen, TIDE.attempts


class Tide(TeamMode):
    """Rules of the rivers: who may hunt, who comes anew, when it ends."""

    spec = ModeSpec(
        name="tide",
        title="Tide",
        about=(
            "Three minutes in rivers of thousands.",
            "Few of them hunt you at a time;",
            "the rest flow by.",
        ),
        help="three minutes among rivers of drones",
        demo=True,
        music="tour",
        scored=True,
        ghosts=True,
        code=3,
        flags=("seed", "hull"),
        open_seats=True,
    )
    limit = TIME

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.axes = river_axes(setup.seed)

    def world_config(self) -> WorldConfig:
        """Room for the rivers, on a planet of the usual size."""
        return replace(
            super().world_config(),
            enemies=TIDE.drones,
            planet_radius=ARENA.planet_radius,
            sleepers_meet=TIDE.meet,
        )

    def begin(self, world: World) -> None:
        """Put the team between the rivers, and rocks into them."""
        super().begin(world)
        place_field(world, TIDE.rocks)
        self.flood(world)

    def flood(self, world: World) -> None:
        """Fill the rivers."""
        fill_rivers(
            world.population, world.kinds, self.axes, TIDE.drones, world.config.players, world.shell_radius,
            0.0, world.seed, 0,
        )  # fmt: skip

    def tick(self, world: World) -> None:
        """Nothing counts after the last tick."""
        if world.tick <= TIME:
            super().tick(world)

    def advance(self, world: World) -> None:
        """Steer the rivers, let a drone hunt if one may, and put new ones where nobody sees it."""
        players, shell, end = world.config.players, world.shell_radius, int(world.pool_rows.stop[Pool.ENEMY])
        hunting = steer_rivers(world.bodies, world.sleep, end, self.axes, players, shell, world.seed)
        turn, rest = divmod(world.tick, TIDE.interval)
        if rest == 0 and hunting < self.hunters_most(world.tick):
            wake_nearest(world.bodies, world.sleep, end, players, turn % players, shell)
        fill_rivers(
            world.population, world.kinds, self.axes, TIDE.births, players, shell, UNSEEN, world.seed,
            world.tick,
        )  # fmt: skip

    def hunters_most(self, tick: int) -> int:
        """Number of drones that may hunt at the same time; it rises with the square of time."""
        if tick < TIDE.lead_in:
            return 0
        share = TIDE.hunters_first + (1.0 - TIDE.hunters_first) * min(tick / TIME, 1.0) ** 2
        return round(TIDE.hunters * min(self.rules.enemies, 1.0) * share)

    def section_age(self, world: World) -> int:
        """Ticks since the game began: there is one part."""
        return world.tick

    def over(self, world: World) -> bool:
        """Return whether time is up, or no life is left."""
        return self.won(world) or super().over(world)

    def won(self, world: World) -> bool:
        """Return whether the team held out."""
        return world.tick >= TIME and self.ships_left > 0

    def hud(self, world: World) -> Hud:
        """Score, lives, time, how many hunt, and what each player waits for and hears."""
        left = max(0, TIME - world.tick)
        minute = min(world.tick // MINUTE + 1, TIDE.minutes)
        note = f"{-(-left // TICK_RATE)} s left, {count_hunters(world)} hunt"
        status = Status("MINUTE", f"{minute}/{TIDE.minutes}", note)
        return super().hud(world)._replace(progress=minute, status=status, banner=self._banner(world))

    def _banner(self, world: World) -> Banner | None:
        """Banner of the beginning, and of the end."""
        if world.tick < TIDE.banner:
            return Banner("TIDE", "Rivers of drones. Few hunt at a time.", world.tick, TIDE.banner)
        age = world.tick - TIME
        return Banner("TIDE IS OUT", "you held", age, TIDE.banner) if 0 <= age < TIDE.banner else None

    def results(self, world: World) -> dict[str, str]:
        """Results."""
        return {
            "score": str(self.points),
            "seconds": f"{min(world.tick, TIME) / TICK_RATE:.1f}",
            "kills": str(self.kills),
            "largest cascade": str(int(self.score.largest[0])),
            "lives left": str(self.ships_left),
        }


def river_axes(seed: int) -> F64:
    """Axes of the rivers of a seed, about which they flow: unit, shape (rivers, 3).

    No river flows through the place where players begin, on the z axis, and no two along each other.
    """
    count = TIDE.rivers_least + int(
        uniform(seed, RANDOM, AXES, 0) * (TIDE.rivers_most + 1 - TIDE.rivers_least)
    )
    axes = np.zeros((count, 3))
    for river in range(count):
        height, jitter, back = (uniform(seed, RANDOM, AXES, 1 + 3 * river + k) for k in range(3))
        height = TIDE.tilt_least + (TIDE.tilt_most - TIDE.tilt_least) * height
        sine, cosine = quadrant_sine_cosine(2.0 * math.pi * (river + 0.5 * jitter) / count)
        side = math.sqrt(1.0 - height * height)
        axes[river] = side * cosine, side * sine, height
        if back < 0.5:  # it flows the other way round
            axes[river] *= -1.0
    return axes


def count_hunters(world: World) -> int:
    """Number of drones that hunt."""
    rows = world.rows(Pool.ENEMY)
    return int(world.sleep.allow_wake[rows].sum())


@inline
def lane_of(row: Row, rivers: Integer, seed: Integer) -> Real:
    """Sine of the latitude, from the river's axis, along which a drone flows."""
    return (uniform(seed, RANDOM, LANES, row) - 0.5) * WIDTH / rivers


@inline
def kind_of(row: Row, rivers: Integer) -> Integer:
    """Kind of the body in a row: of each river's, every so many is volatile."""
    return VOLATILE if row // rivers % TIDE.volatile_every == 0 else DRONE


@inline
def nearest_player(bodies: Bodies, player_count: Integer, place: Vector) -> tuple[Row, Real]:
    """Slot of the living player nearest to a place, -1 where there is none, and the chord [u] to it."""
    best, least = -1, np.inf
    for slot in range(player_count):
        gap = subtract(vector(bodies.position, slot), place)
        if bodies.alive[slot] and dot(gap, gap) < least:
            best, least = slot, dot(gap, gap)
    return best, math.sqrt(least)


@kernel
def steer_rivers(
    bodies_inout: Bodies,
    sleep_inout: Sleep,
    end: Integer,
    axes: F64,
    player_count: Integer,
    shell_radius: Real,
    seed: Integer,
) -> int:
    """Steer the drones that flow, and call back those that hunt nobody near; return how many hunt.

    A drone's river is its row, modulo the number of rivers; their rows end at `end`.
    """
    b, hunting = bodies_inout, 0
    for row in range(end - TIDE.drones, end):
        if not b.alive[row]:
            continue
        place = vector(b.position, row)
        slot, away = nearest_player(b, player_count, place)
        if sleep_inout.allow_wake[row]:
            sleep_inout.allow_wake[row] = away < LEASH
            hunting += 1
            continue
        outward = scaled(place, 1.0 / length(place))
        wish = wish_of_drone(
            outward, vector(axes, row % len(axes)), lane_of(row, len(axes), seed), shell_radius
        )
        if away < ROOM:
            aside = tangent_part(subtract(place, vector(b.position, slot)), outward)
            size = max(length(aside), SMALL)
            wish = add(wish, scaled(aside, ROOM_SPEED * (1.0 - away / ROOM) / size))
        now = vector(b.velocity, row)
        change = subtract(wish, now)
        size = length(change)
        put(b.velocity, row, add(now, scaled(change, min(1.0, CHANGE / max(size, SMALL)))))
        put(b.heading, row, scaled(wish, 1.0 / max(length(wish), SMALL)))
    return hunting


@inline
def wish_of_drone(outward: Vector, axis: Vector, lane: Real, shell_radius: Real) -> Vector:
    """Velocity [u/s] that keeps a drone at a unit place in its lane about an axis."""
    latitude = dot(outward, axis)
    north = subtract(axis, scaled(outward, latitude))
    size = max(length(north), SMALL)
    pull = min(max(PULL * (lane - latitude) * shell_radius, -PULL_MOST), PULL_MOST)
    return combined(cross(axis, outward), FLOW / size, north, pull / size)


@kernel
def wake_nearest(
    bodies: Bodies,
    sleep_inout: Sleep,
    end: Integer,
    player_count: Integer,
    slot: Row,
    shell_radius: Real,
) -> None:
    """Let the drone nearest to player `slot` hunt, unless it is upon a player or far away."""
    best, least = -1, chord(FAR, shell_radius)
    if not bodies.alive[slot]:
        return
    for row in range(end - TIDE.drones, end):
        if not bodies.alive[row] or sleep_inout.allow_wake[row]:
            continue
        place = vector(bodies.position, row)
        away = length(subtract(place, vector(bodies.position, slot)))
        if away < least and nearest_player(bodies, player_count, place)[1] > NEAR:
            best, least = row, away
    if best >= 0:
        sleep_inout.allow_wake[best] = True


@kernel
def fill_rivers(
    population_inout: Population,
    kinds: KindTable,
    axes: F64,
    most: Integer,
    player_count: Integer,
    shell_radius: Real,
    unseen: Real,
    seed: Integer,
    tick: Integer,
) -> None:
    """Put at most so many drones into their rivers, each farther than `unseen` [u] from where players are.

    Where players see all of a drone's own river it comes in another one, and flows over to its own.
    """
    p, b = population_inout, population_inout.bodies
    tries = ATTEMPTS * len(axes)
    for _ in range(most):
        row = take_row(p.pools, ENEMY_POOL)
        if row < 0:
            return
        axis, lane = vector(axes, row % len(axes)), lane_of(row, len(axes), seed)
        for attempt in range(tries):
            bed = vector(axes, (row + attempt // ATTEMPTS) % len(axes))
            outward = place_in_river(bed, lane, uniform(seed, RANDOM, PLACES + tick, tries * row + attempt))
            if is_unseen(b, player_count, scaled(outward, shell_radius), chord(unseen, shell_radius)):
                break
        else:  # again in the next tick
            return_row(p.pools, ENEMY_POOL, row)
            return
        velocity, kind = wish_of_drone(outward, axis, lane, shell_radius), kind_of(row, len(axes))
        write_body(
            p, row, kind, ENEMIES, 0, scaled(outward, shell_radius), velocity, normalised(velocity),
            np.float64(kinds.radius[kind]), np.float64(kinds.health[kind]), tick,
        )  # fmt: skip
        p.sleep.allow_wake[row] = b.awake[row] = False


@inline
def is_unseen(bodies: Bodies, player_count: Integer, place: Vector, least: Real) -> Flag:
    """Return whether a place is at least so far [u] from each player's, lost ones included: they look on."""
    for slot in range(player_count):
        if length(subtract(vector(bodies.position, slot), place)) < least:
            return False
    return True


@inline
def place_in_river(axis: Vector, lane: Real, turn: Real) -> Vector:
    """Unit place in a lane about an axis, at a share of a turn."""
    ax, ay, az, bx, by, bz = kernel_tangent_frame(axis[0], axis[1], axis[2])
    sine, cosine = quadrant_sine_cosine(2.0 * math.pi * turn)
    wide = math.sqrt(1.0 - lane * lane)
    return add(scaled(axis, lane), combined((ax, ay, az), wide * cosine, (bx, by, bz), wide * sine))
