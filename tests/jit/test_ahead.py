"""Compiling ahead: the record is true, workers fill the cache, and failing leaves nothing behind."""

import io
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

import arena.startup.kernels
from arena import resources
from arena.jit import ahead
from arena.jit.ahead import Schedule, compile_ahead, worker_count
from arena.jit.signatures import Record, Signature, find_kernel
from tests.processes import ROOT, inherit, run_python

RECORD = resources.path(arena.startup.kernels.RECORD)
FEW = ("arena.sim.random:", "arena.sim.tables.hashing:")

FILL = """
import json, sys
from pathlib import Path
import arena.sim.random, arena.sim.tables.hashing
from arena.commands.streams import mend_streams
from arena.jit.ahead import compile_ahead, missing_signatures
from arena.jit.signatures import Record, find_kernel

mend_streams()
path, shares = Path(sys.argv[1]), []
record = Record.read(path.read_text())
before = len(missing_signatures(record))
trouble = compile_ahead(path, lambda share, module: shares.append((share, module)))
loaded = [find_kernel(one).compile(record.types_of(one)) for one in record.signatures]
hits = sum(sum(find_kernel(one).stats.cache_hits.values()) for one in record.signatures)
print(json.dumps([before, trouble, len(missing_signatures(record)), shares, hits]))
"""

LIMIT = """
import resource
from arena.jit import cache
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
"""
FULL_DISK = """
import sys
from pathlib import Path
import arena.sim.random, arena.sim.tables.hashing
from arena.jit import ahead
ahead.CHILD = sys.argv[2] + ahead.CHILD
print(ahead.compile_ahead(Path(sys.argv[1]), lambda share, module: None))
"""
"""Its workers find a folder with room, and none when they write their first kernel."""


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A record of a few small kernels, and of one that there is no longer."""
    lines = RECORD.read_text().splitlines()
    chosen = [
        one
        for one in lines
        if one.startswith("table") or (one.split()[3:4] and one.split()[3].startswith(FEW))
    ]
    path = tmp_path / "kernels.txt"
    path.write_text("\n".join([*chosen, "kernel 0 5 arena.sim.random:forgotten int64", "nonsense"]) + "\n")
    return path


def signature(part: str, depth: int, weight: int) -> Signature:
    """One of a kernel in some module of a part."""
    return Signature(depth, weight, f"arena.{part}.module:kernel", ())


def test_the_record_has_all_that_the_game_calls() -> None:
    script = ROOT / "scripts" / "record_kernels.py"
    result = subprocess.run(
        [sys.executable, str(script), "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


CHECK = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT / "scripts")!r})
import record_kernels
record_kernels.FOLDER = Path(sys.argv[1])
sys.exit(record_kernels.main(["--check", "--only", "kernels.txt"]))
"""


ONE_BY_ONE = f"""
import sys
sys.path.insert(0, {str(ROOT / "scripts")!r})
import record_kernels
from arena.jit.signatures import find_kernel
name = "grid_kernels.txt"
record = record_kernels._read(name)
for one in record.signatures:
    record_kernels.Check(name, [], None).compare(find_kernel(one), record.types_of(one))
"""


def test_a_kernel_is_known_whichever_is_compiled_first() -> None:
    result = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("lines", "told"), [([], "lacks arena."), (["kernel 0 5 arena.sim.random:forgotten int64"], "has arena.")]
)
def test_a_check_ends_at_the_first_difference(lines: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "kernels.txt").write_text("\n".join(lines), encoding="utf-8")
    cache = tmp_path / "cache"
    result = subprocess.run(
        [sys.executable, "-c", CHECK, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | {"ARENA_CACHE_DIR": str(cache)},
    )  # fmt: skip
    assert result.returncode == 1
    assert result.stderr.startswith(f"kernels.txt {told}") and len(result.stderr.splitlines()) == 1
    assert not list(cache.rglob("*.nbc")), "nothing is compiled"


def test_a_bar_names_the_longest_work_and_counts_what_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers that answer in turn, by a clock that goes on by a second at every look."""
    clock, answers, shares = itertools.count(), list[IO[str]](), dict[str, list[float]]()

    def start(_: Path) -> ahead.Worker:
        read, write = os.pipe()
        answers.append(os.fdopen(write, "w", buffering=1))
        process: Any = SimpleNamespace(
            stdin=io.StringIO(), stdout=os.fdopen(read), kill=answers[-1].close, wait=int
        )
        return ahead.Worker(process)

    def report(share: float, module: str) -> None:
        if module not in shares:
            shares[module] = []
            assert list(shares) == longest[: len(shares)]
            answers[(0, 1, 0)[len(shares) - 1]].write("0\n")
        shares[module].append(share)

    monkeypatch.setattr(ahead, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    monkeypatch.setattr(ahead, "start_worker", start)
    record = Record()
    record.signatures += [signature(part, 0, 1) for part in ("a", "b", "c")]
    longest = [f"arena.{part}.module" for part in "cba"]
    compilation = ahead.Compilation(Path(), record, range(3), 2)
    try:
        compilation.run(report, threading.Event())
    finally:
        compilation.stop()
    assert list(shares) == longest
    assert [found[0] > done / 3 for done, found in enumerate(shares.values())] == [False, True, True]


def test_all_that_the_record_has_is_there_and_reads_back() -> None:
    record, again = Record.read(RECORD.read_text()), Record()
    assert len(record.signatures) > 100
    for one in record.signatures:
        again.add(one.depth, one.weight, find_kernel(one), record.types_of(one))
    assert again.text() == RECORD.read_text()


@pytest.mark.parametrize(
    ("flags", "closed"), [((), "0, 2"), (("-OO",), "")], ids=["closed streams", "without assertions"]
)
def test_workers_fill_the_cache_and_stale_lines_do_no_harm(
    flags: Sequence[str], closed: str, few: Path, tmp_path: Path
) -> None:
    """Even where input and errors are closed, as for a job of another program."""
    code = FILL.replace("for one in record.signatures", "for one in record.signatures[:-1]")
    words = [inherit(f"[os.close(file) for file in ({closed},)]"), "-c", code] if closed else [code]
    told = run_python(*words, str(few), flags=flags, ARENA_CACHE_DIR=str(tmp_path))
    before, trouble, after, shares, hits = json.loads(told)
    assert before == len(Record.read(few.read_text()).signatures) - 1
    assert trouble == ""
    assert after == 0
    assert hits >= before
    assert [share for share, _ in shares] == sorted(share for share, _ in shares)
    assert shares[-1][0] == pytest.approx(1.0)
    assert {module for _, module in shares} <= {"arena.sim.random", "arena.sim.tables.hashing"}


def test_processes_number_their_functions_apart() -> None:
    """Numba links by name and number: lambdas that two workers compiled must not meet under one number."""
    code = "import arena.jit, numba.core.bytecode as code; print(next(code.FunctionIdentity._unique_ids))"
    first, second = (int(run_python(code)) for _ in range(2))
    assert abs(first - second) > 10_000


def test_a_worker_that_ends_is_told_of_and_not_waited_for(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lack_everything(monkeypatch)
    monkeypatch.setattr(ahead, "CHILD", "raise SystemExit(3)")
    assert compile_ahead(few, lambda share, module: None) == "a compiling process ended with code 3"


def test_workers_that_cannot_keep_what_they_compile_are_ended(few: Path, tmp_path: Path) -> None:
    told = run_python(FULL_DISK, str(few), LIMIT, ARENA_CACHE_DIR=str(tmp_path))
    assert told == f"compiled code cannot be kept in {tmp_path / 'kernels'}: File too large\n"


def test_cancelling_ends_the_workers(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lack_everything(monkeypatch)
    monkeypatch.setattr(ahead, "CHILD", "import time; time.sleep(600)")
    started: list[Any] = []
    start = ahead.start_worker
    monkeypatch.setattr(ahead, "start_worker", lambda path: started.append(start(path)) or started[-1])
    cancelled = threading.Event()
    assert compile_ahead(few, lambda share, module: cancelled.set(), cancelled) == ""
    assert started
    assert all(worker.process.poll() is not None for worker in started)
    assert all(pipe.closed for worker in started for pipe in (worker.process.stdin, worker.process.stdout))


def test_a_worker_ends_with_its_input_even_while_it_compiles(few: Path) -> None:
    worker = ahead.start_worker(few)
    assert worker.process.stdin is not None
    worker.process.stdin.write("0\n")
    worker.process.stdin.close()
    assert worker.process.wait(60) == 0


def test_without_a_record_there_is_one_line(tmp_path: Path) -> None:
    told = compile_ahead(tmp_path / "none.txt", lambda share, module: None)
    assert told.startswith("cannot compile with several processes: ")
    assert "\n" not in told


@pytest.fixture
def other_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts other lines in the place of a worker's module."""

    def put(lines: str) -> None:
        (tmp_path / "arena" / "jit").mkdir(parents=True)
        for name, text in {"__init__": "", "worker": lines}.items():
            (tmp_path / "arena" / "jit" / f"{name}.py").write_text(text, encoding="utf-8")
        (tmp_path / "arena" / "__init__.py").touch()
        monkeypatch.setattr(ahead, "ROOT", tmp_path)
        monkeypatch.delenv("PYTHONPATH", raising=False)

    return put


def test_a_worker_ends_with_its_input_even_while_it_imports(
    few: Path, other_worker: Callable[[str], None]
) -> None:
    other_worker("import threading; threading.Event().wait()")
    worker = ahead.start_worker(few)
    assert worker.process.stdin is not None
    worker.process.stdin.close()
    assert worker.process.wait(60) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_a_worker_leaves_an_interrupt_to_its_parent(few: Path, other_worker: Callable[[str], None]) -> None:
    """Ctrl-C reaches all processes of a terminal."""
    other_worker(
        "def main(argument, requests):\n"
        "    print('ready', flush=True)\n"
        "    print(requests.get(), end='', flush=True)\n"
    )
    process = ahead.start_worker(few).process
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    process.stdin.write("7\n")
    process.stdin.flush()
    assert process.stdout.readline() == "7\n"
    process.stdin.close()
    assert process.wait(60) == 0
    process.stdout.close()


def test_what_others_call_comes_first_then_a_worker_stays_with_a_part_slowest_first() -> None:
    record = Record()
    record.signatures = [
        signature("grid", 0, 50),
        signature("grid", 0, 60),
        signature("sim", 0, 40),
        signature("sim", 1, 1),
        signature("grid", 2, 1),
    ]
    schedule = Schedule(record, range(5))
    assert [schedule.take("arena.sim") for _ in range(6)] == [4, 3, 2, 1, 0, None]


def test_there_are_no_more_workers_than_cores_memory_or_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {"SC_PHYS_PAGES": 4 << 20, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(os, "sysconf", pages.__getitem__)
    assert worker_count(100) == 8
    assert worker_count(3) == 3
    pages["SC_PHYS_PAGES"] = 1 << 20
    assert worker_count(100) == 2
    pages["SC_PHYS_PAGES"] = 1 << 16
    assert worker_count(100) == 1


def _lack_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "missing_signatures", lambda record: list(range(len(record.signatures))))


FIRST_CALL = """
import sys
from arena.jit import compile_progress
from arena.sim.random import uniform
sys.stderr = sys.stdout
if sys.argv[1] == "shown":
    with compile_progress(lambda done, total, module: None):
        uniform(1, 1, 1, 1)
uniform(1, 1, 1, 1)
"""


@pytest.mark.parametrize(("how", "said"), [("shown", 0), ("alone", 1)])
def test_a_first_call_says_once_why_it_takes_so_long_unless_progress_is_shown(
    how: str, said: int, tmp_path: Path
) -> None:
    first, second = (run_python(FIRST_CALL, how, ARENA_CACHE_DIR=str(tmp_path / "new")) for _ in range(2))
    assert len(first.splitlines()) == said and second == "", "compiled code is on disk then"
    assert not said or ("compiling uniform" in first and "arena --self-test" in first)
