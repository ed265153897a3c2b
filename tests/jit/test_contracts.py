"""Contracts of kernels and inline functions: types of their arguments, and the arguments that they write."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from tests.modules import PACKAGE, tree_of

ROOMS = ("ai", "game", "grid", "jit", "nav", "sim", "view")
"""Folders whose functions keep the contract."""

FILLS = {("cast_sphere", "table")}
"""Arguments that only fill the place of something to be written, where a constant says that nothing is."""

Functions = dict[str, ast.FunctionDef]


def compiled_in(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The kernels and inline functions of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
            if names & {"kernel", "inline"}:
                yield node


def functions_of(tree: ast.Module) -> Functions:
    """Compiled functions, and those whose names say that kernels call them with something to be written."""
    found = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    return found | {node.name: node for node in compiled_in(tree)}


def parameters(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args]


def is_written(parameter: str) -> bool:
    return parameter.endswith(("_out", "_inout"))


def root(node: ast.expr) -> str:
    """The name behind columns and rows of it; empty for what is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def pairs_of(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets and values of an assignment, one by one where both are tuples, with each value of a choice."""
    if isinstance(value, ast.IfExp):
        yield from pairs_of(target, value.body)
        yield from pairs_of(target, value.orelse)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for part, piece in zip(target.elts, value.elts, strict=True):
            yield from pairs_of(part, piece)
    elif isinstance(target, ast.Tuple):
        for part in target.elts:
            yield part, value
    else:
        yield target, value


def owners_of(function: ast.FunctionDef) -> dict[str, set[str]]:
    """By local name, the parameters whose memory it may stand for."""
    owners = {name: {name} for name in parameters(function)}
    for _ in range(3):  # names of names of names
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign):
                continue
            for part, value in (pair for target in node.targets for pair in pairs_of(target, node.value)):
                call = isinstance(value, ast.Call) and root(value.func) == "oversized_columns"
                source = value.args[0] if isinstance(value, ast.Call) and call else value
                if isinstance(part, ast.Name):
                    owners.setdefault(part.id, set()).update(owners.get(root(source), set()))
    return owners


def writes_of(function: ast.FunctionDef, known: Functions) -> set[str]:
    """The parameters that a function writes, by itself or through what it calls."""
    owners = owners_of(function)
    written: set[str] = set()
    for node in ast.walk(function):
        places: list[ast.expr] = []  # what is written is behind them
        if isinstance(node, ast.Assign):
            parts = [part for target in node.targets for part, _ in pairs_of(target, node.value)]
            places = [part for part in parts if isinstance(part, ast.Subscript)]
        elif isinstance(node, ast.AugAssign):
            places = [node.target] if isinstance(node.target, ast.Subscript) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            wanted = zip(parameters(known[node.func.id]), node.args, strict=False)
            places = [given for name, given in wanted if is_written(name)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            places = [node.func.value]
        for place in places:
            written |= owners.get(root(place), set())
    return written


def handed_on(function: ast.FunctionDef) -> set[str]:
    """The parameters that C, or a kernel called by address, may write."""
    owners, found = owners_of(function), set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr == "ctypes":
            found.add(root(node))
        if isinstance(node, ast.Call) and root(node.func) == "call_address":
            found.update(
                *(owners.get(root(part), ()) for part in ast.walk(node) if isinstance(part, ast.expr))
            )
    return found


def breaches(tree: ast.Module, known: Functions) -> Iterator[str]:
    """Breaches of contract by the compiled functions of a module, a line each."""
    known = known | functions_of(tree)  # two modules may have a function of one name
    for function in compiled_in(tree):
        for argument in function.args.args:
            if argument.annotation is None:
                yield f"{function.name}: {argument.arg} has no type"
        written = writes_of(function, known)
        for parameter in parameters(function):
            if parameter in written and not is_written(parameter) and (function.name, parameter) not in FILLS:
                yield f"{function.name}: {parameter} is written and its name does not say so"
            if is_written(parameter) and parameter not in written | handed_on(function):
                yield f"{function.name}: {parameter} is not written and its name says so"


FILES = (PACKAGE / "sphere.py", PACKAGE / "vectors.py")
"""Modules outside of those folders that keep it, too."""

SOURCES = [*FILES, *sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))]


@cache
def known() -> Functions:
    """Compiled functions of all of them."""
    return {name: one for path in SOURCES for name, one in functions_of(tree_of(path)).items()}


def test_arguments_have_types_and_names_tell_what_is_written() -> None:
    found = [
        (str(path.relative_to(PACKAGE)), breach)
        for path in SOURCES
        for breach in breaches(tree_of(path), known())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("a: I32, n: Integer): n += a[0]", ""),
        ("a_out: I32): a_out[0] = 1", ""),
        ("a): a", "a has no type"),
        ("a: I32): a[0] = 1", "a is written"),
        ("a: I32): a[0] += 1", "a is written"),
        ("a: I32): a.sort()", "a is written"),
        ("t: Table): t.x[0] = 1", "t is written"),
        ("t: Table): x = t.x; x[0] = 1", "t is written"),
        ("t: Table): n, x = 1, t.x[2]; y = x; y[0, 1] = 1", "t is written"),
        ("a: I32, b: I32): c = a if len(b) else b; c[0] = 1", "a is written"),
        ("t: Table): shell_sort(t.x[1:], 2)", "t is written"),
        ("a: I32): b, c = oversized_columns(a); c[0], d = 1, 2", "a is written"),
        ("a_out: I32): b = a_out[0]", "a_out is not written"),
    ],
)
def test_a_breach_is_noticed(body: str, complaint: str) -> None:
    found = "; ".join(breaches(ast.parse(f"@inline\ndef f({body}"), known()))
    assert (complaint in found) if complaint else found == ""
