"""Pause screen: resume, restart, settings, leave."""

from collections.abc import Callable, Sequence

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.menus.menu import Item, Menu, Place
from arena.app.menus.menu_screen import LOW_HEAD, SMALL, MenuScreen
from arena.app.menus.ships import ShipEntry, draw_ships, list_ships, ship_items
from arena.app.play.match_screen import MatchScreen
from arena.app.services import Services
from arena.render.composite import Composite
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette

WIDTH = 520.0
TOP = 640.0
LINE = 40.0
FACTS_APART = 220.0
"""From one fact to the next [virtual px]: lists of ships stand beside them."""


class PauseScreen(MenuScreen):
    """Menu above the frozen world."""

    name = "pause"
    least = SMALL
    centred = True
    score_level = 0.35

    def __init__(self, services: Services, play: MatchScreen) -> None:
        super().__init__(services)
        self._play = play
        items = (
            Item("Resume", self._resume),
            *(Item(label, act) for label, act in play.pause_items),
            Item("Restart", lambda: self._ask("Restart", play.restart)),
            Item("Settings", lambda: services.go_to("settings", self)),
            Item("Leave to title", lambda: self._ask("Leave", lambda: self.leave_for("title"))),
            Item("Quit", lambda: self._ask("Quit", services.quit)),
        )
        self.menu = Menu(items, self._resume, services.sound)

    @property
    def still(self) -> bool:
        """True: time stands still."""
        return True

    def place(self, overlay_width: float) -> Place:
        """Place in the middle."""
        lost = LINE * len(self.services.devices.missing)
        foot, head = (16.0, LOW_HEAD) if self.low else (226.0, 130.0)
        return self.fit(overlay_width / 2 - WIDTH / 2, TOP, WIDTH, foot, head + lost)

    def update(self, now: float, events: list[Action]) -> None:
        """Update the menu; the pause key resumes."""
        if Action.PAUSE in events:
            self._resume()
        else:
            super().update(now, events)

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the frozen world."""
        self._play.session.freeze(now)
        return self._play.session.build(now, size, hud=False, profiled=False)

    def decorate(self, overlay: Overlay) -> None:
        """Draw a veil below the menu."""
        theme.veil(overlay, 0.66)
        place, missing = self.place(overlay.width), self.services.devices.missing
        rise, size = (20.0, theme.LOW_HEADING) if self.low else (90.0, 96.0)
        middle, high = overlay.width / 2, place.y + LINE * len(missing) + rise
        theme.heading(overlay, "Paused", middle, high, size, "center")
        if not self.low:
            palette = load_palette(self._play.match.mode.look, self.services.settings.colors)
            draw_ships(overlay, self._ships(), place.y, palette)
        y = place.y + 24.0
        for slot, device in missing.items():
            line = f"Player {slot + 1}: {device} is unplugged. Plug it in again, or go on without."
            overlay.text(line, overlay.width / 2, y, 26.0, theme.WARNING, "center")
            y += LINE
        match, bottom = self._play.match, place.y - place.high * self.menu.shown(place)
        if self.low:
            return
        hud = match.hud()
        if hud.score is not None:
            status = ("WAVE", str(hud.progress)) if hud.status is None else hud.status[:2]
            facts = (("SCORE", theme.grouped(hud.score)), status, ("SEED", str(match.world.seed)))
            theme.facts(overlay, facts, overlay.width / 2, bottom - 80.0, FACTS_APART)
        self.hint(overlay, ("arrows", "choose"), ("enter", "accept"), ("esc", "resume"))

    def _ships(self) -> list[ShipEntry]:
        return list_ships(self._play.match, self.services.devices)

    def reading(self) -> list[Item]:
        """Ships as menu rows."""
        return ship_items(self._ships())

    def order(self, read: Sequence[Item], own: Sequence[Item]) -> list[Item]:
        """Put actions before the ships."""
        return [*own, *read]

    def close(self) -> None:
        """End the match behind."""
        self._play.close()

    def status(self) -> dict[str, object]:
        """State of the match, and the selected item."""
        missing = list(self.services.devices.missing.values())
        return {**self._play.status(), **super().status(), "missing": missing}

    def _ask(self, question: str, agree: Callable[[], None]) -> None:
        self.services.go_to("confirm", self, question, "This game ends here.", agree)

    def _resume(self) -> None:
        self.services.go(self._play)
