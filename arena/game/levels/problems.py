"""Problems of a level, with their places and remedies in words."""

from typing import NamedTuple

from arena.toml_text import Path


class Problem(NamedTuple):
    """A mistake in a level."""

    line: int  # from 1; 0 where it is about the whole file
    path: Path  # of the key or table; empty where it is about the whole file
    text: str  # the mistake, and the allowed values

    @property
    def key(self) -> str:
        """Path such as `phase[2].group[1].kind`, counted from 1; empty where it is about the whole file."""
        return key_text(self.path)


class LevelError(ValueError):
    """Refusal of a text that is no level; `problems` holds all its mistakes, in the order of the lines."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name, self.problems = (
            name,
            sorted(problems, key=lambda found: (found.line, found.key, found.text)),
        )
        more = len(problems) - 1
        rest = f" (and {more} more)" if more else ""
        super().__init__(f"{self.lines()[0]}{rest}")

    def lines(self) -> list[str]:
        """Each problem as a line that begins with file and line number."""
        return [
            ":".join([self.name, *([str(found.line)] if found.line else [])])
            + f": {found.key}{': ' if found.path else ''}{found.text}"
            for found in self.problems
        ]


def key_text(path: Path) -> str:
    """Path as people write it, arrays counted from 1."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int):
            words[-1:] = [f"{words[-1] if words else ''}[{part + 1}]"]
        else:
            words.append(shorten(part))
    return shorten(".".join(words), 80)


def shorten(text: str, most: int = 40) -> str:
    """Beginning of a text in one line of printable characters."""
    plain = "".join(c if c.isprintable() else " " for c in text[: most + 1])
    return plain if len(plain) <= most else plain[: most - 3] + "..."


def written(value: object) -> str:
    """Value as a level would hold it, never long."""
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
