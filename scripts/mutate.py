#!/usr/bin/env python3
"""Plant faults in Arena, one at a time, and list those that no test catches.

    .venv/bin/python scripts/mutate.py [--count N] [--seed N] [--only AREA] [--depth near|area|slow]
                                       [--again] [--minutes N] [--folder DIR] [--report]

The checkout stays as it is: faults are planted in a copy. Each is met by the tests near it (of the same name,
or that import its module), then by the others of its area, then by the area's slow ones, up to the first
that fails. In areas of kernels, tests without the compiler come first, as a kernel that changes is compiled
again with all that call it. Tests that open windows are left out, and so are those that fail without a
fault. A fault by which tests take many times as long counts as caught.

Results are rows of rows.jsonl in the folder, as they come; a run that is started again goes on behind them.
`--again` gives those that survived to the tests of today, `--report` only prints the table. A fault that
changes nothing is listed in mutants_equal.toml with the reason, and not planted again.
"""

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from benchmarking import Failure, tell_failure, whole_number
from mutation_areas import AREAS, DEPTHS, Stage, python_files, stages
from mutation_sites import OPERATORS, Mutant, find_mutants
from mutation_tests import Run, TestServer
from setup_environment import TEST_VARIABLES
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("arena", "assets", "scripts", "shaders", "tests")
COPIED_FILES = ("LICENSE", "README.md", "constraints.txt", "pyproject.toml")
EQUAL = Path(__file__).with_name("mutants_equal.toml")

COUNT = 300
COUNT_MAX = 100_000
MINUTES_MAX = 100_000
BASELINE_LIMIT = 1800.0
"""Of an area's tests without a fault [s]."""
LEAST = 20.0
"""Limit of a quick test [s of processor time]."""
PATIENCE = 5.0
"""Tests near a fault that take longer come with those of the area [s]."""
CLOCK = 10.0
"""Seconds for each of processor time on a busy machine."""
CLOCK_LEAST = 300.0
"""Limit of a short run [s]."""


# Choice of faults


@dataclass(frozen=True)
class Equal:
    """A fault that changes nothing, with the reason."""

    file: str
    function: str
    before: str
    after: str
    reason: str

    def matches(self, mutant: Mutant) -> bool:
        """True for this fault, wherever in the function it stands."""
        texts = mutant.path, mutant.function, mutant.before, mutant.after
        return texts == (self.file, self.function, self.before, self.after)


def read_equal(path: Path) -> list[Equal]:
    """The faults that are known to change nothing.

    Raises:
        Failure: a row lacks a field, or has one too many.
    """
    if not path.exists():
        return []
    rows: list[dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8")).get("equal", [])
    try:
        return [Equal(**{name: text.strip("\n") for name, text in row.items()}) for row in rows]
    except TypeError as error:
        raise Failure(f"{path.name}: {error}") from None


def order_mutants(root: Path, area: str, seed: int) -> Iterator[Mutant]:
    """An area's faults in the order in which they are planted: operators in turn, one fault a line.

    Those of an operator are in the order of a hash of their keys: what comes and goes with the sources leaves
    the others in their order.
    """
    found = defaultdict[str, list[Mutant]](list)
    for file in python_files(root, AREAS[area].sources):
        path = PurePosixPath(file.relative_to(root).as_posix())
        for mutant in find_mutants(area, path, file.read_bytes()):
            found[mutant.operator].append(mutant)

    def draw(mutant: Mutant) -> bytes:
        return hashlib.blake2b(f"{seed} {mutant.key}".encode(), digest_size=8).digest()

    for operator in OPERATORS:
        found[operator].sort(key=draw)
    lines = set[str]()
    while any(found.values()):
        for operator in OPERATORS:
            while found[operator]:
                mutant = found[operator].pop()
                if mutant.place not in lines:
                    lines.add(mutant.place)
                    yield mutant
                    break


def choose(root: Path, areas: Iterable[str], count: int, seed: int, equal: Iterable[Equal]) -> list[Mutant]:
    """So many faults, evenly from all areas in turn; fewer where there are no more."""
    chosen = list[Mutant]()
    sources = [order_mutants(root, area, seed) for area in areas]
    while sources and len(chosen) < count:
        for source in list(sources):
            known = (mutant for mutant in source if not any(each.matches(mutant) for each in equal))
            mutant = next(known, None)
            if mutant is None:
                sources.remove(source)
            elif len(chosen) < count:
                chosen.append(mutant)
    return chosen


# Rows


@dataclass
class Row:
    """Outcome of a fault."""

    key: str
    area: str
    place: str
    function: str
    operator: str
    diff: str
    depth: str  # up to which tests saw it
    caught: bool
    test: str = ""  # that failed, or the reason to count it as caught
    seconds: float = 0.0


def read_rows(path: Path) -> dict[str, Row]:
    """Rows by key; of two, the later. A line that was cut off is left out."""
    rows = dict[str, Row]()
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            with contextlib.suppress(ValueError, TypeError):
                row = Row(**json.loads(line))
                rows[row.key] = row
    return rows


def end_last_line(file: BinaryIO) -> None:
    """End a line that was cut off, so that the next row has one of its own."""
    length = file.seek(0, os.SEEK_END)
    if length:
        file.seek(length - 1)
        if file.read() != b"\n":
            file.write(b"\n")


# Runs


@dataclass
class Bench:
    """A copy of the tree, and servers that run tests in it."""

    root: Path
    folder: Path  # for results
    servers: dict[bool, TestServer] = field(default_factory=dict[bool, TestServer])

    def server(self, interpreted: bool) -> TestServer:
        """The server that runs tests with or without the compiler."""
        if interpreted not in self.servers:
            variables = {"NUMBA_DISABLE_JIT": "1"} if interpreted else {}
            kernels = self.root.parent / "kernels"
            variables |= {**TEST_VARIABLES, "ARENA_CACHE_DIR": str(kernels)}
            self.servers[interpreted] = TestServer(
                self.root, variables, self.folder / f"tests{interpreted:d}.log"
            )
        return self.servers[interpreted]

    @cached_property
    def baseline_file(self) -> Path:
        """File of what tests do without a fault."""
        return self.folder / "baseline.json"

    @cached_property
    def baseline(self) -> dict[str, Any]:
        """Digest, seconds and failing tests by kind of run and file of tests."""
        if self.baseline_file.exists():
            return json.loads(self.baseline_file.read_text(encoding="utf-8"))
        return {}

    def measure(self, stage: Stage) -> None:
        """Run the tests of a stage that have changed since they last ran without a fault."""
        digests = {file: _digest(self.root / file) for file in stage.files}
        unknown = [
            file
            for file in stage.files
            if self.baseline.get(stage.entry(file), {}).get("digest") != digests[file]
        ]
        if not unknown:
            return
        run = self.server(stage.interpreted).run(
            [*unknown, *stage.flags], BASELINE_LIMIT, CLOCK * BASELINE_LIMIT, {}
        )
        if run.status not in (0, 1, 5):
            raise Failure(f"tests do not run without a fault: {run.failed or run.status}, see {self.folder}")
        for file in unknown:
            tests = {test: took for test, took in run.tests.items() if test.partition("::")[0] == file}
            failed = [test for test in run.failed if test.partition("::")[0] == file]
            entry = {
                "digest": digests[file],
                "failed": failed,
                "tests": tests,
                "seconds": sum(tests.values()),
            }
            self.baseline[stage.entry(file)] = entry
        self.baseline_file.write_text(json.dumps(self.baseline, indent=1), encoding="utf-8")

    def _known(self, stage: Stage, files: Iterable[str]) -> dict[str, float]:
        """Seconds of the tests of files."""
        entries = (self.baseline[stage.entry(file)] for file in files)
        return {test: took for entry in entries for test, took in entry["tests"].items()}

    def meet(self, stage: Stage) -> Run:
        """Run the tests of a stage, quickest first, up to the first that fails."""
        if not stage.files:
            return Run(5)
        entries: dict[str, Any] = {file: self.baseline[stage.entry(file)] for file in stage.files}
        files = sorted(stage.files, key=lambda file: (file not in stage.first, entries[file]["seconds"]))
        failing = [f"--deselect={test}" for entry in entries.values() for test in entry["failed"]]
        spare = LEAST + (0.0 if stage.interpreted else stage.compilation)
        known = self._known(stage, stage.files)
        if stage.depth == "near":
            failing += [f"--deselect={test}" for test, took in known.items() if took > PATIENCE]
        elif stage.depth == "area":
            files += [test for test, took in self._known(stage, stage.before).items() if took > PATIENCE]
        arguments = [*files, *failing, *stage.flags, "-x"]
        clock = CLOCK_LEAST + CLOCK * (spare + sum(known.values()))
        return self.server(stage.interpreted).run(arguments, spare, clock, known)


def _digest(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()


@contextlib.contextmanager
def planted(root: Path, mutant: Mutant) -> Generator[None]:
    """The copy with a fault in it."""
    file = root / mutant.path
    source = file.read_bytes()
    try:
        _write(file, mutant.apply(source))
        yield
    finally:
        _write(file, source)


def _write(file: Path, source: bytes) -> None:
    """Write a source without what Python compiled of it, which may look as new and as long."""
    file.write_bytes(source)
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()


def examine(bench: Bench, mutant: Mutant, depth: str, met: str = "") -> Row:
    """Find the first test that catches a fault; it has met the tests as far as `met` before."""
    began = time.monotonic()
    row = Row(
        mutant.key, mutant.area, mutant.place, mutant.function, mutant.operator, mutant.diff(), depth, False
    )
    for stage in stages(bench.root, mutant, depth):
        if met and DEPTHS.index(stage.depth) <= DEPTHS.index(met):
            continue
        bench.measure(stage)
        with planted(bench.root, mutant):
            run = bench.meet(stage)
        if not run.passed:
            row.caught, row.depth, row.test = True, stage.depth, _reason(run)
            break
    row.seconds = round(time.monotonic() - began, 1)
    return row


def _reason(run: Run) -> str:
    if run.failed:
        return run.failed[0]
    if run.status in (-signal.SIGPROF, -signal.SIGKILL):
        return "time limit"
    return f"ended by signal {-run.status}" if run.status < 0 else "tests cannot be collected"


@contextlib.contextmanager
def make_bench(root: Path, folder: Path) -> Generator[Bench]:
    """A copy of the tree and of its compiled kernels, in a temporary folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copy = Path(name) / "tree"
        copy.mkdir()
        for part in COPIED:
            if (root / part).exists():
                shutil.copytree(root / part, copy / part)
        for part in COPIED_FILES:
            if (root / part).exists():
                shutil.copy2(root / part, copy / part)
        kernels = Path(os.environ.get("ARENA_CACHE_DIR") or root / ".venv" / "kernels")
        if kernels.is_dir():
            shutil.copytree(kernels, Path(name) / "kernels")
        bench = Bench(copy, folder)
        with contextlib.ExitStack() as servers:
            try:
                yield bench
            finally:
                for server in bench.servers.values():
                    servers.enter_context(server)


# The program


def tell(chosen: list[Mutant], rows: Mapping[str, Row]) -> None:
    """Print the table, and what survived."""
    print(f"{'area':<10}{'planted':>8}{'caught':>8}{'survived':>9}{'s each':>8}  caught most often by")
    met = [rows[mutant.key] for mutant in chosen if mutant.key in rows]
    for area in [*dict.fromkeys(row.area for row in met), ""]:
        own = [row for row in met if area in ("", row.area)]
        caught = [row for row in own if row.caught]
        by = Counter(row.test.partition("::")[0] for row in caught).most_common(2)
        names = ", ".join(f"{PurePosixPath(file).name} {count}" for file, count in by) if area else ""
        each = sum(row.seconds for row in own) / max(1, len(own))
        numbers = f"{len(own):>8}{len(caught):>8}{len(own) - len(caught):>9}{each:>8.1f}"
        print(f"{area or 'all':<10}{numbers}  {names}")
    for row in met:
        if not row.caught:
            print(f"\n{row.place} in {row.function} ({row.area}, {row.operator}; {row.key})\n{row.diff}")


def run(chosen: list[Mutant], rows: dict[str, Row], arguments: argparse.Namespace) -> None:
    """Plant each fault that has not met all tests, and keep what became of it."""
    depth = DEPTHS.index(arguments.depth)
    waiting = list[Mutant]()
    for mutant in chosen:
        row = rows.get(mutant.key)
        if row is None or (not row.caught and (arguments.again or DEPTHS.index(row.depth) < depth)):
            waiting.append(mutant)
    ends = time.monotonic() + 60.0 * arguments.minutes
    bar = tqdm(waiting, desc="faults", unit="fault", leave=False, disable=None)
    with make_bench(ROOT, arguments.folder) as bench, (arguments.folder / "rows.jsonl").open("a+b") as file:
        end_last_line(file)
        for mutant in bar:
            if time.monotonic() > ends:
                return
            bar.set_postfix_str(mutant.place)
            before = rows.get(mutant.key)
            met = "" if before is None or arguments.again else before.depth
            row = examine(bench, mutant, arguments.depth, met)
            rows[row.key] = row
            file.write(json.dumps(vars(row)).encode() + b"\n")
            file.flush()


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=AREAS, action="append", help="one area, or several; default: all")
    parser.add_argument("--count", type=whole_number(COUNT_MAX), default=COUNT, help="faults (%(default)s)")
    parser.add_argument("--seed", type=whole_number(COUNT_MAX), default=1, help="of the choice (%(default)s)")
    parser.add_argument("--depth", choices=DEPTHS, default="slow", help="tests that they meet (%(default)s)")
    parser.add_argument("--again", action="store_true", help="plant what survived again")
    parser.add_argument("--report", action="store_true", help="plant nothing")
    parser.add_argument(
        "--minutes", type=whole_number(MINUTES_MAX), default=MINUTES_MAX, help="begin no fault after so many"
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "mutants", metavar="DIR", help="for results"
    )
    return parser.parse_args(words)


def heed_signals() -> None:
    """Leave on SIGTERM and SIGINT with nothing left behind; a shell's background job ignores the latter."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main(words: list[str] | None = None) -> None:
    """Plant the faults; leave with one line where one survived."""
    arguments = parse_arguments(words)
    with tell_failure("mutate"):
        chosen = choose(ROOT, arguments.only or AREAS, arguments.count, arguments.seed, read_equal(EQUAL))
        rows = read_rows(arguments.folder / "rows.jsonl")
        if not arguments.report:
            run(chosen, rows, arguments)
        tell(chosen, rows)
        survived = sum(not rows[mutant.key].caught for mutant in chosen if mutant.key in rows)
        if survived:
            raise Failure(f"no test catches {survived} faults")


if __name__ == "__main__":
    heed_signals()
    main()
