"""Commands that open a window."""

import argparse
import gc
import os
import sys
from pathlib import Path

from arena.commands import CommandError
from arena.commands.level_choice import chosen_mode, modes_of, read_level, wanted_level

WATCHED = "arena demo --headless"
PLAYED = f"{WATCHED}, with the same --mode or --level"


def run(options: argparse.Namespace) -> int:
    """Open the title screen, or go straight into a game."""
    if options.command == "title":
        shape = {name: getattr(options, f"title_{name}") for name in ("size", "quality", "fullscreen")}
        return open_window("title", **shape)
    if options.ghost is not None:
        return _fly_beside(options)
    if options.challenge is not None:
        return _take_up(options)
    options.mode = chosen_mode(options).spec.name
    if options.wave and (options.world is not None or options.level is not None):
        raise CommandError("--wave is of the endless waves: leave it out, or --world and --level")
    names = (
        *("mode", "difficulty", "seed", "players", "wave", "invulnerable", "trial"),
        *("size", "quality", "fullscreen"),
    )
    level, hulls = wanted_level(options), tuple(options.hull or ())
    instead = PLAYED if options.mode in modes_of("demo") else WATCHED
    shape = {name: getattr(options, name) for name in names}
    return open_window("play", instead, level=level, hulls=hulls, **shape)


def _fly_beside(options: argparse.Namespace) -> int:
    """Play the game of a recording again beside its ghost."""
    named = ("mode", "seed", "world", "level", "wave", "challenge", "hull", "trial")
    if any(getattr(options, name) is not None for name in named) or options.invulnerable:
        raise CommandError("--ghost plays the game of its FILE: leave the flags that choose another one out")
    from arena.app.play.ghosts import load_ghost
    from arena.game.replays.replay import ReplayError

    try:
        load_ghost(Path(options.ghost))
    except ReplayError as error:
        raise CommandError(f"{options.ghost}: {error}") from error
    shape = {name: getattr(options, name) for name in ("size", "quality", "fullscreen")}
    return open_window("play", ghost=options.ghost, **shape)


def _take_up(options: argparse.Namespace) -> int:
    """Play the game of a challenge code, with a level file if the code needs one."""
    named = ("mode", "seed", "world", "wave", "hull", "trial")
    if any(getattr(options, name) is not None for name in named) or options.invulnerable:
        raise CommandError("--challenge says the whole game: leave the flags that choose another one out")
    from arena.app.storage.challenges import take_up
    from arena.game.replays.challenge import ChallengeError

    level = None if options.level is None else read_level(options.level)
    try:
        game = take_up(options.challenge, options.players, level)
    except ChallengeError as error:
        raise CommandError(str(error)) from error
    shape = {name: getattr(options, name) for name in ("players", "size", "quality", "fullscreen")}
    return open_window("play", game=game, **shape)


def open_window(start: str, instead: str = PLAYED, /, **details: object) -> int:
    """Open the window; report in one line if that is impossible, and what works `instead` without a display.

    Raises:
        CommandError: there is no display, no OpenGL 3.3, or nothing to show.
    """
    linux = sys.platform.startswith("linux")
    if linux and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        raise CommandError(
            f"no display found, so no window can open; without one, try: {instead}",
            CommandError.FAILED,
        )
    gc.disable()  # imports and loading make much and drop little; the window's loop enables it again
    from arena.app.main import WindowError, run_window

    try:
        return run_window(start=start, **details)
    except WindowError as error:
        raise CommandError(str(error), error.exit_code) from error
    finally:
        gc.enable()
