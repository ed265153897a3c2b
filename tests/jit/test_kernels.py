"""`kernel`: what is heard of compilation."""

from pathlib import Path
from typing import Any

import pytest

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
