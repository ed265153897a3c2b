"""Synthesis of all sound effects; the same bits on every run.

`arena.app.sound.clips` makes the whole set once, when the window opens, and `scripts/render_sound.py` draws
it. What is heard many times a second has variants, so that a stream of shots is no comb.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache, partial
from typing import NamedTuple, Self

import numpy as np

from arena.app.sound.signals import (
    RATE,
    Samples,
    band_pass,
    decay,
    finish,
    level,
    low_pass,
    noise,
    rise,
    sweep,
    timeline,
)

DETUNE = (1.0, 0.971, 1.026, 0.988, 1.041, 0.957)
"""Pitch factors of a sound's variants."""


def _shot(variant: int) -> Samples:
    """Our own stream: a snap, a body that falls two octaves, and a low knock that gives it weight."""
    time, tune = timeline(0.15), DETUNE[variant]
    body = sweep(time, 1180.0 * tune, 240.0 * tune, 0.5)
    tone = np.sin(body) + 0.30 * np.sin(2.0 * body + 0.4) + 0.12 * np.sin(3.0 * body)
    knock = np.sin(sweep(time, 260.0 * tune, 78.0, 0.4)) * decay(time, 0.026)
    snap = band_pass(noise(len(time), 110 + variant), 4800.0, 0.8) * decay(time, 0.0045)
    return finish(np.tanh(1.3 * tone * decay(time, 0.024) + 0.9 * knock + 1.6 * snap))


def _scatter(variant: int) -> Samples:
    """Grapeshot: many small reports within a moment, over a thump."""
    time, tune = timeline(0.24), DETUNE[variant]
    spray = band_pass(noise(len(time), 120 + variant), 1000.0 * tune, 0.9)
    reports = np.zeros_like(time)
    for at in np.random.default_rng(130 + variant).uniform(0.0, 0.035, 7):
        reports += np.where(time >= at, decay(np.maximum(0.0, time - at), 0.007), 0.0)
    thump = np.sin(sweep(time, 240.0 * tune, 58.0, 0.4)) * decay(time, 0.035)
    return finish(np.tanh(1.1 * level(spray * (reports + 0.35 * decay(time, 0.04))) + 1.2 * thump))


def _lance(variant: int) -> Samples:
    """A beam: two tones that beat against each other, and tear open at the start."""
    time, tune = timeline(0.42), DETUNE[variant]
    low, high = sweep(time, 920.0 * tune, 110.0, 0.45), sweep(time, 937.0 * tune, 112.0, 0.45)
    beam = np.tanh(2.2 * (np.sin(low) + np.sin(high + 0.8 * np.sin(0.5 * low))))
    tear = band_pass(noise(len(time), 140 + variant), 4200.0, 0.8) * decay(time, 0.012)
    return finish(beam * decay(time, 0.075) * rise(time, 0.003) + 0.8 * level(tear))


def _zap(start: float, end: float, seconds: float, grit: float, seed: int, variant: int) -> Samples:
    """A shot that is not ours: hollow (odd harmonics), softer at the start, lower."""
    time, tune = timeline(seconds), DETUNE[variant]
    phase = sweep(time, start * tune, end * tune, 0.7)
    tone = np.sin(phase) + 0.33 * np.sin(3.0 * phase) + 0.16 * np.sin(5.0 * phase)
    rasp = grit * band_pass(noise(len(time), seed + variant), 2.0 * start, 0.7)
    return finish((tone + rasp) * decay(time, seconds * 0.2) * rise(time, 0.004))


def _hit(variant: int) -> Samples:
    time, tune = timeline(0.10), DETUNE[variant]
    tick = band_pass(noise(len(time), 150 + variant), 4600.0 * tune, 0.8) * decay(time, 0.007)
    return finish(2.0 * tick + 0.7 * np.sin(sweep(time, 1500.0 * tune, 520.0, 0.5)) * decay(time, 0.014))


def _hull_hit(variant: int) -> Samples:
    """Bullets on a boss: plate that rings, its partials not in tune."""
    time, tune = timeline(0.22), DETUNE[variant]
    ring = np.zeros_like(time)
    for pitch, half_life in ((415.0, 0.040), (1098.0, 0.028), (1763.0, 0.019), (2841.0, 0.011)):
        ring += np.sin(2.0 * np.pi * pitch * tune * time) * decay(time, half_life)
    tick = noise(len(time), 160 + variant) * decay(time, 0.004)
    return finish(ring + 0.9 * tick)


@lru_cache(maxsize=1)  # for the variants of a sound, which are made one after another
def _sub(seconds: float, half_life: float) -> Samples:
    """Bass of a large event: a tone that falls from 90 to 28 Hz, overdriven.

    The octave above it keeps harmonics at 60 to 160 Hz, which small speakers still reproduce.
    """
    time = timeline(seconds)
    phase = sweep(time, 90.0, 28.0, 0.5)
    tone = np.tanh(2.0 * np.sin(phase) + 1.2 * np.sin(2.0 * phase))
    return tone * decay(time, half_life) * rise(time, 0.004)


def _blast(seconds: float, bright: float, pitch: float, seed: int, weight: float, variant: int) -> Samples:
    """A ship: a crack, a body whose brightness falls, bass of `weight` below it, and a tail that rolls on."""
    time, tune = timeline(seconds), DETUNE[variant]
    source = noise(len(time), seed + variant)
    body = level(low_pass(source, bright * tune * decay(time, seconds * 0.13) + 110.0))
    tail = level(low_pass(noise(len(time), seed + 50 + variant), 420.0 * tune + 0.06 * bright))
    crack = band_pass(source, 4400.0, 1.0) * decay(time, 0.008)
    thump = np.sin(sweep(time, pitch * tune * 4.0, pitch * tune, 0.25)) * decay(time, seconds * 0.17)
    sum_ = body * decay(time, seconds * 0.11) + 0.42 * tail * decay(time, seconds * 0.24) * rise(time, 0.03)
    bass = weight * _sub(seconds, seconds * 0.17)
    return finish(np.tanh(1.5 * sum_ + 1.3 * thump + 1.1 * crack + bass))


def _burst(seconds: float, grain: float, pitch: float, seed: int, weight: float, variant: int) -> Samples:
    """Stone: grains that rattle down over a dull knock and bass of `weight`; nothing in it rings."""
    time, tune = timeline(seconds), DETUNE[variant]
    choose = np.random.default_rng(seed + variant)
    grains = np.zeros_like(time)
    for at in seconds * 0.75 * choose.uniform(0.0, 1.0, 26) ** 1.8:
        since = np.maximum(0.0, time - at)
        grains += np.where(time >= at, decay(since, choose.uniform(0.004, 0.016)), 0.0) * 0.9 ** (at * 40.0)
    rubble = level(band_pass(noise(len(time), seed + 60 + variant), grain * tune, 1.1) * grains)
    knock = np.sin(sweep(time, pitch * tune * 3.0, pitch * tune, 0.3)) * decay(time, seconds * 0.12)
    return finish(np.tanh(1.4 * rubble + 1.2 * knock + weight * _sub(seconds, seconds * 0.2)))


def _bump(variant: int) -> Samples:
    time, tune = timeline(0.18), DETUNE[variant]
    knock = np.sin(sweep(time, 210.0 * tune, 74.0, 0.4)) * decay(time, 0.03)
    return finish(knock + 0.5 * level(low_pass(noise(len(time), 170 + variant), 900.0) * decay(time, 0.014)))


def _pulses(notes: tuple[float, ...], step: float, length: float, _: int = 0) -> Samples:
    """Clear tones in a narrow band that nothing else fills: what all warnings are made of."""
    time = timeline(step * (len(notes) - 1) + length + 0.06)
    out = np.zeros_like(time)
    for index, note in enumerate(notes):
        place = time - index * step
        gate = np.clip(place / 0.006, 0.0, 1.0) * np.clip((length - place) / 0.03, 0.0, 1.0)
        tone = np.sin(2.0 * np.pi * note * place) + 0.18 * np.sin(4.0 * np.pi * note * place)
        out += tone * gate
    return finish(out)


def _landed(_: int) -> Samples:
    time = timeline(0.4)
    thud = np.sin(sweep(time, 130.0, 40.0, 0.35)) * decay(time, 0.07)
    dust = level(low_pass(noise(len(time), 14), 700.0)) * decay(time, 0.06) * rise(time, 0.01)
    return finish(thud + 0.45 * dust)


def _boost(_: int) -> Samples:
    """Air that opens and closes, an engine that climbs, and a kick."""
    time = timeline(0.55)
    share = np.sin(np.pi * np.minimum(1.0, time / 0.5)) ** 2
    wind = level(low_pass(noise(len(time), 15), 420.0 + 4800.0 * share))
    engine = np.tanh(2.0 * np.sin(sweep(time, 70.0, 330.0, 0.5)))
    kick = np.sin(sweep(time, 190.0, 52.0, 0.3)) * decay(time, 0.05)
    return finish((wind + 0.35 * engine) * rise(time, 0.02) * decay(time, 0.15) + 0.9 * kick)


def _near_miss(_: int) -> Samples:
    """Air that parts, and a glint."""
    time = timeline(0.26)
    bow = np.sin(np.pi * time / time[-1]) ** 1.5
    rush = level(band_pass(noise(len(time), 19), 1700.0, 0.9)) * bow
    glint = 0.3 * np.sin(sweep(time, 1568.0, 2350.0)) * decay(time, 0.05)
    return finish(rush + glint * bow)


def _struck(variant: int) -> Samples:
    """A blade through thin metal: a snap, a ring that falls, and a thump below."""
    time, tune = timeline(0.3), DETUNE[variant]
    snap = band_pass(noise(len(time), 270 + variant), 3600.0 * tune, 0.8) * decay(time, 0.01)
    ring = np.sin(sweep(time, 1480.0 * tune, 880.0 * tune, 0.4)) * decay(time, 0.045)
    thump = np.sin(sweep(time, 210.0, 60.0, 0.4)) * decay(time, 0.04)
    return finish(np.tanh(1.5 * level(snap) * decay(time, 0.02) + 0.7 * ring + 1.1 * thump))


SHARD_NOTES = (784.0, 880.0, 1046.5, 1174.7, 1318.5, 1568.0, 1760.0, 2093.0)
"""Pentatonic steps that a run of shards climbs, one variant each [Hz]."""


def _shard(variant: int) -> Samples:
    """A soft tick of glass."""
    return _chord((SHARD_NOTES[variant],), 0.0, 0.022)


def _bomb(_: int) -> Samples:
    """A breath in, then everything out: crack, sub, and a roll of thunder."""
    time = timeline(2.4)
    place = np.maximum(0.0, time - 0.09)
    bass = 1.4 * _sub(2.4 - 0.09, 0.4)
    on = rise(place, 0.003) * (time >= 0.09)
    breath = (
        band_pass(noise(len(time), 16), 2400.0, 0.8) * np.clip(time / 0.09, 0.0, 1.0) ** 3 * (time < 0.09)
    )
    swell = np.concatenate((np.zeros(len(time) - len(bass)), bass))
    rush = level(low_pass(noise(len(time), 17), 6500.0 * decay(place, 0.11) + 80.0)) * decay(place, 0.2)
    roll = level(low_pass(noise(len(time), 18), 260.0)) * decay(place, 0.55) * rise(place, 0.12)
    return finish(np.tanh(1.9 * on * (swell + rush + 0.5 * roll) + 0.9 * breath))


def _cascade(_: int) -> Samples:
    """A chain of kills: bells that climb over the bass and the rush of a large blast."""
    time = timeline(0.95)
    bells = _chord((523.3, 659.3, 784.0, 1046.5), 0.05, 0.09)
    rush = level(low_pass(noise(len(time), 33), 2400.0 * decay(time, 0.1) + 90.0)) * decay(time, 0.1)
    out = 0.5 * rush + 1.4 * _sub(0.95, 0.24)
    out[: len(bells)] += 0.5 * bells
    return finish(np.tanh(out))


def _hurt(_: int) -> Samples:
    """Current that shorts: a buzz that staggers, and the hull."""
    time = timeline(0.36)
    phase = sweep(time, 330.0, 105.0, 0.7)
    buzz = np.tanh(4.0 * np.sin(phase)) + 0.5 * np.sin(0.5 * phase)
    stagger = 0.55 + 0.45 * np.sign(np.sin(2.0 * np.pi * 31.0 * time))
    spark = band_pass(noise(len(time), 27), 2600.0, 0.8) * stagger
    hull = np.sin(sweep(time, 150.0, 48.0, 0.4)) * decay(time, 0.06)
    return finish(low_pass(buzz * stagger, 2400.0) * decay(time, 0.08) + spark * decay(time, 0.05) + hull)


def _chord(notes: tuple[float, ...], step: float, ring: float, _: int = 0) -> Samples:
    """Notes [Hz] that enter `step` seconds apart and ring on, as small bells do."""
    time = timeline(step * (len(notes) - 1) + ring * 5.0)
    out = np.zeros_like(time)
    for index, note in enumerate(notes):
        place = np.maximum(0.0, time - index * step)
        hum = np.sin(2.0 * np.pi * note * place) * decay(place, ring)
        strike = np.sin(2.0 * np.pi * 2.76 * note * place) * decay(place, ring * 0.25)
        octave = np.sin(4.0 * np.pi * note * place) * decay(place, ring * 0.5)
        out += (hum + 0.35 * octave + 0.22 * strike) * rise(place, 0.004)
    return finish(out)


def _laid(_: int) -> Samples:
    """A mine: a clack, and its fuse that winds up."""
    time = timeline(0.3)
    clack = band_pass(noise(len(time), 28), 1300.0, 0.7) * decay(time, 0.01)
    fuse = 0.3 * np.sin(sweep(time, 300.0, 620.0)) * rise(time, 0.1) * decay(time, 0.09)
    return finish(level(clack) + fuse)


def _launched(_: int) -> Samples:
    """A hangar: doors, and something that leaves them."""
    time = timeline(0.5)
    doors = np.tanh(2.5 * np.sin(sweep(time, 95.0, 60.0))) * decay(time, 0.08)
    leave = level(band_pass(noise(len(time), 29), 950.0, 0.7)) * np.sin(np.pi * time / time[-1]) ** 2
    return finish(low_pass(doors, 900.0) + 0.6 * leave)


def _killed(_: int) -> Samples:
    """Our ship: its blast, and a voice of metal that falls silent."""
    time = timeline(1.8)
    blast = _blast(1.8, 5200.0, 38.0, 31, 1.0, 0)
    fall = sweep(time, 880.0, 55.0, 0.6)
    wail = np.sin(fall + 1.6 * np.sin(1.41 * fall)) * decay(time, 0.3)
    return finish(blast + 0.42 * wail)


def _horn(notes: tuple[float, ...], seconds: float, opening: float) -> Samples:
    """A low, wide brass: saws out of tune with each other, whose brightness swells."""
    time = timeline(seconds)
    out = np.zeros_like(time)
    for note in notes:
        for cents in (-7.0, 0.0, 9.0):
            turns = note * 2.0 ** (cents / 1200.0) * time
            out += 2.0 * (turns - np.floor(turns)) - 1.0
    bright = 220.0 + opening * np.sin(np.pi * np.minimum(1.0, time / seconds)) ** 2
    return level(low_pass(out, bright)) * rise(time, 0.08) * decay(time, seconds * 0.3)


def _boss_arrival(_: int) -> Samples:
    """A horn twice, a siren's third above it, and bass below."""
    time = timeline(2.2)
    horn = _horn((58.27, 87.31, 116.5), 1.1, 2600.0)
    twice = np.concatenate((horn, 1.15 * horn))
    call = np.sin(2.0 * np.pi * np.where(time % 0.55 < 0.275, 1108.7, 932.3) * time)
    gate = np.clip(np.minimum(time % 0.275, 0.275 - time % 0.275) / 0.02, 0.0, 1.0) * rise(time, 0.1)
    fade = np.clip((2.2 - time) / 0.5, 0.0, 1.0)
    return finish(twice + 0.55 * call * gate * fade + 1.6 * _sub(2.2, 0.6))


def _boss_stage(_: int) -> Samples:
    """Metal that tears, the horn under it, and bass below both."""
    time = timeline(1.4)
    tear = level(low_pass(noise(len(time), 25), 6800.0 * decay(time, 0.2) + 140.0)) * decay(time, 0.12)
    scream = sweep(time, 1500.0, 420.0, 0.7)
    screech = np.sin(scream + 2.5 * np.sin(0.707 * scream)) * decay(time, 0.13)
    return finish(tear + 0.9 * _horn((65.41, 98.0), 1.4, 1800.0) + 0.4 * screech + 1.2 * _sub(1.4, 0.3))


def _boss_killed(_: int) -> Samples:
    """Series of blasts, each lower, and a roll that fades out."""
    time = timeline(3.2)
    out = np.zeros_like(time)
    for index, at in enumerate((0.0, 0.34, 0.62, 1.05)):
        one = _blast(1.1 + 0.3 * index, 6200.0 - 900.0 * index, 60.0 - 9.0 * index, 200 + index, 1.2, index)
        begin = round(at * RATE)
        end = min(len(out), begin + len(one))
        out[begin:end] += (0.6 + 0.2 * index) * one[: end - begin]
    roll = level(low_pass(noise(len(time), 32), 210.0)) * decay(time, 0.8) * rise(time, 0.8)
    return finish(np.tanh(1.4 * out + 0.7 * roll))


class SoundRecipe(NamedTuple):
    """Recipe of a sound; `make` takes the number of the variant, from 0."""

    make: Callable[[int], Samples]
    variants: int = 1
    distant: bool = False  # true if it has a muffled variant from behind the horizon


def _bell(*notes: float, step: float, ring: float) -> SoundRecipe:
    return SoundRecipe(partial(_chord, notes, step, ring))


class Sound(StrEnum):
    """Sounds of the game, each with its recipe."""

    recipe: SoundRecipe

    def __new__(cls, value: str, recipe: SoundRecipe) -> Self:
        """Make the row of a sound."""
        sound = str.__new__(cls, value)
        sound._value_, sound.recipe = value, recipe
        return sound

    SHOT = "shot", SoundRecipe(_shot, 6)
    SCATTER = "scatter", SoundRecipe(_scatter, 4)
    LANCE = "lance", SoundRecipe(_lance, 3)
    ARMED = "armed", _bell(523.3, 784.0, step=0.03, ring=0.03)
    CRATE = "crate", _bell(392.0, 523.3, step=0.06, ring=0.08)
    FITTED = "fitted", _bell(523.3, 659.3, 987.8, 1318.5, step=0.05, ring=0.12)
    SHIELD = "shield", _bell(392.0, 587.3, 784.0, 1174.7, step=0.05, ring=0.11)
    BOMB_GAINED = "bomb_gained", _bell(196.0, 293.7, 440.0, step=0.06, ring=0.10)
    LIFE = "life", _bell(523.3, 659.3, 784.0, 1046.5, 1318.5, step=0.07, ring=0.14)
    ENEMY_SHOT = "enemy_shot", SoundRecipe(partial(_zap, 620.0, 210.0, 0.18, 0.5, 180), 4, True)
    STALKER_SHOT = "stalker_shot", SoundRecipe(partial(_zap, 980.0, 160.0, 0.26, 1.0, 190), 2, True)
    BOSS_SHOT = "boss_shot", SoundRecipe(partial(_zap, 330.0, 120.0, 0.26, 0.9, 195), 3, True)
    MINE_LAID = "mine_laid", SoundRecipe(_laid, 1, True)
    LAUNCHED = "launched", SoundRecipe(_launched, 1, True)
    HIT = "hit", SoundRecipe(_hit, 4)
    HULL_HIT = "hull_hit", SoundRecipe(_hull_hit, 3)
    SMALL_BLAST = "small_blast", SoundRecipe(partial(_blast, 0.5, 6500.0, 92.0, 210, 0.2), 4, True)
    MEDIUM_BLAST = "medium_blast", SoundRecipe(partial(_blast, 0.95, 5200.0, 62.0, 220, 0.8), 3, True)
    LARGE_BLAST = "large_blast", SoundRecipe(partial(_blast, 1.6, 4200.0, 42.0, 230, 1.6), 2, True)
    SMALL_BURST = "small_burst", SoundRecipe(partial(_burst, 0.4, 1500.0, 105.0, 240, 0.15), 4, True)
    LARGE_BURST = "large_burst", SoundRecipe(partial(_burst, 0.85, 850.0, 58.0, 250, 1.4), 3, True)
    BUMP = "bump", SoundRecipe(_bump, 2, True)
    LANDING = "landing", SoundRecipe(partial(_pulses, (1661.2, 2217.5) * 2, 0.14, 0.12))
    LANDED = "landed", SoundRecipe(_landed, 1, True)
    BOOST = "boost", SoundRecipe(_boost)
    BOMB = "bomb", SoundRecipe(_bomb)
    HURT = "hurt", SoundRecipe(_hurt)
    LOW_SHIELD = "low_shield", SoundRecipe(partial(_pulses, (1480.0, 1174.7) * 3, 0.11, 0.10))
    LAST_LIFE = "last_life", SoundRecipe(partial(_pulses, (1318.5, 1318.5, 1318.5, 987.8), 0.2, 0.16))
    PLAYER_KILLED = "player_killed", SoundRecipe(_killed)
    NEAR_MISS = "near_miss", SoundRecipe(_near_miss)
    SPARK = "spark", _bell(392.0, 587.3, step=0.02, ring=0.04)
    CASCADE = "cascade", SoundRecipe(_cascade)
    STRUCK = "struck", SoundRecipe(_struck, 3)
    LINK_CUT = "link_cut", _bell(1568.0, 1046.5, 659.3, step=0.03, ring=0.05)
    VOLLEY = "volley", SoundRecipe(partial(_pulses, (392.0, 466.2, 554.4), 0.2, 0.16))
    SHARD = "shard", SoundRecipe(_shard, len(SHARD_NOTES))
    MULTIPLIER_UP = "multiplier_up", _bell(587.3, 880.0, 1174.7, step=0.045, ring=0.06)
    WAVE = "wave", _bell(293.7, 440.0, 587.3, step=0.09, ring=0.18)
    BOSS_ARRIVAL = "boss_arrival", SoundRecipe(_boss_arrival)
    BOSS_STAGE = "boss_stage", SoundRecipe(_boss_stage)
    BOSS_KILLED = "boss_killed", SoundRecipe(_boss_killed)
    GAME_OVER = "game_over", _bell(440.0, 349.2, 293.7, 220.0, step=0.22, ring=0.30)
    MENU_MOVE = "menu_move", _bell(880.0, step=0.0, ring=0.012)
    MENU_ACCEPT = "menu_accept", _bell(587.3, 880.0, step=0.05, ring=0.04)


DISTANT_CUTOFF = 750.0
"""Low-pass cut-off of sounds from behind the horizon [Hz]."""
HEAD = 240
"""Length of the fade-in, as the filter smears a sound's start forwards [samples]."""


def synthesise(sound: Sound, variant: int = 0) -> Samples:
    """Make one variant of a sound, float64, shape (samples,), peak `PEAK`."""
    return sound.recipe.make(variant)


def make_distant(samples: Samples) -> Samples:
    """Make the muffled variant from behind the horizon."""
    dull = low_pass(samples, DISTANT_CUTOFF)
    ramp = len(dull) // 16
    dull[-ramp:] *= np.linspace(1.0, 0.0, ramp)
    dull[:HEAD] *= np.linspace(0.0, 1.0, HEAD)
    return dull
