"""Every column of a world by name, for tests that watch who writes what."""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.sim.contact_tables import FindingsStore
from arena.sim.world import World
from arena.tables import Table

ALIASES = {"population", "kinds"}
"""Attributes of `World` that show columns which stand under other names too, or constants."""


def all_columns(world: World) -> Iterator[tuple[str, NDArray[Any]]]:
    """("table.column", array) for state and workspace, the grid and navigation included."""
    for name, value in vars(world).items():
        if name in ALIASES:
            continue
        if isinstance(value, FindingsStore):
            value = value.table  # noqa: PLW2901 - the same thing, as kernels see it
        if isinstance(value, Table):
            yield from _flat(name, value)
        elif isinstance(value, np.ndarray):
            yield name, value
        elif isinstance(value, int):
            yield name, np.array([value])
    yield from _flat("pools", world.pool_rows)
    yield from _flat("grid", world.grid.table)
    yield "grid.pairs", world.grid.pair_buffer
    yield "navigation.traveller", world.navigation.traveller
    yield "navigation.cost", world.navigation.planner.tile_map.cost
    yield from _flat("routes", world.navigation.planner.routes)
    yield from _flat("flow", world.navigation.flow)


def _flat(name: str, table: Table) -> Iterator[tuple[str, NDArray[Any]]]:
    for inner, column in table.columns():
        if isinstance(column, Table):
            yield from _flat(f"{name}.{inner}", column)
        else:
            yield f"{name}.{inner}", column


def hashes(world: World) -> dict[str, bytes]:
    """A hash per column."""
    return {
        name: hashlib.blake2b(np.ascontiguousarray(column).data, digest_size=8).digest()
        for name, column in all_columns(world)
    }
