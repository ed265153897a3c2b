"""What one to four players cost, measured over a moment."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "bench_players.py"


@pytest.mark.slow
@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_it_prints_a_row_for_each_number_of_players(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("bench_players", SCRIPT)
    assert spec is not None and spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    monkeypatch.setattr(bench, "SKIP", 6)
    assert bench.main(["--ticks", "6", "--size", "160x90"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4"]
