"""Flags of every command but those of `arena sweep`. Nothing heavy is imported before a value is checked."""

import argparse
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from arena.commands import CommandError
from arena.commands.arguments import (
    BODIES_MAX,
    FILM_SECONDS_MAX,
    FPS_MAX,
    LEVEL,
    MEGABYTES_MAX,
    PLAYERS_MAX,
    PRACTICE_WAVES,
    SECONDS_MAX,
    SEED_MAX,
    TICKS_MAX,
    WORKERS_MAX,
    FlagRow,
    FlagRows,
    count,
    distance,
    flag,
    mode_of,
    picture_size,
    seconds,
    switch,
)
from arena.commands.streams import error_line
from arena.sweep.columns import Columns, describe_columns
from arena.sweep.flags import SWEEPS, WORKPLACE

DIFFICULTIES = ("easy", "normal", "hard")
QUALITIES = ("low", "medium", "high", "ultra")
FILM_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
COLORS = ("standard", "deuteranopia", "protanopia", "tritanopia")


class LineFormatter(argparse.HelpFormatter):
    """Formatter of help that wraps each line of an epilog by itself, and leaves indented ones alone."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrap = super()._fill_text
        lines = (line if line.startswith(" ") else wrap(line, width, indent) for line in text.splitlines())
        return "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """Argument parser that reports a usage error in two lines instead of repeating every flag."""

    modes_of = ""
    """The command whose modes the help lists."""
    columns: Columns = MappingProxyType({})
    """Columns of the table that the command prints."""

    def format_help(self) -> str:
        """Format the help. The modes' descriptions are imported only for the help that shows them."""
        parts = [describe_columns(self.columns)] if self.columns else []
        if self.modes_of:
            from arena.commands.level_choice import describe_modes

            parts.append(describe_modes(self.modes_of))
        self.epilog = "\n\n".join(parts) or self.epilog
        return super().format_help()

    def take(self, flags: FlagRows, command: str) -> None:
        """Add the flags of a command."""
        self.set_defaults(command=command, parser=self)
        for entry in flags:
            group = self if isinstance(entry, FlagRow) else self.add_mutually_exclusive_group()
            for name, told in [entry] if isinstance(entry, FlagRow) else entry:
                group.add_argument(name, **told)
                if name == "--mode":
                    self.modes_of = command

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write a help text or an error. Output that cannot be written raises; argparse ignores it."""
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        """Print the error and a pointer to the help; exit with code 2."""
        self.exit(CommandError.USAGE, f"{error_line(message)}\nhelp:  {self.prog} --help\n")


def _load(name: str, default: int) -> FlagRow:
    help_text = f"how many, all the time (default {default})"
    return flag(f"--{name}", help_text, "N", count(0, BODIES_MAX), default=default)


def _picture(prefix: str = "") -> FlagRows:
    return (
        flag("--size", "of the window, default 1280x720", "WxH", picture_size, dest=f"{prefix}size"),
        flag(
            "--quality", "of the picture (default: as in the settings)", choices=QUALITIES,
            dest=f"{prefix}quality",
        ),
    )  # fmt: skip


def window_flags(prefix: str = "") -> FlagRows:
    """Flags of the window; `prefix` keeps the outermost parser's apart from a command's."""
    help_text = "fill the screen, or do not (default: as in the settings)"
    how, dest = argparse.BooleanOptionalAction, f"{prefix}fullscreen"
    return (*_picture(prefix), flag("--fullscreen", help_text, dest=dest, action=how, default=None))


def _drawing(size: tuple[int, int], quality: str) -> FlagRows:
    """Flags of pictures that are drawn without a window."""
    width, height = size
    return (
        flag("--size", f"default {width}x{height}", "WxH", picture_size, default=size),
        flag("--quality", f"of the picture, default {quality}", choices=QUALITIES, default=quality),
    )


def _seed(help_text: str = "default 1", default: int | None = None) -> FlagRow:
    return flag("--seed", help_text, "N", count(0, SEED_MAX), default=default)


def _jobs(help_text: str) -> FlagRow:
    return flag("--jobs", f"{help_text} (default: one per core)", "N", count(1, WORKERS_MAX))


DIFFICULTY = flag(
    "--difficulty", "how many come, how fast, and how many of them shoot; lives and points (default normal)",
    choices=DIFFICULTIES, default="normal",
)  # fmt: skip
PLAY: FlagRows = (
    mode_of("play", "what to play, of the modes below"),
    LEVEL,
    flag("--wave", "practice: the first wave", "N", count(1, PRACTICE_WAVES)),
    switch("--invulnerable", "practice: nothing hurts"),
    flag("--trial", "trial: its name or number", "TRIAL"),
    flag("--hull", "of a player's ship; again for the next player", "NAME", action="append"),
    DIFFICULTY,
    _seed("the same seed gives the same waves (default: another one each time)"),
    flag(
        "--ghost", "fly the game of a recording again, beside its ghost; it says mode, seed, difficulty and "
        "level", "FILE",
    ),
    flag(
        "--challenge", "fly the very game that somebody flew: the code stands at its end and beside its "
        "score", "CODE",
    ),
    flag(
        "--players", "in one window: keys and mouse, then gamepads, then bots", "1-4", count(1, PLAYERS_MAX),
        default=1,
    ),
    *window_flags(),
)  # fmt: skip
STRESS: FlagRows = (
    _load("enemies", 200),
    _load("asteroids", 500),
    _load("bullets", 500),
    [
        flag("--ticks", "how many to measure (default 600)", "T", count(1, TICKS_MAX)),
        flag("--seconds", "measure for this long instead", "S", seconds(SECONDS_MAX)),
    ],
    _seed(default=1),
    flag("--workers", "threads (default: one per core)", "W", count(1, WORKERS_MAX)),
    flag("--cells", "grid cells per axis (default: by the load)", "C", count(1, 128)),
    flag(
        "--live-radius", "only bodies within this arc of the player are awake (default: all)", "U", distance,
        dest="live_radius",
    ),
    [
        switch("--headless", "without a window: print what was measured"),
        switch("--windowed", "in a window (the default without --json)"),
    ],
    *_picture(),
    switch("--json", "print one JSON object; without a window unless --windowed"),
)  # fmt: skip
DEMO: FlagRows = (
    switch("--headless", "without a window: a picture, a replay and a table"),
    flag("--seconds", "of play (headless: 60; window: until you quit)", "S", seconds(SECONDS_MAX)),
    _seed(),
    flag("--skill", "of the bot: weak, middle, best (default), or learnt", "NAME"),
    mode_of("demo", "what it plays, of the modes below"),
    LEVEL,
    DIFFICULTY,
    flag("--output", "new folder for what --headless leaves", "FOLDER"),
)
REPLAY: FlagRows = (
    flag(
        "files", "a recording, or a folder of them; without one, list all that were kept", "FILE", nargs="*"
    ),
    flag("--level", "refuse it unless it was played on this level file", "LEVEL"),
    switch(
        "--verify",
        "simulate again, each FILE and all in a folder: exit 0 identical, 1 one diverged, 2 unreadable",
    ),
    _jobs("processes that --verify several"),
    flag(
        "--against", "play FILE by this build and another, its arena or its checkout, and name the first "
        "tick, system and column that differ: exit 0 for none, 1 for one", "BUILD",
    ),
    flag(
        "--trace", "print hashes of all columns after each system of this tick of FILE, or with 0 after each "
        "tick", "TICK", count(0, 2**31),
    ),
)  # fmt: skip
SCORES: FlagRows = (
    flag(
        "action", "export writes the best recordings and their names into one FOLDER; import simulates the "
        "recordings of each FOLDER again and takes what is proven into the tables: exit 0 all good, "
        "1 one refused, 2 one unreadable", choices=("list", "export", "import"), nargs="?", default="list",
    ),
    flag("folders", "of recordings, or single ones", "FOLDER", nargs="*"),
    flag("--name", "import: signs the games that no list of names in their folder names", "NAME"),
    _jobs("import: processes"),
)  # fmt: skip
SHOT: FlagRows = (
    flag("--scene", "see --list", "NAME"),
    flag("--kind", "three ships of a kind instead, yours as well", "NAME"),
    switch("--list", "name the scenes"),
    flag("--tick", "when (default: the scene's best moment)", "N", count(0, 100_000)),
    *_drawing((1280, 720), "medium"),
    flag("--colors", "of what flies, default standard", choices=COLORS, default=COLORS[0]),
    flag("--hud", "with the head-up display", action=argparse.BooleanOptionalAction, default=True),
    flag("--output", "default NAME.png; never overwrites a file", "F.png"),
    switch("--json", "print counts and times as one JSON object"),
)
FILM: FlagRows = (
    flag("file", "see arena replay", "REPLAY"),
    flag(
        "--from", "where it begins, in seconds of the game (default: where most points were made)", "T",
        seconds(SECONDS_MAX, zero=True), dest="begin",
    ),
    flag("--seconds", "of the game (default 20)", "S", seconds(FILM_SECONDS_MAX)),
    flag(
        "--camera",
        "as in play (default), or lower and nearer, in an orbit that turns to what is destroyed",
        choices=("play", "fight"), default="play",
    ),
    flag("--player", "default 1", "N", count(1, PLAYERS_MAX), default=1),
    flag("--hud", "with the head-up display", action=argparse.BooleanOptionalAction, default=False),
    *_drawing((960, 540), "high"),
    flag("--fps", "pictures a second, default 30", "N", count(1, FPS_MAX), default=30),
    flag("--speed", "of the game, default 1.0", check=float, choices=FILM_SPEEDS, default=1.0),
    flag(
        "--megabytes", "largest size of the file: the encoder's quality is the best that fits", "M",
        count(1, MEGABYTES_MAX),
    ),
    flag(
        "--output", "F.webp, or F.mp4 with the extra `film`; default REPLAY.webp; never overwrites a file",
        "F",
    ),
)  # fmt: skip
LEVELS: FlagRows = (
    [
        flag("--check", "say all that is wrong: exit 0 good, 1 not, 2 unreadable", "FILE", nargs="+"),
        flag(
            "--schema", "print what a level may hold: as a page (default), or as JSON Schema for tools",
            nargs="?", const="text", choices=("text", "json"),
        ),
    ],
)  # fmt: skip
COMMANDS: Mapping[str, tuple[str, FlagRows]] = {
    "play": ("start a game right away", PLAY),
    "stress": ("load the simulation with bodies and measure its tick", STRESS),
    "demo": ("let the bot play", DEMO),
    "replay": ("list, watch or verify recorded games", REPLAY),
    "scores": ("show the tables; give their recordings away, take others' in", SCORES),
    "shot": ("draw one picture of a named scene, without a window", SHOT),
    "film": ("make a clip of a recorded game, without a window", FILM),
    "levels": ("list the levels, check level files, say what one may hold", LEVELS),
    "trials": ("list the trials, their targets and the medals that you have won", ()),
    "sweep": ("run many games on all cores, or on a cluster", ()),
}
"""Help and flags of each command."""


def add_commands(parser: Parser, shared: Parser) -> None:
    """Add all commands; each takes the flags of `shared`, too."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, (help_text, flags) in COMMANDS.items():
        _add(commands, shared, name, help_text).take(flags, name)
    sweep = commands.choices["sweep"]
    sweeps = sweep.add_subparsers(title="sweeps", metavar="SWEEP", parser_class=Parser, required=True)
    for name, (help_text, flags, columns) in SWEEPS.items():
        kind = _add(sweeps, shared, name, help_text)
        kind.columns = columns
        kind.take((*flags, *WORKPLACE), "sweep")
        kind.set_defaults(sweep=name)


def _add(commands: Any, shared: Parser, name: str, help_text: str) -> Parser:
    description = f"{help_text[0].upper()}{help_text[1:]}."
    return commands.add_parser(
        name, help=help_text, description=description, parents=[shared], allow_abbrev=False,
        formatter_class=LineFormatter,
    )  # fmt: skip
