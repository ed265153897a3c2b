"""`read_toml`: a text to a `Reader`, which makes values of its tables by their shapes and notes all problems.

Size and depth are checked before anything parses the text, so that no file exhausts time or stack.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arena.toml_reader.problems import Problem, TomlError, shorten, suggest, written
from arena.toml_reader.shapes import Key, NamedTables, Shapes, TableShape, Variants
from arena.toml_reader.values import Value, quoted
from arena.toml_text import Path, check_depth, locate_keys

HINTS_MAX = 50
"""Problems beyond so many get no suggestion: those of thousands of unknown keys would take seconds."""
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
"""Ending of the parser's messages."""


def decode(data: bytes, bytes_max: int, name: str) -> str:
    """Text of a file; some editors on Windows begin every one with a byte order mark.

    Raises:
        TomlError: it is too long, or not UTF-8.
    """
    if len(data) > bytes_max:
        raise TomlError(name, [_length_problem(bytes_max)])
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Problem(line, (), "is not UTF-8 here; save the file as UTF-8")
        raise TomlError(name, [problem]) from None


def read_toml(text: str, bytes_max: int, name: str) -> "Reader":
    """Reader of a text's tables.

    Raises:
        TomlError: it is no TOML, or longer or deeper than any file of ours.
    """
    if len(text.encode("utf-8", "replace")) > bytes_max:
        raise TomlError(name, [_length_problem(bytes_max)])
    try:
        check_depth(text)
    except ValueError as error:
        raise TomlError(name, [Problem(0, (), f"is {error}; write it flatter")]) from None
    try:
        return Reader(tomllib.loads(text), text)
    except (ValueError, RecursionError) as error:
        raise TomlError(name, [_syntax_problem(text, str(error))]) from None


def _length_problem(bytes_max: int) -> Problem:
    return Problem(0, (), f"is longer than {bytes_max:,} bytes; shorten it")


def _syntax_problem(text: str, message: str) -> Problem:
    """Position of a syntax error in TOML, and the key above it."""
    found = _WHERE.search(message)
    line = int(found[1]) if found and found[1] else text.count("\n") + 1
    said = shorten(message[: found.start()] if found else message, 100)
    before = "\n".join(text.split("\n")[:line])
    keys = [(at, key) for key, at in locate_keys(before).items() if at <= line]
    path = max(keys, key=lambda entry: entry[0])[1] if keys else ()
    return Problem(line, path, f"no TOML: {said}; mend this line or the one before")


@dataclass
class Reader:
    """Reader of a document by shapes; it collects the problems."""

    document: dict[str, Any]
    text: str = ""
    """Text of the document, for the lines of problems."""
    problems: list[Problem] = field(default_factory=list[Problem])

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return locate_keys(self.text)

    def refuse(self, path: Path, text: str) -> None:
        """Note a problem, with the line of the key or of the nearest table around it."""
        known = next(
            (self._lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._lines), 0
        )
        self.problems.append(Problem(known or 1, path, text))

    def read(self, shape: TableShape) -> Any:
        """Value that the shape makes of the document; None where a key is missing or wrong."""
        return self._table(shape, self.document, ())

    def _table(self, shape: TableShape, table: Any, path: Path, skip: str = "") -> Any:
        before = len(self.problems)
        if not self._check_keys(shape, table, path, skip):
            return None
        values = {
            name: self._value(name, key, table, path)
            for name, key in shape.keys.items()
            if name in table or not shape.partial
        }
        if shape.partial:
            return shape.make(**{name: value for name, value in values.items() if value is not None})
        return shape.make(**values) if len(self.problems) == before else None

    def _check_keys(self, shape: TableShape, table: Any, path: Path, skip: str = "") -> bool:
        """Refuse what is no table, and unknown keys; return whether it is a table."""
        if not isinstance(table, dict):
            self.refuse(path, f"{written(table)} is not allowed; write a table with the keys of {shape.name}")
            return False
        names = [*([skip] if skip else []), *shape.keys]
        for key in table:
            if key not in names:
                hint = suggest(key, names) if len(self.problems) < HINTS_MAX else ""
                known = f"{shape.name} has {', '.join(names) or 'no keys'}"
                self.refuse((*path, key), f"is not known; {hint}{known}; correct it or take it out")
        return True

    def _value(self, name: str, key: Key, table: dict[str, Any], path: Path) -> Any:
        here = (*path, name)
        if name not in table:
            if key.required:
                self.refuse(here, f"is missing; write {key.words}: {key.about}")
            return None if key.required else key.default
        value, holds = table[name], key.holds
        if isinstance(holds, Value):
            try:
                return holds.read(value)
            except ValueError as problem:
                self.refuse(here, str(problem))
                return None
        if isinstance(holds, TableShape):
            return self._table(holds, value, here)
        if isinstance(holds, NamedTables):
            return self._named(holds, value, here)
        return (
            self._many(holds, value, here) if isinstance(holds, Shapes) else self._one_of(holds, value, here)
        )

    def _named(self, holds: NamedTables, value: Any, path: Path) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.refuse(path, f"{written(value)} is not allowed; write tables, as [{holds.name}.NAME]")
            return {}
        if len(value) > holds.most:
            self.refuse(path, f"there are {len(value)}; write {holds.most} tables at most")
            return {}
        found = dict[str, Any]()
        for name, table in value.items():
            try:
                found[holds.names.read(name)] = self._table(holds.of, table, (*path, name))
            except ValueError as problem:
                self.refuse((*path, name), str(problem))
        return {name: made for name, made in found.items() if made is not None}

    def _many(self, holds: Shapes, value: Any, path: Path) -> tuple[Any, ...]:
        name = f"[[{'.'.join(str(part) for part in path if isinstance(part, str))}]]"
        if not isinstance(value, list):
            self.refuse(path, f"{written(value)} is not allowed; write tables under the heading {name}")
            return ()
        if not holds.least <= len(value) <= holds.most:
            self.refuse(
                path, f"there are {len(value)}; write {holds.least} to {holds.most} tables under {name}"
            )
            return ()
        return tuple(self._table(holds.of, table, (*path, place)) for place, table in enumerate(value))

    def _one_of(self, holds: Variants, value: Any, path: Path) -> Any:
        kinds = quoted(holds.shapes)
        if not isinstance(value, dict):
            self.refuse(
                path, f"{written(value)} is not allowed; write a table such as {{ kind = {kinds[:20]}"
            )
            return None
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in holds.shapes:
            said = "is missing" if kind is None else f"{written(kind)} is not allowed"
            self.refuse((*path, "kind"), f"{said}; {suggest(kind, holds.shapes)}write one of {kinds}")
            return None
        return self._table(holds.shapes[kind], value, path, skip="kind")
