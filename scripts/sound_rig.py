"""A game that is heard without a device: the same cues, gains, sides and times, summed into an array.

`render_sound.py` and its tests run it. What the device does between two calls is modelled on OpenAL Soft, as
it writes it into a file: gains glide over one update, sides as in `arena.app.sound.mix.LEFT_GAINS`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.clips import Clip, make_clips
from arena.app.sound.cues import (
    CUES_PER_TICK,
    END_GAIN,
    END_PRIORITY,
    LOUDNESS,
    Cue,
    Listener,
    blast,
    hear,
)
from arena.app.sound.effects import Sound
from arena.app.sound.hearing import Hearing
from arena.app.sound.mix import WARNINGS, Mix, ear_gains
from arena.app.sound.score import ScoreRing
from arena.app.sound.signals import RATE
from arena.app.sound.situation import Situation
from arena.catalogue import kinds, pickups
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.sim.tables.events import Event, create_events
from arena.tuning import TICK_RATE

F32 = NDArray[np.float32]
TICK_SAMPLES = RATE // TICK_RATE
FIGHT = 60
"""Events a second of a fight."""
LARGE = {
    Sound.LARGE_BLAST: (blast(3.0, LOUDNESS[Event.KILLED][1])[1], 0.0, LOUDNESS[Event.KILLED][2]),
    Sound.BOSS_ARRIVAL: (0.45, 0.0, 9),
    Sound.BOSS_KILLED: (END_GAIN, 0.0, END_PRIORITY),
    **{
        LOUDNESS[event][0]: (LOUDNESS[event][1], 0.0, LOUDNESS[event][2])
        for event in (Event.BOMB, Event.CASCADE, Event.BOSS_STAGE)
    },
}
"""Sounds of large events: loudness, side and priority of their cues."""
APART, AFTER = 4.0, 1.2
"""Time between two of them, and for how long one is heard [s]."""


@dataclass
class Playing:
    """A clip on its way through the device."""

    samples: F32
    warns: bool
    ears: F32  # shape (2,)
    gain: float  # as the last block ended
    goal: float  # as the next block ends
    position: int = 0  # [samples]


@dataclass
class OfflineDevice:
    """A `Device` of `arena.app.sound.mix` that keeps what it plays."""

    library: dict[tuple[Sound, int, bool], F32]
    playing: list[Playing] = field(default_factory=list[Playing])
    started: int = 0

    def start(self, clip: Clip, gain: float, pan: float) -> object:
        """Begin to play a clip with the next block."""
        ears = ear_gains(pan).astype(np.float32)
        one = Playing(self.library[clip.key], clip.sound in WARNINGS, ears, gain, gain)
        self.playing.append(one)
        self.started += 1
        return one

    def set_gain(self, token: object, gain: float) -> None:
        """Glide to a gain within the next block."""
        assert isinstance(token, Playing)
        token.goal = gain

    def stop(self, token: object) -> None:
        """Forget a clip."""
        self.playing = [one for one in self.playing if one is not token]

    def advance(self, count: int) -> tuple[F32, F32]:
        """Return the next samples of warnings and of the rest, each of shape (count, 2)."""
        warnings, rest = np.zeros((count, 2), np.float32), np.zeros((count, 2), np.float32)
        for one in self.playing:
            part = one.samples[one.position : one.position + count]
            glide = np.linspace(one.gain, one.goal, count, dtype=np.float32)[: len(part)]
            (warnings if one.warns else rest)[: len(part)] += (part * glide)[:, None] * one.ears
            one.position += count
            one.gain = one.goal
        return warnings, rest


class Recording(NamedTuple):
    """Recorded sound; the mix is the sum of the three."""

    warnings: F32  # shape (samples, 2)
    rest: F32
    score: F32
    voices: list[int]  # that played, tick by tick
    begun: list[tuple[Sound, float]]  # what was started, and when [s]
    bars: list[int]  # where those of the score begin [samples], the last of them
    started: int  # sounds
    dangers: list[float]  # tick by tick; the approach of a boss counts

    @property
    def mix(self) -> F32:
        """All of it."""
        return self.warnings + self.rest + self.score


Heard = Iterator[tuple[list[Cue], Situation]]
"""Tick by tick: cues and how things stand."""


def load_library() -> tuple[list[Clip], dict[tuple[Sound, int, bool], F32]]:
    """Make all effects, as 16-bit files hold them."""
    made = list(make_clips())
    samples = {clip.key: (np.round(data * 32_767.0) / 32_767.0).astype(np.float32) for clip, data in made}
    return [clip for clip, _ in made], samples


def record(heard: Heard) -> Recording:
    """Play what is heard through the mix, with all volumes at their most."""
    clips, library = load_library()
    device, score = OfflineDevice(library), ScoreRing()
    mix = Mix(device)
    for clip in clips:
        mix.add_clip(clip)
    stream, parts, voices, begun = _stream(score), list[tuple[F32, F32, F32]](), list[int](), []
    duck, dangers = 1.0, list[float]()
    for tick, (cues, situation) in enumerate(heard):
        now, before = tick / TICK_RATE, list(mix.playing)
        score.situation = situation
        mix.update(now)
        mix.play(cues, now)
        begun += [(voice.clip.sound, now) for voice in mix.playing if not any(voice is old for old in before)]
        glide = np.linspace(duck, mix.score_duck, TICK_SAMPLES, dtype=np.float32)[:, None]
        duck = mix.score_duck
        parts.append((*device.advance(TICK_SAMPLES), glide * stream(TICK_SAMPLES)))
        voices.append(len(mix.playing))
        dangers.append(max(situation.danger, situation.approach))
    stems = [np.concatenate(stem) for stem in zip(*parts, strict=True)]
    return Recording(stems[0], stems[1], stems[2], voices, begun, score.bars, device.started, dangers)


def _stream(score: ScoreRing) -> Callable[[int], F32]:
    """Cut the score's blocks into pieces of any length."""
    left = np.zeros((0, 2), np.float32)

    def take(count: int) -> F32:
        nonlocal left
        while len(left) < count:
            left = np.concatenate((left, score.render()))
        piece, left = left[:count], left[count:]
        return piece

    return take


def hear_game(setup: Setup, seconds: float, danger: Callable[[float], float] | None = None) -> Heard:
    """Let bots play a match; `danger` (of the time [s]) takes the place of what the score would be told."""
    hearing = Hearing()
    slots = range(setup.players)
    with Match(
        setup.mode, setup.seed, setup.players, difficulty=setup.difficulty, level=setup.level
    ) as match:
        bots = [Bot(slot) for slot in slots]
        for tick in range(round(seconds * TICK_RATE)):
            match.tick([bot.command(match.world) for bot in bots])
            cues = hearing.listen(match, match.hud(), slots)
            situation = hearing.situation
            if danger is not None:
                situation = situation._replace(danger=danger(tick / TICK_RATE))
            yield cues, situation


def hear_flood(events_per_second: int, seconds: float, seed: int = 1) -> Heard:
    """So many events of all kinds about one listener, as the thickest fight has them and thicker."""
    choose, table = np.random.default_rng(seed), create_events(64)
    here = Listener(np.array([0.0, 0.0, 52.0], np.float32), np.array([1.0, 0.0, 0.0], np.float32), 0)
    situation = Situation("terra", seed, 1.0, 8, True, 1)
    events, weights = _event_weights()
    owed = 0.0
    for _ in range(round(seconds * TICK_RATE)):
        owed += events_per_second / TICK_RATE
        count, owed = int(owed), owed % 1.0
        table.count[0] = count
        table.kind[:count] = choose.choice(events, count, p=weights)
        table.row[:count] = np.where(choose.random(count) < 0.3, 0, 9)
        table.subject[:count] = choose.choice(
            (kinds.PLAYER.number, kinds.GUNNER.number, kinds.DRONE.number, kinds.CARRIER.number), count
        )
        table.size[:count] = choose.uniform(1.0, 3.0, count)
        table.size[:count][table.kind[:count] == Event.COLLECTED] = pickups.SHIELD.number
        table.position[:count] = here.position + choose.normal(0.0, 12.0, (count, 3))
        yield hear(table, [here], CUES_PER_TICK), situation


def hear_large_events(seconds: float) -> Heard:
    """Each of `LARGE` in turn, `APART` seconds after the one before, in a fight."""
    for tick, (cues, situation) in enumerate(hear_flood(FIGHT, seconds)):
        number, since = divmod(tick, round(APART * TICK_RATE))
        others = [cue for cue in cues if cue.sound not in LARGE]
        own = [Cue(sound, *LARGE[sound]) for sound in list(LARGE)[number % len(LARGE) :][: since == 0]]
        yield own + others, situation


def _event_weights() -> tuple[list[int], NDArray[np.float64]]:
    """Events of a flood: frequent ones of fights, and every other kind now and then."""
    often = {Event.SHOT: 40.0, Event.HIT: 30.0, Event.KILLED: 8.0, Event.BURST: 6.0, Event.BUMP: 8.0}
    seldom = {Event.BOMB: 0.1, Event.PLAYER_KILLED: 0.05, Event.BOSS_STAGE: 0.05, Event.LANDING: 1.0}
    weights = np.array([(often | seldom).get(event, 0.5) for event in Event])
    return [int(event) for event in Event], weights / weights.sum()
