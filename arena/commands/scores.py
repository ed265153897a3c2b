"""`arena scores`: show the score tables, export their recordings, import those of others.

An import simulates every recording again and takes only what is proven: a league without a server.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands import CommandError, refusing
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.app.storage.score_table import Result
    from arena.app.storage.scores import Scores
    from arena.app.storage.shared_scores import Entry, Tables, Verdict
    from arena.commands.verification import Outcome


def run(options: argparse.Namespace) -> int:
    """List, export or import.

    Raises:
        CommandError: a folder cannot be read or written, or the tables cannot.
    """
    if options.action != "import" and (options.jobs is not None or options.name is not None):
        raise CommandError("--jobs and --name are for arena scores import FOLDER")
    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": _list, "export": _export, "import": _import,
    }  # fmt: skip
    return actions[options.action](options)


def _tables(scores: "Scores") -> "Tables":
    scores.refresh_top()
    tables = scores.top()
    if tables is None:
        raise CommandError(scores.problem or "the score tables cannot be read", CommandError.FAILED)
    return tables


def _list(options: argparse.Namespace) -> int:
    from arena.app.storage.scores import Scores
    from arena.game.modes import board_title

    if options.folders:
        raise CommandError(f"arena scores export {options.folders[0]}, or import? list takes no folder")
    tables = _tables(Scores())
    for board, rows in tables.items():
        print(printable(board_title(board)))
        for place, row in enumerate(rows, 1):
            name, replay = row.name or "-", row.replay or "-"
            hull = f"  {row.hull}" if row.hull else ""
            line = f"{place:3}  {_points(row):>12}  {name:<12}  {row.played[:10]}  {replay}{hull}"
            print(printable(line))
    if not tables:
        print("no scores yet: arena play, or arena scores import FOLDER")
    return 0


def _export(options: argparse.Namespace) -> int:
    from arena.app.storage.paths import replays_folder
    from arena.app.storage.scores import Scores
    from arena.app.storage.shared_scores import export_tables
    from arena.commands.replay import file_table
    from arena.game.modes import board_title

    if len(options.folders) != 1:
        raise CommandError("name one FOLDER to export to")
    folder = Path(options.folders[0])
    with refusing(f"write {folder}", CommandError.FAILED):
        written = export_tables(_tables(Scores()), replays_folder(), folder)
    if not written:
        raise CommandError("no score has a recording yet: arena play makes them", CommandError.FAILED)
    rows = [((board_title(row.board), _points(row), row.name or "-"), path, "") for row, path in written]
    print(file_table(("table", "score", "name"), rows, right=(1,)))
    where = printable(folder)
    print(f"{len(written)} recordings in {where}; others take them in: arena scores import FOLDER")
    return 0


def _import(options: argparse.Namespace) -> int:
    from arena.app.storage.paths import replays_folder
    from arena.app.storage.scores import Scores
    from arena.app.storage.shared_scores import judge_entries
    from arena.commands.verification import exit_code, gather_recordings, verify_recordings

    if not options.folders:
        raise CommandError("name a FOLDER of recordings to import")
    scores = Scores()
    _tables(scores)  # before minutes of work
    paths = gather_recordings(options.folders)
    outcomes = verify_recordings(paths, options.jobs or os.cpu_count() or 1)
    refused = {one.path: reason for one in outcomes if (reason := refusal(one))}
    proven = [one for one in outcomes if one.path not in refused]
    verdicts = judge_entries(_entries(proven, options.name), _tables(scores))
    _take(verdicts, scores, replays_folder())
    _report(outcomes, refused, verdicts)
    if scores.problem:
        raise CommandError(scores.problem, CommandError.FAILED)
    return exit_code(outcomes) or (CommandError.FAILED if refused else 0)


def refusal(outcome: "Outcome") -> str:
    """Reason why a recording makes no score; "" if it does."""
    from arena.commands.verification import DIVERGED, UNREADABLE

    if outcome.code == UNREADABLE:
        return outcome.note
    if outcome.code == DIVERGED:
        return f"forged or of another machine: {outcome.words}"
    finish = outcome.finish
    if finish is None:
        return "cut off: it lacks the end of the game"
    if finish.board is None:
        return "its mode makes no score"
    return "" if finish.score > 0 else "it made no points"


def _entries(proven: "Sequence[Outcome]", name: str | None) -> "list[Entry]":
    from arena.app.storage.score_table import Result, new_ticket
    from arena.app.storage.scores import player_name
    from arena.app.storage.shared_scores import Entry, read_names

    names = {folder: read_names(folder) for folder in {one.path.parent for one in proven}}
    default = player_name(name or "")
    entries: list[Entry] = []
    for one in proven:
        assert one.finish is not None, "import: a proven recording without its finish"
        board, score, progress, won, hull = one.finish
        assert board is not None, "import: a proven recording of no table"
        by = names[one.path.parent].get(one.path.name, default)
        result = Result(board, score, progress, one.ticks, one.seed, won, by, "", new_ticket(), hull=hull)
        entries.append(Entry(one.path, result))
    return entries


def _take(verdicts: "Sequence[Verdict]", scores: "Scores", folder: Path) -> None:
    """Copy the recordings that have a place, and add their results.

    Raises:
        CommandError: a recording cannot be copied; those before it are in the tables.
    """
    from arena.app.storage.shared_scores import put_recording, read_recording

    for verdict in verdicts:
        if verdict.place is None:
            continue
        path, result = verdict.entry
        with refusing(f"keep {path}", CommandError.FAILED):
            kept = put_recording(folder, path.name, read_recording(path))
        scores.add(result._replace(replay=kept.name))


def _report(outcomes: "Sequence[Outcome]", refused: dict[Path, str], verdicts: "Sequence[Verdict]") -> None:
    from arena.commands.replay import file_table
    from arena.game.modes import board_title

    by_path = {verdict.entry.path: verdict for verdict in verdicts}
    rows: list[tuple[tuple[str, ...], Path, str]] = []
    for one in outcomes:
        if one.path in refused:
            rows.append((("refused", one.game, "-", "-"), one.path, refused[one.path]))
            continue
        verdict = by_path[one.path]
        result = verdict.entry.result
        by = result.name if verdict.place is not None and result.name else "-"
        rows.append(((verdict.words, board_title(result.board), _points(result), by), one.path, ""))
    print(file_table(("result", "table", "score", "name"), rows, right=(2,)))
    taken = sum(verdict.place is not None for verdict in verdicts)
    left = len(verdicts) - taken
    print(f"{len(outcomes)} recordings: {taken} taken, {left} left out, {len(refused)} refused")
    if refused:
        print("what is refused is not in the tables and stays where it is", file=sys.stderr)


def _points(row: "Result") -> str:
    from arena.game.modes import score_text

    return score_text(row.board, row.score)
