"""Numbers for what is heard: peaks, loudness, how far warnings stand out, seams, and how busy it is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter, resample_poly

from arena.app.sound.effects import Sound
from arena.app.sound.signals import RATE

F64 = NDArray[np.float64]
F32 = NDArray[np.float32]

# ITU-R BS.1770-5, annex 1, tables 1 and 2: both stages of the K-weighting at 48 kHz.
SHELF = ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585))
HIGH_PASS = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))
OFFSET = -0.691
GATE, RELATIVE_GATE = -70.0, -10.0

SHORT_TERM = 3.0
"""Length of a block [s] for short-term loudness, as in EBU Tech 3341."""
CALM_MOST, DANGER_LEAST = 0.2, 0.8
"""Mean danger of a block that counts as calm, and as danger."""

FRAME, HOP = 2048, 512


def decibels(value: float) -> float:
    """An amplitude in dB of full scale."""
    return 20.0 * float(np.log10(max(value, 1e-9)))


def true_peak(samples: F32) -> float:
    """The highest level between samples, too [dBFS]: BS.1770, annex 2, four times oversampled."""
    parts = np.array_split(samples, max(1, len(samples) // (10 * RATE)))
    return decibels(max(float(np.abs(resample_poly(part, 4, 1, axis=0)).max()) for part in parts))


def block_loudness(samples: F32, seconds: float = 0.4) -> F64:
    """Loudness of blocks that overlap by three quarters [LUFS]; `samples` has shape (count, 2)."""
    shelved = lfilter(*SHELF, samples.astype(np.float64), axis=0)
    weighted = np.asarray(lfilter(*HIGH_PASS, shelved, axis=0), np.float64)
    power = np.concatenate(([0.0], np.cumsum((weighted**2).sum(axis=1))))
    length, step = round(seconds * RATE), round(seconds * RATE / 4)
    starts = np.arange(0, len(samples) - length + 1, step)
    mean = (power[starts + length] - power[starts]) / length
    return OFFSET + 10.0 * np.log10(np.maximum(mean, 1e-12))


def integrated_loudness(samples: F32) -> float:
    """Loudness of all of it, silence gated away [LUFS]."""
    blocks = block_loudness(samples)
    heard = blocks[blocks > GATE]
    if not len(heard):
        return -np.inf
    threshold = mean_loudness(heard) + RELATIVE_GATE
    return mean_loudness(heard[heard > threshold])


def mean_loudness(blocks: F64) -> float:
    """Mean of loudnesses, taken of their powers; NaN of none."""
    if not len(blocks):
        return np.nan
    return float(10.0 * np.log10(np.mean(10.0 ** (blocks / 10.0))))


def loudness_by_danger(samples: F32, dangers: list[float], ticks_per_second: int) -> tuple[float, float]:
    """Short-term loudness (blocks of three seconds) in calm and in danger [LUFS]; NaN where there was none.

    Args:
        samples: shape (count, 2).
        dangers: danger at each tick.
        ticks_per_second: number of them.
    """
    blocks, length = block_loudness(samples, SHORT_TERM), round(SHORT_TERM * ticks_per_second)
    starts = np.arange(len(blocks)) * (length // 4)
    total = np.concatenate(([0.0], np.cumsum(dangers)))
    mean = (total[starts + length] - total[starts]) / length
    calm, danger = blocks[mean < CALM_MOST], blocks[mean > DANGER_LEAST]
    return mean_loudness(calm), mean_loudness(danger)


def bass_balance(samples: F32) -> float:
    """Power from 20 to 80 Hz by that from 250 to 1000 Hz [dB]; `samples` has shape (count, 2)."""
    power = (np.abs(np.fft.rfft(samples, axis=0)) ** 2).sum(axis=1)
    pitch = np.fft.rfftfreq(len(samples), 1.0 / RATE)
    low, middle = (power[(pitch >= a) & (pitch < b)].sum() for a, b in ((20.0, 80.0), (250.0, 1000.0)))
    return 10.0 * float(np.log10(max(low, 1e-12) / max(middle, 1e-12)))


def warning_margins(
    warnings: F32, others: F32, begun: list[tuple[Sound, float]], lengths: dict[Sound, float]
) -> F64:
    """By how much each warning stands above the rest in its own band [dB].

    Its band are the third octaves that hold all but a tenth of its power while it is heard.
    """
    margins: list[float] = []
    for sound, start in begun:
        if sound not in lengths:
            continue
        part = slice(round(start * RATE), round((start + lengths[sound]) * RATE))
        if part.stop > len(warnings):
            continue
        own, rest = _third_octaves(warnings[part]), _third_octaves(others[part])
        order = np.argsort(own)[::-1]
        needed = int(np.searchsorted(np.cumsum(own[order]), 0.9 * own.sum())) + 1
        band = order[:needed]
        margins.append(10.0 * float(np.log10(own[band].sum() / max(rest[band].sum(), 1e-12))))
    return np.array(margins)


def _third_octaves(samples: F32) -> F64:
    """Power within each third of an octave from 50 Hz to 16 kHz, of both channels."""
    power = (np.abs(np.fft.rfft(samples * np.hanning(len(samples))[:, None], axis=0)) ** 2).sum(axis=1)
    edges = 50.0 * 2.0 ** (np.arange(26) / 3.0)
    index = np.searchsorted(edges, np.fft.rfftfreq(len(samples), 1.0 / RATE))
    return np.bincount(index, power, len(edges) + 1)[1:-1].astype(np.float64)


def spectral_flux(samples: F32) -> F64:
    """Spectral flux: increase in loudness of each frame of `HOP` samples, summed over frequencies."""
    mono = samples.mean(axis=1)
    frames = np.lib.stride_tricks.sliding_window_view(mono, FRAME)[::HOP]
    spectra = np.log1p(1000.0 * np.abs(np.fft.rfft(frames * np.hanning(FRAME).astype(np.float32))) / FRAME)
    return np.maximum(0.0, np.diff(spectra, axis=0)).sum(axis=1)


class Seams(NamedTuple):
    """The flux where something is joined, against the flux wherever else a note begins."""

    median: float  # at the seams, as a percentile of the flux at all other onsets
    highest: float  # of the seams, in standard deviations above the mean of all other onsets
    elsewhere: float  # the highest of these, in the same unit
    count: int


def measure_seams(flux: F64, seams: list[int]) -> Seams:
    """Compare the flux at seams [samples] with that at every other onset."""
    near = np.zeros(len(flux), bool)
    heights: list[float] = []
    for seam in seams:
        frame = (seam - FRAME // 2) // HOP
        part = slice(max(0, frame - 3), frame + 4)
        if part.stop < len(flux) and seam > FRAME:
            heights.append(float(flux[part].max()))
            near[part] = True
    others = flux[find_onsets(flux) & ~near]
    rank = float((others < np.median(heights)).mean()) * 100.0
    mean, spread = float(others.mean()), float(others.std())
    return Seams(rank, (max(heights) - mean) / spread, (float(others.max()) - mean) / spread, len(heights))


def find_onsets(flux: F64) -> NDArray[np.bool_]:
    """Onsets: peaks of the flux above one and a half times the local median."""
    peaks = np.zeros(len(flux), bool)
    peaks[1:-1] = (flux[1:-1] >= flux[:-2]) & (flux[1:-1] > flux[2:])
    floor = np.median(flux) * 1.5
    return peaks & (flux > floor)


class Activity(NamedTuple):
    """Density of music."""

    onsets: float  # a second
    low: float  # level below 150 Hz [dBFS]
    middle: float  # from 150 Hz to 3 kHz [dBFS]
    high: float  # above 3 kHz [dBFS]


def measure_activity(samples: F32) -> Activity:
    """Count onsets and weigh bands."""
    seconds = len(samples) / RATE
    power = np.zeros(FRAME // 2 + 1)
    mono = samples.mean(axis=1)
    frames = np.lib.stride_tricks.sliding_window_view(mono, FRAME)[::FRAME]
    power = (np.abs(np.fft.rfft(frames * np.hanning(FRAME))) ** 2).mean(axis=0) * (
        2.0 / (0.375 * FRAME * FRAME)
    )
    pitch = np.fft.rfftfreq(FRAME, 1.0 / RATE)
    bands = (pitch < 150.0, (pitch >= 150.0) & (pitch < 3000.0), pitch >= 3000.0)
    levels = [10.0 * float(np.log10(max(power[band].sum(), 1e-12))) for band in bands]
    flux = spectral_flux(samples)
    strong = find_onsets(flux) & (flux > 15.0)
    return Activity(float(strong.sum()) / seconds, *levels)
