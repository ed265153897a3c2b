#!/usr/bin/env python3
"""Give Arena's parsers files that nobody should write, and see that nothing comes of them but an answer.

    .venv/bin/python scripts/fuzz.py [--only PARSER] [--count N] [--seed N] [--jobs N]

Each case is made of its parser, the seed and its number, so it can be made again. A parser fails a case where
anything is raised that is not its refusal, where what it returns is not fit for use (tests/fuzzing says what
that means for each), or where it takes more than 1 s of processor time or 64 MB beyond the file.

A case that fails is kept as a file, and told with the command that repeats it; ten end the run. Ends with
exit code 1 where one failed.
"""

import argparse
import contextlib
import faulthandler
import multiprocessing
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, tell_failure, whole_number  # noqa: E402
from tqdm import tqdm  # noqa: E402

PARSERS = {
    "settings": "tests.fuzzing.settings_cases",
    "bindings": "tests.fuzzing.bindings_cases",
    "replays": "tests.fuzzing.replay_cases",
    "levels": "tests.fuzzing.level_cases",
    "progress": "tests.fuzzing.progress_cases",
    "scores": "tests.fuzzing.score_cases",
    "codes": "tests.fuzzing.code_cases",
    "mappings": "tests.fuzzing.mapping_cases",
    "snapshots": "tests.fuzzing.snapshot_cases",
    "sweeps": "tests.fuzzing.sweep_cases",
}
"""Modules with `mutate(random) -> bytes` and `check(data)`, which raises AssertionError where something is
wrong and may return a word for how far the file came."""

COUNT = 1_000_000
COUNT_MAX = 1_000_000_000
BATCH = 500
SECONDS_MAX = 1.0
"""Of processor time for one file."""
MEMORY_MAX = 64 << 20
"""For one file, beyond the file itself [bytes]."""
HANGS_AFTER = 300.0
"""No batch takes so long, on the busiest machine [s]: the process ends then, with its stack."""
FAILURES_MAX = 10


@dataclass(frozen=True)
class Campaign:
    """Cases of one parser, by number."""

    parser: str
    seed: int
    first: int
    count: int

    def batches(self) -> Iterator["Campaign"]:
        """Parts of equal size."""
        stop = self.first + self.count
        for first in range(self.first, stop, BATCH):
            yield Campaign(self.parser, self.seed, first, min(BATCH, stop - first))

    def case(self, number: int) -> str:
        """Command that repeats one case."""
        return f"--only {self.parser} --seed {self.seed} --first {number} --count 1"


@dataclass
class Report:
    """Outcomes of some cases."""

    reached: Counter[str] = field(default_factory=Counter[str])
    slowest: float = 0.0  # of processor time [s]
    most_memory: int = 0  # by which the process grew for one file [bytes]
    failures: list[str] = field(default_factory=list[str])

    def add(self, other: "Report") -> None:
        """Take in what became of others."""
        self.reached += other.reached
        self.slowest = max(self.slowest, other.slowest)
        self.most_memory = max(self.most_memory, other.most_memory)
        self.failures += other.failures


def run_batch(batch: Campaign, folder: Path, notes: Path) -> Report:
    """Try some cases in this process; those that fail are kept in `folder`.

    The case in work is noted in a file in `notes`, for the event that it ends the process.
    """
    cases: Any = import_module(PARSERS[batch.parser])
    with contextlib.suppress(OSError):  # elsewhere than on Linux
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forgets the peak so far
    report, baseline = Report(), _resident()
    faulthandler.dump_traceback_later(HANGS_AFTER, exit=True, file=sys.__stderr__ or sys.stderr)
    with (notes / str(os.getpid())).open("wb", buffering=0) as note:
        for number in range(batch.first, batch.first + batch.count):
            note.seek(0)
            note.write(b"%d\n" % number)
            data = cases.mutate(random.Random(f"{batch.parser} {batch.seed} {number}"))
            problem = _try_case(cases, data, baseline, report)
            if problem:
                report.failures.append(_keep(batch, number, data, problem, folder))
    faulthandler.cancel_dump_traceback_later()
    return report


def _try_case(cases: Any, data: bytes, baseline: int, report: Report) -> str:
    """Return the fault of the parser on a file; empty for none."""
    peak, began = _peak(), time.thread_time()
    try:
        reached = cases.check(data)
    except AssertionError as wrong:
        return str(wrong) or traceback.format_exc()
    except Exception:
        return traceback.format_exc()
    seconds, grown = time.thread_time() - began, _peak()
    report.reached[reached or "checked"] += 1
    report.slowest = max(report.slowest, seconds)
    if seconds > SECONDS_MAX:
        return f"it took {seconds:.2f} s"
    if grown > peak:
        report.most_memory = max(report.most_memory, grown - baseline)
        if grown - baseline > MEMORY_MAX + len(data):
            return f"it took {(grown - baseline) >> 20} MB"
    return ""


def _keep(batch: Campaign, number: int, data: bytes, problem: str, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{batch.parser}-{batch.seed}-{number}"
    path.write_bytes(data)
    command = f"{Path(sys.argv[0]).name} {batch.case(number)}"
    return f"{batch.parser} case {number}: {problem.strip()}\n  kept as {path}\n  again: {command}"


def _resident() -> int:
    """Memory of this process now [bytes]; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _peak() -> int:
    """Most memory of this process since the batch began [bytes]; 0 where `_resident` is."""
    if not sys.platform.startswith("linux"):
        return 0
    resource = import_module("resource")  # which not every system has
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def run(campaign: Campaign, jobs: int, folder: Path) -> Report:
    """Try all cases, on so many processes, this one where it is one.

    Raises:
        Failure: a case ended a process.
    """
    report = Report()
    bar = tqdm(total=campaign.count, desc=campaign.parser, unit="file", leave=False, disable=None)
    with bar, tempfile.TemporaryDirectory() as notes:
        work = partial(run_batch, folder=folder, notes=Path(notes))
        if jobs == 1:
            _gather(map(work, campaign.batches()), bar, report)
            return report
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
        try:
            futures = [pool.submit(work, batch) for batch in campaign.batches()]
            _gather((future.result() for future in as_completed(futures)), bar, report)
        except BrokenProcessPool:
            numbers = [int(note.read_text(encoding="ascii").split()[0]) for note in Path(notes).iterdir()]
            again = "\n".join(f"  {Path(sys.argv[0]).name} {campaign.case(number)}" for number in numbers)
            raise Failure(f"one of these cases ended its process:\n{again}") from None
        finally:
            pool.shutdown(cancel_futures=True)
        return report


def _gather(found: Iterable[Report], bar: Any, report: Report) -> None:
    for part in found:
        for failure in part.failures:
            bar.write(failure, file=sys.stderr)
        report.add(part)
        bar.update(min(BATCH, bar.total - bar.n))
        if len(report.failures) >= FAILURES_MAX:
            return


def tell(campaign: Campaign, report: Report, seconds: float) -> None:
    """Print what became of a parser's cases."""
    total = sum(report.reached.values()) + len(report.failures)
    shares = ", ".join(f"{word} {count / total:.1%}" for word, count in report.reached.most_common())
    print(
        f"{campaign.parser}: {total:,} files in {seconds:.0f} s, {len(report.failures)} failures; "
        f"slowest {report.slowest * 1e3:.0f} ms, most memory {report.most_memory >> 20} MB; {shares}",
        flush=True,
    )


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    number = whole_number(COUNT_MAX)
    parser = argparse.ArgumentParser(
        prog="fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PARSERS, help="one parser; default: all, one after the other")
    parser.add_argument("--count", type=number, default=COUNT, help="files for each parser (%(default)s)")
    parser.add_argument("--seed", type=number, default=1)
    parser.add_argument("--first", type=number, default=1, help="number of the first case (%(default)s)")
    parser.add_argument("--jobs", type=whole_number(256), default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--keep", type=Path, default=ROOT / "build" / "fuzz", metavar="FOLDER", help="for what fails"
    )
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Try each parser; leave with one line where one failed."""
    arguments = parse_arguments(words)
    failures = 0
    with tell_failure("fuzz"):
        for name in [arguments.only] if arguments.only else PARSERS:
            campaign = Campaign(name, arguments.seed, arguments.first, arguments.count)
            began = time.monotonic()
            report = run(campaign, min(arguments.jobs, -(-campaign.count // BATCH)), arguments.keep)
            tell(campaign, report, time.monotonic() - began)
            failures += len(report.failures)
        if failures:
            raise Failure(f"{failures} files were not parsed as they should be")


if __name__ == "__main__":
    main()
