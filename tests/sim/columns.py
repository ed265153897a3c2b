"""Every column of a world by name, for tests that watch who writes what."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.sim.world import World


def all_columns(world: World) -> Iterator[tuple[str, NDArray[Any]]]:
    """("table.column", array) for state, workspace and the grid."""
    yield from world.state.columns()
    yield from world.workspace.arrays()
    for name, column in world.grid.table.columns():
        yield f"grid.{name}", column
    yield "grid.pairs", world.grid.pair_buffer
    yield "pair_count", np.array([world.pair_count])


def copies(world: World) -> dict[str, bytes]:
    """What stands in each column."""
    return {name: column.tobytes() for name, column in all_columns(world)}
