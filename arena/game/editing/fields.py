"""Fields: numbers and words of a table as the schema allows them, and the values that come next."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from arena.game.levels.direction import Direction
from arena.game.levels.schema import LEVEL
from arena.game.levels.writer import Document
from arena.toml_reader.shapes import Key, Shapes, TableShape, Variants
from arena.toml_reader.values import Choice, RealNumber, Several, Text, Value, Whole
from arena.toml_text import Path

STEPS = 150
"""Number of steps from end to end of a range, about."""
NICE = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
DIGITS = 6


class Field(NamedTuple):
    """One key of a table that stands in a document."""

    path: Path
    key: Key
    value: Any  # as the document has it; None: it is left out

    @property
    def name(self) -> str:
        """Name of the key."""
        return str(self.path[-1])

    @property
    def holds(self) -> Value:
        """Type of the value."""
        assert isinstance(self.key.holds, Value)
        return self.key.holds

    @property
    def text(self) -> str:
        """Value, or its default where it is left out, in words."""
        return _words(self.holds, _default(self.key) if self.value is None else self.value)


def table_at(document: Document, path: Path) -> Any:
    """Value at a path.

    Raises:
        LookupError: nothing does.
    """
    found: Any = document
    for part in path:
        found = found[part]
    return found


def shape_at(document: Document, path: Path) -> TableShape:
    """Shape of the table at a path.

    Raises:
        LookupError: there is no table.
    """
    shape, table = LEVEL, document
    for part in path:
        table = table[part]  # pyright: ignore[reportArgumentType]
        if isinstance(part, str):
            holds = shape.keys[part].holds
            if isinstance(holds, Variants):
                shape = holds.shapes[table["kind"]]
            elif isinstance(holds, Shapes):
                shape = holds.of
            elif isinstance(holds, TableShape):
                shape = holds
            else:
                raise LookupError(f"{part} is no table")
    return shape


def list_fields(document: Document, path: Path) -> list[Field]:
    """Keys of a table that hold one value each, in the schema's order; no tables within it."""
    shape, table = shape_at(document, path), table_at(document, path)
    return [
        Field((*path, name), key, table.get(name))
        for name, key in shape.keys.items()
        if isinstance(key.holds, Value)
    ]


def next_value(field: Field, by: int, here: Sequence[float], phases: int) -> Any:
    """Value that comes next, `by` steps on; None: it is left out.

    Args:
        field: its present value is the start.
        by: steps, negative: back.
        here: the cursor's place, the next value of a place that is left out.
        phases: number of the level's phases.
    """
    holds = field.holds
    if isinstance(holds, Whole | RealNumber):
        return _next_number(field, holds, by)
    ways = _choices(field, here, phases)
    if not ways:
        return field.value
    value = field.text if isinstance(holds, Choice) else field.value
    at = ways.index(value) if value in ways else 0
    return ways[(at + by) % len(ways)]


def _choices(field: Field, here: Sequence[float], phases: int) -> list[Any]:
    """All values of a field that has but a few, in stepping order."""
    holds, none = field.holds, [] if field.key.required else [None]
    if isinstance(holds, Choice):
        return list(holds.meanings)
    if isinstance(holds, Direction):
        return [*none, field.value or list(here)] if none else []
    if isinstance(holds, Several) and isinstance(holds.of, Choice):
        words = list(holds.of.meanings)
        return [*none, *(words[a:b] for a in range(3) for b in range(a + 1, 4) if b - a < len(words))]
    if isinstance(holds, Several) and isinstance(holds.of, Whole):
        spans = [list(range(a, b + 1)) for a in range(1, phases + 1) for b in range(a, phases + 1)]
        return [*none, *sorted(spans, key=lambda span: (len(span), span))]
    return []


def _next_number(field: Field, holds: Whole | RealNumber, by: int) -> Any:
    """Step a number. It ends at both ends of its range; an optional one is left out below the lower end."""
    default = field.key.default
    outside = not field.key.required and not _is_within(default, holds)
    if field.value is None and outside:
        return _rounded(_start(holds), holds) if by > 0 else None
    value = default if field.value is None else field.value
    step = step_of(holds)
    whole = math.floor(value / step + 1e-9) if by > 0 else math.ceil(value / step - 1e-9)
    changed = (whole + by) * step
    if outside and value <= holds.least and by < 0:
        return None
    return _rounded(min(max(changed, holds.least), holds.most), holds)


def _is_within(default: object, holds: Whole | RealNumber) -> bool:
    return isinstance(default, int | float) and holds.least <= default <= holds.most


def _start(holds: Whole | RealNumber) -> float:
    """First number of a field that was left out."""
    return min(max(0.0, holds.least), holds.most)


def step_of(holds: Whole | RealNumber) -> float:
    """Size of one step."""
    if isinstance(holds, Whole) or holds.unit == "s":
        return 1.0
    rough = (holds.most - holds.least) / STEPS
    return next(step for step in NICE if step >= rough)


def _rounded(value: float, holds: Whole | RealNumber) -> int | float:
    if isinstance(holds, Whole):
        return round(value)
    short = round(value, DIGITS)
    return int(short) if short == int(short) else short


def _default(key: Key) -> Any:
    return None if key.required else key.default


def _words(holds: Value, value: Any) -> str:
    if isinstance(holds, Direction):
        return "on the planet" if value is not None else "none"
    if value is None or (isinstance(holds, Whole | RealNumber) and not holds.least <= value <= holds.most):
        return "none"
    if isinstance(holds, RealNumber):
        return f"{value:g} {holds.unit}".strip()
    if isinstance(holds, Choice):
        return next(word for word, meaning in holds.meanings.items() if value in (word, meaning))
    if isinstance(holds, Several):
        return _list_words(holds, value)
    return str(value)


def _list_words(holds: Several, value: Sequence[Any]) -> str:
    if not value or (isinstance(holds.of, Choice) and len(value) == len(holds.of.meanings)):
        return "all"
    if isinstance(holds.of, Direction):
        return f"{len(value)} places"
    if len(value) > 2 and isinstance(value[0], int) and all(b == a + 1 for a, b in pairwise(value)):
        return f"{value[0]} to {value[-1]}"
    return ", ".join(str(part) for part in value)


def is_fixed(field: Field) -> bool:
    """Return whether it holds a place, or places, that are always there: those are moved on the planet."""
    several = isinstance(field.holds, Several) and isinstance(field.holds.of, Direction)
    return several or (isinstance(field.holds, Direction) and field.key.required)


def is_text(field: Field) -> bool:
    """Return whether it is written letter by letter."""
    return isinstance(field.holds, Text)
