"""Signals of effects and instruments: noise, tones, envelopes and filters. numpy only.

A signal is a float64 array, mono, `RATE` samples a second. Called while the effects are made, and whenever
the score needs a note that it has not played before; a second of filtered noise takes about 4 ms.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
"""Samples a second [Hz]: what most devices run at, so that none has to resample."""

PEAK = 0.85
"""Loudest sample of every effect; loudness between effects is set where they are played."""

FADE_SECONDS = 0.004
"""Ramp at both ends, so that nothing clicks."""

FRAME, HOP = 1024, 512
"""Of the filters [samples]: a Hann window whose halves overlap adds up to one."""

TABLE = 2048
"""Samples in one period of a wavetable."""

Samples = NDArray[np.float64]


def timeline(seconds: float) -> Samples:
    """Time of each sample [s]."""
    return np.arange(round(seconds * RATE)) / RATE


def noise(count: int, seed: int) -> Samples:
    """White noise in -1..1, the same for the same seed."""
    return np.random.default_rng(seed).uniform(-1.0, 1.0, count)


def sweep(time: Samples, start: float, end: float, bend: float = 1.0) -> Samples:
    """Phase [rad] of a tone that glides from `start` to `end` [Hz]; with `bend` below 1 quickly at first."""
    share = (time / time[-1]) ** bend
    return 2.0 * np.pi * np.cumsum(start * (end / start) ** share) / RATE


def decay(time: Samples, half_life: float) -> Samples:
    """An envelope that halves every `half_life` seconds."""
    return np.exp2(time / -half_life)


def rise(time: Samples, seconds: float) -> Samples:
    """An envelope that opens within `seconds`."""
    return np.minimum(1.0, time / seconds)


def level(signal: Samples) -> Samples:
    """Normalise the peak to 1."""
    return signal / max(1e-9, float(np.abs(signal).max()))


def finish(signal: Samples) -> Samples:
    """Remove the mean, fade both ends and normalise to `PEAK`."""
    signal = signal - signal.mean()
    ramp = min(round(FADE_SECONDS * RATE), len(signal) // 2)
    # Attacks are quick, ends are not: a ramp of 4 ms at the start would blunt every shot.
    head = max(2, ramp // 8)
    signal[:head] *= np.linspace(0.0, 1.0, head)
    signal[-ramp:] *= np.linspace(1.0, 0.0, ramp)
    return PEAK * level(signal)


def shape_spectrum(signal: Samples, response: Callable[[Samples, Samples], Samples]) -> Samples:
    """Filter by a response that may change with time, without turning phases.

    Args:
        signal: shape (samples,).
        response: takes frequencies [Hz], shape (1, bins), and the times of frames [s], shape (frames, 1);
            returns how much of each passes.

    A one-pole filter written as a loop needs Python or a compiled kernel; this needs neither.
    """
    count, size = len(signal) // HOP + 2, FRAME + HOP
    padded = np.zeros((count + 1) * HOP)
    padded[HOP : HOP + len(signal)] = signal
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP][:count]
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(FRAME) / FRAME)
    # Half a hop of silence on either side takes what the response smears.
    spread = np.zeros((count, size))
    spread[:, HOP // 2 : HOP // 2 + FRAME] = frames * window
    times = (np.arange(count)[:, None] * (HOP / RATE)).astype(np.float64)
    pitches = np.fft.rfftfreq(size, 1.0 / RATE)[None, :].astype(np.float64)
    shaped = np.fft.irfft(np.fft.rfft(spread) * response(pitches, times), size)
    total = np.zeros((count + 2, HOP))
    for part in range(3):
        total[part : part + count] += shaped[:, part * HOP : (part + 1) * HOP]
    begin = HOP + HOP // 2
    return total.ravel()[begin : begin + len(signal)]


def low_pass(signal: Samples, cutoff: Samples | float) -> Samples:
    """Low-pass at `cutoff` [Hz], 12 dB per octave; an array with one value per sample glides."""
    track = np.broadcast_to(np.asarray(cutoff, np.float64), signal.shape)

    def response(pitch: Samples, time: Samples) -> Samples:
        at = np.minimum((time * RATE).astype(np.int64), len(signal) - 1)
        return 1.0 / (1.0 + (pitch / track[at]) ** 2)

    return shape_spectrum(signal, response)


def band_pass(signal: Samples, middle: float, octaves: float) -> Samples:
    """Band-pass around `middle` [Hz], about `octaves` wide on either side."""

    def response(pitch: Samples, _: Samples) -> Samples:
        away = np.log2(np.maximum(pitch, 1.0) / middle) / octaves
        return np.exp(-away * away)

    return shape_spectrum(signal, response)


def wavetable(harmonics: Samples) -> Samples:
    """One period whose harmonics have these amplitudes, from the first on; peak 1, shape (TABLE + 1,)."""
    spectrum = np.zeros(TABLE // 2 + 1, np.complex128)
    spectrum[1 : len(harmonics) + 1] = -1j * harmonics
    period = level(np.fft.irfft(spectrum, TABLE))
    return np.append(period, period[0])


def oscillate(table: Samples, turns: Samples) -> Samples:
    """Read a wavetable at phases [turns], between its samples in a straight line."""
    place = (turns - np.floor(turns)) * TABLE
    index = place.astype(np.int64)
    share = place - index
    return table[index] * (1.0 - share) + table[index + 1] * share
