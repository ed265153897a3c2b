"""The kernel cache: never stale, never fatal, never shared between flags."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena import jit
from arena.jit import cache
from arena.jit.digest import PACKAGE
from arena.jit.tables import Table

ASK = """
from arena.jit import cache
from arena.sim.random import direction
print(direction(1, 2, 3, 4))
print(cache.FOLDER)
print(*(sum(getattr(direction.stats, name).values()) for name in ("cache_hits", "cache_misses")))
"""
COMPILED, LOADED = "0 1", "1 0"
DIGEST = "0123456789abcdef01234567"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the sources that a test may edit."""
    copy = tmp_path / "checkout" / "arena"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def ask(package: Path, root: Path, **environment: str) -> tuple[str, str, str]:
    """What a fresh process computes with these sources, the folder it uses, and whether it had to compile."""
    # Python's own bytecode is dated to the second: an edit within one would not be seen.
    own = {"ARENA_CACHE_DIR": str(root), "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | own | environment
    run = subprocess.run(
        [sys.executable, "-c", ASK], env=env, cwd=package.parent, capture_output=True, text=True, check=True
    )
    value, folder, stats = run.stdout.splitlines()
    return value, folder, stats


def edit(file: Path, old: str, new: str) -> None:
    """Replace what occurs once."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("sphere.py", "    half = 0.5 * rest\n", "    half = 0.25 * rest\n"),
        ("sim/random.py", "TO_UNIT = 2.0**-53", "TO_UNIT = 2.0**-54"),
    ],
)
def test_an_edit_is_seen_and_going_back_finds_what_was(
    file: str, old: str, new: str, package: Path, tmp_path: Path
) -> None:
    root = tmp_path / "cache"
    before, folder, _ = ask(package, root)
    assert ask(package, root) == (before, folder, LOADED)
    edit(package / file, old, new)
    after, _, stats = ask(package, root)
    assert after != before
    assert stats == COMPILED
    edit(package / file, new, old)
    assert ask(package, root) == (before, folder, LOADED)


def test_the_folder_of_numba_knows_edits_too(package: Path, tmp_path: Path) -> None:
    elsewhere = {"NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    before, folder, _ = ask(package, tmp_path / "cache", **elsewhere)
    assert folder.startswith(elsewhere["NUMBA_CACHE_DIR"])
    edit(package / "sim" / "random.py", "TO_UNIT = 2.0**-53", "TO_UNIT = 2.0**-54")
    after, _, stats = ask(package, tmp_path / "cache", **elsewhere)
    assert after != before and stats == COMPILED


def test_another_checkout_shares_what_is_equal(package: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "arena"
    shutil.copytree(package, other)
    edit(other / "sim" / "random.py", "\nGOLDEN =", "\n# an edit that moves lines\nGOLDEN =")
    first = ask(package, tmp_path / "cache")
    assert first[2] == COMPILED
    assert ask(other, tmp_path / "cache") == (*first[:2], LOADED)


def test_a_damaged_cache_is_recompiled(package: Path, tmp_path: Path) -> None:
    root = tmp_path / "cache"
    before, folder, _ = ask(package, root)
    for damage in (b"", b"garbage", None):
        files = list(Path(folder).glob("*.nbc"))
        assert files
        for path in files:
            content = path.read_bytes()
            path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if damage is None else damage)
        assert ask(package, root) == (before, folder, COMPILED)
        assert ask(package, root) == (before, folder, LOADED)


def test_a_single_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """A checksum stands before the pickle is looked at, so no bit of it gets that far."""
    path = tmp_path / "kernel.nbc"
    cache.write_file(path, b"machine code" * 20)
    whole = path.read_bytes()
    for bit in range(8 * len(whole)):
        path.write_bytes(whole[: bit // 8] + bytes([whole[bit // 8] ^ 1 << bit % 8]) + whole[bit // 8 + 1 :])
        with pytest.raises(ValueError, match="is damaged"):
            cache.read_file(path)


def test_a_setting_in_the_current_folder_is_a_setting(package: Path, tmp_path: Path) -> None:
    """Numba reads settings of a file there, where yaml is installed; they count like variables."""
    ask(package, tmp_path / "cache")
    (package.parent / ".numba_config.yaml").write_text("opt: 0\n")
    (package.parent / "yaml.py").write_text("def safe_load(file): return {'opt': 0}\n")
    assert ask(package, tmp_path / "cache")[2] == COMPILED


def test_no_writable_cache_is_no_obstacle(package: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    value, folder, _ = ask(package, blocked / "cache")
    assert folder == "None"
    assert value.startswith("(")


def test_bounds_checks_have_files_of_their_own(package: Path, tmp_path: Path) -> None:
    plain, folder, _ = ask(package, tmp_path / "cache")
    files = set(Path(folder).glob("*.nbc"))
    assert ask(package, tmp_path / "cache", NUMBA_BOUNDSCHECK="1") == (plain, folder, COMPILED)
    assert len(set(Path(folder).glob("*.nbc"))) == 2 * len(files)


def test_the_folder_is_private(package: Path, tmp_path: Path) -> None:
    folder = Path(ask(package, tmp_path / "cache")[1])
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_full_disk_costs_nothing_but_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    refused: list[object] = []

    def refuse(*_: object, **__: object) -> None:
        refused.append(None)
        raise OSError("no space left on device")

    monkeypatch.setattr(cache.tempfile, "mkstemp", refuse)
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    monkeypatch.setattr(cache, "problem", "")

    @jit.kernel
    def unsaved(value: float) -> float:
        return value + 1.0

    assert unsaved(1.0) == 2.0
    assert len(refused) == 1
    assert jit.cache_problem() == f"compiled code cannot be kept in {tmp_path}: no space left on device"
    assert list(tmp_path.iterdir()) == []


def test_renamed_columns_find_other_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)

    def left_of(names: tuple[str, str]) -> Any:
        kind: Any = type("Rows", (Table,), {"__annotations__": dict.fromkeys(names), "__module__": __name__})
        monkeypatch.setattr(sys.modules[__name__], "Rows", kind, raising=False)  # cached code names the class

        @jit.kernel
        def read(rows: Any) -> Any:
            return rows.left[0]

        return read(kind(np.zeros(1), np.ones(1)))

    assert left_of(("left", "right")) == 0.0
    assert left_of(("right", "left")) == 1.0


def test_what_was_not_used_for_long_is_deleted(tmp_path: Path) -> None:
    folder, now = tmp_path / "kernels", time.time()
    folder.mkdir()
    ours = {f"move-{DIGEST}.nbc": 1, f"step-{DIGEST}.nbc": 40, f"full-{DIGEST}": 40, "tmpab12_z.new": 40}
    theirs = {"letter.txt": 40, "thesis.nbc": 40, f"move-{DIGEST}.nbc.old": 40, "saved.new": 40}
    for name, days in (ours | theirs).items():
        (folder / name).write_bytes(b"x")
        os.utime(folder / name, (now - days * 86400, now - days * 86400))
    (tmp_path / "kernels-of-corn").mkdir()
    os.utime(tmp_path / "kernels-of-corn", (now - 40 * 86400, now - 40 * 86400))
    cache.prune(folder, now)
    assert {path.name for path in folder.iterdir()} == {next(iter(ours)), *theirs}
    assert (tmp_path / "kernels-of-corn").exists()


def test_beyond_the_size_limit_the_least_used_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = time.time()
    files = [tmp_path / f"k{k}-{DIGEST}.nbc" for k in range(5)]
    for k, path in enumerate(files):
        path.write_bytes(b"x" * 10)
        os.utime(path, (now - k, now - k))
    monkeypatch.setattr(cache, "KEPT_BYTES", 35)
    cache.prune(tmp_path, now)
    assert sorted(tmp_path.iterdir()) == files[:3]


def test_using_a_file_keeps_it(package: Path, tmp_path: Path) -> None:
    root = tmp_path / "cache"
    folder = Path(ask(package, root)[1])
    long_ago = time.time() - 20 * 86400
    used = list(folder.glob("direction-*.nbc"))
    assert used
    for path in used:
        os.utime(path, (long_ago, long_ago))
    ask(package, root)
    assert all(path.stat().st_mtime > long_ago + 86400 for path in used)
