"""`Minds`: the decisions of every enemy and companion, asked for after one tick and applied in the next.

`arena.game.Match` calls `collect` before and `submit` after each step. In between the world is only read, so
the minds think while the frame is drawn. A chunk of rows is one task; its bounds depend on capacities, never
on the number of workers, and each row writes only its own decision: any number of workers gives the same
bits.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from arena import tuning
from arena.ai.cast import apply_memory, think_cast
from arena.ai.flocking import SEEN
from arena.ai.tempers import create_tempers
from arena.ai.thinking import think_rows
from arena.grid.lanes import LANES
from arena.sim.bodies import Memory, allocate
from arena.sim.commands import Commands
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.workers import WorkerPool

CHUNK_ROWS = 512


class MindError(RuntimeError):
    """A mind failed; the message names seed and tick, so that the failure can be repeated."""


class Minds:
    """Decisions of all enemies of one world.

    Args:
        world: whose ships think.
        workers: threads, or the pool to think on, which becomes the world's; None takes the world's.
        before_chunk: called with the chunk's number in the worker before it thinks; tests inject delays and
        failures.
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
        self._start, stop = world.pools[Pool.COMPANION].start, world.pools[Pool.ENEMY].stop
        starts = range(self._start, stop, CHUNK_ROWS)
        self._chunks = [(start, min(start + CHUNK_ROWS, stop)) for start in starts]
        self._decisions: Commands = allocate(Commands, len(world.commands.buttons))
        self._seen = np.zeros((max(1, len(self._chunks)), SEEN), np.int32)
        self.tempers = create_tempers()
        self._memories: Memory = allocate(Memory, len(world.commands.buttons))
        self._cast = np.zeros((max(1, len(self._chunks)), CHUNK_ROWS), np.int32)
        self._cast_counts = [0] * len(self._chunks)
        self._crowd = np.zeros((max(1, len(self._chunks)), tuning.CAST.crowd + LANES), np.int32)
        self._asked = False
        self._row_limit = world.pools[Pool.ASTEROID].stop

    @property
    def workers(self) -> int:
        """Threads that think."""
        return self._pool.workers

    def submit(self, world: World) -> None:
        """Ask for the next decisions; until `collect` the world must not change.

        Raises:
            MindError: if decisions are still outstanding.
        """
        if self._asked:
            raise MindError("decisions were asked for twice; collect the first ones before")
        self._asked = True
        self._pool.start([partial(self._think, world, chunk) for chunk in range(len(self._chunks))])

    def collect(self, world: World) -> None:
        """Wait for the decisions asked for and write them into the world's commands; nothing if none were.

        Raises:
            MindError: if a mind failed. Its cause is chained.
        """
        if not self._asked:
            return
        self._asked = False
        try:
            self._pool.finish()
        except Exception as failure:
            raise MindError(
                f"a mind failed at tick {world.tick} with seed {world.seed}: {failure}"
            ) from failure
        for command, decision in zip(world.commands, self._decisions, strict=True):
            command[self._start :] = decision[self._start :]
        for rows, count in zip(self._cast, self._cast_counts, strict=False):
            if count:
                apply_memory(rows, count, self._memories, world.memory)

    def close(self) -> None:
        """End the threads."""
        self._pool.close()
        self._asked = False

    def _think(self, world: World, chunk: int) -> None:
        if self._before_chunk is not None:
            self._before_chunk(chunk)
        start, stop = self._chunks[chunk]
        cast = think_rows(
            start, stop, world.bodies, world.commands, world.kinds, world.grid.table, world.config.players,
            len(world.commands.buttons), self._row_limit, world.navigation.table, world.seed, world.tick,
            self._seen[chunk], self._cast[chunk], self._decisions,
        )  # fmt: skip
        self._cast_counts[chunk] = cast
        if cast:
            think_cast(
                self._cast[chunk], cast, world.bodies, world.ships, world.players, world.commands,
                world.memory, world.kinds, self.tempers, world.pool_rows, world.grid.table,
                world.navigation.table, world.config.players, world.seed, world.tick, self._seen[chunk],
                self._crowd[chunk], self._decisions, self._memories,
            )  # fmt: skip
