"""`Minds`: decisions of all enemies and companions, computed between ticks on the thread pool.

`arena.game.match.Match` calls `collect` before and `submit` after each step. In between, minds only read the
world and think while the frame is drawn. Each chunk of rows is one task. Chunk bounds depend on capacities,
not on the number of workers, and a task writes only the commands of its own rows, in place. Any number of
workers therefore gives the same bits.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from arena.ai.behaviours import create_behaviours
from arena.ai.flocking import decide
from arena.ai.specialists import apply_memories, bound_minds, think_specialists
from arena.ai.thinking import think_swarm
from arena.ai.thoughts import Senses, create_thoughts
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Memory, allocate
from arena.sim.world import World
from arena.workers import WorkerPool

CHUNK_ROWS = 512


class MindError(RuntimeError):
    """A mind failed; the message names seed and tick, so that the failure can be repeated."""


class Minds:
    """Decisions of all enemies and companions of one world.

    Args:
        world: world of the ships.
        workers: number of threads or thread pool, which becomes the world's; None: the world's pool.
        before_chunk: callback with the chunk's number, called in the worker before it thinks; tests inject
            delays and failures.
    """

    def __init__(
        self,
        world: World,
        workers: int | WorkerPool | None = None,
        before_chunk: Callable[[int], None] | None = None,
    ) -> None:
        if workers is not None:
            world.workers = workers if isinstance(workers, WorkerPool) else WorkerPool(workers)
        self._pool = world.workers  # idle while the world is stepped: heavy systems split over it
        self._before_chunk = before_chunk
        start, stop = world.pools[Pool.COMPANION].start, world.pools[Pool.ENEMY].stop
        self._chunks = [(first, min(first + CHUNK_ROWS, stop)) for first in range(start, stop, CHUNK_ROWS)]
        self._all_tasks = [partial(self._think, chunk) for chunk in range(len(self._chunks))]
        self._tasks = self._all_tasks[:0]  # of the decisions asked for
        memory = allocate(Memory, len(world.commands.buttons))
        self._thoughts = [create_thoughts(end - first, world.commands, memory) for first, end in self._chunks]
        self._specialists = [0] * len(self._chunks)
        self.behaviours = create_behaviours()
        self._sorts, self._minds = bound_minds()
        self._senses = self._look(world)
        self._now = world.seed, world.tick
        self._asked = False
        self._failure: Exception | None = None

    def _look(self, world: World) -> Senses:
        return Senses(
            world.bodies, world.ships, world.players, world.memory, world.kinds, self.behaviours, BOSS_RULES,
            world.pool_rows, world.grid.table, world.navigation.table, self._sorts,
        )  # fmt: skip

    @property
    def workers(self) -> int:
        """Number of threads."""
        return self._pool.workers

    def submit(self, world: World) -> None:
        """Start the next decisions; the world must not change until `collect`.

        Chunks without a living ship are left out: large pools are mostly empty. A single chunk runs on the
        calling thread, because waking a worker takes longer.

        Raises:
            MindError: decisions are still outstanding.
        """
        if self._asked:
            raise MindError("decisions were asked for twice; collect the first ones before")
        self._asked = True
        self._now = world.seed, world.tick
        if self._senses.grid is not world.grid.table:
            self._senses = self._look(world)
        alive = world.bodies.alive
        self._tasks = [
            task
            for task, (first, stop) in zip(self._all_tasks, self._chunks, strict=True)
            if np.count_nonzero(alive[first:stop])
        ]
        self._specialists = [0] * len(self._chunks)
        if len(self._tasks) > 1:
            self._pool = world.workers
            self._pool.start(self._tasks)
            return
        try:
            for task in self._tasks:
                task()
        except Exception as failure:
            self._failure = failure

    def collect(self, world: World) -> None:
        """Wait until the decisions are written to the world's commands; does nothing if none were started.

        Raises:
            MindError: a mind failed. Its cause is chained.
        """
        if not self._asked:
            return
        try:
            self._finish()
        except Exception as failure:
            self._asked = False
            raise MindError(
                f"a mind failed at tick {world.tick} with seed {world.seed}: {failure}"
            ) from failure
        self._asked = False  # only now: an interrupted wait must be repeated
        for thoughts, specialists in zip(self._thoughts, self._specialists, strict=True):
            if specialists:
                apply_memories(thoughts, world.memory)

    def _finish(self) -> None:
        if len(self._tasks) > 1:
            self._pool.finish()
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def close(self) -> None:
        """End the threads."""
        self._pool.close()
        self._asked = False

    def _think(self, chunk: int) -> None:
        if self._before_chunk is not None:
            self._before_chunk(chunk)
        (start, stop), thoughts, senses = self._chunks[chunk], self._thoughts[chunk], self._senses
        seed, tick = self._now
        specialists = int(think_swarm(start, stop, senses, seed, tick, thoughts))
        self._specialists[chunk] = specialists
        if specialists:
            think_specialists(self._minds, senses, seed, tick, thoughts)
        decide(senses, thoughts)
