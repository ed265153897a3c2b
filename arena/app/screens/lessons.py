"""First flight: lessons with the keys of the current device, followed by the chosen game."""

from collections.abc import Callable

from arena.app.input.actions import Action
from arena.app.input.labels import action_label, lesson_label
from arena.app.menus import theme
from arena.app.play.match_screen import again
from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from arena.game.hud import Lesson
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.composite import Composite
from arena.view.overlay.overlay import Overlay

WIDTH, HEIGHT = 860.0, 170.0
Y = 872.0
"""Lower edge of the lesson's panel [virtual px]."""
KEY_SIZE = 1.5


class LessonsScreen(PlayScreen):
    """Shows each task and its key; then begins the chosen game."""

    def __init__(self, services: Services, match: Match, following: Setup | None = None) -> None:
        """Teach, then play `following`, or show the title if it is None."""
        super().__init__(services, match)
        self._following = following

    @property
    def pause_items(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """Pause item that skips the lessons."""
        return (("Skip the lessons", self.skip),)

    def restart(self) -> None:
        """Restart the lessons."""
        setup = again(self.services, self.match.setup)
        self.leave_for("play", *filter(None, (setup, self._following)))

    def skip(self) -> None:
        """Skip the rest, and do not offer the lessons again."""
        services = self.services
        services.settings.lessons_done = True
        services.save()
        if self._following is None:
            self.leave_for("title")
        else:
            self.leave_for("play", self._following)

    def update(self, now: float, events: list[Action]) -> None:
        """Run the due ticks; go on at the end."""
        if self.match.over:
            self.skip()
        else:
            super().update(now, events)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the world and the lesson above it."""
        frame = super().build(now, size)
        lesson = self.match.hud().lesson
        if lesson is not None:
            self._draw(frame.overlay, lesson)
        pause = action_label(self.services.controls, Action.PAUSE)
        theme.hint(frame.overlay, ((pause, "pause, skip the lessons"),))
        return frame

    def _draw(self, overlay: Overlay, lesson: Lesson) -> None:
        middle, left = overlay.width / 2, overlay.width / 2 - WIDTH / 2
        overlay.rect(left, Y, WIDTH, HEIGHT, theme.faded(theme.INK, 0.72), 18.0)
        color = theme.ACCENT if lesson.learnt else theme.TEXT
        key = lesson_label(self.services.controls, lesson.action)
        measure = Overlay(1.0)
        key = "" if lesson.learnt else key
        key_width = 40.0 + theme.keys(measure, ((key, ""),), 0.0, 0.0, KEY_SIZE) if key else 0.0
        title = "Well done" if lesson.learnt else lesson.title
        width = overlay.text_width(title.upper(), 44.0, "display", 0.1) + key_width
        x = middle - width / 2
        overlay.text(title.upper(), x, Y + 104.0, 44.0, color, "left", "display", 0.1)
        if key:
            theme.keys(overlay, ((key, ""),), x + width - key_width + 40.0, Y + 108.0, KEY_SIZE)
        overlay.text(lesson.line, middle, Y + 54.0, 28.0, theme.DIM, "center")
        overlay.text(f"{lesson.number} of {lesson.count}", left + 28.0, Y + 22.0, 22.0, theme.DIM)
        theme.bar(overlay, middle - 220.0, Y + 22.0, 440.0, 1.0 if lesson.learnt else lesson.share, color)
