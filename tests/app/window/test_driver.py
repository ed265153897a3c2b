"""The hands of window tests are patient with a machine that is busy, and not with a game that hangs."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from tests.app.window import driver
from tests.app.window.driver import FRAME_RATE, STALL_SECONDS, STEP_SECONDS, Driver


class FakeGame(Driver):
    """A game that draws `rate` frames a second of a clock that only sleeping moves."""

    def __init__(self, rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self._rate = 0.0, rate
        self.process: Any = SimpleNamespace(poll=lambda: None)
        clock = SimpleNamespace(monotonic=lambda: self.now, sleep=self._sleep)
        monkeypatch.setattr(driver, "time", clock)

    def _sleep(self, seconds: float) -> None:
        self.now += seconds

    def status(self) -> driver.Status:
        return {"frames": math.floor(self._rate * self.now)}

    def output(self) -> str:
        return ""


@pytest.mark.parametrize("rate", [0.1, 1.0, 60.0, 200.0])
def test_a_busy_machine_has_as_many_frames_as_a_quick_one(
    rate: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, frames = FakeGame(rate, monkeypatch), FRAME_RATE * STEP_SECONDS - 10.0
    assert game.wait("many frames", lambda s: s["frames"] >= frames)["frames"] >= frames


@pytest.mark.parametrize(
    ("rate", "limit"), [(0.0, STALL_SECONDS), (10.0, 3 * STEP_SECONDS), (60.0, STEP_SECONDS)]
)
def test_a_wait_ends(rate: float, limit: float, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FakeGame(rate, monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="no miracle within 90 s"):
        game.wait("miracle", lambda s: False)
    assert game.now == pytest.approx(limit, abs=1.0)
