"""`ArenaVectorEnv`: many games as one Gymnasium vector environment, on one or several processes.

    from arena.env import make_vec

    if __name__ == "__main__":                           # workers import the program
        envs = make_vec("endless", 64, workers=2)
        observations, infos = envs.reset(seed=0)         # games of seeds 0 to 63
        actions = envs.action_space.sample()
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Each game is that of `ArenaEnv` with the same seed, bit for bit, whatever the number of workers.
"""

import multiprocessing
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arena.env.block import FACTS, EpisodeBlock, block_size, place_arrays, serve
from arena.env.environment import action_space, chosen, observation_space
from arena.env.episodes import EpisodeOptions
from arena.env.radar import divide
from arena.game.mode import SEED_LIMIT
from arena.sim.config import check_whole
from arena.tuning import TICK_RATE

CONTEXT = multiprocessing.get_context("spawn")
"""Workers are new interpreters: kernels and threads do not survive a fork."""
GAMES_MAX = 4096
JOIN_S = 5.0
"""[s] that a worker may take to end."""


class WorkerError(RuntimeError):
    """A worker process failed or ended; the message holds its reason."""


class ArenaVectorEnv(VectorEnv[Any, NDArray[np.float32], NDArray[Any]]):
    """Games of one player each, side by side."""

    def __init__(
        self,
        num_envs: int = 1,
        workers: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observations: NDArray[np.float32] | None = None,
        render_mode: None = None,
        **choices: Any,
    ) -> None:
        """Make the games.

        Args:
            num_envs: games, 1 to 4,096.
            workers: processes; 1: this one.
            autoreset_mode: when an ended game begins anew, see `gymnasium.vector.AutoresetMode`.
            observations: buffer that every observation is written to and returned as, shape
                (num_envs, layout.size); None: each call returns an array of its own.
            render_mode: None; a vector environment paints nothing.
            choices: fields of `EpisodeOptions`, but for `players`.

        Raises:
            ValueError: a choice out of its range, or there is no such game.
        """
        self.num_envs = check_whole("num_envs", num_envs, 1, GAMES_MAX)
        workers = min(check_whole("workers", workers, 1, 256), num_envs)
        options = EpisodeOptions(**choices)
        if options.players != 1:
            raise ValueError("one player a game: arena.env.parallel_env has environments for more")
        if render_mode is not None:
            raise ValueError("a vector environment paints nothing: render_mode must be None")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = None
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_fps": TICK_RATE // options.frame_skip}
        self.single_observation_space = observation_space(options.layout)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._layout = options.layout
        shape = (num_envs, options.layout.size)
        if observations is not None and (observations.shape, observations.dtype) != (shape, np.float32):
            raise ValueError(f"observations must be float32 of shape {shape}")
        self._buffer = observations
        size = block_size(num_envs, options)
        memory: Any = CONTEXT.RawArray("b", size) if workers > 1 else bytearray(size)
        self._arrays = place_arrays(memory, num_envs, options)
        self._bounds = [(num_envs * k // workers, num_envs * (k + 1) // workers) for k in range(workers)]
        self._block = EpisodeBlock(options, self._arrays, self.autoreset_mode) if workers == 1 else None
        self._workers = self._hire(memory, options) if workers > 1 else []
        self._number = 0
        """Of the last call; each answer bears that of its call."""
        self._torn = False
        """True while a message is on its way, and ever after if it was interrupted there."""

    def _hire(self, memory: Any, options: EpisodeOptions) -> list[tuple[Any, Any]]:
        """Start a process for each part; (process, connection) of each."""
        hired = list[tuple[Any, Any]]()
        for first, end in self._bounds:
            here, there = CONTEXT.Pipe()
            process = CONTEXT.Process(
                target=serve,
                args=(there, memory, self.num_envs, first, end, options, self.autoreset_mode),
                daemon=True,
            )
            process.start()
            there.close()
            hired.append((process, here))
        return hired

    @property
    def processes(self) -> list[Any]:
        """Worker processes; none where this one plays all games."""
        return [process for process, _ in self._workers]

    def reset(  # type: ignore[override]
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin games.

        Args:
            seed: of the first game, the next ones have the next numbers; or one for each game; None: drawn
                from the seeds before.
            options: "reset_mask" for some games only, bool, shape (num_envs,); "level" or "trial" as in
                `EpisodeOptions`.

        Raises:
            ValueError: there is no such game, a seed out of its range, or a number of seeds is another one.
            WorkerError: a worker failed.
        """
        given = dict(options or {})
        mask = np.asarray(given.pop("reset_mask", np.ones(self.num_envs, np.bool_)), np.bool_)
        seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int | np.integer) else seed
        seeds = [None] * self.num_envs if seeds is None else list(seeds)
        seeds = [None if each is None else check_whole("seed", each, 0, SEED_LIMIT - 1) for each in seeds]
        if mask.shape != (self.num_envs,) or len(seeds) != self.num_envs:
            raise ValueError(f"seeds and reset_mask are of {self.num_envs} games")
        named = {name: value for name, value in chosen(given).items() if name != "record"}
        self._ask("reset", [(seeds[i:j], mask[i:j].tolist(), named) for i, j in self._bounds])
        return self._observations(), self._infos(self._arrays.facts, mask)

    def step(
        self, actions: NDArray[np.float32]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Step all games.

        Raises:
            ValueError: actions of another shape.
            RuntimeError: a game was not begun, or it ended and autoreset is disabled.
        """
        a = self._arrays
        given = np.asarray(actions, np.float32)
        if given.shape != a.actions.shape:
            raise ValueError(f"actions must have shape {a.actions.shape}, not {given.shape}")
        a.actions[:] = given
        self._ask("step", [()] * len(self._bounds))
        infos = self._infos(a.facts, np.ones(self.num_envs, np.bool_))
        ended = a.terminations | a.truncations
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, object)
            for number in ended.nonzero()[0].tolist():
                final[number] = divide(self._layout, a.final_observations[number].copy())
            infos |= {"final_obs": final, "_final_obs": ended.copy()}
            infos |= {"final_info": self._infos(a.final_facts, ended), "_final_info": ended.copy()}
        return self._observations(), a.rewards.copy(), a.terminations.copy(), a.truncations.copy(), infos

    def _observations(self) -> Any:
        if self._buffer is None:
            return divide(self._layout, self._arrays.observations.copy())
        self._buffer[:] = self._arrays.observations
        return divide(self._layout, self._buffer)

    def _infos(self, facts: NDArray[np.int64], mask: NDArray[np.bool_]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for number, name in enumerate(FACTS):
            infos[name], infos[f"_{name}"] = np.where(mask, facts[:, number], 0), mask.copy()
        return infos

    def _ask(self, name: str, arguments: Sequence[tuple[Any, ...]]) -> None:
        """Call a method of the block, or of each worker's."""
        if self._block is not None:
            getattr(self._block, name)(*arguments[0])
            return
        if self._torn or not self._workers:
            raise WorkerError(
                "the environment is closed, or a call was interrupted within a message: make another"
            )
        self._number += 1
        try:
            self._torn = True
            for (_, connection), given in zip(self._workers, arguments, strict=True):
                connection.send((self._number, name, given))
            self._torn = False
            failures = [self._answer(connection) for _, connection in self._workers]
        except (EOFError, ConnectionError) as problem:
            raise WorkerError("a worker process has ended: close the environment") from problem
        failure = next(filter(None, failures), None)
        if failure is not None:
            raise WorkerError(failure)

    def _answer(self, connection: Any) -> str | None:
        """The failure that a worker answers with, or None; what an interrupt left there is dropped."""
        number, failure = 0, None
        while number != self._number:
            connection.poll(None)  # an interrupt here, where the time is spent, does no harm
            self._torn = True
            number, failure = connection.recv()
            self._torn = False
        return failure

    def close_extras(self, **_: Any) -> None:
        """End the games and the workers."""
        if self._block is not None:
            self._block.close()
        for _process, connection in self._workers:
            connection.close()
        for process, _connection in self._workers:
            process.join(JOIN_S)
            if process.is_alive():
                process.terminate()
        self._workers = []
