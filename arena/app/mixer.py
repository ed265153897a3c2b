"""What is heard: the events of a tick become cues (sound, loudness, side), and cues compete for few voices.

No device and no pyglet in here: `arena.app.audio` plays what this decides.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.synthesis import Sound
from arena.sim.arsenal import Weapon
from arena.sim.events import Event, Events
from arena.sim.kinds import Kind

REACH = 14.0
"""Distance [u] at which a sound has half of its loudness."""

FAINTEST = 0.04
"""Cues below this loudness are not worth a voice."""

PAN_WIDTH = 18.0
"""Distance to the side [u] at which a sound comes from one side only."""

CUES_PER_TICK = 6
VOICES = 20
VOICES_PER_SOUND = 4
SOUND_GAP = 0.03
"""Shortest time [s] between two starts of the same sound: closer ones would only comb."""

STARTS_PER_SECOND, STARTS_AT_ONCE = 30.0, 10.0
"""Sounds that may begin in a second on average, and at a stroke: more are noise, and cost a tick each."""
ALWAYS_PRIORITY = 6
"""From here on, the player's own deeds and dangers, a sound begins whatever else does."""

MEDIUM_RADIUS, LARGE_RADIUS = 0.65, 1.8
"""Bodies from these radii [u] on burst with a medium or large blast."""

QUIET_BUMP = 3.0
"""Bumps that close slower [u/s] are not heard."""

OWN = (Event.BOOST, Event.PLAYER_HURT, Event.ARMED, Event.NEAR_MISS)
"""Events heard by the player they happen to only."""


class Cue(NamedTuple):
    """One sound to play now."""

    sound: Sound
    gain: float  # 0 to 1
    pan: float  # -1 left, 1 right
    priority: int  # higher ones take voices from lower ones


@dataclass(frozen=True)
class Listener:
    """Whose ears: a point on the shell [u], the direction of the right ear and the row of the player."""

    position: NDArray[np.float32]
    right: NDArray[np.float32]
    row: int


LOUDNESS: dict[Event, tuple[Sound, float, int]] = {
    Event.SHOT: (Sound.ENEMY_SHOT, 0.30, 2),
    Event.HIT: (Sound.HIT, 0.22, 1),
    Event.KILLED: (Sound.SMALL_BLAST, 0.60, 5),
    Event.BURST: (Sound.SMALL_BLAST, 0.60, 4),
    Event.BUMP: (Sound.BUMP, 0.22, 0),
    Event.LANDING: (Sound.LANDING, 0.34, 7),
    Event.LANDED: (Sound.LANDED, 0.35, 3),
    Event.BOOST: (Sound.BOOST, 0.60, 6),
    Event.BOMB: (Sound.BOMB, 1.00, 9),
    Event.PLAYER_HURT: (Sound.HURT, 0.70, 8),
    Event.PLAYER_KILLED: (Sound.PLAYER_KILLED, 1.00, 10),
    Event.DEPLOYED: (Sound.LANDED, 0.25, 3),
    Event.ARMED: (Sound.ARMED, 0.40, 6),
    Event.COLLECTED: (Sound.COLLECTED, 0.45, 6),
    Event.NEAR_MISS: (Sound.NEAR_MISS, 0.40, 6),
    Event.CHAIN: (Sound.CHAIN, 0.40, 6),
    Event.BOSS_STAGE: (Sound.BOSS_STAGE, 1.00, 9),
}
"""Event -> its sound, loudness nearby and priority."""

SHOTS = {
    Weapon.PULSE: (Sound.SHOT, 0.26),
    Weapon.SCATTER: (Sound.SCATTER, 0.34),
    Weapon.LANCE: (Sound.LANCE, 0.40),
}
"""What each weapon of a player's sounds like, and how loud."""


_LOUDEST_BLAST = 1.5
"""How much louder than a small one a large blast is."""


def _reaches() -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """By event: square of the distance [u^2] beyond which it is too faint at its loudest, and priority."""
    gain = np.array([LOUDNESS[event][1] for event in Event])
    gain[[Event.KILLED, Event.BURST]] *= _LOUDEST_BLAST
    square = REACH * REACH * np.maximum(gain / FAINTEST - 1.0, 0.0)
    return square.astype(np.float32), np.array([LOUDNESS[event][2] for event in Event], np.int64)


_REACH_SQUARED, _PRIORITY = _reaches()


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
    audible = (square <= _REACH_SQUARED[kind]) & ((kind != Event.BUMP) | (events.size[:count] >= QUIET_BUMP))
    chosen = np.flatnonzero(audible)
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
    sound, gain, priority = LOUDNESS[event]
    if event in OWN and not own:
        return None
    if event is Event.BUMP:
        gain *= min(1.0, size / (4.0 * QUIET_BUMP))
    elif event in (Event.KILLED, Event.BURST):
        sound, gain = blast(size, gain)
    elif event is Event.SHOT and int(events.subject[index]) == Kind.PLAYER:
        sound, gain = SHOTS[Weapon(int(size))]
        priority = 6
    gain /= 1.0 + float(offset @ offset) / (REACH * REACH)
    pan = 0.0 if own else max(-1.0, min(1.0, float(offset @ listener.right) / PAN_WIDTH))
    return Cue(sound, gain, pan, priority) if gain >= FAINTEST else None


def blast(radius: float, gain: float) -> tuple[Sound, float]:
    """Return the sound of a body of `radius` [u] that bursts, and its loudness."""
    if radius >= LARGE_RADIUS:
        return Sound.LARGE_BLAST, min(1.0, _LOUDEST_BLAST * gain)
    if radius >= MEDIUM_RADIUS:
        return Sound.MEDIUM_BLAST, min(1.0, 1.2 * gain)
    return Sound.SMALL_BLAST, gain


@dataclass
class Voice:
    """A sound that plays now; `token` is whatever the device needs to stop it."""

    sound: Sound
    priority: int
    started: float
    ends: float
    token: object = None


class Voices:
    """Which of many cues get to be heard. Time is given, never read."""

    def __init__(self, capacity: int = VOICES) -> None:
        self.playing: list[Voice] = []
        self._capacity = capacity
        self._starts = STARTS_AT_ONCE  # that may begin now
        self._counted = -math.inf  # when that was so [s]

    def expire(self, now: float) -> list[Voice]:
        """Remove and return the voices that ended by `now` [s]."""
        ended = [voice for voice in self.playing if voice.ends <= now]
        self.playing = [voice for voice in self.playing if voice.ends > now]
        return ended

    def admit(self, cue: Cue, duration: float, now: float) -> tuple[Voice | None, list[Voice]]:
        """Find a voice for a cue that lasts `duration` [s].

        Returns:
            The new voice, or None where others matter more, and the voices to stop for it.
        """
        same = [voice for voice in self.playing if voice.sound is cue.sound]
        if any(now - voice.started < SOUND_GAP for voice in same):
            return None, []
        if not self._may_start(cue, now):
            return None, []
        stopped: list[Voice] = []
        if len(same) >= VOICES_PER_SOUND:
            stopped.append(_least(same))
        elif len(self.playing) >= self._capacity:
            least = _least(self.playing)
            if least.priority > cue.priority:
                return None, []
            stopped.append(least)
        self.playing = [voice for voice in self.playing if voice not in stopped]
        voice = Voice(cue.sound, cue.priority, now, now + duration)
        self.playing.append(voice)
        return voice, stopped

    def _may_start(self, cue: Cue, now: float) -> bool:
        gained = (now - self._counted) * STARTS_PER_SECOND if now > self._counted else 0.0
        self._starts, self._counted = min(STARTS_AT_ONCE, self._starts + gained), now
        if self._starts < 1.0 and cue.priority < ALWAYS_PRIORITY:
            return False
        self._starts = max(0.0, self._starts - 1.0)
        return True


def _least(voices: Sequence[Voice]) -> Voice:
    return min(voices, key=lambda voice: (voice.priority, voice.started))
