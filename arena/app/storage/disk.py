"""Disk thread: runs blocking disk work, so that the window never waits."""

import atexit
import threading
import time
import traceback
from collections.abc import Callable

Job = Callable[[bool], float | None]
"""Job; its argument is true while the process waits for it to end.

Returns in how many seconds it wants to be done again, None where it does not.
"""

CLOSE_SECONDS = 4.0
"""Longest wait for unwritten data at the end; another game may hold the scores."""
CLOSE_PAUSE = 0.05
"""Longest time before a job is done again while the end waits for it [s]."""


class DiskThread:
    """Runs jobs in sequence; its thread lives while there are any, and the process waits for them."""

    def __init__(self) -> None:
        self._jobs: list[tuple[float, Job]] = []  # due time and job, in order of submission
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._give_up: float | None = None  # deadline; set while closing

    def submit(self, job: Job) -> None:
        """Queue a job; it replaces an equal one that still waits."""
        with self._changed:
            self._jobs = [(due, other) for due, other in self._jobs if other != job]
            self._jobs.append((0.0, job))
            if self._thread is None:
                # A daemon: what hangs in a disk that does not answer must not keep the process.
                self._thread = threading.Thread(target=self._run, name="disk", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            self._changed.notify()

    def close(self, seconds: float = CLOSE_SECONDS) -> bool:
        """Run the remaining jobs for at most `seconds`; return whether all are done.

        Python calls this at exit if it was not called before.
        """
        with self._changed:
            self._give_up = time.monotonic() + seconds
            thread = self._thread
            self._changed.notify()
        if thread is not None:
            thread.join(seconds)
        with self._changed:
            if done := self._thread is None and not self._jobs:
                self._give_up = None
            return done

    def _run(self) -> None:
        while (job := self._next()) is not None:
            try:
                again = job(self._give_up is not None)
            except Exception:  # whatever is wrong with one job must not cost those behind it
                traceback.print_exc()
                continue
            if again is not None:
                self._do_again(job, again)

    def _do_again(self, job: Job, seconds: float) -> None:
        with self._changed:
            if all(other != job for _, other in self._jobs):
                self._jobs.append((time.monotonic() + seconds, job))

    def _next(self) -> Job | None:
        """Wait for the next job that is due; None ends the thread."""
        with self._changed:
            while self._jobs:
                now = time.monotonic()
                if self._give_up is not None:
                    if now > self._give_up:
                        break
                    self._jobs = [(min(due, now + CLOSE_PAUSE), job) for due, job in self._jobs]
                entry = min(self._jobs, key=lambda entry: entry[0])
                if entry[0] <= now:
                    self._jobs.remove(entry)
                    return entry[1]
                self._changed.wait(entry[0] - now)
            self._thread = None
            atexit.unregister(self.close)
            return None
