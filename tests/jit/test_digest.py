"""A kernel's digest changes with everything that it is compiled from, and with nothing else."""

import collections
import cProfile
import enum
import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from arena.jit.digest import PACKAGE, described_once, imported_sources, kernel_digest, kernels_digest
from arena.jit.simd import registers
from arena.jit.tables import Table
from tests.processes import run_python

ALL_DIGESTS = """
import json
from arena.startup import game as warm_up
from arena.jit import kernels
from arena.jit.digest import kernel_digest
print(json.dumps({f"{k.__module__}.{k.__qualname__}": kernel_digest(k, ()) for k in kernels._kernels}))
"""


class Rules(NamedTuple):
    """Numbers that a kernel reads."""

    speed: float = 1.0
    lives: int = 3


class Colour(enum.IntEnum):
    """Names that a kernel reads."""

    RED = 1
    BLUE = 2


def digest(source: str, **names: Any) -> str:
    """The digest of the kernel `f` that a source defines, with these globals."""
    scope: dict[str, Any] = {"__name__": "arena.a_test", "np": np, **names}
    exec(source, scope)
    compiled: Any = numba.njit(scope["f"])
    return kernel_digest(compiled, (numba.float64,))


def helper(source: str, **names: Any) -> Any:
    """An inline function `g`."""
    scope: dict[str, Any] = {"__name__": "arena.a_test", **names}
    exec(source, scope)
    return numba.njit(scope["g"])


def of(expression: str, **names: Any) -> str:
    """The digest of a kernel that returns an expression of `x`."""
    return digest(f"def f(x):\n    return {expression}", **names)


def inline(expression: str, **names: Any) -> Any:
    """An inline function that returns an expression of `x`."""
    return helper(f"def g(x):\n    return {expression}", **names)


ONCE, TWICE = inline("x"), inline("x * 2")
NUMPY_ERRORS = numba.njit(error_model="numpy")(ONCE.py_func)
INNER = "def f(x):\n    def h():\n        return A\n    return h()"
CHANGES: dict[str, Callable[[], tuple[str, str]]] = {
    "code": lambda: (of("x + x"), of("x - x")),
    "literal": lambda: (of("x + 1.5"), of("x + 2.5")),
    "type of a literal": lambda: (of("x + 1"), of("x + 1.0")),
    "default": lambda: (digest("def f(x, y=1): return x + y"), digest("def f(x, y=2): return x + y")),
    "default by keyword": lambda: (
        digest("def f(x, *, y=1): return x"),
        digest("def f(x, *, y=2): return x"),
    ),
    "global number": lambda: (of("x + A", A=1.0), of("x + A", A=2.0)),
    "type of a global number": lambda: (of("x + A", A=1), of("x + A", A=1.0)),
    "width of a global number": lambda: (of("x + A", A=np.float32(1)), of("x + A", A=np.float64(1))),
    "sign of zero": lambda: (of("x + A", A=0.0), of("x + A", A=-0.0)),
    "element of a global array": lambda: (of("x + A", A=np.zeros(3)), of("x + A", A=np.ones(3))),
    "shape of a global array": lambda: (of("x + A", A=np.zeros((2, 3))), of("x + A", A=np.zeros((3, 2)))),
    "nested tuple": lambda: (of("x + A", A=(1, (2, 3))), of("x + A", A=(1, (2, 4)))),
    "field that is read": lambda: (of("x * R.speed", R=Rules()), of("x * R.speed", R=Rules(speed=2.0))),
    "record taken whole": lambda: (of("x + A", A=Rules()), of("x + A", A=Rules(lives=4))),
    "members of an enumeration taken whole": lambda: (
        of("A", A=enum.IntEnum("A", {"ONE": 1})),
        of("A", A=enum.IntEnum("A", {"ONE": 2})),
    ),
    "inline's code": lambda: (of("g(x)", g=inline("x + 1")), of("g(x)", g=inline("x + 2"))),
    "inline's constant": lambda: (of("g(x)", g=inline("x + B", B=1)), of("g(x)", g=inline("x + B", B=2))),
    "inline of inline": lambda: (of("g(x)", g=inline("h(x)", h=ONCE)), of("g(x)", g=inline("h(x)", h=TWICE))),
    "compiler option": lambda: (of("g(x)", g=ONCE), of("g(x)", g=NUMPY_ERRORS)),
    "inner function": lambda: (digest(INNER, A=1), digest(INNER, A=2)),
    "which of two": lambda: (of("g(h(x))", g=ONCE, h=TWICE), of("g(h(x))", g=TWICE, h=ONCE)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_code_is_made_from_changes_the_digest(change: str) -> None:
    before, after = CHANGES[change]()
    assert before != after
    assert CHANGES[change]() == (before, after)


SAME: dict[str, Callable[[], tuple[str, str]]] = {
    "comments and lines": lambda: (of("x + 1"), digest("\n\ndef f(x):\n    # more\n\n    return x + 1")),
    "docstring": lambda: (
        digest("def f(x):\n    'A'\n    return x"),
        digest("def f(x):\n    'B'\n    return x"),
    ),
    "global that is not read": lambda: (of("x + A", A=1, B=1), of("x + A", A=1, B=2)),
    "field that is not read": lambda: (of("x * R.speed", R=Rules()), of("x * R.speed", R=Rules(lives=4))),
}


@pytest.mark.parametrize("change", SAME)
def test_what_code_is_not_made_from_leaves_the_digest_alone(change: str) -> None:
    before, after = SAME[change]()
    assert before == after


def test_types_of_arguments_count_with_the_names_of_columns() -> None:
    compiled: Any = numba.njit(lambda x: x)
    named: Any = collections.namedtuple

    def table(*names: str) -> Any:
        kind = type(
            "Rows", (Table,), {"__annotations__": dict.fromkeys(names, "Array"), "__module__": __name__}
        )
        return numba.typeof(kind(np.zeros(2), np.ones(2)))

    arguments = [
        numba.int64, numba.int32, numba.float64[:], numba.float64[::1], numba.float64[:, ::1],
        table("a", "b"), table("b", "a"), numba.typeof(Rules()), numba.typeof(Colour.RED),
        *(numba.typeof(named("Pair", fields)(1, 2)) for fields in ("a b", "b a")),
    ]  # fmt: skip
    assert len({kernel_digest(compiled, (argument,)) for argument in arguments}) == len(arguments)


def test_functions_that_call_each_other_have_a_digest_that_sees_both() -> None:
    def pair(constant: int) -> str:
        scope: dict[str, Any] = {"__name__": "arena.a_test"}
        exec(f"def even(n):\n    return n == 0 or odd(n - 1)\ndef odd(n):\n    return n == {constant}", scope)
        scope["odd"] = numba.njit(scope["odd"])
        scope["even"] = numba.njit(scope["even"])
        compiled: Any = scope["even"]
        return kernel_digest(compiled, ())

    assert pair(1) == pair(1) != pair(2)


def test_overloads_stand_for_the_sources_that_they_may_be_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {
        path.relative_to(PACKAGE).as_posix() for path in imported_sources(PACKAGE / "jit/simd/gathers.py")
    }
    assert names == {"jit/simd/registers.py", "jit/simd/gathers.py"}
    with_overload = digest("def f(x):\n    return load(x, 0)", load=registers.load)
    assert with_overload != digest("def f(x):\n    return load(x, 0)", load=np.load)
    monkeypatch.setattr("arena.jit.digest._module_text", lambda name: f"{name}, edited")
    assert with_overload != digest("def f(x):\n    return load(x, 0)", load=registers.load)
    (tmp_path / "deep.py").write_text("")
    (tmp_path / "a.py").write_text("from arena import (\n    deep as d,\n)\nimport arena.a\n")
    assert imported_sources(tmp_path / "a.py", tmp_path) == [tmp_path / "a.py", tmp_path / "deep.py"]


def test_functions_are_described_once_where_that_is_said_and_only_there() -> None:
    scope: dict[str, Any] = {"__name__": "arena.a_test", "A": 1.0}
    exec("def g(x):\n    return x + A\ndef f(x):\n    return g(x)", scope)
    scope["g"] = numba.njit(scope["g"])
    compiled: Any = numba.njit(scope["f"])

    def digests() -> tuple[str, str]:
        return kernel_digest(compiled, (numba.float64,)), kernels_digest([compiled])

    before = digests()
    with described_once():
        assert digests() == before
        scope["A"] = 2.0
        with described_once():
            assert digests() == before
        assert digests() == before
    changed = digests()
    assert changed[0] != before[0] and changed[1] != before[1]


def test_what_a_thread_remembers_is_its_own_and_ends_with_it() -> None:
    """Two threads that overlap: the one that ends later must not keep what the other remembered."""
    scope: dict[str, Any] = {"__name__": "arena.a_test", "A": 1.0}
    exec("def f(x):\n    return x + A", scope)
    compiled: Any = numba.njit(scope["f"])
    entered, leave = threading.Event(), threading.Event()

    def remember() -> None:
        with described_once():
            kernel_digest(compiled, ())
            entered.set()
            assert leave.wait(60.0)

    thread = threading.Thread(target=remember)
    thread.start()
    assert entered.wait(60.0)
    with described_once():
        before = kernel_digest(compiled, ())
        leave.set()
        thread.join(60.0)
    scope["A"] = 2.0
    assert kernel_digest(compiled, ()) != before


def test_the_digest_of_a_set_knows_each_of_it_and_no_order() -> None:
    made: list[Any] = [numba.njit(helper(f"def g(x):\n    return x + {n}").py_func) for n in range(3)]
    first, second, third = made
    assert kernels_digest([first, second]) == kernels_digest([second, first])
    assert len({kernels_digest(those) for those in ([first, second], [first, third], [first])}) == 3
    assert kernels_digest([first], "here") != kernels_digest([first], "there")


def test_a_call_under_a_profiler_changes_no_digest() -> None:
    def double(x: float) -> float:
        return 2.0 * x

    compiled: Any = numba.njit(double)
    before = kernel_digest(compiled, (numba.float64,))
    with cProfile.Profile():
        compiled(1.0)
    assert kernel_digest(compiled, (numba.float64,)) == before


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources that a test may edit."""
    copy = tmp_path_factory.mktemp("checkout") / "arena"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def all_digests(package: Path) -> dict[str, str]:
    """The digest of each of the game's kernels, as a fresh process sees it."""
    return json.loads(run_python(ALL_DIGESTS, folder=package.parent, PYTHONDONTWRITEBYTECODE="1"))


EDITS = {
    "a rule": ("game/rules.py", "asteroid_reach: float = 15.0", "asteroid_reach: float = 14.0", {
        "arena.game.bots.decisions.choose_target",
    }),
    "an unread rule": ("game/rules.py", "lead_in: int = 120", "lead_in: int = 121", set[str]()),
    "an inline": ("sphere.py", "    half = 0.5 * rest\n", "    half = 0.25 * rest\n", None),
    "a comment": ("tuning.py", "import", "# a comment\nimport", set[str]()),
}  # fmt: skip


@pytest.fixture(scope="module")
def digests(package: Path) -> dict[str, str]:
    """Before any edit."""
    return all_digests(package)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_changes_the_kernels_that_use_what_was_edited(
    edit: str, package: Path, digests: dict[str, str]
) -> None:
    file, old, new, expected = EDITS[edit]
    text = (package / file).read_text()
    assert old in text
    (package / file).write_text(text.replace(old, new, 1))
    try:
        after = all_digests(package)
    finally:
        (package / file).write_text(text)
    assert after.keys() == digests.keys()
    changed = {name for name, value in after.items() if value != digests[name]}
    if expected is not None:
        assert changed == expected
    else:
        assert "arena.sim.random.direction" in changed and len(changed) < len(digests)
        assert "arena.grid.refill.refill" in digests.keys() - changed
