"""Time a whole tick, system by system, over growing numbers of bodies; write a CSV and a plot.

    .venv/bin/python scripts/bench_tick.py [--quick] [--bodies 1000,10000] [--workers 1,2] [--output FOLDER]

A fifth of the bodies are thinking enemies, three tenths asteroids, half bullets; their numbers are held.
Every row carries the state hash, which must be the same for any number of workers: it is checked here as
well.
"""

import argparse
import csv
import os
import platform
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = (500, 1200, 3000, 10_000, 30_000, 100_000)
QUICK_SIZES = (500, 1200, 3000)
TICKS, QUICK_TICKS = 600, 120
PERCENTILES = ("p50", "p95", "p99", "max")


def parse_arguments() -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="small sizes and few ticks, to see that it works"
    )
    parser.add_argument("--bodies", type=counts, help="body counts, separated by commas")
    parser.add_argument(
        "--workers", type=counts, default=[1, 2], help="thread counts to compare (default 1,2)"
    )
    parser.add_argument("--ticks", type=int, help="ticks measured per row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--output", type=Path, default=ROOT / "benchmark-results", help="folder for CSV and plot"
    )
    arguments = parser.parse_args()
    arguments.bodies = arguments.bodies or list(QUICK_SIZES if arguments.quick else SIZES)
    arguments.ticks = arguments.ticks or (QUICK_TICKS if arguments.quick else TICKS)
    if arguments.ticks < 1:
        parser.error("--ticks must be 1 or more")
    return arguments


def counts(text: str) -> list[int]:
    """Positive integers separated by commas."""
    values = [int(part) for part in text.split(",")]
    if min(values) < 1:
        raise argparse.ArgumentTypeError(f"counts must be 1 or more, not {text}")
    return values


def measure(bodies: int, workers: int, ticks: int, seed: int) -> dict[str, Any]:
    """One row: the stress load of that size, and its figures."""
    from arena.game.stress import StressConfig, run_stress

    load = StressConfig(bodies // 5, bodies * 3 // 10, bodies // 2, ticks=ticks, seed=seed, workers=workers)
    figures = run_stress(load)
    row: dict[str, Any] = {"bodies": figures["bodies"], "workers": workers}
    row |= {name: figures["tick_ms"][name] for name in PERCENTILES}
    row |= figures["systems_ms"]
    row["state_hash"] = figures["state_hash"]
    return row


def check_hashes(rows: list[dict[str, Any]]) -> None:
    """Equal loads must end in equal states."""
    seen: dict[int, str] = {}
    for row in rows:
        if seen.setdefault(row["bodies"], row["state_hash"]) != row["state_hash"]:
            sys.exit(f"bench_tick: the state differs between worker counts at {row['bodies']} bodies: a bug")


def write_csv(rows: list[dict[str, Any]], machine: str, path: Path) -> None:
    """All rows, milliseconds, behind a comment line that names machine and versions."""
    with path.open("w", newline="") as file:
        file.write(f"# {machine}; times in milliseconds, systems are medians\n")
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def draw_plot(rows: list[dict[str, Any]], machine: str, path: Path) -> None:
    """Left: the tick over the number of bodies. Right: which system takes how much of it."""
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.2), layout="constrained")
    for workers in sorted({row["workers"] for row in rows}):
        mine = [row for row in rows if row["workers"] == workers]
        x = [row["bodies"] for row in mine]
        left.plot(x, [row["p50"] for row in mine], "o-", label=f"p50, {plural(workers, 'worker')}")
        left.plot(x, [row["p99"] for row in mine], ":", color=left.lines[-1].get_color(), label="p99")
    left.axhline(1000 / 60, color="grey", lw=0.8)
    left.annotate(
        "60 ticks a second", (0.02, 1000 / 60 * 1.06), xycoords=("axes fraction", "data"), color="grey"
    )
    left.set(xscale="log", yscale="log", xlabel="bodies", ylabel="milliseconds a tick", title="Whole tick")
    left.legend()
    most = [row for row in rows if row["workers"] == max(row["workers"] for row in rows)]
    systems = [name for name in most[0] if name not in {"bodies", "workers", "state_hash", *PERCENTILES}]
    right.stackplot(
        [row["bodies"] for row in most],
        [[row[name] / sum(row[s] for s in systems) * 100 for row in most] for name in systems],
        labels=systems,
        colors=plt.get_cmap("tab20").colors,  # type: ignore[attr-defined]
    )
    right.set(
        xscale="log", xlabel="bodies", ylabel="% of the tick", title="Share of each system", ylim=(0, 100)
    )
    right.legend(loc="center left", bbox_to_anchor=(1, 0.5), reverse=True)
    figure.suptitle(machine, fontsize=8)
    figure.savefig(path, dpi=110)


def plural(count: int, noun: str) -> str:
    """Write 1 worker, but 2 workers."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def describe_machine() -> str:
    """Processor, cores and versions, for whoever reads the figures later."""
    import numba
    import numpy as np

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    versions = f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()}; {versions}"


def main() -> None:
    """Measure, print as a table, write the files."""
    arguments = parse_arguments()
    try:
        import matplotlib as mpl
        from tqdm import tqdm

        from arena.commands.preparation import prepare_kernels
    except ImportError as missing:
        sys.exit(
            f"bench_tick: {missing}; install with: python -m pip install -e '.[bench]' -c constraints.txt"
        )
    try:
        arguments.output.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sys.exit(
            f"bench_tick: cannot write to {arguments.output}: {problem.strerror}; choose another --output"
        )
    mpl.use("Agg")
    prepare_kernels()
    jobs = [(size, workers) for size in arguments.bodies for workers in arguments.workers]
    rows: list[dict[str, Any]] = []
    print(f"{'bodies':>9} {'workers':>7} {'p50':>8} {'p95':>8} {'p99':>8}  ms a tick; the slowest systems")
    for size, workers in tqdm(jobs, desc="measuring", leave=False, file=sys.stderr):
        row = measure(size, workers, arguments.ticks, arguments.seed)
        rows.append(row)
        systems = {k: v for k, v in row.items() if k not in {"bodies", "workers", "state_hash", *PERCENTILES}}
        slowest = sorted(systems, key=lambda name: -systems[name])[:3]
        tail = ", ".join(f"{name} {systems[name]:.2f}" for name in slowest)
        tqdm.write(
            f"{row['bodies']:>9,} {workers:>7} "
            f"{row['p50']:>8.3f} {row['p95']:>8.3f} {row['p99']:>8.3f}  {tail}"
        )
    check_hashes(rows)
    machine = describe_machine()
    write_csv(rows, machine, arguments.output / "tick.csv")
    draw_plot(rows, machine, arguments.output / "tick.png")
    print(f"{machine}\nwrote {arguments.output / 'tick.csv'} and {arguments.output / 'tick.png'}")


if __name__ == "__main__":
    main()
