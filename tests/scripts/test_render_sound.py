"""The measurements of what is heard: they tell good from bad, and the offline mix is what the mix decides."""

import subprocess
import sys
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.app.sound.effects import Sound
from arena.app.sound.signals import RATE
from arena.app.sound.situation import Situation
from arena.app.sound.themes import WORLDS
from tests.scripts.conftest import SCRIPTS


@pytest.fixture(scope="module")
def flood(scripts: Any) -> Any:
    """Six seconds of 500 events a second."""
    rig = scripts.sound_rig
    return rig.record(rig.hear_flood(500, 6.0))


def tone(level: float, pitch: float = 997.0, seconds: float = 3.0) -> Any:
    wave_ = level * np.sin(2.0 * np.pi * pitch * np.arange(round(seconds * RATE)) / RATE)
    return np.stack((wave_, wave_), axis=1).astype(np.float32)


def test_loudness_is_that_of_the_recommendation(scripts: Any) -> None:
    """ITU-R BS.1770: a tone of 997 Hz at full scale in one channel has -3.01 LUFS, in two of them 0."""
    measures = scripts.sound_measures
    assert measures.integrated_loudness(tone(1.0)) == pytest.approx(0.0, abs=0.05)
    left = tone(1.0) * np.array([1.0, 0.0], np.float32)
    assert measures.integrated_loudness(left) == pytest.approx(-3.01, abs=0.05)
    padded = np.concatenate((tone(0.1), np.zeros((5 * RATE, 2), np.float32)))
    assert measures.integrated_loudness(padded) == pytest.approx(-20.0, abs=0.3)  # silence is gated away
    assert measures.integrated_loudness(tone(0.1, 40.0)) < -23.0


def test_true_peaks_lie_between_samples(scripts: Any) -> None:
    """A tone at a quarter of the rate, sampled 45 degrees off its crest, is 3 dB higher than its samples."""
    phase = 0.5 * np.pi * np.arange(RATE) + 0.25 * np.pi
    samples = np.repeat(np.sin(phase)[:, None], 2, axis=1).astype(np.float32)
    assert 20.0 * np.log10(np.abs(samples).max()) == pytest.approx(-3.01, abs=0.01)
    assert scripts.sound_measures.true_peak(samples) == pytest.approx(0.0, abs=0.7)


def test_margins_of_warnings_are_those_of_their_band(scripts: Any) -> None:
    measure = scripts.sound_measures.warning_margins
    begun, lengths = [(Sound.LANDING, 1.0), (Sound.HIT, 1.2)], {Sound.LANDING: 1.0}
    warning = tone(0.2, 2000.0)
    assert measure(warning, tone(0.1, 2000.0), begun, lengths).tolist() == pytest.approx([6.02], abs=0.1)
    assert measure(warning, tone(0.9, 200.0), begun, lengths)[0] > 30.0


def test_a_seam_is_found(scripts: Any) -> None:
    measures, choose = scripts.sound_measures, np.random.default_rng(1)
    soft = np.repeat(0.01 * choose.normal(size=(6 * RATE, 1)), 2, axis=1).astype(np.float32)
    for begin in range(RATE // 4, 6 * RATE - RATE, RATE // 4):
        soft[begin : begin + 4000] += tone(0.1)[:4000]
    cut = soft.copy()
    cut[3 * RATE :] += 0.9
    seams = [3 * RATE + 600]
    assert measures.measure_seams(measures.spectral_flux(soft), seams).highest < 3.0
    cut[3 * RATE + 600 : 3 * RATE + 700] += 0.9 * choose.normal(size=(100, 2)).astype(np.float32)
    assert measures.measure_seams(measures.spectral_flux(cut), seams).highest > 4.0


def test_nothing_clips_and_warnings_stand_out_in_a_thick_fight(scripts: Any, flood: Any) -> None:
    rows = scripts.render_sound.describe("flood", flood)
    assert [row for row in rows if not row[2]] == []
    assert {sound for sound, _ in flood.begun} >= {Sound.LANDING, Sound.SHOT}
    assert np.abs(flood.mix).max() < 0.89 and max(flood.voices) > 12


def test_large_events_shake_the_floor_in_a_fight(scripts: Any) -> None:
    rows = scripts.render_sound.measure_bass()
    assert [row for row in rows if not row[2]] == [] and len(rows) == 7


def test_bass_and_danger_are_measured(scripts: Any) -> None:
    measures = scripts.sound_measures
    assert measures.bass_balance(tone(0.2, 50.0) + tone(0.1, 500.0)) == pytest.approx(6.02, abs=0.1)
    piece = np.concatenate((tone(0.1, seconds=8.0), tone(0.2, seconds=8.0)))
    dangers = [0.1] * 8 * 60 + [0.9] * 8 * 60
    calm, danger = measures.loudness_by_danger(piece, dangers, 60)
    assert danger - calm == pytest.approx(6.02, abs=0.3)
    assert np.isnan(measures.loudness_by_danger(piece, [0.5] * 960, 60)).all()


def test_more_events_are_no_louder(scripts: Any, flood: Any) -> None:
    rig, loudness = scripts.sound_rig, scripts.sound_measures.integrated_loudness
    thicker = rig.record(rig.hear_flood(2000, 6.0))
    assert loudness(thicker.mix) < loudness(flood.mix) + 1.5


def test_danger_is_busier_than_calm(scripts: Any) -> None:
    script, measure = scripts.render_sound, scripts.sound_measures.measure_activity
    calm, danger = (
        measure(script.play_score("terra", 12.0, lambda now, level=level: level)[0]) for level in (0.0, 1.0)
    )
    assert danger.onsets > 2.0 * calm.onsets and danger.low > calm.low + 6.0


def test_danger_is_six_units_louder_than_calm(scripts: Any) -> None:
    """Of loudness, ITU-R BS.1770, in every theme."""
    script, loudness = scripts.render_sound, scripts.sound_measures.integrated_loudness
    for theme in WORLDS:
        calm, danger = (
            loudness(script.play_score(theme, 20.0, script.DANGERS[k])[0]) for k in ("calm", "danger")
        )
        assert danger >= calm + 6.0, theme


def test_a_game_is_heard_through_the_mix(scripts: Any) -> None:
    rig = scripts.sound_rig
    heard = list(rig.hear_game(scripts.render_sound.make_setup(None, 1), 5.0, lambda now: now / 5.0))
    assert [situation.danger for _, situation in heard[::60]] == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8])
    assert any(cues for cues, _ in heard)
    recording = rig.record(iter(heard))
    assert recording.mix.shape == (5 * RATE, 2) and recording.started > 5
    silent = rig.record(iter([([], Situation())] * 60))
    assert np.abs(silent.rest).max() == np.abs(silent.warnings).max() == 0.0 < np.abs(silent.score).max()


def test_files_and_pictures_are_written(scripts: Any, tmp_path: Path) -> None:
    main, path = scripts.render_sound.main, tmp_path / "score.wav"
    assert main(["--score", str(path), "--minutes", "0.05", "--theme", "rime"]) == 0
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getframerate()) == (2, RATE)
        assert file.getnframes() == pytest.approx(3 * RATE, rel=0.1)
    assert path.with_suffix(".png").stat().st_size > 10_000
    with pytest.raises(SystemExit, match="render_sound: "):
        main(["--score", str(tmp_path / "nowhere" / "score.wav"), "--minutes", "0.01"])


@pytest.mark.parametrize("library", ["matplotlib", "scipy"])
def test_a_missing_library_is_named_with_what_to_install(library: str, tmp_path: Path) -> None:
    script = SCRIPTS / "render_sound.py"
    code = f"import runpy, sys; sys.modules[{library!r}] = None; sys.argv[1:] = ['--sheet', 'sheet.png']"
    code += f"; sys.path.insert(0, {str(SCRIPTS)!r}); runpy.run_path({str(script)!r}, run_name='__main__')"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("render_sound: ") and library in line and line.endswith(".[bench]'")
    assert not list(tmp_path.iterdir())
