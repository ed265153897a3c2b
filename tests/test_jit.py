"""The kernel cache: never stale, never fatal, never shared between flags."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena import jit

ASK = """
from arena import jit
from arena.sim.random import direction
print(direction(1, 2, 3, 4))
print(jit.CACHE_FOLDER)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the sources that a test may edit."""
    copy = tmp_path / "checkout" / "arena"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def ask(package: Path, cache: Path, **environment: str) -> tuple[str, str]:
    """What a fresh process computes with these sources, and the cache folder that it used."""
    env = {**os.environ, "ARENA_CACHE_DIR": str(cache), "PYTHONPATH": str(package.parent), **environment}
    env.pop("NUMBA_CACHE_DIR", None)
    run = subprocess.run(
        [sys.executable, "-c", ASK], env=env, cwd=package.parent, capture_output=True, text=True, check=True
    )
    value, folder = run.stdout.splitlines()
    return value, folder


def test_an_edited_helper_in_another_file_is_seen(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    before, first_folder = ask(package, cache)
    assert ask(package, cache) == (before, first_folder)
    helper = package / "sphere.py"
    text = helper.read_text()
    assert text.count("    half = 0.5 * rest\n") == 1
    helper.write_text(text.replace("    half = 0.5 * rest\n", "    half = 0.25 * rest\n"))
    after, second_folder = ask(package, cache)
    assert after != before
    assert second_folder != first_folder


def test_a_damaged_cache_is_recompiled(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    before, folder = ask(package, cache)
    for damage in (b"", b"garbage", None):
        files = [path for path in Path(folder).rglob("*") if path.suffix in (".nbi", ".nbc")]
        assert files
        for path in files:
            path.write_bytes(path.read_bytes()[:40] if damage is None else damage)
        assert ask(package, cache) == (before, folder)


def test_no_writable_cache_is_no_obstacle(package: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    value, folder = ask(package, blocked / "cache")
    assert folder == "None"
    assert value.startswith("(")


def test_bounds_checks_have_a_cache_of_their_own(package: Path, tmp_path: Path) -> None:
    plain, folder = ask(package, tmp_path / "cache")
    checked, checked_folder = ask(package, tmp_path / "cache", NUMBA_BOUNDSCHECK="1")
    assert plain == checked
    assert folder != checked_folder


def test_only_what_kernels_are_made_of_invalidates_them(package: Path) -> None:
    names = {path.relative_to(package).as_posix() for path in jit.kernel_sources(package)}
    assert {"tuning.py", "sphere.py", "grid/table.py", "sim/kinds.py", "ai/flocking.py"} <= names
    assert not any(name.startswith(("app/", "render/", "view/")) for name in names)


def test_old_caches_are_forgotten(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for k in range(6):
        (cache / f"kernels-{k}").mkdir(parents=True)
    ask(package, cache)
    assert len(list(cache.glob("kernels-*"))) == jit.KEPT_CACHES


def test_progress_names_what_is_being_compiled() -> None:
    @jit.kernel
    def fresh_kernel(value: float) -> float:
        return value + 1.0

    calls: list[tuple[int, int, str]] = []
    before = jit.compiled_count()
    with jit.compile_progress(lambda *call: calls.append(call)):
        assert fresh_kernel(1.0) == 2.0
    assert "fresh_kernel" in {name for _, _, name in calls}
    assert jit.compiled_count() == before + 1
