"""Preparation of the grid's kernels: afterwards no call of a grid compiles."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest

from arena.grid import CollisionGrid, prepare
from arena.grid.preparation import PRECISIONS, use_everything
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


@pytest.mark.parametrize("precision", PRECISIONS)
def test_each_method_of_a_grid_is_called(precision: type, monkeypatch: pytest.MonkeyPatch) -> None:
    called = set[str]()

    def noted(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments, **named: called.add(name) or method(*arguments, **named)

    methods = {
        name: one for name, one in vars(CollisionGrid).items() if inspect.isfunction(one) and name[0] != "_"
    }
    for name, method in methods.items():
        monkeypatch.setattr(CollisionGrid, name, noted(name, method))
    use_everything(precision)
    assert called == set(methods)


@pytest.mark.skipif(not is_interpreted, reason="compiled kernels")
def test_without_a_compiler_there_is_nothing_to_do() -> None:
    assert prepare() == ""
