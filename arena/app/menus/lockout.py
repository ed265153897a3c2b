"""Keeps the keys of the last moments of a game from choosing in a menu that just appeared."""

SECONDS = 0.5
"""Shortest time before a menu listens [s]."""


class Lockout:
    """Locked until some time has passed and, after that, nothing is held for a moment."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._began: float | None = None
        self._held_late = False
        self.locked = True

    @property
    def waiting(self) -> bool:
        """True while only a held key keeps the menu locked."""
        return self.locked and self._held_late

    def update(self, now: float, held: bool) -> None:
        """Let time pass until `now` [s]; `held` is whether any key, button or stick is down."""
        self._began = now if self._began is None else self._began
        late = now - self._began >= self._seconds
        self._held_late = late and held
        if late and not held:
            self.locked = False
