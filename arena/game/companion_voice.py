"""Speech of companions: one line at a time, each when it helps.

A mode calls `listen` at the end of every tick; the view shows `line_text`. Lines follow from the world alone
and change nothing in it. The state of each voice is a table that is saved, restored and hashed with the rest:
after a restore the same lines begin at the same ticks.
"""

import math
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.rules import VOICE
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I32, U32, Flag, Flags, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.kinds import UNBEATABLE, Pool, in_mask
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.events import Event, Events
from arena.sim.tables.pools import Pools
from arena.sim.tables.population import Population
from arena.vectors import dot, subtract, vector

if TYPE_CHECKING:
    from arena.sim.world import World


class LineRank(IntEnum):
    """Priorities of lines: only a higher one interrupts, and only after `VOICE.least` ticks."""

    CHAT = 0
    ADVICE = 1
    WARNING = 2


class SpokenLine(NamedTuple):
    """One line that a companion can say."""

    text: str
    rank: LineRank
    pause: int  # [ticks] before it is said again


HURT = SpokenLine("You are burning. Break off!", LineRank.WARNING, VOICE.hurt_pause)
BEHIND = SpokenLine("Behind you!", LineRank.WARNING, VOICE.behind_pause)
LAST_SHIP = SpokenLine("Last ship. Fly it well.", LineRank.ADVICE, 0)
REUNION = SpokenLine("There you are. With you.", LineRank.ADVICE, 0)
MINE = SpokenLine("Got one.", LineRank.CHAT, VOICE.kill_pause)
CLEAR = SpokenLine("All down. More to come.", LineRank.CHAT, 0)
FIXED = (HURT, BEHIND, LAST_SHIP, REUNION, MINE, CLEAR)
AT_HURT, AT_BEHIND, AT_LAST_SHIP, AT_REUNION, AT_MINE, AT_CLEAR = range(len(FIXED))

MET_KINDS = tuple(row for row in KINDS if row.show.first_met is not None)
"""Kinds whose first approach is announced; parts belong to their boss."""
LINES = (*FIXED, *(SpokenLine(str(row.show.first_met), LineRank.ADVICE, 0) for row in MET_KINDS))
"""All lines, by number."""

SILENT = -1


class LineTable(Table):
    """`LINES` as columns, shape (lines,), but for `of_kind`."""

    order: I32  # numbers of lines, the most urgent first
    rank: I32
    pause: I32  # [ticks]
    kind: I32  # that is named, or SILENT
    of_kind: I32  # number of the line that names a kind, or SILENT, shape (kinds,)


def _create_line_table() -> LineTable:
    named = {row.number: len(FIXED) + at for at, row in enumerate(MET_KINDS)}
    order = [AT_HURT, AT_BEHIND, AT_LAST_SHIP, AT_REUNION, *named.values(), AT_MINE, AT_CLEAR]
    return LineTable(
        order=np.array(order, np.int32),
        rank=np.array([line.rank for line in LINES], np.int32),
        pause=np.array([line.pause for line in LINES], np.int32),
        kind=np.array([SILENT] * len(FIXED) + [row.number for row in MET_KINDS], np.int32),
        of_kind=KINDS.column(lambda row: named.get(row.number, SILENT), np.int32, SILENT),
    )


LINE_TABLE = _create_line_table()
WEAK = VOICE.hurt_health * kinds.PLAYER.ship.body.health
"""Health below which a hit makes a companion warn."""

COMPANION = kinds.COMPANION.number
NOTHING, ONE = np.uint64(0), np.uint64(1)


class Voices(Table):
    """Voices of the players' companions. All of it is part of a match's state."""

    line: I32  # place in LINES of what is being said, SILENT where nothing is, shape (players,)
    begun: I32  # tick at which that began, shape (players,)
    again: I32  # tick from which each line may be said again, shape (players, lines)
    met: U32  # bit 1 << number of every kind that was named, shape (players,)
    flew: Flags  # players who lived when last listened, shape (players,)


def create_voices(players: int) -> Voices:
    """Build voices that have said nothing and met nobody."""
    return Voices(
        line=np.full(players, SILENT, np.int32),
        begun=np.zeros(players, np.int32),
        again=np.zeros((players, len(LINES)), np.int32),
        met=np.zeros(players, np.uint32),
        flew=np.ones(players, np.bool_),
    )


def line_text(voices: Voices, slot: int) -> str:
    """Text that player `slot`'s companion says at the moment, or an empty one."""
    line = int(voices.line[slot])
    return "" if line == SILENT else LINES[line].text


def listen(voices: Voices, world: "World", lives: int, wave_age: int) -> None:
    """Choose every companion's line after a tick; a player without a companion hears none.

    Args:
        voices: written.
        world: of the match.
        lives: left for all players, ships that fly included.
        wave_age: ticks since the wave began.
    """
    choose_lines(world.population, world.events, lives, wave_age, world.tick, LINE_TABLE, voices)


@kernel
def choose_lines(
    population: Population, events: Events, lives: Integer, wave_age: Integer, tick: Integer,
    lines: LineTable, voices_inout: Voices,
) -> None:  # fmt: skip
    """`listen` for kernels."""
    bodies, memory, pools = population.bodies, population.memory, population.pools
    line, begun = voices_inout.line, voices_inout.begun
    for slot in range(len(line)):
        if line[slot] != SILENT and tick - begun[slot] >= VOICE.length:
            line[slot] = SILENT
        companion = find_companion(bodies.alive, memory.target, pools, slot)
        if companion < 0:
            continue
        wanted = NOTHING
        if bodies.alive[slot]:
            if not voices_inout.flew[slot]:
                wanted |= ONE << np.uint64(AT_LAST_SHIP if lives == 1 else AT_REUNION)
            wanted |= remarks(bodies, memory.target, events, slot)
            if wave_age == 0 and tick > 1 and is_clear(bodies, pools):
                wanted |= ONE << np.uint64(AT_CLEAR)
            if tick % VOICE.look_interval == 0:
                wanted |= look_around(bodies, pools, lines.of_kind, slot, voices_inout.met[slot])
        for k in range(len(lines.order)):
            if wanted & (ONE << np.uint64(lines.order[k])):
                say(voices_inout, lines, slot, lines.order[k], tick)
        voices_inout.flew[slot] = bodies.alive[slot]


@inline
def say(voices_inout: Voices, lines: LineTable, slot: Row, line: Integer, tick: Integer) -> None:
    """Begin a line, unless something as urgent is being said or it was said just now."""
    if tick < voices_inout.again[slot, line]:
        return
    spoken = voices_inout.line[slot]
    if DEBUG:
        assert SILENT <= spoken < len(lines.rank), "say: no such line"
    if spoken != SILENT and (
        lines.rank[line] <= lines.rank[spoken] or tick - voices_inout.begun[slot] < VOICE.least
    ):  # fmt: skip
        return
    voices_inout.line[slot] = line
    voices_inout.begun[slot] = tick
    voices_inout.again[slot, line] = tick + VOICE.length + lines.pause[line]
    if lines.kind[line] != SILENT:
        voices_inout.met[slot] |= np.uint32(1) << np.uint32(lines.kind[line])


@inline
def find_companion(alive: Flags, target: I32, pools: Pools, slot: Row) -> Row:
    """Row of a player's companion, -1 where it has none."""
    for row in range(pools.start[Pool.COMPANION], pools.stop[Pool.COMPANION]):
        if alive[row] and target[row] == slot:
            return row
    return -1


@inline
def is_clear(bodies: Bodies, pools: Pools) -> Flag:
    """Return whether nobody is left of the wave before; the new one may have brought its boss already."""
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        if bodies.alive[row] and not in_mask(UNBEATABLE, bodies.kind[row]):
            return False
    return True


@inline
def remarks(bodies: Bodies, target: I32, events: Events, slot: Row) -> Integer:
    """Bits of the lines on events of this tick."""
    wanted = NOTHING
    for k in range(events.count[0]):
        if events.kind[k] == Event.PLAYER_HURT and events.row[k] == slot and bodies.health[slot] < WEAK:
            wanted |= ONE << np.uint64(AT_HURT)
        if events.kind[k] == Event.KILLED and is_companion_of(bodies, target, events.other[k], slot):
            wanted |= ONE << np.uint64(AT_MINE)
    return wanted


@inline
def is_companion_of(bodies: Bodies, target: I32, row: Row, slot: Row) -> Flag:
    """Return whether a row, which may be -1 or no ship, is a player's companion."""
    own = 0 <= row < len(target) and target[row] == slot
    return own and bodies.kind[row] == COMPANION and bodies.alive[row]


@inline
def look_around(bodies: Bodies, pools: Pools, line_of_kind: I32, slot: Row, met: Integer) -> Integer:
    """Bits of the lines on kinds that came near for the first time, and on ships in the player's back.

    Crates are in the pool of pickups.
    """
    position, velocity, nose = bodies.position, bodies.velocity, bodies.heading[slot]
    wanted = NOTHING
    for row in range(pools.start[Pool.ENEMY], pools.stop[Pool.ENEMY]):
        if not bodies.alive[row] or bodies.radial_speed[row] != 0.0:
            continue
        square = along = closing = 0.0
        for axis in range(3):
            away = np.float64(position[row, axis]) - position[slot, axis]
            square += away * away
            along += away * nose[axis]
            closing += away * (np.float64(velocity[row, axis]) - velocity[slot, axis])
        wanted |= introduce(line_of_kind, bodies.kind[row], square, met)
        behind = along < -VOICE.behind_cosine * math.sqrt(square)
        if behind and closing < 0.0 and square < VOICE.behind_distance * VOICE.behind_distance:
            wanted |= ONE << np.uint64(AT_BEHIND)
    for row in range(pools.start[Pool.PICKUP], pools.stop[Pool.PICKUP]):
        if bodies.alive[row] and bodies.radial_speed[row] == 0.0:
            gap = subtract(vector(position, row), vector(position, slot))
            wanted |= introduce(line_of_kind, bodies.kind[row], dot(gap, gap), met)
    return wanted


@inline
def introduce(line_of_kind: I32, kind: Integer, square: Real, met: Integer) -> Integer:
    """Bit of the line on a kind that is met for the first time, at the square of a distance [u^2]."""
    new = line_of_kind[kind] != SILENT and not met & (np.uint32(1) << np.uint32(kind))
    return ONE << np.uint64(line_of_kind[kind]) if new and square < VOICE.sight * VOICE.sight else NOTHING
