"""Games that are asked to end: a good end passes, and each bad one is told. A stand-in plays the game."""

import random
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are watched in /proc"),
    pytest.mark.usefixtures("heed_signals"),
]

GAME = """
import os, signal, subprocess, sys
from pathlib import Path

def end(number, frame):
    {end}

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, end)
Path({ready!r}).touch()
while True:
    signal.pause()
"""
"""Module that runs as `arena` and waits for a signal."""
LEAVE = "os._exit(128 + number)"
SOON, LATE = (0.2, 0.5), (60.0, 60.0)
"""Seconds from which on an end is late, and after which the process is killed."""
ENDS: dict[str, tuple[str, tuple[float, float], str]] = {
    "good": (LEAVE, LATE, ""),
    "deaf": ("pass", SOON, "had to be killed; gone after 0.5 s"),
    "child left": (
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); {LEAVE}",
        SOON,
        "its children after ",
    ),
    "wrong code": ("os._exit(3)", LATE, "exit code 3 after SIG"),
    "traceback": (f"print('Traceback', flush=True); {LEAVE}", LATE, ": Traceback"),
    "file cut off": (f"Path('last.replay').write_bytes(b'ARENA'); {LEAVE}", LATE, "last.replay: "),
}
"""Reactions to a signal, the limits that the script has meanwhile, and the fault that it must tell."""


@pytest.mark.parametrize(("end", "limits", "told"), ENDS.values(), ids=ENDS.keys())
def test_a_game_that_ends_badly_is_told_of_and_its_folder_kept(
    end: str,
    limits: tuple[float, float],
    told: str,
    script: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ready, package, runs = tmp_path / "ready", tmp_path / "game" / "arena", tmp_path / "runs"
    package.mkdir(parents=True)
    runs.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(GAME.format(end=end, ready=str(ready)))
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.setattr(tempfile, "tempdir", str(runs))

    class Patient(random.Random):
        """Chance that lets the signal come as soon as the stand-in waits for it."""

        def uniform(self, a: float, b: float) -> float:
            while not ready.exists():
                time.sleep(0.01)
            ready.unlink()
            return 0.01

    monkeypatch.setattr(script, "random", SimpleNamespace(Random=Patient))
    monkeypatch.setattr(script, "provide", lambda: None)
    monkeypatch.setattr(script, "LIMIT", limits[0])
    monkeypatch.setattr(script, "GIVE_UP", limits[1])
    monkeypatch.setitem(script.CASES, "standing in", script.Case("", 1.0))

    words = ["standing in", "--count", "2"]
    if not told:
        script.main(words)
    else:
        with pytest.raises(SystemExit, match=r"interrupt_runs: 2 of 2 runs did not end as they should"):
            script.main(words)
    lines = capsys.readouterr().out.splitlines()
    faults = [line for line in lines if line.startswith("standing in, run ")]
    assert len(faults) == len(list(runs.iterdir())) == (2 if told else 0)
    assert all(told in line for line in faults)
    (row,) = [line.split() for line in lines if line.startswith("standing in ")]
    assert row[2:6] == ["2", str(len(faults)), "0", "0"], "runs, bad ones, early ones, done ones"
