"""Places in a source file where a fault can be planted, and the faults: one small edit of an expression each.

Only bodies of functions have places. Tables and constants of modules hold what was chosen, not what follows,
and a test of them repeats them. Docstrings, annotations, texts, assertions, debug branches, what is raised or
logged and the display of objects have none either.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "*"), ast.Pow: ("**", "*"), ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"),
}  # fmt: skip
CALLS = {
    "min": "max", "max": "min", "any": "all", "all": "any", "minimum": "maximum", "maximum": "minimum",
    "floor": "ceil", "ceil": "floor", "sin": "cos", "cos": "sin",
}  # fmt: skip
SYMMETRIC = {"min", "max", "minimum", "maximum", "isinstance", "cast", "dot", "zip", "getattr", "hypot"}
"""Calls whose first two arguments mean the same the other way round, or make no sense so."""
SILENT = {"assert", "check_type", "debug", "info", "warning", "error", "exception", "log", "print"}
"""Calls that only tell something."""
TYPES = {"isinstance", "issubclass", "cast", "TypeVar"}
DISPLAY = {"__repr__", "__str__", "__rich_repr__"}
NEVER_RUN = {"DEBUG", "TYPE_CHECKING"}
OPERATORS = (
    "comparison", "arithmetic", "constant", "boolean", "negation", "condition", "call", "arguments", "drop",
)  # fmt: skip


class Edit(NamedTuple):
    """Replacement of the bytes start..stop of a source."""

    operator: str
    function: str
    start: int
    stop: int
    text: bytes


@dataclass(frozen=True)
class Mutant:
    """One planted fault."""

    area: str
    path: str  # of the file, from the root
    line: int
    function: str
    operator: str
    before: str  # lines that change, less their indentation
    after: str
    number: int  # among those of the same function, operator and text
    edit: Edit

    @property
    def key(self) -> str:
        """Name that stays the same while other lines change."""
        parts = (self.path, self.function, self.operator, self.before, self.after, str(self.number))
        return hashlib.blake2b("\0".join(parts).encode(), digest_size=6).hexdigest()

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.path}:{self.line}"

    def diff(self) -> str:
        """Lines before and after."""
        removed = "\n".join(f"- {line}" for line in self.before.splitlines())
        return removed + "\n" + "\n".join(f"+ {line}" for line in self.after.splitlines())

    def apply(self, source: bytes) -> bytes:
        """The file with the fault in it."""
        return source[: self.edit.start] + self.edit.text + source[self.edit.stop :]


class _Finder(ast.NodeVisitor):
    """Collects edits, in the order of the source."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.edits = list[Edit]()
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._scopes = list[str]()
        self._functions = 0

    def _start(self, node: Any) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _stop(self, node: Any) -> int:
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.AST) -> bytes:
        return self.source[self._start(node) : self._stop(node)]

    def _add(self, operator: str, start: int, stop: int, text: bytes) -> None:
        if self._functions:
            self.edits.append(Edit(operator, ".".join(self._scopes), start, stop, text))

    def _swap_between(self, operator: str, left: Any, right: Any, words: tuple[str, str]) -> None:
        """Exchange the token between two expressions."""
        start, stop = self._stop(left), self._start(right)
        at = self.source.find(words[0].encode(), start, stop)
        between = self.source[start:stop]
        if at >= 0 and b"#" not in between:
            self._add(operator, at, at + len(words[0]), words[1].encode())

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_scope(node.name, node.body, 0)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in DISPLAY:
            self._visit_scope(node.name, node.body, 1)

    def _visit_scope(self, name: str, body: Sequence[ast.stmt], functions: int) -> None:
        self._scopes.append(name)
        self._functions += functions
        for statement in body:
            self.visit(statement)
        self._functions -= functions
        self._scopes.pop()

    def visit_Assert(self, node: ast.Assert) -> None:
        """Nothing: an assertion is a test."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Nothing: mostly a text."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Nothing: a text, in which Python 3.11 does not know positions."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._drop_store(node, [node.target])
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._drop_store(node, node.targets)
        self.generic_visit(node)

    def _drop_store(self, node: ast.stmt, targets: Sequence[ast.expr]) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
            self._drop(node)

    def _drop(self, node: ast.stmt) -> None:
        self._add("drop", self._start(node), self._stop(node), b"pass")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._drop(node)
        words = ARITHMETIC.get(type(node.op))
        if words:
            self._swap_between("arithmetic", node.target, node.value, words)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and _called(node.value) not in SILENT:
            self._drop(node)
            self.visit(node.value)
        elif isinstance(node.value, ast.Yield | ast.YieldFrom | ast.Await):
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id in NEVER_RUN:
            return
        self._visit_choice(node)

    def visit_While(self, node: ast.While) -> None:
        self._visit_choice(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._visit_choice(node)

    def _visit_choice(self, node: ast.If | ast.While | ast.IfExp) -> None:
        negated = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
        if not negated and not isinstance(node.test, ast.Constant):
            test = self._text(node.test)
            self._add("condition", self._start(node.test), self._stop(node.test), b"not (" + test + b")")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            self._swap_between("comparison", left, right, COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        words = ARITHMETIC.get(type(node.op))
        if words and not _is_text(node.left) and not _is_text(node.right):
            self._swap_between("arithmetic", node.left, node.right, words)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap_between("boolean", left, right, words)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        start = self._start(node)
        if isinstance(node.op, ast.Not):
            self._add("negation", start, start + len("not"), b"")
        elif isinstance(node.op, ast.USub | ast.Invert):
            self._add("negation", start, start + 1, b"")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, stop = self._start(node), self._stop(node)
        match node.value:
            case bool(flag):
                self._add("constant", start, stop, str(not flag).encode())
            case int(number):
                self._add("constant", start, stop, str(number + 1).encode())
                if number > 0:
                    self._add("constant", start, stop, str(number - 1).encode())
            case float(number):
                self._add("constant", start, stop, repr(2.0 * number if number else 1.0).encode())
            case _:
                pass

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in SILENT or name in TYPES:
            return
        if name in CALLS:
            stop = self._stop(node.func)
            self._add("call", stop - len(name), stop, CALLS[name].encode())
        plain = len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2])
        if plain and name not in SYMMETRIC:
            first, second = node.args[:2]
            between = self.source[self._stop(first) : self._start(second)]
            swapped = self._text(second) + between + self._text(first)
            if self._text(first) != self._text(second) and b"(" not in between and b")" not in between:
                self._add("arguments", self._start(first), self._stop(second), swapped)
        self.generic_visit(node)


def _called(node: ast.Call) -> str:
    """Last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def find_mutants(area: str, path: PurePosixPath, source: bytes) -> Iterator[Mutant]:
    """Every fault that can be planted in a file, in the order of its lines."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    seen = Counter[tuple[str, ...]]()
    for edit in finder.edits:
        begin = source.rfind(b"\n", 0, edit.start) + 1
        stop = source.find(b"\n", edit.stop)
        stop = len(source) if stop < 0 else stop
        before = source[begin:stop].decode()
        after = (source[begin : edit.start] + edit.text + source[edit.stop : stop]).decode()
        texts = edit.function, edit.operator, _flush(before), _flush(after)
        yield Mutant(
            area, str(path), source.count(b"\n", 0, edit.start) + 1, edit.function, edit.operator, *texts[2:],
            seen[texts], edit,
        )  # fmt: skip
        seen[texts] += 1


def _flush(text: str) -> str:
    lines = text.splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:].rstrip() for line in lines)
