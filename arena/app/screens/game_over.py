"""Results screen at the end of a match."""

import sys
from collections.abc import Sequence
from dataclasses import replace

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.menus.medals import MedalRow, medal_rows
from arena.app.menus.menu import ROW, Item, Menu, Place
from arena.app.menus.menu_screen import FOOT, LOW_SIDE, SMALL, MenuScreen
from arena.app.menus.results import (
    DONE,
    MENU,
    STEPS_MENU,
    STRUCK,
    Loss,
    Results,
    columns,
    counted,
    draw_results,
    step_of,
)
from arena.app.menus.ships import list_ships, ship_items, ship_lines
from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from arena.app.sound.effects import Sound
from arena.app.storage.challenges import code_of
from arena.app.storage.levels import load_world
from arena.app.storage.score_table import Result
from arena.catalogue.hulls import HULLS
from arena.game.levels.schema import WORLDS
from arena.game.modes import score_text
from arena.render.composite import Composite
from arena.view.overlay.overlay import Overlay

WIDTH = 560.0
VEIL = 0.22
"""Darkening of the picture beside the shade at the left: the planet shines between the texts."""
LET_GO = "let go of all keys to go on"
LOCKED_SECONDS = 0.5
"""Shortest time before the menu accepts input [s]."""


class Lockout:
    """Debounce of a menu that just appeared: keys of the game's last moments choose nothing.

    Locked until some time has passed and, after that, nothing is held for a moment.
    """

    def __init__(self, seconds: float = LOCKED_SECONDS) -> None:
        self._seconds = seconds
        self._began: float | None = None
        self._held_late = False
        self.locked = True

    @property
    def waiting(self) -> bool:
        """True while only a held key keeps the menu locked."""
        return self.locked and self._held_late

    def update(self, now: float, held: bool) -> None:
        """Advance to `now` [s]; `held` is true while any key, button or stick is down."""
        self._began = now if self._began is None else self._began
        late = now - self._began >= self._seconds
        self._held_late = late and held
        if late and not held:
            self.locked = False


class GameOverScreen(MenuScreen):
    """Score, verdict, news and record above the turning planet."""

    name = "game over"
    least = SMALL

    def __init__(self, services: Services, play: PlayScreen, best_before: int) -> None:
        super().__init__(services)
        self._play = play
        self._best = best_before
        self._entered = False
        self._asked = False
        self._rank: int | None = None
        self._ticks = play.match.world.tick
        self._began: float | None = None  # time of the first frame [s]
        self._age = 0.0  # time since the first frame [s]
        self._struck = False
        self._ships = list_ships(play.match, services.devices)
        self._lack, self._advice = self._look_ahead()
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
        """Leave for the title; ask once for a name if a kept score is unsigned."""
        if self._rank is not None and not self._asked and not self._signed.name:
            self._asked = True
            self._sign()
        else:
            self.leave_for("title")

    def _onwards(self) -> list[Item]:
        """Item of the next world after a win."""
        match = self._play.match
        world, _ = match.mode.world_reached or (WORLDS, 0)
        if not self._play.counts or not match.won or world == WORLDS:
            return []
        following = load_world(world + 1)
        onwards = replace(match.setup, level=following.text, players=max(1, sum(match.present)), seats=0)
        return [Item(f"On to {following.level.name}", lambda: self.leave_for("play", onwards))]

    def _kept(self) -> list[Item]:
        """Items that sign the kept score and open the table."""
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
        """Item that copies the challenge code of this game."""
        code = code_of(self._play.match.setup) if self._play.counts else None
        return [] if code is None else [Item("Challenge", lambda: self._copy(code), lambda: code, wide=True)]

    def _copy(self, code: str) -> None:
        self.services.copy(code)
        self.services.say(f"Copied: {code}. Whoever enters it flies the very same game.")

    @property
    def _signed(self) -> Result:
        """Result with its current name."""
        result = self._play.result
        assert result is not None
        return self.services.scores.with_name(result)

    def _sign(self) -> None:
        self.services.go_to("sign", self, self._signed)

    def enter(self) -> None:
        """Play the end's music once."""
        if not self._entered:
            self._entered = True
            self.services.sound(Sound.GAME_OVER)

    def place(self, overlay_width: float) -> Place:
        """Place below the score, beside the record."""
        if self.low:
            return self.fill(overlay_width, 16.0)
        left, column, _, _ = columns(overlay_width)
        width, top = min(WIDTH, column), self.canvas[1] - MENU - STEPS_MENU * self._step
        return Place(left + (column - width) / 2, top, width, int((top - FOOT) / ROW))

    @property
    def _step(self) -> float:
        """Step that spreads the page as far as the menu leaves room."""
        return step_of(self.canvas[1], ROW * len(self.menu.items))

    def reading(self) -> list[Item]:
        """Results as menu rows."""
        words = ("Score", self._verdict()), ("Next", self._advice)
        verdict = [(name, told) for name, told in words if told]
        facts = [(name.capitalize(), value) for name, value in self._facts()]
        lost = [(f"Lost {loss.when}", loss.how) for loss in self._deaths()]
        points = [(name, theme.grouped(value)) for name, value in self._points()]
        best = [("Best", self._words(max(self._best, self._score)))]
        news = [("New", line) for line in self._news()]
        medals = [(row.name.capitalize(), row.told) for row in self._medals]
        rows = (*verdict, *facts, *best, *medals, *news, *lost, *points)
        items = [Item(name, value=lambda value=value: value, wide=True) for name, value in rows]
        return [*items, *ship_items(self._ships)]

    def order(self, read: Sequence[Item], own: Sequence[Item]) -> list[Item]:
        """Put actions before the results."""
        return [*own, *read]

    def update(self, now: float, events: list[Action]) -> None:
        """Update the lockout and the menu."""
        play = self._play
        if Action.RESTART in events and play.match.mode.spec.quick_restart:
            play.restart()
            return
        was_locked = self._lockout.locked
        self._lockout.update(now, held=not self.services.controls.idle)
        events = [] if was_locked else events
        super().update(now, events)

    @property
    def listening(self) -> bool:
        """True once no key from the flight is still held."""
        return not self._lockout.locked

    def idle(self, now: float) -> None:
        """Run the match without the player."""
        self._play.session.update(now)

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the planet without foreground that would disturb the text."""
        self._pass_time(now)
        frame = self._play.session.build(now, size, hud=False, profiled=False)
        for view in frame.views:
            view.empty()
        return frame

    def _pass_time(self, now: float) -> None:
        self._began = now if self._began is None else self._began
        self._age = DONE if self.services.settings.reduced_motion else now - self._began
        if self._age >= STRUCK and not self._struck:
            self._struck = True
            if self._proud:
                self.services.sound(Sound.MULTIPLIER_UP)

    @property
    def behind(self) -> bool:
        """True while ticks are due."""
        return self._play.behind

    @property
    def _title(self) -> str:
        if self._play.medal:
            return self._play.medal.capitalize()
        return "Orbit held" if self._play.match.won else "Orbit lost"

    @property
    def _score(self) -> int:
        return self._play.match.hud().score or 0

    @property
    def _proud(self) -> bool:
        return self._play.counts and self._score > self._best

    def _look_ahead(self) -> tuple[str, str]:
        """Distance of the score to the next rival, and a way there; "" where there is none."""
        match, rival = self._play.match, self._play.next_rival(sys.maxsize)
        if rival is None:
            return "", ""
        missing = rival.needs - self._score
        lack = f"{match.mode.short_text(match.world, self._score, rival.needs)} {rival.name}"
        way = match.mode.way_text(match.world, missing, self._play.multiplier)
        if self._proud:
            return lack, f"{self._words(missing)} to {rival.name}: {way}" if way else lack
        return lack, f"{way} would have done it" if way else ""

    def _verdict(self) -> str:
        """Comparison of the score with the next rival, or the reason why it does not count."""
        if not self._play.counts:
            return f"{self._play.mark}: no score"
        return "new best score" if self._proud else self._lack

    def _facts(self) -> list[tuple[str, str]]:
        """Facts of the match, each with a label."""
        hud = self._play.match.hud()
        status = hud.status
        reached = ("REACHED", str(hud.progress)) if status is None else (status.label, status.value)
        figures = self._play.match.mode.figures(self._play.match.world)
        facts = [reached, ("TIME", theme.exact_time(self._ticks)), *figures.items()]
        return facts if self._rank is None else [*facts, ("PLACE", str(self._rank))]

    def _words(self, score: int) -> str:
        """A score for people."""
        return score_text(self._play.match.board, score)

    @property
    def _medals(self) -> list[MedalRow]:
        """Medals of the game."""
        return medal_rows(self._play.match, self._score)

    def _news(self) -> list[str]:
        """Records beaten and things unlocked, greatest first."""
        reached, news = self._play.reached, list[str]()
        if reached.medal:
            news.append(f"{reached.medal.capitalize()} medal won for the first time")
        for hull in reached.hulls:
            news.append(f"Hull {HULLS.named(hull).show.title} is open now, choose it under Play")
        if reached.opened:
            news.append(f"World {reached.opened}, {load_world(reached.opened).level.name}, is open now")
        if reached.won_on:
            news.append(f"Won on {reached.won_on} for the first time")
        elif reached.phases and self._score:
            phases = "1 phase" if reached.phases == 1 else f"{reached.phases} phases"
            news.append(f"{phases} cleared, farther than ever")
        if reached.medals:
            news.append("A new medal" if reached.medals == 1 else f"{reached.medals} new medals")
        if self._proud and self._best:
            news.append(f"Best score beaten by {self._words(self._score - self._best)}")
        if self._rank is not None and (behind := self._just_behind):
            whose = f"{behind.name} with" if behind.name else "a score of"
            news.append(f"Place {self._rank}, ahead of {whose} {self._words(behind.score)}")
        return news

    @property
    def _just_behind(self) -> Result | None:
        """Next lower result in the table."""
        own = self._play.result
        rows = (self.services.scores.top() or {}).get(own.board, []) if own is not None else []
        return next((row for row in rows if own is not None and row.order > own.order), None)

    def _deaths(self) -> list[Loss]:
        """Losses of ships: player, time and cause."""
        match = self._play.match
        several = match.players_seen > 1
        return [
            Loss(
                death.tick,
                f"{f'P{death.player + 1}  ' if several else ''}{theme.minutes(death.tick)}",
                death.text,
                death.means,
            )
            for death in match.mode.deaths(match.world)
        ]

    def _points(self) -> list[tuple[str, int]]:
        """Sources of points, largest first."""
        match = self._play.match
        paid = sorted(match.mode.earnings(match.world).items(), key=lambda item: -item[1])
        return [(name, value) for name, value in paid if value]

    def _results(self) -> Results:
        return Results(
            self._title,
            self._score,
            self._best,
            self._verdict(),
            self._proud,
            self._facts(),
            self._ticks,
            self._deaths(),
            self._points(),
            self._news(),
            self._words,
            self._advice,
            ship_lines(self._ships),
            self._medals,
        )

    def decorate(self, overlay: Overlay) -> None:
        """Draw the results page."""
        if self.low:
            self._decorate_low(overlay)
            return
        theme.veil(overlay, VEIL)
        theme.shade_left(overlay)
        draw_results(overlay, self._results(), self._age, self._step)
        if self._lockout.waiting:
            place = self.place(overlay.width)
            overlay.text(LET_GO, place.x + place.width / 2, place.y - 60.0, 28.0, theme.DIM, "center")
        elif self.listening:
            self.hint(overlay, ("arrows", "choose"), ("enter", "accept"), ("esc", "title"))

    def _decorate_low(self, overlay: Overlay) -> None:
        """Draw the score beside the heading of a low picture; the menu shows the rest."""
        theme.veil(overlay, 0.8)
        left, y, size = LOW_SIDE, overlay.height - theme.LOW_BASE, theme.LOW_HEADING
        theme.heading(overlay, self._title, left, y, size)
        score = self._words(round(self._score * counted(self._age)))
        overlay.text(score, overlay.width - left, y, size, theme.ACCENT, "right", "display")
        if self._lockout.waiting:
            overlay.text(LET_GO, overlay.width / 2, overlay.height / 2, 28.0, theme.DIM, "center")

    def close(self) -> None:
        """End the match behind."""
        self._play.close()

    def status(self) -> dict[str, object]:
        """End of the match, and the selected item."""
        return {**self._play.status(), **super().status(), "locked": self._lockout.locked}
