"""Export and import of score tables as folders of recordings.

`arena scores` calls it. A folder holds recordings and a list of the names that signed them. Nothing in it is
trusted: a score counts only after its recording was simulated again. A name proves nothing.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import tomli_w

from arena.app.storage import files
from arena.app.storage.documents import VERSION, parse_document, read_document
from arena.app.storage.recordings import SUFFIX, recording_path
from arena.app.storage.score_table import KEPT_ROWS, Result, clamp
from arena.app.storage.scores import player_name
from arena.game.replays.writer import SIZE_LIMIT
from arena.game.scoring.board import Board
from arena.toml_reader.problems import Problem

NAMES_FILE = "names.toml"
NAMES_BYTES = 1_000_000
"""Larger lists of names are not read [bytes]."""
Tables = Mapping[Board, list[Result]]


class Entry(NamedTuple):
    """A proven result that asks for a place in the tables."""

    path: Path  # of its recording
    result: Result


class Verdict(NamedTuple):
    """Decision on an entry."""

    entry: Entry
    place: int | None  # from 1; None: it is not taken
    words: str


def export_tables(tables: Tables, recordings: Path, folder: Path) -> list[tuple[Result, Path]]:
    """Copy the recordings of all kept results into `folder`, with the names that signed them.

    A file that is there already stays; equal names of other games get a number.

    Returns:
        The results whose recording was found, with the file that holds it now.

    Raises:
        OSError: the folder cannot be written, or its list of names not be read.
    """
    written: list[tuple[Result, Path]] = []
    # A list that cannot be read must not be replaced, and one that is none is kept as `.bad`.
    names, _ = read_document(folder / NAMES_FILE, NAMES_BYTES, NAMES_FILE, _parse_names, {})
    for result in (row for rows in tables.values() for row in rows):
        found = recording_path(recordings, result.replay)
        try:
            data = read_recording(found) if found is not None else b""
        except OSError:
            continue  # it was removed by hand
        if data:
            path = put_recording(folder, result.replay, data)
            written.append((result, path))
            names[path.name] = result.name
    signed = {name: by for name, by in names.items() if by}
    if signed:
        document = tomli_w.dumps({"version": VERSION, "names": signed})
        files.replace_file(folder / NAMES_FILE, document.encode())
    return written


def read_names(folder: Path) -> dict[str, str]:
    """Names by file name, from the list in a folder; empty where there is none that can be read."""
    try:
        data, _ = files.read_start(folder / NAMES_FILE, NAMES_BYTES + 1)
        return _parse_names(data)[0]
    except (OSError, ValueError):
        return {}


def _parse_names(data: bytes) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """Names in a list, and no problems: an unusable list raises a ValueError."""
    names = parse_document(data, NAMES_BYTES, NAMES_FILE).document.get("names", {})
    if not isinstance(names, dict):
        raise ValueError("names: expected a table")
    listed = {
        str(name): player_name(by)
        for name, by in names.items()  # pyright: ignore[reportUnknownVariableType] - TOML has any type
        if isinstance(by, str)
    }
    return listed, ()


def read_recording(path: Path) -> bytes:
    """Return the bytes of a recording.

    Raises:
        OSError: it cannot be read.
    """
    return files.read_start(path, SIZE_LIMIT + 1)[0]


def put_recording(folder: Path, name: str, data: bytes) -> Path:
    """Write a recording under its name, with a number if another file has it; an equal file stays as it is.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = files.numbered(folder / f"{Path(name).name.removesuffix(SUFFIX)}{SUFFIX}")
    while True:
        path = next(paths)
        try:
            files.write_new_file(path, data)
        except FileExistsError:
            if not path.is_file() or read_recording(path) != data:
                continue
        return path


def judge_entries(entries: Iterable[Entry], tables: Tables) -> list[Verdict]:
    """Decide which entries have a place among the best of their tables; the order of entries is kept.

    A game that a table holds already, or that comes twice, is taken once.
    """
    known = {board: list(rows) for board, rows in tables.items()}
    fresh: list[Entry] = []
    verdicts: dict[int, Verdict] = {}
    entries = list(entries)
    for number, entry in enumerate(entries):
        rows = known.setdefault(entry.result.board, [])
        if any(same_game(row, entry.result) for row in rows):
            verdicts[number] = Verdict(entry, None, "known already")
            continue
        rows.append(entry.result)
        fresh.append(entry)
    for number, entry in enumerate(entries):
        if number in verdicts:
            continue
        rows = sorted(known[entry.result.board], key=lambda row: row.order)
        place = 1 + next(k for k, row in enumerate(rows) if row is entry.result)
        taken = place <= KEPT_ROWS
        words = f"place {place}" if taken else f"not among the best {KEPT_ROWS}"
        verdicts[number] = Verdict(entry, place if taken else None, words)
    return [verdicts[number] for number in range(len(entries))]


def same_game(first: Result, second: Result) -> bool:
    """Return whether two results are of the same game: seed, length and outcome are equal."""
    return all(
        clamp(getattr(first, name)) == clamp(getattr(second, name))
        for name in ("seed", "ticks", "score", "progress")
    )
