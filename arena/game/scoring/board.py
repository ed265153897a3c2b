"""`Board`: which table of scores a game counts in. Modes say it, the app keeps a table for each."""

from typing import NamedTuple

HASH_LETTERS = 8
"""Of a level's hash, behind its name."""


class Board(NamedTuple):
    """One table of scores: only games that were played on equal terms stand in it."""

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
    """A level as a board names it: two of one name differ in their hash."""
    return f"{name} {level_hash.hex()[:HASH_LETTERS]}"
