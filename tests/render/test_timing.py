"""Times of passes: by waiting in some pictures, or by queries that are read later."""

import moderngl
import pytest

from arena.render import timing
from arena.render.timing import PICTURES_APART, WaitingTimer

pytestmark = pytest.mark.gl


class CountingContext:
    """Counts how often somebody waits."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self.waits = 0

    def finish(self) -> None:
        """Wait for all that is drawn."""
        self.waits += 1
        self._ctx.finish()


def test_a_software_renderer_is_waited_for_in_some_pictures_only(ctx: moderngl.Context) -> None:
    counting = CountingContext(ctx)
    timer = WaitingTimer(counting)  # pyright: ignore[reportArgumentType] - all that it calls
    known: list[dict[str, float]] = []
    for _ in range(2 * PICTURES_APART):
        for name in ("ground", "ships", "ships"):
            with timer.measure(name):
                pass
        timer.end_picture()
        known.append(timer.times_ms)
    assert counting.waits == 2 * 3 * 2  # before and after each part, in two pictures
    assert all(set(times) == {"ground", "ships"} for times in known), "the last times stay known"
    assert known[0] is known[PICTURES_APART - 1] and known[0] is not known[PICTURES_APART]


def test_a_benchmark_may_wait_in_each(ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "PICTURES_APART", 1)
    timer = WaitingTimer(ctx)
    seen = []
    for _ in range(3):
        with timer.measure("ground"):
            pass
        timer.end_picture()
        seen.append(timer.times_ms)
    assert len({id(times) for times in seen}) == 3
