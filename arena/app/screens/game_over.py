"""The end of a match: what was reached, and once more."""

from arena.app import theme
from arena.app.actions import Action
from arena.app.levels import campaign_setup, load_world
from arena.app.lockout import Lockout
from arena.app.menu import Item, Menu, Place
from arena.app.menu_screen import MenuScreen
from arena.app.play_screen import PlayScreen
from arena.app.score_table import Result
from arena.app.services import Services
from arena.app.synthesis import Sound
from arena.game.levels.schema import WORLDS
from arena.game.modes.campaign import Campaign
from arena.render.composite import Composite
from arena.view.overlay import Overlay

WIDTH = 460.0
TOP = 376.0
COLUMN, COLUMN_TOP, LINE = 600.0, 642.0, 32.0
"""Width, upper edge and line height of the two columns of the results [virtual px]."""
ROWS = 5
"""Lines in each; of more lives the last ones."""


class GameOverScreen(MenuScreen):
    """Score, wave, best score; the world goes on behind them."""

    name = "game over"
    centred = True

    def __init__(self, services: Services, play: PlayScreen, best_before: int) -> None:
        super().__init__(services)
        self._play = play
        self._best = best_before
        self._entered = False
        self._rank: int | None = None
        self._ticks = play.match.world.tick
        items = (
            *self._onwards(),
            Item("Fly again", play.restart),
            *self._kept(),
            Item("To title", lambda: self.leave_for("title")),
        )
        self._lockout = Lockout()
        self.menu = Menu(items, lambda: self.leave_for("title"), services.sound)

    def _onwards(self) -> list[Item]:
        """The next world, where one was won."""
        match = self._play.match
        if not self._play.counts or not match.won:
            return []
        if not isinstance(match.mode, Campaign) or match.mode.level.world == WORLDS:
            return []
        setup, following = match.setup, load_world(match.mode.level.world + 1)
        onwards = campaign_setup(following, setup.seed, max(1, sum(match.present)), setup.difficulty)
        return [Item(f"On to {following.level.name}", lambda: self.leave_for("play", onwards))]

    def _kept(self) -> list[Item]:
        """A name for what stands in the table now, and the table itself."""
        result, scores = self._play.result, self.services.scores
        if result is None or not self._play.counts:
            return []
        show = Item("Scores", lambda: self.services.go_to("tables", self, result.board, result.ticket))
        self._rank = scores.rank(result.board, result.score, result.ticks)
        if self._rank is None:
            return [show]
        return [Item("Name", self._sign, lambda: self._signed.name or "sign here"), show]

    @property
    def _signed(self) -> Result:
        """The result with its name as it is now."""
        result = self._play.result
        assert result is not None
        return self.services.scores.with_name(result)

    def _sign(self) -> None:
        self.services.go_to("sign", self, self._signed)

    def enter(self) -> None:
        """Say it with music, once."""
        if not self._entered:
            self._entered = True
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
        """Results from large to small: points, how far, how each ship was lost, what paid."""
        match, middle = self._play.match, overlay.width / 2
        hud, score = match.hud(), match.hud().score or 0
        theme.veil(overlay, 0.66)
        theme.heading(overlay, "Orbit held" if match.won else "Orbit lost", middle, 980.0, 80.0, "center")
        overlay.text("SCORE", middle, 928.0, 24.0, theme.DIM, "center", spacing=0.3)
        overlay.text(theme.grouped(score), middle, 838.0, 96.0, theme.ACCENT, "center", "display")
        if not self._play.counts:
            overlay.text(f"{self._play.mark}: no score", middle, 796.0, 32.0, theme.WARNING, "center")
        elif score > self._best:
            overlay.text("new best score", middle, 796.0, 32.0, theme.WARNING, "center", spacing=0.08)
        elif self._best:
            more = f"{theme.grouped(self._best - score + 1)} more would have been your best"
            overlay.text(more, middle, 798.0, 26.0, theme.DIM, "center")
        best = theme.grouped(max(self._best, score))
        label = hud.status.label if hud.status is not None else "REACHED"
        facts = ((label, str(hud.progress)), ("TIME", theme.exact_time(self._ticks)), ("BEST", best))
        if self._rank is not None:
            facts = (*facts, ("PLACE", str(self._rank)))
        theme.facts(overlay, facts, 752.0)
        self._columns(overlay, middle)
        if self._lockout.waiting:
            overlay.text("let go of all keys to go on", middle, TOP - 60.0, 28.0, theme.DIM, "center")
        elif self.listening:
            theme.hint(overlay, (("arrows", "choose"), ("enter", "accept"), ("esc", "title")))

    def _columns(self, overlay: Overlay, middle: float) -> None:
        """How each ship was lost, and where the points came from."""
        match, left, right = self._play.match, middle - COLUMN - 20.0, middle + 20.0
        players = match.players_seen
        deaths = [
            f"{f'P{death.player + 1}  ' if players > 1 else ''}{theme.minutes(death.tick)}  {death.text}"
            for death in match.mode.deaths(match.world)[-ROWS:]
        ]
        paid = sorted(match.mode.earnings(match.world).items(), key=lambda item: -item[1])
        points = [(name, theme.grouped(value)) for name, value in paid if value][:ROWS]
        for x, title, rows in (
            (left, "HOW SHIPS WERE LOST", deaths),
            (right, "WHERE POINTS CAME FROM", points),
        ):
            if rows:
                height = LINE * len(rows) + 62.0
                overlay.rect(x, COLUMN_TOP - height, COLUMN, height, theme.faded(theme.INK, 0.55), 14.0)
                overlay.text(title, x + 24.0, COLUMN_TOP - 36.0, 20.0, theme.DIM, spacing=0.2)
        for number, line in enumerate(deaths):
            overlay.text(line, left + 24.0, COLUMN_TOP - 72.0 - LINE * number, 22.0, theme.TEXT)
        for number, (name, value) in enumerate(points):
            y = COLUMN_TOP - 72.0 - LINE * number
            overlay.text(name, right + 24.0, y, 22.0, theme.TEXT)
            overlay.text(value, right + COLUMN - 24.0, y, 22.0, theme.ACCENT, "right")

    def close(self) -> None:
        """End the match below."""
        self._play.close()

    def status(self) -> dict[str, object]:
        """How the match ended, and the selected item."""
        return {**self._play.status(), **super().status(), "locked": self._lockout.locked}
