"""The example in `scripts/examples` plays, and what it records verifies."""

import subprocess
import sys
from pathlib import Path

from arena.game.replays.replay import verify_replay
from tests.modules import ROOT


def test_the_example_scores_and_its_replay_verifies(tmp_path: Path) -> None:
    script, replay = ROOT / "scripts" / "examples" / "environment.py", tmp_path / "example.replay"
    flags = ["--games", "2", "--limit", "15", "--replay", str(replay)]
    told = subprocess.run(
        [sys.executable, str(script), *flags], capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout.splitlines()
    assert [line.split(":")[0] for line in told] == ["seed 1", "seed 2"]
    assert sum(int(line.split()[2]) for line in told) > 500 and "in 15 s" in told[0], told
    found = verify_replay(replay, 1)
    assert (found.identical, found.ticks) == (True, 900)
