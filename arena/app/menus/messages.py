"""Queue of message lines; each stays visible for a minimum time."""

LINE_SECONDS = 2.5
"""Minimum time of a line before the next one replaces it."""
WAITING_MAX = 4
"""Maximum number of waiting lines; a new one then replaces the last."""


class Messages:
    """The current line and those that wait. The caller passes the time; any thread may add a line."""

    def __init__(self) -> None:
        self._lines: list[tuple[float, str]] = [(-1e9, "")]  # start time and line

    def add(self, line: str, now: float) -> None:
        """Show `line` from `now` [s] on, or after those before it; never twice in a row."""
        if line == self._lines[-1][1] and now < self._lines[-1][0] + LINE_SECONDS:
            return
        if len(self._lines) > WAITING_MAX:
            del self._lines[-1]
        self._lines.append((max(now, self._lines[-1][0] + LINE_SECONDS), line))

    def current(self, now: float) -> tuple[float, str]:
        """Return the start time [s] of the current line, and the line; "" if there was none."""
        while len(self._lines) > 1 and self._lines[1][0] <= now:
            del self._lines[0]
        return self._lines[0]
