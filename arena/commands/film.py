"""`arena film`: a clip of a recorded game, drawn without a window."""

import argparse
import math
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena import shutdown
from arena.commands import CommandError
from arena.commands.replay import reading
from arena.startup.progress_bar import open_bar
from arena.toml_reader.problems import printable
from arena.tuning import TICK_RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from arena.commands.video import Film
    from arena.game.replays.playback import Playback
    from arena.game.replays.reader import Replay
    from arena.view.frame import Frame

SECONDS = 20.0
"""Length of a film [s of the game] where none is asked for and the recording is not shorter."""
ENDINGS = (".webp", ".mp4")
WARM_UP_TICKS = 120
"""Ticks that camera and effects see before the first picture."""


class Stretch(NamedTuple):
    """Part of a recording."""

    start: int  # [ticks]
    ticks: int
    reason: str = ""  # for which it was chosen

    @property
    def text(self) -> str:
        """Begin and end, and the reason, for people."""
        return f"{self.start / TICK_RATE:.2f} to {(self.start + self.ticks) / TICK_RATE:.2f} s{self.reason}"


def run(options: argparse.Namespace) -> int:
    """Find the stretch, draw it, encode it as the output's ending says, and write it."""
    from arena.commands.outputs import new_file, write_output
    from arena.startup.progress_bar import prepare_kernels

    path = Path(options.file)
    replay = _read(path, options.player)
    name = options.output or f"{path.stem}{ENDINGS[0]}"
    ending = _ending(name, options.size)
    output = new_file(name, ending)
    wanted = _wanted(replay.ticks, options)
    prepare_kernels()
    with closing(_open(path, replay)) as playback:
        stretch = wanted or _find_best(playback, options.seconds)
        film = _draw(playback, stretch, options)
    data, quality = _encode(film, ending, options.megabytes)
    write_output(output, data)
    print(
        f"{printable(output)}: {stretch.text}; {len(film)} pictures, "
        f"quality {quality}, {len(data) / 1e6:.2f} MB",
        flush=True,
    )
    return 0


def _read(path: Path, player: int) -> "Replay":
    from arena.game.replays.reader import check_playable, read_replay

    with reading(path):
        replay = read_replay(path)
        check_playable(replay.header)
    if player > replay.header.seats:
        raise CommandError(f"{path}: nobody flies as player {player}; it has {replay.header.seats}")
    return replay


def _open(path: Path, replay: "Replay") -> "Playback":
    from arena.game.replays.playback import Playback

    with reading(path):
        return Playback(replay)


def _ending(name: str, size_px: tuple[int, int]) -> str:
    from arena.commands.video import check_mp4

    ending = Path(name).suffix.lower()
    if ending not in ENDINGS:
        raise CommandError(f"cannot write {name}: its name must end in {' or '.join(ENDINGS)}")
    if ending == ".mp4":
        check_mp4(size_px)
    return ending


def _wanted(ticks: int, options: argparse.Namespace) -> Stretch | None:
    """The stretch that was asked for; None: the best one of a length."""
    whole = ticks / TICK_RATE
    start, seconds = options.begin or 0.0, options.seconds
    if start >= whole or (seconds is not None and start + seconds > whole):
        asked = f"begin at {start:g} s" if start >= whole else f"last to {start + (seconds or 0.0):g} s"
        raise CommandError(f"{options.file} ends at {whole:.1f} s: no film of it can {asked}")
    if options.begin is None and whole > (seconds or SECONDS):
        return None
    first = math.floor(start * TICK_RATE)
    return Stretch(first, min(ticks - first, round((seconds or SECONDS) * TICK_RATE)))


def _find_best(playback: "Playback", seconds: float | None) -> Stretch:
    """Play the whole recording for the stretch in which most points were made, or most ships destroyed."""
    with open_bar(playback.ticks, "looking for the best part") as bar:
        scores, kills = [0], [0]
        for _ in _play(playback, playback.ticks):
            bar.update()
            scores.append(playback.match.hud().score or 0)
            kills.append(kills[-1] + _count_kills(playback))
    ticks = max(1, round((seconds or SECONDS) * TICK_RATE))
    counted, noun = (scores, "points") if max(scores) else (kills, "kills")
    start, most = best_window(counted, ticks)
    playback.jump(max(0, start - WARM_UP_TICKS))
    return Stretch(start, ticks, f", where most {noun} were made ({most:,})")


def best_window(sums: list[int], ticks: int) -> tuple[int, int]:
    """Start of the window of `ticks` with the largest gain of running `sums`, and that gain.

    Of several neighbours that gain as much it is the middle one, which has room before and after the gain.
    """
    totals = np.array(sums, np.int64)
    gains = totals[ticks:] - totals[:-ticks]
    most = int(gains.max())
    first = int(gains.argmax())
    worse = np.flatnonzero(gains[first:] < most)
    run_length = int(worse[0]) if len(worse) else len(gains) - first
    return first + (run_length - 1) // 2, most


def _count_kills(playback: "Playback") -> int:
    from arena.sim.tables.events import Event

    events = playback.match.world.events
    kinds = events.kind[: events.count[0]]
    return int(np.isin(kinds, (Event.KILLED, Event.CAUGHT)).sum())


def _play(playback: "Playback", end: int) -> Iterator[None]:
    """Play up to a tick, yield after each, and leave keyframes; tell where another state was recorded."""
    from arena.game.replays.replay import find_difference

    rows = {tick: row for row, tick in enumerate(playback.replay.chunk_ends.tolist())}
    while playback.tick < end:
        shutdown.check()
        playback.step()
        if playback.keyframes.wants(playback.tick):
            playback.keyframes.put(playback.tick, playback.match.snapshot())
        row = rows.get(playback.tick)
        if row is not None and playback.diverged is None:
            array = find_difference(playback.match, playback.replay, row)
            if array is not None:
                playback.diverged = playback.tick, array
                print(
                    f"note: another game was recorded from second {playback.tick // TICK_RATE} on ({array})",
                    file=sys.stderr,
                )
        yield


class Projector:
    """Viewer and renderer of a film.

    Args:
        playback: what is filmed.
        options: of the command.

    Raises:
        CommandError: there is no OpenGL 3.3.
    """

    def __init__(self, playback: "Playback", options: argparse.Namespace) -> None:
        from arena.render.offscreen import offscreen_context
        from arena.render.renderer import Renderer
        from arena.view.cameras.camera import Rig
        from arena.view.cameras.film_camera import FilmRig
        from arena.view.scene import Viewer

        self._playback, self._slot, self._size = playback, options.player - 1, options.size
        self._with_hud = options.hud
        self._fight = FilmRig() if options.camera == "fight" else None
        self._viewer = Viewer(self._slot, playback.match.mode.look, rig=self._fight or Rig())
        self._viewer.tagged = playback.replay.header.seats > 1
        try:
            self._renderer = Renderer(offscreen_context(), options.quality)
        except Exception as error:  # drivers fail in many ways; the cure is the same
            reason = " ".join(str(error).split())
            raise CommandError(f"cannot draw without OpenGL 3.3: {reason}", CommandError.FAILED) from error

    def observe(self) -> None:
        """Take in a tick."""
        world = self._playback.match.world
        self._viewer.observe(world, self._playback.match.hud())
        if self._fight is not None:
            self._fight.observe(world, self._slot)

    def build(self, time: float, elapsed_s: float) -> "Frame":
        """The frame at a time [ticks], between the last two ticks."""
        match = self._playback.match
        hud, alpha = match.hud(), 1.0 - (match.world.tick - time)
        if not self._with_hud:
            self._viewer.effects.tables.hurt[0] = 0.0  # its red rim is for the player alone
        frame = self._viewer.build(match.world, hud if self._with_hud else None, alpha, elapsed_s, self._size)
        frame.night = hud.night
        return frame

    def picture(self, frame: "Frame") -> "NDArray[np.uint8]":
        """The pixels of a frame, RGB, shape (height, width, 3)."""
        from arena.render.offscreen import picture

        return picture(self._renderer, frame, self._size)


def _draw(playback: "Playback", stretch: Stretch, options: argparse.Namespace) -> "Film":
    """Draw the stretch, `--fps` pictures a second."""
    from arena.commands.video import Film

    projector, film = Projector(playback, options), Film(options.size, options.fps)
    step = TICK_RATE * options.speed / options.fps
    before, count = int(min(stretch.start, WARM_UP_TICKS) / step), max(1, round(stretch.ticks / step))
    begin = math.floor(stretch.start - before * step)
    with open_bar(begin - playback.tick, "playing") as bar:
        for _ in _play(playback, begin):
            bar.update()
    with open_bar(count, "drawing") as bar:
        for number in range(-before, count):
            time = stretch.start + number * step
            for _ in _play(playback, math.ceil(time)):
                projector.observe()
            frame = projector.build(time, options.speed / options.fps)
            if number >= 0:
                film.add(projector.picture(frame))
                bar.update()
    return film


def _encode(film: "Film", ending: str, megabytes: int | None) -> tuple[bytes, int]:
    """Encode a film at the usual quality, or at the best one that fits; returns the file and the quality."""
    from arena.commands.video import QUALITY, fit_size

    encode = film.encode_mp4 if ending == ".mp4" else film.encode_webp
    with open_bar(0, "encoding") as bar:
        if megabytes is None:
            return encode(QUALITY), QUALITY

        def tell(quality: int, size: int) -> None:
            bar.set_postfix_str(f"quality {quality}: {size / 1e6:.1f} MB")

        return fit_size(encode, megabytes * 1_000_000, tell)
