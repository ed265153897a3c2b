"""Calls of the system that fail, for whoever reads and writes files meanwhile."""

import builtins
import contextlib
import errno
import fcntl
import io
import os
from collections.abc import Callable, Generator
from typing import Any

import pytest

CALLS = (
    *("fchmod", "fstat", "fsync", "link", "lstat", "mkdir", "open", "readlink", "rename", "replace"),
    *("scandir", "stat", "unlink"),
)
"""Names in `os`. Reading, writing and closing of open files, and `flock`, fail as well."""


class Failures:
    """The decision which calls fail, by their numbers from 0, and what failed so far."""

    def __init__(self, fails: Callable[[int], bool]) -> None:
        self.failed: list[str] = []
        self._fails, self._calls = fails, 0

    def count(self, name: str, error: Exception | None = None) -> None:
        """Count a call, and let it fail if it is its turn."""
        self._calls += 1
        if self._fails(self._calls - 1):
            self.failed.append(name)
            raise error or OSError(errno.EIO, os.strerror(errno.EIO))

    def before(
        self, name: str, call: Callable[..., Any], error: Exception | None = None
    ) -> Callable[..., Any]:
        """Return a call that may fail before it does anything."""

        def counted(*arguments: Any, **named: Any) -> Any:
            self.count(name, error)
            return call(*arguments, **named)

        return counted


@contextlib.contextmanager
def failing_calls(fails: Callable[[int], bool]) -> Generator[Failures]:
    """Let those calls fail for whose numbers `fails` returns true."""
    failures = Failures(fails)
    real_open, real_close = io.open, os.close

    class FailingFile(io.FileIO):
        """A file that the system may refuse to read and write, and to close, which closes it all the same."""

        def readinto(self, buffer: Any) -> int | None:
            failures.count("read")
            return super().readinto(buffer)

        def readall(self) -> bytes | None:
            failures.count("read")
            return super().readall()

        def write(self, data: Any) -> int | None:
            failures.count("write")
            return super().write(data)

        def close(self) -> None:
            was_open = not self.closed
            super().close()
            if was_open:
                failures.count("close")

    def open_file(file: Any, mode: str = "r", buffering: int = -1, *more: Any, **named: Any) -> Any:
        if "b" not in mode:
            return real_open(file, mode, buffering, *more, **named)
        if not isinstance(file, int):
            failures.count("open")
        opened = FailingFile(file, mode.replace("b", ""), opener=named.get("opener"))
        return io.BufferedReader(opened) if mode == "rb" else io.BufferedWriter(opened)

    def close(handle: int) -> None:
        real_close(handle)
        failures.count("close")

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, failures.before(name, getattr(os, name)))
        patch.setattr(os, "close", close)
        patch.setattr(fcntl, "flock", failures.before("flock", fcntl.flock))
        for module in (builtins, io):
            patch.setattr(module, "open", open_file)
        yield failures
