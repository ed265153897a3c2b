"""Changes of single numbers, for experiments: `change_number("weapon.pulse.shots.damage", 12.0)`.

A path is the type of a row, its name, and the way to a number within its rules, by places in tuples from 0.
Numbers that this package computes from others when it is imported do not follow a change.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

from arena.catalogue import REGISTRIES
from arena.catalogue.registry import CatalogueError, Registry


def read_number(path: str) -> int | float:
    """The number at a path.

    Raises:
        CatalogueError: there is none; the message lists the names that may stand there.
    """
    _, row, steps = _find(path)
    return _replaced(row.rules, steps, None, path)[0]


def change_number(path: str, value: float) -> None:
    """Change a number, before anything is made from the catalogue.

    Raises:
        CatalogueError: there is none at the path, it must be whole and the value is not, or it is too late.
    """
    registry, row, steps = _find(path)
    if registry.is_sealed:
        raise CatalogueError(f"{path}: the catalogue is sealed; change it before arena.sim is imported")
    old, rules = _replaced(row.rules, steps, value, path)
    if isinstance(old, int) and value != int(value):
        raise CatalogueError(f"{path}: {value} is not a whole number")
    object.__setattr__(row, "rules", rules)  # whoever has the row sees it


def _find(path: str) -> tuple[Registry[Any], Any, list[str]]:
    what, _, rest = path.partition(".")
    registries = {registry.what: registry for registry in REGISTRIES}
    if what not in registries:
        raise CatalogueError(f"{path}: no {what!r}; there is {', '.join(registries)}")
    name, *steps = rest.split(".")
    return registries[what], registries[what].named(name), steps


def _replaced(value: Any, steps: Sequence[str], new: float | None, path: str) -> tuple[Any, Any]:
    """The number that some steps lead to, and the value with another one in its place."""
    if not steps:
        if isinstance(value, bool) or not isinstance(value, int | float):
            known = ", ".join(_parts(value)) or "nothing"
            raise CatalogueError(f"{path} is no number; there is {known}")
        return value, new if new is None else type(value)(new)
    parts = _parts(value)
    if steps[0] not in parts:
        raise CatalogueError(f"{path}: no {steps[0]!r}; there is {', '.join(parts) or 'nothing'}")
    old, part = _replaced(parts[steps[0]], steps[1:], new, path)
    parts[steps[0]] = part
    if isinstance(value, tuple):
        return old, tuple(parts.values())
    return old, parts if isinstance(value, dict) else dataclasses.replace(value, **parts)


def _parts(value: Any) -> dict[str, Any]:
    """Parts of a value by the steps that lead there."""
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return dict(value)  # type: ignore[reportUnknownArgumentType]
    return {str(at): one for at, one in enumerate(value)} if isinstance(value, tuple) else {}
