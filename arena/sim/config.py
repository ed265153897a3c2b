"""`WorldConfig`: the parameters of a world, validated on creation.

The simulation trusts a validated configuration. `check_whole` and `check_real` also validate the other
configurations of a game.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.grid.arguments import check_cells

CAPACITY_MAX = 1_000_000
"""Largest number of bodies; larger worlds are refused before any memory is allocated."""

PLANET_RADIUS_MIN, PLANET_RADIUS_MAX = 5.0, 100_000.0
"""[u] A boss needs room at the lower end; float32 resolves a hundredth of a unit at the upper end."""

LIVE_RADIUS_MAX = 1e9
"""[u] Beyond the circumference of every planet."""

SLEEPERS_MEET_MAX = 60
PLAYERS_MAX = 4
SEED_MAX = 2**63 - 1


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """`value` as an int, checked to be a whole number from `least` to `most`.

    Raises:
        ValueError: not a whole number, or out of range; names the argument and the value.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        span = f"from {least:,} to {most:,}" if most is not None else f"of {least:,} or more"
        raise ValueError(f"{name} must be a whole number {span}, not {_written(value)}")
    return int(value)


def check_real(name: str, value: Any, least: float, most: float) -> float:
    """`value` as a float, checked to be from `least` to `most`; a `least` of 0 is excluded.

    Raises:
        ValueError: not a number, NaN or out of range; names the argument and the value.
    """
    real = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not real or not (least <= value <= most) or (value == 0 and least == 0):
        span = f"{least:,g} to {most:,g}" if least else "above 0"
        bound = f" and at most {most:,g}" if not least and most < math.inf else ""
        raise ValueError(f"{name} must be {span}{bound}, not {_written(value)}")
    return float(value)


def _written(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int | float | np.number) else repr(value)


@dataclass(frozen=True)
class WorldConfig:
    """Parameters of a world. Counts are the fixed capacities of the pools."""

    seed: int = 1
    players: int = 1
    enemies: int = 256
    asteroids: int = 768
    bullets: int = 1024
    cells: int | None = None  # of the grid per axis; None: chosen for the bodies at each rebuild
    planet_radius: float | None = None  # [u]; None: grows with the counts so that density stays constant
    live_radius: float | None = None  # [u] around players within which bodies are awake; None: everywhere
    separation_speed_max: float = math.inf  # [u/s] after an impact; infinity: all impacts are elastic
    sleepers_meet: int = 1  # [ticks] from one contact of two sleeping ships to the next
    companions: int = 0
    mines: int = 0
    pickups: int = 0
    travellers: int = 0  # stalkers that can plan a route at the same time; 0 switches routes off
    flow: bool = False  # whether drones far from players follow a shared flow field

    def __post_init__(self) -> None:
        """Validate all fields, before any memory is allocated.

        Raises:
            ValueError: a value out of its range; names it.
        """
        self._keep("players", check_whole, 1, PLAYERS_MAX)
        for name in ("enemies", "asteroids", "bullets", "companions", "mines", "pickups", "travellers"):
            self._keep(name, check_whole, 0, CAPACITY_MAX)
        if self.capacity > CAPACITY_MAX:
            raise ValueError(f"at most {CAPACITY_MAX:,} bodies fit in a world, not {self.capacity:,}")
        self._keep("seed", check_whole, 0, SEED_MAX)
        self._keep("separation_speed_max", check_real, 0, math.inf)
        self._keep("sleepers_meet", check_whole, 1, SLEEPERS_MEET_MAX)
        if self.cells is not None:
            self._keep("cells", check_whole, 1)
            check_cells(self.cells)
        if self.planet_radius is not None:
            self._keep("planet_radius", check_real, PLANET_RADIUS_MIN, PLANET_RADIUS_MAX)
        if self.live_radius is not None:
            self._keep("live_radius", check_real, 0, LIVE_RADIUS_MAX)

    def _keep(self, name: str, check: Callable[..., float], *limits: float) -> None:
        """Check a number and store it as a Python number; other types would change snapshots' identity."""
        object.__setattr__(self, name, check(name, getattr(self, name), *limits))

    @property
    def capacity(self) -> int:
        """Rows of `Bodies`."""
        return sum(self.pool_capacities)

    @property
    def pool_capacities(self) -> list[int]:
        """Rows of every pool, in the order of `Pool`."""
        return [
            *(self.players, self.companions, self.enemies),
            *(self.mines, self.asteroids, self.pickups, self.bullets),
        ]

    @property
    def ships(self) -> int:
        """Rows of `Ships`: players, companions and enemies."""
        return self.players + self.companions + self.enemies


def first_numbers(config: WorldConfig) -> dict[str, int]:
    """Whole numbers of a `Simulation` before the first tick, by name, that a game's seed or ticks change."""
    return {
        "seed": config.seed,
        **dict.fromkeys(("running", "boss_count", "pair_count", "route_count"), 0),
    }


def create_numbers(config: WorldConfig, shell_radius: float, half: float) -> dict[str, NDArray[Any]]:
    """Columns of one number each of a `Simulation`, by name; but for `tick`, which is state."""
    reals = {
        "shell_radius": shell_radius,
        "grid_half": half,
        "live_radius": math.inf if config.live_radius is None else config.live_radius,
        "separation_speed_max": config.separation_speed_max,
    }
    wholes = {"sleepers_meet": config.sleepers_meet, **first_numbers(config)}
    return {
        **{name: np.array([value], np.float64) for name, value in reals.items()},
        **{name: np.array([value], np.int64) for name, value in wholes.items()},
        "has_flow": np.array([config.flow]),
    }


def default_radius(bodies: int) -> float:
    """Radius of the planet for so many bodies, where none is asked for [u]."""
    return tuning.ARENA.planet_radius * math.sqrt(max(1.0, bodies / tuning.ARENA.density_bodies))
