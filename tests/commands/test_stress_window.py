"""`arena stress --windowed`: what reaches the window, and what its report says, without opening one."""

import json
from typing import Any

import pytest

from arena.cli import main
from arena.commands import window
from arena.game.modes.stress_run import StressConfig, run_stress

PACE = {
    "seconds": 4.0, "speed": 0.5, "size": [640, 360], "quality": "low", "render_scale": 0.7,
    "renderer": "llvmpipe", "frames": 44, "frames_per_second": 11.0, "draw_calls": 17,
    "frame_ms": {name: {"p50": 1.5, "p95": 2.5} for name in ("observe", "view", "draw")},
}  # fmt: skip


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Arguments that the window was opened with; it reports a short run and closes at once."""
    details: dict[str, Any] = {}

    def open_window(start: str, *_: str, **given: Any) -> int:
        details.update(given, start=start)
        given["on_report"](run_stress(StressConfig(3, 4, 5, ticks=2, workers=1)) | PACE)
        return 0

    monkeypatch.setattr(window, "open_window", open_window)
    return details


def test_a_window_gets_load_size_and_quality(
    opened: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    words = "stress --enemies 3 --asteroids 4 --bullets 5 --windowed --size 640x360 --quality low --json"
    assert main(words.split()) == 0
    assert (opened["start"], opened["size"], opened["quality"]) == ("stress", (640, 360), "low")
    assert (opened["enemies"], opened["asteroids"], opened["bullets"]) == (3, 4, 5)
    printed = json.loads(capsys.readouterr().out)
    assert printed["speed"] == 0.5 and printed["frame_ms"]["draw"] == {"p50": 1.5, "p95": 2.5}
    assert printed["ticks"] == 2 and "tick_ms" in printed


def test_the_table_of_a_window_tells_speed_and_frames(
    opened: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stress"]) == 0
    assert opened["size"] is None and opened["quality"] is None
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["speed", "50.0%"] for line in lines)
    assert any(line.split()[:4] == ["frames", "11.0", "a", "second,"] for line in lines)
    assert [line.split()[0] for line in lines if "p95 2.500" in line] == ["observe", "view", "draw"]


def test_json_alone_opens_no_window(opened: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    words = "stress --enemies 3 --asteroids 4 --bullets 5 --ticks 2 --workers 1 --json"
    assert main(words.split()) == 0
    assert not opened
    assert "speed" not in json.loads(capsys.readouterr().out)
