"""One module per command; each has `run(options) -> exit code` and imports what it needs."""


class CommandError(Exception):
    """An error of a command: a line for the user, and the exit code."""

    FAILED = 1
    USAGE = 2

    def __init__(self, message: str, exit_code: int = USAGE) -> None:
        super().__init__(message)
        self.exit_code = exit_code
