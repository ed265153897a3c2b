"""Prepare the kernels in a thread.

`Game` starts a `BackgroundCompilation` once and looks in every frame whether it has ended; the loading screen
asks it how far it is.
Compiling beside drawing in one process would make both stutter under Python's lock, and put two compilers to
work in one process where the driver has one of its own, as software renderers do: so other processes compile,
even on a single core, and this one then only loads.
"""

import sys
import threading
from collections.abc import Callable

from arena.jit.digest import described_once
from arena.startup.kernels import Need, find_need, prepare

JOIN_SECONDS = 0.05
"""Time between two looks at what a thread is at."""


class BackgroundCompilation:
    """Work of a thread that `start` starts, once; `cancel`, from any thread, ends it within a moment."""

    def __init__(self, *further: Callable[[], None]) -> None:
        """Prepare the game's kernels and those that the warm-ups `further` call."""
        self._further = further
        self._cancelled, self._may_load = threading.Event(), threading.Event()
        self.trouble = ""
        """Failure that did not stop it, a line for the player."""
        self.need: Need | None = None
        """Kind of preparation, once that is known."""
        self.progress = (0, 1, "")
        """Steps done, steps in all, and the name of the part in work."""
        self._failure: BaseException | None = None
        # A daemon: a window that is closed while LLVM works must not wait for it.
        self._thread = threading.Thread(target=self._run, name="compile", daemon=True)

    def start(self) -> None:
        """Fill the cache if it is not full yet and load every kernel; if it is full, wait for `load`."""
        self._thread.start()

    def load(self) -> None:
        """Begin to load if that is all there is to do: beside other work it would delay that as much."""
        self._may_load.set()

    @property
    def busy(self) -> bool:
        """True while the thread works."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait until it has ended, or for so long."""
        self._thread.join(seconds)

    @property
    def only_loads(self) -> bool:
        """True if nothing has to be compiled; waits until that is known, if need be."""
        while self.busy and self.need is None:
            self.join(JOIN_SECONDS)
        return self.need is Need.LOAD

    def check(self) -> None:
        """Raise what ended the thread, if anything did."""
        if self._failure is not None:
            raise self._failure

    def cancel(self) -> None:
        """Cancel the preparation."""
        self._cancelled.set()
        self._may_load.set()

    def _run(self) -> None:
        try:
            self._prepare()
        except BaseException as failure:  # carried to the main thread, which raises it
            self._failure = failure

    @described_once()
    def _prepare(self) -> None:
        self.need = find_need()
        if self.need is Need.LOAD:
            self._may_load.wait()
        self.trouble = prepare(self._report, self._cancelled, *self._further)
        if self.trouble:
            print(f"note: {self.trouble}", file=sys.stderr)

    def _report(self, done: int, total: int, stage: str) -> None:
        self.progress = done, total, stage
