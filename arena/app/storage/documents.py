"""The player's small TOML documents, settings and progress. An unusable one never stops the game.

A document holds `version = 1` and tables. One that cannot be used is set aside as `.bad`.
"""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from arena.app.storage import files
from arena.app.storage.plain_text import one_line, plain_word
from arena.toml_text import check_depth

VERSION = 1
Content = TypeVar("Content")


def parse_document(data: bytes, bytes_max: int, unversioned: int = 0) -> dict[str, Any]:
    """Return the tables of a file that is small, flat and of this version; `unversioned`: if it has none.

    Raises:
        ValueError: it is none; the message is one line.
    """
    if len(data) > bytes_max:
        raise ValueError(f"larger than {bytes_max} bytes")
    text = data.decode("utf-8-sig")  # some editors on Windows begin every file with a byte order mark
    check_depth(text)
    document: dict[str, Any] = tomllib.loads(text)
    version = document.pop("version", unversioned)
    if type(version) is not int or version != VERSION:
        raise ValueError(f"written by another version (format {plain_word(version)})")
    return document


def load_document(
    path: Path,
    bytes_max: int,
    name: str,
    parse: Callable[[bytes], tuple[Content, Sequence[str]]],
    default: Content,
) -> tuple[Content, str]:
    """Read a document, and remove staged files of killed writers.

    Args:
        path: of the file.
        bytes_max: larger files are refused by `parse`, which takes their beginning.
        name: what it holds, for the player.
        parse: returns the content and what was wrong with it, or raises a ValueError.
        default: content of a file that is missing or unusable.

    Returns:
        The content, and a line for the player where the file was unusable (it is kept as `.bad`), or "".
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
        problems = [str(error.strerror)]
    except OSError as error:
        return default, f"{name} not read: {error.strerror or error}"
    except ValueError as error:
        problems = [one_line(str(error))]
    except Exception as error:  # whatever is in the file: the next start must not meet it again
        problems = [one_line(f"{type(error).__name__} {error}")]
    if not problems:
        return content, ""
    aside = files.set_aside(path, seen)
    kept = f", kept as {aside.name}" if aside else ""
    return content, f"{name}: {problems[0]}{kept}"


def save_document(path: Path, data: bytes, name: str) -> str:
    """Write a document; return "" or a line that says why it was not saved."""
    try:
        files.replace_file(path, data)
    except OSError as error:
        return f"{name} not saved: {error.strerror or error}"
    return ""
