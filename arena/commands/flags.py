"""Flags of every command but those of `arena sweep`. Nothing heavy is imported before a value is checked."""

import argparse
import sys
from typing import Any, NoReturn

from arena.commands import CommandError
from arena.commands.arguments import (
    BODIES_MAX,
    FILM_SECONDS_MAX,
    FPS_MAX,
    MEGABYTES_MAX,
    PLAYERS_MAX,
    PRACTICE_WAVES,
    SECONDS_MAX,
    SEED_MAX,
    TICKS_MAX,
    WORKERS_MAX,
    WORLDS,
    count,
    distance,
    mode,
    picture_size,
    seconds,
)
from arena.commands.streams import error_line
from arena.sweep.flags import (
    SWEEPS,
    add_disasters,
    add_games,
    add_recordings,
    add_variations,
    add_workplace,
)

DIFFICULTIES = ("easy", "normal", "hard")
QUALITIES = ("low", "medium", "high", "ultra")
FILM_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
COLORS = ("standard", "deuteranopia", "protanopia", "tritanopia")


class Parser(argparse.ArgumentParser):
    """Argument parser that reports a usage error in two lines instead of repeating every flag."""

    modes_of = ""
    """The command whose modes the help lists."""

    def format_help(self) -> str:
        """Format the help. The modes' descriptions are imported only for the help that shows them."""
        if self.modes_of:
            from arena.commands.level_choice import describe_modes

            self.epilog = describe_modes(self.modes_of)
        return super().format_help()

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write a help text or an error. Output that cannot be written raises; argparse ignores it."""
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        """Print the error and a pointer to the help; exit with code 2."""
        self.exit(CommandError.USAGE, f"{error_line(message)}\nhelp:  {self.prog} --help\n")


_Commands = argparse._SubParsersAction  # pyright: ignore[reportPrivateUsage] - argparse has no public name for it


def add_commands(parser: Parser, shared: Parser) -> None:
    """Add all commands; each takes the flags of `shared`, too."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for describe in (
        _describe_play,
        _describe_stress,
        _describe_demo,
        _describe_replay,
        _describe_scores,
        _describe_shot,
        _describe_film,
        _describe_levels,
        _describe_trials,
        _describe_sweep,
    ):
        describe(commands, shared)


def _add(commands: "_Commands[Parser]", shared: Parser, name: str, help_text: str) -> Parser:
    description = f"{help_text[0].upper()}{help_text[1:]}."
    parser = commands.add_parser(
        name, help=help_text, description=description, parents=[shared], allow_abbrev=False
    )
    parser.set_defaults(command=name, parser=parser)
    return parser


def _describe_play(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "play", "start a game right away")
    _add_mode(parser, "play", "what to play, of the modes below")
    _add_level(parser)
    parser.add_argument(
        "--wave", type=count(1, PRACTICE_WAVES), default=None, metavar="N", help="practice: the first wave"
    )
    parser.add_argument("--invulnerable", action="store_true", help="practice: nothing hurts")
    parser.add_argument("--trial", metavar="TRIAL", help="trial: its name or number")
    parser.add_argument(
        "--hull", metavar="NAME", action="append", help="of a player's ship; again for the next player"
    )
    _add_difficulty(parser)
    _add_seed(
        parser, default=None, note="the same seed gives the same waves (default: another one each time)"
    )
    parser.add_argument(
        "--ghost",
        metavar="FILE",
        help="fly the game of a recording again, beside its ghost; it says mode, seed, difficulty and level",
    )
    parser.add_argument(
        "--challenge",
        metavar="CODE",
        help="fly the very game that somebody flew: the code stands at its end and beside its score",
    )
    parser.add_argument(
        "--players",
        type=count(1, PLAYERS_MAX),
        default=1,
        metavar="1-4",
        help="in one window: keys and mouse, then gamepads, then bots",
    )
    add_window_flags(parser)


def _describe_stress(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "stress", "load the simulation with bodies and measure its tick")
    for name, default in (("enemies", 200), ("asteroids", 500), ("bullets", 500)):
        help_text = f"how many, all the time (default {default})"
        parser.add_argument(
            f"--{name}", type=count(0, BODIES_MAX), default=default, metavar="N", help=help_text
        )
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--ticks", type=count(1, TICKS_MAX), metavar="T", help="how many to measure (default 600)"
    )
    length.add_argument(
        "--seconds", type=seconds(SECONDS_MAX), metavar="S", help="measure for this long instead"
    )
    _add_seed(parser, default=1)
    parser.add_argument(
        "--workers", type=count(1, WORKERS_MAX), metavar="W", help="threads (default: one per core)"
    )
    parser.add_argument(
        "--cells", type=count(1, 128), metavar="C", help="grid cells per axis (default: by the load)"
    )
    parser.add_argument(
        "--live-radius",
        type=distance(),
        metavar="U",
        dest="live_radius",
        help="only bodies within this arc of the player are awake (default: all)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--headless", action="store_true", help="without a window: print what was measured")
    where.add_argument("--windowed", action="store_true", help="in a window (the default without --json)")
    _add_picture(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object; without a window unless --windowed"
    )


def _describe_demo(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "demo", "let the bot play")
    parser.add_argument(
        "--headless", action="store_true", help="without a window: a picture, a replay and a table"
    )
    parser.add_argument(
        "--seconds",
        type=seconds(SECONDS_MAX),
        metavar="S",
        help="of play (headless: 60; window: until you quit)",
    )
    _add_seed(parser, default=None)
    parser.add_argument("--skill", metavar="NAME", help="of the bot: weak, middle, best (default), or learnt")
    _add_mode(parser, "demo", "what it plays, of the modes below")
    _add_level(parser)
    _add_difficulty(parser)
    parser.add_argument("--output", metavar="FOLDER", help="new folder for what --headless leaves")


def _describe_levels(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "levels", "list the levels, check level files, say what one may hold")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--check", nargs="+", metavar="FILE", help="say all that is wrong: exit 0 good, 1 not, 2 unreadable"
    )
    what.add_argument(
        "--schema",
        nargs="?",
        const="text",
        choices=("text", "json"),
        help="print what a level may hold: as a page (default), or as JSON Schema for tools",
    )


def _describe_replay(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "replay", "list, watch or verify recorded games")
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="a recording, or a folder of them; without one, list all that were kept",
    )
    parser.add_argument("--level", metavar="LEVEL", help="refuse it unless it was played on this level file")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="simulate again, each FILE and all in a folder: exit 0 identical, 1 one diverged, 2 unreadable",
    )
    _add_jobs(parser, "processes that --verify several")
    parser.add_argument(
        "--against",
        metavar="BUILD",
        help="play FILE by this build and another, its arena or its checkout, and name the first tick, "
        "system and column that differ: exit 0 for none, 1 for one",
    )
    parser.add_argument(
        "--trace",
        type=count(0, 2**31),
        metavar="TICK",
        help="print hashes of all columns after each system of this tick of FILE, or with 0 after each tick",
    )


def _describe_scores(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "scores", "show the tables; give their recordings away, take others' in")
    parser.add_argument(
        "action",
        choices=("list", "export", "import"),
        nargs="?",
        default="list",
        help="export writes the best recordings and their names into one FOLDER; import simulates the "
        "recordings of each FOLDER again and takes what is proven into the tables: exit 0 all good, "
        "1 one refused, 2 one unreadable",
    )
    parser.add_argument("folders", metavar="FOLDER", nargs="*", help="of recordings, or single ones")
    parser.add_argument(
        "--name", metavar="NAME", help="import: signs the games that no list of names in their folder names"
    )
    _add_jobs(parser, "import: processes")


def _describe_trials(commands: "_Commands[Parser]", shared: Parser) -> None:
    _add(commands, shared, "trials", "list the trials, their targets and the medals that you have won")


def _describe_shot(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "shot", "draw one picture of a named scene, without a window")
    parser.add_argument("--scene", metavar="NAME", help="see --list")
    parser.add_argument("--kind", metavar="NAME", help="three ships of a kind instead, yours as well")
    parser.add_argument("--list", action="store_true", help="name the scenes")
    parser.add_argument(
        "--tick", type=count(0, 100_000), metavar="N", help="when (default: the scene's best moment)"
    )
    _add_drawing(parser, (1280, 720), "medium")
    parser.add_argument("--colors", choices=COLORS, default=COLORS[0], help="of what flies, default standard")
    parser.add_argument("--output", metavar="F.png", help="default NAME.png; never overwrites a file")
    parser.add_argument("--json", action="store_true", help="print counts and times as one JSON object")


def _describe_film(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "film", "make a clip of a recorded game, without a window")
    parser.add_argument("file", metavar="REPLAY", help="see arena replay")
    parser.add_argument(
        "--from",
        type=seconds(SECONDS_MAX, zero=True),
        dest="begin",
        metavar="T",
        help="where it begins, in seconds of the game (default: where most points were made)",
    )
    parser.add_argument(
        "--seconds", type=seconds(FILM_SECONDS_MAX), metavar="S", help="of the game (default 20)"
    )
    parser.add_argument(
        "--camera",
        choices=("play", "fight"),
        default="play",
        help="as in play (default), or lower and nearer, in an orbit that turns to what is destroyed",
    )
    parser.add_argument("--player", type=count(1, PLAYERS_MAX), default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--hud", action=argparse.BooleanOptionalAction, default=False, help="with the head-up display"
    )
    _add_drawing(parser, (960, 540), "high")
    parser.add_argument(
        "--fps", type=count(1, FPS_MAX), default=30, metavar="N", help="pictures a second, default 30"
    )
    parser.add_argument(
        "--speed", type=float, choices=FILM_SPEEDS, default=1.0, help="of the game, default 1.0"
    )
    parser.add_argument(
        "--megabytes",
        type=count(1, MEGABYTES_MAX),
        metavar="M",
        help="largest size of the file: the encoder's quality is the best that fits",
    )
    parser.add_argument(
        "--output",
        metavar="F",
        help="F.webp, or F.mp4 with the extra `film`; default REPLAY.webp; never overwrites a file",
    )


def _describe_sweep(commands: "_Commands[Parser]", shared: Parser) -> None:
    parser = _add(commands, shared, "sweep", "run many games on all cores, or on a cluster")
    kinds = parser.add_subparsers(title="sweeps", metavar="SWEEP", parser_class=Parser, required=True)
    for name, help_text in SWEEPS.items():
        kind = _add(kinds, shared, name, help_text)
        kind.set_defaults(command="sweep", sweep=name)
        if name == "verify":
            add_recordings(kind)
        elif name == "disasters":
            add_disasters(kind)
        else:
            _add_mode(kind, "sweep", "what is played, of the modes below")
            _add_level(kind)
            add_games(kind)
        if name == "parameters":
            add_variations(kind)
        add_workplace(kind)


def _add_mode(parser: Parser, command: str, help_text: str) -> None:
    parser.add_argument("--mode", type=mode(command), metavar="NAME", default=None, help=help_text)
    parser.modes_of = command


def _add_level(parser: Parser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--world", type=count(1, WORLDS), metavar=f"1-{WORLDS}", help="of the campaign (default 1)"
    )
    which.add_argument("--level", metavar="FILE", help="a level file instead; see arena levels --schema")


def _add_difficulty(parser: Parser) -> None:
    parser.add_argument(
        "--difficulty",
        choices=DIFFICULTIES,
        default="normal",
        help="how many come, how fast, and how many of them shoot; lives and points (default normal)",
    )


def _add_picture(parser: Parser, prefix: str = "") -> None:
    parser.add_argument(
        "--size", type=picture_size, metavar="WxH", dest=f"{prefix}size",
        help="of the window, default 1280x720",
    )  # fmt: skip
    parser.add_argument(
        "--quality", choices=QUALITIES, dest=f"{prefix}quality",
        help="of the picture (default: as in the settings)",
    )  # fmt: skip


def _add_drawing(parser: Parser, size: tuple[int, int], quality: str) -> None:
    """Add the flags of pictures that are drawn without a window."""
    width, height = size
    parser.add_argument(
        "--size", type=picture_size, default=size, metavar="WxH", help=f"default {width}x{height}"
    )
    parser.add_argument(
        "--quality", choices=QUALITIES, default=quality, help=f"of the picture, default {quality}"
    )


def add_window_flags(parser: Parser, prefix: str = "") -> None:
    """Add the flags of the window; `prefix` keeps the outermost parser's apart from a command's."""
    _add_picture(parser, prefix)
    parser.add_argument(
        "--fullscreen",
        dest=f"{prefix}fullscreen",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="fill the screen, or do not (default: as in the settings)",
    )


def _add_seed(parser: Parser, default: int | None, note: str = "default 1") -> None:
    parser.add_argument("--seed", type=count(0, SEED_MAX), default=default, metavar="N", help=note)


def _add_jobs(parser: Parser, help_text: str) -> None:
    help_text = f"{help_text} (default: one per core)"
    parser.add_argument("--jobs", type=count(1, WORKERS_MAX), metavar="N", help=help_text)
