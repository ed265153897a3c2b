"""Stress: as many bodies as one asks for, held for the whole run; what dies is replaced in the same tick."""

from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from arena.game.mode import Mode, Setup
from arena.game.mode_spec import ModeSpec
from arena.game.rules import STRESS
from arena.game.spawning.replacement import REFILL_WRITES, create_deal, refill
from arena.game.spawning.spawn_points import spiral_point
from arena.grid.arguments import check_cells
from arena.grid.table import AXIS_CELLS_MAX
from arena.sim.config import LIVE_RADIUS_MAX, check_real, check_whole
from arena.sim.world import World, WorldConfig
from arena.toml_reader.problems import TomlError
from arena.toml_reader.reader import read_toml
from arena.toml_reader.shapes import Key, TableShape
from arena.toml_reader.values import RealNumber, Whole
from arena.tuning import CONTACT

FOREVER = np.iinfo(np.int32).max
LEVEL_BYTES = 500
"""Longer texts are no load: a replay's level comes from anybody, and TOML can be written so
that reading it takes minutes."""


@dataclass(frozen=True)
class Load:
    """A load: bodies to hold, besides the resting players. As text it is the mode's level."""

    enemies: int = 200
    asteroids: int = 500
    bullets: int = 500
    cells: int | None = None  # of the grid per axis; None: chosen for the load
    live_radius: float | None = None  # [u] around players within which bodies are awake; None: everywhere

    def __post_init__(self) -> None:
        """Refuse what cannot be held, before any memory is taken.

        Raises:
            ValueError: a value out of its range, which the message names.
        """
        for name in ("enemies", "asteroids", "bullets"):
            check_whole(name, getattr(self, name), 0)
        if self.bodies > STRESS.bodies_max:
            raise ValueError(f"at most {STRESS.bodies_max:,} bodies can be held, not {self.bodies:,}")
        if self.live_radius is not None:
            check_real("live_radius", self.live_radius, 0, LIVE_RADIUS_MAX)
        if self.cells is not None:
            check_cells(check_whole("cells", self.cells, 1))

    @property
    def bodies(self) -> int:
        """Bodies in all, one resting player included."""
        return 1 + self.enemies + self.asteroids + self.bullets

    def level(self) -> str:
        """The load as TOML text, from which `read_load` makes it again."""
        return "".join(f"{name} = {value}\n" for name, value in asdict(self).items() if value is not None)


LOAD = TableShape(
    "a load",
    "Bodies that are held.",
    Load,
    {
        "enemies": Key("ships of all kinds", Whole(0, STRESS.bodies_max), Load.enemies),
        "asteroids": Key("asteroids", Whole(0, STRESS.bodies_max), Load.asteroids),
        "bullets": Key("bullets", Whole(0, STRESS.bodies_max), Load.bullets),
        "cells": Key("of the grid on each axis", Whole(1, AXIS_CELLS_MAX), None),
        "live_radius": Key("of the part that is awake", RealNumber(0.0, LIVE_RADIUS_MAX, "u"), None),
    },
)


def read_load(level: str) -> Load:
    """The load that a level names; an empty one is the default.

    Raises:
        ValueError: it is not TOML, or names or holds something else.
    """
    reader = read_toml(level, LEVEL_BYTES, "load")
    load = reader.read(LOAD)
    if reader.problems:
        raise TomlError("load", reader.problems)
    return load


class Stress(Mode):
    """Rules that hold a load. Players rest beside the pole, untouchable, and may be flown through it."""

    spec = ModeSpec(
        name="stress",
        title="Stress",
        about=(),
        help="",
        demo=False,
        music="world",
        scored=False,
        ghosts=False,
        code=None,
    )
    writes = REFILL_WRITES
    system: ClassVar[str] = "refill"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.load = read_load(setup.level)

    def world_config(self) -> WorldConfig:
        """Capacities that the load takes exactly."""
        load = self.load
        return WorldConfig(
            *(self.setup.seed, self.setup.seats, load.enemies, load.asteroids, load.bullets),
            cells=load.cells,
            live_radius=load.live_radius,
            separation_speed_max=CONTACT.separation_speed_max,
        )

    def begin(self, world: World) -> None:
        """Fill the world."""
        pole, place = np.array([0.0, 0.0, 1.0]), np.empty(3)
        for slot in range(self.setup.players):
            spiral_point(pole, slot, STRESS.player_gap / world.shell_radius, place)
            world.spawn_player(slot, place)
            world.ships.untouchable_until[slot] = FOREVER
        self._deal = create_deal(world.config.capacity)
        refill(world, self._deal)

    def tick(self, world: World) -> None:
        """Replace what died."""
        refill(world, self._deal)

    def results(self, world: World) -> dict[str, str]:
        """Results: the numbers of bodies."""
        return {name: str(value) for name, value in asdict(self.load).items() if value is not None}
