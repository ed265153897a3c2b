"""`ModeSpec`: a mode described as plain data, for menus, replays, score tables and sound.

A mode's class holds it as `spec`. It names screens and music by strings, because the game knows no window;
`arena.app.routes` resolves them once, when it is imported.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

NAME = re.compile(r"[a-z_]{1,16}", re.ASCII)
FLAGS = ("seed", "level", "wave", "invulnerable", "hull", "trial")
"""Choices of the command line that not every mode takes; `level` stands for --world and --level."""
CODES = 31
"""Numbers that modes may have in challenge codes; the one after them is kept for another format."""
UNSAID: Any = object()
"""Default of the fields that every spec must give."""

Check = Callable[[Any], bool]


class ModeError(ValueError):
    """A mode that cannot be registered; the message is one line that names the mode and the field."""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(NAME.fullmatch(value))


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "\n" not in value


def _is_empty_or_line(value: Any) -> bool:
    return value == "" or _is_line(value)


def _is_code(value: Any) -> bool:
    return value is None or (type(value) is int and 0 <= value < CODES)


def _are_lines(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_line, value))


def _are_flags(value: Any) -> bool:
    return isinstance(value, tuple) and set(value) <= set(FLAGS)


def _said(check: Check, words: str, default: Any = UNSAID) -> Any:
    """A field: what it may hold, that in words, and a default unless every spec must give it."""
    return field(default=default, metadata={"check": check, "words": words})


def _flag(default: Any = UNSAID) -> Any:
    return _said(lambda value: isinstance(value, bool), "True or False", default)


@dataclass(frozen=True, kw_only=True)
class ModeSpec:
    """Description of a mode.

    Raises:
        ModeError: a field is missing, or holds what it may not.
    """

    name: str = _said(_is_name, "1 to 16 small letters and underscores")
    """Name in `Setup.mode`, in replays and behind `--mode`."""
    title: str = _said(_is_line, "a line")
    """Name on screen."""
    about: tuple[str, ...] = _said(_are_lines, "a tuple of lines")
    """Lines beside the title on the screen of modes; none: the mode is not offered there."""
    help: str = _said(_is_empty_or_line, "a line, or empty")
    """Help in `arena play --help`; empty: `arena play` does not start the mode."""
    demo: bool = _flag()
    """Shown by `arena demo`."""
    music: str = _said(_is_line, "the name of a theme")
    """Name of a theme in `arena.app.sound.themes.MUSIC`."""
    scored: bool = _flag()
    """Results go into the score table that `Mode.board` names."""
    ghosts: bool = _flag()
    """A game can be flown again beside the ghost of its recording."""
    code: int | None = _said(_is_code, f"None or a number from 0 to {CODES - 1}")
    """Number in challenge codes, public and never given to another mode; None: its games have no code."""
    flags: tuple[str, ...] = _said(_are_flags, f"a tuple of {', '.join(FLAGS)}", ("seed",))
    """Choices of `FLAGS` that the mode takes. Without "seed" the mode itself chooses the seed."""
    needs_level: bool = _flag(False)
    """The level is the text of a level file; without one the mode plays the first world."""
    chooser: str = _said(_is_empty_or_line, "the name of a route, or empty", "")
    """Route of the screen that chooses what to play, made with the screen of modes; empty: there is none."""
    opens: str = _said(_is_line, "the name of a route", "play")
    """Route that `arena play --mode` opens, made with nothing."""
    screen: str = _said(_is_empty_or_line, "the name of a route, or empty", "")
    """Route of the mode's own play screen, made with the match; empty: the usual one."""
    practice: str = _said(lambda value: value in ("", "whole", "waves"), "'', 'whole' or 'waves'", "")
    """Extent of practice: none, as a whole, or from any of its waves on (`Mode.skip_to`)."""
    open_seats: bool = _flag(False)
    """Players may come and go while it runs, see `arena.game.seats`."""
    quick_restart: bool = _flag(False)
    """One key begins it anew, without a question."""
    teaches: bool = _flag(False)
    """Meant for new pilots, before their first game."""

    def __post_init__(self) -> None:
        """Refuse what is incomplete."""
        who = "a mode without a name" if self.name is UNSAID else f"mode {self.name!r}"
        for said in fields(self):
            value, words = getattr(self, said.name), said.metadata["words"]
            if value is UNSAID:
                raise ModeError(f"{who}: {said.name} is missing, which is {words}")
            if not said.metadata["check"](value):
                raise ModeError(f"{who}: {said.name} must be {words}, not {value!r}")
