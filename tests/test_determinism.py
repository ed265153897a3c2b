"""A lint for the determinism contract: what would make two machines or two runs differ has no place in the
simulation.

Kernels may use +, -, *, / and sqrt, which IEEE 754 rounds alike everywhere; libm and numpy's transcendental
functions differ between processors, unstable sorts permute ties differently, clocks and random generators
differ between runs.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.modules import PACKAGE, tree_of

LAYERS = ("grid", "nav", "sim", "ai", "game")

CLOCK_ALLOWED = {"game/stopwatch.py", "game/modes/stress_run.py"}
"""They measure; what they measure is printed and never read by the simulation."""

BANNED_MODULES = {"time", "random", "datetime", "secrets", "uuid", "pickle", "marshal", "shelve"}
BANNED_FUNCTIONS = {
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2"),
    *("sinh", "cosh", "tanh", "exp", "expm1", "log", "log2", "log10", "log1p"),
    *("pow", "power", "hypot", "cbrt"),
}
BANNED_KEYWORDS = {"fastmath": True, "parallel": True, "allow_pickle": True}
BANNED_CALLS = {"eval", "exec", "hash", "id"}


def complaints(tree: ast.Module, name: str) -> Iterator[str]:
    """Everything in one file that the contract forbids."""
    constants = {id(inner) for node in tree.body if isinstance(node, ast.Assign) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            whole = [alias.name for alias in node.names]
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else whole
            for module in modules:
                if module.split(".")[0] in BANNED_MODULES and name not in CLOCK_ALLOWED:
                    yield f"{where} imports {module}"
        elif isinstance(node, ast.Call):
            yield from call_complaints(node, where, id(node) in constants)
        elif isinstance(node, ast.For | ast.comprehension) and is_set(node.iter):
            yield f"{where} iterates over a set"


def is_set(node: ast.AST) -> bool:
    """Return whether an expression is evidently a set."""
    return isinstance(node, ast.Set | ast.SetComp) or called_name(node) == "set"


def called_name(node: ast.AST) -> str:
    """`f` of f(...), `b.f` of a.b.f(...)."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute):
        return f"{ast.unparse(function.value).rpartition('.')[2]}.{function.attr}"
    return ""


def call_complaints(node: ast.Call, where: str, is_constant: bool) -> Iterator[str]:
    """Complaints about one call.

    A module's own constants may come from libm: they are rounded when used.
    """
    name = called_name(node)
    owner, _, function = name.rpartition(".")
    if owner in {"np", "math"} and function in BANNED_FUNCTIONS and not is_constant:
        yield f"{where} calls {name}"
    if owner == "random" or name in BANNED_CALLS:
        yield f"{where} calls {name}"
    keywords = {keyword.arg: getattr(keyword.value, "value", None) for keyword in node.keywords}
    for keyword, value in BANNED_KEYWORDS.items():
        if keywords.get(keyword) == value:
            yield f"{where} passes {keyword}={value}"
    if function == "argsort" and keywords.get("kind") != "stable":
        yield f"{where} sorts without kind='stable'"


def test_the_simulation_uses_nothing_that_differs_between_machines_or_runs() -> None:
    files = [path for layer in LAYERS for path in sorted((PACKAGE / layer).rglob("*.py"))]
    assert len(files) > 20
    found = [c for path in files for c in complaints(tree_of(path), path.relative_to(PACKAGE).as_posix())]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from random import choice",
        "import numpy as np\ndef f(x):\n    return np.random.rand()",
        "import math\ndef f(x):\n    return math.sin(x)",
        "import numpy as np\ndef f(x):\n    return np.exp(x)",
        "def f(x):\n    return x.argsort()",
        "for x in {1, 2}:\n    print(x)",
        "y = [x for x in set(range(3))]",
        "@njit(fastmath=True)\ndef f(x):\n    return x",
        "eval('1')",
    ],
)
def test_the_lint_sees_what_it_is_for(source: str) -> None:
    assert list(complaints(ast.parse(source), "sim/example.py"))


def test_the_lint_lets_good_code_be() -> None:
    source = "import math\nTABLE = [math.sin(k) for k in range(4)]\ndef f(x):\n    return math.sqrt(x)\n"
    assert not list(complaints(ast.parse(source), "sim/example.py"))
