"""Words are read by compiled code when it runs: other values need no other machine code."""

from pathlib import Path

import numpy as np
import pytest

from arena.jit.words import COUNT, keep_word, word
from tests.processes import run_python

READ = """
import numpy as np
from arena.jit import kernel
from arena.jit.words import keep_word, word

PLACE = keep_word(60, "toy", {value})

@kernel
def read(out):
    return word(PLACE) + len(out)

print(read(np.zeros(1)))
"""


def test_another_value_compiles_nothing(tmp_path: Path) -> None:
    told, files = list[str](), list[set[str]]()
    for value in (7, 2**32 - 5, 7):
        told.append(run_python(READ.format(value=value), ARENA_CACHE_DIR=str(tmp_path)).strip())
        files.append({file.name for file in tmp_path.rglob("*") if file.is_file()})
    assert told == ["8", str(2**32 - 4), "8"]
    assert files[0] == files[1] == files[2] and len(files[0]) >= 1


def test_a_place_has_one_owner() -> None:
    place = keep_word(COUNT - 1, "one", 3)
    assert (int(place), int(word(place))) == (COUNT - 1, 3)
    keep_word(COUNT - 1, "one", 3)
    for taken in (COUNT - 1, COUNT, -1):
        with pytest.raises(ValueError, match=f"^word {taken} for another: "):
            keep_word(taken, "another", 1)
    assert int(word(np.uint32(COUNT - 1))) == 3
