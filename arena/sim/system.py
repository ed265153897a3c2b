"""`system`: decorator that makes a kernel of `Simulation` a step of a tick and declares what it writes.

    @system(writes=("bodies.health", *EVENTS))
    def age_mines(sim: Simulation) -> None: ...                       the usual one

    @system(writes=..., blocks=(body_count, 10_000))
    def move_bodies(begin: Integer, end: Integer, sim: Simulation) -> None: ...     rows, on several threads

    @system(writes=..., otherwise=find_pairs_of)
    def find_pairs(sim: Simulation) -> Integer: ...                   returns DONE, or ASK for `otherwise`

`arena.sim.step` runs the systems: all of them from one compiled loop, or one by one for a profile. A system
that asks has changed nothing that `otherwise`, a function of the world, does not write anew.
`tests/sim/test_declared_writes.py` compares each system's actual writes with its declaration.
"""

from collections.abc import Callable
from typing import Any

from arena.jit import kernel
from arena.sim.blocks import run_blocks

DONE, ASK = 0, 1
"""Results of a system that may ask for `otherwise`."""

CountRows = Callable[[Any], int]
"""Counts the rows that a system in blocks runs over, of a `Simulation`."""


class System:
    """One step of a tick; calling it with a `World` runs it alone.

    Attributes:
        kernel: the compiled function, of (begin, end, simulation) where `blocks` are given.
        writes: columns that it writes.
        blocks: function that counts its rows, and the smallest block worth a thread; None: it has no blocks.
        otherwise: function of the world that runs where the kernel asks for it.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        writes: frozenset[str],
        blocks: tuple[CountRows, int] | None,
        otherwise: Callable[[Any], None] | None,
    ) -> None:
        self.kernel = kernel(function)
        self.writes, self.blocks, self.otherwise = writes, blocks, otherwise
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.__module__ = function.__module__

    def __call__(self, world: Any) -> None:
        """Run it on a world."""
        if self.otherwise is not None:
            self.otherwise(world)
        elif self.blocks is not None:
            count, least = self.blocks
            run_blocks(world.workers, count(world.simulation), least, self.kernel, world.simulation)
        else:
            self.kernel(world.simulation)

    def __repr__(self) -> str:
        return f"<system {self.__name__}>"


def system(
    *,
    writes: tuple[str, ...],
    blocks: tuple[CountRows, int] | None = None,
    otherwise: Callable[[Any], None] | None = None,
) -> Callable[[Callable[..., Any]], System]:
    """Declare a system.

    Args:
        writes: columns as "table.column" under their names in `World`, or "table.*" for all columns of a
            table, meant for workspace.
        blocks: see `System`.
        otherwise: see `System`.
    """
    return lambda function: System(function, frozenset(writes), blocks, otherwise)


def body_count(sim: Any) -> int:
    """Number of rows of `Bodies`."""
    return len(sim.bodies.alive)


def ship_count(sim: Any) -> int:
    """Number of rows of `Ships`."""
    return len(sim.ships.cooldown)


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
