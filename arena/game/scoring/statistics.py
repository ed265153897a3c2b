"""Statistics of a world: counts for the profiler and for the stress load's figures."""

from typing import NamedTuple

import numpy as np

from arena.catalogue.kind_row import KINDS
from arena.jit.annotations import Flags
from arena.sim.world import World


class Statistics(NamedTuple):
    """Bodies of a world at one moment, and the pairs and contacts of its last tick."""

    kinds: dict[str, int]  # living bodies by the name of their kind; absent kinds are left out
    awake: int
    asleep: int
    pairs: int  # candidates of the broad phase
    contacts: int  # solid bodies that touch
    quarantined: int = 0  # bodies taken out since the beginning, see `arena.sim.quarantine`

    @property
    def bodies(self) -> int:
        """Number of living bodies."""
        return sum(self.kinds.values())


def take_statistics(world: World) -> Statistics:
    """Count everything."""
    bodies = world.bodies
    awake = int(np.count_nonzero(awake_rows(world)))
    living = int(np.count_nonzero(bodies.alive))
    return Statistics(
        *(count_kinds(world), awake, living - awake, world.pair_count, int(world.contacts.count[0])),
        quarantined=int(world.quarantine.count[0]),
    )


def quarantine_notice(world: World) -> str:
    """Line about the first body that was removed for NaN or numbers out of range; empty while none was.

    Callers show it once. Seed and commands repeat the tick.
    """
    first = world.quarantine
    if not first.count[0]:
        return ""
    name = KINDS[first.kind[0]].words
    return (
        f"at tick {first.tick[0]} of seed {world.seed} body {first.row[0]} ({name}) held NaN or a number "
        "out of range and was removed; please report it with the replay"
    )


def count_kinds(world: World) -> dict[str, int]:
    """Living bodies by the name of their kind, in the order of its number."""
    bodies = world.bodies
    counts = np.bincount(bodies.kind[bodies.alive], minlength=KINDS.size).tolist()
    return {row.name: counts[row.number] for row in KINDS if counts[row.number]}


def awake_rows(world: World) -> Flags:
    """Flags of rows that hold a living body that is awake, shape (capacity,)."""
    return world.bodies.alive & world.bodies.awake
