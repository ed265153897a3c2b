"""Endless waves: what a wave sends, and when and where its groups drop in.

Wave n's plan is a pure function of n and the difficulty. What has been sent so far is state, in arrays, so
that a match can be saved, hashed and taken back.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.boss_tuning import BOSSES
from arena.game.asteroids import random_asteroid
from arena.game.rules import FIELD, SPECIALIST, WAVES, Difficulty, SpecialistRule
from arena.game.spawn_points import cover, player_distance_squared, point_at, spiral_point
from arena.jit.tables import Table
from arena.sim.kinds import Kind, Pool
from arena.sim.random import Stream, direction, uniform
from arena.sphere import unit

if TYPE_CHECKING:
    from arena.sim.world import World

I64 = NDArray[np.int64]
F64 = NDArray[np.float64]


class Waves(Table):
    """Where the match stands; every column has shape (1,)."""

    number: I64  # the running wave, from 1
    began: I64  # tick of its banner
    sent: I64  # ships of its plan that were sent
    groups: I64  # groups that were sent or tried
    next_group: I64  # tick of the next one


class WavePlan(NamedTuple):
    """What one wave is made of."""

    drones: int
    gunners: int
    group: int  # ships that drop in together
    interval: int  # [ticks] between groups
    fronts: int  # sides of the player on which a group lands at once
    limit: int  # [ticks] after which the next wave comes anyway
    specialists: tuple[Kind, ...] = ()  # who else comes, in this order
    boss: bool = False  # whether a boss comes from the far side

    @property
    def ships(self) -> int:
        """All of them but the boss."""
        return self.drones + self.gunners + len(self.specialists)

    def kind(self, index: int) -> Kind:
        """Of the ship with this number, from 0.

        The specialists is spread evenly among all, gunners among the rest.
        """
        before = _share(index, len(self.specialists), self.ships)
        if _share(index + 1, len(self.specialists), self.ships) > before:
            return self.specialists[before]
        rest, place = self.ships - len(self.specialists), index - before
        if _share(place + 1, self.gunners, rest) > _share(place, self.gunners, rest):
            return Kind.GUNNER
        return Kind.DRONE


def _share(index: int, part: int, whole: int) -> int:
    """How many of `part` things, spread evenly over `whole` places, stand before place `index`."""
    return index * part // max(whole, 1)


def create_waves() -> Waves:
    """Wave 1 begins at tick 0."""
    waves = Waves(*(np.zeros(1, np.int64) for _ in Waves.column_names))
    begin_wave(waves, 1, 0)
    return waves


def begin_wave(waves: Waves, number: int, tick: int) -> None:
    """Start wave `number` with its moment of calm."""
    waves.number[0] = number
    waves.began[0] = tick
    waves.sent[0] = 0
    waves.groups[0] = 0
    waves.next_group[0] = tick + WAVES.lead_in


def wave_plan(number: int, difficulty: Difficulty) -> WavePlan:
    """The plan of wave `number`, from 1. It grows without end: more ships, larger groups, less rest."""
    past = number - 1
    drones = WAVES.drones_first + WAVES.drones_growth * past + WAVES.drones_curve * past * past
    gunners = WAVES.gunners_growth * max(0, number - WAVES.gunners_from + 1) * difficulty.gunners
    group = min(WAVES.group_first + WAVES.group_growth * past, WAVES.group_max)
    interval = WAVES.interval_first * difficulty.interval / (1.0 + WAVES.interval_growth * past)
    return WavePlan(
        max(1, round(drones * difficulty.enemies)),
        round(gunners),
        round(group),
        max(WAVES.interval_min, round(interval)),
        min(1 + past // WAVES.fronts_every, WAVES.fronts_max),
        WAVES.time_limit + WAVES.limit_per_wave * past,
        _specialists(number, difficulty),
        number % WAVES.boss_every == 0,
    )


def _specialists(number: int, difficulty: Difficulty) -> tuple[Kind, ...]:
    """Who else comes in wave `number`: kinds take turns, so that a group brings several faces."""
    left = {
        Kind[name.upper()]: _count(rule, number, difficulty) for name, rule in SPECIALIST._asdict().items()
    }
    order: list[Kind] = []
    while any(left.values()):
        for kind, count in left.items():
            if count:
                order.append(kind)
                left[kind] = count - 1
    return tuple(order)


def _count(rule: SpecialistRule, number: int, difficulty: Difficulty) -> int:
    if number < rule.first:
        return 0
    return max(1, round(min(1.0 + rule.growth * (number - rule.first), rule.most) * difficulty.enemies))


def send_boss(world: "World", plan: WavePlan, number: int) -> None:
    """Put wave `number`'s boss, if it has one, on the far side of the shell; they come in turn."""
    if plan.boss:
        world.place_boss(-_focus(world, world.tick), (number // WAVES.boss_every - 1) % len(BOSSES))


def advance_waves(world: "World", waves: Waves, plan: WavePlan) -> None:
    """Send the group that is due, if any, to a place near a living player but not on top of any."""
    tick, sent = world.tick, int(waves.sent[0])
    if sent >= plan.ships or tick < waves.next_group[0]:
        return
    count = min(plan.group, plan.ships - sent)
    centers = _landing_centers(world, int(waves.number[0]) * 4096 + int(waves.groups[0]), plan.fronts)
    waves.groups[0] += 1
    place = np.empty(3)
    for index in range(count):
        spiral_point(
            centers[index % plan.fronts], index // plan.fronts, WAVES.spread / world.shell_radius, place
        )
        if world.drop_in(plan.kind(sent + index), place) < 0:
            break
        waves.sent[0] += 1
    waves.next_group[0] = tick + (plan.interval if waves.sent[0] - sent == count else WAVES.retry)


def wave_beaten(world: "World", waves: Waves, plan: WavePlan) -> bool:
    """Whether all of the wave's ships were sent and none is left."""
    return int(waves.sent[0]) >= plan.ships and world.pools[Pool.ENEMY].active == 0


def _focus(world: "World", number: int) -> F64:
    """Unit direction of one of the living players, or of the first where none lives."""
    living = [slot for slot in range(world.config.players) if world.bodies.alive[slot]] or [0]
    slot = living[int(uniform(world.seed, Stream.WAVE, number, 0) * len(living))]
    return unit(world.bodies.position[slot])


def _landing_centers(world: "World", number: int, fronts: int) -> F64:
    """Unit directions where a group lands, evenly around a player, off the others: shape (fronts, 3)."""
    focus, centers, best = _focus(world, number), np.empty((fronts, 3)), np.empty((fronts, 3))
    near, far = WAVES.near / world.shell_radius, WAVES.far / world.shell_radius
    widest = -1.0
    for attempt in range(WAVES.tries):
        turn = uniform(world.seed, Stream.WAVE, number, 2 * attempt + 1)
        angle = near + (far - near) * uniform(world.seed, Stream.WAVE, number, 2 * attempt + 2)
        for front in range(fronts):
            point_at(focus, 2.0 * math.pi * (turn + front / fronts), angle, centers[front])
        room = min(player_distance_squared(world.bodies, world.config.players, *center) for center in centers)
        if room > widest:
            widest = room
            best[:] = centers
        if room >= 0.9 * near * near:
            break
    return best


def spawn_team(world: "World") -> None:
    """Put all players and companions on the shell at the start of a match, beside each other."""
    center, place = np.array([0.0, 0.0, 1.0]), np.empty(3)
    for slot in range(world.config.players):
        spiral_point(center, slot, FIELD.team_gap / world.shell_radius, place)
        world.spawn_player(slot, place)
        spiral_point(center, slot + world.config.players, FIELD.team_gap / world.shell_radius, place)
        world.place_companion(slot, place)


def place_field(world: "World", count: int) -> None:
    """Lay the asteroid field of a new match, clear of the players."""
    clear = (FIELD.clear / world.shell_radius) ** 2
    placed = 0
    for index in range(count * WAVES.tries):
        if placed == count:
            return
        x, y, z = direction(world.seed, Stream.PLACE, 0, index)
        if player_distance_squared(world.bodies, world.config.players, x, y, z) < clear:
            continue
        place = np.array([x, y, z])
        radius, material, velocity = random_asteroid(world.seed, 0, index, place)
        world.place(Kind.ASTEROID, place, velocity, radius=radius, material=material)
        placed += 1


def refill_field(world: "World", wave: int) -> None:
    """Drop in an asteroid from time to time where the field has fewer whole ones than this wave wants."""
    if world.tick % FIELD.refill_interval:
        return
    pool = world.pools[Pool.ASTEROID]
    wanted = min(FIELD.first + FIELD.growth * wave, FIELD.most)
    if cover(world.bodies, pool.start, pool.stop, FIELD.whole_radius) >= wanted:
        return
    place = np.array(direction(world.seed, Stream.PLACE, world.tick, 0))
    radius, material, _ = random_asteroid(world.seed, world.tick, 0, place)
    world.drop_in(Kind.ASTEROID, place, radius=radius, material=material)
