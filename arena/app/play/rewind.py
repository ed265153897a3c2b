"""Rewind for practice: snapshots of the last seconds of a match.

The screen that plays calls `note` after every frame's ticks and `step_back` while the key is held.
"""

from collections import deque

from arena.game.match import Match
from arena.tuning import TICK_RATE

EVERY = TICK_RATE // 5
"""Ticks from one snapshot to the next."""
SECONDS = 20
"""Longest rewind at once; each snapshot takes half a megabyte."""


class Rewind:
    """Snapshots of one match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._past: deque[tuple[int, bytes]] = deque(maxlen=SECONDS * TICK_RATE // EVERY)
        self._due = 0
        self.note()

    @property
    def seconds(self) -> float:
        """Time that can be rewound now [s]."""
        return (self._match.world.tick - self._past[0][0]) / TICK_RATE

    def note(self) -> None:
        """Take a snapshot if one is due."""
        tick = self._match.world.tick
        if tick >= self._due:
            self._past.append((tick, self._match.snapshot()))
            self._due = tick + EVERY

    def step_back(self) -> bool:
        """Restore the last snapshot before now; return False at the oldest one."""
        past, now = self._past, self._match.world.tick
        while len(past) > 1 and past[-1][0] >= now:
            past.pop()
        tick, snapshot = past[-1]
        if tick >= now:
            return False
        self._match.restore(snapshot)
        self._due = tick + EVERY
        return True
