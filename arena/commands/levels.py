"""`arena levels`: list the shipped levels and the player's own, check files, print what a level may hold."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands import CommandError, refusing
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.game.levels.plan import Level


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.schema:
        return _print_schema(options.schema)
    if options.check is not None:
        return _check([Path(name) for name in options.check])
    return _list()


def _print_schema(form: str) -> int:
    from arena.game.levels.document import json_schema, readable_schema

    print(json_schema() if form == "json" else readable_schema(), end="")
    return 0


def _list() -> int:
    from arena.app.storage.level_files import list_levels
    from arena.app.storage.levels import load_worlds

    for path, _, level in load_worlds():
        print(f"{level.world}  {level.name:<16} {_phases(level)}  {level.brief}")
        print(f"   {path}")
    for number, path in enumerate(list_levels()):
        if not number:
            print(f"\nyours, in {printable(path.parent)}; --check says what is wrong with one:")
        print(f"   {path.name}")
    print("\nplay one: arena play --mode campaign --world N, or --level FILE for one of your own")
    return 0


def _check(paths: list[Path]) -> int:
    """Print every problem of each file; return 1 if there is any, 2 if one cannot be read.

    Raises:
        CommandError: a kind of the catalogue names a mind that is not there, so that no level can be played.
    """
    from arena.ai.specialists import bound_minds
    from arena.app.storage.levels import load_level
    from arena.catalogue.registry import CatalogueError
    from arena.game.levels import LevelError

    try:
        bound_minds()
    except CatalogueError as error:
        raise CommandError(f"no level can be played: {error}", CommandError.FAILED) from error
    worst = 0
    for path in paths:
        try:
            with refusing(f"read {path}"):
                file = load_level(path)
        except LevelError as error:
            worst = max(worst, CommandError.FAILED)
            print("\n".join(error.lines()), file=sys.stderr)
        except CommandError as error:
            worst = max(worst, error.exit_code)
            print(f"error: {printable(error)}", file=sys.stderr)
        else:
            print(f"{printable(path)}: {file.level.name}, {_phases(file.level)}: good")
    return worst


def _phases(level: "Level") -> str:
    count = len(level.phase)
    return "1 phase" if count == 1 else f"{count} phases"
