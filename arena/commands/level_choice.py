"""Which mode and which level the flags of a command name."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands import CommandError

if TYPE_CHECKING:
    from arena.app.storage.levels import LevelFile


def chosen_mode(options: argparse.Namespace) -> str:
    """The mode that was named, or that the other flags ask for.

    Raises:
        CommandError: flags stand beside a mode that they do not belong to.
    """
    wants_level = options.world is not None or options.level is not None
    wave, safe = getattr(options, "wave", None), getattr(options, "invulnerable", False)
    chosen = options.mode or ("practice" if wave or safe else "campaign" if wants_level else "endless")
    if wants_level and chosen not in ("campaign", "practice", "sandbox"):
        known = "campaign, practice or sandbox"
        raise CommandError(f"--world and --level belong to --mode {known}, not to {chosen}")
    if (wave or safe) and chosen != "practice":
        raise CommandError(f"--wave and --invulnerable belong to --mode practice, not to {chosen}")
    if wave and wants_level:
        raise CommandError("--wave is of the endless waves: leave it out, or --world and --level")
    return chosen


def chosen_exercise(options: argparse.Namespace) -> str:
    """What is practised, as the level of a practice match.

    Raises:
        CommandError: a level cannot be read, or is none.
    """
    from arena.game.modes.practice import Exercise, format_exercise

    if options.world is None and options.level is None:
        return format_exercise(Exercise(wave=options.wave or 1, invulnerable=options.invulnerable))
    text = chosen_level(options).text
    return format_exercise(Exercise("campaign", invulnerable=options.invulnerable, level=text))


def chosen_level(options: argparse.Namespace) -> "LevelFile":
    """The level file that was named, or the world's.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.storage.levels import load_world

    return load_world(options.world or 1) if options.level is None else read_level(options.level)


def edited_level(options: argparse.Namespace) -> "LevelFile | None":
    """The level that the editor begins with; None: an empty one.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    return None if options.world is None and options.level is None else chosen_level(options)


def read_level(name: str) -> "LevelFile":
    """The level in a file.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.storage.levels import load_level
    from arena.game.levels import LevelError

    try:
        return load_level(Path(name))
    except LevelError as error:
        more = f"; all of it: arena levels --check {name}" if len(error.problems) > 1 else ""
        raise CommandError(f"{error}{more}") from error
    except OSError as error:
        raise CommandError(f"cannot read the level {name}: {error.strerror or error}") from error
