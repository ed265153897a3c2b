"""Environments for learning: Gymnasium, vectorised, and PettingZoo for several players.

They need the extra `env`: `pip install "arena-shooter[env]"`. Importing this package loads nothing but names.

    import gymnasium
    from arena.env import make_vec, parallel_env, register

    register()
    env = gymnasium.make("arena/Endless-v0")             # Tide, Campaign, Trial
    envs = make_vec("tide", 64)                          # workers=2: on two processes
    team = parallel_env("campaign", players=4)

Parts: `layout` (what the rows of an observation mean), `observation` (which writes them), `radar` (planes of
it), `actions`, `rewards`, `episodes` (games one after another), `block` (many of them in one block of memory)
and the adapters `environment`, `vector` and `parallel`. `picture` shows them. `pilot` has learnt, by the
kernels of `policy`; these two, and all that they need, work without the extra.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.env.parallel import ArenaParallelEnv
    from arena.env.vector import ArenaVectorEnv

__all__ = ["make_vec", "parallel_env", "register"]


def register() -> None:
    """Register `arena/Endless-v0`, `arena/Tide-v0`, `arena/Campaign-v0` and `arena/Trial-v0`."""
    import_module("arena.env.registration")


def make_vec(mode: str = "endless", num_envs: int = 1, **choices: Any) -> "ArenaVectorEnv":
    """Many games side by side, see `arena.env.vector.ArenaVectorEnv`.

    Raises:
        ValueError: a choice out of its range, or there is no such game.
    """
    from arena.env.vector import ArenaVectorEnv  # noqa: PLC0415

    return ArenaVectorEnv(num_envs, mode=mode, **choices)


def parallel_env(mode: str = "endless", players: int = 2, **choices: Any) -> "ArenaParallelEnv":
    """A game for one to four players, see `arena.env.parallel.ArenaParallelEnv`.

    Raises:
        ValueError: a choice out of its range, or there is no such game.
    """
    from arena.env.parallel import ArenaParallelEnv  # noqa: PLC0415

    return ArenaParallelEnv(mode=mode, players=players, **choices)
