"""Flood: rivers of a tide flow around the planet for one phase, see `arena.game.rivers`."""

import numpy as np

from arena.catalogue import kinds
from arena.game.levels.plan import Flood
from arena.game.phases.state import Stage
from arena.game.phases.task import Task, break_leftovers, hostile
from arena.game.rivers import fill, flowing_rows, river_axes, send_hunter, squares_to_players, steer
from arena.game.rules import CAMPAIGN, TIDE
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sim.world import World

RIVER_KINDS = (kinds.DRONE.number, kinds.VOLATILE.number)
DEATHS = (int(Event.KILLED), int(Event.CAUGHT))


class FloodTask(Task[Flood]):
    """Objective to destroy so many drones of the rivers."""

    title = "BREAK THE TIDE"

    def advance(self, world: World, age: int) -> Stage:
        """Fill and steer the rivers, let drones hunt, and count those that were destroyed."""
        axes, first = river_axes(world.seed), world.pools[Pool.ENEMY].stop - TIDE.drones
        hunting = steer(world, axes, first, TIDE.leash)
        if age >= 0 and hunting < self._hunters_most:
            send_hunter(world, first, TIDE.interval)
        fill(world, axes, min(CAMPAIGN.flood_births, TIDE.drones - CAMPAIGN.flood_room - hostile(world)))
        self.progress.done[0] += self._destroyed(world)
        return Stage.CLEARED if self.done >= self.plan.count else Stage.RUNNING

    @property
    def _hunters_most(self) -> int:
        return round(TIDE.hunters * CAMPAIGN.flood_hunters * min(self.sender.rules.enemies, 1.0))

    def _destroyed(self, world: World) -> int:
        """Number of drones that players or their cascades destroyed in this tick."""
        events = world.events
        count = int(events.count[0])
        died = np.isin(events.kind[:count], DEATHS) & np.isin(events.subject[:count], RIVER_KINDS)
        by = events.other[:count]
        return int((died & (by >= 0) & (by < world.pools[Pool.ENEMY].start)).sum())

    def end(self, world: World) -> None:
        """Break those that hunt; the rivers ebb."""
        rows = world.rows(Pool.ENEMY)
        break_leftovers(world, rows[world.sleep.allow_wake[rows]])

    def subside(self, world: World) -> None:
        """Let the farthest drones of the rivers leave, a few at a time."""
        rows = flowing_rows(world)
        farthest = np.argsort(-squares_to_players(world, rows), kind="stable")
        for row in rows[farthest[: CAMPAIGN.flood_ebb]].tolist():
            world.pools[Pool.ENEMY].give(row)

    def note(self, world: World) -> str:
        """Number that is left."""
        return f"{max(0, self.plan.count - self.done):,} to go"

    def share(self, world: World) -> float:
        """Share of the number."""
        return self.done / self.plan.count
