"""Threads of a `CollisionGrid`: any number of queries side by side, or one rebuild alone.

Each thread has working memory of its own, which also notes whether a query of that thread is running. A
query takes no lock, since that would be a tenth of its time: it sets its note, then looks for a rebuild; a
rebuild announces itself, then looks for notes. Whatever happens at the same time, at least one of the two
sees the other and is refused. A note of the calling thread itself never counts: an interrupt left it behind.
"""

import sys
import threading

import numpy as np
from numpy.typing import NDArray

from arena.grid.batch_search import BatchSearch
from arena.grid.pair_search import PairSearch

Int32 = NDArray[np.int32]

FIRST_ROOM = 256
"""Rows that an answer may have at first; `Scratch.room` makes room for more."""


class Scratch:
    """Working memory of one thread's queries; grows when needed and never shrinks."""

    __slots__ = ("batch", "ids", "running", "search")

    def __init__(self) -> None:
        self.running = False
        self.ids: Int32 = np.empty(FIRST_ROOM, np.int32)
        self.search = PairSearch()
        self.batch = BatchSearch()

    def __enter__(self) -> "Scratch":
        """Begin a query, see `Access.query`."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.running = False

    def room(self, count: int) -> Int32:
        """`ids` with room for that many rows."""
        if count > len(self.ids):
            self.ids = np.empty(2 * count, np.int32)
        return self.ids


class Access:
    """Refuses a rebuild beside queries of other threads, and queries beside a rebuild."""

    def __init__(self) -> None:
        self._of_thread: dict[int, Scratch] = {}
        self._lock = threading.Lock()
        self._rebuilding = 0  # thread that rebuilds, 0: none

    def query(self) -> Scratch:
        """Begin a query of the calling thread; its working memory, a context that ends the query.

        Raises:
            RuntimeError: another thread is rebuilding the grid.
        """
        thread = threading.get_ident()
        scratch = self._of_thread.get(thread)
        if scratch is None:
            scratch = self._of_thread[thread] = Scratch()
        scratch.running = True
        if self._rebuilding and self._rebuilding != thread and _runs(self._rebuilding):
            scratch.running = False
            raise RuntimeError("another thread is rebuilding this grid: wait for rebuild to return, then ask")
        return scratch

    def begin_rebuild(self) -> None:
        """Keep other threads out until `end_rebuild`.

        Raises:
            RuntimeError: another thread is asking the grid or rebuilding it.
        """
        thread = threading.get_ident()
        with self._lock:
            if self._rebuilding != thread and _runs(self._rebuilding):
                raise RuntimeError(
                    "another thread is rebuilding this grid: give each thread that rebuilds a grid of its own"
                )
            self._rebuilding = thread
        for number, scratch in list(self._of_thread.items()):
            if scratch.running and number != thread and _runs(number):
                self._rebuilding = 0
                raise RuntimeError(
                    "another thread is asking this grid: wait for its queries to return before rebuild"
                )

    def end_rebuild(self) -> None:
        """Let queries in."""
        self._rebuilding = 0

    def own(self) -> Scratch:
        """The working memory of the calling thread, for tests."""
        return self._of_thread[threading.get_ident()]


def _runs(thread: int) -> bool:
    """True for a thread of this process; a fork takes along the notes of threads that it does not have."""
    return thread in sys._current_frames()  # pyright: ignore[reportPrivateUsage]  # documented
