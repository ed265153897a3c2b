"""Harm: what hit the players, how long before that they could have known, and how each life ended.

`note_harm` runs once per tick, before `arena.game.scoring.visibility.watch_bodies`: a hit is judged by the
notice up to the tick before it. Screens read it as plain data, through `deaths`.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.rules import SIGHT
from arena.game.scoring.visibility import NEVER, Notice
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, Flags, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.sim.tables.population import Population
from arena.tuning import TICK_RATE
from arena.vectors import cross, dot, length, scaled, subtract, vector

DEATHS_KEPT = 64
"""Number of deaths that are kept; no game has had more."""


class Means(IntEnum):
    """Means by which a player was hurt."""

    UNKNOWN = 0
    BULLET = 1
    TOUCH = 2
    MINE = 3
    ASTEROID = 4


UNKNOWN, BULLET, TOUCH, MINE, ASTEROID = (int(means) for means in Means)
MINE_KIND, ASTEROID_KIND, BULLET_KIND = kinds.MINE.number, kinds.ASTEROID.number, kinds.BULLET.number


class Harm(Table):
    """All hits, by kind of the attacker, and the last hit of each player."""

    hits: I64  # shape (KIND_COUNT,)
    unwarned: I64  # those that came after less than `SightRules.least` ticks of warning, shape (KIND_COUNT,)
    kind: I64  # kind that dealt the player's last hit, shape (players,)
    means: I64  # Means of it, shape (players,)
    warned: I64  # [ticks] for which it had been noticed, shape (players,)
    tick: I64  # of it, shape (players,)
    bearing: F64  # (right, ahead) to where it came from in the frame of the player's sticks [u], (players, 2)


class Deaths(Table):
    """Ring of deaths: row k holds the k-th death, modulo `DEATHS_KEPT`; columns as in `Harm`."""

    count: I64  # deaths so far, shape (1,)
    player: I64  # slot, shape (DEATHS_KEPT,)
    tick: I64
    section: I64  # number of the wave, or phase of a level
    kind: I64
    means: I64
    warned: I64
    bearing: F64  # shape (DEATHS_KEPT, 2)


class Death(NamedTuple):
    """A death, as plain data for screens."""

    player: int  # slot
    tick: int
    section: int  # wave, or phase of a level
    kind: int | None  # of the attacker; None: unknown
    means: Means
    side: str  # direction of the attacker: "ahead", "behind on the left" ...
    away: float  # distance of the attacker [u]
    warned: float  # [s] for which it had been in view or announced

    @property
    def text(self) -> str:
        """One line, such as "a gunner's shot from behind, seen for 1.2 s"."""
        if self.kind is None:
            return "lost without a hit"
        one = KINDS[self.kind].one
        what = f"{one}'s shot" if self.means == Means.BULLET else one
        return f"{what} from {self.side}, seen for {self.warned:.1f} s"


def create_harm(players: int) -> Harm:
    """Build a record without hits."""
    hits, unwarned = np.zeros((2, KINDS.size), np.int64)
    kind, means, warned, tick = np.zeros((4, players), np.int64)
    tick[:] = -1
    return Harm(hits, unwarned, kind, means, warned, tick, np.zeros((players, 2)))


def create_deaths() -> Deaths:
    """Build a record without deaths."""
    player, tick, section, kind, means, warned = np.zeros((6, DEATHS_KEPT), np.int64)
    bearing = np.zeros((DEATHS_KEPT, 2))
    return Deaths(np.zeros(1, np.int64), player, tick, section, kind, means, warned, bearing)


@kernel
def note_harm(
    events: Events, population: Population, notice: Notice, shell_radius: float, tick: int, harm_inout: Harm
) -> None:
    """Note the hits on players in this tick."""
    b, first_bullet = population.bodies, population.pools.start[Pool.BULLET]
    for at in range(events.count[0]):
        if events.kind[at] != Event.PLAYER_HURT:
            continue
        slot, by = np.int64(events.row[at]), np.int64(events.other[at])
        if DEBUG:
            assert 0 <= slot < len(harm_inout.tick), "note_harm: no such player"
            assert 0 <= by < len(b.alive), "note_harm: the attacker is outside of the table"
        kind, means = source_of(b, by)
        since = notice.seen[slot, by]
        if by >= first_bullet and b.born[by] == tick:  # nobody has watched it yet
            owner = population.bullets.owner[by - first_bullet]
            since = notice.charging[slot, owner] if owner >= 0 else NEVER
        warned = np.int64(0) if since == NEVER else tick - np.int64(since)
        harm_inout.hits[kind] += 1
        harm_inout.unwarned[kind] += warned < SIGHT.least
        harm_inout.kind[slot], harm_inout.means[slot] = kind, means
        harm_inout.warned[slot], harm_inout.tick[slot] = warned, tick
        note_bearing(b, population.players.up, slot, by, means, shell_radius, tick, harm_inout.bearing)


@inline
def source_of(bodies: Bodies, by: Row) -> tuple[Integer, Integer]:
    """Return (kind of the attacker, Means); a bullet's variant holds the kind of its shooter."""
    kind = np.int64(bodies.kind[by])
    if kind == BULLET_KIND:
        return np.int64(bodies.variant[by]), BULLET
    means = MINE if kind == MINE_KIND else ASTEROID if kind == ASTEROID_KIND else TOUCH
    return kind, means


@inline
def note_bearing(
    bodies: Bodies, up: F32, slot: Row, by: Row, means: Integer, shell_radius: Real, tick: Integer,
    bearing_out: F64,
) -> None:  # fmt: skip
    """(right, ahead) [u]: back along a bullet's way to where it was fired, or to what touched."""
    here, ahead = vector(bodies.position, slot), vector(up, slot)
    here = scaled(here, 1.0 / length(here))
    right = cross(ahead, here)
    way = subtract(vector(bodies.position, by), scaled(here, shell_radius))
    away = length(way)
    if means == BULLET:
        way = scaled(vector(bodies.velocity, by), -1.0)
        away = length(way) * (tick - np.int64(bodies.born[by])) / TICK_RATE
    x, y = dot(way, right), dot(way, ahead)
    share = away / max(np.sqrt(x * x + y * y), 1e-9)
    bearing_out[slot, 0], bearing_out[slot, 1] = x * share, y * share


@kernel
def note_deaths(
    bodies: Bodies, flew: Flags, tick: int, section: int, harm: Harm, deaths_inout: Deaths
) -> int:
    """Enter the players who flew at the last count and no longer do; returns their number.

    Call it before `arena.game.scoring.lives.count_deaths`, which brings `flew` up to date.
    """
    found = 0
    for slot in range(len(flew)):
        if not flew[slot] or bodies.alive[slot]:
            continue
        found += 1
        at = deaths_inout.count[0] % DEATHS_KEPT
        deaths_inout.count[0] += 1
        known = harm.tick[slot] == tick
        deaths_inout.player[at], deaths_inout.tick[at], deaths_inout.section[at] = slot, tick, section
        deaths_inout.kind[at] = harm.kind[slot]
        deaths_inout.means[at] = harm.means[slot] if known else UNKNOWN
        deaths_inout.warned[at] = harm.warned[slot]
        deaths_inout.bearing[at, 0] = harm.bearing[slot, 0]
        deaths_inout.bearing[at, 1] = harm.bearing[slot, 1]
    return found


def list_deaths(deaths: Deaths) -> tuple[Death, ...]:
    """All deaths that are kept, in order."""
    count = int(deaths.count[0])
    return tuple(_death(deaths, k % DEATHS_KEPT) for k in range(max(0, count - DEATHS_KEPT), count))


def _death(deaths: Deaths, at: int) -> Death:
    means = Means(int(deaths.means[at]))
    right, ahead = deaths.bearing[at].tolist()
    return Death(
        player=int(deaths.player[at]),
        tick=int(deaths.tick[at]),
        section=int(deaths.section[at]),
        kind=None if means == Means.UNKNOWN else int(deaths.kind[at]),
        means=means,
        side=name_side(right, ahead),
        away=float(np.sqrt(right * right + ahead * ahead)),
        warned=int(deaths.warned[at]) / TICK_RATE,
    )


def name_side(right: float, ahead: float) -> str:
    """Name of one of eight sides of a ship, in words that follow "from"."""
    along = "ahead" if ahead > 0.0 else "behind"
    across = "the right" if right > 0.0 else "the left"
    if abs(ahead) > 2.4 * abs(right):
        return along
    if abs(right) > 2.4 * abs(ahead):
        return across
    return f"{along} on {across}"
