"""Repair of standard streams that are closed or full, or have a narrow encoding."""

import io
import os
import sys
from typing import Any


class ErrorFile(io.FileIO):
    """Standard error of which nothing is lost but its text where nobody takes it: no work ends for that."""

    def write(self, data: Any) -> int | None:
        """Write, or drop what a full disk or a reader that has gone does not take."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def mend_streams() -> None:
    """Open closed streams on the null device; escape characters that the output's encoding lacks.

    Standard error takes everything from then on: what fails there is dropped.

    A closed stream is None in Python, and its file descriptor goes to the next file that is opened, which
    then takes what libraries and child processes write to their standard error.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)  # the lowest that is free: its own
            os.set_inheritable(descriptor, True)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for good
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr always does
    if type(sys.stderr) is io.TextIOWrapper and type(_raw(sys.stderr)) is io.FileIO:  # no Windows console
        file = io.BufferedWriter(ErrorFile(sys.stderr.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(file, sys.stderr.encoding, sys.stderr.errors, line_buffering=True)


def _raw(stream: io.TextIOWrapper) -> object:
    return getattr(stream.buffer, "raw", stream.buffer)


def error_line(message: str) -> str:
    """Line that tells an error; paths and words from outside may hold anything."""
    from arena.toml_reader.problems import printable

    return f"error: {printable(message)}"


def drop_output() -> None:
    """Drop what is still to be written to the output, which has failed: it would fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
