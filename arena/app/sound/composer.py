"""Composer: writes the score bar by bar from a theme, a seed and the situation.

`arena.app.sound.score` asks for a bar when it is about to be rendered. The same seed and the same
situations give the same piece. Danger adds layers, one bar after another: pad, bass, arpeggio, light drums,
full drums with the motif, and at last everything twice as quick. They leave as they came, a bar later.

A section, such as a wave, has a shape of its own: it begins with pad and bass, and allows one more layer
every few bars, so that danger at its end is more than danger at its beginning. The music rises towards a
boss, holds its breath, and begins the fight with all layers at once.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from arena.app.sound import timbres
from arena.app.sound.situation import Situation
from arena.app.sound.themes import PHRYGIAN, TOUR, Drums, Theme, choose_theme
from arena.app.sound.timbres import Stroke, Timbre

STEPS = 16
"""Steps of a bar of four beats."""
THRESHOLDS = (0.12, 0.30, 0.48, 0.66, 0.84)
"""Danger thresholds of the layers."""
CALM_BARS = 2
"""Number of calmer bars after which layers stop, one in each bar (hysteresis)."""
STEP_BARS = 2
"""Number of bars after which a new section allows one more layer above the bass."""
GAINS = (0.56, 0.44, 0.54, 0.74, 1.0, 1.2)
"""Gain of all notes by the highest active layer; 1 for a menu's music and for a boss, whose brass is loud."""
BOSS_LEVEL = 4
HELD = 0.5
"""Share of the approach of a boss from which the chord no longer changes."""
BOSS_BASS = "x.xxx.xxx.xxx.xx"
SHIFTS = (0, 2, -2, 3, 5, -4)
"""Transposition of a tour's sections above the theme's root, in turn [semitones]."""
BELL_MOST = 4
"""Maximum number of bells in a bar, for a high multiplier."""

TUNELESS, THINNER = 1, 2
"""Phrases, of four with eight bars each, without the tune and with light drums at first."""

PAD, BASS, ARPEGGIO, LIGHT, FULL, DOUBLE = range(6)


class Play(NamedTuple):
    """A note of the score."""

    what: Timbre | Stroke
    pitch: int  # MIDI number; for a drum its variant
    steps: float  # length in steps
    at: float  # first step within the bar
    gain: float
    pan: float  # -1 left, 1 right
    send: float  # send level of the hall


class Bar(NamedTuple):
    """Notes of a bar in any order, and its duration [s]."""

    notes: list[Play]
    seconds: float


class Composer:
    """State that the composer keeps from bar to bar."""

    def __init__(self) -> None:
        self.level = PAD
        """The highest active layer."""
        self._number = 0  # number of the next bar since the theme began
        self._calm = 0  # number of calmer bars in a row
        self._section_bars = STEP_BARS * DOUBLE  # number of bars since a section followed another
        self._last = Situation()

    def next_bar(self, situation: Situation) -> Bar:
        """Write the next bar."""
        last = self._last
        if (situation.theme, situation.seed) != (last.theme, last.seed):
            self._number, self._section_bars = 0, STEP_BARS * DOUBLE
        elif situation.section != last.section != 0 or last.boss > situation.boss:
            self._section_bars = 0
        else:
            self._section_bars += 1
        rose = self._follow_danger(situation)
        lost = situation.multiplier == 1 and last.multiplier > 2
        arrived = situation.boss and not last.boss
        self._last = situation
        theme = _theme_of(situation)
        seed = (situation.seed, round(theme.tempo), theme.root, situation.section, self._number)
        writer = Writer(theme, situation, self.level, self._number, np.random.default_rng(seed))
        notes = list(writer.write_break() if lost else writer.write(rose))
        notes += writer.write_arrival() if arrived else ()
        self._number += 1
        gain = 1.0 if situation.boss or situation.theme == "title" else GAINS[self.level]
        return Bar([note._replace(gain=gain * note.gain) for note in notes], 240.0 / theme.tempo)

    def _follow_danger(self, situation: Situation) -> bool:
        """Choose the level of a bar; return whether it rose."""
        goal = sum(situation.danger >= threshold for threshold in THRESHOLDS)
        goal = max(goal, math.floor(FULL * situation.approach))
        most = BASS + self._section_bars // STEP_BARS
        before = self.level
        self._calm = self._calm + 1 if goal < self.level else 0
        if situation.boss:
            self.level = max(goal, BOSS_LEVEL)
        elif most < self.level:
            self.level = most
        elif min(goal, most) > self.level:
            self.level += 1
        elif self._calm >= CALM_BARS:
            self.level -= 1
        return self.level > before


def _theme_of(situation: Situation) -> Theme:
    """Theme of the situation: transposed for each wave, in a darker mode near a boss."""
    theme = choose_theme(situation.theme, situation.section)
    if situation.theme == TOUR:
        theme = theme._replace(root=theme.root + SHIFTS[situation.section % len(SHIFTS)])
    if situation.boss:
        theme = theme._replace(scale=PHRYGIAN, bass=BOSS_BASS, chords=(0, 0, 1, 0, 5, 5, 1, 4))
    return theme


class Writer:
    """Writes one bar."""

    def __init__(
        self, theme: Theme, situation: Situation, level: int, number: int, choose: np.random.Generator
    ) -> None:
        self._theme, self._situation, self._level = theme, situation, level
        self._number, self._choose = number, choose
        held = situation.approach > HELD
        self._chord = 0 if held else theme.chords[number % len(theme.chords)]

    def write(self, rose: bool) -> Iterator[Play]:
        """Write all layers of an ordinary bar."""
        level, phrase = self._level, self._number // 8 % 4
        yield from self._pad()
        yield from self._bass() if level >= BASS else ()
        yield from self._arpeggio() if level >= ARPEGGIO else ()
        if level >= LIGHT:
            held_back = phrase == THINNER and self._number % 8 < 4 and not self._situation.boss
            yield from self._drums(self._theme.full if level >= FULL and not held_back else self._theme.light)
        tune = self._number % 8 >= 6 or self._situation.theme == "title" or level >= FULL
        if tune and phrase != TUNELESS:
            yield from self._motif()
        if self._situation.boss:
            yield from self._stabs()
        if self._situation.approach > 0.0:
            yield from self._approach()
        yield from self._bells()
        if rose and level >= FULL:
            yield Play(CRASH, 0, 4, 0, 0.22, 0.2, 0.5)

    def write_break(self) -> Iterator[Play]:
        """Write the bar after a lost multiplier: only the pad and a falling run."""
        yield from self._pad()
        for index in range(8):
            yield Play(timbres.BELL, self._pitch(14 - 2 * index + self._chord, 2), 3, index, 0.16, 0.0, 0.6)
        yield Play(timbres.THUD, 0, 4, 0, 0.5, 0.0, 0.3)

    def write_arrival(self) -> Iterator[Play]:
        """Write the blow with which a boss's fight begins."""
        yield Play(CRASH, 0, 4, 0, 0.3, -0.2, 0.5)
        yield Play(timbres.DROP, 0, 8, 0, 1.2, 0.0, 0.1)

    def _approach(self) -> Iterator[Play]:
        """Write a swell over the bar and a roll at its end, both louder as a boss comes near."""
        share = self._situation.approach
        for degree, pan in ((0, -0.5), (4, 0.5), (8 if share > HELD else 7, 0.0)):
            yield Play(timbres.SWELL, self._pitch(degree, 1), STEPS, 0, 0.16 * share, pan, 0.3)
        for step in range(STEPS - int(8 * share), STEPS):
            loud = share * (0.1 + 0.025 * (step - 8))
            yield Play(self._theme.snare, step % 2, 2, step, loud, 0.1, 0.2)

    def _pitch(self, degree: int, octave: int) -> int:
        """MIDI number of a degree of the scale, so many octaves above the bass."""
        octaves, step = divmod(degree, len(self._theme.scale))
        return self._theme.root + 12 * (octaves + octave) + self._theme.scale[step]

    def _near(self, degree: int, middle: int) -> int:
        """MIDI number of a degree in the octave nearest to another one: chords move by small steps."""
        pitch = self._pitch(degree, 0)
        return pitch + 12 * round((middle - pitch) / 12)

    def _pad(self) -> Iterator[Play]:
        gain = 0.085 if self._level < FULL else 0.06
        wide = self._situation.multiplier >= 8
        for place, degree in enumerate((0, 2, 4, 8 if wide else 6)):
            pitch = self._near(self._chord + degree, self._theme.root + 24 + 3 * place)
            yield Play(self._theme.pad, pitch, STEPS, 0, gain, (-0.7, 0.4, -0.3, 0.7)[place], 0.5)
        low = self._near(self._chord, self._theme.root + 14)
        yield Play(self._theme.pad, low, STEPS, 0, gain, 0.0, 0.2)

    def _bass(self) -> Iterator[Play]:
        busy = self._level >= FULL or (self._level >= LIGHT and self._number % 2 == 1)
        steps = [k for k, letter in enumerate(self._theme.bass) if letter == "x"] if busy else [0, 8]
        for index, step in enumerate(steps):
            end = steps[index + 1] if index + 1 < len(steps) else STEPS
            fifth = busy and index and self._choose.random() < 0.18
            pitch = self._pitch(self._chord + (4 if fifth else 0), 0)
            pitch = pitch - 12 if pitch > self._theme.root + 9 else pitch
            gain = 0.42 * (1.0 if step % 4 == 0 else 0.8)
            yield Play(self._theme.low, pitch, 0.9 * (end - step), step, gain, 0.0, 0.05)

    def _arpeggio(self) -> Iterator[Play]:
        quick = self._level >= DOUBLE or (self._situation.boss and self._number % 2 == 1)
        phrase = self._number // 8 % 4
        stride, order = (1 if quick else 2), self._theme.arpeggio
        turn = int(self._choose.integers(len(order)))
        tones = (0, 2, 4, 7, 9)
        for index, step in enumerate(range(0, STEPS, stride)):
            if self._choose.random() < 0.12:
                continue
            degree = self._chord + tones[order[(index + turn) % len(order)]]
            pitch = self._near(degree, self._theme.root + (43 if phrase == TUNELESS else 38))
            accent = 1.0 if step % 4 == 0 else 0.72
            pan = 0.6 * math.sin(0.7 * index + self._number)
            yield Play(self._theme.pluck, pitch, 1.5, step, 0.20 * accent, pan, 0.35)
            if quick and step % 4 == 2:
                yield Play(self._theme.pluck, pitch + 12, 1.5, step, 0.10, -pan, 0.45)

    def _drums(self, drums: Drums) -> Iterator[Play]:
        parts = (
            (drums.low, self._theme.kick, 0.85, 0.0, 0.04),
            (drums.middle, self._theme.snare, 0.50, 0.1, 0.22),
            (drums.high, self._theme.hat, 0.26, -0.25, 0.08),
        )
        fill = self._number % 4 == 3 and self._level >= FULL
        for letters, stroke, gain, pan, send in parts:
            for step, letter in enumerate(letters):
                if letter in "xo" and not (fill and step >= 12 and stroke is not self._theme.kick):
                    soft = (1.0 if letter == "x" else 0.45) * (0.9 + 0.1 * self._choose.random())
                    yield Play(stroke, step % 2, 2, step, gain * soft, pan, send)
        if fill:
            for step in range(12, STEPS):
                place = 0.6 * (step - 13.5) / 2.0
                yield Play(timbres.TOM, step % 2, 2, step, 0.32 + 0.07 * (step - 12), place, 0.2)

    def _motif(self) -> Iterator[Play]:
        """Write the theme's motif over two bars, varied by the seed."""
        second, phrase = self._number % 2, self._number // 2
        lift = (0, 0, 2, -1)[phrase % 4] if self._number % 16 >= 8 else 0
        loud = 0.30 if self._level >= FULL else 0.12
        octave = 3 if self._theme.root + 24 < 64 else 2
        for step, degree, length in self._theme.motif:
            if step // STEPS != second or self._choose.random() < 0.08:
                continue
            pitch = self._pitch(degree + lift, octave - 1)
            yield Play(self._theme.lead, pitch, length, step % STEPS, loud, 0.12, 0.45)

    def _stabs(self) -> Iterator[Play]:
        """Write brass stabs against a boss, over a drum that reaches down to 28 Hz."""
        if self._number % 2 == 0:
            yield Play(timbres.DROP, 0, 8, 0, 0.8, 0.0, 0.05)
        for step in (0, 6, 12) if self._number % 2 == 0 else (0, 3, 6, 10):
            for degree, pan in ((0, -0.4), (4, 0.4), (7, 0.0)):
                pitch = self._pitch(self._chord + degree, 1)
                yield Play(timbres.BRASS, pitch, 1.8, step, 0.13, pan, 0.35)

    def _bells(self) -> Iterator[Play]:
        """Write one bell for every doubling of the multiplier."""
        count = min(BELL_MOST, int(math.log2(max(1, self._situation.multiplier))))
        for step in sorted(self._choose.choice(STEPS // 2, count, replace=False).tolist()):
            degree = self._chord + (0, 2, 4, 7)[int(self._choose.integers(4))]
            pitch = self._near(degree, self._theme.root + 50)
            pan = float(self._choose.uniform(-0.8, 0.8))
            yield Play(timbres.BELL, pitch, 3, 2 * step, 0.11, pan, 0.7)


CRASH = Stroke(7000.0, 5000.0, 0.0, 0.01, 1.0, 5200.0, 0.35, 1.6)
