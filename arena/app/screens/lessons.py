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
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import Overlay

TITLE, LINE, SMALL = 40.0, 28.0, 22.0
"""Sizes of letters [virtual px]."""
HEIGHT, BAR = 136.0, 520.0
"""Height of a lesson, and length of the row of its number and bar [virtual px]."""
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
        key = "" if lesson.learnt else lesson_label(self.services.controls, lesson.action)
        title = ("Well done" if lesson.learnt else lesson.title).upper()
        number = f"{lesson.number} of {lesson.count}"
        key_width = 40.0 + theme.keys(Overlay(1.0), ((key, ""),), 0.0, 0.0, KEY_SIZE) if key else 0.0
        top = overlay.text_width(title, TITLE, "display", 0.1) + key_width
        width = max(top, overlay.text_width(lesson.line, LINE), BAR) + 20.0
        color = theme.ACCENT if lesson.learnt else theme.TEXT

        def draw(middle: float, bottom: float, scale: float) -> None:
            x, y = middle - top / 2 * scale, bottom + 92.0 * scale
            overlay.text(title, x, y, TITLE * scale, color, "left", "display", 0.1)
            if key:
                right = x + (top - key_width + 40.0) * scale
                theme.keys(overlay, ((key, ""),), right, y + 2.0 * scale, KEY_SIZE * scale)
            overlay.text(lesson.line, middle, bottom + 50.0 * scale, LINE * scale, theme.TEXT, "center")
            left, wide = middle - BAR / 2 * scale, overlay.text_width(number, SMALL) + 16.0
            overlay.text(number, left, bottom + 16.0 * scale, SMALL * scale, theme.TEXT)
            left += wide * scale
            share = 1.0 if lesson.learnt else lesson.share
            theme.bar(overlay, left, bottom + 18.0 * scale, (BAR - wide) * scale, share, color)

        overlay.add_line(Line(Slot.BOTTOM, Rank.PROGRESS, width, HEIGHT, draw))
