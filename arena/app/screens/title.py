"""Title screen: a bot plays behind the menu."""

from arena.app.input.actions import Action
from arena.app.input.labels import action_label, aim_label, move_label
from arena.app.menus import theme
from arena.app.menus.menu import Item, Menu, Place
from arena.app.menus.menu_screen import SMALL, MenuScreen
from arena.app.play.match_screen import attract_session
from arena.app.services import Services
from arena.app.sound.situation import Situation
from arena.game.scoring.board import Board
from arena.render.composite import Composite
from arena.view.overlay.overlay import Overlay

COLUMN = 460.0
TOP = 708.0
LOW_TOP = 130.0
"""Room above the menu in a low picture [virtual px]."""
TITLE_LAYERS = 0.4
"""Danger passed to the score here: pad, bass and arpeggio play."""


class TitleScreen(MenuScreen):
    """Play, scores, replays, demo, guide, settings, credits, quit."""

    name = "title"
    least = SMALL

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        items = (
            Item("Play", lambda: services.go_to("modes", self)),
            Item("Scores", lambda: services.go_to("tables", self)),
            Item("Replays", lambda: services.go_to("replays", self)),
            Item("Watch the demo", lambda: self.leave_for("demo")),
            Item("Who is who", lambda: services.go_to("guide", self)),
            Item("Settings", lambda: services.go_to("settings", self)),
            Item("Credits", lambda: services.go_to("credits", self)),
            Item("Quit", services.quit),
        )
        self.menu = Menu(items, self._select_quit, services.sound)
        self._session = attract_session(services)
        services.scores.refresh(Board(services.options.mode))

    def enter(self) -> None:
        """Start the title's music."""
        self.services.audio.follow(Situation(danger=TITLE_LAYERS))

    def place(self, overlay_width: float) -> Place:
        """Place at the left, beside the planet."""
        return self.fit(
            theme.MARGIN - 28.0, TOP, COLUMN, 16.0 if self.low else 30.0, LOW_TOP if self.low else 240.0
        )

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the bot's fight from low behind it."""
        return self._session.build_backdrop(now, size)

    def idle(self, now: float) -> None:
        """Run the bot's fight and reinforce its enemies."""
        self._session.update(now)

    @property
    def behind(self) -> bool:
        """True while ticks are due."""
        return self._session.behind

    def decorate(self, overlay: Overlay) -> None:
        """Draw the wordmark, the best score and the keys."""
        theme.shade_left(overlay)
        place = self.place(overlay.width)
        if self.low:
            theme.heading(overlay, "Arena", theme.MARGIN - 4.0, place.y + 28.0, 84.0)
            return
        theme.wordmark(overlay, place.y + 100.0)
        best = self.services.scores.best(Board(self.services.options.mode))
        if best > 0:
            right, y, size = overlay.width - theme.MARGIN, 60.0, 34.0
            width = max(110.0, overlay.text_width(theme.grouped(best), size, "display"))
            overlay.rect(
                right - width - 24.0, y - 26.0, width + 48.0, 110.0, theme.faded(theme.INK, 0.7), 14.0
            )
            overlay.text(theme.grouped(best), right, y, size, theme.TEXT, "right", "display")
            overlay.text("BEST", right, y + 42.0, 22.0, theme.DIM, "right", spacing=0.2)
        self._draw_keys(overlay)

    def _draw_keys(self, overlay: Overlay) -> None:
        """Draw the flight keys on a dark slab."""
        lines, measure = tuple(zip(self._keys(), (96.0, 44.0), strict=True)), Overlay(1.0)
        right = max(theme.keys(measure, pairs, theme.MARGIN, y) for pairs, y in lines)
        width = right - theme.MARGIN + 40.0
        overlay.rect(theme.MARGIN - 20.0, 21.0, width, 114.0, theme.faded(theme.INK, 0.8), 14.0)
        for pairs, y in lines:
            theme.keys(overlay, pairs, theme.MARGIN, y)

    def _keys(self) -> tuple[theme.Keys, theme.Keys]:
        """Flight controls in two lines, for the device used last."""
        controls = self.services.controls
        fire, *others = (
            (action_label(controls, action), meaning)
            for meaning, action in (
                ("fire", Action.FIRE), ("weapon", Action.NEXT_WEAPON), ("boost", Action.BOOST),
                ("bomb", Action.BOMB), ("pause", Action.PAUSE),
            )
        )  # fmt: skip
        return ((move_label(controls), "move"), (aim_label(controls), "aim"), fire), others

    def close(self) -> None:
        """End the bot's match."""
        self._session.close()

    def _select_quit(self) -> None:
        self.menu.selected = len(self.menu.items) - 1
