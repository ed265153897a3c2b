"""`Bodies`, the table of everything with a bounding sphere, and side tables of single pools.

`World` allocates the tables once; systems read and write the columns in place. A row is *live* if `alive` is
True; the other columns of a dead row are stale.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.jit.tables import Table

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]
U32 = NDArray[np.uint32]
U8 = NDArray[np.uint8]
Bool = NDArray[np.bool_]


SLOTS = 8
"""Places for modules on a player's ship."""


class Bodies(Table):
    """Structure of arrays over all bodies; its `capacity` is fixed at world creation."""

    position: F32  # [u] from the planet's centre, shape (capacity, 3)
    velocity: F32  # [u/s], tangent to the sphere at position, shape (capacity, 3)
    heading: F32  # unit, tangent at position, direction of the nose, shape (capacity, 3)
    radius: F32  # [u], shape (capacity,)
    inv_mass: F32  # [1/u^3], shape (capacity,)
    health: F32  # [hit points], shape (capacity,)
    radial_speed: F32  # [u/s] outward; negative while dropping in, 0 on the shell, shape (capacity,)
    kind: U8  # number in the catalogue, shape (capacity,)
    team: U8  # Team, shape (capacity,)
    variant: U8  # asteroid: material + 16 * splits + LOADED; bullet: kind of shooter; boss, part: BOSSES
    alive: Bool  # shape (capacity,)
    awake: Bool  # thinks, steers and fires; see arena.sim.sleep, shape (capacity,)
    generation: U32  # number of bodies born in the row; part of an id, shape (capacity,)
    born: I32  # tick of creation, shape (capacity,)
    hit_by: I32  # row that last damaged the body, for scoring; -1: none, shape (capacity,)
    previous_position: F32  # pose one tick ago, for interpolation and swept tests, shape (capacity, 3)
    previous_heading: F32  # shape (capacity, 3)


class Ships(Table):
    """Columns of ships: players, companions and enemies, the first rows of `Bodies`."""

    cooldown: I32  # [ticks] until the weapon is ready, shape (ship_capacity,)
    hurt_tick: I32  # tick of the last damage taken, shape (ship_capacity,)
    untouchable_until: I32  # tick before which nothing hurts it, shape (ship_capacity,)
    fuse: I32  # tick at which a volatile bursts, 0: not lit, shape (ship_capacity,)
    chilled_until: I32  # tick before which it flies slowly, shape (ship_capacity,)
    cascade: I32  # row of `Cascades` that lit or killed it, -1 for none, shape (ship_capacity,)
    shielder: I32  # row of the ship whose link protects it, -1 for none, shape (ship_capacity,)
    unlinked_until: I32  # tick before which no link protects it, shape (ship_capacity,)


class Memory(Table):
    """State of minds, row-aligned with the ships. Each kind of mind uses its own columns.

    Minds compute the next state into a copy; `Minds.collect` writes it back.
    """

    phase: I32  # of the attack cycle, see `arena.ai.cycle`, shape (ship_capacity,)
    until: I32  # tick at which the phase ends, shape (ship_capacity,)
    target: I32  # row of a body, as a companion's player or a part's boss, or -1, shape (ship_capacity,)
    launched: I32  # drones that a carrier has launched, shape (ship_capacity,)
    route: I32  # row of a stalker in the table of routes, -1 for none, shape (ship_capacity,)
    ring_slot: I32  # place of a part in its boss's ring, of a companion at its player, shape (ship_capacity,)
    cover: F32  # position of a stalker's cover [u], shape (ship_capacity, 3)
    ring_axis: F32  # unit tangent at a boss from which ring places are measured, shape (ship_capacity, 3)
    stage: I32  # of a boss, from 0, shape (ship_capacity,)
    stage_began: I32  # tick at which the stage began, shape (ship_capacity,)
    zone: I32  # row of the gravity well around a boss, -1 for none, shape (ship_capacity,)


class Players(Table):
    """Columns of players, row-aligned with the first rows of `Bodies`."""

    up: F32  # unit tangent carried along the path: the y axis of move and aim, shape (players, 3)
    boost: F32  # charge of the dash, 0 to 1, shape (players,)
    boost_until: I32  # tick at which the running dash ends, shape (players,)
    bombs: I32  # left, shape (players,)
    weapon: U8  # number of the current weapon; outlives a body, shape (players,)
    modules: (
        U8  # number plus 1 of the module in each place, 0: empty; outlives a body, shape (players, SLOTS)
    )
    module_levels: U8  # of the module in each place; outlives a body, shape (players, SLOTS)
    picks: U8  # crates of those that lie about that it may still take; outlives a body, shape (players,)
    fired_at: I32  # tick of the last shot, 0 before the first, shape (players,)
    held: U8  # button bits of the last command, to find presses; outlives a body, shape (players,)
    hull: U8  # number in the catalogue; outlives a body, shape (players,)
    barred: U8  # button bits that do nothing; outlives a body, shape (players,)


class Bullets(Table):
    """Columns of bullets, row-aligned with the bullet pool (index = row - pool start)."""

    owner: I32  # row of the ship that fired, -1 for none, shape (bullet_capacity,)
    damage: F32  # [hit points], shape (bullet_capacity,)
    expires: I32  # tick of despawn by range, shape (bullet_capacity,)
    weapon: U8  # number of the weapon it came from plus 1, 0 for a kind's own, shape (bullet_capacity,)
    pierces: I32  # bodies that it can still pass through, shape (bullet_capacity,)
    passed: (
        I32  # row that it passed through last and does not hurt again, -1 for none, shape (bullet_capacity,)
    )


INTEGER_COLUMNS: dict[str, type[np.generic]] = {
    **dict.fromkeys(
        ("kind", "team", "variant", "held", "hull", "barred", "weapon", "buttons", "subject", "picks"),
        np.uint8,
    ),
    **dict.fromkeys(
        ("born", "cooldown", "fired_at", "hurt_tick", "untouchable_until", "boost_until", "bombs"), np.int32
    ),
    **dict.fromkeys(
        ("fuse", "chilled_until", "cascade", "shielder", "unlinked_until", "by", "lit", "kills", "began"),
        np.int32,
    ),
    **dict.fromkeys(("phase", "until", "target", "launched", "route", "ring_slot"), np.int32),
    **dict.fromkeys(("stage", "stage_began", "zone"), np.int32),
    **dict.fromkeys(
        ("owner", "expires", "pierces", "passed", "hit_by", "row", "other", "first", "second"),
        np.int32,
    ),
    "alive": np.bool_,
    "awake": np.bool_,
    "generation": np.uint32,
    "count": np.int64,
    "dropped": np.int64,
}
"""Dtypes of all columns that are not float32, in the tables that `allocate` makes."""

VECTOR_COLUMNS = frozenset(
    (
        *("position", "velocity", "heading", "previous_position", "previous_heading"),
        *("up", "move", "aim", "normal", "cover", "ring_axis"),
    )
)
"""Columns of shape (capacity, 3)."""

SINGLE_COLUMNS = frozenset(("count", "dropped"))
"""Columns of shape (1,)."""

TableT = TypeVar("TableT", bound=Table)


def allocate(table: type[TableT], capacity: int) -> TableT:
    """A table of `capacity` rows of zeros; shapes and dtypes follow from the columns' names."""

    def column(name: str) -> NDArray[Any]:
        rows = 1 if name in SINGLE_COLUMNS else capacity
        return np.zeros((rows, 3) if name in VECTOR_COLUMNS else rows, INTEGER_COLUMNS.get(name, np.float32))

    return table(*(column(name) for name in table.column_names))


def create_players(count: int) -> Players:
    """A table of zeros for `count` players, without modules."""
    places = {name: np.zeros((count, SLOTS), np.uint8) for name in ("modules", "module_levels")}
    return allocate(Players, count).replaced(**places)
