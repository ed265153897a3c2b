"""The loading screen: a bar that never stands still, and words that it passes on as they are."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.screens.loading import (
    BAR_WIDTH,
    CREEP_SHARE,
    GLINT_SECONDS,
    LoadingScreen,
    SmoothProgress,
    _glint,  # pyright: ignore[reportPrivateUsage]
)
from arena.app.services import Screen
from arena.startup.kernels import Need
from arena.view.overlay.overlay import Overlay
from tests.app.fakes import services_for
from tests.app.screens.text_boxes import written


def test_the_bar_moves_in_every_frame_and_makes_good_for_jumps() -> None:
    bar = SmoothProgress()
    shown = [bar.update(frame / 10.0, 0.3) for frame in range(1, 201)]  # no report for twenty seconds
    steps = [after - before for before, after in itertools.pairwise(shown)]
    assert min(steps) > 0.0
    assert all(step * BAR_WIDTH > 0.2 for step in steps[:150])  # a pixel at least every half second
    bar = SmoothProgress()
    bar.update(0.0, 0.0)
    shown = [bar.update(frame / 10.0, 0.6) for frame in range(1, 21)]
    assert shown[0] < 0.2 < 0.55 < shown[-1]
    assert max(after - before for before, after in itertools.pairwise(shown)) < 0.12
    for frame in range(21, 81):
        bar.update(frame / 10.0, 1.0)
    assert bar.shown > 0.999


@given(st.lists(st.tuples(st.floats(0.0, 5.0), st.floats(0.0, 1.0)), max_size=40))
def test_it_never_goes_back_nor_far_ahead(reports: list[tuple[float, float]]) -> None:
    bar, now, done, last = SmoothProgress(), 0.0, 0.0, 0.0
    for elapsed, share in reports:
        now, done = now + elapsed, max(done, share)
        shown = bar.update(now, share)
        assert last <= shown <= done + CREEP_SHARE * (1.0 - done) + 1e-9
        last = shown


class Work:
    """Has been started and goes on until it is let go."""

    need: Need | None = None
    progress = (250, 1000, "the laws of motion")
    busy = True


class Follower(Screen):
    """Comes after the loading screen."""

    def __init__(self) -> None:
        super().__init__(services_for())

    def update(self, now: float, events: Any) -> None:
        """Do nothing."""

    def build(self, now: float, size: Any) -> Any:
        """Show nothing."""


def load(work: Any, sharp: bool = False) -> tuple[LoadingScreen, Follower]:
    """A loading screen that is shown, and the screen that follows."""
    services, following = services_for(), Follower()
    services.loaded = not work.busy
    screen = LoadingScreen(services, work, lambda: following, sharp=sharp)
    services.go(screen)
    return screen, following


def test_it_says_what_it_is_told_and_goes_on_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()
    screen, following = load(work)
    with written(monkeypatch) as noted:
        for frame in range(30):
            screen.update(frame / 10.0, [])
            screen.build(frame / 10.0, (640, 360))
    assert {"preparing the laws of motion", "0%", "25%"} <= {text.string for text in noted}
    assert screen.services.screen is screen
    screen.services.loaded = True
    screen.services.opened = False
    screen.update(4.0, [])
    assert screen.services.screen is screen
    screen.services.opened = True
    screen.update(4.1, [])
    assert screen.services.screen is following


@pytest.mark.parametrize(("milliseconds", "pace"), [(5.0, 0.1), (60.0, 0.24), (900.0, 0.5)])
def test_a_slow_renderer_leaves_the_processors_to_the_work(milliseconds: float, pace: float) -> None:
    screen, _ = load(Work())
    screen.frame_drawn(0.0, milliseconds)
    assert screen.pace == pytest.approx(pace)


@pytest.mark.parametrize(("painted", "until"), [(True, 0.0), (False, 10.5)])
def test_what_is_measured_begins_with_a_painted_planet_or_after_ten_seconds(
    painted: bool, until: float
) -> None:
    work = Work()
    work.busy = False
    screen, following = load(work, sharp=True)
    screen.update(1.0, [])
    assert screen.services.screen is screen
    screen.services.painted = painted
    screen.update(1.1 + until, [])
    assert screen.services.screen is following


@pytest.mark.parametrize(("need", "verb", "told"), [
    (Need.COMPILE, "compiling", "later ones only load it"),
    (Need.COMPILE_ALWAYS, "compiling", "every start compiles anew"),
    (Need.LOAD, "loading", "an earlier start compiled"),
])  # fmt: skip
def test_it_says_compiling_only_where_it_compiles(
    need: Need, verb: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: Any = Work()
    work.need, work.progress = need, (1, 2, "the enemies")
    screen = LoadingScreen(services_for(), work, Follower)
    screen._began = 1.0  # pyright: ignore[reportPrivateUsage]
    with written(monkeypatch) as noted:
        screen.build(20.0, (1280, 720))
    words = [text.string for text in noted]
    assert f"{verb} the enemies" in words
    assert sum(told in line for line in words) == 1
    assert not any("irst start" in line for line in words)


@pytest.mark.parametrize(("presses", "quits"), [((1.0,), False), ((1.0, 3.9), True), ((1.0, 4.1), False)])
def test_a_stray_click_ends_nothing(
    presses: tuple[float, ...], quits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, _ = load(Work())
    ended: list[bool] = []
    monkeypatch.setattr(screen.services, "quit", lambda: ended.append(True))
    for now in presses:
        screen.update(now, [Action.MENU_BACK])
        screen.update(now + 0.1, [])
    assert bool(ended) is quits
    assert screen.services.message == "Once more to quit"


@pytest.mark.parametrize(
    ("phase", "strength"), [(0.25, 0.55 * 0.5**0.5), (0.5, 0.55), (0.75, 0.55 * 0.5**0.5)]
)
def test_the_glint_is_brightest_in_the_middle_of_its_way(phase: float, strength: float) -> None:
    overlay = Overlay(16 / 9)
    _glint(overlay, 100.0, 50.0, 400.0, (3.0 + phase) * GLINT_SECONDS)
    (row,) = overlay.instances()
    assert row["color"][3] == pytest.approx(strength * theme.TEXT[3], abs=1e-3)
