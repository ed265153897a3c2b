"""The demo: the bot plays with the player's view, until somebody presses anything."""

from collections.abc import Mapping

from arena.app import theme
from arena.app.actions import GLOBAL, Action
from arena.app.screens import routes
from arena.app.services import Screen, Services
from arena.app.session import Session
from arena.game.bot import Bot
from arena.game.match import Match
from arena.view.frame import Frame

RESTART_TICKS = 150
"""How long the end of a lost match stays in view."""


def bot_session(services: Services, seed: int, audible: bool) -> Session:
    """Begin a match that the bot plays."""
    match, bot = Match("endless", seed, 1, services.options.workers), Bot(0)
    return Session(services, match, lambda session: [bot.command(session.match.world)], audible)


class DemoScreen(Screen):
    """Plays match after match; ends at a key, a click, or after `options.seconds`."""

    name = "demo"

    def __init__(self, services: Services, seed: int, leave: bool = False) -> None:
        """Show a bot's game; with `leave`, closing it closes the window."""
        super().__init__(services)
        self._seed = seed
        self._leave = leave
        self._session = bot_session(services, seed, audible=True)
        self._over_ticks = 0
        self._began: float | None = None

    def update(self, now: float, events: list[Action]) -> None:
        """Let the bot play."""
        self._began = now if self._began is None else self._began
        seconds = self.services.options.seconds if self._leave else None
        if any(event not in GLOBAL for event in events) or (
            seconds is not None and now - self._began >= seconds
        ):
            self._end()
            return
        before = self._session.match.world.tick
        self._session.update(now)
        if self._session.match.over:
            self._over_ticks += self._session.match.world.tick - before
            if self._over_ticks > RESTART_TICKS:
                self._restart()

    @property
    def behind(self) -> bool:
        """Whether ticks are still due."""
        return self._session.behind

    def build(self, now: float, size: tuple[int, int]) -> Frame:
        """The bot's view and a line that says who flies."""
        frame = self._session.build(now, size)
        overlay = frame.overlay
        overlay.text("DEMO", overlay.width / 2, 96.0, 30.0, theme.ACCENT, "center", "display", 0.3)
        theme.hint(overlay, (("any key", "leave"),))
        return frame

    def close(self) -> None:
        """End the match."""
        self._session.close()

    def status(self) -> Mapping[str, object]:
        """How the bot does."""
        return routes.match_status(self._session)

    def _restart(self) -> None:
        self._session.close()
        self._seed += 1
        self._over_ticks = 0
        self._session = bot_session(self.services, self._seed, audible=True)

    def _end(self) -> None:
        if self._leave:
            self.services.quit()
            return
        self.close()
        self.services.go(routes.title(self.services))
