"""Files of sweep rows as no sweep wrote them: damaged ones, and those whose names fit all the same."""

import functools
import random
import tempfile
from pathlib import Path

from arena.commands import CommandError
from arena.sweep.store import SUFFIX, RowStore, digest_of
from arena.sweep.tasks import SweepRow

FOLDER = tempfile.TemporaryDirectory()
DAMAGED, MEANT = b"0", b"1"
"""First byte of a case: under the name of the sound file, or under its own."""


@functools.cache
def _sound() -> Path:
    rows = [SweepRow(f"{key}", "0.1", "a", "x86", "{}", '{"score": 1}', "b", 0.5) for key in range(8)]
    return RowStore(Path(FOLDER.name) / "sound").add(rows)


def mutate(chance: random.Random) -> bytes:
    """Change some bytes, most often where Parquet keeps its own, and now and then cut the file."""
    mutated = bytearray(_sound().read_bytes())
    for _ in range(chance.randint(1, 8)):
        mutated[-chance.randrange(1, chance.choice((16, 512, len(mutated))))] = chance.randrange(256)
    cut = chance.randrange(len(mutated)) if chance.random() < 0.2 else len(mutated)
    return chance.choice((DAMAGED, MEANT, MEANT, MEANT)) + bytes(mutated[:cut])


def check(data: bytes) -> str:
    """Let the store read the file; says how that went.

    Raises:
        AssertionError: a row is none, or the refusal is no line.
    """
    store = RowStore(Path(FOLDER.name) / "store")
    path = store.folder / (_sound().name if data[:1] == DAMAGED else f"{digest_of(data[1:])}{SUFFIX}")
    path.write_bytes(data[1:])
    try:
        rows = store.read()
    except CommandError as refusal:
        assert str(refusal).isprintable() and path.name in str(refusal), str(refusal)
        return "refused by its name" if "it is damaged" in str(refusal) else "refused"
    finally:
        path.unlink()
    assert all(type(value) is str for row in rows.values() for value in row[:-1]), "a row of wrong types"
    return "read"
