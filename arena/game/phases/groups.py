"""Sender of a phase's groups; it tracks which of them are beaten."""

import math
from collections.abc import Container

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.goal import Goal, GoalKind
from arena.game.levels.plan import GroupPlan, Level, PhasePlan
from arena.game.levels.schema import GROUPS_MAX
from arena.game.phases.field import choose_asteroid
from arena.game.phases.state import NEVER, Groups
from arena.game.rivers import count_hunters
from arena.game.rules import CAMPAIGN, DIFFICULTIES, Difficulty
from arena.game.spawning.formations import (
    FORMATIONS,
    Spot,
    focus_of,
    place_at,
    send_formation,
    sine_cosine,
    turn_way,
)
from arena.game.spawning.spawn_points import spiral_point
from arena.jit.annotations import F64
from arena.sim.kinds import Pool
from arena.sim.random import Stream, uniform
from arena.sim.world import World
from arena.sphere import project_tangent, tangent_frame, unit
from arena.tuning import TICK_RATE

WAVE = int(Stream.WAVE)
FIXED = (kinds.CARRIER.number, kinds.ASTEROID.number)
"""Kinds that come in the number written, whatever the difficulty."""
SHIPS = frozenset(row.number for row in KINDS if row.rules.ship is not None)
"""Kinds that can be beaten."""


def ticks(seconds: float) -> int:
    """Whole ticks of a time [s]."""
    return round(seconds * TICK_RATE)


def group_size(group: GroupPlan, difficulty: Difficulty) -> int:
    """Number of ships of each coming."""
    return group.count if group.kind in FIXED else max(1, round(group.count * difficulty.enemies))


def ships_of(phase: PhasePlan, difficulty: str) -> int:
    """Number of ships that a phase sends on a difficulty, all times included."""
    rules = DIFFICULTIES[difficulty]
    return sum(
        group.times * group_size(group, rules)
        for group in phase.group
        if group.kind in SHIPS and difficulty in group.difficulty
    )


class Sender:
    """Sender of the groups of one phase on one difficulty."""

    def __init__(self, level: Level, phase: PhasePlan, difficulty: str, groups: Groups) -> None:
        self._plans = [
            (number, group) for number, group in enumerate(phase.group) if difficulty in group.difficulty
        ]
        self.rules, self._groups, self._field = DIFFICULTIES[difficulty], groups, level.field
        self._few = math.floor(phase.few * self.rules.few)
        self._most = math.floor(phase.most * self.rules.few)
        self._wait = round(phase.wait * self.rules.pause * TICK_RATE)

    def begin(self, start: int) -> None:
        """Schedule the groups that wait for nobody, from tick `start` on."""
        groups = self._groups
        groups.sent[:] = groups.comings[:] = groups.member[:] = 0
        groups.due[:], groups.came[0] = NEVER, start
        for number, group in self._plans:
            if not group.after:
                groups.due[number] = start + ticks(group.time)

    def send(self, world: World, goal: Goal) -> None:
        """Forget dead ships, send the groups that are due, and schedule those whose turn comes next."""
        groups, pool = self._groups, world.pools[Pool.ENEMY]
        groups.member[~world.bodies.alive[pool.start : pool.stop]] = 0
        for number, group in self._plans:
            waiting = groups.due[number] == NEVER and not groups.comings[number]
            if waiting and group.after and self.is_beaten(group.after - 1):
                groups.due[number] = world.tick + ticks(group.time)
        hunting = count_hunters(world)
        self._hurry(world, hunting)
        for number, group in self._plans:
            if NEVER < groups.due[number] <= world.tick and hunting <= self._most:
                self._send_some(world, number, group, goal)
                hunting = count_hunters(world)

    def _hurry(self, world: World, ships: int) -> None:
        """Let the group that comes next come now if few ships are left, or none came for long."""
        groups = self._groups
        late = world.tick - int(groups.came[0]) >= self._wait
        if world.tick < groups.came[0] or not (late or ships <= self._few):
            return
        coming = [number for number, _ in self._plans if groups.due[number] > NEVER]
        if coming:
            groups.due[min(coming, key=lambda number: (int(groups.due[number]), number))] = world.tick
        elif ships <= self._few:
            self._begin_waiting(world.tick)

    def _begin_waiting(self, tick: int) -> None:
        """Let the first group come that waits for another, all of which came."""
        groups = self._groups
        for number, group in self._plans:
            waiting = groups.due[number] == NEVER and not groups.comings[number]
            if waiting and self.is_sent(group.after - 1):
                groups.due[number] = tick
                return

    def _send_some(self, world: World, number: int, group: GroupPlan, goal: Goal) -> None:
        groups, size = self._groups, group_size(group, self.rules)
        if group.kind == kinds.ASTEROID.number:
            groups.sent[number] += self._send_rocks(world, number, group, goal, size)
        else:
            groups.sent[number] += self._send_ships(world, number, group, goal, size)
        if groups.sent[number] < size:
            groups.due[number] = world.tick + CAMPAIGN.retry
            return
        groups.sent[number] = 0
        groups.comings[number] += 1
        groups.came[0] = world.tick
        more = groups.comings[number] < group.times
        groups.due[number] = world.tick + ticks(group.every) if more else NEVER

    def _send_ships(self, world: World, number: int, group: GroupPlan, goal: Goal, size: int) -> int:
        """Send the ships of a coming that are not here yet; returns how many found room."""
        first = int(self._groups.sent[number])
        pool = world.pools[Pool.ENEMY]
        alive = world.bodies.alive[pool.start : pool.stop]
        before = alive.copy()
        sent = send_formation(
            world, group.kind, size, group.formation, landing_spot(world, number, group, goal), first=first
        )
        self._groups.member[alive & ~before] = number + 1
        return sent

    def _send_rocks(self, world: World, number: int, group: GroupPlan, goal: Goal, size: int) -> int:
        """Send asteroids: each has a size of its own, so they stand in no formation."""
        spot, center, place = landing_spot(world, number, group, goal), np.empty(3), np.empty(3)
        place_at(spot.focus, spot.way, 0.0, spot.away, center)
        first = int(self._groups.sent[number])
        for index in range(first, size):
            spiral_point(center, index, CAMPAIGN.spread / world.shell_radius, place)
            radius, material, loaded = choose_asteroid(world, self._field, world.tick, index + 1)
            row = world.drop_in(kinds.ASTEROID.number, place, radius=radius, material=material, loaded=loaded)
            if row < 0:
                return index - first
        return size - first

    def is_sent(self, number: int) -> bool:
        """Return whether all of a group, from 0, has come."""
        return bool(
            self._groups.comings[number] >= next(plan.times for at, plan in self._plans if at == number)
        )

    def is_beaten(self, number: int) -> bool:
        """Return whether all of a group, from 0, has come and none of it lives."""
        return self.is_sent(number) and not (self._groups.member == number + 1).any()

    def waiting(self, kinds: Container[int]) -> int:
        """Number of ships of some kinds that are still to come."""
        groups = self._groups
        return sum(
            (group.times - int(groups.comings[number])) * group_size(group, self.rules)
            - int(groups.sent[number])
            for number, group in self._plans
            if group.kind in kinds
        )


def landing_spot(world: World, number: int, group: GroupPlan, goal: Goal) -> Spot:
    """Spot at which a group lands now; ahead of a goal that moves is where it goes."""
    key = world.tick * GROUPS_MAX + number
    focus, up = focus_of(world, key)
    away = group.distance / world.shell_radius
    if group.place is not None:
        looked_at = focus if group.towards is None else np.array(group.towards)
        return spot_at(np.array(group.place), looked_at, 0.0 if FORMATIONS[group.formation].around else away)
    if group.near == "goal" and goal.kind[0] != GoalKind.NONE:
        focus = goal.meets.copy()
        moves = (goal.meets != goal.place).any()
        up = unit(project_tangent(focus, -goal.place if moves else up))
    turn = uniform(world.seed, WAVE, key, 1) if group.bearing is None else group.bearing / 360.0
    return Spot(focus, np.array(turn_way(up, focus, 2.0 * math.pi * turn)), away)


def spot_at(place: F64, looked_at: F64, away: float) -> Spot:
    """Spot whose group stands at unit `place` and looks at another; its focus is `away` [rad] from there."""
    towards = project_tangent(place, looked_at)
    if not towards.any():  # right there, or on the far side: every way is as good
        towards = tangent_frame(place)[0]
    towards = unit(towards)
    over, along = sine_cosine(away)
    focus = along * place + over * towards
    return Spot(focus, over * place - along * towards, away)
