"""The command `arena`: which command runs, and how an error is told.

Only the command that runs imports anything heavy, so `arena --help` answers at once. What a flag may hold is
checked in `arena.commands.flags`, before any memory is taken for it.
"""

import argparse
import errno
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from arena import __version__, shutdown
from arena.commands import CommandError
from arena.commands.flags import Parser, add_commands, window_flags
from arena.commands.streams import drop_output, error_line, mend_streams

FAILED = 1
NO_ROOM = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG") if hasattr(errno, name)}
"""Errors of a full disk."""

WINDOW_FLAGS = ("size", "quality", "fullscreen")
"""Of the title's window; `arena play` has them, too."""


def build_parser() -> Parser:
    """Build the parser of all commands and flags."""
    shared = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--debug", action="store_true", help="show the traceback of an error")
    parser = Parser(
        prog="arena",
        description="Hold the orbit of a small planet against everything that falls into it.",
        epilog="Without a command: the title screen. Each command explains itself: arena COMMAND --help.",
        parents=[shared],
        allow_abbrev=False,
    )
    parser.set_defaults(debug=False)
    parser.take(window_flags("title_"), "title")
    parser.add_argument("--version", action="version", version=f"arena {__version__}")
    parser.add_argument(
        "--self-test", action="store_const", dest="command", const="self_test",
        help="try kernels, picture, sound and a replay of this installation: one table, exit 0 if all work",
    )  # fmt: skip
    add_commands(parser, shared)
    return parser


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; report unknown arguments with the help of their command.

    argparse leaves words that nobody took to the outermost parser, which can only name its own help.
    """
    parser = build_parser()
    options, unknown = parser.parse_known_args(arguments)
    before = [name for name in WINDOW_FLAGS if getattr(options, f"title_{name}") is not None]
    if before and options.command != "title":
        parser.error(f"--{before[0]} stands behind the command: arena {options.command} --{before[0]} ...")
    if unknown:
        options.parser.error(f"unrecognized arguments: {_shorten(' '.join(unknown))}")
    return options


def _shorten(words: str) -> str:
    return words if len(words) <= 120 else f"{words[:117]}..."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0 for success, 1 for failure, 2 for bad usage or unreadable input."""
    mend_streams()
    debug = False
    try:
        options = parse(arguments)
        debug = options.debug
        with shutdown.watch():
            exit_code = _run(options)
        sys.stdout.flush()  # an error of the output is ours to tell, not the interpreter's at its end
        return exit_code
    except CommandError as error:
        return _tell(str(error), error.exit_code, debug)
    except shutdown.Interrupted as error:
        shutdown.note_told()
        return _tell(str(error), error.exit_code, False)
    except BrokenPipeError:  # the reader of our output has gone
        drop_output()
        return FAILED
    except MemoryError:
        return _tell("not enough memory; ask for fewer bodies", FAILED, debug)
    except OSError as error:
        if error.errno not in NO_ROOM:
            return _tell_unexpected(error, debug)
        drop_output()
        return _tell(f"cannot write {error.filename or 'the output'}: {error.strerror}", FAILED, debug)
    except Exception as error:
        return _tell_unexpected(error, debug)


def _run(options: argparse.Namespace) -> int:
    name = "window" if options.command in ("title", "play") else options.command
    return import_module(f"arena.commands.{name}").run(options)


def _tell_unexpected(error: Exception, debug: bool) -> int:
    text = " ".join(str(error).split()) or "no message"
    return _tell(f"{type(error).__name__}: {text} (the traceback: --debug)", FAILED, debug)


def _tell(message: str, exit_code: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(error_line(message), file=sys.stderr)
    return exit_code
