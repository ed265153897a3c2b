"""`arena replay --verify`: simulates recordings again, in parallel processes, and compares."""

import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

from arena import shutdown
from arena.app.storage.levels import LevelFile, refuse_other_level
from arena.app.storage.recordings import find_recordings
from arena.commands import CommandError, refusing
from arena.game.replays.reader import check_playable, read_replay
from arena.game.replays.replay import Finish, verify_replay
from arena.game.replays.writer import ReplayError
from arena.tuning import TICK_RATE

IDENTICAL, DIVERGED, UNREADABLE = 0, 1, 2
"""Exit codes, and outcomes of one recording."""
HASH_BYTES = 8
LOOK_SECONDS = 0.1
"""Time between two checks for a request to end."""

_stop: Event | None = None
"""Stop event of a worker process."""


class Outcome(NamedTuple):
    """Verification result of one recording."""

    path: Path
    code: int  # IDENTICAL, DIVERGED or UNREADABLE
    words: str
    game: str = "-"  # mode and difficulty
    ticks: int = 0
    note: str = ""  # reason why it is unreadable
    seed: int = 0
    finish: Finish | None = None  # what a table would count; None where no score of it is proven
    state: str = ""  # of an identical one, a hash of the last state that was compared, in hexadecimal


class _StoppedError(Exception):
    """The verification was stopped."""


def gather_recordings(names: Sequence[str]) -> list[Path]:
    """Return the named files, and all recordings in the named folders, by name; each once.

    Raises:
        CommandError: a folder cannot be read or has none.
    """
    found: list[Path] = []
    for path in map(Path, names):
        if not path.is_dir():
            found.append(path)
            continue
        with refusing(f"read {path}"):
            inside = sorted(recording for recording, _ in find_recordings(path))
        if not inside:
            raise CommandError(f"no recordings in the folder {path}: their names end with .replay")
        found += inside
    return list(dict.fromkeys(found))


def check_recording(
    path: Path,
    level: LevelFile | None = None,
    progress: Callable[[int, int], None] | None = None,
    data: bytes | None = None,
) -> Outcome:
    """Verify one recording on one thread; the outcome reports every error.

    `data` is the content of the file, where it has been read already.
    """
    try:
        replay = read_replay(path if data is None else data)
        header = replay.header
        check_playable(header)
        if problem := refuse_other_level(header, level):
            raise ReplayError(problem)
        found = verify_replay(replay, workers=1, progress=progress)
    except ReplayError as error:
        return Outcome(path, UNREADABLE, "unreadable", note=str(error))
    code = IDENTICAL if found.identical else DIVERGED
    whole = not found.truncated and found.compared == found.ticks
    last = replay.hashes[-1:].tobytes() if found.identical else b""
    return Outcome(
        path, code, found.summary, f"{header.mode}, {header.difficulty}", found.ticks, seed=header.seed,
        finish=found.finish if whole else None,
        state=hashlib.blake2b(last, digest_size=HASH_BYTES).hexdigest() if last else "",
    )  # fmt: skip


def verify_recordings(paths: Sequence[Path], jobs: int, level: LevelFile | None = None) -> list[Outcome]:
    """Verify recordings in `jobs` processes with a progress bar; return outcomes in the order of `paths`.

    Raises:
        Interrupted: the command shall end.
        CommandError: a process was killed.
    """
    from arena.startup.progress_bar import open_bar, prepare_kernels

    prepare_kernels()  # once, whatever is compiled the other processes find
    outcomes: dict[Path, Outcome] = {}
    with open_bar(len(paths), "verifying", unit="file") as bar:
        alone = jobs == 1 or len(paths) == 1
        for outcome in _one_by_one(paths, level) if alone else _side_by_side(paths, jobs, level):
            outcomes[outcome.path] = outcome
            bar.update()
    return [outcomes[path] for path in paths]


def _one_by_one(paths: Iterable[Path], level: LevelFile | None) -> Generator[Outcome]:
    for path in paths:
        yield check_recording(path, level, lambda done, total: shutdown.check())


def _side_by_side(paths: Sequence[Path], jobs: int, level: LevelFile | None) -> Generator[Outcome]:
    with _processes(min(jobs, len(paths))) as pool:
        waiting: set[Future[Outcome]] = {pool.submit(check_recording, path, level, _go_on) for path in paths}
        while waiting:
            shutdown.check()
            done, waiting = wait(waiting, LOOK_SECONDS, FIRST_COMPLETED)
            try:
                yield from (future.result() for future in done)
            except BrokenProcessPool:
                raise CommandError("a process that verified was killed; try fewer --jobs", 1) from None


@contextmanager
def _processes(jobs: int) -> Generator[ProcessPoolExecutor]:
    """Spawn processes, as this one has threads and must not fork; end all on exit."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin_process, (stop,))
    try:
        yield pool
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _begin_process(stop: Event) -> None:
    """Set up a worker: ignore Ctrl-C, and end with the parent process."""
    global _stop  # noqa: PLW0603 - one for the process
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


def _go_on(done: int, total: int) -> None:
    if _stop is not None and _stop.is_set():
        raise _StoppedError


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """Exit code: 1 if one diverged, else 2 if one is unreadable, else 0."""
    codes = {outcome.code for outcome in outcomes}
    return DIVERGED if DIVERGED in codes else UNREADABLE if UNREADABLE in codes else IDENTICAL


def summarise(outcomes: Sequence[Outcome], seconds: float) -> str:
    """Summary line: counts by outcome, and the speed of the verification."""
    counts = [sum(outcome.code == code for outcome in outcomes) for code in (IDENTICAL, DIVERGED, UNREADABLE)]
    ticks = sum(outcome.ticks for outcome in outcomes)
    multiple = ticks / TICK_RATE / max(seconds, 1e-9)
    return (
        f"{len(outcomes)} recordings: {counts[0]} identical, {counts[1]} diverged, {counts[2]} unreadable; "
        f"{length(ticks)} of play in {seconds:.1f} s, {multiple:.0f} times real time"
    )


def length(ticks: int) -> str:
    """Format a length of play, h:mm:ss from an hour on."""
    minutes, seconds = divmod(ticks // TICK_RATE, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
