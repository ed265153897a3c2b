"""Preparation of the grid's kernels: afterwards no call of a grid compiles."""

import json

import pytest

from arena.grid import prepare
from arena.jit import is_interpreted
from tests.processes import run_python

USE = """
import json
import arena.grid
from arena.grid.preparation import PRECISIONS, use_everything
from arena.jit import compiled_count
heard = []
trouble = arena.grid.prepare(lambda share, module: heard.append((share, module)))
before = compiled_count()
for precision in PRECISIONS:
    use_everything(precision)
print(json.dumps([trouble, heard[0], heard[-1], compiled_count() - before, before]))
"""


@pytest.mark.skipif(is_interpreted, reason="nothing is compiled")
def test_no_call_compiles_after_it_and_progress_ends_at_one() -> None:
    trouble, first, last, compiled, before = json.loads(run_python(USE))
    assert trouble == "" and compiled == 0 < before
    assert 0.0 <= first[0] <= last[0] == 1.0


@pytest.mark.skipif(not is_interpreted, reason="compiled kernels")
def test_without_a_compiler_there_is_nothing_to_do() -> None:
    assert prepare() == ""
