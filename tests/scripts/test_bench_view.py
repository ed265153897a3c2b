"""The benchmark of viewers runs, and says what it found."""

import json
from typing import Any

import pytest

from tests.scripts.conftest import Refused


def test_a_row_for_the_match_and_each_load(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    script.main(["--quick", "--ticks", "5"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines[1:-1]]
    assert [row[0] for row in rows] == ["match", "1000"]
    for _, *figures in rows:
        observe, observe_p95, _, build, build_p95, cpu = map(float, figures)
        assert 0.0 < observe <= observe_p95 and 0.0 < build <= build_p95 and cpu > 0.0
    assert "numba" in lines[-1]


def test_json_holds_the_same_figures(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    script.main(["--quick", "--ticks", "3", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["ticks"] == 3
    for row in report["milliseconds"].values():
        assert row.keys() == {"observe", "build"}
        assert all(0.0 < part["p50"] <= part["p95"] and part["cpu"] > 0.0 for part in row.values())


def test_bad_flags_are_refused(refused: Refused) -> None:
    assert "--ticks" in refused(["--ticks", "0"])


def test_quick_means_few_ticks_and_a_small_load(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, tuple[int, ...]]] = []
    monkeypatch.setattr(script, "run", lambda ticks, loads, heard: asked.append((ticks, loads)) or {})
    for words in ([], ["--quick"], ["--quick", "--ticks", "7"]):
        script.main(words)
    assert asked == [
        (script.TICKS, script.LOADS),
        (script.QUICK_TICKS, script.QUICK_LOADS),
        (7, script.QUICK_LOADS),
    ]
