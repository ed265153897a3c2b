"""Every column of a world by name, and garbage for rows that hold nobody: for tests of who writes what."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.world import World

KEPT = {
    "bodies.generation",
    "bodies.alive",
    *(
        f"players.{name}"
        for name in ("held", "weapon", "hull", "barred", "modules", "module_levels", "picks")
    ),
}
"""Columns that a row keeps when its body is gone: uses, the free flag, and a player's own equipment."""


def row_columns(world: World) -> Iterator[tuple[str, int, NDArray[Any]]]:
    """(name, first row, column) of every column of the population that has a row per body."""
    starts = {"bullets": world.pools[Pool.BULLET].start}
    for group, table in world.population.columns():
        if isinstance(table, Table):
            for name, column in table.columns():
                if group != "pools" and len(column) > 1:
                    yield f"{group}.{name}", starts.get(group, 0), column
        else:
            yield group, 0, table


def poison_free_rows(world: World, random: np.random.Generator, first: int = 0) -> None:
    """Fill every column of every free row from `first` on with garbage."""
    free = ~world.bodies.alive
    free[:first] = False
    for name, start, column in row_columns(world):
        if name in KEPT:
            continue
        rows = free[start : start + len(column)]
        garbage = random.integers(0, 256, (int(rows.sum()), column[0].nbytes), np.uint8)
        if column.dtype == np.bool_:
            garbage &= 1
        column[rows] = garbage.view(column.dtype).reshape(column[rows].shape)


def all_columns(world: World) -> Iterator[tuple[str, NDArray[Any]]]:
    """("table.column", array) for state, workspace and the grid."""
    yield from world.state.columns()
    yield from world.workspace.arrays()
    for name, column in world.grid.table.columns():
        yield f"grid.{name}", column
    yield "grid.pairs", world.grid.pair_buffer
    yield "pair_count", np.array([world.pair_count])
    yield "boss_count", np.array([world.boss_count])
    yield "route_count", np.array([world.route_count])


def copies(world: World) -> dict[str, bytes]:
    """Bytes of each column."""
    return {name: column.tobytes() for name, column in all_columns(world)}
