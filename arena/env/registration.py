"""Names for `gymnasium.make`. Gymnasium calls `register` when it is imported."""

from gymnasium.envs.registration import register as register_one
from gymnasium.envs.registration import registry

NAMES = {"Endless": "endless", "Tide": "tide", "Campaign": "campaign", "Trial": "trial"}
"""Modes by the names of their environments."""


def register() -> None:
    """Register `arena/Endless-v0`, `arena/Tide-v0`, `arena/Campaign-v0` and `arena/Trial-v0`."""
    for name, mode in NAMES.items():
        if f"arena/{name}-v0" not in registry:
            register_one(
                f"arena/{name}-v0",
                entry_point="arena.env.environment:ArenaEnv",
                vector_entry_point="arena.env.vector:ArenaVectorEnv",
                kwargs={"mode": mode},
            )
