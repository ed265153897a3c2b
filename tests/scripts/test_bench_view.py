"""The benchmark of viewers runs, and says what it found."""

import importlib
import json
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
    yield importlib.import_module("bench_view")
    sys.path[:] = path


def test_a_row_for_the_match_and_each_load(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--quick", "--ticks", "5"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines[1:-1]]
    assert [row[0] for row in rows] == ["match", "1000"]
    for _, *figures in rows:
        observe, observe_p95, _, build, build_p95, cpu = map(float, figures)
        assert 0.0 < observe <= observe_p95 and 0.0 < build <= build_p95 and cpu > 0.0
    assert "numba" in lines[-1]


def test_json_holds_the_same_figures(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--quick", "--ticks", "3", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["ticks"] == 3
    for row in report["milliseconds"].values():
        assert row.keys() == {"observe", "build"}
        assert all(0.0 < part["p50"] <= part["p95"] and part["cpu"] > 0.0 for part in row.values())


def test_bad_flags_are_refused(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench.main(["--ticks", "0"])
    assert left.value.code == 2
    assert "--ticks" in capsys.readouterr().err


def test_quick_means_few_ticks_and_a_small_load(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, tuple[int, ...]]] = []
    monkeypatch.setattr(bench, "run", lambda ticks, loads, heard: asked.append((ticks, loads)) or {})
    for words in ([], ["--quick"], ["--quick", "--ticks", "7"]):
        bench.main(words)
    assert asked == [
        (bench.TICKS, bench.LOADS),
        (bench.QUICK_TICKS, bench.QUICK_LOADS),
        (7, bench.QUICK_LOADS),
    ]
