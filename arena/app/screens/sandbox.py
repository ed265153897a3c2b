"""Test flight of the edited level: it does not count, and one key leads back to the editor."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from arena.app.input.actions import Action
from arena.app.input.labels import action_label
from arena.app.menus import theme
from arena.app.play.play_screen import OVER_TICKS, PlayScreen
from arena.app.services import Screen, Services
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.composite import Composite

HINT_TICKS = 360


class SandboxScreen(PlayScreen):
    """Match of an editor's level; owns the editor's screen until that is shown again."""

    name = "sandbox"

    def __init__(
        self, services: Services, editor: Screen, setup: Setup, renew: Callable[[], Setup | None]
    ) -> None:
        """Fly `setup`; `renew` makes one of the changed level, None for an invalid one."""
        super().__init__(services, Match(**asdict(setup), workers=services.options.workers))
        self._editor, self._renew = editor, renew
        self._ended = 0
        self._known = setup.level  # level of the last message

    @property
    def pause_items(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Pause item that leads back to the editor."""
        return (("Back to the editor", self.back),)

    def update(self, now: float, events: list[Action]) -> None:
        """Run the due ticks until a press or a win leads back; watch for changes of the level."""
        self._tell_of_change()
        if Action.EDIT_PLAY in events:
            self.back()
        elif Action.RESTART in events:
            self.restart()
        elif self.match.over and Action.PAUSE not in events:
            before = self.match.world.tick
            self.session.update(now)
            self._ended += self.match.world.tick - before
            if self._ended >= OVER_TICKS:
                self.services.say("The level was cleared")
                self.back()
        else:
            super().update(now, events)

    def _tell_of_change(self) -> None:
        now = self._renew()
        if now is not None and now.level != self._known:
            self._known = now.level
            key = action_label(self.services.controls, Action.RESTART)
            self.services.say(f"The level was changed: {key} flies it as it is now")

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the world, and at first the key that leads back."""
        frame = super().build(now, size)
        if self.match.world.tick < HINT_TICKS:
            controls = self.services.controls
            back, again = action_label(controls, Action.EDIT_PLAY), action_label(controls, Action.RESTART)
            theme.hint(frame.overlay, ((back, "back to the editor"), (again, "once more")))
        return frame

    def back(self) -> None:
        """Go back to the editor."""
        super().close()
        self.services.go(self._editor)

    def restart(self) -> None:
        """Restart from the same phase with the current level."""
        setup = self._renew() or self.match.setup
        super().close()
        self.services.go(SandboxScreen(self.services, self._editor, setup, self._renew))

    def close(self) -> None:
        """End the match and close the editor behind it."""
        try:
            super().close()
        finally:
            self._editor.close()
