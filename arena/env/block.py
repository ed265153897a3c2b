"""`EpisodeBlock`: many games in one process, whose inputs and results lie in one block of memory.

The block may be shared: `serve` plays a part of it in a process of its own. Threads were tried: two fifths of
a tick hold the interpreter's lock, and two of them played no more games a second than one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from arena.env.actions import ACTION_SIZE
from arena.env.episodes import SEEDS, EpisodeOptions, Episodes

FACTS = ("seed", "score", "tick")
"""Columns of `BlockArrays.facts`."""
LINE = 64
"""[bytes] to which columns are aligned."""


@dataclass(frozen=True)
class BlockArrays:
    """Arrays of n games, all in one block of memory."""

    actions: NDArray[np.float32]  # shape (n, ACTION_SIZE)
    observations: NDArray[np.float32]  # shape (n, layout.size)
    final_observations: NDArray[np.float32]  # of games that ended and began anew in a step, shape as above
    rewards: NDArray[np.float64]  # shape (n,)
    terminations: NDArray[np.bool_]  # shape (n,)
    truncations: NDArray[np.bool_]  # shape (n,)
    facts: NDArray[np.int64]  # see FACTS, shape (n, 3)
    final_facts: NDArray[np.int64]  # as `final_observations`, shape (n, 3)

    def part(self, first: int, end: int) -> "BlockArrays":
        """The rows first..end."""
        return BlockArrays(*(getattr(self, column.name)[first:end] for column in fields(self)))


def block_size(count: int, options: EpisodeOptions) -> int:
    """Bytes of the block of so many games."""
    return sum(-(-size // LINE) * LINE for _, _, size in _columns(count, options))


def place_arrays(memory: Any, count: int, options: EpisodeOptions) -> BlockArrays:
    """Arrays in a block of `block_size` bytes."""
    arrays, at = list[NDArray[Any]](), 0
    for shape, dtype, size in _columns(count, options):
        arrays.append(np.frombuffer(memory, dtype, int(np.prod(shape)), at).reshape(shape))
        at += -(-size // LINE) * LINE
    return BlockArrays(*arrays)


def _columns(count: int, options: EpisodeOptions) -> list[tuple[tuple[int, ...], Any, int]]:
    view, facts = (count, options.layout.size), (count, len(FACTS))
    shapes = (
        ((count, ACTION_SIZE), np.float32), (view, np.float32), (view, np.float32),
        ((count,), np.float64), ((count,), np.bool_), ((count,), np.bool_), (facts, np.int64),
        (facts, np.int64),
    )  # fmt: skip
    return [(shape, dtype, int(np.prod(shape)) * np.dtype(dtype).itemsize) for shape, dtype in shapes]


class EpisodeBlock:
    """Games that are stepped together, and begin anew as the autoreset mode says."""

    def __init__(self, options: EpisodeOptions, arrays: BlockArrays, autoreset: AutoresetMode) -> None:
        self._arrays, self._autoreset = arrays, autoreset
        self._games = [Episodes(options) for _ in range(len(arrays.rewards))]
        self._random: list[np.random.Generator | None] = [None] * len(self._games)
        self._ended = np.zeros(len(self._games), np.bool_)

    def reset(self, seeds: Sequence[int | None], mask: Sequence[bool], chosen: dict[str, Any]) -> None:
        """Begin the games in the mask.

        Args:
            seeds: of each game; None: drawn from its seeds before.
            mask: of the games.
            chosen: level or trial, see `Episodes.begin`.

        Raises:
            ValueError: there is no such game.
        """
        for number, (seed, begins) in enumerate(zip(seeds, mask, strict=True)):
            if begins:
                if seed is not None or self._random[number] is None:
                    self._random[number] = seeding.np_random(seed)[0]
                self._begin(number, seed, chosen)
                self._note(number)
                a = self._arrays
                a.rewards[number], a.terminations[number], a.truncations[number] = 0.0, False, False
                self._ended[number] = False

    def step(self) -> None:
        """Step every game by its action, or begin it anew.

        Raises:
            RuntimeError: a game was not begun, or it ended and autoreset is disabled.
        """
        a = self._arrays
        for number, game in enumerate(self._games):
            if self._ended[number] and self._autoreset == AutoresetMode.NEXT_STEP:
                self._begin(number, None, {})
                a.rewards[number], a.terminations[number], a.truncations[number] = 0.0, False, False
            else:
                game.step(a.actions[number : number + 1])
                a.rewards[number] = game.rewards[0]
                a.terminations[number], a.truncations[number] = game.terminated, game.truncated
                if game.ended and self._autoreset == AutoresetMode.SAME_STEP:
                    game.observe(a.final_observations[number : number + 1])
                    a.final_facts[number] = game.facts
                    self._begin(number, None, {})
            self._ended[number] = game.ended
            self._note(number)

    def _begin(self, number: int, seed: int | None, chosen: dict[str, Any]) -> None:
        random = self._random[number]
        assert random is not None, "a game that was not seeded"
        self._games[number].begin(int(random.integers(SEEDS)) if seed is None else seed, **chosen)

    def _note(self, number: int) -> None:
        game = self._games[number]
        game.observe(self._arrays.observations[number : number + 1])
        self._arrays.facts[number] = game.facts

    def close(self) -> None:
        """End the games."""
        for game in self._games:
            game.close()


def serve(
    connection: Connection, memory: Any, count: int, first: int, end: int, options: EpisodeOptions,
    autoreset: AutoresetMode,
) -> None:  # fmt: skip
    """Play the games first..end of a shared block, as the messages of a connection say, until it closes.

    A message is (number, name of a method of `EpisodeBlock`, arguments). The answer is (number, failure), the
    failure as text, or None.

    Args:
        connection: end of a pipe.
        memory: shared with the caller, `block_size` bytes.
        count: games in the memory.
        first: game that is played here.
        end: likewise, one past the last.
        options: of all games.
        autoreset: likewise.
    """
    block = EpisodeBlock(options, place_arrays(memory, count, options).part(first, end), autoreset)
    try:
        while True:
            number, name, arguments = connection.recv()
            failure = None
            try:
                getattr(block, name)(*arguments)
            except Exception as problem:
                failure = f"{type(problem).__name__}: {problem}"
            connection.send((number, failure))
    except (EOFError, OSError, KeyboardInterrupt):
        block.close()
