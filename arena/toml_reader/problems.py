"""Problems of a TOML file, with their places and remedies in words."""

import difflib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from arena.toml_text import Path


class Problem(NamedTuple):
    """A mistake in a file."""

    line: int  # from 1; 0 where it is about the whole file
    path: Path  # of the key or table; empty where it is about the whole file
    text: str  # the mistake, and the allowed values

    @property
    def key(self) -> str:
        """Path such as `phase[2].group[1].kind`, counted from 1; empty where it is about the whole file."""
        return key_text(self.path)

    @property
    def told(self) -> str:
        """Key and text."""
        return f"{self.key}: {self.text}" if self.path else self.text

    def told_of(self, file: str) -> str:
        """Line that begins with the file's name and the line number."""
        return f"{file}:{self.line}: {self.told}" if self.line else f"{file}: {self.told}"


class TomlError(ValueError):
    """Refusal of a text; `problems` holds all its mistakes, in the order of the lines."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name, self.problems = printable(name), in_order(problems)
        more = len(problems) - 1
        super().__init__(f"{self.lines()[0]}{f' (and {more} more)' if more else ''}")

    def lines(self) -> list[str]:
        """Each problem as a line that begins with file and line number."""
        return [found.told_of(self.name) for found in self.problems]


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in the order of the lines."""
    return sorted(problems, key=lambda found: (found.line, found.key, found.text))


def key_text(path: Path) -> str:
    """Path as people write it, arrays counted from 1."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int):
            words[-1:] = [f"{words[-1] if words else ''}[{part + 1}]"]
        else:
            words.append(shorten(part))
    return shorten(".".join(words), 80)


def suggest(word: object, known: Iterable[object], write: Callable[[object], str] | None = None) -> str:
    """Known word that was probably meant, as the beginning of a clause; empty where none is similar.

    `write` puts the word down, as a file would hold it by default.
    """
    words = [one for one in known if isinstance(one, str)]
    near = difflib.get_close_matches(shorten(word), words, 1) if isinstance(word, str) else ()
    return f"perhaps {(write or written)(near[0])} is meant; " if near else ""


def printable(text: object) -> str:
    """Text on one line, such as a path: whatever cannot be printed is escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(text))


def shorten(text: str, most: int = 40) -> str:
    """Beginning of a text in one line of printable characters."""
    plain = "".join(c if c.isprintable() else " " for c in text[: most + 1])
    return plain if len(plain) <= most else plain[: most - 3] + "..."


def written(value: object) -> str:
    """Value as a file would hold it, never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**12:
        return "a number with more than 12 digits"
    if isinstance(value, int | float):
        return f"{value}"
    return f"a {type(value).__name__}"
