"""Situation of the game, as the score reads it.

`arena.app.sound.hearing` and the title screen tell it, `arena.app.sound.composer` reads it.
"""

from typing import NamedTuple


class Situation(NamedTuple):
    """Theme, danger and progress; a new one takes effect with the next bar."""

    theme: str = "title"  # a name in `arena.app.sound.themes`
    seed: int = 1
    danger: float = 0.0  # 0 in calm, 1 in danger
    multiplier: int = 1
    boss: bool = False
    section: int = 0  # wave or phase: each has its own turn of the theme
    approach: float = 0.0  # of the next boss: 0 if none is near, 1 just before it arrives
