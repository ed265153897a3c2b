"""`arena replay`: list the recorded games, watch one, or simulate it again and compare."""

import argparse
import os
import sys
import time
from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena import shutdown
from arena.commands import CommandError, refusing
from arena.commands.builds import compare_builds, write_trace
from arena.sweep.columns import OUTCOMES
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.app.storage.replay_list import ReplayEntry
    from arena.commands.verification import Outcome

IDENTICAL = 0
DIVERGED = 1


def run(options: argparse.Namespace) -> int:
    """List, watch or verify recordings.

    Raises:
        CommandError: a file cannot be read or is no replay that this release can play.
    """
    if options.jobs is not None and not options.verify:
        raise CommandError("--jobs is for --verify: so many processes then play recordings again")
    traced = options.trace is not None or options.against is not None
    if options.verify and traced:
        raise CommandError(
            "--verify stands alone: --trace and --against play the recording in their own ways"
        )
    single = len(options.files) == 1 and not Path(options.files[0]).is_dir()
    if options.level is not None and not options.verify and (traced or not single):
        raise CommandError("--level is for a FILE to watch, or for --verify")
    if not options.files:
        if options.verify:
            raise CommandError("name a FILE to --verify; without one, arena replay lists the recorded games")
        return _list()
    if options.verify and not single:
        return _verify_many(options)
    if len(options.files) > 1:
        raise CommandError("name one FILE to watch; several are for --verify")
    path = Path(options.files[0])
    if options.against is not None:
        from arena.game.replays.reader import read_replay

        with reading(path):  # or else each build would be blamed for leaving no trace
            read_replay(path)
        return compare_builds(path, options.against)
    if options.trace is not None:
        return _trace(path, options.trace)
    return _list(path) if path.is_dir() else _watch_or_verify(path, options)


def _trace(path: Path, tick: int) -> int:
    from arena.game.replays.reader import read_replay
    from arena.startup.progress_bar import prepare_kernels

    with reading(path):
        replay = read_replay(path)
        if tick > replay.ticks:
            raise CommandError(f"{path} has {replay.ticks} ticks")
        prepare_kernels()
        write_trace(replay, tick, print)
    return IDENTICAL


def _verify_many(options: argparse.Namespace) -> int:
    from arena.commands.level_choice import read_level
    from arena.commands.verification import gather_recordings, verify_recordings

    level = None if options.level is None else read_level(options.level)
    paths = gather_recordings(options.files)
    began = time.perf_counter()
    outcomes = verify_recordings(paths, options.jobs or os.cpu_count() or 1, level)
    return tell_outcomes(outcomes, time.perf_counter() - began)


def tell_outcomes(outcomes: "Sequence[Outcome]", seconds: float) -> int:
    """Print the outcomes of verifications that took so long [s]; return the exit code."""
    from arena.commands.verification import exit_code, length, summarise

    rows = [((found.words, found.game, length(found.ticks)), found.path, found.note) for found in outcomes]
    print(file_table(tuple(OUTCOMES), rows, right=(2,)))
    print(summarise(outcomes, seconds))
    return exit_code(outcomes)


def _watch_or_verify(path: Path, options: argparse.Namespace) -> int:
    from arena.app.storage.levels import refuse_other_level
    from arena.commands.level_choice import read_level
    from arena.game.replays.reader import check_playable, read_replay

    with reading(path):
        replay = read_replay(path)
        check_playable(replay.header)
    level = None if options.level is None else read_level(options.level)
    if problem := refuse_other_level(replay.header, level):
        raise CommandError(name_file(path, problem))
    if options.verify:
        return _verify(path)
    from arena.commands.window import open_window

    return open_window("replay", "arena replay FILE --verify, or arena film FILE", file=path)


def _list(named: Path | None = None) -> int:
    from arena.app.storage.paths import replays_folder
    from arena.app.storage.replay_list import list_replays
    from arena.app.storage.scores import Scores

    folder, scores = named or replays_folder(), Scores()
    with refusing(f"read {folder}"):
        entries = list_replays(folder, scores)
    if entries:
        print(replay_table(entries), "\nwatch one: arena replay FILE", sep="\n")
    elif named is None:
        print(f"no games recorded yet; arena play records each one in {printable(folder)}")
    else:
        print(f"no recordings in the folder {printable(folder)}: their names end with .replay")
    if scores.problem:
        print(scores.problem, file=sys.stderr)
    return 0


def replay_table(entries: "Iterable[ReplayEntry]") -> str:
    """Table of the listed recordings."""
    rows = [((one.played, one.mode, one.length, one.score), one.path, one.note) for one in entries]
    return file_table(("played", "mode", "length", "score"), rows, right=(2, 3))


def file_table(
    headings: Sequence[str], rows: Iterable[tuple[Sequence[str], Path, str]], right: Collection[int]
) -> str:
    """Table of recordings, one per line, the file last so that it can be copied.

    Args:
        headings: of the cells.
        rows: cells, file and note of each recording.
        right: columns that are aligned at the right.
    """
    files = [(cells, f"{path}  ({note})" if note else str(path)) for cells, path, note in rows]
    table = [(headings, "file"), *files]
    widths = [max(len(cells[column]) for cells, _ in table) for column in range(len(headings))]
    lines: list[str] = []
    for cells, file in table:
        aligned = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append(printable("  ".join([*aligned, file])))
    return "\n".join(lines)


def name_file(path: Path, message: str) -> str:
    """Message about a file that names it."""
    return message if repr(str(path)) in message else f"{path}: {message}"


@contextmanager
def reading(path: Path) -> Generator[None]:
    """Turn a refusal of a recording into an error of the command."""
    from arena.game.replays.writer import ReplayError

    try:
        yield
    except ReplayError as error:
        raise CommandError(name_file(path, str(error))) from error


def _verify(path: Path) -> int:
    from arena.game.replays.replay import verify_replay
    from arena.startup.progress_bar import open_bar, prepare_kernels

    prepare_kernels()
    with reading(path), open_bar(None, "verifying", unit="tick") as bar:

        def show(done: int, total: int) -> None:
            shutdown.check()
            bar.total = total
            bar.update(done - bar.n)

        found = verify_replay(path, progress=show)
    print(printable(f"{path}: {found.summary}"))
    return IDENTICAL if found.identical else DIVERGED
