"""Benchmark of one to four players, measured over a moment."""

from typing import Any

import pytest


@pytest.mark.slow
@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_it_prints_a_row_for_each_number_of_players(
    script: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "SKIP", 6)
    assert script.main(["--ticks", "6", "--size", "160x90"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4"]
