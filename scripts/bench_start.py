#!/usr/bin/env python3
"""Seconds from a start of the game to its first pictures, with nothing kept from before and again.

    xvfb-run -a -s "-screen 0 1280x720x24" .venv/bin/python scripts/bench_start.py [--runs N] [COMMAND ...]

Starts COMMAND, by default the game of this environment, twice a run: with an empty home folder and an empty
shader cache, and once more with what the first start left there. Reads in the status file of the game when
the title's menu was shown and when the world behind it was. COMMAND may be the `arena` of a build or of an
installed wheel; kernels are those that it has or finds by ARENA_CACHE_DIR.

Prints a table of medians and ranges. Ends with exit code 1 where a start shows no title.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, describe_machine, tell_failure, whole_number  # noqa: E402

GAME = (sys.executable, "-m", "arena")
PATIENCE = 300.0
"""Longest wait for a picture [s]: without kernels they are compiled first."""
LOOK_SECONDS = 0.01
"""Time between two looks at the status; the game writes it ten times a second."""
MENU, WORLD = "menu", "world"


def time_start(command: Sequence[str], home: Path) -> dict[str, float]:
    """Seconds until the title's menu was shown, and until the world was.

    Raises:
        Failure: the command ended, or showed no title.
    """
    status = home / "status.json"
    status.unlink(missing_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "MESA_"))}
    kept |= {"HOME": str(home), "ARENA_STATUS": str(status), "MESA_SHADER_CACHE_DIR": str(home / "shaders")}
    output, shown = home / "output.txt", dict[str, float]()
    with output.open("wb") as log:
        began = time.monotonic()
        process = subprocess.Popen(command, cwd=ROOT, env=kept, stdout=log, stderr=subprocess.STDOUT)
    try:
        while WORLD not in shown:
            seconds, now = time.monotonic() - began, _read(status)
            if process.poll() is not None or seconds > PATIENCE:
                text = output.read_text(encoding="utf-8", errors="replace")
                raise Failure(f"no title from {' '.join(command)}: {text[-300:].strip()}")
            if now.get("screen") == "title" and now["frames"] > 0:
                shown.setdefault(MENU, seconds)
                if now["opened"]:
                    shown[WORLD] = seconds
            time.sleep(LOOK_SECONDS)
    finally:
        process.terminate()
        process.wait(30)
    return shown


def _read(status: Path) -> dict[str, Any]:
    try:
        return json.loads(status.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def main(words: list[str] | None = None) -> None:
    """Time some starts and print a table."""
    parser = argparse.ArgumentParser(
        prog="bench_start", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=whole_number(100), default=3)
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND")
    arguments = parser.parse_args(words)
    times: dict[str, list[dict[str, float]]] = {"nothing kept": [], "again": []}
    with tell_failure("bench_start"):
        for _ in range(arguments.runs):
            with tempfile.TemporaryDirectory(prefix="arena-start-") as home:
                for starts in times.values():
                    starts.append(time_start(arguments.command or GAME, Path(home)))
    print(describe_machine())
    print(f"{'':<16}{'menu [s]':>20}{'world [s]':>20}")
    for name, starts in times.items():
        columns = (f"{_told([one[part] for one in starts]):>20}" for part in (MENU, WORLD))
        print(f"{name:<16}{''.join(columns)}")


def _told(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f} ({min(seconds):.1f}-{max(seconds):.1f})"


if __name__ == "__main__":
    main()
