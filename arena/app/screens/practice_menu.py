"""Practice setup: the wave and invulnerability."""

from arena.app.input.actions import Action
from arena.app.input.labels import action_label
from arena.app.menus import theme
from arena.app.menus.menu import Item, Place, toggle
from arena.app.menus.menu_screen import SMALL, MenuAbove, MenuScreen
from arena.app.play.match_screen import request_for
from arena.app.services import Services
from arena.game.modes.practice import Practice
from arena.game.rules import PRACTICE
from arena.view.overlay.overlay import Overlay

WIDTH = 760.0
TOP = 660.0


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
