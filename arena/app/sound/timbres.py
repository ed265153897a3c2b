"""The instruments of the score: one row of numbers each, and one function that turns a row into a note.

`arena.app.sound.score` asks for a note when it plays it for the first time, on the thread that renders, and
keeps it. A note of two seconds takes about 5 ms.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.signals import (
    RATE,
    Samples,
    band_pass,
    decay,
    level,
    low_pass,
    noise,
    oscillate,
    rise,
    sweep,
    timeline,
    wavetable,
)

HARMONICS = 96


class Timbre(NamedTuple):
    """A pitched instrument: a bright and a dark wave that fade into each other, and an envelope."""

    slope: float = 1.0  # harmonic k has amplitude k**-slope
    even: float = 1.0  # of the even harmonics
    bright: float = 4000.0  # what the first moment contains [Hz]
    dark: float = 800.0  # what remains of it [Hz]
    shade: float = 0.2  # half of the way from bright to dark [s]
    attack: float = 0.01  # [s]
    half_life: float = 0.5  # of loudness while the note is held [s]
    release: float = 0.1  # [s] after its release
    detune: float = 0.0  # of two more voices, up and down [cents]
    ratio: float = 0.0  # frequency of a modulator by that of the note, 0: none
    index: float = 0.0  # how far it turns the phase at first [rad]
    formant: float = 0.0  # a vowel's first resonance [Hz], 0: none


class Stroke(NamedTuple):
    """A drum: a tone that falls, and noise of one colour."""

    start: float  # [Hz]
    end: float  # [Hz]
    tone: float  # amplitude
    tone_life: float  # half of its loudness [s]
    noise: float  # amplitude
    colour: float  # middle of its band [Hz]
    noise_life: float  # [s]
    seconds: float


Note = NDArray[np.float32]


@lru_cache(maxsize=32)
def _table(timbre: Timbre, cutoff: float, pitch: float) -> Samples:
    """The wave of a timbre with what `cutoff` [Hz] leaves of it, for notes of about `pitch` [Hz]."""
    count = max(1, min(HARMONICS, int(0.42 * RATE / pitch)))
    number = np.arange(1, count + 1)
    heights = number**-timbre.slope * np.where(number % 2 == 0, timbre.even, 1.0)
    heights = heights / (1.0 + (number * pitch / cutoff) ** 4) ** 0.5
    if timbre.formant:
        for place, share in ((timbre.formant, 1.0), (2.1 * timbre.formant, 0.5)):
            heights = heights * (0.25 + share * np.exp(-((np.log2(number * pitch / place) / 0.45) ** 2)))
    return wavetable(heights)


def play_timbre(timbre: Timbre, pitch: float, seconds: float) -> Note:
    """Make a note of `pitch` [Hz] that is held for `seconds`; peak 1, mono, shape (samples,)."""
    time = timeline(seconds + timbre.release + 0.02)
    sides = (0.0,) if timbre.detune == 0.0 else (-timbre.detune, 0.0, 1.1 * timbre.detune)
    bend = timbre.index * decay(time, 0.4 * timbre.half_life) / (2.0 * np.pi) if timbre.index else 0.0
    fade = decay(time, timbre.shade)
    bright, dark = _table(timbre, timbre.bright, pitch), _table(timbre, timbre.dark, pitch)
    out = np.zeros_like(time)
    for place, cents in enumerate(sides):
        turns = pitch * 2.0 ** (cents / 1200.0) * time + 0.31 * place
        if timbre.index:
            turns = turns + bend * np.sin(2.0 * np.pi * timbre.ratio * pitch * time)
        out += fade * oscillate(bright, turns) + (1.0 - fade) * oscillate(dark, turns)
    held = decay(time, timbre.half_life) * rise(time, timbre.attack)
    let_go = np.clip((seconds + timbre.release - time) / timbre.release, 0.0, 1.0)
    return level(out * held * let_go * let_go).astype(np.float32)


def play_stroke(stroke: Stroke, variant: int = 0) -> Note:
    """Make one stroke of a drum; peak 1, mono, shape (samples,)."""
    time = timeline(stroke.seconds)
    out = stroke.tone * np.sin(sweep(time, stroke.start, stroke.end, 0.3)) * decay(time, stroke.tone_life)
    if stroke.noise:
        hiss = level(band_pass(noise(len(time), 300 + variant), stroke.colour, 0.8))
        out = out + stroke.noise * hiss * decay(time, stroke.noise_life)
    ramp = min(len(time), round(0.01 * RATE))
    out[-ramp:] *= np.linspace(1.0, 0.0, ramp)
    return level(low_pass(out, 9000.0)).astype(np.float32)


PAD = Timbre(1.3, 0.8, 1500.0, 900.0, 1.0, 0.5, 6.0, 1.2, 8.0)
GLASS_PAD = Timbre(1.6, 0.3, 2600.0, 1200.0, 1.5, 0.7, 5.0, 1.6, 5.0)
IRON_PAD = Timbre(0.9, 1.0, 1100.0, 520.0, 0.8, 0.25, 4.0, 0.7, 14.0)
WIND_PAD = Timbre(1.1, 0.7, 1900.0, 700.0, 0.7, 0.35, 3.5, 0.9, 18.0)
CHOIR = Timbre(0.8, 1.0, 2400.0, 1600.0, 1.2, 0.6, 6.0, 1.4, 11.0, formant=620.0)
WARM_BASS = Timbre(1.2, 0.8, 900.0, 260.0, 0.10, 0.006, 0.6, 0.08)
ROUND_BASS = Timbre(1.8, 0.4, 600.0, 200.0, 0.14, 0.01, 0.8, 0.12)
SAW_BASS = Timbre(0.9, 1.0, 1700.0, 300.0, 0.07, 0.004, 0.4, 0.05, 6.0)
DEEP_BASS = Timbre(1.1, 1.0, 700.0, 180.0, 0.2, 0.01, 1.2, 0.15, 9.0)
PLUCK = Timbre(1.0, 0.6, 3600.0, 500.0, 0.05, 0.003, 0.13, 0.10)
GLASS = Timbre(2.0, 0.3, 4000.0, 2500.0, 0.2, 0.002, 0.30, 0.35, 0.0, 3.5, 1.6)
IRON = Timbre(1.2, 0.2, 2600.0, 600.0, 0.05, 0.002, 0.09, 0.08, 0.0, 1.41, 2.6)
REED = Timbre(0.9, 0.25, 2600.0, 900.0, 0.08, 0.006, 0.16, 0.08, 4.0)
DULL_PLUCK = Timbre(1.2, 0.9, 1800.0, 300.0, 0.07, 0.004, 0.18, 0.16)
BELL = Timbre(2.2, 0.4, 5000.0, 2600.0, 0.3, 0.003, 0.45, 0.5, 0.0, 2.76, 1.1)
LEAD = Timbre(1.1, 0.5, 2400.0, 1300.0, 0.35, 0.02, 0.9, 0.18, 6.0)
HOLLOW_LEAD = Timbre(1.0, 0.1, 2200.0, 1200.0, 0.4, 0.03, 0.9, 0.25, 4.0)
GLASS_LEAD = Timbre(1.8, 0.3, 3800.0, 1900.0, 0.3, 0.008, 0.6, 0.4, 3.0, 2.0, 0.9)
BRASS = Timbre(0.8, 1.0, 900.0, 1900.0, 0.12, 0.05, 0.8, 0.12, 10.0)
SWELL = Timbre(0.8, 1.0, 500.0, 2600.0, 1.0, 2.0, 9.0, 0.06, 13.0)

KICK = Stroke(190.0, 44.0, 1.0, 0.07, 0.10, 2600.0, 0.006, 0.32)
SNARE = Stroke(260.0, 170.0, 0.5, 0.04, 0.8, 2000.0, 0.06, 0.26)
HAT = Stroke(6000.0, 5000.0, 0.0, 0.01, 1.0, 7600.0, 0.018, 0.10)
TOM = Stroke(210.0, 88.0, 1.0, 0.09, 0.12, 900.0, 0.02, 0.36)
ANVIL = Stroke(1180.0, 1150.0, 0.35, 0.05, 0.7, 3300.0, 0.03, 0.24)
ICE = Stroke(3100.0, 2900.0, 0.3, 0.03, 0.6, 6200.0, 0.02, 0.16)
DROP = Stroke(90.0, 28.0, 1.0, 0.45, 0.15, 180.0, 0.2, 1.6)
THUD = Stroke(130.0, 38.0, 1.0, 0.12, 0.2, 300.0, 0.04, 0.45)
