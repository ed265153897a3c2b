"""How long each system of a tick took. It is only shown: measured time never changes what is simulated."""

from time import perf_counter


class Stopwatch:
    """When each system of a tick ended.

    It always runs, so a lap only notes the time (twelve of them cost 1.3 us a tick); durations are worked out
    for whoever looks at them.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._ended: dict[str, float] = {}

    def start(self) -> None:
        """A tick begins."""
        self._ended.clear()
        self._began = perf_counter()

    def lap(self, name: str) -> None:
        """The system `name` has just run."""
        self._ended[name] = perf_counter()

    @property
    def laps_ms(self) -> dict[str, float]:
        """Milliseconds of each system of the last tick, in order."""
        laps, last = dict[str, float](), self._began
        for name, ended in self._ended.items():
            laps[name] = (ended - last) * 1e3
            last = ended
        return laps
