"""Take-over screen: play on from a moment of a replay, without score or recording."""

from collections.abc import Callable, Sequence

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.play.match_screen import MatchScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from arena.game.replays.playback import Playback
from arena.render.composite import Composite

READY_SECONDS = 1.0
"""Pause before the first tick, so that the player can get ready."""


class TakeOverScreen(PlayScreen):
    """Game taken over from a replay, which waits behind."""

    name = "take over"
    counts = False

    def __init__(self, services: Services, replay: MatchScreen, playback: Playback) -> None:
        """Go on from the current tick of `playback`, which the screen `replay` shows."""
        super().__init__(services, playback.branch_off(services.options.workers))
        self._replay, self._playback = replay, playback
        self._from = self.match.world.tick
        self._ready_at: float | None = None
        self.services.say("Taken over: no score")

    @property
    def mark(self) -> str:
        """Label that tells it from a game that counts."""
        return f"taken over at {theme.minutes(self._from)}"

    @property
    def pause_items(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Pause item that leads back to the replay."""
        return (("Back to the replay", self._go_back), *super().pause_items)

    def update(self, now: float, events: list[Action]) -> None:
        """Wait for `READY_SECONDS`, then run the due ticks."""
        if self._ready_at is None:
            self._ready_at = now + READY_SECONDS
        if now >= self._ready_at or Action.PAUSE in events:
            super().update(now, events)
        else:
            self.session.rest()

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the players' views and the mark."""
        frame = super().build(now, size)
        ready = self._ready_at is not None and now < self._ready_at
        theme.caption(frame.overlay, "GET READY" if ready else self.mark.upper())
        return frame

    def finish(self) -> None:
        """Do nothing: the game is not kept."""

    def restart(self) -> None:
        """Restart from the same moment."""
        self.session.close()
        self.services.go_to("take over", self._replay, self._playback)

    def _go_back(self) -> None:
        self.session.close()
        self.services.go(self._replay)

    def close(self) -> None:
        """End this game and close the replay behind it."""
        try:
            super().close()
        finally:
            self._replay.close()
