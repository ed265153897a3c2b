"""Siege: a freighter lies still, and is attacked from all sides."""

from arena.game.goal import GoalKind, set_goal
from arena.game.levels.plan import Siege
from arena.game.phases.freighter import launch_freighter, steer_freighter
from arena.game.phases.groups import ticks
from arena.game.phases.state import Stage
from arena.game.phases.task import Task
from arena.game.rules import CAMPAIGN
from arena.sim.world import World
from arena.tuning import TICK_RATE


class SiegeTask(Task[Siege]):
    """Objective to keep a freighter alive for a while."""

    title = "BREAK THE SIEGE"
    label = "GUARD"
    lost = "the freighter is gone"

    def begin(self, world: World) -> None:
        """Moor the freighter."""
        self.progress.subject[0] = launch_freighter(world, self.plan.place, self.plan.health)
        set_goal(self.goal, GoalKind.GUARD, self.plan.place, CAMPAIGN.freighter_guard)

    def advance(self, world: World, age: int) -> Stage:
        """Clear the phase when the time has passed; fail when the freighter is dead."""
        row = int(self.progress.subject[0])
        if not world.bodies.alive[row]:
            return Stage.FAILED
        steer_freighter(world, row, None)
        self.progress.done[0] = max(age, 0)
        return Stage.CLEARED if age >= ticks(self.plan.seconds) else Stage.RUNNING

    def note(self, world: World) -> str:
        """Seconds that are left, and health of the freighter."""
        health = float(world.bodies.health[int(self.progress.subject[0])]) / self.plan.health
        left = -(-(ticks(self.plan.seconds) - self.done) // TICK_RATE)
        return f"{left} s, hull {max(0, round(100 * health))}%"

    def share(self, world: World) -> float:
        """Share of the time."""
        return self.done / ticks(self.plan.seconds)
