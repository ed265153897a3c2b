"""Columns of the tables of sweeps: the help of each sweep says what they mean."""

import pytest

from arena.cli import main
from arena.sweep.flags import SWEEPS

PLAYED = ("balance", "tournament", "parameters")
"""Sweeps with modes."""


@pytest.mark.parametrize("name", SWEEPS)
def test_the_help_of_a_sweep_says_what_each_column_means(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One a line, however narrow the terminal; what stands behind is wrapped to it."""
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main(["sweep", name, "--help"])
    lines = capsys.readouterr().out.split("columns of the table:\n")[1].splitlines()
    columns = SWEEPS[name][2]
    for line, (column, words) in zip(lines[: len(columns)], columns.items(), strict=True):
        assert line.startswith(f"  {column} ") and line.endswith(f"  {words}")
    behind = "\n".join(lines[len(columns) :])
    assert bool(behind) == (name in PLAYED) and behind.startswith("\nModes are campaign") == bool(behind)
    assert all(len(line) < 60 for line in behind.splitlines())
