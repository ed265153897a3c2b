"""One module per command; each has `run(options) -> exit code` and imports what it needs."""

from collections.abc import Generator
from contextlib import contextmanager


class CommandError(Exception):
    """An error of a command: a line for the user, and the exit code."""

    FAILED = 1
    USAGE = 2

    def __init__(self, message: str, exit_code: int = USAGE) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def refusing(deed: str, exit_code: int = CommandError.USAGE) -> Generator[None]:
    """Turn a failure of the system into an error of the command that says what it cannot do."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot {deed}: {error.strerror or error}", exit_code) from error
