"""Demo screen: the bot plays in the player's view until any press."""

from dataclasses import replace

from arena.app.input.actions import GLOBAL, Action
from arena.app.menus import theme
from arena.app.play.match_screen import MatchScreen, bot_session, fresh_seed, pilot_session, setup_as_asked
from arena.app.play.session import Session
from arena.app.services import Services
from arena.game.mode import Setup
from arena.render.composite import Composite

RESTART_TICKS = 150
"""Time from a lost match to the next one."""


class DemoScreen(MatchScreen):
    """Plays match after match; ends at a key, a click, or after `options.seconds`."""

    name = "demo"

    def __init__(self, services: Services, seed: int | None = None, leave: bool = False) -> None:
        """Show a bot's game, on a random seed if none is given; with `leave`, it closes the window."""
        super().__init__(services)
        self._seed = fresh_seed() if seed is None else seed
        self._leave = leave
        self.session = self._begin()
        self._over_ticks = 0
        self._began: float | None = None

    def update(self, now: float, events: list[Action]) -> None:
        """Run the bot's match."""
        self._began = now if self._began is None else self._began
        seconds = self.services.options.seconds if self._leave else None
        if any(event not in GLOBAL for event in events) or (
            seconds is not None and now - self._began >= seconds
        ):
            self._end()
            return
        before = self.session.match.world.tick
        self.session.update(now)
        if self.session.match.over:
            self._over_ticks += self.session.match.world.tick - before
            if self._over_ticks > RESTART_TICKS:
                self._restart()

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the bot's view and a caption."""
        frame = self.session.build(now, size)
        overlay = frame.overlay
        theme.caption(overlay, "DEMO")
        theme.hint(overlay, (("any key", "leave"),))
        return frame

    def _begin(self) -> Session:
        options = replace(self.services.options, seed=self._seed, players=1)
        if self._leave:
            return pilot_session(self.services, setup_as_asked(options))
        setup = Setup(seed=self._seed, difficulty=options.difficulty)
        return bot_session(self.services, setup, audible=True)

    def _restart(self) -> None:
        self.session.close()
        self._seed += 1
        self._over_ticks = 0
        self.session = self._begin()

    def _end(self) -> None:
        if self._leave:
            self.services.quit()
        else:
            self.leave_for("title")
