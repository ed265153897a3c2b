"""Mix: chooses the cues that play, limits them to the headroom, and ducks the rest.

The device sums all voices, and nothing limits the sum there. So a voice starts only with a gain that fits:
the peaks of all voices at the same moment never add up to more than their share of full scale. Warnings have
a share of their own, and duck the rest; the score has the third share and keeps to it by itself.

`arena.app.sound.device` calls `play` once for each tick and `update` once for each frame, with the time.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.clips import Clip
from arena.app.sound.cues import ALWAYS_PRIORITY, Cue
from arena.app.sound.effects import Sound
from arena.app.sound.headroom import ClipLoad, Headroom

VOICES = 64
PAN_DIGITS = 2
"""Decimal digits of a pan; finer steps are inaudible, and few distinct pans keep the cache small."""
VOICES_PER_SOUND = 6
SOUND_GAP = 0.03
"""Minimum time between two starts of the same sound [s]; closer ones cause comb filtering."""
WARNING_GAP = 1.2
"""Minimum time between two starts of the same warning [s], so that other sounds stay audible."""
STARTS_PER_SECOND, STARTS_AT_ONCE = 36.0, 10.0
"""Rate limit of sound starts: average per second, and burst. Each start costs 0.2 ms."""

REST_SHARE, WARNING_SHARE, SCORE_SHARE = 0.42, 0.22, 0.22
"""Peak, of full scale, of all effects but warnings, of all warnings, and of the score: together -1.3 dBFS."""
FORCING_PRIORITY = 8
"""Priority from which a sound without headroom permanently quietens less important ones."""
LEAST_SHARE = 0.3
"""Minimum share of its gain for a sound to be played."""

PANS = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)
LEFT_GAINS = (1.0, 1.0, 0.921, 0.774, 0.596, 0.404, 0.214, 0.050, 0.0)
"""Gains of OpenAL Soft for one distance from ahead to the side, measured from its wave writer."""

TAIL_SECONDS = 0.1
"""Time a voice is kept after its end, for the device's own buffer."""

RELEASE = 0.35
"""Time constant of the recovery from ducking [s]."""
ARRIVED = 0.004
"""Tolerance within which a gain has reached its target."""
STEP = 0.03
"""Relative increase from which a gain is sent to the device; decreases are always sent."""


class Duck(NamedTuple):
    """Ducking by a sound while it plays: gains of less important effects and of the score.

    Everything but warnings is ducked by a warning, whatever its priority.
    """

    rest: float
    score: float
    seconds: float


DUCKS: Mapping[Sound, Duck] = {
    Sound.LANDING: Duck(0.42, 0.5, 0.56),
    Sound.LOW_SHIELD: Duck(0.4, 0.5, 0.68),
    Sound.LAST_LIFE: Duck(0.3, 0.35, 0.8),
    Sound.BOSS_ARRIVAL: Duck(0.3, 0.3, 2.0),
    Sound.BOSS_STAGE: Duck(0.5, 0.5, 0.8),
    Sound.BOMB: Duck(0.35, 0.3, 0.9),
    Sound.HURT: Duck(0.6, 0.7, 0.2),
    Sound.PLAYER_KILLED: Duck(0.3, 0.25, 1.4),
    Sound.BOSS_KILLED: Duck(0.3, 0.3, 2.2),
    Sound.LARGE_BLAST: Duck(0.6, 0.5, 0.35),
    Sound.CASCADE: Duck(0.5, 0.5, 0.35),
}
WARNINGS = frozenset((Sound.LANDING, Sound.LOW_SHIELD, Sound.LAST_LIFE, Sound.BOSS_ARRIVAL))


class Device(Protocol):
    """Audio device; gains are amplitudes from 0 to 1."""

    def start(self, clip: Clip, gain: float, pan: float) -> object:
        """Begin to play a clip; return its handle."""
        ...

    def set_gain(self, token: object, gain: float) -> None:
        """Change the gain of a playing sound."""
        ...

    def stop(self, token: object) -> None:
        """Stop a sound; one that has ended by itself, too."""
        ...


@dataclass
class Voice:
    """A playing clip."""

    clip: Clip
    priority: int
    started: float  # [s]
    ends: float  # [s]
    gain: float  # initial gain
    pan: float  # -1 left, 1 right
    load: ClipLoad = field(init=False)
    duck: float = 1.0  # share of the gain that is left while it is ducked
    sent: float = 0.0  # gain last sent to the device
    token: object = None

    def __post_init__(self) -> None:
        self.pan = round(self.pan, PAN_DIGITS)
        self.load = ClipLoad(self.started, ear_gains(self.pan)[:, None] * self.clip.envelope)

    @property
    def warns(self) -> bool:
        """True if it uses the headroom of warnings."""
        return self.clip.sound in WARNINGS

    @property
    def rank(self) -> float:
        """Rank for voice stealing and ducking: warnings are above every priority."""
        return math.inf if self.warns else self.priority


@dataclass
class Mix:
    """Voices on a device. The caller passes the time."""

    device: Device
    capacity: int = VOICES
    volume: float = 1.0  # of all effects, 0 to 1
    playing: list[Voice] = field(default_factory=list[Voice])
    score_duck: float = 1.0
    """Share of the score's gain that is left while it is ducked."""

    def __post_init__(self) -> None:
        self._clips: dict[tuple[Sound, bool], list[Clip]] = {}
        self._turns: dict[Sound, int] = {}  # play counts; variants take turns
        self._rest_room, self._warning_room = Headroom(REST_SHARE), Headroom(WARNING_SHARE)
        self._ducks: list[tuple[float, float, Duck]] = []  # end time [s], rank, and ducking
        self._starts = STARTS_AT_ONCE  # starts available now
        self._counted = -math.inf  # time of that count [s]
        self._updated = -math.inf

    def add_clip(self, clip: Clip) -> None:
        """Add a clip; thread-safe."""
        self._clips.setdefault((clip.sound, clip.distant), []).append(clip)

    def play(self, cues: Iterable[Cue], now: float) -> None:
        """Start the cues that get a voice and headroom."""
        for cue in cues:
            clip = self._clip_of(cue)
            same = [voice for voice in self.playing if voice.clip.sound is cue.sound]
            if clip is None or _repeats(cue, same, now) or not self._may_start(cue, now):
                continue
            voice = self._place(cue, clip, same, now)
            if voice is not None:
                self._begin(voice, now)

    def update(self, now: float) -> None:
        """Free ended voices and update ducking; call it once per frame."""
        for voice in [voice for voice in self.playing if voice.ends <= now]:
            self._remove(voice, now)
        self._ducks = [duck for duck in self._ducks if duck[0] > now]
        back = 1.0 - math.exp(-max(0.0, min(1.0, now - self._updated)) / RELEASE)
        self._updated = now
        self.score_duck = _give_way(self.score_duck, [duck.score for _, _, duck in self._ducks], back)
        pressing = {voice.rank: self._pressing(voice.rank) for voice in self.playing} if self._ducks else {}
        for voice in self.playing:
            if self._ducks or voice.duck < 1.0:
                voice.duck = _give_way(voice.duck, pressing.get(voice.rank, ()), back)
            self._send(voice)

    def stop(self) -> None:
        """End every sound."""
        for voice in self.playing:
            self.device.stop(voice.token)
        self.playing = []
        self._rest_room, self._warning_room = Headroom(REST_SHARE), Headroom(WARNING_SHARE)

    def _clip_of(self, cue: Cue) -> Clip | None:
        clips = self._clips.get((cue.sound, cue.distant)) or self._clips.get((cue.sound, False))
        if not clips:
            return None
        if cue.variant is not None:
            return clips[min(cue.variant, len(clips) - 1)]
        turn = self._turns[cue.sound] = self._turns.get(cue.sound, -1) + 1
        return clips[turn % len(clips)]

    def _may_start(self, cue: Cue, now: float) -> bool:
        gained = (now - self._counted) * STARTS_PER_SECOND if now > self._counted else 0.0
        self._starts, self._counted = min(STARTS_AT_ONCE, self._starts + gained), now
        if self._starts < 1.0 and cue.priority < ALWAYS_PRIORITY:
            return False
        self._starts = max(0.0, self._starts - 1.0)
        return True

    def _place(self, cue: Cue, clip: Clip, same: Sequence[Voice], now: float) -> Voice | None:
        """Find a voice and headroom for a cue; None if all others matter more."""
        crowd = same if len(same) >= VOICES_PER_SOUND else self.playing
        full = len(same) >= VOICES_PER_SOUND or len(self.playing) >= self.capacity
        least = min(crowd, key=lambda voice: (voice.priority, voice.started)) if full else None
        if least is not None and least.priority > cue.priority:
            return None
        voice = Voice(clip, cue.priority, now, now + clip.seconds + TAIL_SECONDS, cue.gain, cue.pan)
        if not self._fit(voice, now):
            return None
        if least is not None:
            self._remove(least, now)
        return voice

    def _fit(self, voice: Voice, now: float) -> bool:
        """Limit a voice's gain to the headroom."""
        wanted, room = voice.gain, self._room(voice)
        voice.gain = min(wanted, room.fitting_gain(voice.load, now))
        if voice.gain < wanted and voice.priority >= FORCING_PRIORITY:
            self._quieten(voice, wanted, now)
            voice.gain = min(wanted, room.fitting_gain(voice.load, now))
        return voice.gain >= LEAST_SHARE * wanted

    def _quieten(self, voice: Voice, gain: float, now: float) -> None:
        """Reduce voices that yield until one with `gain` fits."""
        room = self._room(voice)
        less = [v for v in self.playing if v.warns == voice.warns and _yields(v, voice)]
        kept = room.fitting_share(voice.load, gain, [(other.load, other.gain) for other in less], now)
        for other in less:
            room.add(other.load, (kept - 1.0) * other.gain, now)
            other.gain *= kept
            self._send(other)

    def _room(self, voice: Voice) -> Headroom:
        return self._warning_room if voice.warns else self._rest_room

    def _begin(self, voice: Voice, now: float) -> None:
        duck = DUCKS.get(voice.clip.sound)
        if duck is not None:
            self._ducks.append((now + duck.seconds, voice.rank, duck))
        self._room(voice).add(voice.load, voice.gain, now)
        voice.duck = min(self._pressing(voice.rank), default=1.0)
        voice.sent = voice.gain * voice.duck * self.volume
        voice.token = self.device.start(voice.clip, voice.sent, voice.pan)
        self.playing.append(voice)

    def _pressing(self, rank: float) -> list[float]:
        return [duck.rest for _, above, duck in self._ducks if above > rank]

    def _send(self, voice: Voice) -> None:
        gain = voice.gain * voice.duck * self.volume
        if gain < voice.sent or gain > (1.0 + STEP) * voice.sent:
            self.device.set_gain(voice.token, gain)
            voice.sent = gain

    def _remove(self, voice: Voice, now: float) -> None:
        self._room(voice).add(voice.load, -voice.gain, now)
        self.playing = [other for other in self.playing if other is not voice]
        self.device.stop(voice.token)


def _give_way(value: float, pressing: Sequence[float], back: float) -> float:
    """Duck at once to the lowest requested gain, and recover slowly."""
    goal = min(pressing, default=1.0)
    if goal < value or goal - value < ARRIVED:
        return goal
    return value + (goal - value) * back


def _yields(voice: Voice, to: Voice) -> bool:
    """Return whether a voice loses headroom to another: a more important one, or a new start of its sound."""
    return voice.priority < to.priority or voice.clip.sound is to.clip.sound


def _repeats(cue: Cue, same: Iterable[Voice], now: float) -> bool:
    gap = WARNING_GAP if cue.sound in WARNINGS else SOUND_GAP
    return any(now - voice.started < gap for voice in same)


@lru_cache(maxsize=256)
def ear_gains(pan: float) -> NDArray[np.float64]:
    """Gains of the left and the right ear for a sound from one side, shape (2,)."""
    return np.array([np.interp(pan, PANS, LEFT_GAINS), np.interp(-pan, PANS, LEFT_GAINS)])
