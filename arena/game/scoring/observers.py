"""Observer of a match: hits on players, their warnings, and deaths.

A mode owns one: its `tables` are among the mode's own. `arena.game.scoring.tally.keep_team` fills them
once per tick.
"""

from typing import TYPE_CHECKING

from arena.ai.behaviours import create_behaviours
from arena.game.scoring.harm import (
    Death,
    Deaths,
    Harm,
    create_deaths,
    create_harm,
    list_deaths,
)
from arena.game.scoring.visibility import Notice, create_notice, create_watch
from arena.jit.tables import Table

if TYPE_CHECKING:
    from arena.sim.world import World, WorldConfig


class Witness:
    """Observer of hits and deaths."""

    notice: Notice
    harm: Harm
    deaths_table: Deaths

    def __init__(self, config: "WorldConfig") -> None:
        self._players, self._rows, self._ships = config.players, config.capacity, config.ships
        self.watch, self.behaviours = create_watch(config.capacity, config.ships), create_behaviours()

    def tables(self) -> dict[str, Table]:
        """Tables at tick 0, by names for `Mode.tables`."""
        return {
            "notice": create_notice(self._players, self._rows, self._ships),
            "harm": create_harm(self._players),
            "deaths": create_deaths(),
        }

    def begin(self, world: "World") -> None:
        """Take the tables from a new world."""
        self.notice, self.harm, self.deaths_table = (
            world.tables[name] for name in ("notice", "harm", "deaths")
        )

    @property
    def deaths(self) -> tuple[Death, ...]:
        """Deaths so far, in order."""
        return list_deaths(self.deaths_table)
