"""Facts that follow from a document: its text, its plan, and its problems."""

from functools import cached_property

from arena.game.levels import Level, LevelError, Problem, parse_level
from arena.game.levels.parser import plan_of
from arena.game.levels.writer import Document, format_level


class Facts:
    """Facts of one document, each worked out when it is first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def text(self) -> str:
        """Text of the document, as a file holds it."""
        return format_level(self.document)

    @cached_property
    def _checked(self) -> Level | LevelError:
        try:
            return parse_level(self.text)
        except LevelError as error:
            return error

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems that keep it from being played, found as `arena levels --check` finds them."""
        return tuple(self._checked.problems) if isinstance(self._checked, LevelError) else ()

    @cached_property
    def level(self) -> Level:
        """Plan, whether or not it can be played."""
        return self._checked if isinstance(self._checked, Level) else plan_of(self.document)
