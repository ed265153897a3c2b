#!/usr/bin/env python3
"""An hour in the window: somebody plays, pauses, resizes, changes the quality; nothing may pile up.

    xvfb-run -a -s "-screen 0 1280x720x24" .venv/bin/python scripts/soak_window.py [--minutes N] [--seed N]

Starts the game with an empty home folder, works it with xdotool, and has it note every ten seconds what it
holds: memory (resident, what of it the allocator has handed out, what of that is numpy's arrays), Python's
memory blocks, threads, open files, OpenGL objects. After a third of the time, which is for warming up, memory
that is handed out must grow by less than 1 MB an hour, and threads, files and OpenGL objects must be at the
end of the run what they were at its middle; samples are compared that were taken at the size and the quality
which the window has most often. Memory is compared on one screen, the title, in a window of one size, where
the player rests from time to time: a sample counts if the one before it was taken there, too, since what a
game has left goes only then. Resident memory is shown and not judged: allocators give back what they like.
Frames of the game, at the size and the quality that it has most often, must not get slower: the 99th
percentile of the last hour must be within 5% of that of the first; of a run that is shorter than two hours,
that of its halves is shown. Every game is simulated again from its recording, and must be the same.
With --actions it does only some of its things, which tells which one it is that holds memory.

Writes every sample to benchmark-results/soak-window.csv. Ends with exit code 1 where something grew,
or a game was another.
"""

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

import numpy as np  # noqa: E402
from benchmarking import OUTPUT, Failure, describe_machine, open_folder, tell_failure, whole_number, write_csv  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.commands.verification import gather_recordings, verify_recordings  # noqa: E402

SAMPLES = OUTPUT / "soak-window.jsonl"
"""As they come, so that a run that is broken off leaves something."""
SIZES = ((640, 360), (800, 600), (480, 640), (960, 400))
GROWTH_MAX = 1.0
"""Memory that may come on top in an hour [MB]."""
WARM_UP = 1 / 3
"""Share of the run before memory counts."""
PATIENCE = 60.0
"""Longest wait for a screen [s]."""
SAMPLE_SECONDS = 10.0
RESTING = "title"
"""Screen of which memory is judged: what a game holds depends on who is alive."""
REST_SAMPLES = (2.2, 3.2)
"""Least and longest rest, in samples: at least two are taken."""
RESTS_LEAST = 6
"""Samples on it without which any screen is compared with any."""
PLAYING = "play"
"""Screen of which frames are judged."""
HOUR = 3600.0
"""[s]"""
BEGINNING = 120.0
"""Seconds at the start whose frames do not count: the driver compiles then."""
P99_GROWTH_MAX = 1.05
"""99th percentile of a frame in the last hour, as a share of that in the first."""
ACTIONS = ("fly", "pause", "restart", "resize", "fullscreen", "quality", "title")
CONSTANT = ("threads", "files", "gl_objects")
PROBE = Path(__file__).with_name("soak_probe.py")
"""The game, and an observer in it that runs every ten seconds."""


class Player:
    """Somebody with a keyboard who does a bit of everything."""

    def __init__(self, folder: Path, chance: random.Random, actions: Sequence[str] = ACTIONS) -> None:
        self._folder = folder
        self._chance = chance
        self._status = folder / "status.json"
        settings = folder / "config" / "arena" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text("[game]\nlessons_done = true\n", encoding="utf-8")
        variables = os.environ | {"HOME": str(folder), "ALSOFT_DRIVERS": "null"}
        variables |= {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA")}
        variables |= {"ARENA_STATUS": str(self._status), "SOAK_SAMPLES": str(SAMPLES)}
        variables |= {"SOAK_SECONDS": str(SAMPLE_SECONDS)}
        # Freed memory that threads keep would count as in use.
        variables |= {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
        with (folder / "output.txt").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", str(PROBE)], env=variables | {"PYTHONPATH": str(ROOT)}, stdout=log,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        self.done: dict[str, int] = dict.fromkeys(actions, 0)

    def screen(self) -> str:
        """The screen that is shown.

        Raises:
            Failure: the game has ended.
        """
        if self.process.poll() is not None:
            text = (self._folder / "output.txt").read_text(encoding="utf-8", errors="replace")
            raise Failure(f"the game ended ({self.process.returncode}): {text[-400:]}")
        return self._read("screen")

    def _read(self, name: str) -> str:
        try:
            return str(json.loads(self._status.read_text(encoding="utf-8")).get(name, ""))
        except (OSError, ValueError):
            return ""

    def wait_for(self, *screens: str, seconds: float = PATIENCE) -> bool:
        """Wait until one of them is shown; False: none was."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.screen() in screens:
                return True
            time.sleep(0.1)
        return False

    def turn(self) -> None:
        """Do one thing, and be back in play afterwards."""
        name = self._chance.choice(list(self.done))
        action: Callable[[], None] = getattr(self, f"_{name}")
        self._return_to_play()
        action()
        self.done[name] += 1

    def _return_to_play(self) -> None:
        """Escape on the title would choose Quit, so it is pressed only where that is not what is shown."""
        for attempt in range(40):
            screen = self.screen()
            if screen == "play":
                return
            time.sleep(0.4)
            if screen and screen == self.screen():
                self._press(self._way_back(screen, attempt))
                self.wait_for("play", seconds=2.0)
        raise Failure(f"no way back to the game from the screen {self.screen()!r}")

    def _way_back(self, screen: str, attempt: int) -> str:
        """The key that leads back to the game. Keys that fly have chosen something in menus before."""
        if screen == "title":
            return "Return" if self._read("item") == "Play" else "Up"
        # Most screens are left by Escape; some, as that of modes, would only lead back to the title.
        return "Return" if screen in ("modes", "game over") or attempt % 3 == 2 else "Escape"

    def _fly(self) -> None:
        """Until the last life is lost at most: keys that fly choose in menus, Quit among others."""
        for _ in range(self._chance.randint(5, 25)):
            if self.screen() != "play":
                return
            keys = self._chance.sample(["w", "a", "s", "d", "Up", "Left", "Right", "Control_L", "space"], 3)
            self._xdotool(*(word for key in keys for word in ("keydown", key)))
            time.sleep(self._chance.uniform(0.2, 1.0))
            self._xdotool(*(word for key in keys for word in ("keyup", key)))

    def _pause(self) -> None:
        self._press("Escape")
        self.wait_for("pause", seconds=5.0)
        time.sleep(self._chance.uniform(0.5, 4.0))

    def _restart(self) -> None:
        if self._choose(1, "confirm"):
            self._press("Down")
            self._press("Return")
            self.wait_for("play", seconds=10.0)

    def _title(self) -> None:
        if self._choose(3, "confirm"):
            self._press("Down")
            self._press("Return")
            if self.wait_for(RESTING, seconds=10.0):
                self._xdotool("windowsize", *map(str, SIZES[0]))
                time.sleep(self._chance.uniform(*REST_SAMPLES) * SAMPLE_SECONDS)

    def _choose(self, downs: int, screen: str) -> bool:
        self._press("Escape")
        if not self.wait_for("pause", seconds=5.0):
            return False
        for _ in range(downs):
            self._press("Down")
        self._press("Return")
        return self.wait_for(screen, seconds=10.0)

    def _resize(self) -> None:
        for _ in range(self._chance.randint(1, 8)):
            width, height = self._chance.choice(SIZES)
            self._xdotool("windowsize", str(width), str(height))
            time.sleep(self._chance.uniform(0.0, 0.4))

    def _fullscreen(self) -> None:
        for _ in range(2):
            self._press("F11")
            time.sleep(self._chance.uniform(0.5, 2.0))

    def _quality(self) -> None:
        """There and back: two changes."""
        if self._choose(2, "settings") and self._select("Picture"):
            self._press("Return")
            if self.wait_for("picture settings", seconds=10.0) and self._select("Picture quality"):
                for key in self._chance.choice((("Right", "Left"), ("Left", "Right"))):
                    self._press(key)
                    time.sleep(self._chance.uniform(0.2, 1.0))

    def _select(self, label: str) -> bool:
        for _ in range(12):
            if self._read("item") == label:
                return True
            self._press("Down")
        return False

    def _press(self, key: str) -> None:
        self._xdotool("windowfocus", "key", key)
        time.sleep(0.25)

    def _xdotool(self, *words: str) -> None:
        search = ["xdotool", "search", "--onlyvisible", "--name", "^Arena$"]
        subprocess.run([*search, *words], check=False, capture_output=True)


def play(minutes: float, seed: int, folder: Path, actions: Sequence[str] = ACTIONS) -> list[dict[str, Any]]:
    """Let somebody play; the samples of the whole time.

    Raises:
        Failure: the game ended, or does not answer.
    """
    player = Player(folder, random.Random(seed), actions)
    began = time.monotonic()
    try:
        if not player.wait_for("play", seconds=400.0):
            raise Failure("the game does not begin")
        with tqdm(total=round(minutes * 60), unit="s", desc="playing", disable=None) as bar:
            while (elapsed := time.monotonic() - began) < minutes * 60:
                player.turn()
                bar.update(round(elapsed) - bar.n)
                bar.set_postfix(player.done, refresh=False)
        print("done:", ", ".join(f"{count} x {name}" for name, count in player.done.items()))
    finally:
        player.process.terminate()
        player.process.wait(30)
    lines = SAMPLES.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def verify_games(folder: Path) -> list[str]:
    """Simulate the recordings of a home folder again; a line for each that is another game."""
    outcomes = verify_recordings(gather_recordings([str(folder / "data" / "arena" / "replays")]), 1)
    print(f"games verified: {len(outcomes)} of {sum(one.ticks for one in outcomes):,} ticks")
    return [f"{one.path.name}: {one.words} {one.note}".rstrip() for one in outcomes if one.code]


def slope(samples: Sequence[dict[str, Any]], name: str) -> float:
    """Median slope of all pairs of samples of one look, an hour, by H. Theil (1950) and P. K. Sen (1968)."""
    rates = [
        (after[name] - before[name]) / (after["seconds"] - before["seconds"])
        for before, after in itertools.combinations(samples, 2)
        if look_of(before) == look_of(after)
    ]
    return statistics.median(rates) * 3600.0 if rates else 0.0


def look_of(sample: dict[str, Any]) -> tuple[int, str]:
    """Size and quality of the picture: what is drawn into depends on both."""
    return sample["pixels"], sample["quality"]


def like(samples: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Samples of the size and quality that the window had most often."""
    usual = statistics.mode(look_of(one) for one in samples)
    return [one for one in samples if look_of(one) == usual]


def judge(samples: Sequence[dict[str, Any]]) -> list[str]:
    """Print a table; return what grew."""
    if len(samples) < 9:
        raise Failure(f"{len(samples)} samples are too few to tell anything; play for longer")
    later = samples[round(len(samples) * WARM_UP) :]
    settled = like(later)
    rested = [
        one
        for before, one in itertools.pairwise(later)
        if before["screen"] == one["screen"] == RESTING and look_of(before) == look_of(one)
    ]
    if len(rested) < RESTS_LEAST:  # the title is none of its actions
        rested = settled
    half = len(settled) // 2
    grown: list[str] = []
    grown += judge_frames(samples)
    print(f"memory of {len(rested)} samples on one screen, the rest of {len(settled)} of one size")
    print(f"{'':<16}{'first':>12}{'middle':>12}{'last':>12}{'an hour':>12}")
    for name in ("resident_mb", "owned_mb", "in_use_mb", "arrays_mb", "python_blocks", *CONSTANT):
        those = settled if name in CONSTANT else rested
        third = max(1, len(those) // 3)
        first, middle, last = (
            statistics.median(one[name] for one in part)
            for part in (those[:third], those[third:-third] or those, those[-third:])
        )
        rate = slope(those, name)
        print(f"{name:<16}{first:>12.2f}{middle:>12.2f}{last:>12.2f}{rate:>+12.2f}")
        if name == "in_use_mb" and rate >= GROWTH_MAX:
            grown.append(f"memory in use grows by {rate:.2f} MB an hour")
        if name in CONSTANT and max(one[name] for one in settled[half:]) > max(
            one[name] for one in settled[:half]
        ):
            grown.append(f"{name} grow")
    return grown


def judge_frames(samples: Sequence[dict[str, Any]]) -> list[str]:
    """Print how long the slowest frames of the game took, at first and at last; return what grew."""
    played = [one for one in samples if one["seconds"] > BEGINNING]
    quality = look_of(like(samples)[0])[1]
    counts = Counter[str]()
    for one in played:
        counts.update({seen: len(rows) for seen, rows in one["frames"].items() if seen.split()[0] == PLAYING})
    if not counts:
        return []
    usual = counts.most_common(1)[0][0]
    began, ended = played[0]["seconds"], played[-1]["seconds"]
    hour = min(HOUR, (ended - began) / 2)
    parts = [
        [row for one in played if begin <= one["seconds"] <= begin + hour and one["quality"] == quality
         for row in one["frames"].get(usual, ())]
        for begin in (began, ended - hour)
    ]  # fmt: skip
    if not all(parts):
        return []
    (first, first_work), (last, last_work) = (np.percentile(part, 99.0, axis=0) for part in parts)
    print(
        f"99th percentile of a frame in play, {usual.split()[1]} pixels, first and last {hour / 60:.0f} "
        f"minutes: {first:.1f} and {last:.1f} ms ({last / first:.3f}), of processors {first_work:.1f} and "
        f"{last_work:.1f} ms ({last_work / first_work:.3f}); {len(parts[0]):,} and {len(parts[1]):,} frames"
    )
    slower = hour >= HOUR and last > first * P99_GROWTH_MAX
    return ["the slowest frames get slower"] if slower else []


def main(words: list[str] | None = None) -> None:
    """Play and judge; leave with exit code 1 where something grew."""
    parser = argparse.ArgumentParser(
        prog="soak_window", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=whole_number(100_000), default=60)
    parser.add_argument("--seed", type=whole_number(1_000_000), default=1)
    parser.add_argument(
        "--actions", type=lambda text: text.split(","), default=list(ACTIONS), metavar="A,B",
        help=f"only these of {', '.join(ACTIONS)}, to find out which one it is that holds memory",
    )  # fmt: skip
    arguments = parser.parse_args(words)
    if unknown := set(arguments.actions) - set(ACTIONS):
        parser.error(f"there is no action {min(unknown)!r}; there is {', '.join(ACTIONS)}")
    with tell_failure("soak_window"):
        if not sys.platform.startswith("linux") or not os.environ.get("DISPLAY"):
            raise Failure("this needs Linux and a display; start it with xvfb-run -a")
        output = open_folder(OUTPUT) / "soak-window.csv"
        SAMPLES.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(prefix="arena-soak-") as folder:
            samples = play(arguments.minutes, arguments.seed, Path(folder), arguments.actions)
            other = verify_games(Path(folder))
        write_csv([one | {"frames": ""} for one in samples], describe_machine(), output)
        grown = [*judge(samples), *other]
        print(f"samples: {output}")
        if grown:
            raise Failure("; ".join(grown))


if __name__ == "__main__":
    main()
