"""Shapes of a level's tables: their keys, the types of those, and the problems of tables that do not fit."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.game.levels.problems import Problem, shorten, written
from arena.game.levels.values import Value, quoted
from arena.toml_text import Path


class _Required(NamedTuple):
    """Mark of keys without a default, which must be written."""


REQUIRED = _Required()


@dataclass(frozen=True)
class Key:
    """One key of a table."""

    about: str
    holds: "Value | TableShape | Shapes | Variants"
    default: Any = REQUIRED

    @property
    def required(self) -> bool:
        """Return whether it must be written."""
        return self.default is REQUIRED


@dataclass(frozen=True)
class TableShape:
    """Shape of a table."""

    name: str
    about: str
    make: Callable[..., Any]
    """Builds the plan's part from the values by the names of their keys."""
    keys: Mapping[str, Key]


@dataclass(frozen=True)
class Shapes:
    """Shape of an array of tables."""

    of: TableShape
    least: int
    most: int


@dataclass(frozen=True)
class Variants:
    """Shape of a table whose key `kind` chooses one of several shapes."""

    name: str
    about: str
    shapes: Mapping[str, TableShape]


@dataclass
class Reader:
    """Reader of tables by their shapes; it collects their problems."""

    lines: Mapping[Path, int]
    problems: list[Problem] = field(default_factory=list[Problem])

    def refuse(self, path: Path, text: str) -> None:
        """Note a problem, with the line of the key or of the nearest table around it."""
        known = next(
            (self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines), 0
        )
        self.problems.append(Problem(known or 1, path, text))

    def read(self, shape: TableShape, table: Any, path: Path = (), skip: str = "") -> Any:
        """Value that the shape makes of a table; None where a key is missing or wrong."""
        if not isinstance(table, dict):
            self.refuse(path, f"{written(table)} is not allowed; write a table with the keys of {shape.name}")
            return None
        for key in table:
            if key not in shape.keys and key != skip:
                self.refuse((*path, key), f"is not known; {_allowed(key, shape, skip)}")
        before = len(self.problems)
        values = {name: self._value(name, key, table, path) for name, key in shape.keys.items()}
        return shape.make(**values) if len(self.problems) == before else None

    def _value(self, name: str, key: Key, table: dict[str, Any], path: Path) -> Any:
        here = (*path, name)
        if name not in table:
            if key.required:
                self.refuse(here, f"is missing; write {_words(key)}: {key.about}")
            return None if key.required else key.default
        value, holds = table[name], key.holds
        if isinstance(holds, Value):
            try:
                return holds.read(value)
            except ValueError as problem:
                self.refuse(here, str(problem))
                return None
        if isinstance(holds, TableShape):
            return self.read(holds, value, here)
        return (
            self._many(holds, value, here) if isinstance(holds, Shapes) else self._one_of(holds, value, here)
        )

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
        return tuple(self.read(holds.of, table, (*path, place)) for place, table in enumerate(value))

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
            self.refuse((*path, "kind"), f"{said}; write one of {kinds}")
            return None
        return self.read(holds.shapes[kind], value, path, skip="kind")


def _words(key: Key) -> str:
    if isinstance(key.holds, Value):
        return key.holds.words
    return "a table" if not isinstance(key.holds, Shapes) else "at least one such table"


def _allowed(key: str, shape: TableShape, skip: str) -> str:
    names = [*([skip] if skip else []), *shape.keys]
    near = difflib.get_close_matches(shorten(key), names, 1)
    hint = f'perhaps "{near[0]}" is meant; ' if near else ""
    return f"{hint}{shape.name} has {', '.join(names) or 'no keys'}; correct it or take it out"
