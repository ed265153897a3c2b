"""Base of objectives in play, and what they share.

A task keeps no state of its own: its progress is in `PhaseProgress`, its place for the players in `Goal`.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from arena.game.goal import Goal, clear_goal
from arena.game.phases.groups import Sender
from arena.game.phases.state import PhaseProgress, Stage
from arena.jit.annotations import I64
from arena.sim.kinds import Pool, Team
from arena.sim.world import World
from arena.sphere import unit

Plan = TypeVar("Plan")


class Task(ABC, Generic[Plan]):
    """One objective in play."""

    title: ClassVar[str]
    label: ClassVar[str] = ""  # of its place, where it has one
    lost: ClassVar[str] = ""  # reason for which it is lost, for the players

    def __init__(self, plan: Plan, progress: PhaseProgress, sender: Sender, goal: Goal) -> None:
        self.plan, self.progress, self.sender, self.goal = plan, progress, sender, goal

    def begin(self, world: World) -> None:
        """Prepare the objective; called when the phase begins, and again each time it has been lost."""
        clear_goal(self.goal)

    @abstractmethod
    def advance(self, world: World, age: int) -> Stage:
        """Judge the tick just played, `age` ticks after the phase's calm; RUNNING, CLEARED or FAILED."""

    def end(self, world: World) -> None:
        """Remove what the phase leaves behind; called when it is cleared or lost."""
        break_leftovers(world, world.rows(Pool.ENEMY))

    def subside(self, world: World) -> None:
        """Remove more of it; called in every tick after that, until the next phase begins."""

    @abstractmethod
    def note(self, world: World) -> str:
        """State of the objective, in a few words."""

    @abstractmethod
    def share(self, world: World) -> float:
        """Share that is done, 0 to 1."""

    @property
    def done(self) -> int:
        """Progress as `PhaseProgress.done` holds it."""
        return int(self.progress.done[0])


def hostile(world: World) -> int:
    """Number of enemy ships alive."""
    return world.pools[Pool.ENEMY].active


def is_near(world: World, place: Any, radius: float) -> bool:
    """Return whether a player flies within `radius` [u] of a unit direction."""
    for slot in range(world.config.players):
        if world.bodies.alive[slot]:
            gap = unit(world.bodies.position[slot]) - place
            if (
                float(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2])
                < (radius / world.shell_radius) ** 2
            ):
                return True
    return False


def break_leftovers(world: World, ships: I64) -> None:
    """Despawn these enemies, all mines and the enemies' bullets with the next tick, without points."""
    bodies = world.bodies
    for rows in (ships, world.rows(Pool.MINE)):
        bodies.health[rows], bodies.hit_by[rows] = 0.0, -1
    bullets = world.rows(Pool.BULLET)
    hostile = bullets[bodies.team[bullets] == Team.ENEMIES]
    bodies.health[hostile] = 0.0
