"""Compile kernels in a process of their own while the loading screen draws.

The loading screen runs a `Compilation` in its thread, once per start of the window. Compiling beside drawing
in one process would make both stutter under Python's lock, and put two compilers to work in one process where
the driver has one of its own, as software renderers do. The child writes the kernel cache; this process then
only loads it.
"""

import subprocess
import sys
from collections.abc import Callable

from arena.game.warm_up import warm_up
from arena.jit import cache, cache_is_full
from arena.view.warm_up import warm_up_view

Progress = Callable[[int, int, str], None]
CHILD = "from arena.app.compilation import report_to_parent; report_to_parent()"


class Compilation:
    """Callable once with a progress callback; `cancel`, from any thread, ends it within a moment."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._cancelled = False

    def __call__(self, progress: Progress) -> None:
        """Fill the cache if it is not full yet, then load every kernel."""
        if not cache_is_full() and cache.FOLDER is not None:
            self._compile_apart(progress)
        if not self._cancelled:
            warm_up(progress, warm_up_view)

    def cancel(self) -> None:
        """Give up."""
        self._cancelled = True
        if self._child is not None:
            self._child.kill()

    def _compile_apart(self, progress: Progress) -> None:
        """Pass on what the child reports. Should it fail, whatever is missing is compiled here."""
        command = [sys.executable, "-c", CHILD]
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return
        with child:
            self._child = child
            if self._cancelled:
                child.kill()
            assert child.stdout is not None
            for line in child.stdout:
                done, total, name = line.rstrip("\n").split(" ", 2)
                progress(int(done), int(total), name)


def report_to_parent() -> None:
    """The child: warm up, one line of progress per kernel on standard output."""
    warm_up(lambda done, total, name: print(done, total, name, flush=True), warm_up_view)
