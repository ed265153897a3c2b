"""`HesitantPool`: a pool of threads that pause at random."""

import random
import time
from collections.abc import Sequence
from functools import partial

from arena.workers import WorkerPool, WorkerTask


class HesitantPool(WorkerPool):
    """A pool whose threads pause before tasks, so that who does what differs each time.

    No seed decides when: the system schedules the threads anyway, and nothing may depend on it.

    Args:
        workers: as for `WorkerPool`.
        share: of the tasks that wait.
        longest: pause [s].
    """

    def __init__(self, workers: int, share: float, longest: float) -> None:
        super().__init__(workers)
        self._share, self._longest = share, longest

    def start(self, tasks: Sequence[WorkerTask]) -> None:
        """Begin the tasks, each behind its pause."""
        super().start([partial(self._hesitate, task) for task in tasks])

    def run(self, tasks: Sequence[WorkerTask]) -> None:
        """Do the tasks, each behind its pause."""
        super().run([partial(self._hesitate, task) for task in tasks])

    def _hesitate(self, task: WorkerTask) -> None:
        if random.random() < self._share:
            time.sleep(random.uniform(0.0, self._longest))
        task()
