"""Watching a recorded play: the same commands meet the same world."""

from collections.abc import Mapping

from arena.app import theme
from arena.app.actions import Action
from arena.app.local_players import LocalPlayer
from arena.app.match_screen import MatchScreen
from arena.app.services import Services
from arena.app.session import Session
from arena.game.match import Match
from arena.game.replay import Replay
from arena.render.composite import Composite
from arena.sim.commands import PlayerCommand
from arena.sim.world import World


class ReplayScreen(MatchScreen):
    """Plays a recording to its end and then shows the last moment until somebody leaves."""

    name = "replay"

    def __init__(self, services: Services, replay: Replay, match: Match) -> None:
        super().__init__(services)
        self._replay = replay
        self.session = Session(services, match, [self._recorded] * match.setup.players)
        self._paused = False

    def update(self, now: float, events: list[Action]) -> None:
        """Tick while there are commands left; accept pauses, back leaves."""
        if Action.MENU_BACK in events:
            self.services.quit()
            return
        if Action.MENU_ACCEPT in events or Action.MENU_CLICK in events:
            self._paused = not self._paused
        if self._paused or self._ended:
            self.session.rest()
            return
        self.session.update(now, self._replay.ticks - self.session.match.world.tick)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """The player's view and how far the recording has come."""
        frame = self.session.build(now, size)
        overlay = frame.overlay
        tick, ticks = self.session.match.world.tick, self._replay.ticks
        word = "END OF REPLAY" if self._ended else "REPLAY, PAUSED" if self._paused else "REPLAY"
        count = f"{theme.minutes(tick)} / {theme.minutes(ticks)}"
        theme.progress(overlay, word, tick / max(1, ticks), count)
        theme.hint(overlay, (("space", "pause"), ("esc", "leave")))
        return frame

    def interrupt(self) -> None:
        """Nobody watches."""
        self._paused = True

    def status(self) -> Mapping[str, object]:
        """How far it has come."""
        return {**super().status(), "ended": self._ended}

    @property
    def _ended(self) -> bool:
        return self.session.match.world.tick >= self._replay.ticks

    def _recorded(self, player: LocalPlayer, world: World) -> PlayerCommand:
        return self._replay.commands_at(world.tick)[player.slot]
