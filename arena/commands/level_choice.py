"""Which mode and which level the flags of a command name."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands import CommandError

if TYPE_CHECKING:
    from arena.app.levels import LevelFile


def chosen_mode(options: argparse.Namespace) -> str:
    """The mode that was named, or that the other flags ask for.

    Raises:
        CommandError: --world or --level stand beside a mode that has no levels.
    """
    wants_level = options.world is not None or options.level is not None
    chosen = options.mode or ("campaign" if wants_level else "endless")
    if wants_level and chosen != "campaign":
        raise CommandError(f"--world and --level belong to --mode campaign, not to {chosen}")
    return chosen


def chosen_level(options: argparse.Namespace) -> "LevelFile":
    """The level file that was named, or the world's.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.levels import load_world

    return load_world(options.world or 1) if options.level is None else read_level(options.level)


def read_level(name: str) -> "LevelFile":
    """The level in a file.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.levels import load_level
    from arena.game.levels import LevelError

    try:
        return load_level(Path(name))
    except LevelError as error:
        more = f"; all of it: arena levels --check {name}" if len(error.problems) > 1 else ""
        raise CommandError(f"{error}{more}") from error
    except OSError as error:
        raise CommandError(f"cannot read the level {name}: {error.strerror or error}") from error
