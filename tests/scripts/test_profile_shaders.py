"""The script that times shaders names every program that a picture needs."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "profile_shaders.py"


@pytest.mark.slow
@pytest.mark.gl
def test_the_table_names_what_was_drawn(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--scene", "cast"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines()[2:]}
    assert {"bake/planet.frag", "planet/planet.frag", "ships/ships.frag"} <= rows.keys()
    assert all(float(first) > 0.0 for _, first, *_ in rows.values())
    assert list(tmp_path.iterdir()) == []
