"""The player's level files: paths, names, saving, and watching for outside changes."""

import contextlib
import filecmp
import os
import re
import threading
import tomllib
from pathlib import Path
from typing import NamedTuple

from arena.app.storage import files, paths
from arena.app.storage.levels import LevelFile, read_text
from arena.game.levels import LevelError, parse_level
from arena.game.levels.parser import plan_of
from arena.game.levels.writer import format_level
from arena.toml_reader.problems import shorten

SUFFIX = ".toml"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}", re.ASCII)
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.ASCII | re.IGNORECASE)
"""File names that are devices on some systems."""
POLL_SECONDS = 0.5
NUMBERS_MAX = 100
ASIDE = ".bak"
"""Suffix of the backup of a level written by hand."""


def check_name(name: str) -> str:
    """Return a valid name of a level file, without its suffix.

    Raises:
        ValueError: it may not; the message says what is allowed.
    """
    plain = name.strip()
    if not NAME.fullmatch(plain) or RESERVED.fullmatch(plain):
        raise ValueError(
            f'"{shorten(name)}" cannot be the name of a file; write up to 40 letters, digits, spaces, - or _'
        )
    return plain


def level_path(name: str) -> Path:
    """Path of the level of that name.

    Raises:
        ValueError: the name cannot be that of a file.
    """
    return paths.levels_folder() / f"{check_name(name)}{SUFFIX}"


def free_path(title: str) -> Path:
    """Path for a level with that title that no other level has."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower(), flags=re.ASCII).strip("-")[:36] or "level"
    plain = f"level-{plain}" if RESERVED.fullmatch(plain) else plain
    return next(path for path in files.numbered(level_path(plain)) if not path.exists())


def list_levels() -> list[Path]:
    """Paths of the player's levels, by name."""
    try:
        found = [path for path in paths.levels_folder().iterdir() if path.suffix == SUFFIX and path.is_file()]
    except OSError:
        return []
    return sorted(path for path in found if NAME.fullmatch(path.stem))


class Draft(NamedTuple):
    """A file's text that can be edited, whether or not it can be played."""

    path: Path
    text: str


def load_draft(path: Path) -> Draft:
    """Read a level that fits the schema; the editor shows problems between keys.

    Raises:
        LevelError: it is no level.
        OSError: it cannot be read.
    """
    text = read_text(path)
    try:
        parse_level(text, path.name)
    except LevelError:
        try:
            plan_of(tomllib.loads(text))
        except (LevelError, ValueError, RecursionError):
            parse_level(text, path.name)
    return Draft(path, text)


def save_level(path: Path, text: str) -> Path | None:
    """Save a level over its file.

    Returns:
        Where that was put aside, if it was written by hand: its comments and its order are lost otherwise.

    Raises:
        OSError: nothing was written.
    """
    aside = _put_aside(path)
    files.replace_file(path, text.encode("utf-8"))
    return aside


def _put_aside(path: Path) -> Path | None:
    """Back up a file that was written by hand, unless there is a backup."""
    try:
        if _is_ours(path):
            return None
    except FileNotFoundError:
        return None
    for number in range(1, NUMBERS_MAX):
        aside = path.with_name(f"{path.name}{ASIDE}{number if number > 1 else ''}")
        if not os.path.lexists(aside):
            files.write_new_file(aside, path.read_bytes())  # whole, also where the disk is full
            return aside
        if aside.is_file() and filecmp.cmp(path, aside, shallow=False):
            return None
    return None


def _is_ours(path: Path) -> bool:
    """Return whether a file's text equals its own text as the editor formats it."""
    try:
        text = read_text(path)
        return format_level(tomllib.loads(text)) == text
    except (LevelError, ValueError, RecursionError):
        return False


News = LevelFile | LevelError


class FileWatch:
    """Watches a level's file for outside changes, on the disk thread."""

    def __init__(self, path: Path, text: str) -> None:
        """Watch `path`, of which the editor holds `text`."""
        self.path = path
        self._held: str | None = text  # text in the editor; None: no text
        self._seen: Stamp | None = None  # stamp at the last look
        self._read: Stamp | None = None  # stamp at the last read
        self._news: tuple[str | None, News] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def expect(self, text: str) -> None:
        """Expect our own write of `text`, which is no outside change."""
        with self._lock:
            self._held, self._news = text, None

    def skip(self) -> None:
        """Take the file for read as it is: our own write failed, and what it holds is no news."""
        with contextlib.suppress(OSError):
            self._read = _stamp(self.path)

    def take(self) -> News | None:
        """New content of the file, a level or an error; None while it equals the editor's."""
        with self._lock:
            if self._news is None:
                return None
            (self._held, news), self._news = self._news, None
            return news

    def close(self) -> None:
        """Stop watching."""
        self._closed = True

    def look(self, ending: bool = False) -> float | None:
        """Look once; returns in how many seconds to look again, None: never.

        A file is read when it was left alone since the last look, and while it is read: one that is still
        being written is half a level.
        """
        if self._closed or ending:
            return None
        try:
            stamp = _stamp(self.path)
            rests, self._seen = stamp == self._seen, stamp
            if rests and stamp != self._read:
                text, news = _read_level(self.path)
                if _stamp(self.path) == stamp:
                    self._read = stamp
                    with self._lock:
                        self._news = None if text == self._held else (text, news)
        except OSError:
            self._seen = self._read = None  # gone, or being replaced: it may come back
        return POLL_SECONDS


Stamp = tuple[int, ...]


def _stamp(path: Path) -> Stamp:
    """Fingerprint of a file's status, which changes with every write even within one step of the clock."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _read_level(path: Path) -> tuple[str | None, News]:
    """Return a file's text, None if it has none, and its level or the error."""
    text = None
    try:
        text = read_text(path)
        return text, LevelFile(path, text, parse_level(text, path.name))
    except LevelError as error:
        return text, error
