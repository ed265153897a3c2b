"""Preparing: nothing is left to compile, progress goes one way, and its words are for players."""

import threading

import pytest

from arena import jit
from arena.app.storage.levels import load_world
from arena.env.pilot import SeatedPilot, warm_up_pilot
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.jit import cache, hard_end
from arena.startup import kernels as preparation
from arena.startup.kernels import OTHER_STAGE, STAGES, STEPS, prepare
from arena.view.scene import Viewer


def test_nothing_compiles_after_preparing() -> None:
    heard: list[tuple[int, int, str]] = []
    assert prepare(lambda *report: heard.append(report)) == ""
    assert [done for done, _, _ in heard] == sorted(done for done, _, _ in heard)
    assert {total for _, total, _ in heard} <= {STEPS}
    assert {stage for _, _, stage in heard} <= {*STAGES.values(), OTHER_STAGE}
    compiled = jit.compiled_count()
    viewer, bot = Viewer(), Bot()
    with Match(seed=8, players=1) as match:
        for tick in range(400):
            match.tick([bot.command(match.world)])
            viewer.observe(match.world, match.hud())
            if tick % 40 == 0:
                viewer.build(match.world, match.hud(), 0.5, 1 / 60, (640, 360))
    assert jit.compiled_count() == compiled


def test_no_mode_compiles_for_the_learnt_pilot_after_its_warm_up() -> None:
    assert prepare(lambda *_: None, None, warm_up_pilot) == ""
    compiled = jit.compiled_count()
    games = {"endless": "", "campaign": load_world(1).text, "tide": ""}
    for mode, level in games.items():
        with Match(mode, seed=2, level=level) as match:
            pilot = SeatedPilot(match)
            for _ in range(30):
                match.tick([pilot.command(match.world)])
    assert jit.compiled_count() == compiled


def test_a_first_start_compiles_ahead_and_a_later_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    if cache.FOLDER is None:
        pytest.fail("no cache folder can be written here")
    prepare(lambda *_: None)
    calls: list[str] = []
    monkeypatch.setattr(preparation, "compile_ahead", lambda *_: calls.append("ahead") or "trouble")
    assert prepare(lambda *_: None) == ""
    assert calls == []
    for marker in cache.FOLDER.glob("full-*"):
        marker.unlink()
    assert prepare(lambda *_: None) == "trouble"
    assert calls == ["ahead"]
    assert jit.cache_is_full()


def test_a_signal_ends_even_a_start_that_compiles_here(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(preparation, "cache_is_full", lambda: False)
    monkeypatch.setattr(preparation, "compile_ahead", lambda *_: "")
    for module, name in ((hard_end, "warm_up"), (hard_end, "install"), (preparation, "warm_up")):
        called = f"{module.__name__}.{name}"
        monkeypatch.setattr(module, name, lambda *_, called=called: calls.append(called))
    assert prepare(lambda *_: None) == ""
    end = hard_end.__name__
    assert calls == [f"{end}.warm_up", f"{end}.install", f"{preparation.__name__}.warm_up"]


def test_cancelled_before_it_begins_it_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Event()
    cancelled.set()
    for name in ("warm_up", "load_recorded"):
        monkeypatch.setattr(preparation, name, lambda *_: pytest.fail("went on"))
    prepare(lambda *_: None, cancelled)


def test_a_later_start_loads_what_is_recorded_without_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(lambda *_: None)
    monkeypatch.setattr(preparation, "warm_up", lambda *_: pytest.fail("played"))
    called: list[str] = []
    heard: list[tuple[int, int, str]] = []
    assert prepare(lambda *report: heard.append(report), None, lambda: called.append("pilot")) == ""
    assert called == ["pilot"]
    assert len({stage for _, _, stage in heard}) > 3 and heard[-1][0] > STEPS / 2


def test_without_the_compiler_there_is_nothing_to_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "is_interpreted", True)
    monkeypatch.setattr(preparation, "warm_up", lambda *_: pytest.fail("played"))
    assert prepare(lambda *_: pytest.fail("reported")) == ""
