"""Kinds of values that a level may hold: each checks one, names itself for readers, and as JSON Schema.

`read` returns the value as the plan keeps it, or raises ValueError with what is wrong and what is allowed.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.game.levels.problems import written


class Value(ABC):
    """Type of a value."""

    @abstractmethod
    def read(self, value: object) -> Any:
        """Check a value and return it as the plan keeps it.

        Raises:
            ValueError: it is not of this type.
        """

    @property
    @abstractmethod
    def words(self) -> str:
        """Allowed values in words, for people."""

    @property
    @abstractmethod
    def json(self) -> dict[str, Any]:
        """Allowed values as JSON Schema."""

    def refuse(self, value: object) -> ValueError:
        """Build the error for a value of another type."""
        return ValueError(f"{written(value)} is not allowed; write {self.words}")


@dataclass(frozen=True)
class Whole(Value):
    """A whole number."""

    least: int
    most: int

    def read(self, value: object) -> int:
        """Return an int in range."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise self.refuse(value)
        return value

    @property
    def words(self) -> str:
        """Range in words."""
        return f"a whole number from {self.least} to {self.most}"

    @property
    def json(self) -> dict[str, Any]:
        """Range as JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Real(Value):
    """A real number."""

    least: float
    most: float
    unit: str = ""

    def read(self, value: object) -> float:
        """Return a finite float in range."""
        if type(value) not in (int, float) or not self.least <= value <= self.most:  # pyright: ignore[reportOperatorIssue]
            raise self.refuse(value)
        return float(value)  # pyright: ignore[reportArgumentType]

    @property
    def words(self) -> str:
        """Range and unit in words."""
        return f"a number from {self.least:g} to {self.most:g}{f' [{self.unit}]' if self.unit else ''}"

    @property
    def json(self) -> dict[str, Any]:
        """Range as JSON Schema."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Text(Value):
    """Text for the screen: one line."""

    most: int
    least: int = 0

    def read(self, value: object) -> str:
        """Return a printable line."""
        if not isinstance(value, str) or not self.least <= len(value) <= self.most or not value.isprintable():
            raise self.refuse(value)
        return value

    @property
    def words(self) -> str:
        """Length in words."""
        return f"one line of {self.least} to {self.most} printable characters, in quotes"

    @property
    def json(self) -> dict[str, Any]:
        """Length as JSON Schema."""
        return {"type": "string", "minLength": self.least, "maxLength": self.most}


@dataclass(frozen=True)
class Choice(Value):
    """One of a few words, and the value that each stands for."""

    meanings: Mapping[str, Any]

    def read(self, value: object) -> Any:
        """Value that the word stands for."""
        if not isinstance(value, str) or value not in self.meanings:
            raise self.refuse(value)
        return self.meanings[value]

    @property
    def words(self) -> str:
        """Words in quotes."""
        return f"one of {quoted(self.meanings)}"

    @property
    def json(self) -> dict[str, Any]:
        """Words as JSON Schema."""
        return {"type": "string", "enum": list(self.meanings)}


def quoted(names: Iterable[str]) -> str:
    """Words in quotes, listed."""
    return ", ".join(f'"{name}"' for name in names)


def choice(names: Sequence[str]) -> Choice:
    """Choice of words that stand for themselves."""
    return Choice({name: name for name in names})


@dataclass(frozen=True)
class Direction(Value):
    """Direction of a place on the shell, written as a vector of any length from the planet's centre."""

    most: float = 1000.0

    def read(self, value: object) -> tuple[float, float, float]:
        """Return the direction, of length 1."""
        if not isinstance(value, list) or len(value) != 3:
            raise self.refuse(value)
        for part in value:
            if type(part) not in (int, float) or not abs(part) <= self.most:
                raise ValueError(f"{written(part)} is not allowed in a place; write {self.words}")
        x, y, z = (float(part) for part in value)
        size = math.sqrt(x * x + y * y + z * z)
        if size < 1e-3:
            raise ValueError(f"a place needs a direction; write {self.words}, not all of them zero")
        return x / size, y / size, z / size

    @property
    def words(self) -> str:
        """Format in words."""
        return f"three numbers from {-self.most:g} to {self.most:g} as in [0, 0.5, 1]"

    @property
    def json(self) -> dict[str, Any]:
        """Format as JSON Schema."""
        part = {"type": "number", "minimum": -self.most, "maximum": self.most}
        return {"type": "array", "items": part, "minItems": 3, "maxItems": 3}


@dataclass(frozen=True)
class Several(Value):
    """List of values of one type."""

    of: Value
    least: int
    most: int

    def read(self, value: object) -> tuple[Any, ...]:
        """Return all items, each checked."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise self.refuse(value)
        return tuple(self.of.read(part) for part in value)

    @property
    def words(self) -> str:
        """Number and type of the items."""
        return f"a list of {self.least} to {self.most}, each {self.of.words}"

    @property
    def json(self) -> dict[str, Any]:
        """Number and type of the items."""
        return {"type": "array", "items": self.of.json, "minItems": self.least, "maxItems": self.most}
