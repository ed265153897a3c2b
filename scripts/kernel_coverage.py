"""Measure which branches of kernels are taken, without the compiler.

    .venv/bin/python scripts/kernel_coverage.py [--only FOLDER] [--moments N] [--missing] [TEST ...]

Plays the corpus of recordings with the compiler, and keeps the states before a tick in which an event befalls
a kind for the first time. Then Python plays those ticks without the compiler, and the tests that suit that
(`INTERPRETED_TESTS`, `COVERING_TESTS` and those named here), each for a few seconds, under coverage.py:
functions that the compiler is given are plain Python there. Prints a line for each module, and with --missing
each branch that nothing took. Ends with exit code 1 where fewer than 95% were.

Takes about half an hour on two processors.
"""

import argparse
import ast
import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# Package and tests are found beside this script even where nothing is installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, tell_failure, whole_number  # noqa: E402
from interpreted_tests import COVERING_TESTS, INTERPRETED_TESTS  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.catalogue.skills import SKILLS  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.sim.tables.commands import PlayerCommand  # noqa: E402
from tests.corpus.names import create_match  # noqa: E402
from tests.corpus.playing import AWAY, Occurred, play, recorded_pilot, start_of  # noqa: E402
from tests.corpus.recording import FOLDER, SUFFIX, Recording, read_recording  # noqa: E402

FOLDERS = ("ai", "game", "grid", "nav", "sim")
DECORATORS = {"kernel", "inline", "system"}
"""Names by which a function is given to the compiler."""
WANTED = 95.0
"""Share of branches [%]."""
PARTIAL = "[report]\npartial_branches =\n    if DEBUG:\n"
"""Configuration of coverage.py: there is no run of kernels without assertions but the compiler's."""
TESTS_FAILED = 1
"""Exit code of pytest. A few of the tests cannot pass without the compiler; what they covered counts."""
TOGETHER = 40
"""Moments that one process plays."""
EVERY = 300
"""Ticks of a recording from which one is always played, too."""


@dataclass(frozen=True)
class Moment:
    """A state and the commands of the tick after it."""

    recording: str
    saved: bytes
    commands: list[PlayerCommand]


# With the compiler


def events_of(match: Match) -> set[tuple[int, int]]:
    """Events of the tick just played, each with the kind of body that it befell."""
    events, kinds = match.world.events, match.world.bodies.kind
    count = int(events.count[0])
    return set(zip(events.kind[:count].tolist(), kinds[events.row[:count]].tolist(), strict=True))


def find_moments(path: Path, known: set[tuple[int, int]]) -> Iterator[Moment]:
    """Moments of a recording in which an event befalls a kind that no recording had before."""
    recording = read_recording(path)
    header, recorded = recording.header, recorded_pilot(recording)
    found, last = list[Moment](), list[Moment]()

    def pilot(match: Match, number: int) -> list[PlayerCommand]:
        """Commands as recorded; keeps the moment before the tick that was just played, if it is new."""
        new = events_of(match) - known
        if last and (new or number % EVERY == 0):
            found.append(last[0])
            known.update(new)
        commands = recorded(match, number)
        there = [header.is_there(seat, number) for seat in range(header.seats)]
        flown = [command if here else AWAY for command, here in zip(commands, there, strict=True)]
        last[:] = [Moment(path.stem, match.snapshot(), flown)]
        return commands

    if header.taken_over_at < 0:
        for _ in play(header, pilot, Occurred()):
            yield from found
            found.clear()


# Without it


def replay_moments(file: Path) -> None:
    """Play the tick of each moment, in matches without the compiler."""
    moments: list[Moment] = pickle.loads(file.read_bytes())
    recordings = dict.fromkeys(moment.recording for moment in moments)
    bots = [Bot(skill=skill.name) for skill in SKILLS] * len(moments)
    for name in recordings:
        recording: Recording = read_recording(FOLDER / f"{name}{SUFFIX}")
        with create_match(start_of(recording.header)) as match:
            for moment, bot in zip(moments, bots, strict=False):
                if moment.recording == name:
                    match.restore(moment.saved)
                    bot.command(match.world)
                    match.tick(moment.commands)  # the next state, or the end, waits for its minds


def run_covered(arguments: list[str], data: Path, folders: tuple[str, ...], passes: int = 0) -> None:
    """Run Python without the compiler under coverage.py; what it found is written to a file.

    Raises:
        Failure: it ends with an exit code above `passes`.
    """
    sources = ",".join(f"arena/{name}" for name in folders)
    command = [sys.executable, "-m", "coverage", "run", "--branch", f"--source={sources}"]
    variables = {
        "NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data), "PYTHONPATH": str(Path(__file__).parent),
    }  # fmt: skip
    ended = subprocess.run(
        [*command, *arguments], cwd=ROOT, env=os.environ | variables, stdout=subprocess.PIPE, text=True,
        check=False,
    )  # fmt: skip
    if not 0 <= ended.returncode <= passes:
        raise Failure(
            f"{' '.join(arguments)} ends with exit code {ended.returncode}:\n{ended.stdout[-2000:]}"
        )


def run_all(moments: list[Moment], tests: Iterable[str], folder: Path, folders: tuple[str, ...]) -> Path:
    """Play the moments, and run each file of tests, on as many processors as there are; returns the data."""
    calls = list[Callable[[], None]]()
    for number in range(0, len(moments), TOGETHER):
        file = folder / f"moments-{number}"
        file.write_bytes(pickle.dumps(moments[number : number + TOGETHER]))
        calls.append(
            partial(run_covered, [__file__, "--replay", str(file)], folder / f"data-{number}", folders)
        )
    # Integers that wrap around are meant, in hashes; numpy warns of them where Python computes.
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "limited_tests"]
    pytest += ["-W", "ignore::RuntimeWarning"]
    for number, name in enumerate(tests):
        data = folder / f"data-test-{number}"
        calls.append(partial(run_covered, [*pytest, name], data, folders, TESTS_FAILED))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ending = as_completed([pool.submit(call) for call in calls])
        for done in tqdm(ending, total=len(calls), desc="without the compiler", leave=False, disable=None):
            if done.exception() is not None:
                pool.shutdown(cancel_futures=True)
            done.result()
    combine = [sys.executable, "-m", "coverage", "combine", "-q", *map(str, folder.glob("data-*"))]
    subprocess.run(combine, cwd=ROOT, env=os.environ | {"COVERAGE_FILE": str(folder / "data")}, check=True)
    return folder / "data"


# Results


def compiled_functions(source: str) -> set[str]:
    """Names of the functions of a module that are given to the compiler."""
    return {
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(one).partition("(")[0] in DECORATORS for one in node.decorator_list)
    }


@dataclass
class Taken:
    """Branches of the kernels of a module."""

    path: str
    branches: int
    taken: int
    missing: list[tuple[str, int, int]]  # function, line, and the line that never followed it


def read_report(data: Path, file: Path) -> list[Taken]:
    """Branches of kernels by module, of what was covered."""
    options = file.with_suffix(".ini")
    options.write_text(PARTIAL, encoding="utf-8")
    command = [sys.executable, "-m", "coverage", "json", "-q", "-o", str(file), f"--rcfile={options}"]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"COVERAGE_FILE": str(data)}, check=True)
    report: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    found = list[Taken]()
    for path, module in sorted(report["files"].items()):
        names = compiled_functions((ROOT / path).read_text(encoding="utf-8"))
        kernels = {name: module["functions"][name] for name in sorted(names & module["functions"].keys())}
        branches = sum(one["summary"]["num_branches"] for one in kernels.values())
        taken = sum(one["summary"]["covered_branches"] for one in kernels.values())
        missing = [(name, *pair) for name, one in kernels.items() for pair in one["missing_branches"]]
        if branches:
            found.append(Taken(path, branches, taken, missing))
    return found


def tell(found: list[Taken], missing: bool) -> float:
    """Print a line for each module; returns the share of branches that were taken [%]."""
    for one in found:
        print(f"{one.path:<40}{one.taken:>5} of {one.branches:>4}{100 * one.taken / one.branches:>7.1f}%")
        for name, line, following in one.missing if missing else ():
            to = "its end" if following < 0 else f"line {following}"
            print(f"    {name}: line {line} is never followed by {to}")
    branches = sum(one.branches for one in found)
    share = 100 * sum(one.taken for one in found) / max(1, branches)
    print(f"{'all kernels':<40}{share:>21.1f}% of {branches:,} branches")
    return share


def measure(arguments: argparse.Namespace) -> list[Taken]:
    """Play, test and read what was covered."""
    folders = tuple(arguments.only or FOLDERS)
    with tempfile.TemporaryDirectory(prefix="coverage-") as name:
        moments, known = list[Moment](), set[tuple[int, int]]()
        for path in tqdm(sorted(FOLDER.glob(f"*{SUFFIX}")), desc="recordings", leave=False, disable=None):
            moments += find_moments(path, known)
        tests = (*INTERPRETED_TESTS, *COVERING_TESTS, *arguments.tests)
        data = run_all(moments[: arguments.moments], tests, Path(name), folders)
        return read_report(data, Path(name) / "report.json")


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="kernel_coverage", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tests", nargs="*", metavar="TEST", help="more tests to run without the compiler")
    parser.add_argument("--only", choices=FOLDERS, action="append", help="a folder of kernels; default: all")
    parser.add_argument("--moments", type=whole_number(100_000), help="play so many at most")
    parser.add_argument("--missing", action="store_true", help="print each branch that nothing took")
    parser.add_argument("--replay", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Measure; leave with one line where too few branches were taken."""
    arguments = parse_arguments(words)
    with tell_failure("kernel_coverage"):
        if arguments.replay:
            replay_moments(arguments.replay)
            return
        share = tell(measure(arguments), arguments.missing)
        if share < WANTED:
            raise Failure(f"{share:.1f}% of the branches were taken, not {WANTED:g}%")


if __name__ == "__main__":
    main()
