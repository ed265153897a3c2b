"""Practice screens: the choice of wave and invulnerability, and a match with rewind and slow motion."""

from arena.app.input.actions import Action
from arena.app.input.labels import action_label
from arena.app.menus import theme
from arena.app.menus.menu import Item, Place, toggle
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.play.match_screen import request_for
from arena.app.play.play_screen import PlayScreen
from arena.app.play.rewind import EVERY, Rewind
from arena.app.services import Services
from arena.game.match import Match
from arena.game.modes.practice import Practice
from arena.game.rules import PRACTICE
from arena.render.composite import Composite
from arena.tuning import DT
from arena.view.overlay.overlay import Overlay

WIDTH = 760.0
TOP = 660.0
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
            self._went_back = None
            self.session.clock.rest()
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


class PracticeMenuScreen(MenuAbove):
    """Menu for the wave and invulnerability."""

    name = "practice"
    least = SMALL

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._wave, self._safe = 1, False
        items = (
            Item("Begin", self._begin),
            Item("Wave", lambda: self._change_wave(1), lambda: str(self._wave), self._change_wave),
            toggle("Invulnerable", lambda: self._safe, self._set_safe),
        )
        self.menu = self.make_menu(items)

    def place(self, overlay_width: float) -> Place:
        """Place at the left, below the heading."""
        return self.fit(theme.MARGIN - 28.0, TOP, min(WIDTH, overlay_width - 200.0), head=230.0)

    def decorate(self, overlay: Overlay) -> None:
        """Draw an explanation of practice."""
        top = self.place(overlay.width).y
        theme.left_page(overlay, "Practice", top + 130.0)
        rewind, slow = (
            action_label(self.services.controls, action) for action in (Action.REWIND, Action.SLOW_MOTION)
        )
        lines = (
            f"Hold {rewind} to turn back time, as often as you like;",
            f"{slow} slows it down. No score.",
        )
        for number, line in enumerate(lines):
            overlay.text(line, theme.MARGIN, top + 70.0 - 38.0 * number, 28.0, theme.DIM)
        change, begin = ("left right", "change"), ("enter", "begin")
        self.hint(overlay, ("up down", "choose"), change, begin, ("esc", "back"))

    def status(self) -> dict[str, object]:
        """The chosen wave and invulnerability."""
        return {**super().status(), "wave": self._wave, "invulnerable": self._safe}

    def _begin(self) -> None:
        request = request_for(self.services)._replace(wave=self._wave, invulnerable=self._safe)
        self.leave_for("play", Practice.setup_for(request))

    def _change_wave(self, step: int) -> None:
        self._wave = (self._wave - 1 + step) % PRACTICE.wave_max + 1

    def _set_safe(self, value: bool) -> None:
        self._safe = value
