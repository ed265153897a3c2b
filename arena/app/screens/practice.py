"""Practice screen: a match with rewind and slow motion."""

from arena.app.input.actions import Action
from arena.app.input.labels import action_label
from arena.app.menus import theme
from arena.app.play.play_screen import PlayScreen
from arena.app.play.rewind import EVERY, Rewind
from arena.app.services import Services
from arena.game.match import Match
from arena.render.composite import Composite
from arena.tuning import DT

SLOW = 0.4
"""Game time per second of slow motion."""
BACKWARDS = 2.0
"""Rewind speed relative to real time."""


class PracticeScreen(PlayScreen):
    """Match without an end: a lost player rewinds or leaves."""

    def __init__(self, services: Services, match: Match) -> None:
        super().__init__(services, match)
        self._rewind = Rewind(match)
        self._went_back: float | None = None  # time of the last rewind step while the key is held
        self._slow = False
        self.rewinds = 0

    def update(self, now: float, events: list[Action]) -> None:
        """Run the due ticks, or rewind."""
        if Action.SLOW_MOTION in events:
            self._slow = not self._slow
        if self.services.controls.is_held(Action.REWIND) and Action.PAUSE not in events:
            self._go_back(now)
        elif self.match.over and Action.PAUSE not in events:
            self._stand_still(now)
        else:
            self._went_back = None
            super().update(now, events)
            if self.services.screen is self and not self.match.over:
                self._rewind.note()

    @property
    def rate(self) -> float:
        """Game time per second of real time."""
        return super().rate * (SLOW if self._slow else 1.0)

    def _go_back(self, now: float) -> None:
        """Take the rewind steps that are due, one per `EVERY` ticks."""
        if self._went_back is None:
            self.rewinds += 1
            self._went_back = now - EVERY * DT / BACKWARDS
        while now - self._went_back >= EVERY * DT / BACKWARDS:
            self._went_back += EVERY * DT / BACKWARDS
            self._rewind.step_back()
        self._stand_still(now, keep=True)

    def _stand_still(self, now: float, keep: bool = False) -> None:
        if not keep:
            self._went_back = None
        self.session.clock.rest()

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the world and the hints for rewind and slow motion."""
        frame = super().build(now, size)
        overlay, controls = frame.overlay, self.services.controls
        rewind, slow = action_label(controls, Action.REWIND), action_label(controls, Action.SLOW_MOTION)
        if self._went_back is not None:
            theme.caption(overlay, "GOING BACK")
        elif self.match.over:
            theme.caption(overlay, "LOST: TURN BACK TIME")
        elif self._slow:
            theme.caption(overlay, "SLOW MOTION")
        theme.hint(overlay, ((rewind, f"back {self._rewind.seconds:.0f} s"), (slow, "slow motion")))
        return frame

    def status(self) -> dict[str, object]:
        """State of the match, and the number of rewinds."""
        return {**super().status(), "rewinds": self.rewinds, "rate": self.rate}
