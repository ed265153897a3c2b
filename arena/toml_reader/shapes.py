"""Shapes of a file's tables: their keys, and the types of those."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.toml_reader.values import Value


class _Required(NamedTuple):
    """Mark of keys without a default, which must be written."""


REQUIRED = _Required()


@dataclass(frozen=True)
class Key:
    """One key of a table."""

    about: str
    holds: "Value | TableShape | Shapes | Variants | NamedTables"
    default: Any = REQUIRED

    @property
    def required(self) -> bool:
        """Return whether it must be written."""
        return self.default is REQUIRED

    @property
    def words(self) -> str:
        """Allowed values in words, for people."""
        if isinstance(self.holds, Value):
            return self.holds.words
        return "a table" if not isinstance(self.holds, Shapes) else "at least one such table"


@dataclass(frozen=True)
class TableShape:
    """Shape of a table."""

    name: str
    about: str
    make: Callable[..., Any]
    """Builds the program's part from the values by the names of their keys."""
    keys: Mapping[str, Key]
    partial: bool = False
    """Built from the keys that are there and right, whatever is wrong with the others."""


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


@dataclass(frozen=True)
class NamedTables:
    """Shape of tables under names that the file chooses."""

    name: str
    of: TableShape
    names: Value
    most: int
