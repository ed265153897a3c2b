"""Measure ticks: over growing loads, beside scipy's k-d tree, and physics alone beside a physics engine.

    .venv/bin/python scripts/bench_tick.py [load|tree|physics|all] [--quick] [--sizes 1000,10000]

load        the stress load, a fifth enemies that think, three tenths asteroids, half bullets, 1,000 to
            200,000 bodies for each number of workers; their state hashes must be the same
tree        the same load for 1,200 to 100,000 bodies, beside the time scipy needs to build a k-d tree on the
            same positions, all in turns, so that a slow moment of the machine hits all of them
physics     motion, collision grid and contacts of free spheres, beside pybullet on the same spheres

Tables go to the terminal, CSV files and plots to the folder.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import describe_machine, whole_number, whole_numbers  # noqa: E402

PARTS = ("load", "tree", "physics")
SIZE_MAX = 1_000_000


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked."""
    number, numbers = whole_number(SIZE_MAX), whole_numbers(SIZE_MAX)
    parser = argparse.ArgumentParser(
        prog="bench_tick", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="?", choices=(*PARTS, "all"), default="all")
    parser.add_argument("--quick", action="store_true", help="small sizes, few ticks: under a minute")
    parser.add_argument("--sizes", type=numbers, help="body counts, separated by commas (default: by part)")
    parser.add_argument("--workers", type=numbers, default=[1, 2], help="threads to compare (default 1,2)")
    parser.add_argument("--ticks", type=number, help="ticks measured per row of load (default 300)")
    parser.add_argument("--repeats", type=number, help="interleaved repeats (default: by part)")
    parser.add_argument("--seed", type=number, default=1)
    parser.add_argument(
        "--output", type=Path, default=ROOT / "benchmark-results", help="folder for CSV files and plots"
    )
    return parser.parse_args(words)


def parts() -> dict[str, tuple[Any, Any]]:
    """Measurements of each part, and their plots.

    Raises:
        ImportError: a library that benchmarks need is absent.
    """
    from tick_load import run_load
    from tick_physics import run_physics
    from tick_plots import draw_load, draw_physics, draw_tree
    from tick_tree import run_tree

    return {
        "load": (run_load, draw_load),
        "tree": (run_tree, draw_tree),
        "physics": (run_physics, draw_physics),
    }


def measure(arguments: argparse.Namespace, runs: dict[str, tuple[Any, Any]]) -> list[Path]:
    """Run the chosen parts; returns the files that were written."""
    arguments.machine = describe_machine()
    written: list[Path] = []
    for part in PARTS if arguments.part == "all" else (arguments.part,):
        table, picture = (arguments.output / f"tick-{part}.{kind}" for kind in ("csv", "png"))
        run, draw = runs[part]
        draw(run(arguments, table), arguments.machine, picture)
        written += [table, picture]
    return written


def main(words: list[str] | None = None) -> None:
    """Measure, and say where the results are; leave with one line where something is wrong."""
    arguments = parse_arguments(words)
    try:
        import matplotlib as mpl
        from benchmarking import open_folder, tell_failure

        from arena.startup.progress_bar import prepare_kernels

        mpl.use("Agg")
        runs = parts()
    except ImportError as missing:
        sys.exit(f"bench_tick: {missing}; install with: pip install -c constraints.txt -e '.[bench]'")
    with tell_failure("bench_tick"):
        open_folder(arguments.output)
        prepare_kernels()
        written = measure(arguments, runs)
    print(f"\n{arguments.machine}\nwrote {', '.join(str(path) for path in written)}")


if __name__ == "__main__":
    main()
