"""Measure the collision grid: against other libraries, in queries, and against other broad phases.

    .venv/bin/python scripts/bench_grid.py [peers|cells|queries|experiment|all] [--quick] [--output FOLDER]

peers       all overlapping pairs from scratch, beside coal, warp, scipy and vesin, 1,000 to 1,000,000 bodies
cells       every workload with cells of the grid's own choice, beside the best fixed numbers of cells
queries     spheres and nearest neighbours, beside scipy
experiment  the game's load through linear search, octants, latitude/longitude, octree, k-d tree and the grid
            at 1 to 16 cells per axis

Whoever is timed has first shown that it finds the right pairs. Tables go to the terminal, CSV files and plots
to the folder.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import describe_machine, whole_number, whole_numbers  # noqa: E402

PARTS = ("peers", "cells", "queries", "experiment")
DRAWN = ("peers", "experiment")
SIZE_MAX = 10_000_000


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked."""
    text = __doc__ or ""
    number, numbers = whole_number(SIZE_MAX), whole_numbers(SIZE_MAX)
    parser = argparse.ArgumentParser(
        prog="bench_grid", description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="?", choices=(*PARTS, "all"), default="all")
    parser.add_argument("--quick", action="store_true", help="small sizes, few repeats: under a minute")
    parser.add_argument("--sizes", type=numbers, help="body counts, separated by commas (ascending)")
    parser.add_argument(
        "--workload", default="belt", help="how bodies are spread, for peers and queries (default belt)"
    )
    parser.add_argument("--repeats", type=number, help="interleaved repeats (default: by size)")
    parser.add_argument(
        "--peer-limit",
        type=number,
        metavar="N",
        help="most bodies for other libraries (default 100000)",
    )
    parser.add_argument("--seed", type=number, default=1)
    parser.add_argument(
        "--output", type=Path, default=ROOT / "benchmark-results", help="folder for CSV files and plots"
    )
    return parser.parse_args(words)


def measure(arguments: argparse.Namespace) -> list[Path]:
    """Run the chosen parts; returns the files that were written."""
    from grid_cells import run_cells
    from grid_experiment import run_experiment
    from grid_peers import run_peers
    from grid_plots import draw_experiment, draw_peers
    from grid_queries import run_queries

    arguments.machine = describe_machine()
    parts = PARTS if arguments.part == "all" else (arguments.part,)
    written: list[Path] = []
    for part in parts:
        table, picture = (arguments.output / f"grid-{part}.{kind}" for kind in ("csv", "png"))
        if part == "peers":
            draw_peers(run_peers(arguments), arguments.machine, picture)
        elif part == "experiment":
            draw_experiment(run_experiment(arguments), arguments.machine, picture)
        elif part == "cells":
            run_cells(arguments)
        else:
            run_queries(arguments)
        written += [table, picture] if part in DRAWN else [table]
    return written


def main(words: list[str] | None = None) -> None:
    """Measure, and say where the results are; leave with one line where something is wrong."""
    arguments = parse_arguments(words)
    try:
        import matplotlib as mpl
        from benchmarking import Failure, give_up, open_folder
        from pair_finders import Mismatch
        from workloads import WORKLOADS
    except ImportError as missing:
        sys.exit(f"bench_grid: {missing}; install with: pip install -c constraints.txt -e '.[bench]'")
    mpl.use("Agg")
    if arguments.workload not in WORKLOADS:
        print(
            f"bench_grid: there is no workload {arguments.workload!r}; choose one of {', '.join(WORKLOADS)}",
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        open_folder(arguments.output)
        written = measure(arguments)
    except Mismatch as wrong:
        give_up("bench_grid", f"{wrong}: nothing more is measured")
    except Failure as problem:
        give_up("bench_grid", problem)
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"\n{arguments.machine}\nwrote {', '.join(str(path) for path in written)}")


if __name__ == "__main__":
    main()
