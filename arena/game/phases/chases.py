"""Chase: a runner flees along a great circle through a belt of asteroids, and must be shot in time.

The mode commands it as minds command their ships.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.game.goal import GoalKind, set_goal
from arena.game.levels.plan import Chase
from arena.game.phases.courses import way_to
from arena.game.phases.state import NEVER, Stage
from arena.game.phases.task import Task
from arena.game.rules import CAMPAIGN, FORMATION
from arena.game.spawning.formations import sine_cosine
from arena.jit.annotations import F64
from arena.sim.random import Stream, uniform
from arena.sim.tables.commands import Button
from arena.sim.world import World
from arena.sphere import UnitVector, unit

PLACE = int(Stream.PLACE)
DRAWS = 4096
"""First row number of draws for a belt, which keeps them apart from those of fields."""


class ChaseTask(Task[Chase]):
    """Objective to destroy a runner."""

    title = "CATCH THE RUNNER"
    label = "CATCH"
    lost = "it got away"

    def begin(self, world: World) -> None:
        """Lay the belt, and let the runner drop in."""
        lay_belt(world, self.plan)
        row = world.drop_in(kinds.RUNNER.number, self.plan.place)
        self.progress.subject[0] = row
        if row >= 0:
            world.bodies.health[row] = self.plan.health
        self._show(world, self.plan.place)

    def advance(self, world: World, age: int) -> Stage:
        """Steer the runner; clear the phase when it is dead, and fail when it is away."""
        row, bodies = int(self.progress.subject[0]), world.bodies
        if row == NEVER or not bodies.alive[row] or bodies.kind[row] != kinds.RUNNER.number:
            return Stage.CLEARED
        x, y, z = unit(bodies.position[row]).tolist()
        self._show(world, (x, y, z))
        if age < 0:
            return Stage.RUNNING
        self._count(x, y, z)
        way = way_to((x, y, z), self._point(self.done + CAMPAIGN.runner_ahead))
        commands = world.commands
        commands.move[row], commands.aim[row], commands.buttons[row] = way, way, Button.NONE
        return Stage.FAILED if self.done >= self.plan.turn else Stage.RUNNING

    def _count(self, x: float, y: float, z: float) -> None:
        """Raise `done`, the whole degrees of the way that lie behind a place."""
        ahead = self._point(self.done + 1)
        here = self._point(self.done)
        gap = (x - here[0], y - here[1], z - here[2])
        step = (ahead[0] - here[0], ahead[1] - here[1], ahead[2] - here[2])
        along = sum(g * s for g, s in zip(gap, step, strict=True)) / sum(s * s for s in step)
        if along >= 1.0:
            self.progress.done[0] += 1

    def _point(self, degrees: float) -> UnitVector:
        x, y, z = point_on(self.plan, degrees).tolist()
        return x, y, z

    def note(self, world: World) -> str:
        """Health of the runner, and what is left of its way."""
        row = int(self.progress.subject[0])
        health = float(world.bodies.health[row]) / self.plan.health
        left = 1.0 - self.done / self.plan.turn
        return f"hull {max(0, round(100 * health))}%, {max(0, round(100 * left))}% of its way left"

    def share(self, world: World) -> float:
        """Share of its health that is lost."""
        return 1.0 - float(world.bodies.health[int(self.progress.subject[0])]) / self.plan.health

    def _show(self, world: World, place: UnitVector) -> None:
        """Name where it is; groups land before it, so that whoever chases it meets them."""
        flies = float(world.kinds.max_speed[kinds.RUNNER.number]) * FORMATION.fall
        meets = self._point(self.done + math.degrees(flies / world.shell_radius))
        set_goal(self.goal, GoalKind.CATCH, place, CAMPAIGN.runner_reach, meets)


def point_on(plan: Chase, degrees: float) -> F64:
    """Unit direction so far along a runner's way."""
    sine, cosine = sine_cosine(math.radians(degrees))
    return cosine * np.array(plan.place) + sine * way_to(plan.place, plan.towards)


def lay_belt(world: World, plan: Chase) -> None:
    """Let asteroids drop in along a runner's way, to both sides of it, none where it begins."""
    across = np.cross(np.array(plan.place), way_to(plan.place, plan.towards))
    tick = world.tick
    for index in range(plan.rocks):
        turn, aside, size = (uniform(world.seed, PLACE, tick, DRAWS + 3 * index + k) for k in range(3))
        middle = point_on(plan, 360.0 * (index + 0.25 + 0.5 * turn) / plan.rocks)
        shift = (aside - 0.5) * CAMPAIGN.belt_width / world.shell_radius
        radius = CAMPAIGN.belt_radius + CAMPAIGN.belt_span * size
        world.drop_in(kinds.ASTEROID.number, unit(middle + shift * across), radius=radius)
