"""Types of values in a file: each checks one, names itself for readers, and as JSON Schema.

`read` returns the value as the program keeps it, or raises ValueError with what is wrong and what is allowed.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.toml_reader.problems import suggest, written


class Value(ABC):
    """Type of a value."""

    @abstractmethod
    def read(self, value: object) -> Any:
        """Check a value and return it as the program keeps it.

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
class RealNumber(Value):
    """A real number."""

    least: float
    most: float
    unit: str = ""

    def read(self, value: object) -> float:
        """Return a finite float in range."""
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if number is None or not self.least <= number <= self.most:
            raise self.refuse(value)
        return float(number)

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
class Switch(Value):
    """Truth value."""

    def read(self, value: object) -> bool:
        """Return a bool."""
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value

    @property
    def words(self) -> str:
        """Both values."""
        return "true or false"

    @property
    def json(self) -> dict[str, Any]:
        """Both values as JSON Schema."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Value):
    """One of a few words, or numbers, and the value that each stands for."""

    meanings: Mapping[Any, Any]

    def read(self, value: object) -> Any:
        """Value that the word stands for."""
        plain = isinstance(value, str | int | float) and not isinstance(value, bool)  # True equals 1
        if not plain or value not in self.meanings:
            hint = suggest(value, self.meanings)
            raise ValueError(f"{written(value)} is not allowed; {hint}write {self.words}")
        return self.meanings[value]

    @property
    def words(self) -> str:
        """Words in quotes."""
        return f"one of {quoted(self.meanings)}"

    @property
    def json(self) -> dict[str, Any]:
        """Words as JSON Schema."""
        words = all(isinstance(word, str) for word in self.meanings)
        return {**({"type": "string"} if words else {}), "enum": list(self.meanings)}


def quoted(names: Iterable[object]) -> str:
    """Words in quotes, listed."""
    return ", ".join(map(written, names))


def choice(names: Iterable[Any]) -> Choice:
    """Choice of words, or numbers, that stand for themselves."""
    return Choice({name: name for name in names})


@dataclass(frozen=True)
class Several(Value):
    """List of values of one type."""

    of: Value
    least: int
    most: int

    def read(self, value: object) -> tuple[Any, ...]:
        """Return all items, each checked."""
        if not isinstance(value, list):
            raise self.refuse(value)
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"a list of {len(value)} is not allowed; write {self.words}")
        return tuple(self.of.read(part) for part in value)

    @property
    def words(self) -> str:
        """Number and type of the items."""
        return f"a list of {self.least} to {self.most}, each {self.of.words}"

    @property
    def json(self) -> dict[str, Any]:
        """Number and type of the items."""
        return {"type": "array", "items": self.of.json, "minItems": self.least, "maxItems": self.most}
