"""Events of this tick, for scoring, effects and sound.

`begin_tick` clears the table; systems append in a stable order. The last third of the rows is reserved for
deaths, so that no death is dropped. Other events over capacity are dropped.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline
from arena.jit.annotations import Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.tables.bodies import allocate
from arena.vectors import Vector


class Event(IntEnum):
    """Values of `Events.kind`. `row` and `other` are rows of `Bodies` or -1; `size` is given with each."""

    SHOT = 0  # row fired; size: number of the weapon plus 1, 0 for a kind's own weapon
    HIT = 1  # row was hit by a bullet of `other`; size: damage [hit points]
    KILLED = 2  # row (a ship) died, `other` did it; size: radius [u]
    BURST = 3  # row (an asteroid) was shot to pieces by `other`; size: radius [u]
    BUMP = 4  # row and other touched; size: closing speed [u/s]
    LANDING = 5  # row will reach the shell in LandingTuning.warning_time; size: radius [u]
    LANDED = 6  # row reached the shell; size: radius [u]
    BOOST = 7  # player row dashed
    BOMB = 8  # player row set off a bomb; size: its reach [u]
    PLAYER_HURT = 9  # player row lost health by the body or bullet `other`; size: damage [hit points]
    PLAYER_KILLED = 10  # player row lost its last health
    DEPLOYED = 11  # row laid or launched `other`; size: its radius [u]
    ARMED = 12  # player row changed weapon; size: its number plus 1
    COLLECTED = 13  # player row took the pickup `other`; size: number of the pickup
    NEAR_MISS = 14  # hostile `other` passed close to player row; size: the gap between hulls [u]
    STRUCK = 15  # row was destroyed by a dash of player `other`; KILLED follows; size: radius [u]
    BOSS_STAGE = 16  # boss row began a stage; size: number of the stage, from 0
    SPARK = 17  # the volatile row was killed by `other`: its fuse burns; size: radius [u]
    CAUGHT = 18  # row (a ship) died in a cascade of `other`; size: its number within the cascade, from 1
    CASCADE = 19  # a cascade that `other` began has ended, row is its last ship; size: ships in it
    UNLOADED = 20  # row, last piece of a loaded asteroid, was shot by `other`; size: number of the material
    FITTED = 21  # player row took the module in the crate `other`; size: number of the module
    SHARD = 22  # player row collected a shard; size: number of it in a run of them, from 1
    LINK_CUT = 23  # player or bullet `other` cut the link that protected row; size: radius [u]
    VOLLEY = 24  # row is the first of several ships that wind up a volley; size: number of the pattern


EVENTS_PER_BODY, EVENTS_MIN = 2, 1024
"""Rows for events that are not deaths: per body, and at least."""


class Events(Table):
    """Rows at `count[0]` and beyond are stale; events without room are counted in `dropped[0]` and lost."""

    kind: NDArray[np.uint8]  # Event, shape (capacity,)
    row: NDArray[np.int32]  # shape (capacity,)
    other: NDArray[np.int32]  # shape (capacity,)
    subject: NDArray[np.uint8]  # kind of the body `row` at that time, shape (capacity,)
    size: NDArray[np.float32]  # shape (capacity,)
    position: NDArray[np.float32]  # [u], shape (capacity, 3)
    count: NDArray[np.int64]  # shape (1,)
    dropped: NDArray[np.int64]  # shape (1,)

    @property
    def kinds(self) -> bytes:
        """Kinds of this tick's events, in their order: `Event.KILLED in events.kinds` takes no time."""
        return self.kind[: int(self.count[0])].tobytes()


def create_events(bodies: int) -> Events:
    """A table for a tick of a number of bodies, each of which can die once."""
    common = max(EVENTS_MIN, EVENTS_PER_BODY * bodies)
    return allocate(Events, common + common // EVENTS_PER_BODY)


@inline
def common_room(events: Events):
    """Number of rows for events that are not deaths."""
    rows = len(events.kind)
    return rows - rows // (EVENTS_PER_BODY + 1)


@inline
def add_event(
    events_inout: Events, kind: Integer, row: Row, other: Row, subject: Integer, size: Real, position: Vector
) -> None:
    """Append an event, or count it as dropped if it is over capacity."""
    append_event(events_inout, common_room(events_inout), kind, row, other, subject, size, position)


@inline
def add_death(
    events_inout: Events, kind: Integer, row: Row, other: Row, subject: Integer, size: Real, position: Vector
) -> None:
    """Append an event that scoring needs, such as KILLED or COLLECTED; none of them is dropped."""
    append_event(events_inout, len(events_inout.kind), kind, row, other, subject, size, position)


@inline
def append_event(
    events_inout: Events,
    room: Integer,
    kind: Integer,
    row: Row,
    other: Row,
    subject: Integer,
    size: Real,
    position: Vector,
) -> None:
    """Append an event if there are fewer than `room`, or count it as dropped."""
    at = events_inout.count[0]
    if DEBUG:
        assert 0 <= at <= len(events_inout.kind), "append_event: more events than rows"
    if at >= room:
        events_inout.dropped[0] += 1
        return
    events_inout.kind[at] = kind
    events_inout.row[at] = row
    events_inout.other[at] = other
    events_inout.subject[at] = subject
    events_inout.size[at] = size
    events_inout.position[at, 0] = position[0]
    events_inout.position[at, 1] = position[1]
    events_inout.position[at, 2] = position[2]
    events_inout.count[0] = at + 1
