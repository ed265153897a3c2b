"""All overlapping pairs from scratch: our grid against the libraries of `grid_rivals`, over growing sizes."""

import tracemalloc
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarking import TURN, Failure, Timing, available, interleave, seconds, write_csv
from grid_rivals import HOW_TO_INSTALL, RIVALS, Rival, Skipped
from pair_finders import GridFinder, PairFinder, true_pairs
from tqdm import tqdm
from workloads import WORKLOADS, Float32, Workload, drift

SIZES = (1000, 1500, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (1000, 1500, 10_000)
SLOW = 20.0
"""A library that needs longer for one run is asked for nothing larger [s]."""
GROWTH_TARGET = 2.0
"""A body among a million may cost this many times one among ten thousand."""
MANY, FEW = 1_000_000, 10_000
NEAR = "pairs differ by rounding: they touch within 1e-5 of their distance, and float32 decides otherwise"


@dataclass
class Lineup:
    """Contenders, and the reasons of those that dropped out."""

    rivals: list[Rival] = field(default_factory=list[Rival])
    target: dict[str, float] = field(default_factory=dict[str, float])
    slow: dict[str, float] = field(default_factory=dict[str, float])  # seconds per body when last seen

    def enter(self) -> None:
        """List the installed libraries; say of each other one how to get it."""
        for rival, trouble in available(RIVALS):
            if trouble:
                tell(f"{rival.package}: skipped, {trouble}; install with: {HOW_TO_INSTALL}")
            else:
                self.rivals.append(rival)

    def finders(self, workload: Workload, peer_limit: int | None) -> list[PairFinder]:
        """Set up everyone for a workload, ours first."""
        chosen: list[PairFinder] = [GridFinder(workload, workers=workers) for workers in (1, 2)]
        for rival in self.rivals:
            try:
                for finder in rival.make(workload):
                    self.target[finder.name] = rival.target
                    if reason := self._reason_to_leave(finder, peer_limit):
                        raise Skipped(reason)
                    chosen.append(finder)
            except Skipped as reason:
                tell(f"{rival.package}: skipped at {len(workload.radii):,} bodies, {reason}")
        return chosen

    def _reason_to_leave(self, finder: PairFinder, peer_limit: int | None) -> str:
        n = len(finder.workload.radii)
        if n > (peer_limit or finder.largest):
            return "a size that only ours is asked for (see --peer-limit)"
        expected = self.slow.get(finder.name, 0.0) * n
        return f"one run would take some {expected:.0f} s" if expected > SLOW else ""


def tell(line: str = "") -> None:
    """Print without tearing a progress bar."""
    tqdm.write(line)


def run_peers(arguments: Namespace) -> list[dict[str, Any]]:
    """Measure all sizes, print a table for each, write the CSV; returns its rows.

    Raises:
        Mismatch: somebody's pairs are wrong; nothing has been timed on that size then.
    """
    lineup = Lineup()
    lineup.enter()
    sizes = arguments.sizes or list(QUICK_SIZES if arguments.quick else SIZES)
    rows: list[dict[str, Any]] = []
    counts = [arguments.repeats or repeats_for(n, arguments.quick) for n in sizes]
    with tqdm(total=sum(counts), desc="peers", unit="repeat", leave=False, disable=None) as bar:
        for n, repeats in zip(sizes, counts, strict=True):
            workload = spread(arguments, n)
            frames = drift(workload, repeats * TURN + 1)
            finders = lineup.finders(workload, arguments.peer_limit)
            pair_count, finders = _check(lineup, finders, frames[0])
            timings = interleave(finders, frames[1:], bar.update)
            fresh = _rows(workload, pair_count, finders, timings, lineup.target)
            _print_table(fresh, repeats * (TURN - 1))
            rows += fresh
    remark = f"{arguments.machine}; all overlapping pairs from scratch, medians of interleaved repeats"
    write_csv(rows, remark, arguments.output / "grid-peers.csv")
    _print_growth(rows, arguments)
    return rows


def spread(arguments: Namespace, n: int) -> Workload:
    """The chosen workload with n bodies.

    Raises:
        Failure: it does not come in that size.
    """
    try:
        return WORKLOADS[arguments.workload](n, arguments.seed)
    except ValueError as reason:
        raise Failure(reason) from reason


def repeats_for(n: int, quick: bool) -> int:
    """More repeats where they cost little and scatter most."""
    full = 21 if n <= 2000 else 11 if n <= 20_000 else 7 if n <= 200_000 else 5
    return max(3, full // 3) if quick else full


def _check(lineup: Lineup, finders: list[PairFinder], frame: Float32) -> tuple[int, list[PairFinder]]:
    """Hold everyone's pairs against the right ones; returns their number, and who is quick enough to time."""
    truth = true_pairs(finders[0].workload, frame)
    quick: list[PairFinder] = []
    for finder in finders:
        finder.load(frame)
        finder.run()  # the first run compiles and allocates
        taken = seconds(finder.run)
        if verdict := sum(finder.check(truth, frame)):
            tell(f"{finder.name}: {verdict} of {len(truth):,} {NEAR}")
        lineup.slow[finder.name] = taken / len(frame)
        if taken <= SLOW or isinstance(finder, GridFinder):
            quick.append(finder)
        else:
            tell(f"{finder.name}: skipped from {len(frame):,} bodies on, one run takes {taken:.0f} s")
    return len(truth), quick


def _rows(
    workload: Workload,
    pair_count: int,
    finders: Sequence[PairFinder],
    timings: dict[str, Timing],
    targets: dict[str, float],
) -> list[dict[str, Any]]:
    n = len(workload.radii)
    ours = [timings[finder.name].median for finder in finders if isinstance(finder, GridFinder)]
    return [
        {
            "workload": workload.name,
            "bodies": n,
            "pairs": pair_count,
            "contender": finder.name,
            "threads": finder.threads,
            "median_ms": round(timings[finder.name].median * 1e3, 4),
            "fastest_ms": round(min(timings[finder.name].run) * 1e3, 4),
            "cold_ms": round(timings[finder.name].cold_median * 1e3, 4),
            "input_ms": round(timings[finder.name].load_median * 1e3, 4),
            "ns_per_body": round(timings[finder.name].median / n * 1e9, 1),
            "over_one_worker": round(timings[finder.name].median / ours[0], 2),
            "over_two_workers": round(timings[finder.name].median / ours[1], 2),
            "target": targets.get(finder.name, ""),
        }
        for finder in finders
    ]


def _print_table(rows: Sequence[dict[str, Any]], repeats: int) -> None:
    first = rows[0]
    tell(
        f"\n{first['workload']}, {first['bodies']:,} bodies, {first['pairs']:,} overlapping pairs, "
        f"median of {repeats}"
    )
    tell(f"  {'':<18} {'threads':>7} {'ms':>10} {'ns/body':>9} {'/ ours(1)':>10} {'/ ours(2)':>10}  target")
    for row in rows:
        verdict = ""
        if row["target"]:
            best = max(row["over_one_worker"], row["over_two_workers"])
            verdict = f"{row['target']:.0f}x {'reached' if best >= row['target'] else 'missed'}"
        if row["contender"].startswith("coal"):
            verdict += f"; moving the bodies from Python: {row['input_ms']:.2f} ms more"
        name = f"  {row['contender']:<18} {row['threads']:>7}"
        figures = f"{row['median_ms']:>10.3f} {row['ns_per_body']:>9.0f}"
        ratios = f"{row['over_one_worker']:>10.1f} {row['over_two_workers']:>10.1f}"
        tell(f"{name} {figures} {ratios}  {verdict}".rstrip())


def _print_growth(rows: Sequence[dict[str, Any]], arguments: Namespace) -> None:
    """Time per body over the sizes, and memory per body at the largest."""
    ours = [row for row in rows if row["contender"].startswith("arena")]
    for name in dict.fromkeys(row["contender"] for row in ours):
        cost = {row["bodies"]: row["ns_per_body"] for row in ours if row["contender"] == name}
        line = ", ".join(f"{each:.0f} ns at {n:,}" for n, each in cost.items())
        if FEW in cost and MANY in cost:
            ratio = cost[MANY] / cost[FEW]
            verdict = "reached" if ratio <= GROWTH_TARGET else "missed"
            line += f"; {MANY:,} over {FEW:,}: {ratio:.2f} (target at most {GROWTH_TARGET:.0f}: {verdict})"
        tell(f"\n{name}, per body: {line}" if name == ours[0]["contender"] else f"{name}, per body: {line}")
    n = max(row["bodies"] for row in ours)
    kept, peak = memory_per_body(spread(arguments, n))
    tell(
        f"memory at {n:,} bodies: {kept:.0f} bytes per body kept, {peak:.0f} at the peak "
        "(numpy's allocations for one grid, by tracemalloc)"
    )


def memory_per_body(workload: Workload) -> tuple[float, float]:
    """Bytes per body that a grid holds after `rebuild` and `find_pairs`, and the most it held meanwhile.

    Measured with tracemalloc, which numpy reports its allocations to; the positions themselves, which belong
    to the caller, are not counted.
    """
    warm = GridFinder(workload)  # loads the kernels, whose memory is not the grid's
    warm.load(workload.positions)
    warm.run()
    del warm
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        finder = GridFinder(workload)
        finder.load(workload.positions)
        finder.run()
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    n = max(1, len(workload.radii))
    return (after - before) / n, (peak - before) / n
