"""`LearntPilot`: a pilot whose weights were learnt, by `scripts/train_pilot.py`. `arena demo --skill learnt`.

It sees and acts as any learner does: through `arena.env.observation` and `arena.env.actions`, once in `STEP`
ticks. It needs no more than Arena itself, no Gymnasium.

It is no row of `arena.catalogue.skills`: the marks of trials, sweeps and companions rest on those bots, and
weights may be learnt anew in every release. A replay holds its commands, so it is the same game everywhere.
"""

import io
import math

import numpy as np
from numpy.typing import NDArray

from arena import resources
from arena.env.actions import ACTION_SIZE, BITS, command_of, pack_actions
from arena.env.observation import Observer
from arena.env.policy import LAYOUT, PilotWeights, act, create_memory, create_sight, forget
from arena.game.match import Match
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World

LEARNT = "learnt"
"""Name beside those of the bots' skills."""
FILE = "assets/pilots/learnt.npz"
STEP = 4
"""[ticks] for which it holds an action."""


def read_weights(data: bytes) -> dict[str, float]:
    """Weights by name, of a file as `write_weights` makes it.

    Raises:
        ValueError: it is damaged.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as held:
            names, values = held["names"].tolist(), held["values"].astype(np.float64).tolist()
        return dict(zip(map(str, names), values, strict=True))
    except Exception as problem:  # damaged archives fail in many ways
        raise ValueError(f"weights of a pilot cannot be read: {problem}") from problem


def write_weights(weights: dict[str, float]) -> bytes:
    """File of weights, an archive of numpy: names and values; the same weights make the same bytes."""
    data = io.BytesIO()
    np.savez(data, names=np.array(list(weights)), values=np.array(list(weights.values())))
    return data.getvalue()


def shipped_weights() -> dict[str, float]:
    """Weights that come with the game."""
    return read_weights(resources.path(FILE).read_bytes())


class LearntPilot:
    """A pilot of some weights. One for each game, or `begin` before the next one."""

    def __init__(self, weights: dict[str, float]) -> None:
        """Take the weights, by name.

        Raises:
            ValueError: one is missing, unknown or not finite.
        """
        if wrong := set(weights) ^ set(PilotWeights.column_names):
            raise ValueError(f"weights of another pilot: {', '.join(sorted(wrong))}")
        if bad := [name for name, value in weights.items() if not math.isfinite(value)]:
            raise ValueError(f"weight {bad[0]} is not finite")
        self._weights = PilotWeights(**{name: np.array([value]) for name, value in weights.items()})
        self._sight, self._memory = create_sight(), create_memory()
        self._action = np.zeros((1, ACTION_SIZE), np.float32)
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        forget(self._memory)

    def act(self, view: NDArray[np.float32]) -> NDArray[np.float32]:
        """Action for an observation of `LAYOUT`, shape (1, ACTION_SIZE); the next call writes over it."""
        act(view, self._weights, self._sight, self._memory, self._action[0])
        return self._action


class SeatedPilot:
    """A learnt pilot in a match, which gives commands as bots do."""

    def __init__(self, match: Match, weights: dict[str, float] | None = None, slot: int = 0) -> None:
        """Take a seat; without weights by those that come with the game.

        Raises:
            ValueError: weights of another pilot, or the mode has no score to observe.
        """
        self._pilot = LearntPilot(shipped_weights() if weights is None else weights)
        self._observer, self._slot = Observer(match, LAYOUT), slot
        self._view, self._packed = np.zeros(LAYOUT.size, np.float32), np.zeros(1, np.int64)

    def command(self, world: World) -> PlayerCommand:
        """Command for the next tick."""
        if world.tick % STEP == 0:
            self._observer.observe(self._slot, self._view)
            pack_actions(self._pilot.act(self._view), BITS, self._packed)
        return command_of(int(self._packed[0]))


def warm_up_pilot() -> None:
    """Call every kernel of the pilot once."""
    with Match(workers=1) as match:
        SeatedPilot(match).command(match.world)
