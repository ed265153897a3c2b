"""The report of a stress run in a real window, held against the run. Needs a display (`xvfb-run`)."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.app.window.driver import STALL_SECONDS

pytestmark = pytest.mark.window


def test_the_report_of_a_window_adds_up(tmp_path: Path) -> None:
    words = "stress --windowed --json --seconds 3 --size 640x360 --quality low --enemies 20 --asteroids 30"
    command = [sys.executable, "-m", "arena", *words.split(), "--bullets", "40"]
    home = {"HOME": tmp_path, "XDG_CONFIG_HOME": tmp_path / "config", "XDG_DATA_HOME": tmp_path / "data"}
    environment = os.environ | {name: str(value) for name, value in home.items()} | {"ALSOFT_DRIVERS": "null"}
    began = time.perf_counter()
    run = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=STALL_SECONDS, check=False
    )
    outside = time.perf_counter() - began
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert 3.0 <= report["seconds"] < outside
    assert report["speed"] == pytest.approx(report["ticks"] / 60.0 / report["seconds"], rel=0.01)
    assert report["frames_per_second"] == pytest.approx(report["frames"] / report["seconds"], rel=0.01)
    assert report["frames"] > 0 and 10 < report["draw_calls"] <= 30
    assert (report["size"], report["quality"], report["render_scale"]) == ([640, 360], "low", 1.0)
    assert report["renderer"]
    for name in ("observe", "view", "draw"):
        assert 0.0 < report["frame_ms"][name]["p50"] <= report["frame_ms"][name]["p95"]
