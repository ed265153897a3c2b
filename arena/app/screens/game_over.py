"""The end of a match: what was reached, and once more."""

from collections.abc import Sequence

from arena.app import theme
from arena.app.actions import Action
from arena.app.challenges import code_of
from arena.app.labels import hand_keys
from arena.app.levels import campaign_setup, load_world
from arena.app.lockout import Lockout
from arena.app.menu import Item, Menu, Place
from arena.app.menu_screen import LOW_SIDE, SMALL, MenuScreen
from arena.app.play_screen import PlayScreen
from arena.app.score_table import Result
from arena.app.services import Services
from arena.app.sound.effects import Sound
from arena.game.levels.schema import WORLDS
from arena.game.modes.campaign import Campaign
from arena.render.composite import Composite
from arena.view.overlay import Overlay

WIDTH = 460.0
TOP = 440.0
COLUMN, COLUMN_TOP, LINE = 600.0, 642.0, 32.0
"""Width, upper edge and line height of the two columns of the results [virtual px]."""
LET_GO = "let go of all keys to go on"
ROWS = 4
"""Lines in each; of more lives the last ones."""


class GameOverScreen(MenuScreen):
    """Score, wave, best score; the world goes on behind them."""

    name = "game over"
    centred = True
    least = SMALL

    def __init__(self, services: Services, play: PlayScreen, best_before: int) -> None:
        super().__init__(services)
        self._play = play
        self._best = best_before
        self._entered = False
        self._asked = False
        self._rank: int | None = None
        self._ticks = play.match.world.tick
        items = (
            *self._onwards(),
            Item("Fly again", play.restart),
            *self._kept(),
            *self._challenge(),
            Item("To title", lambda: self.leave_for("title")),
        )
        self._lockout = Lockout()
        self.menu = Menu(items, self._leave, services.sound)

    def _leave(self) -> None:
        """To the title; whoever has not signed a score that stands in the table is asked for a name once."""
        if self._rank is not None and not self._asked and not self._signed.name:
            self._asked = True
            self._sign()
        else:
            self.leave_for("title")

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
        name = Item("Name", self._sign, lambda: self._signed.name or "sign here", wide=True)
        return [name, show]

    def _challenge(self) -> list[Item]:
        """What lets others fly the very same game."""
        code = code_of(self._play.match.setup) if self._play.counts else None
        return [] if code is None else [Item("Challenge", lambda: self._copy(code), lambda: code, wide=True)]

    def _copy(self, code: str) -> None:
        self.services.copy(code)
        self.services.say(f"Copied: {code}. Whoever enters it flies the very same game.")

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
        if self.low:
            return self.fill(overlay_width, 16.0)
        return self.fit(overlay_width / 2 - WIDTH / 2, TOP, WIDTH)

    def reading(self) -> list[Item]:
        """What the results are, a row each."""
        verdict = [("Score", self._verdict())] if self._verdict() else []
        facts = [(name.capitalize(), value) for name, value in self._facts()]
        lost = [(f"Lost {when}", how) for when, how in self._deaths()]
        rows = (*verdict, *facts, *lost, *self._points())
        return [Item(name, value=lambda value=value: value, wide=True) for name, value in rows]

    def order(self, read: Sequence[Item], own: Sequence[Item]) -> list[Item]:
        """What there is to do comes first."""
        return [*own, *read]

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

    @property
    def _title(self) -> str:
        return "Orbit held" if self._play.match.won else "Orbit lost"

    @property
    def _score(self) -> int:
        return self._play.match.hud().score or 0

    def _verdict(self) -> str:
        """How the score stands to the best one."""
        if not self._play.counts:
            return f"{self._play.mark}: no score"
        if self._score > self._best:
            return "new best score"
        more = theme.grouped(self._best - self._score + 1)
        return f"{more} more would have been your best" if self._best else ""

    def _facts(self) -> list[tuple[str, str]]:
        """What was reached, with what it is called."""
        hud = self._play.match.hud()
        label = hud.status.label if hud.status is not None else "REACHED"
        best = theme.grouped(max(self._best, self._score))
        facts = [(label, str(hud.progress)), ("TIME", theme.exact_time(self._ticks)), ("BEST", best)]
        return facts if self._rank is None else [*facts, ("PLACE", str(self._rank))]

    def _deaths(self) -> list[tuple[str, str]]:
        """How each ship was lost: whose and when, and to whom."""
        match = self._play.match
        several = match.players_seen > 1
        return [
            (f"{f'P{death.player + 1}  ' if several else ''}{theme.minutes(death.tick)}", death.text)
            for death in match.mode.deaths(match.world)
        ]

    def _points(self) -> list[tuple[str, str]]:
        """Where the points came from, the most first."""
        match = self._play.match
        paid = sorted(match.mode.earnings(match.world).items(), key=lambda item: -item[1])
        return [(name, theme.grouped(value)) for name, value in paid if value]

    def decorate(self, overlay: Overlay) -> None:
        """Results from large to small: points, how far, how each ship was lost, what paid."""
        if self.low:
            self._decorate_low(overlay)
            return
        middle = overlay.width / 2
        theme.veil(overlay, 0.66)
        theme.heading(overlay, self._title, middle, 980.0, 80.0, "center")
        overlay.text("SCORE", middle, 928.0, 24.0, theme.DIM, "center", spacing=0.3)
        overlay.text(theme.grouped(self._score), middle, 838.0, 96.0, theme.ACCENT, "center", "display")
        verdict, short = self._verdict(), not self._play.counts or self._score > self._best
        size, color = (32.0, theme.WARNING) if short else (26.0, theme.DIM)
        overlay.text(verdict, middle, 797.0, size, color, "center")
        theme.facts(overlay, self._facts(), 752.0)
        self._columns(overlay, middle)
        if self._lockout.waiting:
            overlay.text(LET_GO, middle, TOP - 60.0, 28.0, theme.DIM, "center")
        elif self.listening:
            keys = (("arrows", "choose"), ("enter", "accept"), ("esc", "title"))
            theme.hint(overlay, hand_keys(self.services.controls, keys))

    def _decorate_low(self, overlay: Overlay) -> None:
        """Only the score beside the heading: the rest is in the menu."""
        theme.veil(overlay, 0.8)
        left, y, size = LOW_SIDE, overlay.height - 66.0, 48.0
        theme.heading(overlay, self._title, left, y, size)
        overlay.text(
            theme.grouped(self._score), overlay.width - left, y, size, theme.ACCENT, "right", "display"
        )
        if self._lockout.waiting:
            overlay.text(LET_GO, overlay.width / 2, overlay.height / 2, 28.0, theme.DIM, "center")

    def _columns(self, overlay: Overlay, middle: float) -> None:
        """How the last ships were lost, and where the most points came from."""
        for left, title, rows in (
            (middle - COLUMN - 20.0, "HOW SHIPS WERE LOST", self._deaths()[-ROWS:]),
            (middle + 20.0, "WHERE POINTS CAME FROM", self._points()[:ROWS]),
        ):
            if rows:
                height = LINE * len(rows) + 62.0
                overlay.rect(left, COLUMN_TOP - height, COLUMN, height, theme.faded(theme.INK, 0.55), 14.0)
                overlay.text(title, left + 24.0, COLUMN_TOP - 36.0, 22.0, theme.DIM, spacing=0.2)
        for number, (when, how) in enumerate(self._deaths()[-ROWS:]):
            y = COLUMN_TOP - 72.0 - LINE * number
            overlay.text(f"{when}  {how}", middle - COLUMN + 4.0, y, 22.0, theme.TEXT)
        for number, (name, value) in enumerate(self._points()[:ROWS]):
            y = COLUMN_TOP - 72.0 - LINE * number
            overlay.text(name, middle + 44.0, y, 22.0, theme.TEXT)
            overlay.text(value, middle + COLUMN - 4.0, y, 22.0, theme.ACCENT, "right")

    def close(self) -> None:
        """End the match below."""
        self._play.close()

    def status(self) -> dict[str, object]:
        """How the match ended, and the selected item."""
        return {**self._play.status(), **super().status(), "locked": self._lockout.locked}
