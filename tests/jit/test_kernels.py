"""`kernel`: what is heard of compilation."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numba.core import event

from arena import jit
from arena.jit import cache, kernels


def test_progress_names_the_module_of_what_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)

    @jit.kernel
    def fresh_kernel(value: float) -> float:
        return value + 1.0

    calls: list[tuple[int, int, str]] = []
    before = jit.compiled_count()
    with jit.compile_progress(lambda *call: calls.append(call)):
        assert fresh_kernel(1.0) == 2.0
    assert __name__ in {module for _, _, module in calls}
    assert jit.compiled_count() == before + 1


def test_a_full_cache_is_full_of_these_kernels_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    assert not jit.cache_is_full()
    jit.mark_cache_full()
    assert jit.cache_is_full()
    scope: dict[str, Any] = {"__name__": "arena.edited"}
    exec("def edited(value):\n    return value", scope)
    edited = jit.kernel(scope["edited"])
    assert not jit.cache_is_full()
    kernels._kernels.remove(edited)  # pyright: ignore[reportPrivateUsage]


def test_after_progress_was_shown_compiling_is_told_of_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "waited_for", False)
    with pytest.raises(ValueError, match="boom"), jit.compile_progress(lambda *_: None):
        assert cache.waited_for
        raise ValueError("boom")
    assert not cache.waited_for


def test_a_kernel_compiled_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1.0
    monkeypatch.setattr(kernels, "time", SimpleNamespace(perf_counter=lambda: now))
    spent = kernels.timed_compilation()
    for time, happens in (
        (1.0, event.start_event), (4.0, event.start_event), (9.0, event.end_event), (11.0, event.end_event),
        (20.0, event.start_event), (25.0, event.end_event),
    ):  # fmt: skip
        now = time
        happens("numba:compile")
    assert spent() == 15.0
