"""`ArenaEnv`: a game for one player as a Gymnasium environment.

    import gymnasium
    env = gymnasium.make("arena.env.registration:arena/Endless-v0", frame_skip=4)
    observation, info = env.reset(seed=7)                # the game of seed 7, as `arena play --seed 7`
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

`arena.env.layout` and `arena.env.actions` describe the rows of both spaces, `arena.env.radar` the planes
that `Layout(radar=64)` adds.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from arena.env.actions import ACTION_SIZE
from arena.env.episodes import SEEDS, EpisodeOptions, Episodes
from arena.env.layout import Layout
from arena.env.radar import divide
from arena.sim.config import check_whole
from arena.tuning import TICK_RATE

SIZE_PX = (480, 270)
"""Width and height of pictures."""
SIDE_MAX = 8192
"""The longest of either."""


def observation_space(layout: Layout) -> Any:
    """Space of one player's observations: a box of rows or, with radar, a dict of these and the planes."""
    rows = Box(layout.lowest, np.ones(layout.rows, np.float32), dtype=np.float32)
    if not layout.radar:
        return rows
    return Dict({"rows": rows, "radar": Box(0.0, 1.0, layout.planes, np.float32)})


def action_space() -> Any:
    """Space of one player's actions."""
    return Box(-1.0, 1.0, (ACTION_SIZE,), np.float32)


def chosen(options: dict[str, Any] | None) -> dict[str, Any]:
    """Options of `reset` that a game takes."""
    return {name: value for name, value in (options or {}).items() if name in ("level", "trial", "record")}


def game_seed(random: np.random.Generator, seed: int | None) -> int:
    """Seed of the next game: the given one, or a drawn one."""
    return int(random.integers(SEEDS)) if seed is None else seed


class ArenaEnv(gymnasium.Env[Any, NDArray[np.float32]]):
    """One player's games.

    Args:
        render_mode: "human" for a window that shows every step at `metadata["render_fps"]`, "rgb_array" for
            pictures by `render`, or None.
        size_px: width and height of pictures and of the window.
        choices: fields of `EpisodeOptions`, but for `players`.

    Raises:
        ValueError: a choice or a size out of its range, or there is no such game.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": TICK_RATE // 4}  # noqa: RUF012

    def __init__(
        self, render_mode: str | None = None, size_px: tuple[int, int] = SIZE_PX, **choices: Any
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode must be None, "human" or "rgb_array", not {render_mode!r}')
        options = EpisodeOptions(**choices)
        if options.players != 1:
            raise ValueError("one player alone: arena.env.parallel_env has environments for more")
        width, height = size_px
        self._size_px = check_whole("width", width, 1, SIDE_MAX), check_whole("height", height, 1, SIDE_MAX)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "render_fps": TICK_RATE // options.frame_skip}
        self.episodes = Episodes(options)
        self.observation_space = observation_space(options.layout)
        self.action_space = action_space()
        self._painter: Any = None  # or the window

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game.

        Args:
            seed: of the game; None: one that is drawn from the seeds before. Trials have one of their own.
            options: "level", "trial" as in `EpisodeOptions`, and "record", the target of a replay.

        Raises:
            ValueError: there is no such game.
            OSError: the replay exists already or cannot be created.
            RuntimeError: there is no display for the window.
        """
        super().reset(seed=seed)
        self.episodes.begin(game_seed(self.np_random, seed), **chosen(options))
        look = self.episodes.match.mode.look
        if self._painter is not None:
            self._painter.begin(look)
        elif self.render_mode == "rgb_array":
            # Now, so that a first picture later on shows what it shows in every game after.
            from arena.env.picture import EnvironmentPainter  # noqa: PLC0415  # it loads the renderer

            self._painter = EnvironmentPainter(self._size_px, look)
        self._show()
        return self._observation(), self.episodes.info()

    def step(self, action: NDArray[np.float32]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Hold an action for `frame_skip` ticks.

        Raises:
            ValueError: it has another shape.
            RuntimeError: no game runs.
        """
        game = self.episodes
        game.step(np.asarray(action, np.float32)[None], self._painter.watch if self._painter else None)
        self._show()
        return self._observation(), float(game.rewards[0]), game.terminated, game.truncated, game.info()

    def _observation(self) -> Any:
        layout = self.episodes.options.layout
        view = np.empty((1, layout.size), np.float32)
        self.episodes.observe(view)
        return divide(layout, view[0])

    def render(self) -> NDArray[np.uint8] | None:
        """Picture of the last tick, shape (height, width, 3); None where the render mode is another one.

        Raises:
            RuntimeError: no game runs, or there is no OpenGL 3.3 without a window here.
        """
        if self.render_mode != "rgb_array":
            return None
        if self._painter is None:
            raise RuntimeError("no game runs: call reset")
        return self._painter.paint(self.episodes.match)

    def _show(self) -> None:
        """Show the last tick in the window, where there is to be one."""
        if self.render_mode != "human":
            return
        if self._painter is None:
            from arena.env.picture import EnvironmentWindow  # noqa: PLC0415  # as above

            look, rate = self.episodes.match.mode.look, self.metadata["render_fps"]
            self._painter = EnvironmentWindow(self._size_px, look, rate)
        self._painter.show(self.episodes.match)

    def close(self) -> None:
        """End the game, its recording, and the context or window."""
        self.episodes.close()
        if self._painter is not None:
            self._painter.close()
            self._painter = None
