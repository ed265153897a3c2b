"""`Episodes`: games of one match, one after another, with frame skip, observations and rewards.

The environments of `arena.env` are thin adapters over it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from arena import resources
from arena.env.actions import ACTION_SIZE, BITS, command_of, pack_actions
from arena.env.layout import Layout
from arena.env.observation import Observer
from arena.env.radar import paint_radar
from arena.env.rewards import POINTS, Shaping, add_events, clear_sums, create_sums, score_of
from arena.game.match import Match
from arena.game.mode import SEED_LIMIT, Request, Setup
from arena.game.mode_spec import FLAGS
from arena.game.modes import MODES
from arena.game.scoring.points import create_score_table
from arena.sim.config import check_real, check_whole
from arena.tuning import TICK_RATE
from arena.workers import WorkerPool

WORLD = "levels/world1.toml"
"""Level of a campaign where none is given."""
SKIP_MOST = TICK_RATE
SEEDS = 2**31
"""Bound of seeds that are drawn for a game."""

RecordingTarget = Path | str | BinaryIO


@dataclass(frozen=True)
class EpisodeOptions:
    """Choices of an environment."""

    mode: str = "endless"  # one of `arena.game.modes.MODES` with a score
    players: int = 1
    difficulty: str = "normal"
    level: str = ""  # text of a level file, for the campaign; empty: the first world
    trial: str = ""  # name or number, for trials; empty: the first one
    hulls: tuple[str, ...] = ()  # see `Setup.hulls`
    frame_skip: int = 4  # [ticks] for which each action is held
    limit: float | None = None  # [s] after which an episode is truncated; None: as long as the game lasts
    layout: Layout = field(default_factory=Layout)
    shaping: Shaping = field(default_factory=Shaping)
    own_rewards: bool = False  # see `arena.env.rewards`

    def __post_init__(self) -> None:
        """Refuse values out of range.

        Raises:
            ValueError: names the field.
        """
        check_whole("frame_skip", self.frame_skip, 1, SKIP_MOST)
        if self.limit is not None:
            check_real("limit", self.limit, 1.0 / TICK_RATE, 1e6)
        setup_of(self, 0)

    @property
    def limit_ticks(self) -> int:
        """Tick at which an episode is truncated."""
        return SEED_LIMIT if self.limit is None else max(1, round(self.limit * TICK_RATE))


def setup_of(options: EpisodeOptions, seed: int, level: str = "", trial: str = "") -> Setup:
    """Setup of a game.

    Raises:
        ValueError: there is no such game.
    """
    mode, trial = MODES.named(options.mode), trial or options.trial
    request = Request(
        seed, options.players, options.difficulty, level or options.level, hulls=options.hulls, trial=trial
    )
    for flag in (flag for flag in FLAGS if hasattr(options, flag)):
        value: object = getattr(request, flag)
        if not isinstance(value, str):
            raise ValueError(f"{flag} must be a text, not {value!r:.40}")
        if value and flag not in mode.spec.flags:
            raise ValueError(f"mode {options.mode!r} takes no {flag}")
    if mode.spec.needs_level and not request.level:
        request = request._replace(level=resources.text(f"assets/{WORLD}"))
    return mode.setup_for(request)


class Episodes:
    """Games of one match, played by whoever gives actions.

    Attributes:
        rewards: of the last step, shape (players,), float64.
        terminated: True once the game is over.
        truncated: True once its time limit is reached.
    """

    def __init__(self, options: EpisodeOptions, workers: int | WorkerPool = 1) -> None:
        self.options = options
        self.match = Match(**asdict(setup_of(options, 0)), workers=workers)
        self.observer = Observer(self.match, options.layout)
        self.rewards = np.zeros(options.players)
        self._packed = np.zeros(options.players, np.int64)
        self.terminated = self.truncated = False
        self._begun = False
        self._sums, self._score_table = create_sums(options.players), create_score_table()
        shaping = options.shaping
        self._has_events = options.own_rewards or any((shaping.kill, shaping.hurt, shaping.death))
        self._score = self._tick = 0

    def begin(
        self, seed: int, level: str = "", trial: str = "", record: RecordingTarget | None = None
    ) -> None:
        """Begin a game; `record` takes a replay of it.

        Raises:
            ValueError: there is no such game; nothing has changed then.
            OSError: the replay exists already or cannot be created; no game runs then.
        """
        setup = setup_of(self.options, seed, level, trial)
        match, self._begun = self.match, False
        if setup.level == match.setup.level or match.world.fits(type(match.mode)(setup).config):
            match.reset(setup.seed, setup.level, setup.hulls, record)
        else:
            workers = match.world.workers
            match.end_recording()
            self.match = Match(**asdict(setup), workers=workers, record=record)
            self.observer = Observer(self.match, self.options.layout)
        self.observer.bind(self.match)
        self.terminated = self.truncated = False
        self._begun, self._score, self._tick = True, score_of(self.match), 0
        clear_sums(self._sums)

    @property
    def ended(self) -> bool:
        """True once the game is over, or its time limit is reached."""
        return self.terminated or self.truncated

    def _hold(self, actions: NDArray[np.float32]) -> None:
        """Take the actions of the next ticks, shape (players, ACTION_SIZE); begins a step.

        Raises:
            ValueError: they have another shape.
            RuntimeError: no game runs.
        """
        if self.ended or not self._begun:
            raise RuntimeError("no game runs: call reset")
        actions = np.ascontiguousarray(actions, np.float32)
        if actions.shape != (self.options.players, ACTION_SIZE):
            raise ValueError(
                f"actions must have shape ({self.options.players}, {ACTION_SIZE}), not {actions.shape}"
            )
        pack_actions(actions, BITS, self._packed)

    def step(self, actions: NDArray[np.float32], watch: Callable[[Match], None] | None = None) -> None:
        """Play `frame_skip` ticks, or fewer where the episode ends; `watch` is called after each.

        Raises:
            ValueError: actions of another shape.
            RuntimeError: no game runs.
        """
        self._hold(actions)
        commands, first = [command_of(packed) for packed in self._packed.tolist()], self._tick
        for _ in range(self.options.frame_skip):
            self.match.tick(commands)
            self._end_tick()
            if watch is not None:
                watch(self.match)
            if self.ended:
                break
        self._end_step((self._tick - first) / TICK_RATE)

    def _end_tick(self) -> None:
        """Note what happened in a tick."""
        match = self.match
        self._tick += 1
        if self._has_events:
            add_events(match.world.events, self._score_table, self._sums)
        self.terminated = match.over
        self.truncated = not self.terminated and self._tick >= self.options.limit_ticks

    def _end_step(self, seconds: float) -> None:
        """Add up the rewards of a step that took so long."""
        score, sums, shaping = score_of(self.match), self._sums, self.options.shaping
        if self.options.own_rewards:
            self.rewards[:] = sums.points / POINTS
        else:
            self.rewards[:] = (score - self._score) / POINTS
        self._score = score
        if shaping.second:
            self.rewards += shaping.second * seconds
        if self._has_events:
            self.rewards += (
                shaping.kill * sums.kills + shaping.hurt * sums.damage + shaping.death * sums.deaths
            )
            clear_sums(sums)

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the observations of all players, shape (players, layout.size)."""
        layout, simulation = self.options.layout, self.match.world.simulation
        for slot in range(self.options.players):
            self.observer.observe(slot, out[slot, : layout.rows])
            if layout.radar:
                planes = out[slot, layout.rows :].reshape(layout.planes)
                paint_radar(simulation, slot, layout.reach, planes)

    @property
    def facts(self) -> tuple[int, int, int]:
        """Seed, score and tick of the game."""
        return self.match.setup.seed, self._score, self._tick

    def info(self) -> dict[str, int]:
        """`facts` by name."""
        return dict(zip(("seed", "score", "tick"), self.facts, strict=True))

    def close(self) -> None:
        """End a recording and the threads."""
        self.match.close()
