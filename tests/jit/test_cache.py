"""The kernel cache: never stale, never fatal, never shared between flags."""

import ctypes
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
import pytest
from numba.core import types

from arena import jit
from arena.jit import cache
from arena.jit.digest import PACKAGE
from arena.jit.tables import Table
from tests.full_disk import full_disk
from tests.processes import run_python

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


class Answer(NamedTuple):
    """Output of a fresh process."""

    value: str  # that it computed
    folder: str  # of its cache
    stats: str


def ask(package: Path, root: Path, **environment: str) -> Answer:
    """Run these sources in a fresh process: its value, its cache folder, and the hits and misses."""
    # Python's own bytecode is dated to the second: an edit within one would not be seen.
    own = {"ARENA_CACHE_DIR": str(root), "NUMBA_CACHE_DIR": "", "PYTHONDONTWRITEBYTECODE": "1"}
    return Answer(*run_python(ASK, folder=package.parent, **own | environment).splitlines())


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """A process that compiled into an empty cache; tests copy its folder."""
    return ask(PACKAGE, tmp_path_factory.mktemp("first"))


@pytest.fixture
def filled(first: Answer, tmp_path: Path) -> Path:
    """A cache that holds what the first process compiled."""
    root = tmp_path / "cache"
    shutil.copytree(first.folder, root / Path(first.folder).name)
    return root


def edit(file: Path, old: str, new: str) -> None:
    """Replace what occurs once."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


CONSTANT = ("sim/random.py", "TO_UNIT = 2.0**-53", "TO_UNIT = 2.0**-54")
INLINE = ("sphere.py", "    half = 0.5 * rest\n", "    half = 0.25 * rest\n")


def test_edits_are_seen_and_going_back_finds_what_was(first: Answer, package: Path, filled: Path) -> None:
    """In a checkout of its own: what is equal is shared."""
    assert first.stats == COMPILED
    values = [first.value]
    for file, old, new in (CONSTANT, INLINE):
        edit(package / file, old, new)
        value, _, stats = ask(package, filled)
        assert stats == COMPILED
        values.append(value)
        edit(package / file, new, old)
    assert len(set(values)) == 3
    edit(package / "sim" / "random.py", "\nGOLDEN =", "\n# an edit that moves lines\nGOLDEN =")
    value, folder, stats = ask(package, filled)
    assert (value, stats) == (first.value, LOADED)
    if os.name == "posix":
        assert Path(folder).stat().st_mode & 0o777 == 0o700


def test_the_folder_of_numba_knows_edits_too(first: Answer, package: Path, tmp_path: Path) -> None:
    numba = str(tmp_path / "numba")
    value, folder, stats = ask(package, tmp_path / "cache", NUMBA_CACHE_DIR=numba)
    assert (value, folder.startswith(numba), stats) == (first.value, True, COMPILED)
    edit(package / CONSTANT[0], *CONSTANT[1:])
    value, _, stats = ask(package, tmp_path / "cache", NUMBA_CACHE_DIR=numba)
    assert value != first.value and stats == COMPILED


@pytest.fixture
def shipped(first: Answer, package: Path) -> Path:
    """The folder of compiled kernels within a package that brings its own."""
    folder = package / "jit" / "compiled"
    shutil.copytree(first.folder, folder)
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """(content, time of the last change) of each file."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


@pytest.mark.parametrize("kept", [True, False])
def test_kernels_of_the_package_are_loaded_and_never_touched(
    kept: bool, first: Answer, package: Path, shipped: Path, tmp_path: Path
) -> None:
    """With a folder that can be kept and without, as on a machine that has no home."""
    root = tmp_path / "root"
    if not kept:
        root.write_bytes(b"no folder")
    for path in shipped.iterdir():
        os.utime(path, (1.0, 1.0))  # as old as can be
    before = contents(shipped)
    value, folder, stats = ask(package, root)
    assert (value, folder != "None", stats) == (first.value, kept, LOADED)
    assert contents(shipped) == before
    assert not kept or list(Path(folder).iterdir()) == []


def test_a_damaged_kernel_of_the_package_is_compiled_and_left_alone(
    first: Answer, package: Path, shipped: Path, tmp_path: Path
) -> None:
    (kernel,) = shipped.glob("direction-*")
    kernel.write_bytes(kernel.read_bytes()[:-1])
    before = contents(shipped)
    for stats in (COMPILED, LOADED):
        answer = ask(package, tmp_path / "root")
        assert (answer.value, answer.stats) == (first.value, stats)
    assert contents(shipped) == before


def test_an_edit_makes_kernels_of_the_package_useless_not_wrong(
    first: Answer, package: Path, shipped: Path, tmp_path: Path
) -> None:
    edit(package / CONSTANT[0], *CONSTANT[1:])
    value, _, stats = ask(package, tmp_path / "root")
    assert value != first.value and stats == COMPILED


@pytest.fixture
def halve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], tuple[float, str]]:
    """Defines a kernel anew and calls it; what that returns, and whether it was compiled."""
    monkeypatch.setattr(cache, "FOLDER", tmp_path)

    def call() -> tuple[float, str]:
        @jit.kernel
        def half(value: float) -> float:
            return 0.5 * value

        result, stats = half(3.0), half.stats
        return result, " ".join(str(sum(part.values())) for part in (stats.cache_hits, stats.cache_misses))

    assert [call(), call()] == [(1.5, COMPILED), (1.5, LOADED)]
    return call


@pytest.mark.parametrize("damage", ["empty", "garbage", "a bit"])
def test_a_damaged_file_is_compiled_and_written_anew(
    damage: str, halve: Callable[[], tuple[float, str]], tmp_path: Path
) -> None:
    (path,) = tmp_path.glob("half-*.nbc")
    whole = path.read_bytes()
    turned = whole[:-1] + bytes([whole[-1] ^ 1])
    path.write_bytes({"empty": b"", "garbage": b"garbage", "a bit": turned}[damage])
    assert [halve(), halve()] == [(1.5, COMPILED), (1.5, LOADED)]


def test_code_with_an_address_of_this_process_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    labs = ctypes.CDLL(None).labs
    labs.argtypes, labs.restype = [ctypes.c_long], ctypes.c_long

    @jit.kernel
    def size(value: int) -> int:
        return labs(value)

    assert size(-3) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_single_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """A checksum stands before the pickle is looked at, so no bit of it gets that far."""
    path = tmp_path / "kernel.nbc"
    cache.write_file(path, b"machine code" * 20)
    whole = path.read_bytes()
    for bit in range(8 * len(whole)):
        path.write_bytes(whole[: bit // 8] + bytes([whole[bit // 8] ^ 1 << bit % 8]) + whole[bit // 8 + 1 :])
        with pytest.raises(ValueError, match="is damaged"):
            cache.read_file(path)


def test_settings_have_files_of_their_own(first: Answer, filled: Path, tmp_path: Path) -> None:
    """Variables, and numba's settings in a file of the current folder, where yaml is installed."""
    files = len(list(filled.rglob("*.nbc")))
    assert ask(PACKAGE, filled, NUMBA_BOUNDSCHECK="1")[::2] == (first.value, COMPILED)
    assert len(list(filled.rglob("*.nbc"))) == 2 * files
    assert ask(PACKAGE, filled, NUMBA_NUM_THREADS="1").stats == LOADED, "machines have as many as they have"
    (tmp_path / "arena").symlink_to(PACKAGE)
    (tmp_path / "yaml.py").write_text("raise ImportError\n")
    assert ask(tmp_path / "arena", filled).stats == LOADED, "whether yaml is installed changes no code"
    (tmp_path / "yaml.py").write_text("def safe_load(file): return {'opt': file.read().strip()}\n")
    for level in "01":
        (tmp_path / ".numba_config.yaml").write_text(level)
        assert ask(tmp_path / "arena", filled).stats == COMPILED


@pytest.mark.parametrize("library", [numba, llvmlite, np])
def test_another_version_of_a_library_has_files_of_its_own(
    library: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "__version__", "0.0.1")
    assert cache._environment() != cache.ENVIRONMENT  # pyright: ignore[reportPrivateUsage]


def test_what_the_package_brings_is_not_compiled_ahead(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither a kernel of it nor, where all were warm, any."""
    own, packaged = tmp_path / "own", tmp_path / "packaged"
    for folder in (own, packaged):
        folder.mkdir()
    monkeypatch.setattr(cache, "FOLDER", own)
    monkeypatch.setattr(cache, "PACKAGED", packaged)

    @jit.kernel
    def third(value: float) -> float:
        return value / 3.0

    def known() -> tuple[bool, bool]:
        return third._cache.holds((types.float64,)), cache.is_full([third])

    assert known() == (False, False)
    third(3.0)
    cache.mark_full([third])
    assert known() == (True, True)
    for path in own.iterdir():
        path.rename(packaged / path.name)
    assert known() == (True, True)
    shutil.rmtree(packaged)
    assert known() == (False, False)


def test_intermediate_code_is_read_where_a_kernel_that_is_compiled_here_calls_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)

    def half(value: float) -> float:
        return value / 2.0

    jit.kernel(half)(3.0)
    loaded = jit.kernel(half)
    assert loaded(3.0) == 1.5 and sum(loaded.stats.cache_hits.values()) == 1
    (result,) = loaded.overloads.values()
    assert result.library._shared_module is None

    @jit.kernel
    def caller(value: float) -> float:
        return loaded(value) + 1.0

    assert caller(3.0) == 2.5
    assert result.library._shared_module is not None
    again = jit.kernel(caller.py_func)
    assert again(5.0) == 3.5 and sum(again.stats.cache_hits.values()) == 1


def test_no_writable_cache_is_no_obstacle(first: Answer, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert ask(PACKAGE, blocked / "cache")[:2] == (first.value, "None")


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


def test_a_file_that_cannot_be_written_leaves_no_part_of_it(tmp_path: Path) -> None:
    with full_disk(100), pytest.raises(OSError, match="too large"):
        cache.write_file(tmp_path / "kernel.nbc", bytes(1000))
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


def test_using_a_file_keeps_it(halve: Callable[[], tuple[float, str]], tmp_path: Path) -> None:
    long_ago = time.time() - 20 * 86400
    (path,) = tmp_path.glob("half-*.nbc")
    os.utime(path, (long_ago, long_ago))
    assert halve() == (1.5, LOADED)
    assert path.stat().st_mtime > long_ago + 86400
