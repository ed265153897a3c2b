"""Synthesis, cues and voices: all of it without a device."""

import io
import wave

import numpy as np
import pytest

from arena.app.audio import Audio
from arena.app.mixer import (
    CUES_PER_TICK,
    LOUDNESS,
    SOUND_GAP,
    STARTS_AT_ONCE,
    STARTS_PER_SECOND,
    VOICES_PER_SOUND,
    Cue,
    Listener,
    Voices,
    blast,
    hear,
)
from arena.app.settings import Settings
from arena.app.synthesis import PEAK, RATE, RECIPES, Samples, Sound, synthesise, wave_bytes
from arena.sim.events import Event, Events
from arena.sim.kinds import Kind

CAPACITY = 64
HERE = np.array([0.0, 0.0, 52.0], np.float32)
LISTENER = Listener(HERE, np.array([1.0, 0.0, 0.0], np.float32), row=0)


def events(*rows: tuple[Event, int, float, tuple[float, float, float]]) -> Events:
    """Build events from (kind, row, size, offset from the listener)."""
    table = Events(
        np.zeros(CAPACITY, np.uint8),
        np.full(CAPACITY, -1, np.int32),
        np.full(CAPACITY, -1, np.int32),
        np.full(CAPACITY, Kind.DRONE, np.uint8),
        np.zeros(CAPACITY, np.float32),
        np.full((CAPACITY, 3), 7.0, np.float32),
        np.array([len(rows)]),
        np.zeros(1, np.int64),
    )
    for index, (kind, row, size, offset) in enumerate(rows):
        table.kind[index], table.row[index], table.size[index] = kind, row, size
        table.position[index] = HERE + np.array(offset, np.float32)
    return table


@pytest.fixture(scope="module")
def library() -> dict[Sound, Samples]:
    return {sound: synthesise(sound) for sound in Sound}


def test_every_sound_is_short_finite_audible_and_does_not_click(library: dict[Sound, Samples]) -> None:
    for sound, samples in library.items():
        assert np.isfinite(samples).all(), sound
        assert 0.03 < len(samples) / RATE < 2.0, sound
        assert np.abs(samples).max() == pytest.approx(PEAK), sound
        assert np.sqrt((samples**2).mean()) > 0.1, sound
        assert abs(samples[0]) < 0.01 and abs(samples[-1]) < 0.01, sound
        assert abs(samples.mean()) < 0.05, sound


def test_a_sound_is_the_same_at_every_start(library: dict[Sound, Samples]) -> None:
    assert set(RECIPES) == set(Sound)
    for sound, samples in library.items():
        assert np.array_equal(synthesise(sound), samples), sound


def test_larger_blasts_are_longer_and_lower(library: dict[Sound, Samples]) -> None:
    blasts = [library[blast(radius, 0.5)[0]] for radius in (0.5, 1.0, 3.0)]
    lengths = [len(samples) for samples in blasts]
    pitches = [_centre_of_spectrum(samples) for samples in blasts]
    assert lengths == sorted(set(lengths))
    assert pitches == sorted(set(pitches), reverse=True)


def _centre_of_spectrum(samples: Samples) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1.0 / RATE)).sum() / power.sum())


def test_wave_files_hold_the_samples(library: dict[Sound, Samples]) -> None:
    with wave.open(io.BytesIO(wave_bytes(library[Sound.HIT]))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        stored = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert np.abs(stored / 32_767.0 - library[Sound.HIT]).max() < 1e-4


def test_every_event_has_a_sound() -> None:
    assert set(LOUDNESS) == set(Event)


def test_sounds_fade_with_distance_and_come_from_their_side() -> None:
    near, far = (hear(events((Event.KILLED, 5, 0.5, (x, 0.0, 0.0))), [LISTENER])[0] for x in (3.0, 30.0))
    left = hear(events((Event.KILLED, 5, 0.5, (-9.0, 0.0, 0.0))), [LISTENER])[0]
    assert near.gain > far.gain > 0.0
    assert (near.pan > 0.0, far.pan, left.pan) == (True, 1.0, pytest.approx(-0.5))


def test_the_far_side_is_not_heard() -> None:
    assert hear(events((Event.HIT, 5, 3.0, (0.0, 0.0, -104.0))), [LISTENER]) == []


def test_no_events_no_cues() -> None:
    assert hear(events(), [LISTENER]) == []


def test_only_the_player_who_is_hurt_hears_it() -> None:
    assert hear(events((Event.PLAYER_HURT, 1, 9.0, (1.0, 0.0, 0.0))), [LISTENER]) == []
    own = hear(events((Event.PLAYER_HURT, 0, 9.0, (1.0, 0.0, 0.0))), [LISTENER])
    assert [(cue.sound, cue.pan) for cue in own] == [(Sound.HURT, 0.0)]


def test_gentle_bumps_are_silent() -> None:
    assert hear(events((Event.BUMP, 4, 1.0, (1.0, 0.0, 0.0))), [LISTENER]) == []
    assert hear(events((Event.BUMP, 4, 12.0, (1.0, 0.0, 0.0))), [LISTENER])[0].sound is Sound.BUMP


def test_what_matters_is_heard_first_and_the_list_is_short() -> None:
    rows = [(Event.HIT, 9, 1.0, (1.0, 0.0, 0.0))] * 40 + [(Event.PLAYER_KILLED, 0, 0.0, (0.0, 0.0, 0.0))]
    cues = hear(events(*rows), [LISTENER])
    assert len(cues) == CUES_PER_TICK
    assert cues[0].sound is Sound.PLAYER_KILLED


def cue(sound: Sound, priority: int) -> Cue:
    return Cue(sound, 0.5, 0.0, priority)


def test_voices_are_capped_and_important_sounds_take_them() -> None:
    voices = Voices(capacity=3)
    for index, sound in enumerate((Sound.HIT, Sound.BUMP, Sound.LANDED)):
        assert voices.admit(cue(sound, index), 9.0, float(index))[0] is not None
    voice, stopped = voices.admit(cue(Sound.BOMB, 9), 9.0, 5.0)
    assert voice is not None and [other.sound for other in stopped] == [Sound.HIT]
    assert voices.admit(cue(Sound.SHOT, 0), 9.0, 6.0) == (None, [])
    assert len(voices.playing) == 3


def test_one_sound_cannot_take_every_voice() -> None:
    voices = Voices(capacity=20)
    for index in range(10):
        voices.admit(cue(Sound.HIT, 1), 9.0, index * SOUND_GAP * 1.5)
    assert len(voices.playing) == VOICES_PER_SOUND


def test_the_same_sound_twice_at_once_is_heard_once() -> None:
    voices = Voices()
    assert voices.admit(cue(Sound.HIT, 1), 1.0, 0.0)[0] is not None
    assert voices.admit(cue(Sound.HIT, 1), 1.0, SOUND_GAP / 2) == (None, [])


def test_ended_voices_make_room() -> None:
    voices = Voices(capacity=1)
    voices.admit(cue(Sound.BOMB, 9), 1.0, 0.0)
    assert voices.admit(cue(Sound.HIT, 1), 1.0, 0.5)[0] is None
    assert [voice.sound for voice in voices.expire(1.0)] == [Sound.BOMB]
    assert voices.admit(cue(Sound.HIT, 1), 1.0, 1.5)[0] is not None


def test_without_a_device_there_is_silence() -> None:
    audio = Audio(Settings())
    audio.play_plain(Sound.HIT)
    audio.update()
    audio.close()
    assert not audio.audible


def test_a_crowd_starts_a_few_sounds_a_second_and_important_ones_always() -> None:
    voices, started, sounds = Voices(), 0, list(Sound)
    for tick in range(600):
        now = tick / 60.0
        voices.expire(now)
        for k in range(6):
            cue = Cue(sounds[(6 * tick + k) % len(sounds)], 0.5, 0.0, 2)
            started += voices.admit(cue, 0.1, now)[0] is not None
    assert 250 <= started <= 10 * STARTS_PER_SECOND + STARTS_AT_ONCE
    assert voices.admit(Cue(Sound.BOMB, 1.0, 0.0, 9), 0.5, 10.0)[0] is not None
