"""`Board`: the score table that a game counts in. Modes name it, the app keeps a table for each."""

from typing import NamedTuple

HASH_LETTERS = 8
"""Digits of a level's hash, behind its name."""


class Board(NamedTuple):
    """Key of a score table: its games were played on equal terms."""

    mode: str
    difficulty: str = "normal"
    players: int = 1
    level: str = ""  # name of a level and the beginning of its hash; "" where the mode has none
    day: str = ""  # a date such as 2026-11-22; "" where every day counts

    @property
    def level_name(self) -> str:
        """Name of the level, for people."""
        return self.level[: -HASH_LETTERS - 1] if self.level else ""


def level_label(name: str, level_hash: bytes) -> str:
    """Name of a level in a board: two levels of one name differ in their hash."""
    return f"{name} {level_hash.hex()[:HASH_LETTERS]}"
