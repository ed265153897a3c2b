"""Training of a pilot: the same command gives the same weights, in one go or in several."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.env.pilot import read_weights
from arena.env.policy import PilotWeights
from arena.game.replays.replay import verify_replay
from tests.scripts.conftest import Refused, Scripts

TINY = ["--pairs", "2", "--games", "1", "--seconds", "2"]
WRITTEN = ("checkpoint.npz", "curve.csv", "learnt.npz", "learnt.txt")


def train(script: Any, folder: Path, generations: int) -> dict[str, bytes]:
    """Train in a folder; returns what it holds then."""
    script.main(["train", str(folder), "--generations", str(generations), *TINY])
    return {name: (folder / name).read_bytes() for name in WRITTEN}


@pytest.fixture(scope="module")
def trained(script: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of two generations."""
    folder = tmp_path_factory.mktemp("trained")
    train(script, folder, 2)
    return folder


def test_the_search_finds_the_least_of_a_bowl_and_keeps_to_its_seed(scripts: Scripts) -> None:
    place, scale = np.linspace(-3.0, 3.0, 8), np.geomspace(1.0, 50.0, 8)

    def searched(seed: int) -> Any:
        found = scripts.evolution.Search.create(8)
        for _ in range(200):
            samples = found.samples(seed, 6)
            found.learn(samples, -((found.candidates(samples) - place) ** 2 * scale).sum(axis=1))
            found.history.append({})
        return found

    one, same, other = searched(1), searched(1), searched(2)
    assert np.abs(one.mean - place).max() < 1e-3 and one.sigma < 1e-2
    assert (one.mean == same.mean).all() and (one.mean != other.mean).any()


def test_samples_are_mirrored_and_anew_in_each_generation(scripts: Scripts) -> None:
    search = scripts.evolution.Search.create(5)
    samples = search.samples(1, 3)
    assert samples.shape == (6, 5) and (samples[:3] == -samples[3:]).all()
    search.history.append({})
    assert (search.samples(1, 3) != samples).all()


def test_first_weights_are_those_of_the_pilot(script: Any) -> None:
    first = script.weights_at(np.zeros(len(script.WEIGHTS)))
    assert tuple(first) == PilotWeights.column_names
    assert first == {name: weight.first for name, weight in script.WEIGHTS.items()}
    moved = script.weights_at(np.full(len(script.WEIGHTS), 2.0))
    assert moved["keep"] == pytest.approx(6.0 * np.e) and moved["goal"] == pytest.approx(1.6)


def test_a_run_in_parts_gives_the_bytes_of_one_in_one_go(script: Any, trained: Path, tmp_path: Path) -> None:
    whole = {name: (trained / name).read_bytes() for name in WRITTEN}
    train(script, tmp_path, 1)
    assert train(script, tmp_path, 2) == whole
    weights = read_weights(whole["learnt.npz"])
    assert weights != script.weights_at(np.zeros(len(weights)))
    curve = whole["curve.csv"].decode().splitlines()
    assert len(curve) == 3 and curve[0] == ",".join(script.COLUMNS)
    assert b"--generations 2 --seed 1 --pairs 2" in whole["learnt.txt"] and b"MIT" in whole["learnt.txt"]


def test_interrupted_it_leaves_the_last_whole_generation(
    script: Any, tmp_path: Path, trained: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    before, played, score = train(script, tmp_path, 1), list[int](), script.score_pilot

    def interrupted(*given: Any) -> int:
        played.append(1)
        if len(played) == 3:
            raise KeyboardInterrupt
        return score(*given)

    with monkeypatch.context() as patch, pytest.raises(SystemExit) as left:
        patch.setattr(script, "score_pilot", interrupted)
        train(script, tmp_path, 2)
    assert left.value.code == 130 and "the same command goes on" in capsys.readouterr().err
    assert {name: (tmp_path / name).read_bytes() for name in WRITTEN} == before
    assert train(script, tmp_path, 2)["learnt.npz"] == (trained / "learnt.npz").read_bytes()


def test_all_pilots_fly_the_same_games_and_none_twice(
    script: Any, trained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compare", str(trained), "--seeds", "2", "--seconds", "2"]
    script.main(words)
    table = capsys.readouterr().out.splitlines()
    names = ["weak", "middle", "best", "first", "generation 2"]
    assert [line.split("  ")[0] for line in table] == ["pilot", *names]
    rows = (trained / "comparison.csv").read_text().splitlines()
    assert len(rows) == 1 + 2 * len(names) and rows[0] == "pilot,seed,seconds,score"
    monkeypatch.setattr(script, "score_bot", None)
    monkeypatch.setattr(script, "score_pilot", None)
    script.main(words)
    assert capsys.readouterr().out.splitlines() == table


def test_the_table_counts_wins_and_their_chance(script: Any) -> None:
    games = np.arange(8)
    bold = games + np.array([9, 9, 9, 9, 9, 9, 9, -1])
    lines = script.describe(
        ("middle", "bold", "sure"), np.stack([games, bold, games + 1], axis=1)
    ).splitlines()
    assert [line.split("  ")[0] for line in lines[1:]] == ["middle", "bold", "sure"]
    assert "7 of 8" in lines[2] and " 0.07 " in lines[2], "18 of 256"
    assert "8 of 8" in lines[3] and " 0.0078 " in lines[3], "2 of 256"


def test_replays_of_it_verify_and_are_not_written_over(script: Any, trained: Path, refused: Refused) -> None:
    words = ["record", str(trained), "--seeds", "1", "--seconds", "2"]
    script.main(words)
    found = verify_replay(trained / "endless-2000000.replay", 1)
    assert (found.identical, found.ticks) == (True, 120)
    assert "exists already" in refused(words)


def test_the_curve_is_drawn_or_its_lack_told(
    script: Any, trained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = trained / "curve.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    picture.unlink()
    monkeypatch.setattr(script, "find_spec", lambda name: None)
    script.plot(trained)
    assert "no plot without matplotlib" in capsys.readouterr().err and not picture.exists()


def test_what_cannot_be_done_is_said_in_one_line(
    script: Any, trained: Path, tmp_path: Path, refused: Refused
) -> None:
    assert "train first" in refused(["compare", str(tmp_path)])
    assert "was begun with --seed 1 --pairs 2" in refused(["train", str(trained), *TINY, "--seed", "2"])
    (tmp_path / "checkpoint.npz").write_bytes((trained / "checkpoint.npz").read_bytes()[:-99])
    assert "is damaged" in refused(["record", str(tmp_path)])
    assert "whole number" in refused(["train", str(tmp_path), "--pairs", "0"])
    assert "with middle, not 'best'" in refused(["compare", str(trained), "--bots", "best"])
    assert "required: train|compare|record" in refused([])
    (tmp_path / "file").touch()
    assert "cannot write" in refused(["train", str(tmp_path / "file")])
