"""A lint for the determinism contract: what would make two machines or two runs differ has no place in the
simulation.

Kernels may use +, -, *, / and sqrt, which IEEE 754 rounds alike everywhere; libm and numpy's transcendental
functions differ between processors, unstable sorts permute ties differently, clocks and random generators
differ between runs.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.modules import PACKAGE, tree_of

LAYERS = (
    *("grid", "nav", "sim", "ai", "game", "catalogue", "jit"),
    *("sphere.py", "vectors.py", "tuning.py", "workers.py", "env/policy.py"),
)
"""Folders and files that decide what happens in a game, and the learnt pilot, whose sums are kernels too."""

BANNED_MODULES = (
    "time",
    "random",
    "numpy.random",
    "datetime",
    "secrets",
    "uuid",
    "pickle",
    "marshal",
    "shelve",
)
BANNED_FUNCTIONS = {
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "arcsinh", "arccosh", "arctanh"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp"),
    *("pow", "power", "float_power", "hypot", "dist", "cbrt", "erf", "erfc", "gamma", "lgamma"),
}
MATHEMATICS = ("np", "numpy", "math", "cmath")
OF_TOOLS = {"exp_map", "log_map", "distance", "parallel_transport", "slerp"}
"""Functions of `arena.sphere` that call libm, for tools, tests and views."""
BANNED_KEYWORDS = ("fastmath", "parallel", "allow_pickle")
BANNED_CALLS = {"eval", "exec", "compile", "__import__", "hash", "id"}
UNSTABLE = {"sort", "argsort"}
"""Sorts that are stable where they are told to be; those below never are."""
PARTITIONS = {"partition", "argpartition"}

SETS = {"set", "frozenset"}
SET_TYPES = SETS | {"Set", "AbstractSet", "MutableSet"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
ORDERED = {"list", "tuple", "iter", "enumerate", "map", "filter", "zip", "sum", "join", "array", "fromiter"}
"""Calls whose result depends on the order of what they are given."""

ALLOWED = {
    # They measure; what they measure is printed and never read by the simulation.
    "game/stopwatch.py": {"imports time"},
    "game/modes/stress_run.py": {"imports time"},
    # They prepare kernels: order and time of compilation, and what numba keeps, decide no result.
    "jit/ahead.py": {"imports time", "iterates over a set"},
    "jit/cache.py": {"imports time", "imports pickle"},
    "jit/digest.py": {"sorts without kind='stable'", "iterates over a set"},
    "jit/kernels.py": {"imports time", "imports secrets"},
    "jit/tables.py": {"calls id"},
    # They sort whole numbers, of which equal ones are the same.
    "grid/collision_grid.py": {"sorts without kind='stable'"},
    "grid/queries.py": {"sorts without kind='stable'"},
    "grid/tagged_rows.py": {"sorts without kind='stable'"},
    "nav/icosphere.py": {"sorts without kind='stable'"},
    # The half of it that serves tools, and the tools: an editor, and bots, whose commands are input.
    "sphere.py": {"calls np.sin", "calls np.cos", "calls np.arctan2"},
    "game/bots/weapon_choice.py": {"calls sphere.distance"},
    "game/editing/bearings.py": {
        "calls sphere.exp_map", "calls sphere.parallel_transport", "calls sphere.distance",
    },
    "game/editing/preview.py": {"calls sphere.exp_map", "calls sphere.parallel_transport"},
}  # fmt: skip
"""Complaints by file that are none. One that nobody would make any more is a failure as well."""


def complaints(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and words of everything in one file that the contract forbids."""
    constants = {id(inner) for node in tree.body if isinstance(node, ast.Assign) for inner in ast.walk(node)}
    sets = names_of_sets(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((line, words) for words in import_complaints(node))
        elif isinstance(node, ast.Call):
            yield from ((line, words) for words in call_complaints(node, id(node) in constants))
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow):
            base, power = (
                (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            )
            is_exact = isinstance(literal(base), int) or isinstance(literal(power), int)
            if not is_exact and id(node) not in constants:
                yield line, "raises to a power that is no whole number"
        if any(is_set(walked, sets) for walked in walked_in_order(node)):
            yield getattr(node, "lineno", 0) or line, "iterates over a set"


def import_complaints(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Complaints about one import."""
    names = [alias.name for alias in node.names]
    owner = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    for module in (f"{owner}.{name}" for name in names) if owner else names:
        for banned in BANNED_MODULES:
            if f"{module}.".startswith(f"{banned}."):
                yield f"imports {banned}"
    if owner in {*MATHEMATICS, "arena.sphere"}:
        banned_names = OF_TOOLS if owner == "arena.sphere" else BANNED_FUNCTIONS
        short = "np" if owner == "numpy" else owner.rpartition(".")[2]
        yield from (f"calls {short}.{name}" for name in names if name in banned_names)


def literal(node: ast.AST) -> object:
    """Value of a constant, with its sign; None for everything else."""
    try:
        return ast.literal_eval(node)  # type: ignore[arg-type]
    except ValueError:
        return None


def called_name(node: ast.AST) -> str:
    """`f` of f(...) and f[t](...), `b.f` of a.b.f(...)."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute):
        return f"{ast.unparse(function.value).rpartition('.')[2]}.{function.attr}"
    return ""


def call_complaints(node: ast.Call, is_constant: bool) -> Iterator[str]:
    """Complaints about one call.

    A module's own constants may come from libm: they are rounded when used.
    """
    name = called_name(node)
    owner, _, function = name.rpartition(".")
    if owner in MATHEMATICS and function in BANNED_FUNCTIONS and not is_constant:
        yield f"calls {name}"
    if owner == "sphere" and function in OF_TOOLS:
        yield f"calls {name}"
    if owner == "random" or name in BANNED_CALLS or name == "pow":
        yield f"calls {name}"
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    for keyword in BANNED_KEYWORDS:
        if keyword in keywords and literal(keywords[keyword]) is not False:
            yield f"passes {keyword}"
    stable = "kind" in keywords and literal(keywords["kind"]) == "stable"
    if (function in UNSTABLE and owner and not stable) or (function in PARTITIONS and owner in MATHEMATICS):
        yield "sorts without kind='stable'"


def walked_in_order(node: ast.AST) -> list[ast.AST]:
    """Expressions whose order shows in what a node makes of them; a set made of a set has none."""
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return [one.iter for one in node.generators]
    if isinstance(node, ast.Tuple | ast.List):
        return [one.value for one in node.elts if isinstance(one, ast.Starred)]
    if isinstance(node, ast.Call):
        spread = [one.value for one in node.args if isinstance(one, ast.Starred)]
        taken = (
            [node.func.value]
            if isinstance(node.func, ast.Attribute) and called_name(node).endswith(".pop")
            else []
        )
        return [*spread, *taken, *(node.args if called_name(node).rpartition(".")[2] in ORDERED else [])]
    return []


def names_of_sets(tree: ast.Module) -> set[str]:
    """Names and attributes that are evidently sets somewhere in a file: by their type, or by their value."""
    found: set[str] = set()
    for _ in range(2):  # one that is made of another is found in the second round
        for node in ast.walk(tree):
            if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
                outer = (
                    node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
                )
                if isinstance(outer, ast.Name) and outer.id in SET_TYPES:
                    found.add(node.arg if isinstance(node, ast.arg) else name_of(node.target))
            elif isinstance(node, ast.Assign | ast.NamedExpr) and is_set(node.value, found):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found.update(map(name_of, targets))
    return found - {""}


def name_of(node: ast.AST) -> str:
    """Name of a variable or an attribute; nothing for everything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_set(node: ast.AST, sets: set[str]) -> bool:
    """Return whether an expression is evidently a set, given names of others."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        keys = not isinstance(node.op, ast.BitOr) and called_name(node.left).endswith(".keys")
        return keys or is_set(node.left, sets) or is_set(node.right, sets)
    name = called_name(node)
    is_made = name in SETS or ("." in name and name.rpartition(".")[2] in SET_METHODS)
    return isinstance(node, ast.Set | ast.SetComp) or is_made or name_of(node) in sets


def files_of(layer: str) -> list[Path]:
    """A file, or all files of a folder."""
    path = PACKAGE / layer
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def test_the_simulation_uses_nothing_that_differs_between_machines_or_runs() -> None:
    files = {path.relative_to(PACKAGE).as_posix(): path for layer in LAYERS for path in files_of(layer)}
    assert len(files) > 200
    found = {name: list(complaints(tree_of(path))) for name, path in files.items()}
    new = [
        f"{name}:{line} {words}"
        for name, all_words in found.items()
        for line, words in all_words
        if words not in ALLOWED.get(name, set())
    ]
    assert not new, "\n".join(new)
    gone = {name: allowed - {words for _, words in found[name]} for name, allowed in ALLOWED.items()}
    assert {name: words for name, words in gone.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import time", "imports time"),
        ("from random import choice", "imports random"),
        ("from numpy.random import default_rng", "imports numpy.random"),
        ("from numpy import random", "imports numpy.random"),
        ("import pickle", "imports pickle"),
        ("def f(x):\n    return np.random.rand()", "calls random.rand"),
        ("def f(x):\n    return math.sin(x)", "calls math.sin"),
        ("from math import sin", "calls math.sin"),
        ("from numpy import exp", "calls np.exp"),
        ("def f(x):\n    return np.exp(x)", "calls np.exp"),
        ("from arena.sphere import unit, distance", "calls sphere.distance"),
        ("sphere.slerp(a, b, 0.5)", "calls sphere.slerp"),
        ("def f(x):\n    return x**0.5", "raises to a power that is no whole number"),
        ("def f(x):\n    x **= y", "raises to a power that is no whole number"),
        ("def f(x):\n    return x.argsort()", "sorts without kind='stable'"),
        ("np.argsort(x, kind='quicksort')", "sorts without kind='stable'"),
        ("np.sort(x)", "sorts without kind='stable'"),
        ("x[:3].sort()", "sorts without kind='stable'"),
        ("np.argpartition(x, 3)", "sorts without kind='stable'"),
        ("np.partition(x, 3, kind='introselect')", "sorts without kind='stable'"),
        ("for x in {1, 2}:\n    print(x)", "iterates over a set"),
        ("y = [x for x in set(range(3))]", "iterates over a set"),
        ("y = [x for x in frozenset(z)]", "iterates over a set"),
        ("for x in set[int]():\n    print(x)", "iterates over a set"),
        ("s = {1, 2}\nfor x in s:\n    print(x)", "iterates over a set"),
        ("s = {1} | t\nr = s - {2}\nfor x in r:\n    print(x)", "iterates over a set"),
        ("class A:\n    s: frozenset[int]\n    t = lambda self: list(self.s)", "iterates over a set"),
        ("def f(s: set[int]):\n    return s.pop()", "iterates over a set"),
        ("def f(s: Set[int]):\n    return (*s, 1)", "iterates over a set"),
        ("y = ','.join(a.keys() - b.keys())", "iterates over a set"),
        ("y = {x: 1 for x in a.union(b)}", "iterates over a set"),
        ("@njit(fastmath=True)\ndef f(x):\n    return x", "passes fastmath"),
        ("@njit(fastmath={'nnan'})\ndef f(x):\n    return x", "passes fastmath"),
        ("@njit(parallel=True)\ndef f(x):\n    return x", "passes parallel"),
        ("np.load(x, allow_pickle=True)", "passes allow_pickle"),
        ("np.load(x, allow_pickle=may)", "passes allow_pickle"),
        ("eval('1')", "calls eval"),
    ],
)  # fmt: skip
def test_the_lint_sees_what_it_is_for(source: str, words: str) -> None:
    assert words in [found for _, found in complaints(ast.parse(source))]


def test_the_lint_lets_good_code_be() -> None:
    source = """
import math
from arena.sphere import unit
TABLE = [math.sin(k) for k in range(4)]
ROOT = 2.0 ** 0.5
KNOWN = frozenset(TABLE)
def f(x, names: set[str]):
    more = {one for one in names} | {*names}
    np.argsort(x, kind="stable")
    line.partition("=")
    np.load(x, allow_pickle=False)
    return math.sqrt(x) * 2.0**-53 + x**2 + 2**len(x), sorted(more), x in KNOWN, len(names), stack.pop()
"""
    assert list(complaints(ast.parse(source))) == []
