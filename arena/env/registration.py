"""Names for `gymnasium.make`: importing this module registers them.

Gymnasium imports it by itself in `gymnasium.make("arena.env.registration:arena/Endless-v0")`.
"""

from gymnasium.envs.registration import register, registry

NAMES = {"Endless": "endless", "Tide": "tide", "Campaign": "campaign", "Trial": "trial"}
"""Modes by the names of their environments."""

for _name, _mode in NAMES.items():
    if f"arena/{_name}-v0" not in registry:
        register(
            f"arena/{_name}-v0",
            entry_point="arena.env.environment:ArenaEnv",
            vector_entry_point="arena.env.vector:ArenaVectorEnv",
            kwargs={"mode": _mode},
        )
