"""How long each system of a tick took. It is only shown: measured time never changes what is simulated."""

from time import perf_counter


class Stopwatch:
    """Laps of one tick, in milliseconds by name; the same dictionary is reused every tick."""

    def __init__(self) -> None:
        self.laps_ms: dict[str, float] = {}
        self._last = 0.0

    def start(self) -> None:
        """A tick begins."""
        self._last = perf_counter()

    def lap(self, name: str) -> None:
        """The system `name` has just run."""
        now = perf_counter()
        self.laps_ms[name] = (now - self._last) * 1e3
        self._last = now
