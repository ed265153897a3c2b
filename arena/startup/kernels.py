"""Preparation of all kernels before the game begins: by all cores the first time, then from disk."""

import threading
from collections.abc import Callable
from enum import Enum

from arena import resources
from arena.jit import cache_is_full, cache_problem, hard_end, is_interpreted
from arena.jit.ahead import compile_ahead, load_recorded
from arena.jit.digest import described_once
from arena.startup.game import warm_up
from arena.startup.view import warm_up_view

RECORD = "kernels.txt"
"""The list of kernels that a first start compiles, in the package."""

STEPS = 1000
"""Steps of progress in all."""
LOADING = 30
"""Steps for loading what was compiled, the last ones of a first start."""

STAGES = {
    "arena.grid": "the collision grid",
    "arena.nav": "navigation",
    "arena.sim": "the laws of motion",
    "arena.ai": "the enemies",
    "arena.game": "the rules of the game",
    "arena.view": "the picture",
    "arena.env": "the learnt pilot",
}
"""Names of the package's parts, for players."""
OTHER_STAGE = "the engine"

Progress = Callable[[int, int, str], None]


class Need(Enum):
    """Kinds of preparation."""

    COMPILE = "compile"  # the result is kept for later starts
    COMPILE_ALWAYS = "compile always"  # the result cannot be kept
    LOAD = "load"  # an earlier start compiled


def find_need() -> Need:
    """Preparation that `prepare` is about to do."""
    if is_interpreted:
        return Need.LOAD
    if cache_is_full():
        return Need.LOAD
    return Need.COMPILE_ALWAYS if cache_problem() else Need.COMPILE


@described_once()
def prepare(
    progress: Progress, cancelled: threading.Event | None = None, *further: Callable[[], None]
) -> str:
    """Compile what is missing of the modules that are imported, then load everything.

    Args:
        progress: hears (done, total, what is prepared) several times a second.
        cancelled: set by another thread, ends this early.
        further: warm-ups of kernels that not every start needs.

    Returns:
        Failure that did not stop it, a line for the player; empty where there was none.
    """
    if is_interpreted:
        return ""
    stopped = cancelled or threading.Event()
    full = cache_is_full()
    reached, trouble = 0, "" if full else cache_problem()

    def show(done: int, total: int, stage: str) -> None:
        nonlocal reached
        reached = max(reached, done)
        progress(reached, total, stage)

    if not trouble and not full:
        trouble = compile_ahead(resources.path(RECORD), _scaled(show, 0, STEPS - LOADING), stopped)
    if not stopped.is_set():
        hard_end.warm_up()
        hard_end.install()  # before others are compiled here, which can keep Python's lock for seconds
        report = _scaled(show, reached, STEPS)
        if full:
            load_recorded(resources.path(RECORD), report, stopped)
            for other in further:
                other()
        else:
            warm_up(lambda done, total, module: report(done / max(1, total), module), warm_up_view, *further)
    return trouble


def _scaled(progress: Progress, first: int, last: int) -> Callable[[float, str], None]:
    """Progress that takes a share of the steps from `first` to `last`, and a module."""

    def report(share: float, module: str) -> None:
        part = ".".join(module.split(".")[:2])
        progress(round(first + share * (last - first)), STEPS, STAGES.get(part, OTHER_STAGE))

    return report
