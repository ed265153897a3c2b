"""Prepare the kernels while the loading screen draws.

The loading screen runs a `BackgroundCompilation` in its thread, once per start of the window. Compiling
beside drawing in one process would make both stutter under Python's lock, and put two compilers to work in
one process where the driver has one of its own, as software renderers do: so other processes compile, even on
a single core, and this one then only loads.
"""

import sys
import threading
from collections.abc import Callable

from arena.startup.kernels import Need, Progress, find_need, prepare


class BackgroundCompilation:
    """Callable once with a progress callback; `cancel`, from any thread, ends it within a moment."""

    def __init__(self, *further: Callable[[], None]) -> None:
        """Prepare the game's kernels and those that the warm-ups `further` call."""
        self._further = further
        self._cancelled = threading.Event()
        self.trouble = ""
        """Failure that did not stop it, a line for the player."""
        self.need: Need | None = None
        """Kind of preparation, once that is known."""

    def __call__(self, progress: Progress) -> None:
        """Fill the cache if it is not full yet, then load every kernel."""
        self.need = find_need()
        self.trouble = prepare(progress, self._cancelled, *self._further)
        if self.trouble:
            print(f"note: {self.trouble}", file=sys.stderr)

    def cancel(self) -> None:
        """Cancel the preparation."""
        self._cancelled.set()
