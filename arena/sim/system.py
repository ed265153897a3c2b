"""`system`: decorator that declares the columns a system writes.

A system is a function of the world, run by `step`. The decorator returns the function itself, so the
declaration costs nothing at run time. `tests/sim/test_declared_writes.py` compares each system's actual
writes with its declaration.
"""

from collections.abc import Callable
from typing import Any, TypeVar

System = Callable[[Any], None]
"""A function of a `World`; the class is not imported here, to avoid an import cycle."""

SystemT = TypeVar("SystemT", bound=Callable[..., Any])

_writes: dict[Callable[..., Any], frozenset[str]] = {}


def system(*, writes: tuple[str, ...]) -> Callable[[SystemT], SystemT]:
    """Declare a system.

    Args:
        writes: columns as "table.column" under their names in `World`, or "table.*" for all columns of a
        table,
            meant for workspace.
    """

    def declare(function: SystemT) -> SystemT:
        _writes[function] = frozenset(writes)
        return function

    return declare


def writes_of(function: Callable[..., Any]) -> frozenset[str]:
    """Columns that a system declared.

    Raises:
        KeyError: the function is not a system.
    """
    return _writes[function]


def covers(word: str, column: str) -> bool:
    """True if a declared word names a column, or all columns of its table."""
    return word == column or (word.endswith(".*") and column.startswith(word[:-1]))


def columns(table: str, *names: str) -> tuple[str, ...]:
    """Names "table.name" of several columns of one table."""
    return tuple(f"{table}.{name}" for name in names)


EVENTS = ("events.*",)
"""Columns written by systems that add events."""

BIRTH = (
    *columns(
        "bodies", "position", "velocity", "heading", "radius", "inv_mass", "health", "radial_speed", "kind"
    ),
    *columns("bodies", "team", "variant", "alive", "awake", "generation", "born", "hit_by"),
    *columns("bodies", "previous_position", "previous_heading"),
    *columns("sleep", "inside", "left_tick", "wake_tick", "allow_sleep", "allow_wake", "forced"),
)
"""Columns that `arena.sim.births.write_body` writes for every body."""

SHIP_BIRTH = (
    *columns("ships", "cooldown", "hurt_tick", "untouchable_until", "fuse", "chilled_until", "cascade"),
    *columns("ships", "shielder", "unlinked_until"),
    *columns("memory", "phase", "until", "target", "launched", "route", "ring_slot", "cover", "ring_axis"),
    *columns("memory", "stage", "stage_began", "zone"),
    *columns("commands", "move", "aim", "buttons"),
)
"""Columns that it writes in addition for ships."""

BULLET_BIRTH = columns("bullets", "owner", "damage", "expires", "weapon", "pierces", "passed")
"""Columns that it writes in addition for bullets."""
