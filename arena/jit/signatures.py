"""The record of the kernels and argument types of a release: a text file, for compiling them ahead.

    table Bodies arena.sim.tables.bodies:Bodies position=float32[,] heading=float32[,]
    kernel 0 21 arena.sim.motion:move_rows @Bodies int64

A kernel's line has its depth (0 is called by Python, n by kernels of depth n - 1), the tenths of a second
that it took to compile where the file was written, its name, and the types. A line that is no longer true
does no harm: what is missing here is compiled when it is first called.
"""

import ast
import importlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from numba.core import types

from arena.jit.kernels import package_kernels
from arena.jit.tables import TableType

ARRAY = re.compile(r"(\w+)\[(,*)\](!?)")
HEADER = """\
# Kernels and the types of arguments that the game calls them with, to be compiled ahead by all cores.
# Written by scripts/record_kernels.py; the format is explained in arena/jit/signatures.py.
"""


@dataclass(frozen=True)
class Signature:
    """A kernel and the types of its arguments, as text."""

    depth: int
    weight: int  # to compile it, without the kernels that it calls [0.1 s]
    kernel: str  # "module:name"
    arguments: tuple[str, ...]

    @property
    def module(self) -> str:
        """The module that holds the kernel."""
        return self.kernel.partition(":")[0]

    @property
    def is_called_by_python(self) -> bool:
        """True if it may be: Python passes no literal types."""
        return not any(argument.startswith("=") for argument in self.arguments)


class Record:
    """Signatures, and the tables that they speak of by name."""

    def __init__(self) -> None:
        self.signatures: list[Signature] = []
        self._tables: dict[str, str] = {}  # by name, the rest of the line
        self._decoded: dict[str, Any] = {}

    @classmethod
    def read(cls, text: str) -> "Record":
        """Take what the lines of a file say; what is not understood is left out."""
        record = cls()
        for line in text.splitlines():
            match line.split():
                case ["table", name, *rest]:
                    record._tables[name] = " ".join(rest)
                case ["kernel", depth, weight, kernel, *arguments]:
                    signature = Signature(int(depth), int(weight), kernel, tuple(arguments))
                    record.signatures.append(signature)
                case _:
                    pass
        return record

    def text(self) -> str:
        """The lines of a file, in an order that does not depend on when things were compiled."""
        tables = [f"table {name} {rest}" for name, rest in sorted(self._tables.items())]
        ordered = sorted(self.signatures, key=lambda one: (one.kernel, one.arguments))
        kernels = [f"kernel {s.depth} {s.weight} {s.kernel} {' '.join(s.arguments)}" for s in ordered]
        return HEADER + "\n".join([*tables, *kernels]) + "\n"

    def add(self, depth: int, weight: int, dispatcher: Any, arguments: Iterable[types.Type]) -> Signature:
        """Note that a kernel is called with arguments of these types.

        Raises:
            TypeError: a type that this file has no words for.
        """
        function = dispatcher.py_func
        texts = tuple(self.encode(argument) for argument in arguments)
        signature = Signature(depth, weight, f"{function.__module__}:{function.__qualname__}", texts)
        self.signatures.append(signature)
        return signature

    def encode(self, argument: Any) -> str:
        """The text of a type.

        Raises:
            TypeError: there is none.
        """
        match argument:
            case TableType():
                return self._encode_table(argument)
            case types.Array(layout="C", aligned=True):
                mark = "" if argument.mutable else "!"
                return f"{argument.dtype}[{',' * (argument.ndim - 1)}]{mark}"
            case types.IntegerLiteral() | types.BooleanLiteral():
                return f"={argument.literal_value}"
            case types.IntEnumMember():
                return f"{_path_of(argument.instance_class)}={argument.dtype}"
            case types.UniTuple():
                return f"({self.encode(argument.dtype)})*{argument.count}"
            case types.Integer() | types.Float() | types.Boolean():
                return str(argument)
            case _:
                raise TypeError(f"a record of kernels has no words for {argument}")

    def _encode_table(self, argument: Any) -> str:
        columns = [f"{name}={self.encode(column)}" for name, column in argument.columns.items()]
        line = " ".join([_path_of(argument.table_class), *columns])
        short = argument.table_class.__qualname__
        number = 1
        while self._tables.setdefault(name := short if number == 1 else f"{short}.{number}", line) != line:
            number += 1
        return f"@{name}"

    def types_of(self, signature: Signature) -> tuple[Any, ...]:
        """The types of the arguments.

        Raises:
            Exception: whatever goes wrong where the file speaks of what there is no longer.
        """
        return tuple(self._decode(text) for text in signature.arguments)

    def _decode(self, text: str) -> Any:
        if text not in self._decoded:
            self._decoded[text] = self._decode_new(text)
        return self._decoded[text]

    def _decode_new(self, text: str) -> Any:
        if text.startswith("@"):
            path, *columns = self._tables[text[1:]].split()
            return TableType([self._decode(column.partition("=")[2]) for column in columns], _find(path))
        if text.startswith("("):
            inner, _, count = text[1:].partition(")*")
            return types.UniTuple(self._decode(inner), int(count))
        if match := ARRAY.fullmatch(text):
            dtype, commas, mark = match.groups()
            return types.Array(getattr(types, dtype), len(commas) + 1, "C", readonly=bool(mark))
        head, equals, tail = text.rpartition("=")
        if head:
            return types.IntEnumMember(_find(head), getattr(types, tail))
        if equals:
            return types.literal(ast.literal_eval(tail))
        return getattr(types, text)


def _path_of(thing: Any) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _find(path: str) -> Any:
    module, _, name = path.partition(":")
    find: Callable[[Any, str], Any] = getattr
    return reduce(find, name.split("."), importlib.import_module(module))


def find_kernel(signature: Signature) -> Any:
    """The kernel that a signature names.

    Raises:
        Exception: there is none of that name any more.
    """
    importlib.import_module(signature.module)
    _, _, name = signature.kernel.partition(":")
    # Not by attribute: kernels that a function makes for each kind of something are named, but not assigned.
    return next(
        kernel for kernel in package_kernels()
        if kernel.py_func.__qualname__ == name and kernel.__module__ == signature.module
    )  # fmt: skip
