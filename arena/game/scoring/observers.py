"""Observer of a match: hits on players, their warnings, and deaths.

A mode owns one: its `tables` are among the mode's own, and `look` runs once per tick after the step, before
lives are counted.
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
    note_deaths,
    note_harm,
)
from arena.game.scoring.lives import Lives
from arena.game.scoring.visibility import Notice, create_notice, create_watch, watch_bodies
from arena.jit.tables import Table

if TYPE_CHECKING:
    from arena.sim.world import World, WorldConfig


class Witness:
    """Observer of hits and deaths."""

    notice: Notice
    harm: Harm
    _deaths: Deaths

    def __init__(self, config: "WorldConfig") -> None:
        self._players, self._rows, self._ships = config.players, config.capacity, config.ships
        self._watch, self._behaviours = create_watch(config.ships), create_behaviours()

    def tables(self) -> dict[str, Table]:
        """Tables at tick 0, by names for `Mode.tables`."""
        return {
            "notice": create_notice(self._players, self._rows, self._ships),
            "harm": create_harm(self._players),
            "deaths": create_deaths(),
        }

    def begin(self, world: "World") -> None:
        """Take the tables from a new world."""
        self.notice, self.harm, self._deaths = (world.tables[name] for name in ("notice", "harm", "deaths"))

    def look(self, world: "World", lives: Lives, section: int) -> None:
        """Note the hits and deaths of the step just taken; `section` is the wave, or phase of a level."""
        shell, tick = world.shell_radius, world.tick
        note_harm(world.events, world.population, self.notice, shell, tick, self.harm)
        note_deaths(world.bodies, lives.flew, tick, section, self.harm, self._deaths)
        watch_bodies(world.population, self._behaviours, shell, tick, self.notice, self._watch)

    @property
    def deaths(self) -> tuple[Death, ...]:
        """Deaths so far, in order."""
        return list_deaths(self._deaths)
