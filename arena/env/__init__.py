"""Environments for learning: Gymnasium, vectorised, and PettingZoo for several players.

They need the extra `env`: `pip install "arena[env]"`. Importing this package loads nothing but names.

    import gymnasium
    env = gymnasium.make("arena/Endless-v0")             # Tide, Campaign, Trial

Parts: `observation` (what a player sees), `actions`, `rewards`, `episodes` (games one after another), and the
adapter `environment`.
"""

__all__ = ["register"]


def register() -> None:
    """Register the environments where the installation's entry point did not."""
    from arena.env.registration import register as register_names  # noqa: PLC0415

    register_names()
