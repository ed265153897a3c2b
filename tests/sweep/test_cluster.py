"""A cluster of processes on loopback: whatever dies, each task has one row, the one of a single process."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from distributed.comm.core import CommClosedError
from pyarrow import parquet

from arena.cli import main
from arena.commands import CommandError
from arena.commands import sweep as commands
from arena.sweep import cluster, games, tasks
from arena.sweep.cluster import checked_address
from arena.sweep.disasters.games import DisasterGame
from arena.sweep.games import BotGame
from arena.sweep.store import RowStore, digest_of
from arena.sweep.tasks import SweepRow, run_task, this_release
from tests.full_disk import full_disk
from tests.processes import ROOT

PATIENCE = 60.0
"""Limit of a wait [s]."""
SEEDS = 20
GAMES = [BotGame("endless", "hard", "middle", seed, 240) for seed in range(1, SEEDS + 1)]
WORDS = ["sweep", "balance", "--difficulty", "hard", "--skill", "middle", "--seconds", "4", "--seeds"]
SHORT = 387
"""Seed whose game of disasters is short, with three longer ones behind it."""
OTHER_RELEASE = "import arena\narena.__version__ = '0.0.1'\n"

Process = subprocess.Popen[str]


def start(*words: str) -> Process:
    """A Python process with its output in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def said(process: Process, beginning: str) -> str:
    """Rest of the first line that has `beginning`."""
    assert process.stdout is not None
    seen: list[str] = []
    for line in process.stdout:
        seen.append(line)
        if beginning in line:
            return line.split(beginning)[1].strip()
    raise AssertionError("".join(seen))


def until(reached: Callable[[], bool]) -> None:
    """Wait for something that other processes do."""
    limit = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < limit
        time.sleep(0.005)


def count(folder: Path) -> int:
    """Number of rows that a sweep left, one row a file until they are merged."""
    return sum(1 for _ in (folder / "rows.parquet").glob("*.parquet"))


def rows_of(folder: Path) -> dict[str, SweepRow]:
    return {key: row._replace(seconds=0.0) for key, row in RowStore(folder / "rows.parquet").read().items()}


@pytest.fixture(scope="module")
def alone() -> dict[str, SweepRow]:
    """Rows of one process."""
    rows = [run_task(game, this_release())._replace(seconds=0.0) for game in GAMES]
    return {row.key: row for row in rows}


@pytest.fixture
def launch() -> Iterator[Callable[..., Process]]:
    """`start`, for processes that do not outlive the test."""
    with ExitStack() as stack:

        def start_one(*words: str) -> Process:
            process = start(*words)
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start_one


@pytest.mark.slow
def test_whatever_dies_each_task_has_the_row_of_a_single_process(
    launch: Callable[..., Process], alone: dict[str, SweepRow], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    folder = tmp_path / "sweep"
    scheduler = launch(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
    )
    address = said(scheduler, "Scheduler at:")

    def work(*words: str) -> Process:
        return launch("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", *words)

    def sweep(seeds: int) -> Process:
        return launch("arena", *WORDS, str(seeds), "--scheduler", address, "--output", str(folder))

    (tmp_path / "other.py").write_text(OTHER_RELEASE, encoding="utf-8")
    stranger = work("--preload", str(tmp_path / "other.py"))
    refused = sweep(SEEDS)
    told = refused.communicate(timeout=PATIENCE)[0].splitlines()
    assert refused.returncode == 1 and len(told) == 2, told
    assert told[1].startswith("error: a worker has Arena 0.0.1 with rules ")
    stranger.kill()
    assert count(folder) == 0

    first, second = work(), work()
    client = sweep(SEEDS)
    until(lambda: count(folder) >= 2)
    first.kill()
    before = count(folder)
    until(lambda: count(folder) > before)
    client.kill()
    client.wait()
    known = set(rows_of(folder))
    assert before < len(known) < SEEDS

    client = sweep(SEEDS)
    until(lambda: count(folder) > before + 2)
    scheduler.kill()
    told = client.communicate(timeout=PATIENCE)[0].splitlines()
    assert (
        client.returncode == 1
        and told[-1].startswith("error: the scheduler went away; rows")
        and len(told) == 2
    ), told
    second.kill()
    found = rows_of(folder)
    assert known < set(found) and len(found) < SEEDS

    assert main([*WORDS, str(SEEDS), "--jobs", "1", "--output", str(folder)]) == 0
    assert rows_of(folder) == alone
    assert count(folder) == 1, "rows are merged at the end"
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["hard", "middle", str(SEEDS)]


@pytest.mark.slow
def test_games_full_of_disasters_are_the_same_after_their_process_was_killed(
    launch: Callable[..., Process], tmp_path: Path
) -> None:
    words = ["sweep", "disasters", "--first", str(SHORT), "--seeds", "4", "--jobs", "1"]
    words += ["--output", str(tmp_path)]
    killed = launch("arena", *words)
    until(lambda: count(tmp_path) > 0)
    killed.kill()
    killed.wait()
    known = rows_of(tmp_path)
    assert 0 < len(known) < 4, "killed in a game"

    assert main(words) == 0
    found = rows_of(tmp_path)
    assert all(found[key] == row for key, row in known.items()), "what was there is not played again"
    alone = [run_task(DisasterGame(seed), this_release()) for seed in range(SHORT, SHORT + 4)]
    assert {key: played(row) for key, row in found.items()} == {row.key: played(row) for row in alone}


def played(row: SweepRow) -> dict[str, Any]:
    """Figures of a row but for its time, and its final state."""
    told = {name: value for name, value in row.figures.items() if name != "processor_seconds"}
    return told | {"state": row.state_hash}


def test_a_full_disk_is_told_in_one_line_and_loses_nothing(
    alone: dict[str, SweepRow], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["--jobs", "1", "--output", str(tmp_path)]
    assert main([*WORDS, "2", *here]) == 0
    capsys.readouterr()
    with full_disk():
        assert main([*WORDS, "3", *here]) == 1
    told = capsys.readouterr()
    begun, error = told.err.splitlines()
    assert told.out == "" and begun.startswith("balance: 1 of 3 tasks to run in this process; rows go to ")
    assert error.startswith(f"error: cannot write to {tmp_path / 'rows.parquet'}: ")
    assert len(rows_of(tmp_path)) == 2
    assert main([*WORDS, "3", *here]) == 0
    assert rows_of(tmp_path).items() <= alone.items() and len(rows_of(tmp_path)) == 3


def test_a_task_whose_row_is_there_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []
    play = games.play_game
    monkeypatch.setattr(games, "play_game", lambda game: played.append(game.seed) or play(game))
    for seeds, more in (("2", [1, 2]), ("3", [3]), ("2", [])):
        assert main([*WORDS, seeds, "--jobs", "1", "--output", str(tmp_path)]) == 0
        assert played == more
        played.clear()
        assert capsys.readouterr().out.splitlines()[1].split()[2] == seeds


def test_rows_twice_count_once_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    rows = [
        SweepRow(key, "1", "rules", "processor", '{"seed": 1}', '{"score": 0.1}', "00ff", 0.5)
        for key in "abc"
    ]
    store = RowStore(tmp_path)
    (tmp_path / ".staged.parquet").write_bytes(b"half a file")
    for batches in ((rows, rows[:1]), (rows[:2], rows[1:])):
        for batch in batches:
            store.add(batch)
        assert sorted(store.read().values()) == rows
        assert store.read()["a"].figures == {"seed": 1, "score": 0.1}
        store.merge()
        (path,) = tmp_path.glob("[!.]*.parquet")
    assert parquet.read_table(tmp_path).num_rows == 3
    whole = path.read_bytes()
    at = whole.index(b"00ff")
    path.unlink()
    for file, damaged in (
        (tmp_path / f"{digest_of(whole[:-40])}.parquet", whole[:-40]),
        (path, whole[:-40]),
        (path, whole[:at] + b"01" + whole[at + 2 :]),
    ):
        file.write_bytes(damaged)
        with pytest.raises(CommandError, match=rf"cannot read {file}: .*; without it, its tasks run again$"):
            store.read()
        file.unlink()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("localhost:1", "tcp://localhost:1"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("tls://big.example:8786", "tls://big.example:8786"),
        ("tcp://big.example:8786", None),
        ("10.0.0.1:8786", None),
        ("127.0.0.1.evil.example:8786", None),
        ("tls://big.example", None),
        ("ws://127.0.0.1:8786", None),
        ("tcp://127.0.0.1:99999", None),
        ("tcp://127.0.0.1:8786/status", None),
        ("", None),
    ],
)
def test_beyond_loopback_a_scheduler_is_asked_by_tls_only(text: str, address: str | None) -> None:
    if address is not None:
        assert checked_address(text) == address
        return
    with pytest.raises(CommandError) as refused:
        checked_address(text)
    assert "\n" not in str(refused.value) and refused.value.exit_code == CommandError.USAGE


def test_what_is_missing_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = [*WORDS, "1", "--output", str(tmp_path)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
        assert main([*here, "--scheduler", f"127.0.0.1:{free.getsockname()[1]}"]) == 1
    _, line = capsys.readouterr().err.splitlines()
    assert line.startswith("error: no scheduler answers at tcp://127.0.0.1:")
    secure = [*here, "--scheduler", "tls://127.0.0.1:8786", "--tls-ca-file", str(tmp_path / "none")]
    for words, told in (
        (secure, "takes all of --tls-ca-file, "),
        ([*secure, "--tls-cert", "cert", "--tls-key", "key"], "none: there is no such file"),
        ([*here, "--scheduler", "127.0.0.1:8786", "--tls-key", "key"], "takes none of "),
    ):
        assert main(words) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert told in line
    monkeypatch.setattr(commands, "LIBRARIES", ("distributed", "no_such_library"))
    assert main(here) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("extra `sweep`: pip install no_such_library")


@pytest.mark.slow
def test_processes_of_this_machine_leave_the_same_rows_and_end(
    alone: dict[str, SweepRow], tmp_path: Path
) -> None:
    before = set(active_children())
    assert main([*WORDS, "4", "--jobs", "2", "--output", str(tmp_path)]) == 0
    assert rows_of(tmp_path).items() <= alone.items() and len(rows_of(tmp_path)) == 4
    assert set(active_children()) <= before


@pytest.mark.parametrize(
    ("left", "seconds", "size"),
    [(2000, 0.1, 10), (2000, 3.0, 1), (2000, 0.0, cluster.BUNDLE_MAX), (40, 0.1, 5), (3, 0.1, 1)],
)
def test_short_tasks_are_sent_together_and_the_last_ones_alone(left: int, seconds: float, size: int) -> None:
    assert cluster.bundle_size(left, 2, seconds) == size


def test_a_bundle_keeps_the_rows_before_the_task_that_fails() -> None:
    some = [replace(game, ticks=2) for game in GAMES[:3]]
    whole = tasks.run_bundle(some, this_release())
    assert [row.key for row in whole.rows] == [tasks.task_key(task) for task in some]
    broken = replace(some[1], mode="nothing")
    cut = tasks.run_bundle([some[0], broken, some[2]], this_release())
    assert [row.key for row in cut.rows] == [tasks.task_key(some[0])]
    assert cut.failed == tasks.task_key(broken) and "nothing" in str(cut.error)


def test_who_interrupts_a_sweep_is_told_what_is_kept(launch: Callable[..., Process], tmp_path: Path) -> None:
    many = 20 * SEEDS  # or a quick machine is through before the signal comes
    client = launch("arena", *WORDS, str(many), "--jobs", "1", "--output", str(tmp_path))
    until(lambda: count(tmp_path) >= 2)
    client.send_signal(signal.SIGINT)
    begun, *_, told = client.communicate(timeout=PATIENCE)[0].splitlines()
    assert begun.startswith(f"balance: {many} of {many} tasks to run in this process; rows go to ")
    assert client.returncode == 130 and len(rows_of(tmp_path)) < many
    assert f"interrupted; {count(tmp_path)} of {many} rows are kept, and the same command goes on" in told


@pytest.mark.parametrize(("workers", "count"), [({"a": 2, "b": 3}, 5), ({}, 1)])
def test_threads_of_all_workers_count_and_one_that_will_come(workers: dict[str, int], count: int) -> None:
    assert cluster.count_threads(SimpleNamespace(nthreads=lambda: workers)) == count


def test_each_thread_has_bundles_ahead_and_threads_are_counted_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A client that needs no time: what was sent before a look is done by then."""

    class Client:
        threads: ClassVar = [3, 2]

        def nthreads(self) -> dict[str, int]:
            return {"a": self.threads.pop(0)}

        def submit(self, _run: Any, some: list[Any], _release: Any, key: str) -> Any:
            rows = [SimpleNamespace(seconds=100.0, task=task) for task in some]
            future = SimpleNamespace(key=key, result=lambda: SimpleNamespace(rows=rows, error=None))
            future.add_done_callback = lambda done: done(future)
            return future

    monkeypatch.setattr(cluster, "connect", lambda _: nullcontext(Client()))
    monkeypatch.setattr(cluster, "COUNT_SECONDS", 3600.0)
    wanted: dict[str, tasks.SweepTask] = {str(seed): replace(GAMES[0], seed=seed) for seed in range(40)}
    batches = cluster.run_on_cluster(wanted, cluster.Workplace(3), "test")
    assert len(next(batches)) == len(next(batches)) == 3 * cluster.AHEAD
    monkeypatch.setattr(cluster, "COUNT_SECONDS", 0.0)
    assert len(next(batches)) == 2 * cluster.AHEAD and Client.threads == []


def test_a_scheduler_that_goes_away_when_it_is_asked_is_told() -> None:
    class Gone:
        def nthreads(self) -> dict[str, int]:
            raise CommClosedError("in <TCP (closed)>")

    with pytest.raises(CommandError, match=r"^the scheduler went away; rows") as told:
        cluster.count_threads(Gone())
    assert told.value.exit_code == CommandError.FAILED


def test_rows_of_several_processor_families_are_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*WORDS, "2", "--jobs", "1", "--output", str(tmp_path)]
    assert main(words) == 0
    assert "note: " not in capsys.readouterr().err
    store = RowStore(tmp_path / "rows.parquet")
    first, second = store.read().values()
    for path in store.folder.iterdir():
        path.unlink()
    store.add([first, second._replace(processor="Linux m68k 68040")])
    assert main(words) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("note: rows of several processor families") and "Linux m68k 68040" in line


def test_a_machine_that_has_not_compiled_yet_does_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(tasks, "prepare_kernels", lambda: compiled.append("all"))
    for need, times in ((tasks.Need.LOAD, 0), (tasks.Need.COMPILE, 1)):
        tasks.prepare_once.cache_clear()
        monkeypatch.setattr(tasks, "find_need", lambda need=need: need)
        for game in GAMES[:2]:
            run_task(replace(game, ticks=2), this_release())
        assert len(compiled) == times
    with pytest.raises(tasks.OtherReleaseError):
        run_task(GAMES[0], tasks.Release("0.0.1", this_release().rules))


def test_rows_that_are_there_need_no_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*WORDS, "1", "--output", str(tmp_path)]
    assert main([*words, "--jobs", "1"]) == 0
    table = capsys.readouterr().out
    assert main([*words, "--scheduler", "127.0.0.1:1"]) == 0
    assert capsys.readouterr().out == table
