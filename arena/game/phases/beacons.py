"""Beacons: places of which each is held for a while, one after the other."""

from arena.game.goal import GoalKind, set_goal
from arena.game.levels.plan import Beacons
from arena.game.phases.groups import ticks
from arena.game.phases.state import Stage
from arena.game.phases.task import Task, is_near
from arena.sim.world import World


class BeaconsTask(Task[Beacons]):
    """Objective to light beacons in turn: each takes so much time at it, in all."""

    title = "LIGHT THE BEACONS"
    label = "LIGHT"

    def begin(self, world: World) -> None:
        """Show the first one."""
        self._show()

    def advance(self, world: World, age: int) -> Stage:
        """Count time at the beacon; go on to the next when it is lit."""
        if age > 0 and self.lit < len(self.plan.places) and is_near(world, self.goal.place, self.plan.radius):
            self.progress.done[0] += 1
            self._show()
        return Stage.CLEARED if self.lit >= len(self.plan.places) else Stage.RUNNING

    def note(self, world: World) -> str:
        """Number of lit beacons."""
        return f"{self.lit} of {len(self.plan.places)} lit"

    def share(self, world: World) -> float:
        """Share of the time."""
        return self.done / (ticks(self.plan.seconds) * len(self.plan.places))

    @property
    def lit(self) -> int:
        """Beacons that are lit."""
        return self.done // ticks(self.plan.seconds)

    def _show(self) -> None:
        beacon = min(self.lit, len(self.plan.places) - 1)
        set_goal(self.goal, GoalKind.STAY, self.plan.places[beacon], self.plan.radius)
