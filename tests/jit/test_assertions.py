"""Debug assertions: raised by Python and by compiled code where they are on, no code at all where not."""

import os
from pathlib import Path

import numpy as np
import pytest

from arena import jit
from arena.jit import DEBUG as ON
from arena.jit import all_finite, all_within, cache, is_ascending, is_interpreted, is_sorted, kernels
from tests.processes import ROOT, run_python

PLAY = """
import numpy as np
from arena.jit import DEBUG, all_finite, inline, kernel

@inline
def half(value):
    if DEBUG:
        assert value >= 0.0, "half: a value below zero"
    return value / 2.0

@kernel
def halve(values_inout):
    if DEBUG:
        assert all_finite(values_inout, 0, len(values_inout)), "halve: a value is not finite"
    for k in range(len(values_inout)):
        values_inout[k] = half(values_inout[k])

for values in ([2.0, 4.0], [2.0, np.nan], [2.0, -4.0]):
    column = np.array(values)
    try:
        halve(column)
        print("no complaint")
    except AssertionError as error:
        print(error)
"""
RUN = "import runpy, sys; runpy.run_path(sys.argv[1])"
SILENT = ["no complaint"] * 3
LOUD = ["no complaint", "halve: a value is not finite", "half: a value below zero"]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"ARENA_DEBUG_ASSERTIONS": "0"}, SILENT),
        ({"ARENA_DEBUG_ASSERTIONS": "1"}, LOUD),
        ({"NUMBA_DISABLE_JIT": "1"}, LOUD),
    ],
)
def test_assertions_are_on_in_debug_runs_only(
    variables: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    assert is_interpreted == ON or "ARENA_DEBUG_ASSERTIONS" in os.environ
    script = tmp_path / "play.py"  # numba reads the source of what fails
    script.write_text(PLAY)
    assert run_python(RUN, str(script), folder=ROOT, **variables).splitlines() == expected


DEBUG = False
"""Of the kernels below, whatever this run's is."""


def bare(values: np.ndarray) -> float:
    total = 0.0
    for k in range(len(values)):
        total += values[k]
    return total


def asserting(values: np.ndarray) -> float:
    if DEBUG:
        assert all_finite(values, 0, len(values)), "a value is not finite"
    total = 0.0
    for k in range(len(values)):
        if DEBUG:
            assert values[k] > 0.0, "a value of zero or less"
        total += values[k]
    return total


@pytest.mark.skipif(is_interpreted, reason="compares compiled code")
def test_an_assertion_that_is_off_leaves_no_trace_in_the_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Instruction by instruction, names apart."""
    monkeypatch.setattr(cache, "FOLDER", None)  # what comes out of it cannot be inspected
    code: list[list[str]] = []
    for function in (bare, asserting):
        compiled = jit.kernel(function)
        compiled(np.ones(4))
        (text,) = compiled.inspect_asm().values()
        lines = (line.strip() for line in text.splitlines())
        code.append([line.split()[0] for line in lines if line and not line.startswith((".", "_", "#"))])
        kernels._kernels.remove(compiled)  # pyright: ignore[reportPrivateUsage]
    assert code[0] == code[1]
    assert len(code[0]) > 50


def test_conditions_over_columns() -> None:
    numbers = np.array([3.0, np.inf, 1.0, np.nan, 0.0])
    assert all_finite(numbers, 2, 3)
    assert all_finite(numbers, 4, 5)
    assert all_finite(numbers, 1, 1)
    assert not all_finite(numbers, 0, 2)
    assert not all_finite(numbers, 2, 4)
    rows = np.array([9, 2, 4, 4, 7, -1], np.int32)
    assert is_ascending(rows, 1, 3)
    assert is_ascending(rows, 3, 5)
    assert is_ascending(rows, 0, 0)
    assert not is_ascending(rows, 1, 4), "a row twice"
    assert not is_ascending(rows, 0, 2)
    assert is_sorted(rows, 1, 5), "a row twice is sorted"
    assert is_sorted(rows, 0, 0) and is_sorted(rows, 5, 6)
    assert not is_sorted(rows, 0, 2) and not is_sorted(rows, 4, 6)
    assert not is_sorted(numbers, 3, 5), "NaN"
    assert all_within(rows, 1, 5, 2, 8)
    assert not all_within(rows, 1, 5, 2, 7)
    assert not all_within(rows, 1, 5, 3, 8)
    assert not all_within(rows, 5, 6, 0, 9)
