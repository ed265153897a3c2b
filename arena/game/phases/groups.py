"""Sends a phase's groups when they are due, and knows which of them are beaten."""

import math
from collections.abc import Container

import numpy as np

from arena.game.goal import Goal, GoalKind
from arena.game.levels.plan import FieldPlan, GroupPlan, Level, PhasePlan
from arena.game.phases.courses import sine_cosine
from arena.game.phases.field import choose_asteroid
from arena.game.phases.state import NEVER, Groups
from arena.game.rules import CAMPAIGN, DIFFICULTIES, Difficulty
from arena.game.spawn_points import F64, spiral_point
from arena.sim.kinds import Kind, Pool
from arena.sim.random import Stream, uniform
from arena.sim.world import World
from arena.sphere import project_tangent, unit
from arena.tuning import TICK_RATE

FIXED = (Kind.CARRIER, Kind.ASTEROID)
"""Kinds that come in the number written, whatever the difficulty."""
SHIPS = frozenset(Kind) - {Kind.ASTEROID}
"""Kinds that can be beaten."""


def ticks(seconds: float) -> int:
    """Whole ticks of a time [s]."""
    return round(seconds * TICK_RATE)


def group_size(group: GroupPlan, difficulty: Difficulty) -> int:
    """How many come each time."""
    return group.count if group.kind in FIXED else max(1, round(group.count * difficulty.enemies))


class Sender:
    """The groups of one phase on one difficulty."""

    def __init__(self, level: Level, phase: PhasePlan, difficulty: str, groups: Groups) -> None:
        self._plans = [
            (number, group) for number, group in enumerate(phase.group) if difficulty in group.difficulty
        ]
        self._rules, self._groups, self._field = DIFFICULTIES[difficulty], groups, level.field

    def begin(self, start: int) -> None:
        """All that wait for nobody are due from tick `start` on."""
        groups = self._groups
        groups.sent[:] = groups.comings[:] = groups.member[:] = 0
        groups.due[:] = NEVER
        for number, group in self._plans:
            if not group.after:
                groups.due[number] = start + ticks(group.time)

    def send(self, world: World, goal: Goal) -> None:
        """Forget who died, send who is due, and let those come next whose turn it is."""
        groups, pool = self._groups, world.pools[Pool.ENEMY]
        groups.member[~world.bodies.alive[pool.start : pool.stop]] = 0
        for number, group in self._plans:
            waiting = groups.due[number] == NEVER and not groups.comings[number]
            if waiting and group.after and self.is_beaten(group.after - 1):
                groups.due[number] = world.tick + ticks(group.time)
            if NEVER < groups.due[number] <= world.tick:
                self._send_some(world, number, group, goal)

    def _send_some(self, world: World, number: int, group: GroupPlan, goal: Goal) -> None:
        groups, first = self._groups, world.pools[Pool.ENEMY].start
        size, center = group_size(group, self._rules), landing_center(world, number, group, goal)
        while groups.sent[number] < size:
            row = drop_member(world, self._field, group, int(groups.sent[number]), center)
            if row < 0:
                groups.due[number] = world.tick + CAMPAIGN.retry
                return
            if group.kind != Kind.ASTEROID:
                groups.member[row - first] = number + 1
            groups.sent[number] += 1
        groups.sent[number] = 0
        groups.comings[number] += 1
        more = groups.comings[number] < group.times
        groups.due[number] = world.tick + ticks(group.every) if more else NEVER

    def is_sent(self, number: int) -> bool:
        """Whether all of a group, from 0, has come."""
        return bool(
            self._groups.comings[number] >= next(plan.times for at, plan in self._plans if at == number)
        )

    def is_beaten(self, number: int) -> bool:
        """Whether all of a group, from 0, has come and none of it lives."""
        return self.is_sent(number) and not (self._groups.member == number + 1).any()

    def waiting(self, kinds: Container[Kind]) -> int:
        """Ships of some kinds that are still to come."""
        groups = self._groups
        return sum(
            (group.times - int(groups.comings[number])) * group_size(group, self._rules)
            - int(groups.sent[number])
            for number, group in self._plans
            if group.kind in kinds
        )


def landing_center(world: World, number: int, group: GroupPlan, goal: Goal) -> F64:
    """Unit direction of the middle of a group that lands now."""
    if group.place is not None:
        return np.array(group.place)
    key = world.tick * 64 + number
    focus, up = focus_of(world, key)
    if group.near == "goal" and goal.kind[0] != GoalKind.NONE:
        focus = goal.place.copy()
        up = unit(project_tangent(focus, up))
    turn = uniform(world.seed, Stream.WAVE, key, 1) if group.bearing is None else group.bearing / 360.0
    over, along = sine_cosine(group.distance / world.shell_radius)
    sine, cosine = sine_cosine(2.0 * math.pi * turn)
    return along * focus + over * (cosine * up + sine * np.cross(up, focus))


def focus_of(world: World, key: int) -> tuple[F64, F64]:
    """Unit place and up of one of the living players, or of the first where none lives."""
    living = [slot for slot in range(world.config.players) if world.bodies.alive[slot]] or [0]
    slot = living[int(uniform(world.seed, Stream.WAVE, key, 0) * len(living))]
    focus = unit(world.bodies.position[slot])
    return focus, unit(project_tangent(focus, world.players.up[slot]))


def drop_member(world: World, plan: FieldPlan, group: GroupPlan, index: int, center: F64) -> int:
    """Let one ship or asteroid of a group fall; its row, or -1 where there is no room."""
    place = np.empty(3)
    spiral_point(center, index, CAMPAIGN.spread / world.shell_radius, place)
    if group.kind != Kind.ASTEROID:
        return world.drop_in(group.kind, place)
    radius, material, _ = choose_asteroid(world, plan, world.tick, index + 1, place)
    return world.drop_in(Kind.ASTEROID, place, radius=radius, material=material)
