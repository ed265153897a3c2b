"""Mode and level from the flags of a command."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands import CommandError, refusing

if TYPE_CHECKING:
    from arena.app.storage.levels import LevelFile
    from arena.game.mode import Mode

SPELLINGS = {
    "seed": "--seed belongs",
    "level": "--world and --level belong",
    "wave": "--wave belongs",
    "invulnerable": "--invulnerable belongs",
    "hull": "--hull belongs",
    "trial": "--trial belongs",
}
"""Spellings of flags that not every mode takes, see `arena.game.mode_spec.FLAGS`."""


def modes_of(command: str) -> "Mapping[str, type[Mode]]":
    """The modes that `arena play` starts, or those that bots play, by name."""
    from arena.game.modes import MODES

    known = MODES.items()
    return {name: mode for name, mode in known if (mode.spec.help if command == "play" else mode.spec.demo)}


def describe_modes(command: str) -> str:
    """The modes of a command in one paragraph, for its help."""
    from arena.game.mode import Setup

    told = (f"{name}: {mode.spec.help}" for name, mode in modes_of(command).items())
    default = f"Without --mode it is {Setup.mode}, or the first that takes the other flags."
    return f"Modes are {'; '.join(told)}. {default}"


def chosen_mode(options: argparse.Namespace) -> "type[Mode]":
    """Return the named mode, or the first one that takes all other flags.

    Raises:
        CommandError: flags stand beside a mode that does not take them.
    """
    from arena.game.mode import Setup

    known = modes_of(options.command)
    given = [flag for flag in SPELLINGS if _is_given(options, flag)]
    name = options.mode or Setup.mode
    if options.mode is None and (telling := set(given) - {"seed"}):
        # If none takes all flags, the complaint is of what the one that takes most does not take.
        flags = {each: set(mode.spec.flags) for each, mode in known.items()}
        name = max(known, key=lambda n: (set(given) <= flags[n], len(telling & flags[n]), n == Setup.mode))
    for flag in given:
        takers = [taker for taker, mode in known.items() if flag in mode.spec.flags]
        if name not in takers:
            listed = " or ".join(filter(None, (", ".join(takers[:-1]), takers[-1])))
            raise CommandError(f"{SPELLINGS[flag]} to --mode {listed}, not to {name}")
    _check_names(options, known[name])
    return known[name]


def _check_names(options: argparse.Namespace, mode: "type[Mode]") -> None:
    """Refuse a hull or a trial that does not exist, and more hulls than players."""
    from arena.catalogue.hulls import HULLS
    from arena.game.mode import Request

    hulls = getattr(options, "hull", None) or ()
    try:
        for hull in hulls:
            if HULLS.named(hull).rules.medals is None:
                open_to_all = ", ".join(row.name for row in HULLS if row.rules.medals is not None)
                raise CommandError(f"hull {hull} is flown in trials only; there are {open_to_all}")
        if getattr(options, "trial", None):
            mode.setup_for(Request(0, trial=options.trial))
    except ValueError as error:
        raise CommandError(str(error)) from error
    if len(hulls) > getattr(options, "players", 1):
        raise CommandError(f"{len(hulls)} hulls are too many for the players: --players says how many fly")


def _is_given(options: argparse.Namespace, flag: str) -> bool:
    if flag == "level":
        return options.world is not None or options.level is not None
    return getattr(options, flag, None) not in (None, False)


def wanted_level(options: argparse.Namespace) -> "LevelFile | None":
    """Return the level of the chosen mode: the named one, or the first world if the mode needs one.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    needed = chosen_mode(options).spec.needs_level
    return chosen_level(options) if needed or _is_given(options, "level") else None


def chosen_level(options: argparse.Namespace) -> "LevelFile":
    """Return the named level file, or the world's.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.storage.levels import load_world

    return load_world(options.world or 1) if options.level is None else read_level(options.level)


def read_level(name: str) -> "LevelFile":
    """Read a level file.

    Raises:
        CommandError: it cannot be read, or is no level; then every mistake has a line.
    """
    from arena.app.storage.levels import load_level
    from arena.game.levels import LevelError

    try:
        with refusing(f"read the level {name}"):
            return load_level(Path(name))
    except LevelError as error:
        more = f"; all of it: arena levels --check {name}" if len(error.problems) > 1 else ""
        raise CommandError(f"{error}{more}") from error
