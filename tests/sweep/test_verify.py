"""`arena sweep verify`: recordings travel to workers; outcomes are those of `arena replay --verify`."""

from pathlib import Path

import pytest

from arena.cli import main
from arena.commands import CommandError
from arena.commands.verification import DIVERGED, IDENTICAL, UNREADABLE
from arena.sweep.store import RowStore
from arena.sweep.tasks import run_task, this_release
from arena.sweep.verify import outcomes_of, recording_tasks
from tests.commands.test_verification import forge, record


def test_a_folder_is_verified_as_by_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, output = tmp_path / "recordings", tmp_path / "sweep"
    folder.mkdir()
    good = record(folder / "a.replay", 3)
    words = ["sweep", "verify", str(folder), "--jobs", "1", "--output", str(output)]
    assert main(words) == IDENTICAL
    forge(folder / "b.replay", good)
    (folder / "c.replay").write_bytes(b"not a replay")
    assert main(words) == DIVERGED
    (row,) = [row for row in RowStore(output / "rows.parquet").read().values() if "a.replay" in row.task]
    assert len(row.state_hash) == 16
    capsys.readouterr()
    assert main(words) == DIVERGED
    *told, _, written = capsys.readouterr().out.splitlines()
    assert main(["replay", str(folder), "--verify", "--jobs", "1"]) == DIVERGED
    assert told[:-1] == capsys.readouterr().out.splitlines()[:-1]
    assert told[-1].startswith("3 recordings: 1 identical, 1 diverged, 1 unreadable; 0:03 of play in ")
    assert written.startswith(f"wrote {output / 'verify.csv'};")


def test_a_worker_needs_no_file_and_another_content_is_another_task(tmp_path: Path) -> None:
    path = record(tmp_path / "a.replay", 3)
    (task,) = recording_tasks([path])
    sent, content = task.packed(), path.read_bytes()
    path.unlink()
    (outcome,) = outcomes_of([run_task(sent, this_release())])
    assert (outcome.code, outcome.ticks, outcome.seed) == (IDENTICAL, 90, 3)
    path.write_bytes(content[:-1])
    with pytest.raises(CommandError, match="changed meanwhile"):
        task.packed()
    (other,) = recording_tasks([path])
    assert run_task(other.packed(), this_release()).key != run_task(sent, this_release()).key
    with pytest.raises(CommandError, match=r"cannot read .*gone\.replay: No such file"):
        recording_tasks([tmp_path / "gone.replay"])
    assert (
        outcomes_of([run_task(recording_tasks([Path(__file__)])[0].packed(), this_release())])[0].code
        == UNREADABLE
    )
