"""Effects: how they are made, and what must hold of every one of them."""

import io
import wave
from itertools import pairwise

import numpy as np
import pytest

from arena.app.sound.clips import JITTER_SPANS, SPAN, Clip, make_clips, measure_envelope
from arena.app.sound.device import wave_bytes
from arena.app.sound.effects import Sound, synthesise
from arena.app.sound.mix import WARNINGS
from arena.app.sound.signals import PEAK, RATE, Samples, band_pass, low_pass, noise

FULL_SCALE_LESS_1_DB = 10.0 ** (-1.0 / 20.0)


@pytest.fixture(scope="module")
def clips() -> list[tuple[Clip, Samples]]:
    return list(make_clips())


@pytest.fixture(scope="module")
def library(clips: list[tuple[Clip, Samples]]) -> dict[Sound, Samples]:
    """The first variant of each sound."""
    return {clip.sound: samples for clip, samples in reversed(clips) if not clip.distant}


def _centre_of_spectrum(samples: Samples) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1.0 / RATE)).sum() / power.sum())


def test_every_sound_is_short_finite_audible_and_does_not_click(clips: list[tuple[Clip, Samples]]) -> None:
    assert {clip.sound for clip, _ in clips} == set(Sound)
    for clip, samples in clips:
        assert np.isfinite(samples).all(), clip.key
        assert 0.03 < len(samples) / RATE < 3.5, clip.key
        assert np.abs(samples).max() <= PEAK + 1e-9 < FULL_SCALE_LESS_1_DB, clip.key
        assert clip.distant or np.abs(samples).max() == pytest.approx(PEAK), clip.key
        assert abs(samples[0]) < 0.03 and abs(samples[-1]) < 0.01, clip.key
        assert abs(samples.mean()) < 0.05, clip.key


def test_a_sound_is_the_same_at_every_start(library: dict[Sound, Samples]) -> None:
    for sound in (Sound.SHOT, Sound.LARGE_BLAST, Sound.BOSS_ARRIVAL):
        assert np.array_equal(synthesise(sound), library[sound]), sound


def test_what_is_heard_often_varies(clips: list[tuple[Clip, Samples]]) -> None:
    shots = [samples for clip, samples in clips if clip.sound is Sound.SHOT]
    assert len(shots) >= 4
    for one, other in pairwise(shots):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.9


def test_larger_blasts_are_longer_and_lower(library: dict[Sound, Samples]) -> None:
    blasts = [library[sound] for sound in (Sound.SMALL_BLAST, Sound.MEDIUM_BLAST, Sound.LARGE_BLAST)]
    lengths = [len(samples) for samples in blasts]
    pitches = [_centre_of_spectrum(samples) for samples in blasts]
    assert lengths == sorted(set(lengths))
    assert pitches == sorted(set(pitches), reverse=True)


def _bass_above_middle(samples: Samples) -> float:
    """Power from 20 to 80 Hz by that from 250 to 1000 Hz [dB]."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    pitch = np.fft.rfftfreq(len(samples), 1.0 / RATE)
    low, middle = (power[(pitch >= a) & (pitch < b)].sum() for a, b in ((20.0, 80.0), (250.0, 1000.0)))
    return 10.0 * float(np.log10(low / middle))


def test_large_events_have_bass_and_shots_have_none(library: dict[Sound, Samples]) -> None:
    bass = {sound: _bass_above_middle(samples) for sound, samples in library.items()}
    for sound in (
        Sound.LARGE_BLAST, Sound.LARGE_BURST, Sound.BOMB, Sound.CASCADE,
        Sound.PLAYER_KILLED, Sound.BOSS_ARRIVAL, Sound.BOSS_STAGE, Sound.BOSS_KILLED,
    ):  # fmt: skip
        assert bass[sound] > 5.0, sound
    assert -8.0 < bass[Sound.SMALL_BLAST] < 0.0 < bass[Sound.MEDIUM_BLAST] < bass[Sound.LARGE_BLAST]
    for sound in (Sound.SHOT, Sound.ENEMY_SHOT, Sound.HIT, Sound.MENU_MOVE, Sound.MENU_ACCEPT):
        assert bass[sound] < -25.0, sound


def test_bass_has_harmonics_for_small_speakers(library: dict[Sound, Samples]) -> None:
    for sound in (Sound.LARGE_BLAST, Sound.BOMB, Sound.CASCADE, Sound.BOSS_STAGE, Sound.BOSS_KILLED):
        power = np.abs(np.fft.rfft(library[sound])) ** 2
        pitch = np.fft.rfftfreq(len(library[sound]), 1.0 / RATE)
        upper, lower = (power[(pitch >= a) & (pitch < b)].sum() for a, b in ((80.0, 160.0), (20.0, 80.0)))
        assert upper > 0.1 * lower, sound


def test_what_is_far_is_duller_and_no_louder(clips: list[tuple[Clip, Samples]]) -> None:
    near = {clip.key[:2]: samples for clip, samples in clips if not clip.distant}
    far = {clip.key[:2]: samples for clip, samples in clips if clip.distant}
    assert Sound.LARGE_BLAST in {sound for sound, _ in far}
    for key, samples in far.items():
        assert _centre_of_spectrum(samples) < _centre_of_spectrum(near[key]), key
        assert (samples**2).sum() < (near[key] ** 2).sum(), key


def test_warnings_lie_in_a_narrow_band(library: dict[Sound, Samples]) -> None:
    """A warning of pulses has nearly all its power within an octave, where little else is."""
    for sound in WARNINGS - {Sound.BOSS_ARRIVAL}:
        power = np.abs(np.fft.rfft(library[sound])) ** 2
        pitch = np.fft.rfftfreq(len(library[sound]), 1.0 / RATE)
        top = pitch[power.argmax()]
        assert power[(pitch > top / 1.5) & (pitch < top * 1.5)].sum() > 0.9 * power.sum(), sound
        assert 900.0 < top < 2500.0, sound


def test_envelopes_cover_what_they_describe() -> None:
    samples = synthesise(Sound.MEDIUM_BLAST)
    envelope, width = measure_envelope(samples), round(SPAN * RATE)
    for shift in (-JITTER_SPANS, 0, JITTER_SPANS):
        for span in range(max(0, -shift), len(envelope) - max(0, shift)):
            part = samples[(span + shift) * width : (span + shift + 1) * width]
            assert np.abs(part).max(initial=0.0) <= envelope[span] + 1e-12


def test_filters_take_away_what_they_are_to_take_away() -> None:
    white = noise(RATE, 1)
    pitch = np.fft.rfftfreq(len(white), 1.0 / RATE)

    def power(signal: Samples, low: float, high: float) -> float:
        return float((np.abs(np.fft.rfft(signal))[(pitch > low) & (pitch < high)] ** 2).sum())

    dull = low_pass(white, 1000.0)
    assert len(dull) == len(white)
    assert power(dull, 8000.0, 16000.0) < 0.001 * power(white, 8000.0, 16000.0)
    assert power(dull, 100.0, 300.0) > 0.8 * power(white, 100.0, 300.0)
    middle = band_pass(white, 2000.0, 0.5)
    assert power(middle, 1900.0, 2100.0) > 0.8 * power(white, 1900.0, 2100.0)
    assert power(middle, 100.0, 500.0) < 0.001 * power(white, 100.0, 500.0)
    assert np.allclose(low_pass(white, 1e9), white, atol=1e-6)  # and leave alone what they let through


def test_wave_files_hold_the_samples(library: dict[Sound, Samples]) -> None:
    with wave.open(io.BytesIO(wave_bytes(library[Sound.HIT]))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        stored = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert np.abs(stored / 32_767.0 - library[Sound.HIT]).max() < 1e-4
