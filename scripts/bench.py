"""Measure everything that has a speed, in one command: a table, one JSON file, one page with plots.

    .venv/bin/python scripts/bench.py [--quick] [--only TEXT] [--rounds N] [--output FOLDER]
    .venv/bin/python scripts/bench.py --compare A B [--only TEXT] [--pairs N]

The first form times this checkout: grid, queries, ticks, view, replays, environment, and beside them a k-d
tree of scipy and a copy of memory, the yardsticks of a machine. It writes bench.json and bench.html.

The second compares two checkouts, folders or revisions of this repository: `--compare HEAD~1 HEAD`. Each has
a process of its own, and the two take turns figure by figure, so that what else the machine does hits both.
What counts is the logarithm of B's time over A's, of times that stand side by side: its median over the
rounds of a pair of processes. If the two were equally fast, its signs would be a coin's: all 2^N changes of
sign are gone through, and the share of those whose mean is as far from zero is the figure's p (a permutation
test). Over all figures they are held to 5 % together (Holm, 1979): in 19 of 20 comparisons of a checkout with
itself nothing is reported.
"""

import argparse
import base64
import html
import io
import itertools
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(1, str(ROOT))

from bench_figures import BANDWIDTH_BYTES, FIGURES  # noqa: E402
from benchmarking import Failure, describe_machine, open_folder, tell_failure, whole_number  # noqa: E402
from tqdm import tqdm  # noqa: E402

ERRORS = 0.05
"""Share of comparisons of equals in which anything is reported."""
PAIRS = 10
ROUNDS, QUICK_ROUNDS, PAIR_ROUNDS = 15, 5, 12
BYTES_A_BODY = 12 + 4 + 1 + 20
"""Least traffic of a rebuild: position, radius and flag are read, an entry of five words is written."""
BYTES_A_PAIR = 8
GRID = "grid of "

Samples = dict[str, list[float]]


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench", description=__doc__, formatter_class=text)
    parser.add_argument("--quick", action="store_true", help="without the largest loads: about a minute")
    parser.add_argument("--only", default="", metavar="TEXT", help="figures with this in their name")
    parser.add_argument("--rounds", type=whole_number(10_000), help=f"samples of each (default {ROUNDS})")
    parser.add_argument("--output", type=Path, default=ROOT / "benchmark-results", metavar="FOLDER")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="folders or revisions")
    parser.add_argument("--pairs", type=whole_number(16), default=PAIRS, help=f"(default {PAIRS})")
    return parser.parse_args(words)


def chosen_figures(only: str, quick: bool) -> list[str]:
    """Names of the figures to measure.

    Raises:
        Failure: none has such a name.
    """
    names = [one.name for one in FIGURES if only in one.name and (one.quick or not quick)]
    if not names:
        raise Failure(
            f"no figure has {only!r} in its name; there is {'; '.join(one.name for one in FIGURES)}"
        )
    return names


class Measurer:
    """A process that times figures with the package of a checkout; a context manager, which ends it.

    Raises:
        Failure: it ended badly; tells its last line.
    """

    def __init__(self, tree: Path, names: Sequence[str], *flags: str) -> None:
        script = str(Path(__file__).with_name("bench_figures.py"))
        command = [sys.executable, "-P", script, *names, "--tree", str(tree), *flags]
        self._tree = tree
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )

    def __enter__(self) -> "Measurer":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            return line
        self._process.wait()
        self._errors.seek(0)
        last = self._errors.read().strip().splitlines()
        raise Failure(f"measuring {self._tree} failed: {last[-1] if last else 'without a word'}")

    def ask(self, name: str) -> float:
        """Seconds of a call of one of its figures."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # then the line that does not come tells why
            self._process.stdin.write(name + "\n")
            self._process.stdin.flush()
        return float(self.line())


def measure(
    names: Sequence[str], rounds: int, tree: Path = ROOT, heard: Callable[[], object] = lambda: None
) -> Samples:
    """Samples of one process.

    Raises:
        Failure: it ended badly.
    """
    with Measurer(tree, names, "--rounds", str(rounds)) as process:
        for _ in range(rounds):
            process.line()
            heard()
        samples: Samples = json.loads(process.line())
    return samples


def measure_pair(names: Sequence[str], trees: Sequence[Path], first: int) -> tuple[Samples, Samples]:
    """Samples of both checkouts that stand side by side, of figures that both have.

    Args:
        names: figures.
        trees: A and B.
        first: who is started first and begins, 0 or 1; then they change from round to round.

    Raises:
        Failure: a process ended badly.
    """
    order = (0, 1) if first == 0 else (1, 0)
    with ExitStack() as stack:
        started = [stack.enter_context(Measurer(trees[side], names, "--asked")) for side in order]
        has = [json.loads(one.line()) for one in started]
        both = [name for name in has[0] if name in has[1]]
        times: tuple[Samples, Samples] = {name: [] for name in both}, {name: [] for name in both}
        for turn in range(PAIR_ROUNDS):
            for name in both:
                for place in (0, 1) if turn % 2 == 0 else (1, 0):
                    times[order[place]][name].append(started[place].ask(name))
    return times


def summary(samples: Sequence[float]) -> dict[str, float]:
    """Median, quartiles and least of a figure [s]."""
    low, middle, high = statistics.quantiles(samples, n=4) if len(samples) > 1 else [samples[0]] * 3
    return {"median": middle, "low": low, "high": high, "least": min(samples)}


def time_text(seconds: float) -> str:
    """A time for people."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def run(given: argparse.Namespace) -> int:
    """Measure this checkout, print the table, write the files."""
    names, rounds = (
        chosen_figures(given.only, given.quick),
        given.rounds or (QUICK_ROUNDS if given.quick else ROUNDS),
    )
    folder = open_folder(given.output)
    with tqdm(total=rounds + 1, desc="measuring", leave=False, disable=None) as bar:
        samples = measure(names, rounds, heard=bar.update)
    figures = {name: summary(values) for name, values in samples.items()}
    for name, one in figures.items():
        spread = 0.5 * (one["high"] - one["low"]) / one["median"]
        print(f"{name:<38} {time_text(one['median']):>9}  +- {spread:4.0%}")
    result = {"machine": describe_machine(), "rounds": rounds, "seconds": figures, "samples": samples}
    (folder / "bench.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (folder / "bench.html").write_text(report(result), encoding="utf-8")
    print(f"{folder / 'bench.json'}, {folder / 'bench.html'}")
    return 0


def sign_flip_p(differences: Sequence[float]) -> float:
    """Share of all changes of sign that leave the mean at least as far from zero; 1 without differences."""
    size = abs(sum(differences))
    signs = itertools.product((1.0, -1.0), repeat=len(differences))
    sums = [abs(sum(sign * one for sign, one in zip(row, differences, strict=True))) for row in signs]
    return sum(one >= size - 1e-12 for one in sums) / len(sums)


def significant(chances: Mapping[str, float], errors: float = ERRORS) -> set[str]:
    """Names that stand when all are held to `errors` together (Holm, 1979)."""
    found: set[str] = set()
    for place, (name, chance) in enumerate(sorted(chances.items(), key=lambda one: one[1])):
        if chance > errors / (len(chances) - place):
            break
        found.add(name)
    return found


def judge(changes: Mapping[str, Sequence[float]]) -> list[tuple[str, float, float, bool]]:
    """Name, ratio of times, p, and whether it is reported, of each figure.

    Args:
        changes: logarithms of B's time over A's, one of each pair, by figure.
    """
    chances = {name: sign_flip_p(one) for name, one in changes.items()}
    stand = significant(chances)
    return [
        (name, math.exp(statistics.fmean(one)), chances[name], name in stand) for name, one in changes.items()
    ]


@contextmanager
def checkout(name: str) -> Generator[Path]:
    """A folder as it is, or a revision in a folder that goes again.

    Raises:
        Failure: it is neither.
    """
    if (Path(name) / "arena").is_dir():
        yield Path(name).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        made = subprocess.run([*git, "add", "--detach", str(tree), name], capture_output=True, check=False)
        if made.returncode:
            raise Failure(f"{name} is neither a folder with the package nor a revision of this repository")
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], capture_output=True, check=False)


def compare(given: argparse.Namespace) -> int:
    """Measure two checkouts by turns and tell what differs; 1 where B is slower in anything."""
    names = chosen_figures(given.only, given.quick)
    least = math.ceil(math.log2(2.0 * len(names) / ERRORS))
    if given.pairs < least:
        raise Failure(f"{len(names)} figures need {least} pairs to tell anything; fewer with --only")
    before: Samples = {}
    changes: Samples = {}
    with (
        checkout(given.compare[0]) as a,
        checkout(given.compare[1]) as b,
        tqdm(total=given.pairs + 2, desc="comparing", leave=False, disable=None) as bar,
    ):
        for tree in (a, b):  # compiles, where anything has to be
            measure(names, 1, tree)
            bar.update()
        for pair in range(given.pairs):
            ours, others = measure_pair(names, (a, b), pair % 2)
            for name, times in ours.items():
                ratios = [math.log(after / now) for now, after in zip(times, others[name], strict=True)]
                changes.setdefault(name, []).append(statistics.median(ratios))
                before.setdefault(name, []).append(statistics.median(times))
            bar.update()
    judged = judge(changes)
    for name, ratio, chance, stands in judged:
        verdict = ("slower" if ratio > 1.0 else "faster") if stands else ""
        taken = time_text(statistics.median(before[name]))
        print(f"{name:<38} {taken:>9}  x {ratio:5.3f}  p {chance:.3f}  {verdict}".rstrip())
    if not any(stands for *_, stands in judged):
        print("no difference that is more than noise")
    return int(any(stands and ratio > 1.0 for _, ratio, _, stands in judged))


def report(result: Mapping[str, Any]) -> str:
    """One page that needs nothing else: machine, table, plots."""
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{time_text(one['median'])}</td>"
        f"<td>{time_text(one['low'])} to {time_text(one['high'])}</td></tr>"
        for name, one in result["seconds"].items()
    )
    return (
        "<!doctype html><meta charset=utf-8><title>Arena: speed</title>"
        "<style>body{font:16px sans-serif;max-width:60em;margin:2em auto}td{padding:.2em 1em}</style>"
        f"<h1>Speed</h1><p>{html.escape(result['machine'])}; medians of {result['rounds']} rounds, and "
        "quartiles.</p>"
        f"<table>{rows}</table>{roofline(result['seconds'])}"
    )


def roofline(figures: Mapping[str, Mapping[str, float]]) -> str:
    """Plot of the grid's times over the least that this machine's memory allows; empty without the figures.

    The limit is the traffic that no rebuild avoids (`BYTES_A_BODY`, `BYTES_A_PAIR` for two pairs a body) at
    the measured bandwidth of a copy on one core.
    """
    copied = figures.get("copy of 128 MiB")
    grids = {name: one["median"] for name, one in figures.items() if name.startswith(GRID)}
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return "<p>Plots need matplotlib: pip install -c constraints.txt -e '.[bench]'</p>"
    if copied is None or not grids:
        return ""
    bandwidth = 2.0 * BANDWIDTH_BYTES / copied["median"]
    bodies = {
        name: int(name[len(GRID) :].partition(":")[0].partition(", two")[0].replace(",", ""))
        for name in grids
    }
    figure = Figure((8.0, 4.5), layout="constrained")
    axes = figure.add_subplot(xscale="log", yscale="log", xlabel="bodies", ylabel="rebuild and pairs [ms]")
    for label, two in (("one worker", False), ("two workers", True)):
        chosen = sorted((bodies[name], 1e3 * grids[name]) for name in grids if ("two" in name) == two)
        axes.plot(*zip(*chosen, strict=True), "o-", label=label) if chosen else None
    line = [min(bodies.values()), max(bodies.values())]
    least = [1e3 * n * (BYTES_A_BODY + 2 * BYTES_A_PAIR) / bandwidth for n in line]
    axes.plot(line, least, "k--", label=f"memory's limit, {bandwidth / 1e9:.0f} GB/s")
    axes.legend()
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    code = base64.b64encode(picture.getvalue()).decode()
    return f'<h2>The grid under the roof of memory</h2><img src="data:image/png;base64,{code}">'


def main(words: list[str] | None = None) -> int:
    """Measure or compare."""
    given = parse_arguments(words)
    with tell_failure("bench"):
        return compare(given) if given.compare else run(given)


if __name__ == "__main__":
    sys.exit(main())
