"""Digests of everything that a kernel's machine code depends on.

numba's own disk cache notices an edit of the file that holds a kernel, but not of the helpers and constants
that the kernel was compiled with. Here a kernel is known by its bytecode and by all that its globals stand
for: numbers and tuples by value, other kernels and inline functions by their bytecode and globals in turn,
what can't be seen through (an overload, an intrinsic) by the sources of its module and of the modules that
this one imports. Of a named tuple, module or enumeration only the attributes that the code names count.
Comments, docstrings and line numbers do not.

Digests are taken when a kernel is compiled or looked up, because that is when numba reads globals. Where many
are taken at once, `described_once` remembers the functions that they share.
"""

import builtins
import contextlib
import dis
import enum
import functools
import hashlib
import importlib.util
import inspect
import re
import sys
import threading
from collections import ChainMap
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher

VERSIONED = {"builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator"}
"""Packages that kernels know by name: they are what their versions say, which are part of the cache's key."""

IMPORT = re.compile(r"^\s*(?:from (arena[\w.]*) import (\([^)]*|.*)|import (arena[\w.]*))", re.MULTILINE)
PACKAGE = Path(__file__).resolve().parent.parent
BUILTINS = dict(vars(builtins))
DIGEST_BYTES = 12
NUMBERS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
GLOBAL_READS = {name for name in dis.opmap if name.startswith("LOAD_") and name.endswith(("GLOBAL", "NAME"))}
ATTRIBUTE_READS = {"LOAD_ATTR", "LOAD_METHOD"}
BETWEEN = {"CACHE", "EXTENDED_ARG"}
"""Instructions that may stand between a read of a global and one of its attribute."""


class _Memory(threading.local):
    """Text and callees of each function, for a thread inside `described_once`; None for others."""

    described: dict[FunctionType, tuple[str, list[FunctionType]]] | None = None


_memory = _Memory()


@contextlib.contextmanager
def described_once() -> Generator[None]:
    """While active, this thread describes each function once: where nobody changes what kernels read."""
    before = _memory.described
    _memory.described = {} if before is None else before
    try:
        yield
    finally:
        _memory.described = before


def kernel_digest(dispatcher: Dispatcher, signature: Iterable[types.Type], *context: object) -> str:
    """A name for the machine code of a kernel with arguments of these types, in hexadecimal.

    `context` is what else decides on the code: versions, flags, the processor.
    """
    walk = _Walk()
    arguments = [walk.describe(argument) for argument in signature]
    return _digest((context, arguments, walk.describe(dispatcher), walk.finish()))


def kernels_digest(dispatchers: Iterable[Dispatcher], *context: object) -> str:
    """A name for the machine code of all these kernels, for whatever arguments."""
    walk = _Walk()
    return _digest((context, sorted(walk.describe(dispatcher) for dispatcher in dispatchers), walk.finish()))


def _digest(parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=DIGEST_BYTES).hexdigest()


class _Walk:
    """Gathers what is reachable from a kernel: a description of each function, found once.

    A description names the functions it calls, by bytecode; what those depend on stands in theirs. So
    functions may call themselves and each other.
    """

    def __init__(self) -> None:
        self.mentioned: list[FunctionType] = []
        """Functions that were described by name and bytecode only."""

    def finish(self) -> list[str]:
        """The descriptions of all functions that were mentioned, and of those that these mention."""
        found: dict[FunctionType, str] = {}
        waiting = [*self.mentioned]
        while waiting:
            function = waiting.pop()
            if function not in found:
                found[function], further = _description(function)
                waiting += further
        return sorted(found.values())

    def describe_function(self, function: FunctionType) -> str:
        """The text of a function, with all that it reads."""
        return repr((_name(function), self._dependencies(function)))

    def _dependencies(self, function: FunctionType) -> list[tuple[str, str]]:
        cells = function.__closure__ or ()
        values = [
            *_globals_read(function),
            *zip(function.__code__.co_freevars, (cell.cell_contents for cell in cells), strict=True),
            ("(defaults)", function.__defaults__),
            ("(keyword defaults)", tuple(sorted((function.__kwdefaults__ or {}).items()))),
        ]
        return [(name, self._describe_in(function, value)) for name, value in values]

    def _describe_in(self, function: FunctionType, value: Any) -> str:
        """Describe a value; failing that, all that the function's module could have made it of."""
        return self.describe(value) or _module_text(function.__module__)

    def describe(self, value: Any) -> str:
        """A text that differs where compiled code would. Empty for what can't be told."""
        if isinstance(value, Dispatcher):
            return self._describe_dispatcher(value)
        if isinstance(value, types.Type):
            return self._describe_type(value)
        if isinstance(value, enum.Enum):
            return f"{_name(type(value))}.{value.name}={value.value!r}"
        if type(value) in NUMBERS:
            return f"{type(value).__name__}:{value!r}"
        if isinstance(value, np.ndarray | np.generic | np.dtype):
            return _describe_array(value)
        if isinstance(value, tuple | list | frozenset | set):
            return self._describe_items(value)
        if isinstance(value, type):
            return _describe_class(value)
        return _describe_opaque(value)

    def _describe_dispatcher(self, dispatcher: Any) -> str:
        function = dispatcher.py_func
        self.mentioned.append(function)
        options = sorted((name, repr(option)) for name, option in dispatcher.targetoptions.items())
        return f"{_name(function)} {_code_digest(function.__code__, function.__doc__)} {options}"

    def _describe_type(self, numba_type: Any) -> str:
        """The type of an argument; a tuple's with the names of its fields, which its own text lacks."""
        parts = [str(numba_type)]
        if type(numba_type).__module__.partition(".")[0] not in VERSIONED:
            parts.append(_module_text(type(numba_type).__module__))
        if hasattr(numba_type, "instance_class"):
            parts += [_name(numba_type.instance_class), *getattr(numba_type, "fields", ())]
        if hasattr(numba_type, "types"):
            parts += [self._describe_type(part) for part in numba_type.types]
        if hasattr(numba_type, "dispatcher"):
            parts.append(self._describe_dispatcher(numba_type.dispatcher))
        return repr(parts)

    def _describe_items(self, items: Any) -> str:
        texts = [self.describe(item) for item in items]
        if not all(texts):
            return ""
        if isinstance(items, frozenset | set):
            texts.sort()
        return repr((_name(type(items)), getattr(items, "_fields", ()), texts))


def _description(function: FunctionType) -> tuple[str, list[FunctionType]]:
    """The text of a function, and the functions that it mentions."""
    described = _memory.described
    if described is not None and function in described:
        return described[function]
    walk = _Walk()
    description = walk.describe_function(function), walk.mentioned
    if described is not None:
        described[function] = description
    return description


def _describe_array(value: Any) -> str:
    if isinstance(value, np.dtype):
        return f"dtype:{value.descr if value.names else value.str}"
    return f"{type(value).__name__}:{value.dtype.str}:{np.shape(value)}:{value.tobytes().hex()}"


def _describe_class(kind: type) -> str:
    """A class by name, with its members or fields where kernels may read those."""
    if _is_versioned(kind):
        return _name(kind)
    if issubclass(kind, enum.Enum):
        return repr((_name(kind), [(member.name, member.value) for member in kind]))
    fields = getattr(kind, "_fields", None)
    if fields is not None:
        return repr((_name(kind), fields, [(key, str(value)) for key, value in kind.__annotations__.items()]))
    return f"{_name(kind)} {_module_text(kind.__module__)}"


def _describe_opaque(value: Any) -> str:
    """Functions and the like; those of arena by all the sources that they could be made of."""
    if isinstance(value, ModuleType):
        return value.__name__ if _is_versioned(value) else _module_text(value.__name__)
    if isinstance(value, BuiltinFunctionType | np.ufunc) or (callable(value) and _is_versioned(value)):
        return _name(value)
    if isinstance(value, FunctionType):
        return f"{_name(value)} {_module_text(value.__module__)}"
    definition = getattr(value, "_defn", None)  # an intrinsic
    return f"{_name(definition)} {_module_text(definition.__module__)}" if definition is not None else ""


def _name(thing: Any) -> str:
    return (
        f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', getattr(thing, '__name__', ''))}"
    )


def _is_versioned(value: Any) -> bool:
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return (module or "").partition(".")[0] in VERSIONED


def _globals_read(function: FunctionType) -> Generator[tuple[str, Any]]:
    """(name, value) of each global that a function reads, or of the attributes that it reads of it."""
    scope = ChainMap(function.__globals__, BUILTINS)
    paths: Iterable[tuple[str, ...]] = [(name,) for name in _names_in(function.__code__) if name in scope]
    if any(_is_namespace(scope[name]) for (name,) in paths):
        paths = [path for path in _paths_read(function.__code__) if path[0] in scope]
    for path in paths:
        yield ".".join(path), _follow(scope[path[0]], path[1:])


def _is_namespace(value: Any) -> bool:
    """True if kernels read attributes of a value as constants, so that the rest of it does not matter."""
    if isinstance(value, ModuleType):
        return not _is_versioned(value)
    return isinstance(value, enum.EnumMeta) or (isinstance(value, tuple) and hasattr(value, "_fields"))


def _follow(value: Any, attributes: Iterable[str]) -> Any:
    for attribute in attributes:
        if not _is_namespace(value) or not hasattr(value, attribute):
            break
        value = getattr(value, attribute)
    return value


@functools.cache
def _names_in(code: CodeType) -> tuple[str, ...]:
    """The names in bytecode, of globals and of attributes: quick to get, and mostly enough."""
    inner = [
        name for constant in code.co_consts if isinstance(constant, CodeType) for name in _names_in(constant)
    ]
    return tuple(sorted({*code.co_names, *inner}))


@functools.cache
def _paths_read(code: CodeType) -> tuple[tuple[str, ...], ...]:
    """The globals that bytecode reads, each with the attributes read of it at once: ("SCORE", "step")."""
    paths: set[tuple[str, ...]] = set()
    path: tuple[str, ...] = ()
    for instruction in dis.get_instructions(code):
        if instruction.opname in ATTRIBUTE_READS and path:
            path = (*path, instruction.argval)
        elif instruction.opname not in BETWEEN:
            paths.add(path)
            path = (instruction.argval,) if instruction.opname in GLOBAL_READS else ()
    inner = [_paths_read(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return tuple(sorted(paths.union(*inner) - {()}))


@functools.cache
def _code_digest(code: CodeType, doc: str | None) -> str:
    """The bytecode of a function and of those inside it, without its docstring."""
    return _digest(_code_parts(code, doc))


def _code_parts(code: CodeType, doc: str | None) -> tuple[object, ...]:
    constants = [_constant_parts(constant) for constant in code.co_consts]
    if doc is not None and code.co_consts[:1] == (doc,):
        constants[0] = None
    # numba takes the flag from a function that it calls under a profiler; all functions are made with it.
    flags = code.co_flags | inspect.CO_OPTIMIZED
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, flags
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, constants, counts, names


def _constant_parts(constant: object) -> object:
    if isinstance(constant, CodeType):
        return _code_parts(constant, None)
    if isinstance(constant, frozenset):
        return sorted(map(repr, constant))
    return constant


@functools.cache
def _module_text(module: str) -> str:
    """A digest of a module's source and of those of all of the package that it imports, in turn."""
    path = _source_of(module)
    if path is None:
        return f"{module} without a source"
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for source in imported_sources(path):
        digest.update(source.read_bytes())
    return f"{module} {digest.hexdigest()}"


def _source_of(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    if loaded is not None and getattr(loaded, "__file__", None):
        return Path(str(loaded.__file__))
    found: Callable[[str], Any] = importlib.util.find_spec
    spec = found(module) if module and module != "__main__" else None
    return Path(spec.origin) if spec is not None and spec.origin and spec.has_location else None


def imported_sources(path: Path, package: Path = PACKAGE) -> list[Path]:
    """A source file and every file of the package that it imports, and those import, and so on."""
    seen, wanted = {path}, [path]
    while wanted:
        for module, names, plain in IMPORT.findall(wanted.pop().read_text(encoding="utf-8")):
            base = package.joinpath(*(module or plain).split(".")[1:])
            inner = [
                base / f"{name.split()[0]}.py" for name in names.strip("(\n ").split(",") if name.strip()
            ]
            for imported in (base.with_suffix(".py"), base / "__init__.py", *inner):
                if imported not in seen and imported.is_file():
                    seen.add(imported)
                    wanted.append(imported)
    return sorted(seen)
