"""Voices and headroom: who is heard, how loud, and what gives way. Without a device."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.app.sound.clips import SPAN, Clip
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.app.sound.mix import (
    DUCKS,
    REST_SHARE,
    SCORE_SHARE,
    SOUND_GAP,
    STARTS_AT_ONCE,
    STARTS_PER_SECOND,
    VOICES_PER_SOUND,
    WARNING_SHARE,
    WARNINGS,
    Mix,
    Voice,
    ear_gains,
)

LONG = 900
"""Spans of a clip that outlasts its test."""


class Recorder:
    """A device that plays nothing and writes down everything."""

    def __init__(self) -> None:
        self.gains: dict[int, float] = {}  # of what plays
        self.sounds: list[Sound] = []
        self.variants: list[int] = []

    def start(self, clip: Clip, gain: float, pan: float) -> object:
        self.sounds.append(clip.sound)
        self.variants.append(clip.variant)
        self.gains[len(self.sounds)] = gain
        return len(self.sounds)

    def set_gain(self, token: object, gain: float) -> None:
        assert isinstance(token, int)
        self.gains[token] = gain

    def stop(self, token: object) -> None:
        assert isinstance(token, int)
        del self.gains[token]


def make_mix(capacity: int = 64, spans: int = LONG, loudest: float = 0.01) -> tuple[Mix, Recorder]:
    device = Recorder()
    mix = Mix(device, capacity)
    for sound in Sound:
        for variant in range(2):
            mix.add_clip(Clip(sound, variant, False, np.full(spans, loudest)))
    return mix, device


def cue(sound: Sound, priority: int, gain: float = 0.5, pan: float = 0.0) -> Cue:
    return Cue(sound, gain, pan, priority)


def test_voices_are_capped_and_important_sounds_take_them() -> None:
    mix, device = make_mix(capacity=3)
    for index, sound in enumerate((Sound.HIT, Sound.BUMP, Sound.LANDED)):
        mix.play([cue(sound, index)], float(index))
    mix.play([cue(Sound.BOMB, 9)], 5.0)
    assert {voice.clip.sound for voice in mix.playing} == {Sound.BUMP, Sound.LANDED, Sound.BOMB}
    mix.play([cue(Sound.SHOT, 0)], 6.0)
    assert len(mix.playing) == len(device.gains) == 3 and Sound.SHOT not in device.sounds


def test_64_voices_play_at_once() -> None:
    mix, device = make_mix()
    for index in range(500):
        mix.play([cue(list(Sound)[index % len(Sound)], 6)], index * 0.017)
    assert len(mix.playing) == len(device.gains) == 64


def test_one_sound_cannot_take_every_voice() -> None:
    mix, _ = make_mix()
    for index in range(20):
        mix.play([cue(Sound.HIT, 1)], index * SOUND_GAP * 1.5)
    assert len(mix.playing) == VOICES_PER_SOUND


def test_the_same_sound_twice_at_once_is_heard_once() -> None:
    mix, device = make_mix()
    mix.play([cue(Sound.HIT, 1), cue(Sound.HIT, 1)], 1.0)
    mix.play([cue(Sound.HIT, 1)], 1.0 + SOUND_GAP / 2)
    assert device.sounds == [Sound.HIT]


def test_variants_take_turns() -> None:
    mix, device = make_mix()
    for index in range(4):
        mix.play([cue(Sound.SHOT, 6)], float(index))
    assert device.variants == [0, 1, 0, 1]


def test_ended_voices_make_room_and_are_given_back_to_the_device() -> None:
    mix, device = make_mix(capacity=1, spans=100)
    mix.play([cue(Sound.BOMB, 9)], 0.0)
    mix.play([cue(Sound.HIT, 1)], 0.5)
    assert device.sounds == [Sound.BOMB]
    mix.update(1.05)
    assert len(mix.playing) == 1
    mix.update(1.11)
    assert device.gains == {} and mix.playing == []
    mix.play([cue(Sound.HIT, 1)], 1.5)
    mix.stop()
    assert device.sounds == [Sound.BOMB, Sound.HIT] and device.gains == {}


def test_a_crowd_starts_a_few_sounds_a_second_and_important_ones_always() -> None:
    mix, device = make_mix(spans=10)
    for tick in range(600):
        mix.update(tick / 60.0)
        mix.play([cue(list(Sound)[(6 * tick + k) % len(Sound)], 2) for k in range(6)], tick / 60.0)
    assert 280 <= len(device.sounds) <= 10 * STARTS_PER_SECOND + STARTS_AT_ONCE
    mix.play([cue(Sound.BOMB, 9)], 10.0)
    assert device.sounds[-1] is Sound.BOMB


def _random_cues(seed: int) -> Callable[[], list[Cue]]:
    choose = np.random.default_rng(seed)

    def draw() -> list[Cue]:
        return [
            cue(
                list(Sound)[int(choose.integers(len(Sound)))],
                int(choose.integers(11)),
                float(choose.uniform(0.05, 1.0)),
                float(choose.uniform(-1.0, 1.0)),
            )
            for _ in range(int(choose.integers(9)))
        ]

    return draw


def add_peaks(voices: list[Voice], now: float) -> NDArray[np.float64]:
    """The most that voices can amount to in each span to come, shape (2, spans)."""
    load = np.zeros((2, 400))
    for voice in voices:
        passed = math.floor(now / SPAN) - math.floor(voice.started / SPAN)
        to_come = voice.gain * ear_gains(voice.pan)[:, None] * voice.clip.envelope[passed:]
        load[:, : to_come.shape[1]] += to_come
    return load


@pytest.mark.parametrize("seed", range(4))
def test_whatever_plays_fits_into_the_headroom(seed: int) -> None:
    """The loudest samples of all voices together never leave their share, at any moment to come."""
    device, draw, choose = Recorder(), _random_cues(seed), np.random.default_rng(seed)
    mix = Mix(device)
    for sound in Sound:
        mix.add_clip(Clip(sound, 0, False, choose.uniform(0.0, 0.85, int(choose.integers(5, 200)))))
    fullest = 0.0
    for tick in range(1500):
        now = 7.3 + tick / 60.0
        mix.update(now)
        mix.play(draw(), now)
        for warns, share in ((False, REST_SHARE), (True, WARNING_SHARE)):
            load = add_peaks([voice for voice in mix.playing if voice.warns is warns], now)
            fullest = max(fullest, float(load.max()) / share)
            assert load.max() <= share + 1e-3
        assert all(voice.sent <= voice.gain + 1e-12 for voice in mix.playing)
    assert fullest > 0.95  # and what there is is used
    assert REST_SHARE + WARNING_SHARE + SCORE_SHARE < 10.0 ** (-1.0 / 20.0)


@pytest.mark.parametrize("now", [0.0, 16.0])
def test_a_bomb_is_heard_in_full_whatever_plays(now: float) -> None:
    """Late, too, when spans of time have been dropped and others have passed since."""
    mix, device = make_mix(spans=100, loudest=0.85)
    mix.play([cue(Sound.HIT, 1, 0.1)], 0.7 * now)
    for sound in (Sound.LARGE_BLAST, Sound.MEDIUM_BLAST, Sound.BOOST):
        mix.play([cue(sound, 5, 0.8)], now)
    mix.play([cue(Sound.BOMB, 9, 0.8)], now + 0.1)
    bomb = next(voice for voice in mix.playing if voice.clip.sound is Sound.BOMB)
    assert bomb.gain == pytest.approx(0.8) and device.gains[len(device.sounds)] == pytest.approx(0.8)


def test_what_was_stopped_takes_no_headroom() -> None:
    mix, _ = make_mix(loudest=0.85)
    mix.play([cue(Sound.MEDIUM_BLAST, 5, 0.8), cue(Sound.LANDING, 7, 0.8)], 0.0)
    mix.stop()
    assert mix.playing == []
    for number, (sound, most) in enumerate(((Sound.BOOST, REST_SHARE), (Sound.LOW_SHIELD, WARNING_SHARE))):
        mix.play([cue(sound, 5, 0.3)], 0.1 * (1 + number))
        assert mix.playing[-1].gain == pytest.approx(min(0.3, most / 0.85 / float(ear_gains(0.0).max())))


def test_a_second_bomb_takes_the_headroom_of_the_first() -> None:
    mix, device = make_mix(loudest=0.85)
    for now in (0.0, 0.2):
        mix.play([cue(Sound.BOMB, 9, 0.8)], now)
    assert [voice.gain for voice in mix.playing] == [pytest.approx(0.03, abs=0.04), pytest.approx(0.8)]
    mix.play([cue(Sound.BOSS_STAGE, 9, 0.8)], 0.4)  # but another sound of the same priority does not
    assert device.sounds == [Sound.BOMB, Sound.BOMB]


def test_who_must_go_leaves_its_room() -> None:
    mix, _ = make_mix(capacity=1, loudest=0.85)
    for index, sound in enumerate((Sound.BOOST, Sound.SHOT, Sound.HIT, Sound.SCATTER)):
        mix.play([cue(sound, 6, 0.3)], float(index))
        assert [voice.clip.sound for voice in mix.playing] == [sound]
        assert mix.playing[0].gain == pytest.approx(0.3)


def test_a_warning_makes_the_rest_quieter_and_then_lets_it_come_back() -> None:
    mix, device = make_mix()
    mix.play([cue(Sound.BOOST, 6)], 0.0)
    mix.play([cue(Sound.LANDING, 7)], 0.1)
    mix.update(0.11)
    duck = DUCKS[Sound.LANDING]
    assert device.gains[1] == pytest.approx(0.5 * duck.rest)
    assert device.gains[2] == pytest.approx(0.5)
    assert mix.score_duck == duck.score
    mix.play([cue(Sound.HIT, 1)], 0.2)
    assert device.gains[3] == pytest.approx(0.5 * duck.rest)  # what begins meanwhile, too
    for frame in range(240):
        mix.update(0.1 + duck.seconds + frame / 60.0)
    assert device.gains[1] == pytest.approx(0.5, rel=0.05)
    assert mix.score_duck > 0.99


@pytest.mark.parametrize(("later", "ducked"), [(-0.01, True), (0.0, False)])
def test_what_begins_as_a_warning_is_over_is_heard_in_full(later: float, ducked: bool) -> None:
    mix, device = make_mix()
    mix.play([cue(Sound.LANDING, 7)], 0.0)
    now = DUCKS[Sound.LANDING].seconds + later
    mix.update(now)
    mix.play([cue(Sound.BOOST, 6)], now)
    assert (device.gains[2] < 0.5) == ducked


def test_more_important_sounds_do_not_make_way() -> None:
    mix, device = make_mix()
    mix.play([cue(Sound.PLAYER_KILLED, 10)], 0.0)
    mix.play([cue(Sound.BOMB, 9)], 0.1)
    mix.update(0.11)
    assert device.gains[1] == pytest.approx(0.5)
    assert device.gains[2] < 0.3
    mix.play([cue(Sound.LANDING, 7)], 0.2)  # but everything does for a warning
    mix.update(0.21)
    assert device.gains[1] < 0.3 and device.gains[3] == pytest.approx(0.5)
    assert set(DUCKS) > WARNINGS


def test_volume_counts_at_once() -> None:
    mix, device = make_mix()
    mix.play([cue(Sound.BOOST, 6)], 0.0)
    mix.volume = 0.5
    mix.update(0.1)
    assert device.gains[1] == pytest.approx(0.25)


def test_a_sound_that_is_not_made_yet_is_not_heard() -> None:
    device = Recorder()
    mix = Mix(device)
    mix.play([cue(Sound.HIT, 1)], 0.0)
    assert device.sounds == []


def test_left_is_left() -> None:
    left, middle, right = (ear_gains(pan) for pan in (-1.0, 0.0, 1.0))
    assert left.tolist() == right[::-1].tolist() == [1.0, 0.0]
    assert middle[0] == middle[1] < 0.71
