"""`system`: what makes a function one of the systems that `step` runs in turn.

A system takes the world and says which columns it writes. It is called as it is, so the declaration costs
nothing; `tests/sim/test_declared_writes.py` plays lively worlds and compares each system's deeds with its
words.
"""

from collections.abc import Callable
from typing import Any, TypeVar

System = Callable[[Any], None]
"""A function of a `World`, which is not imported here: worlds are made of tables that systems write."""

SystemT = TypeVar("SystemT", bound=Callable[..., Any])

_writes: dict[Callable[..., Any], frozenset[str]] = {}


def system(*, writes: tuple[str, ...]) -> Callable[[SystemT], SystemT]:
    """Declare a system.

    Args:
        writes: columns as "table.column" under their names in `World`, or "table.*" for all of a table, which
            is meant for workspace.
    """

    def declare(function: SystemT) -> SystemT:
        _writes[function] = frozenset(writes)
        return function

    return declare


def writes_of(function: Callable[..., Any]) -> frozenset[str]:
    """What a system declared.

    Raises:
        KeyError: it is none.
    """
    return _writes[function]


def covers(word: str, column: str) -> bool:
    """Say if a declared word stands for a column: by its name, or by its table's."""
    return word == column or (word.endswith(".*") and column.startswith(word[:-1]))


def columns(table: str, *names: str) -> tuple[str, ...]:
    """("table.name", ...): for systems that write many columns of one table."""
    return tuple(f"{table}.{name}" for name in names)


EVENTS = ("events.*",)
"""What every system writes that tells of something."""

BIRTH = (
    *columns(
        "bodies", "position", "velocity", "heading", "radius", "inv_mass", "health", "radial_speed", "kind"
    ),
    *columns("bodies", "team", "variant", "alive", "awake", "generation", "born", "hit_by"),
    *columns("bodies", "previous_position", "previous_heading"),
    *columns("sleep", "inside", "left_tick", "wake_tick", "allow_sleep", "allow_wake", "forced"),
)
"""What `arena.sim.births.write_body` writes for every kind of body."""

SHIP_BIRTH = (
    *columns("ships", "cooldown", "hurt_tick", "untouchable_until"),
    *columns("memory", "phase", "until", "target", "launched", "route", "ring_slot", "cover", "ring_axis"),
    *columns("memory", "stage", "stage_began", "zone"),
    *columns("commands", "move", "aim", "buttons"),
)
"""What it writes for ships in addition."""

BULLET_BIRTH = columns("bullets", "owner", "damage", "expires", "weapon", "pierces", "passed")
"""What it writes for bullets in addition."""
