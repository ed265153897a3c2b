"""`Minds`: decisions of all enemies and companions, computed between ticks on the thread pool.

`arena.game.match.Match` calls `collect` before and `submit` after each step. In between, minds only read the
world and think while the frame is drawn. Each chunk of rows is one task. Chunk bounds depend on capacities,
not on the number of workers, and a task writes only the commands of its own rows, in place. Any number of
workers therefore gives the same bits.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numba import typeof

from arena.ai.behaviours import create_behaviours
from arena.ai.flocking import decide
from arena.ai.specialists import apply_memories, bound_minds, mind_addresses, think_specialists
from arena.ai.thinking import think_swarm
from arena.ai.thoughts import Senses, Thoughts, create_thoughts
from arena.jit import kernel
from arena.jit.annotations import I64, Flags, Integer
from arena.jit.calls import address_of, call_address
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Memory, allocate
from arena.sim.world import World
from arena.workers import WorkerPool

CHUNK_ROWS = 512
ALONE_MOST = 4
"""Most chunks for which the calling thread thinks: they take 10 to 50 us, waking a worker takes 20 to 80."""
_addresses: dict[Any, tuple[I64, I64]] = {}
"""Addresses of minds by the types of `Senses` and `Thoughts`, and the minds by kind."""


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
        self._bounds = np.array(self._chunks, np.int64).reshape(-1, 2)
        self._busy = np.zeros(len(self._chunks), np.int64)  # chunks with a living ship
        self._all_tasks = [partial(self._think, chunk) for chunk in range(len(self._chunks))]
        self._tasks = self._all_tasks[:0]  # of the decisions asked for
        memory = allocate(Memory, len(world.commands.buttons))
        self._thoughts = [create_thoughts(end - first, world.commands, memory) for first, end in self._chunks]
        self._specialists = [0] * len(self._chunks)
        self.behaviours = create_behaviours()
        self._sorts, minds = bound_minds()
        self._senses = self._look(world)
        self._calls = self._addresses(minds) if self._chunks else ()
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

        Chunks without a living ship are left out: large pools are mostly empty. Few chunks run on the calling
        thread, see `ALONE_MOST`.

        Raises:
            MindError: decisions are still outstanding.
        """
        if self._asked:
            raise MindError("decisions were asked for twice; collect the first ones before")
        self._asked = True
        self._now = world.seed, world.tick
        if self._senses.grid is not world.grid.table:
            self._senses = self._look(world)
        busy = list_busy(self._bounds, world.bodies.alive, self._busy)
        self._tasks = [self._all_tasks[chunk] for chunk in self._busy[:busy].tolist()]
        self._specialists = [0] * len(self._chunks)
        if len(self._tasks) > ALONE_MOST:
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
        if len(self._tasks) > ALONE_MOST:
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
        self._specialists[chunk] = think(start, stop, senses, seed, tick, thoughts, *self._calls)

    def _addresses(self, minds: Mapping[int, Callable[..., None]]) -> tuple[I64, I64]:
        """Addresses of the stages of `think`, and of the specialists' kernels by kind."""
        senses, thoughts = self._senses, self._thoughts[0]
        types = typeof(senses), typeof(thoughts), *minds.items()
        if types not in _addresses:
            stages = (
                address_of(think_swarm, 0, 0, senses, 0, 0, thoughts),
                address_of(decide, senses, thoughts),
            )  # fmt: skip
            _addresses[types] = np.array(stages), mind_addresses(minds, senses, thoughts)
        return _addresses[types]


@kernel
def list_busy(bounds: I64, alive: Flags, busy_out: I64):
    """List the chunks with a living ship, ascending; returns their number. `bounds` has shape (chunks, 2)."""
    count = 0
    for chunk in range(len(bounds)):
        for row in range(bounds[chunk, 0], bounds[chunk, 1]):
            if alive[row]:
                busy_out[count] = chunk
                count += 1
                break
    return count


@kernel
def think(
    start: Integer,
    stop: Integer,
    senses: Senses,
    seed: Integer,
    tick: Integer,
    thoughts_inout: Thoughts,
    stages: I64,
    minds: I64,
):
    """Decide for the rows start..stop; returns the number of specialists among those that decided.

    `stages` holds the addresses of `think_swarm` and `decide`, `minds` those of `mind_addresses`.
    """
    specialists = call_address(stages[0], (start, stop, senses, seed, tick, thoughts_inout))
    if specialists > 0:
        think_specialists(minds, senses, seed, tick, thoughts_inout)
    call_address(stages[1], (senses, thoughts_inout))
    return specialists
