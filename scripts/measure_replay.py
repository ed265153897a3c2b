"""Measure how fast replays are found and repeated: jumps in a long game, and games to verify.

    .venv/bin/python scripts/measure_replay.py [--seconds S] [--jumps N] [--seed N] [--json]
    .venv/bin/python scripts/measure_replay.py --record FOLDER [--games N] [--seconds S]

Without --record: the bot plays one game of S seconds (default 600), invulnerable, so that it reaches crowded
waves. It is read ahead, then N random moments are jumped to, each from the one before:

read ahead  time to know all of it, and how many times real time that is
jumps       from one moment to another, state and all: median, 99 of 100, worst
keyframes   their memory

With --record: the bot plays N ordinary games (default 100) until they are lost or S seconds have passed, and
leaves their recordings, for `arena replay FOLDER --verify --jobs 2`.
"""

import argparse
import io
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import whole_number  # noqa: E402

from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.game.modes.practice import Exercise, format_exercise  # noqa: E402
from arena.game.replays.playback import Playback  # noqa: E402
from arena.game.replays.reader import read_replay  # noqa: E402
from arena.tuning import TICK_RATE  # noqa: E402

SLICE = 60
"""Ticks that are read ahead at once."""


def record(target: Path | io.BytesIO, setup: Setup, ticks: int) -> int:
    """Let the bot play; returns how many ticks it lasted."""
    bot = Bot(0)
    with Match(setup.mode, setup.seed, 1, 1, target, setup.difficulty, setup.level) as match:
        for _ in range(ticks):
            match.tick([bot.command(match.world)])
            if match.over:
                break
        return match.world.tick


def record_games(folder: Path, games: int, ticks: int, seed: int) -> None:
    """Leave ordinary games in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for game in range(games):
        total += record(folder / f"game{game:03d}.replay", Setup("endless", seed + game), ticks)
    print(f"{games} games, {total / TICK_RATE / 60:.1f} minutes of play, in {folder}")


def measure_jumps(seed: int, ticks: int, jumps: int) -> dict[str, float]:
    """Play, read ahead, jump."""
    stream = io.BytesIO()
    record(
        stream, Setup("practice", seed, level=format_exercise(Exercise("endless", invulnerable=True))), ticks
    )
    playback = Playback(read_replay(stream.getvalue()), 1)
    playback.read_ahead(SLICE)  # what is compiled or loaded late is not measured
    began, from_tick = time.perf_counter(), playback.known
    while not playback.all_known:
        playback.read_ahead(SLICE)
    seconds = time.perf_counter() - began
    chance, times = random.Random(seed), list[float]()
    for _ in range(jumps):
        target = chance.randrange(playback.ticks + 1)
        began = time.perf_counter()
        playback.jump(target)
        times.append((time.perf_counter() - began) * 1000.0)
    playback.close()
    times.sort()
    return {
        "seconds": playback.ticks / TICK_RATE,
        "read_ahead_s": seconds,
        "read_ahead_speed": (playback.ticks - from_tick) / TICK_RATE / seconds,
        "jumps": jumps,
        "jump_p50_ms": statistics.median(times),
        "jump_p99_ms": times[min(jumps - 1, jumps * 99 // 100)],
        "jump_max_ms": times[-1],
        "keyframes_mb": playback.keyframes.size / 2**20,
        "spacing": playback.keyframes.spacing,
        "diverged": playback.diverged is not None,
    }


def parse_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="measure_replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=whole_number(3600), default=600, help="of play (%(default)s)")
    parser.add_argument("--jumps", type=whole_number(100_000), default=300, help="%(default)s")
    parser.add_argument("--seed", type=whole_number(1_000_000), default=7)
    parser.add_argument("--games", type=whole_number(10_000), default=100, help="for --record (%(default)s)")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="leave ordinary games there instead")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Record, or measure and tell."""
    options = parse_arguments(words)
    ticks = options.seconds * TICK_RATE
    if options.record is not None:
        record_games(options.record, options.games, ticks, options.seed)
        return
    found = measure_jumps(options.seed, ticks, options.jumps)
    if options.json:
        print(json.dumps(found))
        return
    print(f"a game of {found['seconds']:.0f} s, read ahead in {found['read_ahead_s']:.1f} s:", end=" ")
    print(f"{found['read_ahead_speed']:.0f} times real time")
    print(f"{found['jumps']} jumps: median {found['jump_p50_ms']:.0f} ms,", end=" ")
    print(f"99 of 100 below {found['jump_p99_ms']:.0f} ms, worst {found['jump_max_ms']:.0f} ms")
    print(f"keyframes every {found['spacing']} ticks: {found['keyframes_mb']:.0f} MB")


if __name__ == "__main__":
    main()
