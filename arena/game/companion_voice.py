"""What companions say: one line at a time, each when it helps.

A mode calls `listen` at the end of every tick; the view shows `line_text`. What is said follows from the
world alone and changes nothing in it. Where every voice stands is a table of state, saved, restored and
hashed with the rest: after a restore the same lines begin at the same ticks.
"""

import math
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.game.rules import VOICE
from arena.jit import inline, kernel
from arena.jit.tables import Table
from arena.sim.kinds import Kind, Pool
from arena.sim.tables.events import Event
from arena.tuning import PLAYER

if TYPE_CHECKING:
    from arena.sim.world import World

I32 = NDArray[np.int32]


class Rank(IntEnum):
    """Who may interrupt whom: only a higher one, and only after `VOICE.least` ticks."""

    CHAT = 0
    ADVICE = 1
    WARNING = 2


class Line(NamedTuple):
    """Something to say."""

    text: str
    rank: Rank
    pause: int  # [ticks] before it is said again


FIRST_MET = {
    kind: Line(text, Rank.ADVICE, 0)
    for kind, text in {
        Kind.DRONE: "Drones inbound. Keep moving.",
        Kind.GUNNER: "Gunner. It aims where you will be.",
        Kind.LANCER: "Lancer. When it stops to aim, leave its line.",
        Kind.WEAVER: "Weaver. It dodges; get close.",
        Kind.MINER: "Miner. Mind what it leaves behind.",
        Kind.STALKER: "Stalker. Watch the rocks.",
        Kind.CARRIER: "Carrier. End it before its brood is out.",
        Kind.BOSS: "There it is. Its parts first, then the heart.",
    }.items()
}
"""Said when the first of its kind comes near; parts belong to their boss."""

BEHIND = Line("Behind you!", Rank.WARNING, VOICE.behind_pause)
HURT = Line("You are burning. Break off!", Rank.WARNING, VOICE.hurt_pause)
LAST_SHIP = Line("Last ship. Fly it well.", Rank.ADVICE, 0)
REUNION = Line("There you are. With you.", Rank.ADVICE, 0)
CLEAR = Line("Clear. For a moment.", Rank.CHAT, 0)
MINE = Line("Got one.", Rank.CHAT, VOICE.kill_pause)

LINES = (HURT, BEHIND, LAST_SHIP, REUNION, *FIRST_MET.values(), MINE, CLEAR)
"""Everything there is to say, the most urgent first: who has several things to say begins at the front."""

SILENT = -1
LINE_COUNT = len(LINES)
LINE_RANK = np.array([line.rank for line in LINES], np.int32)
LINE_PAUSE = np.array([line.pause for line in LINES], np.int32)
LINE_OF_KIND = np.array(
    [LINES.index(FIRST_MET[kind]) if kind in FIRST_MET else SILENT for kind in Kind], np.int32
)
KIND_OF_LINE = np.array(
    [next((kind for kind in FIRST_MET if FIRST_MET[kind] is line), SILENT) for line in LINES], np.int32
)
AT_HURT, AT_BEHIND, AT_LAST_SHIP, AT_REUNION, AT_MINE, AT_CLEAR = (
    LINES.index(line) for line in (HURT, BEHIND, LAST_SHIP, REUNION, MINE, CLEAR)
)
LENGTH, LEAST, LOOK_INTERVAL = VOICE.length, VOICE.least, VOICE.look_interval
SIGHT, BEHIND_DISTANCE, BEHIND_COSINE = VOICE.sight, VOICE.behind_distance, VOICE.behind_cosine
WEAK = VOICE.hurt_health * PLAYER.health
"""Health below which a hit makes a companion warn."""

COMPANION_POOL, ENEMY_POOL = int(Pool.COMPANION), int(Pool.ENEMY)
COMPANION, BOSS = int(Kind.COMPANION), int(Kind.BOSS)
PLAYER_HURT, KILLED = int(Event.PLAYER_HURT), int(Event.KILLED)
NOTHING, ONE = np.uint32(0), np.uint32(1)


class Voices(Table):
    """The voice of each player's companion. All of it is part of a match's state."""

    line: I32  # place in LINES of what is being said, SILENT where nothing is, shape (players,)
    begun: I32  # tick at which that began, shape (players,)
    again: I32  # tick from which each line may be said again, shape (players, LINE_COUNT)
    met: NDArray[np.uint32]  # bit 1 << Kind of every kind that was named, shape (players,)
    flew: NDArray[np.bool_]  # whether the player lived when last listened, shape (players,)


def create_voices(players: int) -> Voices:
    """Nothing said, nobody met."""
    return Voices(
        line=np.full(players, SILENT, np.int32),
        begun=np.zeros(players, np.int32),
        again=np.zeros((players, LINE_COUNT), np.int32),
        met=np.zeros(players, np.uint32),
        flew=np.ones(players, np.bool_),
    )


def line_text(voices: Voices, slot: int) -> str:
    """What player `slot`'s companion says at the moment, or an empty text."""
    line = int(voices.line[slot])
    return "" if line == SILENT else LINES[line].text


def listen(voices: Voices, world: "World", lives: int, wave_age: int) -> None:
    """Decide what every companion says after a tick; who has none keeps silent.

    Args:
        voices: written.
        world: of the match.
        lives: left for all players, ships that fly included.
        wave_age: ticks since the wave began.
    """
    choose_lines(
        world.bodies, world.memory, world.events, world.pool_rows, lives, wave_age, world.tick, voices
    )


@kernel
def choose_lines(bodies, memory, events, pools, lives, wave_age, tick, voices_inout):
    """`listen` for kernels."""
    line, begun = voices_inout.line, voices_inout.begun
    for slot in range(len(line)):
        if line[slot] != SILENT and tick - begun[slot] >= LENGTH:
            line[slot] = SILENT
        companion = find_companion(bodies.alive, memory.target, pools, slot)
        if companion < 0:
            continue
        wanted = NOTHING
        if bodies.alive[slot]:
            if not voices_inout.flew[slot]:
                wanted |= ONE << np.uint32(AT_LAST_SHIP if lives == 1 else AT_REUNION)
            wanted |= remarks(bodies, memory.target, events, slot)
            if wave_age == 0 and tick > 1 and is_clear(bodies, pools):
                wanted |= ONE << np.uint32(AT_CLEAR)
            if tick % LOOK_INTERVAL == 0:
                wanted |= look_around(bodies, pools, slot, voices_inout.met[slot])
        for k in range(LINE_COUNT):
            if wanted & (ONE << np.uint32(k)):
                say(voices_inout, slot, k, tick)
        voices_inout.flew[slot] = bodies.alive[slot]


@inline
def say(voices_inout, slot, line, tick):
    """Begin a line, unless something as urgent is being said or it was said just now."""
    if tick < voices_inout.again[slot, line]:
        return
    spoken = voices_inout.line[slot]
    if spoken != SILENT and (
        LINE_RANK[line] <= LINE_RANK[spoken] or tick - voices_inout.begun[slot] < LEAST
    ):  # fmt: skip
        return
    voices_inout.line[slot] = line
    voices_inout.begun[slot] = tick
    voices_inout.again[slot, line] = tick + LENGTH + LINE_PAUSE[line]
    if KIND_OF_LINE[line] != SILENT:
        voices_inout.met[slot] |= ONE << np.uint32(KIND_OF_LINE[line])


@inline
def find_companion(alive, target, pools, slot):
    """Row of a player's companion, -1 where it has none."""
    for row in range(pools.start[COMPANION_POOL], pools.stop[COMPANION_POOL]):
        if alive[row] and target[row] == slot:
            return row
    return -1


@inline
def is_clear(bodies, pools):
    """Whether nobody is left of the wave before; the new one may have brought its boss already."""
    for row in range(pools.start[ENEMY_POOL], pools.stop[ENEMY_POOL]):
        if bodies.alive[row] and bodies.kind[row] < BOSS:
            return False
    return True


@inline
def remarks(bodies, target, events, slot):
    """Bits of the lines on what happened in this tick."""
    wanted = NOTHING
    for k in range(events.count[0]):
        if events.kind[k] == PLAYER_HURT and events.row[k] == slot and bodies.health[slot] < WEAK:
            wanted |= ONE << np.uint32(AT_HURT)
        if events.kind[k] == KILLED and is_companion_of(bodies, target, events.other[k], slot):
            wanted |= ONE << np.uint32(AT_MINE)
    return wanted


@inline
def is_companion_of(bodies, target, row, slot):
    """Whether a row, which may be -1 or no ship, is a player's companion."""
    own = 0 <= row < len(target) and target[row] == slot
    return own and bodies.kind[row] == COMPANION and bodies.alive[row]


@inline
def look_around(bodies, pools, slot, met):
    """Bits of the lines on who came near for the first time, and on who is in the player's back."""
    position, velocity, nose = bodies.position, bodies.velocity, bodies.heading[slot]
    wanted = NOTHING
    for row in range(pools.start[ENEMY_POOL], pools.stop[ENEMY_POOL]):
        if not bodies.alive[row] or bodies.radial_speed[row] != 0.0:
            continue
        square = along = closing = 0.0
        for axis in range(3):
            away = np.float64(position[row, axis]) - position[slot, axis]
            square += away * away
            along += away * nose[axis]
            closing += away * (np.float64(velocity[row, axis]) - velocity[slot, axis])
        kind = bodies.kind[row]
        new = LINE_OF_KIND[kind] != SILENT and not met & (ONE << np.uint32(kind))
        if new and square < SIGHT * SIGHT:
            wanted |= ONE << np.uint32(LINE_OF_KIND[kind])
        behind = along < -BEHIND_COSINE * math.sqrt(square)
        if behind and closing < 0.0 and square < BEHIND_DISTANCE * BEHIND_DISTANCE:
            wanted |= ONE << np.uint32(AT_BEHIND)
    return wanted
