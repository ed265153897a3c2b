"""Shared parts of benchmarks: interleaved timing, the machine's description, tables as CSV.

Shared machines are noisy and change speed under one's hands, so contenders are never timed one after the
other: each repeat lets every one of them have a turn, on the same frames, in an order that rotates; medians
over these repeats can be compared. A turn is a few frames long, because whoever comes first finds caches full
of somebody else's data; that first run is kept apart.
"""

import argparse
import csv
import gc
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

import numpy as np

from arena.jit.target import target_name

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "benchmark-results"
HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[bench]'"
"""The extra of what measures and plots."""
PACKAGES = ("numpy", "numba", "scipy", "vesin", "warp-lang", "coal", "pybullet", "matplotlib")

TURN = 3
"""Frames in one contender's turn; the first is not counted among the others."""
SETTLE = 0.004
"""Pause before each turn [s]: threads of the contender before spin for a while after their work."""


class Failure(Exception):
    """Something to tell in one line, after which there is nothing more to measure."""


class Library(Protocol):
    """One that may be absent."""

    @property
    def module(self) -> str:
        """Name to import."""
        ...


LibraryT = TypeVar("LibraryT", bound=Library)


class Contender(Protocol):
    """Code that can be timed on a frame."""

    @property
    def name(self) -> str:
        """Name in tables and plots."""
        ...

    def load(self, frame: Any) -> None:
        """Take the next input; timed apart."""
        ...

    def run(self) -> Any:
        """Do what is measured."""
        ...


@dataclass
class Timing:
    """Seconds of every run."""

    run: list[float] = field(default_factory=list[float])
    cold: list[float] = field(default_factory=list[float])  # the first run of every turn
    load: list[float] = field(default_factory=list[float])

    @property
    def median(self) -> float:
        """Median run [s]."""
        return statistics.median(self.run)

    @property
    def cold_median(self) -> float:
        """Median of the runs that came after somebody else's [s]."""
        return statistics.median(self.cold)

    @property
    def load_median(self) -> float:
        """Median of taking the input [s]."""
        return statistics.median(self.load)


def interleave(
    contenders: Sequence[Contender],
    frames: Sequence[Any],
    progress: Callable[[], object] = lambda: None,
    turn: int = TURN,
) -> dict[str, Timing]:
    """Give every contender a turn in each repeat, starting with another one each time.

    Args:
        contenders: whom to time; names are unique.
        frames: inputs, `turn` per repeat.
        progress: called after each repeat.
        turn: frames in one contender's turn.

    Returns:
        Timings by the contenders' names.
    """
    timings = {contender.name: Timing() for contender in contenders}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for repeat in range(len(frames) // turn):
            for k in range(len(contenders)):
                contender = contenders[(repeat + k) % len(contenders)]
                time.sleep(SETTLE)
                _take_turn(contender, frames[repeat * turn : (repeat + 1) * turn], timings[contender.name])
            gc.collect()
            progress()
    finally:
        if collecting:
            gc.enable()
    return timings


def _take_turn(contender: Contender, frames: Sequence[Any], timing: Timing) -> None:
    for number, frame in enumerate(frames):
        timing.load.append(seconds(lambda: contender.load(frame)))  # noqa: B023 - called at once
        (timing.run if number else timing.cold).append(seconds(contender.run))


def compare_hours(times: Sequence[float], hour: int) -> tuple[float, float]:
    """99th percentiles of the first hour and of the last one, of the halves of what is shorter than two.

    Args:
        times: what each frame or tick took, in order.
        hour: how many of them make an hour.
    """
    part = max(1, min(hour, len(times) // 2))
    first, last = (float(np.percentile(some, 99.0)) for some in (times[:part], times[-part:]))
    return first, last


def seconds(work: Callable[[], object]) -> float:
    """Time of one call."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def median_call(work: Callable[[int], object], calls: int) -> float:
    """Median seconds of a short call, each timed for itself; `work` is given its number."""
    taken: list[float] = []
    for k in range(calls):
        begun = time.perf_counter()
        work(k)
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def whole_number(most: int) -> Callable[[str], int]:
    """Return a check of a flag for a whole number from 1 to `most`."""

    def check(text: str) -> int:
        value = int(text) if text.isdecimal() else 0
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {most:,}, not {text!r}")
        return value

    return check


def whole_numbers(most: int) -> Callable[[str], list[int]]:
    """Return a check of a flag for such numbers separated by commas; they come in ascending order."""
    check = whole_number(most)
    return lambda text: sorted({check(part) for part in text.split(",")})


def available(libraries: Sequence[LibraryT]) -> Iterator[tuple[LibraryT, str]]:
    """Every library, with the reason why it cannot be used here, or an empty text."""
    for library in libraries:
        try:
            import_module(library.module)
        except ImportError as missing:
            broken = not isinstance(missing, ModuleNotFoundError)
            yield library, f"cannot be loaded ({missing})" if broken else "is not installed"
        else:
            yield library, ""


def describe_machine() -> str:
    """Processor, target of kernels, cores, system and versions, for whoever reads the figures later."""
    versions = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    system = f"{os.cpu_count()} cores, {platform.system()} {platform.release()}"
    return f"{_processor()}, kernels for {target_name()}, {system}; {', '.join(versions)}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            return asked.stdout.strip()
    return platform.processor() or platform.machine()


def write_csv(rows: Sequence[dict[str, Any]], remark: str, path: Path) -> None:
    """All rows behind a comment line; columns are those of any row, in order of appearance."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        file.write(f"# {remark}\n")
        writer = csv.DictWriter(file, fieldnames=columns, restval="")
        writer.writeheader()
        writer.writerows(rows)


def open_folder(folder: Path) -> Path:
    """Make the folder for results.

    Raises:
        Failure: it cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise Failure(
            f"cannot write to {folder}: {problem.strerror or problem}; choose another --output"
        ) from problem
    return folder


def give_up(program: str, reason: object) -> NoReturn:
    """Leave with exit code 1 and one line."""
    sys.exit(f"{program}: {reason}")


@contextmanager
def tell_failure(program: str, *others: type[Exception]) -> Generator[None]:
    """Leave with one line where a `Failure` or one of the others is raised, and with none after Ctrl+C."""
    try:
        yield
    except (Failure, *others) as problem:
        give_up(program, problem)
    except KeyboardInterrupt:
        sys.exit(130)
