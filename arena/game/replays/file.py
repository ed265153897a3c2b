"""`RecordingFile`: a file that grows by whole pieces, on a disk that may be full, in a process that may end.

`arena.game.replays.writer` writes replays with it. The file appears with its first piece in it. Every piece
is handed over in one call, so that a process which is killed leaves whole pieces, and behind them at most the
beginning of one more; `keep` cuts off such a beginning where it was an exception that came in between.
"""

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

UNNAMED = getattr(os, "O_TMPFILE", 0)
"""Flag that opens a file without a name; 0 where the system has none."""


class RecordingFile:
    """File at a new path, or a binary file object, which stays open.

    Args:
        target: the one or the other.
        first: the first piece.

    Raises:
        OSError: the file exists already, or cannot be created; one that cannot hold its first piece is not.
        ValueError: the file object is closed.
    """

    def __init__(self, target: Path | str | BinaryIO, first: bytes) -> None:
        self._owned = isinstance(target, (str, Path))
        self._file: BinaryIO = _create(Path(target), first) if isinstance(target, (str, Path)) else target
        self._start = 0 if self._owned else _position(self._file)
        self._ends = [len(first)]  # ends of whole pieces; one list, so that it is never half updated
        self._writing = False  # a torn piece may stand behind them
        if not self._owned:
            _write(self._file, first)

    @property
    def size(self) -> int:
        """Size of all whole pieces [bytes]."""
        return self._ends[-1]

    @property
    def pieces(self) -> int:
        """Number of pieces, the first included."""
        return len(self._ends)

    def append(self, piece: bytes) -> None:
        """Add a piece. A failure leaves the file as before, or as near to it as the disk allows.

        Raises:
            OSError: the disk is full, or there is something else with it.
            ValueError: the file is closed.
        """
        self._writing = True
        try:
            _write(self._file, piece)
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                self._cut()
            raise
        self._ends.append(self._ends[-1] + len(piece))
        self._writing = False

    def keep(self, pieces: int) -> None:
        """Cut the file back to its first `pieces` pieces, and cut off the rest of a torn one.

        Raises:
            OSError: the file cannot be cut, as a pipe cannot.
            ValueError: the file is closed.
        """
        if self._writing or pieces < self.pieces:
            self._writing = True
            del self._ends[pieces:]
            self._cut()

    def close(self) -> None:
        """Close the file. More calls do nothing.

        Raises:
            OSError: the disk has only now told that something could not be written.
        """
        if self._owned:
            self._file.close()

    def _cut(self) -> None:
        self._file.seek(self._start + self.size)
        self._file.truncate()
        self._writing = False


def _write(file: BinaryIO, piece: bytes) -> None:
    while piece:
        written = file.write(piece)
        if not written:
            raise OSError("it takes no more bytes")
        piece = piece[written:]
    file.flush()


def _position(file: BinaryIO) -> int:
    """Position in a file object; 0 where it cannot tell, and cannot be cut either."""
    try:
        return file.tell()
    except OSError:
        return 0


def _create(path: Path, first: bytes) -> BinaryIO:
    """Create a file that never exists without its first piece, where the system can do that.

    The file gets its name last. A temporary name and a renaming would either replace an existing file or,
    killed in between, leave the temporary one behind.
    """
    if UNNAMED:
        with contextlib.suppress(_NotHere):
            return _create_unnamed(path, first)
    file = path.open("xb", buffering=0)
    try:
        _write(file, first)
    except BaseException:
        with contextlib.suppress(OSError):
            file.close()
        path.unlink(missing_ok=True)
        raise
    return file


class _NotHere(Exception):
    """Refusal of a file system that gives no names to files that had none."""


def _create_unnamed(path: Path, first: bytes) -> BinaryIO:
    try:
        number = os.open(path.parent, os.O_RDWR | UNNAMED, 0o666)
    except OSError as problem:
        raise _NotHere from problem
    file = os.fdopen(number, "r+b", buffering=0)
    try:
        _write(file, first)
        _name(number, path)
    except BaseException:
        with contextlib.suppress(OSError):
            file.close()
        raise
    return file


def _name(number: int, path: Path) -> None:
    try:
        # linkat() takes a path that is a link to an open file; os.link() calls it where it is given a folder.
        os.link(f"/proc/self/fd/{number}", path, src_dir_fd=number)
    except FileExistsError as problem:  # it names the open file first
        raise FileExistsError(problem.errno, problem.strerror, str(path)) from None
    except OSError as problem:
        raise _NotHere from problem
