"""Kernels are told from other functions, moments play again, and what nothing took is told."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.names import create_match
from tests.corpus.playing import start_of
from tests.corpus.recording import FOLDER, SUFFIX, read_recording
from tests.scripts.conftest import SCRIPTS

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


SLOW_AND_QUICK = """
import limited_tests
limited_tests.LIMIT = 0.2

def test_slow():
    while True:
        try:
            pass
        except Exception:
            pass

def test_quick():
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers of processor time")
def test_a_test_that_takes_too_long_is_skipped_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "test_both.py").write_text(SLOW_AND_QUICK, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "limited_tests"]
    ended = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(SCRIPTS)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 0 and "1 passed, 1 skipped" in ended.stdout, ended.stdout
