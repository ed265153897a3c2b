"""Everything that the game compiles, ready before it begins: by all cores the first time, then from disk."""

import threading
from collections.abc import Callable

from arena import resources
from arena.game.match import Match
from arena.game.warm_up import warm_up
from arena.jit import cache_is_full, is_interpreted
from arena.jit.ahead import compile_ahead
from arena.tuning import TICK_RATE
from arena.view.debug import DebugView
from arena.view.scene import Viewer

RECORD = "kernels.txt"
"""The list of kernels that a first start compiles, in the package."""

STEPS = 1000
"""Of progress, in all."""
LOADING = 30
"""The last of these steps, after a first start's compiling, load what was compiled."""

STAGES = {
    "arena.grid": "the collision grid",
    "arena.nav": "navigation",
    "arena.sim": "the laws of motion",
    "arena.ai": "the enemies",
    "arena.game": "the rules of the game",
    "arena.view": "the picture",
}
"""What a player may make of the parts of the program."""
OTHER_STAGE = "the engine"

PICTURE_TICKS = 15
"""Between pictures of the warm-up."""
PICTURE_SIZE = 320, 180

Progress = Callable[[int, int, str], None]


def prepare(progress: Progress, cancelled: threading.Event | None = None) -> str:
    """Compile what is missing, then load everything.

    Args:
        progress: hears (done, total, what is prepared) several times a second.
        cancelled: set by another thread, ends this early.

    Returns:
        What went wrong without stopping it, in a few words; empty where nothing did.
    """
    stopped = cancelled or threading.Event()
    first, trouble = 0, ""
    if not is_interpreted and not cache_is_full():
        first = STEPS - LOADING
        report = _scaled(progress, 0, first)
        trouble = compile_ahead(resources.path(RECORD), report, stopped)
    if not stopped.is_set():
        report = _scaled(progress, first, STEPS)
        warm_up(lambda done, total, module: report(done / max(1, total), module), WarmUpViewer().observe)
    return trouble


def _scaled(progress: Progress, first: int, last: int) -> Callable[[float, str], None]:
    """Progress that takes a share of the steps from `first` to `last`, and a module."""

    def report(share: float, module: str) -> None:
        part = ".".join(module.split(".")[:2])
        progress(round(first + share * (last - first)), STEPS, STAGES.get(part, OTHER_STAGE))

    return report


class WarmUpViewer:
    """Watches a match as a window would, and builds a picture now and then."""

    def __init__(self) -> None:
        self._viewer = Viewer()

    def observe(self, match: Match) -> None:
        """Take in a tick."""
        hud = match.hud()
        self._viewer.observe(match.world, hud)
        if match.world.tick % PICTURE_TICKS == 0:
            debug = tuple(DebugView)
            self._viewer.build(match.world, hud, 0.5, PICTURE_TICKS / TICK_RATE, PICTURE_SIZE, debug=debug)
