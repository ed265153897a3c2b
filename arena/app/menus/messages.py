"""Lines that the player is told, one after the other, so that none is lost behind the next."""

LINE_SECONDS = 2.5
"""Shortest time that a line stands before the next takes its place."""
WAITING_MAX = 4
"""Lines that wait; where more come, the last one makes room."""


class Messages:
    """The line that stands, and those that wait. Time is given, never read; any thread may add a line."""

    def __init__(self) -> None:
        self._lines: list[tuple[float, str]] = [(-1e9, "")]  # from when on each stands

    def add(self, line: str, now: float) -> None:
        """Let `line` stand from `now` [s] on, or after those before it; not twice in a row."""
        if line == self._lines[-1][1] and now < self._lines[-1][0] + LINE_SECONDS:
            return
        if len(self._lines) > WAITING_MAX:
            del self._lines[-1]
        self._lines.append((max(now, self._lines[-1][0] + LINE_SECONDS), line))

    def current(self, now: float) -> tuple[float, str]:
        """Return since when [s] a line stands, and the line; "" where none was ever said."""
        while len(self._lines) > 1 and self._lines[1][0] <= now:
            del self._lines[0]
        return self._lines[0]
