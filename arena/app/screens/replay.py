"""Watching a recorded play: the same commands meet the same world."""

from collections.abc import Mapping, Sequence

from arena.app import theme
from arena.app.actions import Action
from arena.app.screens import routes
from arena.app.services import Screen, Services
from arena.app.session import Session
from arena.game.match import Match
from arena.game.replay import Replay
from arena.sim.commands import PlayerCommand
from arena.view.frame import Frame


class ReplayScreen(Screen):
    """Plays a recording to its end and then shows the last moment until somebody leaves."""

    name = "replay"

    def __init__(self, services: Services, replay: Replay, match: Match) -> None:
        super().__init__(services)
        self._replay = replay
        self._session = Session(services, match, self._commands)
        self._paused = False

    def update(self, now: float, events: list[Action]) -> None:
        """Tick while there are commands left; accept pauses, back leaves."""
        if Action.MENU_BACK in events:
            self.services.quit()
            return
        if Action.MENU_ACCEPT in events or Action.MENU_CLICK in events:
            self._paused = not self._paused
        if self._paused or self._ended:
            self._session.rest()
            return
        self._session.update(now, self._replay.ticks - self._session.match.world.tick)

    @property
    def behind(self) -> bool:
        """Whether ticks are still due."""
        return self._session.behind

    def build(self, now: float, size: tuple[int, int]) -> Frame:
        """The player's view and how far the recording has come."""
        frame = self._session.build(now, size)
        overlay, middle = frame.overlay, frame.overlay.width / 2
        tick, ticks = self._session.match.world.tick, self._replay.ticks
        word = "END OF REPLAY" if self._ended else "REPLAY, PAUSED" if self._paused else "REPLAY"
        overlay.text(word, middle, 136.0, 30.0, theme.ACCENT, "center", "display", 0.3)
        theme.bar(overlay, middle - 300.0, 100.0, 600.0, tick / max(1, ticks))
        overlay.text(
            f"{theme.minutes(tick)} / {theme.minutes(ticks)}", middle + 324.0, 96.0, 24.0, theme.TEXT
        )
        theme.hint(overlay, (("space", "pause"), ("esc", "leave")))
        return frame

    def interrupt(self) -> None:
        """Nobody watches."""
        self._paused = True

    def close(self) -> None:
        """End the match."""
        self._session.close()

    def status(self) -> Mapping[str, object]:
        """How far it has come."""
        return {**routes.match_status(self._session), "ended": self._ended}

    @property
    def _ended(self) -> bool:
        return self._session.match.world.tick >= self._replay.ticks

    def _commands(self, session: Session) -> Sequence[PlayerCommand]:
        return self._replay.commands_at(session.match.world.tick)
