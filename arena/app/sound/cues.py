"""Turns the events of a tick into cues (sound, loudness, side).

`arena.app.sound.hearing` calls `hear` once for each tick; `arena.app.sound.mix` decides which cues find a
voice.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.effects import Sound
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import WEAPONS
from arena.sim.tables.events import Event, Events
from arena.tuning import ARENA

REACH = 14.0
"""Distance [u] at which a sound has half of its loudness."""

WARNING_REACH, WARNING_END = 32.0, 40.0
"""Half-loudness distance of a landing, which must stand out, and its cut-off distance [u]."""

FAINTEST = 0.04
"""Loudness below which a cue gets no voice."""

PAN_WIDTH = 18.0
"""Lateral distance at which a sound is fully panned [u]."""

SHELL = ARENA.planet_radius + ARENA.shell_altitude
HORIZON = 2.0 * math.sqrt(SHELL**2 - ARENA.planet_radius**2)
"""Distance beyond which the planet lies between two points of the shell and muffles sounds [u]."""

CUES_PER_TICK = 6
ALWAYS_PRIORITY = 6
"""Priority from which a cue always starts: the player's own actions and dangers."""

MEDIUM_RADIUS, LARGE_RADIUS = 0.65, 1.8
"""Radii from which a ship has a medium or large blast [u]."""
LARGE_ROCK = 1.3
"""Radius from which an asteroid breaks with the large sound [u]."""

SHARDS_PER_NOTE = 3
"""Shards of a run after which its sound climbs a step."""

QUIET_BUMP = 3.0
"""Closing speed below which a bump is silent [u/s]."""

OWN = (Event.BOOST, Event.PLAYER_HURT, Event.ARMED, Event.NEAR_MISS, Event.SHARD)
"""Events heard by the player they happen to only."""

CAPTIONED = (Event.LANDING, Event.VOLLEY, Event.BOSS_STAGE)
"""Events whose caption has the hue of their kind."""


class Cue(NamedTuple):
    """One sound to play now."""

    sound: Sound
    gain: float  # 0 to 1
    pan: float  # -1 left, 1 right
    priority: int  # higher ones take voices from lower ones
    distant: bool = False  # true if it comes from behind the horizon
    variant: int | None = None  # of the sound; None: they take turns
    kind: int | None = None  # of who lands, fires or hit a player, for captions
    many: bool = False  # True if several of that kind land


@dataclass(frozen=True)
class Listener:
    """Listener: a point on the shell [u], the direction of the right ear and the player's row."""

    position: NDArray[np.float32]
    right: NDArray[np.float32]
    row: int


LOUDNESS: Mapping[Event, tuple[Sound, float, int]] = {
    Event.SHOT: (Sound.ENEMY_SHOT, 0.26, 2),
    Event.HIT: (Sound.HIT, 0.16, 1),
    Event.KILLED: (Sound.SMALL_BLAST, 0.44, 5),
    Event.BURST: (Sound.SMALL_BURST, 0.40, 4),
    Event.BUMP: (Sound.BUMP, 0.20, 0),
    Event.LANDING: (Sound.LANDING, 0.25, 7),
    Event.LANDED: (Sound.LANDED, 0.30, 3),
    Event.BOOST: (Sound.BOOST, 0.42, 6),
    Event.BOMB: (Sound.BOMB, 0.62, 9),
    Event.PLAYER_HURT: (Sound.HURT, 0.55, 8),
    Event.PLAYER_KILLED: (Sound.PLAYER_KILLED, 0.66, 10),
    Event.DEPLOYED: (Sound.MINE_LAID, 0.25, 3),
    Event.ARMED: (Sound.ARMED, 0.30, 6),
    Event.COLLECTED: (Sound.SHIELD, 0.32, 6),
    Event.NEAR_MISS: (Sound.NEAR_MISS, 0.30, 6),
    Event.STRUCK: (Sound.STRUCK, 0.34, 6),
    Event.BOSS_STAGE: (Sound.BOSS_STAGE, 0.60, 9),
    Event.UNLOADED: (Sound.LARGE_BURST, 0.40, 6),
    Event.SPARK: (Sound.SPARK, 0.30, 6),
    Event.CAUGHT: (Sound.SMALL_BURST, 0.22, 1),
    Event.CASCADE: (Sound.CASCADE, 0.45, 8),
    Event.FITTED: (Sound.FITTED, 0.40, 7),
    Event.SHARD: (Sound.SHARD, 0.12, 2),
    Event.LINK_CUT: (Sound.LINK_CUT, 0.32, 5),
    Event.VOLLEY: (Sound.VOLLEY, 0.30, 7),
}
"""Event -> its sound, loudness nearby and priority."""

SOUNDS = {sound.name.lower(): sound for sound in Sound}
"""Sounds by the names in the catalogue's rows."""
SHOTS = WEAPONS.resolve("shot sound", lambda row: row.show.shot_sound, SOUNDS)
"""Shot sound of each player weapon."""
OWN_SHOT_PRIORITY = 6
COMPANION_SHOT = 0.10
"""Loudness of the companion's shots."""

ENEMY_SHOTS = KINDS.resolve("shot sound", lambda row: row.show.shot_sound, SOUNDS)
HITS = KINDS.resolve("hit sound", lambda row: row.show.hit_sound, SOUNDS)
ENDS = KINDS.resolve("sound of its end", lambda row: row.show.killed_sound, SOUNDS)
DEPLOYMENTS = KINDS.resolve("deploy sound", lambda row: row.show.deploy_sound, SOUNDS)
"""Deploy sound by kind; other kinds sound as in `LOUDNESS`."""
PICKUP_SOUNDS = PICKUPS.resolve("sound", lambda row: row.show.sound, SOUNDS)
END_GAIN, END_PRIORITY = 0.66, 9
"""Loudness and priority of deaths with a sound of their own."""

_LOUDEST_BLAST = 1.5
"""Loudness of the largest blast relative to a small one."""


def _reaches() -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Squared cut-off distance [u^2] and priority, by event; that of bumps follows from their speed."""
    gain = np.array([LOUDNESS[event][1] for event in Event])
    gain[[Event.KILLED, Event.BURST]] *= _LOUDEST_BLAST
    square = REACH * REACH * np.maximum(gain / FAINTEST - 1.0, 0.0)
    square[Event.LANDING] = WARNING_END * WARNING_END
    return square.astype(np.float32), np.array([LOUDNESS[event][2] for event in Event], np.int64)


_REACH_SQUARED, _PRIORITY = _reaches()


def _strength(size: Any) -> Any:
    """Loudness of bumps of a closing speed [u/s], as a share of that of hard ones."""
    return np.minimum(1.0, size / (4.0 * QUIET_BUMP))


def hear(events: Events, listeners: Sequence[Listener], limit: int = CUES_PER_TICK) -> list[Cue]:
    """Return this tick's cues: most important first, then nearest, at most `limit`.

    Each event is heard once, by the nearest of `listeners` (one or more), from that one's side. What is too
    faint for anyone is dropped by array operations before a single event is looked at.
    """
    count = int(events.count[0])
    if count == 0:
        return []
    kind = events.kind[:count]
    offsets = [events.position[:count] - listener.position for listener in listeners]
    squares = np.stack([np.einsum("ij,ij->i", offset, offset) for offset in offsets])
    square = squares.min(axis=0)
    reach, bumps = _REACH_SQUARED[kind], np.flatnonzero(kind == Event.BUMP)
    # Thousands of a tide touch in each tick, most of them softly.
    speed = events.size[bumps]
    reach[bumps] = REACH * REACH * (LOUDNESS[Event.BUMP][1] * _strength(speed) / FAINTEST - 1.0)
    reach[bumps[speed < QUIET_BUMP]] = -1.0
    chosen = np.flatnonzero(square <= reach)
    cues: list[Cue] = []
    for index in chosen[np.lexsort((square[chosen], -_PRIORITY[kind[chosen]]))].tolist():
        nearest = int(squares[:, index].argmin())
        own = [k for k, listener in enumerate(listeners) if listener.row == events.row[index]]
        ear = own[0] if own else nearest
        cue = _cue(events, index, listeners[ear], offsets[ear][index], bool(own))
        if cue is not None:
            cues.append(cue)
            if len(cues) == limit:
                break
    return cues


def _cue(
    events: Events, index: int, listener: Listener, offset: NDArray[np.float32], own: bool
) -> Cue | None:
    event, size = Event(int(events.kind[index])), float(events.size[index])
    if event in OWN and not own:
        return None
    sound, gain, priority = _choose(event, int(events.subject[index]), size)
    square = float(offset @ offset)
    reach = WARNING_REACH if event is Event.LANDING else REACH
    gain /= 1.0 + square / (reach * reach)
    if gain < FAINTEST:
        return None
    pan = 0.0 if own else max(-1.0, min(1.0, float(offset @ listener.right) / PAN_WIDTH))
    variant = int(size - 1.0) // SHARDS_PER_NOTE if event is Event.SHARD else None
    kind = int(events.subject[index]) if event in CAPTIONED else None
    return Cue(sound, gain, pan, priority, square > HORIZON * HORIZON, variant, kind)


def _choose(event: Event, subject: int, size: float) -> tuple[Sound, float, int]:
    """The sound, loudness nearby and priority of an event that happened to a kind of body."""
    sound, gain, priority = LOUDNESS[event]
    if event is Event.SHOT:
        return _shot(subject, size)
    if event is Event.BUMP:
        return sound, gain * float(_strength(size)), priority
    if event is Event.HIT:
        return HITS.get(subject, sound), gain, priority
    if event is Event.KILLED and subject in ENDS:
        return ENDS[subject], END_GAIN, END_PRIORITY
    if event is Event.KILLED:
        return *blast(size, gain), priority
    if event is Event.BURST and size >= LARGE_ROCK:
        return Sound.LARGE_BURST, 1.3 * gain, priority
    if event is Event.DEPLOYED:
        return DEPLOYMENTS.get(subject, sound), gain, priority
    if event is Event.LANDED and subject == kinds.CRATE.number:
        return Sound.CRATE, gain, priority
    if event is Event.COLLECTED:
        return PICKUP_SOUNDS[int(size)], gain, priority
    return sound, gain, priority


def _shot(subject: int, size: float) -> tuple[Sound, float, int]:
    _, gain, priority = LOUDNESS[Event.SHOT]
    if subject == kinds.PLAYER.number:
        weapon = WEAPONS[int(size) - 1]
        return SHOTS[weapon.number], weapon.show.shot_gain, OWN_SHOT_PRIORITY
    if Trait.FRIENDLY in KINDS[subject].rules.traits:
        return ENEMY_SHOTS[subject], COMPANION_SHOT, priority
    return ENEMY_SHOTS.get(subject, Sound.ENEMY_SHOT), gain, priority


def blast(radius: float, gain: float) -> tuple[Sound, float]:
    """Return the blast sound of a ship of `radius` [u], and its loudness."""
    if radius >= LARGE_RADIUS:
        return Sound.LARGE_BLAST, min(1.0, _LOUDEST_BLAST * gain)
    if radius >= MEDIUM_RADIUS:
        return Sound.MEDIUM_BLAST, min(1.0, 1.2 * gain)
    return Sound.SMALL_BLAST, gain
