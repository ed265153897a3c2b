"""Objectives in play: one class for each, which reads the world once per tick and reports its progress.

`TASKS` maps plans to classes.
"""

from typing import Any

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.game.goal import Goal, GoalKind, set_goal
from arena.game.levels.plan import (
    Beacons,
    Boss,
    Brood,
    Chase,
    Destroy,
    Escort,
    Flood,
    Hold,
    PhasePlan,
    Race,
    Siege,
    Survive,
)
from arena.game.phases.beacons import BeaconsTask
from arena.game.phases.chases import ChaseTask
from arena.game.phases.courses import gate_place, route_share
from arena.game.phases.floods import FloodTask
from arena.game.phases.freighter import distance_to, launch_freighter, steer_freighter
from arena.game.phases.groups import SHIPS, Sender, ticks
from arena.game.phases.sieges import SiegeTask
from arena.game.phases.state import NEVER, PhaseProgress, Stage
from arena.game.phases.task import Task, hostile, is_near
from arena.game.rules import CAMPAIGN
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.sphere import unit
from arena.tuning import TICK_RATE


class DestroyTask(Task[Destroy]):
    """Objective to beat all ships that the phase sends."""

    title = "DESTROY ALL"

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when no ship is left and none will come."""
        left = self.sender.waiting(SHIPS) + hostile(world)
        self.progress.done[0] = max(self.done, left)  # the largest number so far
        return Stage.CLEARED if age > 0 and left == 0 else Stage.RUNNING

    def note(self, world: World) -> str:
        """Number of ships left."""
        return f"{self.sender.waiting(SHIPS) + hostile(world)} left"

    def share(self, world: World) -> float:
        """Share of the largest number of ships so far."""
        return 1.0 - (self.sender.waiting(SHIPS) + hostile(world)) / max(self.done, 1)


class SurviveTask(Task[Survive]):
    """Objective to survive for a time."""

    title = "SURVIVE"

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when the time has passed."""
        self.progress.done[0] = max(age, 0)
        return Stage.CLEARED if age >= ticks(self.plan.seconds) else Stage.RUNNING

    def note(self, world: World) -> str:
        """Seconds that are left."""
        return f"{self._left} s"

    def share(self, world: World) -> float:
        """Share of the time."""
        return self.done / ticks(self.plan.seconds)

    @property
    def _left(self) -> int:
        return -(-(ticks(self.plan.seconds) - self.done) // TICK_RATE)


class HoldTask(Task[Hold]):
    """Objective to hold a place for so long in all."""

    title = "HOLD THE RING"
    label = "HOLD"

    def begin(self, world: World) -> None:
        """Show the place."""
        set_goal(self.goal, GoalKind.STAY, self.plan.place, self.plan.radius)

    def advance(self, world: World, age: int) -> Stage:
        """Count time while a player is in the place."""
        if age > 0 and is_near(world, self.goal.place, self.plan.radius):
            self.progress.done[0] += 1
        return Stage.CLEARED if self.done >= ticks(self.plan.seconds) else Stage.RUNNING

    def note(self, world: World) -> str:
        """Seconds that are left."""
        return f"{-(-(ticks(self.plan.seconds) - self.done) // TICK_RATE)} s to hold"

    def share(self, world: World) -> float:
        """Share of the time."""
        return self.done / ticks(self.plan.seconds)


class RaceTask(Task[Race]):
    """Objective to fly through gates in order."""

    title = "FLY THE GATES"
    label = "GATE"

    def begin(self, world: World) -> None:
        """Show the first gate."""
        self._show()

    def advance(self, world: World, age: int) -> Stage:
        """Go on to the next gate when a player is in this one."""
        if self.done < self.plan.gates and is_near(world, self.goal.place, self.plan.radius):
            self.progress.done[0] += 1
            self._show()
        return Stage.CLEARED if self.done >= self.plan.gates else Stage.RUNNING

    def note(self, world: World) -> str:
        """Number of the next gate."""
        return f"gate {min(self.done + 1, self.plan.gates)} of {self.plan.gates}"

    def share(self, world: World) -> float:
        """Share of the gates."""
        return self.done / self.plan.gates

    def _show(self) -> None:
        gate = min(self.done, self.plan.gates - 1)
        set_goal(self.goal, GoalKind.REACH, gate_place(self.plan, gate), self.plan.radius)


class BroodTask(Task[Brood]):
    """Objective to destroy the carriers."""

    title = "BREAK THE BROOD"

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when no carrier is left and none will come."""
        left = self._left(world)
        self.progress.done[0] = max(self.done, left)
        return Stage.CLEARED if age > 0 and left == 0 else Stage.RUNNING

    def note(self, world: World) -> str:
        """Number of carriers left."""
        left = self._left(world)
        return f"{left} carrier{'' if left == 1 else 's'}"

    def share(self, world: World) -> float:
        """Share of the carriers."""
        return 1.0 - self._left(world) / max(self.done, 1)

    def _left(self, world: World) -> int:
        flying = world.bodies.kind[world.rows(Pool.ENEMY)] == kinds.CARRIER.number
        return int(np.count_nonzero(flying)) + self.sender.waiting((kinds.CARRIER.number,))


class BossTask(Task[Boss]):
    """Objective to destroy the boss, which comes when the calm is over."""

    title = "DESTROY THE BOSS"

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when the boss is dead."""
        row, bodies = int(self.progress.subject[0]), world.bodies
        if row == NEVER:
            if age >= 0:
                self.progress.subject[0] = self._send(world)
            return Stage.RUNNING
        return Stage.RUNNING if bodies.alive[row] and bodies.kind[row] == kinds.BOSS.number else Stage.CLEARED

    def note(self, world: World) -> str:
        """Announcement of the boss; empty as soon as it flies, because a bar of its own shows its health."""
        return "it comes" if int(self.progress.subject[0]) == NEVER else ""

    def share(self, world: World) -> float:
        """Share of its health that is lost."""
        row, full = int(self.progress.subject[0]), BOSSES[self.plan.variant - 1].rules.health
        return 0.0 if row == NEVER else 1.0 - float(world.bodies.health[row]) / full

    def _send(self, world: World) -> int:
        variant = self.plan.variant - 1
        if self.plan.place is not None:
            return world.place_boss(self.plan.place, variant)
        living = [slot for slot in range(world.config.players) if world.bodies.alive[slot]] or [0]
        return world.place_boss(-unit(world.bodies.position[living[0]]), variant)


class EscortTask(Task[Escort]):
    """Objective to guard a freighter on its route."""

    title = "GUARD THE FREIGHTER"
    label = "GUARD"
    lost = "the freighter is gone"

    def begin(self, world: World) -> None:
        """Launch the freighter at its first place."""
        self.progress.subject[0] = launch_freighter(world, self.plan.route[0], self.plan.health)
        self._show(world)

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when the freighter is at the last place; fail when it is dead."""
        row = int(self.progress.subject[0])
        if not world.bodies.alive[row]:
            return Stage.FAILED
        self._show(world)
        goal, last = self.plan.route[self.done + 1], self.done + 2 == len(self.plan.route)
        steer_freighter(world, row, goal if age >= 0 else None)
        if distance_to(world, row, goal) < CAMPAIGN.freighter_arrival:
            self.progress.done[0] += not last
            if last:
                steer_freighter(world, row, None)
            return Stage.CLEARED if last else Stage.RUNNING
        return Stage.RUNNING

    def note(self, world: World) -> str:
        """Distance flown and health of the freighter."""
        health = float(world.bodies.health[int(self.progress.subject[0])]) / self.plan.health
        way = min(max(self.share(world), 0.0), 1.0)
        return f"{round(100 * way)}% of the way, hull {max(0, round(100 * health))}%"

    def share(self, world: World) -> float:
        """Share of the way."""
        place = unit(world.bodies.position[int(self.progress.subject[0])])
        return route_share(self.plan.route, self.done, place)

    def _show(self, world: World) -> None:
        x, y, z = unit(world.bodies.position[int(self.progress.subject[0])]).tolist()
        set_goal(self.goal, GoalKind.GUARD, (x, y, z), CAMPAIGN.freighter_guard)


TASKS: dict[type[Any], type[Task[Any]]] = {
    Destroy: DestroyTask,
    Survive: SurviveTask,
    Hold: HoldTask,
    Race: RaceTask,
    Escort: EscortTask,
    Brood: BroodTask,
    Boss: BossTask,
    Beacons: BeaconsTask,
    Siege: SiegeTask,
    Chase: ChaseTask,
    Flood: FloodTask,
}
"""Class of each objective's plan."""


def create_task(phase: PhasePlan, progress: PhaseProgress, sender: Sender, goal: Goal) -> Task[Any]:
    """Build the objective of a phase."""
    return TASKS[type(phase.objective)](phase.objective, progress, sender, goal)
