"""Flags of `arena sweep`. Nothing heavy is imported before a value is checked."""

import argparse
import os
from collections.abc import Callable, Collection

from arena.commands.arguments import SECONDS_MAX, SEED_MAX, WORKERS_MAX, count, seconds

GAMES_MAX = 100_000
PLAY_SECONDS = 1200.0
FOLDER = "arena-sweep"
SWEEPS = {
    "balance": "let bots of several skills play many games, and say how they went",
    "tournament": "rate pilots by their points in the same games, with intervals",
    "parameters": "play the same games by other numbers of the catalogue, and say what changes",
    "disasters": "play games that a seed fills with disasters; exit 1 where an invariant broke",
    "verify": "simulate recordings again: exit 0 identical, 1 one diverged, 2 unreadable",
}


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add the flags of which games to play, but for mode and level."""
    for name, known, default, told in (
        ("difficulty", _difficulties, "normal", "one or several (default normal)"),
        ("skill", _pilots, "weak,middle,best", "of the bot (default weak,middle,best); idle: nobody flies"),
        ("policy", _policies, "whole", "what the bot does without, as in 'whole,no bombs' (default whole)"),
    ):
        parser.add_argument(f"--{name}", type=names_of(known), default=default, metavar="A,B", help=told)
    parser.add_argument(
        "--seeds", type=count(1, GAMES_MAX), default=40, metavar="N", help="games of each (default 40)"
    )
    parser.add_argument(
        "--first", type=count(0, SEED_MAX - GAMES_MAX), default=1, metavar="S", help="first seed (default 1)"
    )
    parser.add_argument(
        "--seconds", type=seconds(SECONDS_MAX), default=PLAY_SECONDS, metavar="S",
        help=f"of play, after which a game is broken off (default {PLAY_SECONDS:g})",
    )  # fmt: skip


def add_variations(parser: argparse.ArgumentParser) -> None:
    """Add the flags of which numbers of the catalogue to change."""
    parser.add_argument(
        "--vary", action="append", required=True, metavar="PATH=VALUES",
        help="a number and its values, as weapon.pulse.shots.damage=8,12; again for another number: all "
        "combinations are played; or LOW..HIGH, for --samples",
    )  # fmt: skip
    parser.add_argument(
        "--samples",
        type=count(1, GAMES_MAX),
        metavar="N",
        help="so many combinations instead, drawn at random",
    )


def add_disasters(parser: argparse.ArgumentParser) -> None:
    """Add the flags of which seeds to play, or of the one violation to look into."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--seeds", type=count(1, GAMES_MAX), default=100, metavar="N", help="games (default 100)"
    )
    what.add_argument(
        "--seed", type=count(0, SEED_MAX - GAMES_MAX), metavar="S",
        help="play this one again, and cut its violation down to tick, system, column and fewest commands",
    )  # fmt: skip
    what.add_argument("--script", metavar="F.json", help="play what --seed wrote, and cut that down")
    parser.add_argument(
        "--first", type=count(0, SEED_MAX - GAMES_MAX), default=1, metavar="S", help="first seed (default 1)"
    )


def add_recordings(parser: argparse.ArgumentParser) -> None:
    """Add the names of recordings."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a recording, or a folder of them")


def add_workplace(parser: argparse.ArgumentParser) -> None:
    """Add the flags of where tasks run and what is kept of them."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=count(1, WORKERS_MAX), default=os.cpu_count() or 1, metavar="N",
        help="processes of this machine (default: one per core)",
    )  # fmt: skip
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster instead; beyond this machine tls:// only"
    )
    for name, what in (("ca-file", "the authority"), ("cert", "the certificate"), ("key", "its key")):
        parser.add_argument(f"--tls-{name}", metavar="F.pem", help=f"for tls://, {what}")
    parser.add_argument(
        "--output", default=FOLDER, metavar="FOLDER",
        help=f"for rows, tables and plots (default {FOLDER}); a task whose row it has is not run again",
    )  # fmt: skip


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
