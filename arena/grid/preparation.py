"""Preparation of the grid's kernels: compiled by all cores on a machine's first use, then loaded from disk.

Who uses the grid alone calls `prepare` once, before the first `CollisionGrid` or not at all: what it did not
compile is compiled by the first call that needs it. The game prepares all of its kernels itself, see
`arena.startup.kernels`, and calls `use_large` in its warm-up.
"""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from arena import resources
from arena.grid.collision_grid import CollisionGrid
from arena.grid.crowds import CROWD
from arena.grid.storage import SPLIT_ROWS
from arena.jit import cache_problem, compile_progress, is_interpreted
from arena.jit.ahead import compile_ahead

RECORD = "grid_kernels.txt"
"""The list of the kernels that `use_everything` calls, in the package."""
PRECISIONS = np.float32, np.float64
LOADING = 0.05
"""Share of the progress that is left for loading what was compiled."""

Progress = Callable[[float, str], None]


def prepare(progress: Progress | None = None, cancelled: threading.Event | None = None) -> str:
    """Compile all kernels of the grid that this machine has not compiled yet, and load them.

    A first time takes about half a minute of two cores, each later one about a second.

    Args:
        progress: hears the share that is done, 0 to 1, and the module in work, several times a second.
        cancelled: set by another thread, ends it within a moment.

    Returns:
        Failure that did not stop it, in a line, such as a folder for compiled code that cannot be written;
        empty where there was none.
    """
    if is_interpreted:
        return ""
    report, stopped = progress or _unheard, cancelled or threading.Event()
    trouble = cache_problem()
    if not trouble:
        trouble = compile_ahead(
            resources.path(RECORD), lambda share, module: report((1.0 - LOADING) * share, module), stopped
        )
    with compile_progress(lambda done, total, module: report(1.0 - LOADING, module)):
        for precision in PRECISIONS:
            if not stopped.is_set():
                use_everything(precision)
    if not stopped.is_set():
        report(1.0, __name__)
    return trouble


def _unheard(share: float, module: str) -> None:
    """Ignore progress."""


def use_everything(precision: type[np.floating[Any]]) -> None:
    """Call each method of a grid once, with positions of float32 or float64."""
    place, one = np.zeros(3), np.ones(1, precision)
    for cells in ("auto", 2):
        grid = CollisionGrid([-1.0] * 3, [1.0] * 3, cells)
        grid.rebuild(np.zeros((2, 3), precision), np.full(2, 0.1, precision))
        grid.pairs()
        grid.find_contact_pairs(1, 1)
    grid.query_sphere(place, 1.0)
    grid.query_box(place, place)
    grid.query_capsule(place, place + 1.0, 0.1)
    grid.cast(place, place + 1.0, 0.1)
    grid.query_spheres(np.zeros((1, 3), precision), one)
    grid.nearest(np.zeros((1, 3), precision), 1)
    use_large(precision)


def use_large(precision: type[np.floating[Any]]) -> None:
    """Enter as many bodies as several threads enter in blocks, and so many in one cell that it is swept."""
    line = np.zeros((SPLIT_ROWS, 3), precision)  # on a line of points nothing touches
    line[:, 0] = np.linspace(-1.0, 1.0, SPLIT_ROWS)
    crowd = np.zeros((CROWD + 1, 3), precision)
    for places, workers in ((line, 2), (crowd, 1)):
        grid = CollisionGrid([-1.0] * 3, [1.0] * 3, workers=workers)
        grid.rebuild(places, np.zeros(len(places), precision))
        grid.find_pairs()
        grid.pool.close()
