"""Every sound of the game, made from arithmetic. numpy only; the same bits on every run.

A sound is a float64 array in -1..1 at `RATE` samples a second, mono: its place is the mixer's business.
"""

import io
import wave
from collections.abc import Callable, Mapping
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

RATE = 32_000
"""Samples a second [Hz]."""

PEAK = 0.85
"""Loudest sample of every sound; loudness between sounds is set where they are played."""

FADE_SECONDS = 0.004
"""Ramp at both ends, so that nothing clicks."""

Samples = NDArray[np.float64]


class Sound(StrEnum):
    """What can be heard."""

    SHOT = "shot"
    SCATTER = "scatter"
    LANCE = "lance"
    ARMED = "armed"
    COLLECTED = "collected"
    ENEMY_SHOT = "enemy_shot"
    HIT = "hit"
    SMALL_BLAST = "small_blast"
    MEDIUM_BLAST = "medium_blast"
    LARGE_BLAST = "large_blast"
    BUMP = "bump"
    LANDING = "landing"
    LANDED = "landed"
    BOOST = "boost"
    BOMB = "bomb"
    HURT = "hurt"
    PLAYER_KILLED = "player_killed"
    NEAR_MISS = "near_miss"
    CHAIN = "chain"
    WAVE = "wave"
    BOSS_STAGE = "boss_stage"
    GAME_OVER = "game_over"
    MENU_MOVE = "menu_move"
    MENU_ACCEPT = "menu_accept"


def _time(seconds: float) -> Samples:
    return np.arange(round(seconds * RATE)) / RATE


def _noise(count: int, seed: int) -> Samples:
    return np.random.default_rng(seed).uniform(-1.0, 1.0, count)


def _sweep(time: Samples, start: float, end: float, bend: float = 1.0) -> Samples:
    """Phase [rad] of a tone that glides from `start` to `end` [Hz]."""
    share = (time / time[-1]) ** bend
    return 2.0 * np.pi * np.cumsum(start * (end / start) ** share) / RATE


def _decay(time: Samples, half_life: float) -> Samples:
    return 0.5 ** (time / half_life)


def _low_pass(signal: Samples, cutoff: Samples | float) -> Samples:
    """Two one-pole low passes in a row; `cutoff` [Hz] may glide."""
    share = 1.0 - np.exp(-2.0 * np.pi * np.broadcast_to(np.asarray(cutoff), signal.shape) / RATE)
    for _ in range(2):
        level, out = 0.0, np.empty_like(signal)
        for index, (value, gain) in enumerate(zip(signal.tolist(), share.tolist(), strict=True)):
            level += gain * (value - level)
            out[index] = level
        signal = out
    return signal


def _finish(signal: Samples) -> Samples:
    """Bring to `PEAK` and ramp both ends."""
    ramp = min(round(FADE_SECONDS * RATE), len(signal) // 2)
    signal[:ramp] *= np.linspace(0.0, 1.0, ramp)
    signal[-ramp:] *= np.linspace(1.0, 0.0, ramp)
    return signal * (PEAK / max(1e-9, float(np.abs(signal).max())))


def _laser(seconds: float, start: float, end: float, grit: float) -> Samples:
    time = _time(seconds)
    phase = _sweep(time, start, end, 0.6)
    tone = np.sin(phase) + 0.35 * np.sin(2.0 * phase) + grit * _noise(len(time), 11)
    return _finish(tone * _decay(time, seconds * 0.22))


def _hit() -> Samples:
    time = _time(0.09)
    tick = _noise(len(time), 12) * _decay(time, 0.008)
    return _finish(tick + np.sin(_sweep(time, 1900.0, 900.0)) * _decay(time, 0.018))


def _blast(seconds: float, brightness: float, pitch: float, seed: int) -> Samples:
    """Noise whose brightness falls, over a falling thump: larger is longer, darker, lower."""
    time = _time(seconds)
    noise = _low_pass(_noise(len(time), seed), brightness * _decay(time, seconds * 0.16) + 90.0)
    noise /= max(1e-9, float(np.abs(noise).max()))
    thump = np.sin(_sweep(time, pitch * 3.0, pitch, 0.3)) * _decay(time, seconds * 0.2)
    return _finish(np.tanh(1.8 * (noise * _decay(time, seconds * 0.18) + 0.8 * thump)))


def _bump() -> Samples:
    time = _time(0.16)
    knock = np.sin(_sweep(time, 190.0, 70.0, 0.4)) * _decay(time, 0.03)
    return _finish(knock + 0.3 * _low_pass(_noise(len(time), 13), 900.0) * _decay(time, 0.012))


def _landing() -> Samples:
    """Two rising notes, twice: something is coming down."""
    time = _time(0.62)
    beat = np.floor(time / 0.31)
    place = time - beat * 0.31
    pitch = np.where(place < 0.1, 660.0, 880.0)
    gate = np.where(place < 0.2, 1.0, 0.0) * np.minimum(1.0, (0.2 - np.minimum(place, 0.2)) / 0.06)
    tone = np.sin(2.0 * np.pi * np.cumsum(pitch) / RATE)
    return _finish((tone + 0.25 * tone**3) * gate * (1.0 - 0.35 * beat))


def _landed() -> Samples:
    time = _time(0.34)
    thud = np.sin(_sweep(time, 120.0, 42.0, 0.4)) * _decay(time, 0.07)
    return _finish(thud + 0.35 * _low_pass(_noise(len(time), 14), 600.0) * _decay(time, 0.05))


def _boost() -> Samples:
    time = _time(0.42)
    cutoff = 500.0 + 5200.0 * np.sin(np.pi * np.minimum(1.0, time / 0.42)) ** 2
    wind = _low_pass(_noise(len(time), 15), cutoff)
    whistle = 0.12 * np.sin(_sweep(time, 260.0, 1040.0, 0.5))
    return _finish((wind + whistle) * np.minimum(1.0, time / 0.03) * _decay(time, 0.14))


def _near_miss() -> Samples:
    """Air that parts, and a glint."""
    time = _time(0.22)
    rush = _low_pass(_noise(len(time), 19), 900.0 + 5200.0 * np.sin(np.pi * time / time[-1]) ** 2)
    glint = 0.2 * np.sin(_sweep(time, 1568.0, 2350.0)) * _decay(time, 0.05)
    return _finish((rush + glint) * np.sin(np.pi * time / time[-1]))


def _bomb() -> Samples:
    time = _time(1.5)
    swell = np.sin(_sweep(time, 220.0, 28.0, 0.35)) * _decay(time, 0.36)
    rush = _low_pass(_noise(len(time), 16), 4200.0 * _decay(time, 0.16) + 70.0)
    rush /= max(1e-9, float(np.abs(rush).max()))
    return _finish(np.tanh(2.2 * (swell + 0.9 * rush * _decay(time, 0.24))))


def _hurt() -> Samples:
    time = _time(0.3)
    buzz = np.sign(np.sin(_sweep(time, 310.0, 120.0, 0.7))) * 0.5 + np.sin(_sweep(time, 155.0, 60.0, 0.7))
    return _finish(_low_pass(buzz + 0.4 * _noise(len(time), 17), 2600.0) * _decay(time, 0.07))


def _chord(notes: tuple[float, ...], step: float, ring: float) -> Samples:
    """Notes [Hz] that enter `step` seconds apart and ring on."""
    time = _time(step * (len(notes) - 1) + ring * 4.0)
    out = np.zeros_like(time)
    for index, note in enumerate(notes):
        place = np.maximum(0.0, time - index * step)
        tone = np.sin(2.0 * np.pi * note * place) + 0.3 * np.sin(4.0 * np.pi * note * place)
        out += tone * _decay(place, ring) * np.minimum(1.0, place / 0.008)
    return _finish(out)


def _killed() -> Samples:
    blast = _blast(1.3, 3200.0, 40.0, 18)
    time = _time(1.3)
    return _finish(blast + 0.5 * np.sin(_sweep(time, 620.0, 70.0, 0.8)) * _decay(time, 0.25))


def _boss_stage() -> Samples:
    """Metal that tears, and a horn under it."""
    time = _time(1.1)
    tear = _low_pass(_noise(len(time), 25), 5200.0 * _decay(time, 0.22) + 140.0)
    tear /= max(1e-9, float(np.abs(tear).max()))
    horn = np.tanh(3.0 * np.sin(_sweep(time, 98.0, 73.4, 0.6))) * np.minimum(1.0, time / 0.05)
    return _finish(tear * _decay(time, 0.12) + 0.8 * _low_pass(horn, 900.0) * _decay(time, 0.4))


RECIPES: Mapping[Sound, Callable[[], Samples]] = {
    Sound.SHOT: lambda: _laser(0.13, 1500.0, 420.0, 0.10),
    Sound.SCATTER: lambda: _blast(0.16, 6400.0, 150.0, 24),
    Sound.LANCE: lambda: _laser(0.34, 2600.0, 130.0, 0.16),
    Sound.COLLECTED: lambda: _chord((659.3, 987.8, 1318.5), 0.035, 0.05),
    Sound.ARMED: lambda: _chord((523.3, 784.0), 0.03, 0.03),
    Sound.ENEMY_SHOT: lambda: _laser(0.17, 760.0, 240.0, 0.22),
    Sound.HIT: _hit,
    Sound.SMALL_BLAST: lambda: _blast(0.38, 5200.0, 95.0, 21),
    Sound.MEDIUM_BLAST: lambda: _blast(0.70, 3600.0, 64.0, 22),
    Sound.LARGE_BLAST: lambda: _blast(1.15, 2600.0, 44.0, 23),
    Sound.BUMP: _bump,
    Sound.LANDING: _landing,
    Sound.LANDED: _landed,
    Sound.BOOST: _boost,
    Sound.BOMB: _bomb,
    Sound.HURT: _hurt,
    Sound.PLAYER_KILLED: _killed,
    Sound.NEAR_MISS: _near_miss,
    Sound.CHAIN: lambda: _chord((784.0, 987.8, 1174.7, 1568.0), 0.028, 0.045),
    Sound.WAVE: lambda: _chord((293.7, 440.0, 587.3), 0.09, 0.16),
    Sound.BOSS_STAGE: _boss_stage,
    Sound.GAME_OVER: lambda: _chord((440.0, 349.2, 293.7, 220.0), 0.22, 0.28),
    Sound.MENU_MOVE: lambda: _chord((880.0,), 0.0, 0.012),
    Sound.MENU_ACCEPT: lambda: _chord((587.3, 880.0), 0.05, 0.035),
}


def synthesise(sound: Sound) -> Samples:
    """Make one sound, float64 in -1..1, shape (samples,)."""
    return RECIPES[sound]()


def wave_bytes(samples: Samples) -> bytes:
    """Pack a sound as a 16-bit mono WAV file."""
    packed = np.round(np.clip(samples, -1.0, 1.0) * 32_767.0).astype("<i2")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(packed.tobytes())
    return buffer.getvalue()
