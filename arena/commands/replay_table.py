"""The table that `arena replay` prints without a file: the recorded games, the newest first."""

from collections.abc import Iterable

from arena.app.storage.replay_list import ReplayEntry

HEADINGS = ("played", "mode", "length", "score", "file")


def replay_table(entries: Iterable[ReplayEntry]) -> str:
    """Lay the recordings out for reading, one a line, the file last so that it can be copied."""
    rows = [(entry.played, entry.mode, entry.length, entry.score) for entry in entries]
    table = [HEADINGS[:-1], *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS) - 1)]
    files = [HEADINGS[-1], *(_file(entry) for entry in entries)]
    right = (2, 3)  # numbers
    lines: list[str] = []
    for row, file in zip(table, files, strict=True):
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join([*cells, file]))
    return "\n".join(lines)


def _file(entry: ReplayEntry) -> str:
    return f"{entry.path}  ({entry.note})" if entry.note else str(entry.path)
