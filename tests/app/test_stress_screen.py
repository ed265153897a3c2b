"""The stress load in the window tells its figures to whoever asked, when it ends."""

from typing import Any

import pytest

from arena.app.audio import Audio
from arena.app.bindings import default_bindings
from arena.app.controls import Controls
from arena.app.scores import Scores
from arena.app.screens.stress import StressScreen
from arena.app.services import Options, Services
from arena.app.settings import Settings
from arena.commands.stress import table

LOAD: dict[str, Any] = {"start": "stress", "enemies": 9, "asteroids": 12, "bullets": 15, "workers": 1}


def services_for(options: Options) -> Services:
    """Services without a window; nothing is heard."""
    settings = Settings()
    return Services(options, settings, Scores(), Audio(settings), Controls(default_bindings()))


def test_the_figures_come_at_the_end() -> None:
    heard: list[dict[str, Any]] = []
    services = services_for(Options(**LOAD, on_report=heard.append))
    services.draw_calls = 21
    screen = StressScreen(services)
    for k in range(13):
        screen.update(k / 60.0, [])
    assert screen.status()["tick"] == 12
    screen.close()
    (figures,) = heard
    assert (figures["bodies"], figures["ticks"], figures["draw_calls"]) == (37, 12, 21)
    assert figures["kinds"] == {"player": 1, "drone": 6, "gunner": 3, "asteroid": 12, "bullet": 15}
    assert f"{'draw calls':<20} 21\n" in table(figures)


@pytest.mark.parametrize("asked", [True, False])
def test_a_run_without_ticks_or_listeners_ends_silently(asked: bool) -> None:
    heard: list[dict[str, Any]] = []
    screen = StressScreen(services_for(Options(**LOAD, on_report=heard.append if asked else None)))
    if not asked:
        for k in range(4):
            screen.update(k / 60.0, [])
    screen.close()
    assert heard == []


def test_what_is_looked_at_goes_to_the_profiler() -> None:
    services = services_for(Options(**LOAD))
    screen = StressScreen(services)
    screen.enter()
    for k in range(5):
        screen.update(k / 60.0, [])
        screen.build(k / 60.0, (320, 180))
    profiler = services.profiler
    assert len(profiler.ticks) == 4 and len(profiler.frames) == 4
    assert {"ai", "move_bodies", "find_contacts"} < set(profiler.ticks[-1])
    assert profiler.statistics.bodies == 37
    assert profiler.frames[-1].whole == pytest.approx(1000.0 / 60.0)
    screen.close()
