"""The benchmark of routes runs, and says what it found."""

from typing import Any

import pytest

from tests.scripts.conftest import Refused


def test_a_row_for_each_share_of_blocked_tiles(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    script.main(["--fields", "20"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines[1:-1]]
    assert [row[0] for row in rows] == ["0%", "10%", "20%", "30%", "40%"]
    assert all(0.0 < float(row[2]) <= float(row[3]) <= float(row[4]) for row in rows)
    assert rows[0][5] == "0", "every tile can be reached where none is blocked"
    assert "numba" in lines[-1]


def test_bad_flags_are_refused(refused: Refused) -> None:
    assert "--fields" in refused(["--fields", "0"])


def test_quick_means_few_fields(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(script, "measure", lambda blocked, fields, seed: asked.append(fields) or "")
    for words in ([], ["--quick"], ["--quick", "--fields", "7"]):
        script.main(words)
    assert asked[:: len(script.BLOCKED_SHARES)] == [script.FIELDS, script.QUICK_FIELDS, 7]
    assert script.QUICK_FIELDS * 10 <= script.FIELDS
