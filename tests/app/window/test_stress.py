"""The report of a stress run in a real window, held against the run. Needs a display and xdotool."""

import json
import time
from collections.abc import Callable

import pytest

from tests.app.window.driver import COMPILE_SECONDS, Driver
from tests.processes import inherit

pytestmark = pytest.mark.window


def test_the_report_of_a_window_adds_up_and_each_debug_view_has_its_key(drive: Callable[..., Driver]) -> None:
    """With errors closed, as for a job of another program: no file of the window's may take their number."""
    words = "-m arena stress --windowed --json --size 480x270 --quality low --enemies 20 --asteroids 30"
    began = time.perf_counter()
    game = drive(command=["-c", inherit("os.close(2)"), *words.split(), "--bullets", "40"])
    game.wait_for_screen("stress", COMPILE_SECONDS)
    game.focus()
    game.switch_views_on()
    last = game.wait("a measured second", lambda s: s["measured_ticks"] > 60 and s["measured_frames"] > 10)
    assert not last["message"], "there is sound, or no device"
    game.key("Escape")
    assert game.exit_code() == 0, game.output()
    outside = time.perf_counter() - began
    report = json.loads(game.output().splitlines()[-1])
    assert 0.0 < report["seconds"] < outside
    assert report["speed"] == pytest.approx(report["ticks"] / 60.0 / report["seconds"], rel=0.01)
    assert report["frames_per_second"] == pytest.approx(report["frames"] / report["seconds"], rel=0.01)
    assert report["ticks"] >= last["measured_ticks"] and report["frames"] >= last["measured_frames"]
    assert 10 < report["draw_calls"] <= 33
    assert (report["size"], report["quality"], report["render_scale"]) == ([480, 270], "low", 1.0)
    assert report["renderer"]
    for name in ("observe", "view", "draw"):
        assert 0.0 < report["frame_ms"][name]["p50"] <= report["frame_ms"][name]["p95"]
