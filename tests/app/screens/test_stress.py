"""The stress load in the window tells its figures to whoever asked, when it ends."""

from contextlib import closing
from typing import Any

import pytest

from arena.app.play import session
from arena.app.screens.stress import StressScreen
from arena.commands.stress import table
from arena.game.scoring.statistics import Statistics, take_statistics
from arena.sim.world import World
from arena.view.debug.profiler import ABOVE
from arena.view.debug.profiler import WIDTH as PANEL_WIDTH
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from tests.app.fakes import services_for
from tests.app.screens.text_boxes import written

LOAD: dict[str, Any] = {"start": "stress", "enemies": 9, "asteroids": 12, "bullets": 15, "workers": 1}


def run_frames(screen: StressScreen, first: int, last: int) -> None:
    """Let the frames `first` to `last` of a window at 60 a second pass; each takes 2 + 7 ms."""
    for k in range(first, last + 1):
        screen.update(k / 60.0, [])
        screen.frame_drawn(2.0, 7.0)


def load(**options: Any) -> StressScreen:
    return StressScreen(services_for(**LOAD, **options))


def test_the_figures_come_at_the_end_and_are_about_what_follows_the_warm_up() -> None:
    heard: list[dict[str, Any]] = []
    services = services_for(**LOAD, seconds=0.5, on_report=heard.append)
    services.draw_calls, services.size, services.renderer = 21, (640, 360), "llvmpipe"
    services.quality, services.render_scale = "low", 0.7
    screen = StressScreen(services)
    run_frames(screen, 0, 89)
    assert services.exit_code is None
    run_frames(screen, 90, 90)
    assert services.exit_code == 0
    screen.close()
    (figures,) = heard
    assert (figures["bodies"], figures["draw_calls"]) == (37, 21)
    assert figures["ticks"] == pytest.approx(30, abs=1) and figures["frames"] == 31
    assert figures["seconds"] == pytest.approx(0.5)
    assert figures["speed"] == pytest.approx(1.0, abs=0.05)
    assert figures["frames_per_second"] == pytest.approx(60.0, abs=3.0)
    assert figures["frame_ms"]["view"] == {"p50": 2.0, "p95": 2.0}
    assert figures["frame_ms"]["draw"] == {"p50": 7.0, "p95": 7.0}
    assert 0.0 < figures["frame_ms"]["observe"]["p50"] <= figures["frame_ms"]["observe"]["p95"]
    assert figures["kinds"] == {"player": 1, "drone": 6, "gunner": 3, "asteroid": 12, "bullet": 15}
    text = table(figures)
    assert (figures["renderer"], figures["size"]) == ("llvmpipe", [640, 360])
    assert (figures["quality"], figures["render_scale"]) == ("low", 0.7)
    assert f"{'picture':<20} 640x360, quality low, render scale 70%\n{'renderer':<20} llvmpipe\n" in text
    assert f"{'draw calls':<20} 21\n" in text and f"{'  draw [ms]':<20} p50 7.000" in text
    assert "(simulated over real time)" in text


def test_a_machine_at_half_speed_says_so() -> None:
    heard: list[dict[str, Any]] = []
    with closing(load(ticks=60, on_report=heard.append)) as screen:
        for k in range(20):
            if screen.services.exit_code is not None:
                break
            screen.update(
                k * 0.5, []
            )  # as slow as frames may be: a quarter of a second of ticks in each half
            screen.frame_drawn(1.0, 400.0)
    (figures,) = heard
    assert figures["ticks"] == 60
    assert figures["speed"] == pytest.approx(0.5, abs=0.01)
    assert figures["frames_per_second"] == pytest.approx(2.0, abs=0.6)


@pytest.mark.parametrize("asked", [True, False])
def test_a_run_without_ticks_or_listeners_ends_silently(asked: bool) -> None:
    heard: list[dict[str, Any]] = []
    with closing(load(on_report=heard.append if asked else None)) as screen:
        if not asked:
            run_frames(screen, 0, 63)
    assert heard == []


def test_what_is_looked_at_goes_to_the_profiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times of each tick and frame; bodies are counted a few times a second."""
    counted: list[int] = []

    def count(world: World) -> Statistics:
        counted.append(world.tick)
        return take_statistics(world)

    monkeypatch.setattr(session, "take_statistics", count)
    with closing(load()) as screen:
        screen.enter()
        profiler = screen.services.profiler
        for k in range(121):
            screen.update(k / 60.0, [])
            screen.build(k / 60.0, (320, 180))
            if k == 4:
                assert profiler.ticks.taken == 4 and len(profiler.frames) == 4
                assert profiler.frames[-1].whole == pytest.approx(1000.0 / 60.0)
    assert {"ai", "move_bodies", "find_contacts"} < set(profiler.ticks.stack())
    assert profiler.statistics.bodies == 37 and 8 <= len(counted) <= 11


@pytest.mark.parametrize("size", [(640, 360), (1120, 640), (1920, 1080)])
def test_the_heading_lies_on_its_shade_and_the_profiler_below(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shade behind the heading's longest lines, and none of it over the first line of the profiler."""
    line = "speed 100%    144 frames/s    observe 123.4 ms    view 123.4 ms    draw 1234.5 ms"
    monkeypatch.setattr(StressScreen, "_pace_line", lambda *_: line)
    shades, rect = list[Box](), Overlay.rect

    def note_rect(overlay: Overlay, x: float, y: float, w: float, h: float, *rest: Any) -> None:
        shades.append(Box(x, y, w, h))
        rect(overlay, x, y, w, h, *rest)

    monkeypatch.setattr(Overlay, "rect", note_rect)
    with closing(load(seconds=1.0)) as screen, written(monkeypatch) as noted:
        screen.services.size = size
        screen.enter()
        screen.update(0.0, [])
        screen.build(0.0, size)
    shade = next(box for box in shades if box.x == 24.0 and box.width != PANEL_WIDTH)
    heading = {text.string: text.box for text in noted}
    assert heading[line].x + heading[line].width <= shade.x + shade.width
    assert heading["STRESS"].y > heading[line].y > shade.y
    (title,) = [text for text in noted if text.string == "frames"]
    assert title.overlay.height - ABOVE <= shade.y
