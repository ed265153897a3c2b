"""Score tables: their titles for people."""

import pytest

from arena.game.modes import board_title
from arena.game.scoring.board import Board, level_label


@pytest.mark.parametrize(
    ("board", "title"),
    [
        (Board("campaign"), "Campaign, normal"),
        (
            Board("siege", "hard", 2, level_label("Two moons", b"\x01\xab\xcd\xef\x99")),
            "Two moons, hard, 2 players",
        ),
        (Board("daily", day="2026-11-22"), "Game of the day, 2026-11-22, normal"),
        (Board("of another release", "easy"), "Of another release, easy"),
    ],
)
def test_a_table_is_called_by_its_level_or_mode_its_day_difficulty_and_players(
    board: Board, title: str
) -> None:
    assert board_title(board) == title
