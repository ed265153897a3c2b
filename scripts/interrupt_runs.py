#!/usr/bin/env python3
"""Ask running games to end, at random moments, and look at how they do.

    xvfb-run -a .venv/bin/python scripts/interrupt_runs.py [CASE ...] [--count N] [--seed N]

Each run starts `arena` with an empty home folder, sends SIGINT, SIGTERM or SIGHUP after a random time, to the
process or to its whole group, and then asks: is everything gone within 2 s, is the exit code the signal's,
did nobody print a traceback, is every file whole? Without a display the cases with a window are left out.

compiling    a first start: kernels are compiled by processes of their own
loading      a later start, from the first moment on
playing      the bot plays, paints a picture now and then, and saves
stress       10,000 bodies
verifying    a replay is simulated again
painting     one picture, with an empty cache of shaders
window       a game in a window, from the first moment on
first-window the same as a first start, with an empty cache of shaders
saving       a game in a window whose player takes pictures and switches to fullscreen all the time

Ends with exit code 1 where a run did not end so; its folder is kept then.
"""

import argparse
import hashlib
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, tell_failure, whole_number  # noqa: E402
from PIL import Image  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.app.storage.settings import load_settings  # noqa: E402
from arena.game.replays.reader import read_replay  # noqa: E402

LIMIT = 2.0
"""From the signal to the end of the last process [s]."""
GIVE_UP = 20.0
"""After which a process that did not end is killed [s]."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PYTHONS_OWN = ("init_import_site", "Could not import runpy module")
"""Of what Python says that is interrupted while it starts, before it has begun with the program."""
KEYS = ("F12", "F11", "F12")
"""Pressed in turn in the case `saving`: picture, fullscreen."""


@dataclass(frozen=True)
class Case:
    """A way to start, and how long after that the signal may come."""

    words: str
    latest: float  # [s]
    earliest: float = 0.0  # [s]
    window: bool = False
    cold_kernels: bool = False
    cold_shaders: bool = False
    keys: bool = False


DEMO = "demo --headless --output out"
CASES = {
    "compiling": Case(f"{DEMO} --seconds 5", 60.0, cold_kernels=True),
    "loading": Case(f"{DEMO} --seconds 1", 3.0),
    "playing": Case(f"{DEMO} --seconds 3000", 7.0, earliest=2.0),
    "stress": Case("stress --headless --enemies 2000 --asteroids 3000 --bullets 5000 --seconds 60", 8.0),
    "verifying": Case("replay long.replay --verify", 2.5),
    "painting": Case("shot --scene crowded --output out.png", 5.0, cold_shaders=True),
    "window": Case("play --size 640x360 --seed 3", 12.0, window=True),
    "first-window": Case("play --size 640x360", 60.0, window=True, cold_kernels=True, cold_shaders=True),
    "saving": Case("play --size 640x360 --seed 3", 16.0, earliest=5.0, window=True, keys=True),
}


@dataclass
class Outcome:
    """End of one run."""

    seconds: float = 0.0  # from the signal to the end of the last process
    code: int = 0
    began: bool = True  # the signal came after the program had taken over from Python
    faults: list[str] = field(default_factory=list[str])


class Run:
    """One start of the game and its end."""

    def __init__(self, name: str, folder: Path, chance: random.Random) -> None:
        self._case = CASES[name]
        self._folder = folder
        self._chance = chance
        self._ended = threading.Event()
        if name == "verifying":
            shutil.copy(long_replay(), folder / "long.replay")

    def take(self) -> Outcome:
        """Start, wait, signal, look."""
        chance, case = self._chance, self._case
        number, to_all = chance.choice(SIGNALS), chance.random() < 0.5
        with (self._folder / "output.txt").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena", *case.words.split()],
                cwd=self._folder, env=self._environment(), stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        if case.keys:
            threading.Thread(target=self._press_keys, daemon=True).start()
        try:
            process.wait(chance.uniform(case.earliest, case.latest))
        except subprocess.TimeoutExpired:
            return self._end(process, number, to_all)
        else:
            return Outcome(code=process.returncode, faults=self._faults())
        finally:
            self._ended.set()
            kill_session(process.pid)

    def _end(self, process: "subprocess.Popen[bytes]", number: signal.Signals, to_all: bool) -> Outcome:
        began = time.monotonic()
        (os.killpg if to_all else os.kill)(process.pid, number)
        outcome = Outcome()
        try:
            outcome.code = process.wait(GIVE_UP)
            alone = time.monotonic() - began
            while session(process.pid) and time.monotonic() < began + GIVE_UP:
                time.sleep(0.005)
        except subprocess.TimeoutExpired:
            alone = GIVE_UP
            outcome.faults.append("had to be killed")
        outcome.seconds = time.monotonic() - began
        text = (self._folder / "output.txt").read_text(encoding="utf-8", errors="replace")
        outcome.began = outcome.code != -number and not any(words in text for words in PYTHONS_OWN)
        if not outcome.began:
            pass  # how Python itself ends while it starts is not the game's
        elif outcome.faults:
            pass  # it was killed, and has no exit code of its own
        elif outcome.code == 0:
            outcome.seconds = 0.0  # it had done its work and was ending anyway
        elif outcome.code not in (128 + number, -number):
            outcome.faults.append(f"exit code {outcome.code} after {number.name}")
        if outcome.seconds > LIMIT:
            outcome.faults.append(f"gone after {alone:.1f} s, its children after {outcome.seconds:.1f} s")
        outcome.faults += self._faults(outcome.began)
        return outcome

    def _environment(self) -> dict[str, str]:
        variables = os.environ | {"HOME": str(self._folder), "ALSOFT_DRIVERS": "null"}
        variables |= {f"XDG_{name}_HOME": str(self._folder / name.lower()) for name in ("CONFIG", "DATA")}
        variables["ARENA_CACHE_DIR"] = str(
            self._folder / "cache" if self._case.cold_kernels else warm_cache()
        )
        if self._case.cold_shaders:
            variables["MESA_SHADER_CACHE_DIR"] = str(self._folder / "shaders")
        return variables

    def _press_keys(self) -> None:
        search = ["xdotool", "search", "--onlyvisible", "--name", "^Arena$"]
        number = 0
        while not self._ended.wait(0.15):
            number += 1
            keys = ["windowfocus", "key", KEYS[number % len(KEYS)]]
            subprocess.run([*search, *keys], check=False, capture_output=True)

    def _faults(self, began: bool = True) -> list[str]:
        """Return the faults in the output and files of a run."""
        text = (self._folder / "output.txt").read_text(encoding="utf-8", errors="replace")
        faults = [word for word in ("Traceback", "Fatal", "Exception ignored") if began and word in text]
        for path in self._folder.rglob("*"):
            try:
                look_at(path)
            except (ValueError, OSError, SyntaxError, sqlite3.Error) as problem:
                faults.append(f"{path.name}: {problem}")
        return faults


def look_at(path: Path) -> None:
    """Read a file of the game's.

    Raises:
        ValueError, OSError, SyntaxError, sqlite3.Error: it is not whole.
    """
    if path.suffix == ".replay":
        read_replay(path)
    elif path.suffix == ".png":
        with Image.open(path) as image:
            image.load()
    elif path.name == "settings.toml":
        if problem := load_settings(path)[1]:
            raise ValueError(problem)
    elif path.name == "scores.sqlite3":
        with closing(sqlite3.connect(path)) as table:
            (answer,) = table.execute("PRAGMA integrity_check").fetchone()
        if answer != "ok":
            raise ValueError(answer)


def session(leader: int) -> list[int]:
    """The living processes of a session."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                state, _, _, of = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:4]
            except (OSError, IndexError):
                continue
            if int(of) == leader and state not in "ZX":
                found.append(int(folder.name))
    return found


def kill_session(leader: int) -> None:
    """End whatever a run has left."""
    for number in session(leader):
        os.kill(number, signal.SIGKILL)


def _version() -> str:
    """Tells apart what the runs share: another release refuses the replay, and compiles its kernels first."""
    text = hashlib.blake2b(digest_size=6)
    for path in sorted((ROOT / "arena").rglob("*.py")):
        text.update(path.read_bytes())
    return text.hexdigest()


_shared = Path(tempfile.gettempdir()) / f"arena-interrupt-runs-{_version()}"


def warm_cache() -> Path:
    """A folder with every kernel."""
    return _shared / "cache"


def long_replay() -> Path:
    """Ten minutes of the bot's play."""
    return _shared / "out" / "demo.replay"


def provide() -> None:
    """Compile the kernels and record the replay that the runs share.

    Raises:
        Failure: that does not work.
    """
    if long_replay().exists():
        return
    shutil.rmtree(_shared, ignore_errors=True)
    _shared.mkdir()
    variables = os.environ | {"ARENA_CACHE_DIR": str(warm_cache())}
    words = f"demo --headless --output {_shared / 'out'} --seconds 600 --seed 2".split()
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "arena", *words], env=variables, cwd=_shared, check=False
    )
    if ended.returncode:
        raise Failure(f"arena demo ended with exit code {ended.returncode}")


def attack(names: Sequence[str], count: int, seed: int) -> int:
    """Run the cases in turn; print a table; return how many runs did not end as they should."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in names}
    bad = 0
    for number in tqdm(range(count), unit="run", disable=None):
        name = names[number % len(names)]
        folder = Path(tempfile.mkdtemp(prefix=f"arena-{name}-"))
        outcome = Run(name, folder, random.Random(f"{seed} {number}")).take()
        outcomes[name].append(outcome)
        if outcome.faults:
            bad += 1
            tqdm.write(f"{name}, run {number} of seed {seed}, {folder}: {'; '.join(outcome.faults)}")
        else:
            shutil.rmtree(folder)
    print(f"{'case':<14}{'runs':>6}{'bad':>6}{'early':>7}{'done':>6}{'median s':>10}{'longest s':>10}")
    for name, found in outcomes.items():
        if seconds := [outcome.seconds for outcome in found if outcome.seconds]:
            early = sum(not outcome.began for outcome in found)
            faulty = sum(bool(outcome.faults) for outcome in found)
            times = f"{statistics.median(seconds):>10.2f}{max(seconds):>10.2f}"
            print(f"{name:<14}{len(found):>6}{faulty:>6}{early:>7}{len(found) - len(seconds):>6}{times}")
    print(
        "early: the signal came before the program had taken over from Python; done: nothing was left to end"
    )
    return bad


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="interrupt_runs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", choices=(*CASES, []), metavar="CASE", help="default: all")
    parser.add_argument("--count", type=whole_number(100_000), default=90, help="runs in all, default 90")
    parser.add_argument("--seed", type=whole_number(1_000_000), default=1)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Run what was asked for; leave with exit code 1 where a run did not end as it should."""
    arguments = parse_arguments(words)
    for number in SIGNALS:  # whatever started this script may have it, and so its children, ignore them
        signal.signal(number, signal.default_int_handler)
    names = arguments.cases or list(CASES)
    if not os.environ.get("DISPLAY"):
        names = [name for name in names if not CASES[name].window]
    with tell_failure("interrupt_runs"):
        if not Path("/proc/self/stat").exists():
            raise Failure("processes are watched in /proc, which this system does not have")
        if not names:
            raise Failure("these cases need a display; start this with xvfb-run -a")
        provide()
        if bad := attack(names, arguments.count, arguments.seed):
            raise Failure(f"{bad} of {arguments.count} runs did not end as they should")


if __name__ == "__main__":
    main()
