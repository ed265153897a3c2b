"""`arena --self-test`: kernels, picture, sound and replay of this installation, in one table.

Run by whoever installed or built it, once, by hand or by a script. Each part works alone: one that fails does
not keep the others from being told. Needs no window, no display and no speakers.
"""

import argparse
import time
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from arena import resources, shutdown

if TYPE_CHECKING:
    from arena.game.match import Match

REPLAY = "assets/replays/self-test.replay"
"""A bot's game, recorded by `scripts/record_corpus.py` whenever rules change."""
SIZE, TICKS = (640, 360), 90
"""Of the picture [px], and ticks that are played before it."""
CONTRAST = 100
"""Least difference between the lightest and the darkest pixel of a picture that shows something."""


class Failure(Exception):
    """A part does not work; the message says how, in one line."""


def run(options: argparse.Namespace) -> int:
    """Try every part and print a row for each; returns 0 if all work, else 1."""
    failed = 0
    for name, part in PARTS.items():
        begun = time.monotonic()
        try:
            told, works = part(), True
        except shutdown.Interrupted:
            raise
        except Exception as error:  # drivers and damaged files fail in many ways; the table tells
            told, works = " ".join(f"{type(error).__name__}: {error}".split()), False
        failed += not works
        seconds = time.monotonic() - begun
        print(f"{name:<8} {'works' if works else 'FAILS':<6} {seconds:6.1f} s   {told}", flush=True)
    return 1 if failed else 0


def load_kernels() -> str:
    """Compile what did not come along, and load everything."""
    from arena.jit import compiled_count
    from arena.jit.target import target_name
    from arena.startup.kernels import Need, find_need
    from arena.startup.progress_bar import prepare_kernels

    need = find_need()
    prepare_kernels()
    return f"{compiled_count()} {'loaded' if need is Need.LOAD else 'compiled here'}, for {target_name()}"


def draw_picture() -> str:
    """Draw a moment of a game without a window."""
    from arena.commands.picture import PicturePainter

    painter = PicturePainter(SIZE, "low")
    with _play(painter.watch) as match:
        painter.paint(match)
    if painter.pixels is None or int(painter.pixels.max()) - int(painter.pixels.min()) < CONTRAST:
        raise Failure("the picture is empty")
    info = painter.context.info
    return f"{SIZE[0]}x{SIZE[1]} by {info['GL_RENDERER']}, OpenGL {info['GL_VERSION']}"


def _play(watch: "Callable[[Match], None]") -> "Match":
    from arena.game.bots.bot import Bot
    from arena.game.match import Match

    match, bot = Match(seed=1), Bot()
    for _ in range(TICKS):
        match.tick([bot.command(match.world)])
        watch(match)
    return match


def make_sounds() -> str:
    """Make every effect."""
    import numpy as np

    from arena.app.sound.clips import make_clips

    import_module("arena.app.sound.cues")  # refuses a name in the catalogue that is no sound's
    seconds, clips = 0.0, 0
    for clip, samples in make_clips():
        shutdown.check()
        if not np.isfinite(samples).all() or not 0.0 < np.abs(samples).max() <= 1.0:
            raise Failure(f"{clip.sound} is silent or too loud")
        seconds, clips = seconds + clip.seconds, clips + 1
    return f"{clips} effects, {seconds:.0f} s of sound"


def verify_recording() -> str:
    """Play a recording again, on two threads, and compare every second's state."""
    from arena.game.replays.replay import verify_replay

    found = verify_replay(resources.path(REPLAY), 2, lambda done, total: shutdown.check())
    if not found.identical:
        raise Failure(found.summary)
    return found.summary


PARTS: dict[str, Callable[[], str]] = {
    "kernels": load_kernels,
    "picture": draw_picture,
    "sound": make_sounds,
    "replay": verify_recording,
}
"""Parts by name; each returns what it found."""
