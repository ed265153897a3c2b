"""The benchmark of routes runs, and says what it found."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"


@pytest.fixture(scope="module")
def bench() -> Iterator[Any]:
    """The script as a module."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("bench_nav")
    sys.path[:] = path


def test_a_row_for_each_share_of_blocked_tiles(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--fields", "20"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines[1:-1]]
    assert [row[0] for row in rows] == ["0%", "10%", "20%", "30%", "40%"]
    assert all(0.0 < float(row[2]) <= float(row[3]) <= float(row[4]) for row in rows)
    assert rows[0][5] == "0", "every tile can be reached where none is blocked"
    assert "numba" in lines[-1]


def test_bad_flags_are_refused(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench.main(["--fields", "0"])
    assert left.value.code == 2
    assert "--fields" in capsys.readouterr().err


def test_quick_means_few_fields(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(bench, "measure", lambda blocked, fields, seed: asked.append(fields) or "")
    for words in ([], ["--quick"], ["--quick", "--fields", "7"]):
        bench.main(words)
    assert asked[:: len(bench.BLOCKED_SHARES)] == [bench.FIELDS, bench.QUICK_FIELDS, 7]
    assert bench.QUICK_FIELDS * 10 <= bench.FIELDS
