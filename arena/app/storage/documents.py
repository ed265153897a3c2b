"""The player's small TOML documents, settings and progress. An unusable one never stops the game.

A document holds `version = 1` and tables. One that cannot be used is set aside as `.bad`.
"""

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from arena.app.storage import files
from arena.app.storage.plain_text import one_line
from arena.toml_reader.problems import Problem, TomlError, shorten, written
from arena.toml_reader.reader import Reader, decode, read_toml

VERSION = 1
NOTICES_MAX = 2
"""Problems of one file that the window shows, one after the other; the others are counted."""
NOTICE_LETTERS = 90
"""Longer lines are cut: the window would shrink them."""
PRINTED_MAX = 100
"""Problems of one file that are printed; the others are counted."""
Content = TypeVar("Content")


def parse_document(data: bytes, bytes_max: int, name: str, unversioned: int = 0) -> Reader:
    """Reader of a file that is small, flat and of this version; `unversioned`: if it names none.

    Raises:
        TomlError: it is none.
    """
    reader = read_toml(decode(data, bytes_max, name), bytes_max, name)
    version = reader.document.pop("version", unversioned)
    if type(version) is not int or version != VERSION:
        reader.refuse(("version",), f"{written(version)} is not allowed; this release reads {VERSION}")
        raise TomlError(name, reader.problems)
    return reader


def load_document(
    path: Path,
    bytes_max: int,
    name: str,
    parse: Callable[[bytes], tuple[Content, Sequence[Problem]]],
    default: Content,
) -> tuple[Content, str]:
    """Read a document, and remove staged files of killed writers. Problems are printed, each in its line.

    Args:
        path: of the file.
        bytes_max: larger files are refused by `parse`, which takes their beginning.
        name: what it holds, for the player.
        parse: returns the content and what was wrong with it, or raises a ValueError.
        default: content of a file that is missing or unusable.

    Returns:
        The content, and lines for the player where the file was unusable (it is kept as `.bad`), or "".
    """
    try:
        return read_document(path, bytes_max, name, parse, default)
    except OSError as error:
        unread = f"{name} not read: {error.strerror or error}"
        print(unread, file=sys.stderr)
        return default, unread


def read_document(
    path: Path,
    bytes_max: int,
    name: str,
    parse: Callable[[bytes], tuple[Content, Sequence[Problem]]],
    default: Content,
) -> tuple[Content, str]:
    """Read a document as `load_document` does, for one that is going to replace it.

    Raises:
        OSError: the file cannot be read; whatever it holds must not be replaced.
    """
    target = files.follow_links(path)
    files.clear_leftovers(target.parent, target.name)
    content, seen = default, None
    try:
        data, seen = files.read_start(path, bytes_max + 1)
        content, problems = parse(data)
    except FileNotFoundError:
        return default, ""
    except files.NotAFileError as error:
        problems = [Problem(0, (), str(error.strerror))]
    except OSError:  # it may be whole, and stays where it is
        raise
    except TomlError as error:
        problems = error.problems
    except ValueError as error:
        problems = [Problem(0, (), one_line(str(error)))]
    except Exception as error:  # whatever is in the file: the next start must not meet it again
        problems = [Problem(0, (), one_line(f"{type(error).__name__} {error}"))]
    if not problems:
        return content, ""
    aside = files.set_aside(path, seen)
    for problem in problems[:PRINTED_MAX]:
        print(problem.told_of((aside or path).name), file=sys.stderr)
    if len(problems) > PRINTED_MAX:
        print(f"{(aside or path).name}: and {len(problems) - PRINTED_MAX} more", file=sys.stderr)
    return content, _notice(name, problems, f", kept as {aside.name}" if aside else "")


def _notice(name: str, problems: Sequence[Problem], kept: str) -> str:
    """Lines for the player about the first problems, the number of the others, and the kept file."""
    lines = list[str]()
    for problem in problems[:NOTICES_MAX]:
        line = f"{name}: {f'line {problem.line}: ' if problem.line else ''}{problem.told}"
        while len(line) > NOTICE_LETTERS and "; " in line:  # at the end stands all that is allowed
            line = line.rpartition("; ")[0]
        lines.append(shorten(line, NOTICE_LETTERS))
    if len(problems) > NOTICES_MAX:
        lines.append(f"{name}: and {len(problems) - NOTICES_MAX} more")
    return "\n".join(lines) + kept


def save_document(path: Path, data: bytes, name: str) -> str:
    """Write a document; return "" or a line that says why it was not saved.

    A file that cannot be read stays: `load_document` took nothing over from it.
    """
    try:
        with contextlib.suppress(FileNotFoundError):
            files.read_start(path, 0)
        files.replace_file(path, data)
    except OSError as error:
        return f"{name} not saved: {error.strerror or error}"
    return ""
