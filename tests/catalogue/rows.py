"""Every row of the catalogue taken apart: ways to its fields, and rows that differ in one of them."""

import dataclasses
import enum
from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.catalogue import REGISTRIES
from arena.catalogue.registry import Registry

Steps = tuple[str | int, ...]
"""Names of fields, and places in tuples, from a row inwards."""


class Spot(NamedTuple):
    """A field of a row, or of a part within it."""

    registry: Registry[Any]
    row: Any
    steps: Steps
    value: Any
    is_required: bool  # it has no default of its own

    def __str__(self) -> str:
        return f"{self.registry.what} {self.row.name}.{self.way}"

    @property
    def way(self) -> str:
        """As messages of the registry write it."""
        return ".".join(map(str, self.steps))


def spots() -> list[Spot]:
    """One for each field of each type of rows and of their parts, where the first row has one."""
    found: dict[tuple[type, str], Spot] = {}
    for registry in REGISTRIES:
        for row in registry:
            for owner, spot in walk(registry, row, row, ()):
                known = found.setdefault((owner, str(spot.steps[-1])), spot)
                if known.value is None and spot.value is not None:
                    found[owner, str(spot.steps[-1])] = spot
    return list(found.values())


def walk(registry: Registry[Any], row: Any, value: Any, steps: Steps) -> Iterator[tuple[type, Spot]]:
    """Each field within a value, with the type that it belongs to."""
    if isinstance(value, tuple):
        for place, one in enumerate(value):  # type: ignore[reportUnknownVariableType]
            yield from walk(registry, row, one, (*steps, place))
    if not dataclasses.is_dataclass(value):
        return
    required = required_fields(type(value))
    for field in dataclasses.fields(value):
        one, way = getattr(value, field.name), (*steps, field.name)
        yield type(value), Spot(registry, row, way, one, field.name in required)
        yield from walk(registry, row, one, way)


def required_fields(cls: type) -> set[str]:
    """Fields that are annotated without a value in the class's source."""
    return {name for name in cls.__annotations__ if repr(getattr(cls, name)) == "missing"}


def changed(row: Any, steps: Steps, *new: Any) -> Any:
    """A row in which the last of the fields has a new value, or was never given."""
    if not steps:
        return new[0]
    step, rest = steps[0], steps[1:]
    if isinstance(row, tuple):
        parts: list[Any] = list(row)  # type: ignore[reportUnknownArgumentType]
        parts[int(step)] = changed(parts[int(step)], rest, *new)
        return tuple(parts)
    given = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    if not rest and not new:
        del given[str(step)]
    else:
        given[str(step)] = changed(given[str(step)], rest, *new)
    return type(row)(**given)


def another(value: Any) -> Any:
    """A value of the same type that differs."""
    if isinstance(value, enum.Flag):
        return ~value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        name = next(f.name for f in dataclasses.fields(value) if getattr(value, f.name) is not None)
        return dataclasses.replace(value, **{name: another(getattr(value, name))})
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value}_else"
    if isinstance(value, tuple):
        return value[:-1] if value else ("else",)  # type: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {**value, "else": 2.0}  # type: ignore[reportUnknownVariableType]
    return None if value is not None else "else"
