"""Levels from the command line: listed, checked, played, and replays that belong to one."""

import json
from pathlib import Path

import pytest

from arena.app.storage.level_files import level_path, save_level
from arena.app.storage.levels import campaign_setup, load_level, load_world, load_worlds, refuse_other_level
from arena.cli import main
from arena.game.levels import LevelError
from arena.game.levels.plan import Boss
from arena.game.levels.schema import LEVEL_BYTES
from arena.game.match import Match
from arena.game.modes import board_title
from arena.game.modes.campaign import Campaign
from arena.game.replays.replay import read_replay
from tests.game.campaign_levels import group, level, written
from tests.game.levels.broken import broken_levels

WAIT = 'objective = {kind = "survive", seconds = 5}'


def test_five_worlds_are_shipped_each_of_five_phases_and_a_boss() -> None:
    files = load_worlds()
    assert [file.level.world for file in files] == [1, 2, 3, 4, 5]
    for file in files:
        *phases, last = file.level.phase
        assert len(phases) == 5 and isinstance(last.objective, Boss)
        assert last.objective.variant == file.level.world
        kinds = {type(phase.objective) for phase in phases}
        assert len(kinds) >= 4 and Boss not in kinds
        assert file.level.zone and file.level.brief and all(phase.brief for phase in file.level.phase)
    assert len({file.level.look for file in files}) == 5


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    out = capsys.readouterr().out
    assert all(file.level.name in out and str(file.path) in out for file in load_worlds())
    assert "yours" not in out
    save_level(level_path("own"), level(WAIT))
    assert main(["levels"]) == 0
    out = capsys.readouterr().out
    assert f"yours, in {level_path('own').parent}" in out and "   own.toml\n" in out


def test_a_hundred_broken_files_are_each_told_and_none_ends_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths: list[str] = []
    for number, broken in enumerate(list(broken_levels())[::5]):
        paths.append(str(tmp_path / f"{number}.toml"))
        Path(paths[-1]).write_text(broken.text, encoding="utf-8", newline="")
    assert len(paths) > 100
    missing = str(tmp_path / "missing.toml")
    assert main(["levels", "--check", *paths, str(load_world(1).path)]) == 1
    capsys.readouterr()
    assert main(["levels", "--check", missing, *paths, missing, str(load_world(1).path)]) == 2
    told = capsys.readouterr()
    assert told.err.count(f"error: cannot read {missing}") == 2
    assert all(f"{path}:" in told.err for path in paths)
    assert told.out == f"{load_world(1).path}: Haven, 6 phases: good\n"
    assert "Traceback" not in told.err


def test_one_phase_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, level(WAIT))
    assert main(["levels", "--check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: Probe, 1 phase: good\n"


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_with_line_ends_of_windows_is_as_long_as_it_may_be_and_no_longer(
    more: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without those it is shorter than the limit, and cut at the limit it would be read in part."""
    path = tmp_path / "x.toml"
    text = level(WAIT).encode().replace(b"\n", b"\r\n") + b"#\r\n" * 9_000
    path.write_bytes(text + b"#" * (LEVEL_BYTES - len(text) + more))
    assert main(["levels", "--check", str(path)]) == more
    told = f"{path}: is longer than 32,768 bytes; shorten it\n" if more else ""
    assert capsys.readouterr().err == told


def test_a_file_that_is_no_text_or_no_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'name = "x"\nworld = \xff\n')
    assert main(["levels", "--check", str(path)]) == 1
    assert f"{path}:2: is not UTF-8 here" in capsys.readouterr().err
    assert main(["levels", "--check", str(tmp_path)]) == 2
    assert main(["play", "--level", str(path)]) == 2
    assert "x.toml:2: is not UTF-8" in capsys.readouterr().err


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf" + level(WAIT).replace("\n", "\r\n").encode())
    assert load_level(path).text == level(WAIT)


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "--schema", "json"]) == 0
    assert "phase" in json.loads(capsys.readouterr().out)["properties"]
    assert main(["levels", "--schema"]) == 0
    assert "## [[phase.group]]" in capsys.readouterr().out


def recorded(path: Path, text: str) -> Path:
    """A short recording of a level."""
    with Match("campaign", workers=1, record=path, level=text) as match:
        for _ in range(10):
            match.tick()
    return path


def test_a_replay_on_another_file_of_that_name_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = load_world(1).text
    other = text.replace("count = 45", "count = 46")
    good, edited = recorded(tmp_path / "good.replay", text), recorded(tmp_path / "edited.replay", other)
    assert main(["replay", str(good), "--verify"]) == 0
    capsys.readouterr()
    assert main(["replay", str(edited), "--verify"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "another level 'Haven'" in line and "world1.toml" in line
    path = written(tmp_path, other)
    assert main(["replay", str(good), "--verify", "--level", str(path)]) == 2
    assert "another level 'Haven'" in capsys.readouterr().err
    assert main(["replay", str(edited), "--verify", "--level", str(path)]) == 0


def test_a_replay_of_a_level_of_ones_own_needs_no_file(tmp_path: Path) -> None:
    own = recorded(tmp_path / "own.replay", level(WAIT))
    assert main(["replay", str(own), "--verify"]) == 0
    assert refuse_other_level(read_replay(own).header) == ""


def test_each_level_and_difficulty_has_a_score_table_of_its_own(tmp_path: Path) -> None:
    file = load_level(written(tmp_path, level(WAIT)))
    names = {
        Campaign.board(campaign_setup(which, 1, difficulty=difficulty))
        for which in (file, load_world(1), load_world(2))
        for difficulty in ("normal", "hard")
    }
    assert len(names) == 6
    assert board_title(Campaign.board(campaign_setup(file, 1, 2))) == "Probe, normal, 2 players"


def test_a_level_that_is_none_makes_no_match() -> None:
    with pytest.raises(LevelError, match=r"^level:\d+: phase\[1\]"):
        Match("campaign", workers=1, level=level(WAIT + group("dragon")))


def test_the_bot_plays_a_level_without_a_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = written(tmp_path, level(WAIT)), tmp_path / "out"
    words = ["demo", "--headless", "--level", str(path), "--seconds", "9", "--output", str(folder)]
    assert main(words) == 0
    assert "Probe, won" in capsys.readouterr().out
    assert main(["replay", str(folder / "demo.replay"), "--verify"]) == 0
