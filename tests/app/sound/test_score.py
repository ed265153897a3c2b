"""The score: composed alike from alike, thicker with danger, joined without a seam."""

import math

import numpy as np
import pytest

from arena.app.sound import score as score_module
from arena.app.sound.composer import (
    ARPEGGIO,
    BASS,
    BOSS_LEVEL,
    CALM_BARS,
    DOUBLE,
    FULL,
    LIGHT,
    PAD,
    STEP_BARS,
    STEPS,
    THRESHOLDS,
    Composer,
    Play,
)
from arena.app.sound.mix import SCORE_SHARE
from arena.app.sound.reverb import Reverb
from arena.app.sound.score import BLOCK, F32, RING, ScoreRing
from arena.app.sound.score_thread import BLOCKS_AHEAD, ScoreThread, pack
from arena.app.sound.signals import RATE
from arena.app.sound.situation import Situation
from arena.app.sound.themes import PHRYGIAN, SECTIONS_PER_WORLD, THEMES, WORLDS, choose_theme
from arena.app.sound.timbres import BELL, BRASS, DROP, SWELL, Stroke, play_stroke

CALM, DANGER = Situation("terra", 3), Situation("terra", 3, 1.0)


def bars(situation: Situation, count: int) -> list[list[Play]]:
    composer = Composer()
    return [composer.next_bar(situation).notes for _ in range(count)]


def music(situation: Situation, blocks: int) -> F32:
    score = ScoreRing()
    score.situation = situation
    return np.concatenate([score.render() for _ in range(blocks)])


def test_the_same_seed_and_situation_give_the_same_piece() -> None:
    assert bars(DANGER, 12) == bars(DANGER, 12)
    assert np.array_equal(music(DANGER, 12), music(DANGER, 12))
    assert bars(DANGER, 12) != bars(DANGER._replace(seed=4), 12)
    assert bars(DANGER, 12) != bars(DANGER._replace(theme="rime"), 12)
    assert bars(DANGER, 12) != bars(DANGER._replace(section=2), 12)


def test_bars_do_not_repeat() -> None:
    written = bars(DANGER, 64)
    assert all(one != other for k, one in enumerate(written) for other in written[:k])


def test_danger_adds_layers_one_by_one() -> None:
    dangers = [0.0, *(threshold + 0.01 for threshold in THRESHOLDS)]
    reached, counts = list[int](), list[int]()
    for danger in dangers:
        composer = Composer()
        notes = [note for _ in range(8) for note in composer.next_bar(DANGER._replace(danger=danger)).notes]
        reached.append(composer.level)
        counts.append(len(notes))
    assert reached == list(range(len(dangers)))
    assert counts == sorted(counts) and counts[-1] > 5 * counts[0]
    assert not any(isinstance(note.what, Stroke) for bar in bars(CALM, 8) for note in bar)


def levels(composer: Composer, situation: Situation, count: int) -> list[int]:
    """Level of each of the next bars."""
    found: list[int] = []
    for _ in range(count):
        composer.next_bar(situation)
        found.append(composer.level)
    return found


def test_layers_come_and_leave_bar_by_bar_but_not_for_one_calm_bar() -> None:
    composer = Composer()
    assert levels(composer, CALM, 1) == [PAD]
    assert levels(composer, DANGER, 6) == [1, 2, 3, 4, 5, 5]
    assert levels(composer, CALM, CALM_BARS + 5) == [5, 4, 3, 2, 1, 0, 0]
    levels(composer, DANGER, 5)
    assert levels(composer, CALM, 1) + levels(composer, DANGER, 1) + levels(composer, CALM, 1) == [5, 5, 5]


def test_a_section_begins_with_a_release_and_lets_layers_in_by_steps() -> None:
    composer, first, second = Composer(), DANGER._replace(section=1), DANGER._replace(section=2)
    assert levels(composer, first, 6)[-1] == DOUBLE, "the first one follows none"
    assert levels(composer, second, 4 * STEP_BARS + 1) == [
        level for level in (BASS, ARPEGGIO, LIGHT, FULL) for _ in range(STEP_BARS)
    ] + [DOUBLE]


def test_music_rises_towards_a_boss_breathes_and_strikes() -> None:
    composer, near = Composer(), CALM._replace(section=4)
    rising = [levels(composer, near._replace(approach=share), 2)[-1] for share in (0.0, 0.3, 0.6, 0.9, 1.0)]
    assert rising == [0, 1, 2, 3, 4]
    swells = [
        sum(note.gain for note in bars(near._replace(approach=share), 1)[0] if note.what == SWELL)
        for share in (0.0, 0.4, 0.7, 1.0)
    ]
    assert swells == sorted(set(swells)) and swells[0] == 0.0
    assert levels(composer, near._replace(section=5, approach=1.0), 1) == [BASS], "its section begins"
    boss = near._replace(section=5, boss=True, danger=0.8)
    strike = composer.next_bar(boss).notes
    assert composer.level == BOSS_LEVEL and [note.what for note in strike].count(DROP) >= 1
    assert levels(composer, boss._replace(boss=False), 1) == [BASS], "and ends with a release"


def test_bass_drum_of_a_boss_reaches_below_40_hz() -> None:
    drop = play_stroke(DROP).astype(np.float64)
    power, pitch = np.abs(np.fft.rfft(drop)) ** 2, np.fft.rfftfreq(len(drop), 1.0 / RATE)
    assert power[(pitch > 20.0) & (pitch < 80.0)].sum() > 0.7 * power.sum()
    assert power[(pitch > 20.0) & (pitch < 40.0)].sum() > 0.1 * power.sum()


def test_a_boss_has_brass_and_another_mode() -> None:
    boss = DANGER._replace(danger=0.1, boss=True)
    assert any(note.what == BRASS for bar in bars(boss, 2) for note in bar)
    assert not any(note.what == BRASS for bar in bars(DANGER, 8) for note in bar)
    theme = choose_theme("terra", 1)
    pitched = [note for bar in bars(boss, 8) for note in bar if not isinstance(note.what, Stroke)]
    assert {(note.pitch - theme.root) % 12 for note in pitched} <= set(PHRYGIAN)


def test_the_multiplier_rings_bells_and_its_loss_is_heard() -> None:
    rung = [
        sum(note.what == BELL for bar in bars(DANGER._replace(multiplier=multiplier), 8) for note in bar)
        for multiplier in (1, 2, 4, 16)
    ]
    assert rung == sorted(set(rung)) and rung[0] == 0
    composer = Composer()
    levels(composer, DANGER._replace(multiplier=9), len(THRESHOLDS))
    lost = composer.next_bar(DANGER).notes
    assert len(lost) < len(composer.next_bar(DANGER).notes) / 2
    bells = [note.pitch for note in lost if note.what == BELL]
    assert len(bells) >= 6 and bells == sorted(bells, reverse=True)


def test_worlds_have_themes_and_an_endless_game_goes_through_them() -> None:
    themes = [choose_theme(world, 1) for world in WORLDS]
    assert len({theme.scale for theme in themes}) == len({theme.tempo for theme in themes}) == len(WORLDS)
    assert len({theme.motif for theme in themes}) == len({theme.pad for theme in themes}) == len(WORLDS)
    met = [choose_theme("tour", wave) for wave in range(1, 5 * SECTIONS_PER_WORLD + 1)]
    assert met == [theme for theme in themes for _ in range(SECTIONS_PER_WORLD)]
    assert choose_theme("somebody's own", 1) == themes[0]


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_keeps_to_its_scale_and_its_share(name: str) -> None:
    theme = THEMES[name]
    for bar in bars(Situation(name, 1, 1.0, 4), 16):
        for note in bar:
            assert 0 <= note.at < STEPS and note.gain > 0.0 and abs(note.pan) <= 1.0
            if not isinstance(note.what, Stroke):
                assert (note.pitch - theme.root) % 12 in theme.scale and 24 <= note.pitch < 108
    # A bar and the longest note that may begin at its end find room in the ring.
    longest = max(timbre.release for timbre in (theme.pad, theme.low, theme.pluck, theme.lead)) + 0.1
    assert (2.0 * 240.0 / theme.tempo + longest) * RATE < RING - BLOCK
    samples = music(Situation(name, 1, 1.0, 8, True), 40)
    assert samples.shape == (40 * BLOCK, 2) and np.isfinite(samples).all()
    assert 0.3 * SCORE_SHARE < np.abs(samples).max() <= SCORE_SHARE


def test_notes_ring_on_over_blocks_bars_and_the_end_of_the_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks rendered one by one equal all notes added at once in an array without an end."""
    monkeypatch.setattr(score_module, "HALL", 0.0)
    count = RING // BLOCK + 20
    rendered = music(DANGER, count)
    whole, composer, score = np.zeros((2, (count + 60) * BLOCK)), Composer(), ScoreRing()
    begin = 0.0
    while begin < count * BLOCK:
        bar = composer.next_bar(DANGER)
        step = bar.seconds / STEPS
        for play in bar.notes:
            note = score.note(play, step) / score_module.FULL_SCALE
            first, angle = round(begin + play.at * step * RATE), (play.pan + 1.0) * math.pi / 4.0
            whole[0, first : first + len(note)] += play.gain * math.cos(angle) * note
            whole[1, first : first + len(note)] += play.gain * math.sin(angle) * note
        begin += bar.seconds * RATE
    expected = SCORE_SHARE * np.tanh(score_module.DRIVE / SCORE_SHARE * whole[:, : count * BLOCK].T)
    assert np.abs(rendered - expected).max() < 1e-4


def test_the_hall_is_a_convolution() -> None:
    hall, choose = Reverb(256), np.random.default_rng(1)
    impulse = np.zeros(256, np.float32)
    impulse[0] = 1.0
    rest = [np.zeros(256, np.float32)] * 400
    answer = np.concatenate([hall.process(block) for block in (impulse, *rest)], axis=1)
    sent = choose.normal(size=(30, 256)).astype(np.float32)
    fresh = Reverb(256)
    heard = np.concatenate([fresh.process(block) for block in sent], axis=1)
    for ear in range(2):
        expected = np.convolve(sent.ravel().astype(np.float64), answer[ear])[: heard.shape[1]]
        assert np.abs(heard[ear] - expected).max() < 1e-3
    assert np.abs(answer[:, -256:]).max() < 1e-3 < np.abs(answer).max()


def test_notes_are_kept_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_module, "NOTES_KEPT", 2_000_000)
    monkeypatch.setattr(score_module, "BARS_KEPT", 4)
    score = ScoreRing()
    score.situation = DANGER
    for _ in range(80):
        score.render()
    assert 1_000_000 < score.notes_bytes <= 2_000_000 and len(score.bars) == 4
    assert score.notes_bytes == sum(note.nbytes for note in score.notes.values())
    assert score.bars == sorted(score.bars)


class Count(ScoreRing):
    """Blocks that can be told apart."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def render(self) -> F32:
        self.number += 1
        return np.full((BLOCK, 2), self.number / 1000.0, np.float32)


def test_the_thread_gives_all_blocks_in_order_as_many_bytes_as_asked_for() -> None:
    score = Count()
    thread = ScoreThread(score)
    assert thread.take(1000) == bytes(1000)  # nothing is ready yet
    thread.start()
    while score.number < BLOCKS_AHEAD:
        pass
    thread.close()
    ready = b"".join(pack(np.full((BLOCK, 2), number / 1000.0)) for number in range(1, BLOCKS_AHEAD + 1))
    size = 4 * 777
    pieces = [thread.take(size) for _ in range(len(ready) // size + 2)]
    assert {len(piece) for piece in pieces} == {size}
    taken = b"".join(pieces)
    assert taken[: len(ready)] == ready and not any(taken[len(ready) :])


def test_a_thread_renders_no_further_ahead_than_it_must_and_ends() -> None:
    score = Count()
    thread = ScoreThread(score)
    thread.start()
    while score.number < BLOCKS_AHEAD:
        pass
    thread.close()
    assert score.number == BLOCKS_AHEAD and thread.ended


def test_a_score_that_fails_leaves_silence_and_a_line() -> None:
    class Broken(ScoreRing):
        def render(self) -> F32:
            raise ArithmeticError("no more notes")

    thread = ScoreThread(Broken())
    thread.start()
    while not thread.ended:
        pass
    assert thread.problem == "No music: no more notes" and thread.take(64) == bytes(64)
    thread.close()


def test_after_a_boss_the_music_begins_anew() -> None:
    composer, fight = Composer(), Situation("terra", 1, 1.0, section=3)
    for _ in range(30):
        composer.next_bar(fight)
    assert composer.level == DOUBLE
    for boss, least in ((True, BOSS_LEVEL), (True, BOSS_LEVEL), (False, BASS)):
        composer.next_bar(fight._replace(boss=boss))
        assert composer.level >= least
    assert composer.level == BASS
