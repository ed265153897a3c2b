"""Kernels are told from other functions, moments play again, and what nothing took is told."""

from typing import Any

import pytest

from tests.corpus.names import create_match
from tests.corpus.playing import start_of
from tests.corpus.recording import FOLDER, SUFFIX, read_recording

SOURCE = """
@kernel
def fill(x): pass

@system(writes=("bodies.health",))
def heal(sim): pass

@functools.cache
def other(): pass

def plain(): pass
"""


def test_kernels_are_told_from_other_functions(script: Any) -> None:
    assert script.compiled_functions(SOURCE) == {"fill", "heal"}


def test_a_moment_is_the_state_before_the_tick_in_which_something_is_new(script: Any) -> None:
    path, known = FOLDER / f"own_level{SUFFIX}", set[tuple[int, int]]()
    moments = list(script.find_moments(path, known))
    assert len(moments) > 1 and known
    assert len(list(script.find_moments(path, known))) < len(moments), "events are new once"
    with create_match(start_of(read_recording(path).header)) as match:
        seen = set[tuple[int, int]]()
        for moment in moments:
            match.restore(moment.saved)
            match.tick(moment.commands)
            seen |= script.events_of(match)
    assert seen >= known


def test_what_nothing_took_is_told(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = [
        script.Taken("arena/a.py", 6, 4, [("fill", 7, 9), ("fill", 8, -3)]),
        script.Taken("b.py", 2, 2, []),
    ]
    assert script.tell(found, True) == 75.0
    said = capsys.readouterr().out
    assert "line 7 is never followed by line 9" in said and "line 8 is never followed by its end" in said
    assert "75.0% of 8 branches" in said
