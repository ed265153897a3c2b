"""The corpus: games recorded once, which every later commit must play to the same states.

A difference is a fault, unless the commit means to change what happens in a game: then
`scripts/record_corpus.py` says how to record anew.
"""

import pytest

from tests.corpus.playing import compare
from tests.corpus.recording import FOLDER, SUFFIX, read_recording

NAMES = sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_is_played_to_the_same_states(name: str) -> None:
    assert compare(read_recording(FOLDER / f"{name}{SUFFIX}")) == ""
