"""Flags of `arena sweep`. Nothing heavy is imported before a value is checked."""

import argparse
import os
from collections.abc import Callable, Collection, Mapping

from arena.commands.arguments import (
    LEVEL,
    SECONDS_MAX,
    SEED_MAX,
    WORKERS_MAX,
    FlagRows,
    count,
    flag,
    mode_of,
    seconds,
)
from arena.sweep.columns import BALANCE, OUTCOMES, PARAMETERS, TOURNAMENT, Columns
from arena.sweep.columns import DISASTERS as DISASTER_COLUMNS

GAMES_MAX = 100_000
PLAY_SECONDS = 1200.0
FOLDER = "arena-sweep"


def names_of(known: Callable[[], Collection[str]]) -> Callable[[str], list[str]]:
    """Return a check for some of the known names, separated by commas."""

    def check(text: str) -> list[str]:
        names = list(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in known():
                raise argparse.ArgumentTypeError(f"there is {', '.join(known())}, not {name!r}")
        return names

    return check


def _difficulties() -> Collection[str]:
    from arena.game.rules import DIFFICULTIES

    return DIFFICULTIES


def _pilots() -> Collection[str]:
    from arena.sweep.games import PILOTS

    return PILOTS


def _policies() -> Collection[str]:
    from arena.sweep.games import POLICIES

    return POLICIES


A_SEED = count(0, SEED_MAX - GAMES_MAX)
FIRST = flag("--first", "first seed (default 1)", "S", A_SEED, default=1)
PLAYED = f"of play, after which a game is broken off (default {PLAY_SECONDS:g})"
GAMES: FlagRows = (
    mode_of("sweep", "what is played, of the modes below"),
    LEVEL,
    flag("--difficulty", "one or several (default normal)", "A,B", names_of(_difficulties), default="normal"),
    flag(
        "--skill", "of the bot (default weak,middle,best); idle: nobody flies", "A,B", names_of(_pilots),
        default="weak,middle,best",
    ),
    flag(
        "--policy", "what the bot does without, as in 'whole,no bombs' (default whole)", "A,B",
        names_of(_policies), default="whole",
    ),
    flag("--seeds", "games of each (default 40)", "N", count(1, GAMES_MAX), default=40),
    FIRST,
    flag("--seconds", PLAYED, "S", seconds(SECONDS_MAX), default=PLAY_SECONDS),
)  # fmt: skip
"""Games to play."""
VARIATIONS: FlagRows = (
    flag(
        "--vary", "a number and its values, as weapon.pulse.shots.damage=8,12; again for another number: all "
        "combinations are played; or LOW..HIGH, for --samples", "PATH=VALUES", action="append", required=True,
    ),
    flag("--samples", "so many combinations instead, drawn at random", "N", count(1, GAMES_MAX)),
)  # fmt: skip
"""Numbers of the catalogue to change."""
DISASTERS: FlagRows = (
    [
        flag("--seeds", "games (default 100)", "N", count(1, GAMES_MAX), default=100),
        flag(
            "--seed", "play this one again, and cut its violation down to tick, system, column and fewest "
            "commands", "S", A_SEED,
        ),
        flag("--script", "play what --seed wrote, and cut that down", "F.json"),
    ],
    FIRST,
)  # fmt: skip
"""Seeds to play, or the one violation to look into."""
RECORDINGS: FlagRows = (flag("files", "a recording, or a folder of them", "FILE", nargs="+"),)
WORKPLACE: FlagRows = (
    [
        flag(
            "--jobs", "processes of this machine (default: one per core)", "N", count(1, WORKERS_MAX),
            default=os.cpu_count() or 1,
        ),
        flag("--scheduler", "of a Dask cluster instead; beyond this machine tls:// only", "ADDRESS"),
    ],
    flag("--tls-ca-file", "for tls://, the authority", "F.pem"),
    flag("--tls-cert", "for tls://, the certificate", "F.pem"),
    flag("--tls-key", "for tls://, its key", "F.pem"),
    flag(
        "--output", f"for rows, tables and plots (default {FOLDER}); a task whose row it has is not run "
        "again", "FOLDER", default=FOLDER,
    ),
)  # fmt: skip
"""Place where the tasks of a sweep run, and what is kept of them."""
SWEEPS: Mapping[str, tuple[str, FlagRows, Columns]] = {
    "balance": ("let bots of several skills play many games, and say how they went", GAMES, BALANCE),
    "tournament": ("rate pilots by their points in the same games, with intervals", GAMES, TOURNAMENT),
    "parameters": (
        "play the same games by other numbers of the catalogue, and say what changes",
        (*GAMES, *VARIATIONS), PARAMETERS,
    ),
    "disasters": (
        "play games that a seed fills with disasters; exit 1 where an invariant broke",
        DISASTERS, DISASTER_COLUMNS,
    ),
    "verify": (
        "simulate recordings again: exit 0 identical, 1 one diverged, 2 unreadable", RECORDINGS, OUTCOMES,
    ),
}  # fmt: skip
"""Help, flags and columns of the table of each sweep."""
