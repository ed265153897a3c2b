"""The end of a match: what was reached, and once more."""

from arena.app import theme
from arena.app.actions import Action
from arena.app.lockout import Lockout
from arena.app.match_screen import MatchScreen
from arena.app.menu import Item, Menu, Place
from arena.app.menu_screen import MenuScreen
from arena.app.services import Services
from arena.app.synthesis import Sound
from arena.render.composite import Composite
from arena.view.overlay import Overlay

WIDTH = 460.0
TOP = 330.0


class GameOverScreen(MenuScreen):
    """Score, wave, best score; the world goes on behind them."""

    name = "game over"
    centred = True

    def __init__(self, services: Services, play: MatchScreen, best_before: int) -> None:
        super().__init__(services)
        self._play = play
        self._best = best_before
        self._ticks = play.match.world.tick
        items = (
            Item("Fly again", play.restart),
            Item("To title", lambda: self.leave_for("title")),
            Item("Quit", services.quit),
        )
        self._lockout = Lockout()
        self.menu = Menu(items, lambda: self.leave_for("title"), services.sound)

    def enter(self) -> None:
        """Say it with music."""
        self.services.sound(Sound.GAME_OVER)

    def place(self, overlay_width: float) -> Place:
        """In the middle, below the results."""
        return Place(overlay_width / 2 - WIDTH / 2, TOP, WIDTH)

    def update(self, now: float, events: list[Action]) -> None:
        """Let keys that flew a moment ago be let go before they choose."""
        was_locked = self._lockout.locked
        self._lockout.update(now, held=not self.services.controls.idle)
        events = [] if was_locked else events
        super().update(now, events)

    @property
    def listening(self) -> bool:
        """Whether a key chooses: not one that is held, or was pressed, to fly."""
        return not self._lockout.locked

    def idle(self, now: float) -> None:
        """The world goes on without the player."""
        self._play.session.update(now)

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """The world, without the HUD."""
        return self._play.session.build(now, size, hud=False)

    @property
    def behind(self) -> bool:
        """Whether ticks are still due."""
        return self._play.behind

    def decorate(self, overlay: Overlay) -> None:
        """Results from large to small."""
        hud, middle = self._play.match.hud(), overlay.width / 2
        score = hud.score or 0
        theme.veil(overlay, 0.58)
        theme.heading(overlay, "Orbit lost", middle, 860.0, 96.0, "center")
        overlay.text("SCORE", middle, 740.0, 24.0, theme.DIM, "center", spacing=0.3)
        overlay.text(theme.grouped(score), middle, 612.0, 130.0, theme.ACCENT, "center", "display")
        if score > self._best:
            overlay.text("new best score", middle, 552.0, 34.0, theme.WARNING, "center", spacing=0.08)
        best = theme.grouped(max(self._best, score))
        facts = (("WAVE", str(hud.progress)), ("TIME", theme.minutes(self._ticks)), ("BEST", best))
        theme.facts(overlay, facts, 470.0)
        if self._lockout.waiting:
            overlay.text("let go of all keys to go on", middle, TOP - 60.0, 28.0, theme.DIM, "center")
        elif self.listening:
            theme.hint(overlay, (("arrows", "choose"), ("enter", "accept"), ("esc", "title")))

    def close(self) -> None:
        """End the match below."""
        self._play.close()

    def status(self) -> dict[str, object]:
        """How the match ended, and the selected item."""
        return {**self._play.status(), **super().status(), "locked": self._lockout.locked}
