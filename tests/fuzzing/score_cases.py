"""Score tables as no game wrote them: what the reader makes of each."""

import functools
import random
import tempfile
import zlib
from pathlib import Path

from arena.app.storage.score_table import Result, ResultTable, UnusableTableError
from arena.app.storage.scores import Scores
from arena.game.scoring.board import Board

BOARD = Board("endless")
FOLDER = tempfile.TemporaryDirectory()
SAVES = 40
"""One table in so many gets a score more, which takes longer than all the rest."""


@functools.cache
def _sound() -> bytes:
    path = Path(FOLDER.name) / "sound"
    ResultTable(path).add([Result(BOARD, score, 1, 1, 1) for score in range(40)])
    return path.read_bytes()


def mutate(chance: random.Random) -> bytes:
    """Change some bytes, most often where sqlite keeps its own, and now and then cut the file."""
    mutated = bytearray(_sound())
    for _ in range(chance.randint(1, 12)):
        mutated[chance.randrange(chance.choice((100, 512, len(mutated))))] = chance.randrange(256)
    return bytes(mutated[: chance.randrange(len(mutated))] if chance.random() < 0.2 else mutated)


def check(data: bytes) -> str:
    """Let the table be read; says how that went.

    Raises:
        AssertionError: a row is none, or the next score was not saved.
    """
    path = Path(FOLDER.name) / "scores.sqlite3"
    path.write_bytes(data)
    try:
        rows = ResultTable(path).top()
        assert all(type(row.score) is int and type(row.name) is str for row in rows), "a row of wrong types"
        answer = "read" if rows else "read as empty"
    except UnusableTableError:
        answer = "refused"
    if zlib.crc32(data) % SAVES == 0:
        scores = Scores(path)
        scores.best(BOARD)
        scores.add(Result(BOARD, 10_000, 1, 1, 1))
        assert not scores.problem, scores.problem
        assert Scores(path).best(BOARD) >= 10_000, "the next score is lost"
        for left in path.parent.glob("scores.*"):
            left.unlink()
    return answer
