"""`arena replay --against`: the first tick, system and column in which two builds differ."""

import sys
from pathlib import Path

import pytest

from arena.cli import main
from arena.commands.builds import read_trace, write_trace
from arena.game.match import Match
from arena.game.replays.reader import read_replay
from arena.sim.tables.commands import Button, PlayerCommand

FIRED = 20
"""Tick in which the recorded pilot begins to fire."""
TICKS = 40


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Game of a pilot that rests, then fires."""
    path = tmp_path_factory.mktemp("games") / "short.replay"
    with Match(seed=3, workers=1, record=path) as match:
        for tick in range(TICKS):
            match.tick([PlayerCommand(0, 100, 0, 100, Button.FIRE if tick >= FIRED - 1 else Button(0))])
    return path


def other_build(folder: Path, first: str) -> Path:
    """Program of a build in which a line is run before anything else."""
    program = folder / "arena"
    lines = (f"#!{sys.executable}", "import sys", first, "from arena.cli import main", "sys.exit(main())")
    program.write_text("\n".join(lines))
    program.chmod(0o755)
    return program


def test_a_changed_number_is_traced_to_tick_system_and_column(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = (
        "from arena.catalogue.changes import change_number; change_number('weapon.pulse.shots.damage', 77)"
    )
    build = other_build(tmp_path, change)
    assert main(["replay", str(recording), "--against", str(build)]) == 1
    found = capsys.readouterr().out
    assert f"differs first at tick {FIRED}, in fire_weapons, column bullets.damage\n" in found


def test_a_build_equals_itself_though_its_rules_are_called_others(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = other_build(tmp_path, "import arena; arena.__version__ = '9.9'")
    assert main(["replay", str(recording), "--against", str(build)]) == 0
    assert f"equal over {TICKS} ticks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("print('welcome'); sys.exit()", "leaves no trace"),
        ("sys.exit('error: no such option: --trace')", "no such option: --trace"),
        ("print('[]\\n0'); sys.exit()", "the other build has nothing more"),
    ],
)
def test_a_build_that_cannot_be_asked_is_named(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], first: str, words: str
) -> None:
    assert main(["replay", str(recording), "--against", str(other_build(tmp_path, first))]) == 2
    assert words in capsys.readouterr().err


def test_what_is_no_build_or_no_tick_is_refused(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for build in (str(tmp_path), ""):
        assert main(["replay", str(recording), "--against", build]) == 2
        assert f"{build!r} is neither a program nor a checkout" in capsys.readouterr().err
    assert main(["replay", str(recording), "--trace", str(TICKS + 1)]) == 2
    assert f"has {TICKS} ticks" in capsys.readouterr().err
    for name in ("none.replay", "a"):  # one that stands in the message, too
        (tmp_path / name).touch()
        assert main(["replay", str(tmp_path / name), "--against", sys.executable]) == 2
        assert capsys.readouterr().err.startswith(f"error: {tmp_path / name}: not an Arena replay")


def test_a_tick_in_parts_begins_after_the_one_before_and_ends_as_the_whole_one(recording: Path) -> None:
    replay, whole, parts = read_replay(recording), list[str](), list[str]()
    write_trace(replay, 0, whole.append)
    write_trace(replay, FIRED, parts.append)
    ticks, systems = list(read_trace(iter(whole))), list(read_trace(iter(parts)))
    assert [row.label for row in ticks] == [str(tick) for tick in range(TICKS + 1)]
    assert systems[-1].hashes == ticks[FIRED].hashes
    before = ticks[FIRED - 1].hashes["bodies.position"]
    positions = [row.hashes["bodies.position"] for row in systems]
    moved = [row.label for row in systems].index("move_bodies")
    assert set(positions[:moved]) == {before} and positions[moved] != before
