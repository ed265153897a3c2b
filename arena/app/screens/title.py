"""Title screen: a bot plays behind the menu, as soon as there are kernels for it.

`Game` shows it while kernels are loaded and shaders compiled: a choice is then kept until all is there.
"""

import math
from collections.abc import Callable

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
LOADING_PACE = 0.1
"""Time between two frames while kernels are loaded [s]: that needs Python's lock, too."""
FADE_SECONDS = 0.7
"""Time in which the fight appears once it can be drawn."""
TITLE_LAYERS = 0.4
"""Danger passed to the score here: pad, bass and arpeggio play."""


class TitleScreen(MenuScreen):
    """Play, scores, replays, demo, guide, settings, credits, quit."""

    name = "title"
    least = SMALL

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        items = (
            self._way("Play", lambda: services.go_to("modes", self)),
            self._way("Scores", lambda: services.go_to("tables", self)),
            self._way("Replays", lambda: services.go_to("replays", self)),
            self._way("Watch the demo", lambda: self.leave_for("demo")),
            self._way("Who is who", lambda: services.go_to("guide", self)),
            self._way("Settings", lambda: services.go_to("settings", self)),
            self._way("Credits", lambda: services.go_to("credits", self)),
            Item("Quit", services.quit),
        )
        self.menu = Menu(items, self._select_quit, services.sound)
        self._chosen: Callable[[], None] | None = None
        self._session = attract_session(services) if services.loaded else None
        self._seen_from = -math.inf if services.opened else math.nan  # time of its first picture [s]
        self.pace = 0.0 if services.loaded else LOADING_PACE
        services.scores.refresh(Board(services.options.mode))

    def enter(self) -> None:
        """Start the title's music."""
        self.services.audio.follow(Situation(danger=TITLE_LAYERS))

    def _way(self, label: str, lead: Callable[[], None]) -> Item:
        """Item that leads somewhere, at once or when all is there."""

        def choose() -> None:
            self._chosen = lead

        return Item(label, choose)

    def update(self, now: float, events: list[Action]) -> None:
        """Update the fight and the menu, and follow what was chosen."""
        super().update(now, events)
        chosen = self._chosen
        if chosen is not None and self.services.opened:
            self._chosen = None
            chosen()

    def place(self, overlay_width: float) -> Place:
        """Place at the left, beside the planet."""
        return self.fit(
            theme.MARGIN - 28.0, TOP, COLUMN, 16.0 if self.low else 30.0, LOW_TOP if self.low else 240.0
        )

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the bot's fight from low behind it."""
        if self._session is None:
            return Composite([], Overlay(max(1, size[0]) / max(1, size[1])), size)
        picture = self._session.build_backdrop(now, size)
        if self.services.opened and math.isnan(self._seen_from):
            self._seen_from = now
        dark = 1.0 - (now - self._seen_from) / FADE_SECONDS
        if dark > 0.0:
            shade, aspect = picture.overlay, picture.overlay.width / picture.overlay.height
            picture.below, picture.overlay = (*picture.below, shade), Overlay(aspect)
            shade.rect(0.0, 0.0, shade.width, shade.height, theme.faded(theme.INK, dark))
        return picture

    def idle(self, now: float) -> None:
        """Run the bot's fight and reinforce its enemies."""
        if self._session is None and self.services.loaded:
            self._session, self.pace = attract_session(self.services), 0.0
        if self._session is not None and self.services.opened:
            self._session.update(now)

    @property
    def behind(self) -> bool:
        """True while ticks are due."""
        return self._session is not None and self.services.opened and self._session.behind

    @property
    def still(self) -> bool:
        """True while kernels are loaded: more pictures than input asks for would delay that."""
        return not self.services.loaded

    def decorate(self, overlay: Overlay) -> None:
        """Draw the wordmark, the best score and the keys."""
        theme.shade_left(overlay)
        if not self.services.opened:
            right, top = overlay.width - theme.MARGIN, overlay.height - theme.MARGIN
            # No message, which would stand before what was chosen.
            word, color = (
                ("loading", theme.DIM) if self._chosen is None else ("One moment, loading", theme.TEXT)
            )
            overlay.text(word, right, top, 26.0, color, "right")
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
        if self._session is not None:
            self._session.close()

    def _select_quit(self) -> None:
        self.menu.selected = len(self.menu.items) - 1
