"""Compiling apart: progress comes through, failure and cancelling leave nothing undone or running."""

import threading
from pathlib import Path

import pytest

from arena import jit
from arena.app import compilation
from arena.app.compilation import Compilation
from arena.jit import cache

REPORTS = "print('3 10 find_pairs', flush=True)"
HANGS = REPORTS + "; import time; time.sleep(600)"
FAILS = REPORTS + "; raise SystemExit(3)"


@pytest.fixture
def warm_ups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """An empty cache, and a warm-up that is only noted."""
    calls: list[str] = []
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    monkeypatch.setattr(compilation, "warm_up", lambda progress, further: calls.append("here"))
    return calls


@pytest.mark.parametrize("child", [REPORTS, FAILS])
def test_progress_of_the_child_is_passed_on_and_the_rest_is_done_here(
    child: str, warm_ups: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "CHILD", child)
    heard: list[tuple[int, int, str]] = []
    Compilation()(lambda *report: heard.append(report))
    assert heard == [(3, 10, "find_pairs")]
    assert warm_ups == ["here"]


def test_cancelling_ends_the_child_and_skips_the_rest(
    warm_ups: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "CHILD", HANGS)
    started = threading.Event()
    work = Compilation()
    thread = threading.Thread(target=work, args=(lambda *_: started.set(),))
    thread.start()
    assert started.wait(60)
    work.cancel()
    thread.join(60)
    assert not thread.is_alive()
    assert warm_ups == []


def test_a_full_cache_needs_no_child(warm_ups: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "CHILD", HANGS)
    jit.mark_cache_full()
    Compilation()(lambda *_: None)
    assert warm_ups == ["here"]


def test_the_real_child_reports_and_fills_the_cache() -> None:
    """Runs `report_to_parent` as the loading screen does, on the cache that the other tests use."""
    if cache.FOLDER is None:
        pytest.fail("no cache folder can be written here")
    for marker in cache.FOLDER.glob("full-*"):
        marker.unlink()
    Compilation()(lambda *_: None)
    assert jit.cache_is_full()
