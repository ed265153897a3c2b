"""Trace a stress load: every system, kernel and thread on a time line, for https://ui.perfetto.dev.

    .venv/bin/python scripts/profile_stress.py [--enemies 2000] [--asteroids 3000] [--output FILE]

Needs the extra `profile` (viztracer). An output that ends in .html opens in a browser by itself, without the
net; .json and .json.gz are Chrome traces. Kernels are compiled before the trace begins.
"""

# Not called profile.py: beside other scripts that name would stand in for the standard library's `profile`,
# which cProfile imports, and warp through it: `bench_grid.py` would end there.

import argparse
import gzip
import json
import statistics
import sys
import time
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[profile]'"
SUFFIXES = (".json", ".json.gz", ".html")
TICKS = 120
TICKS_MAX = 10_000
ENTRIES = 2_000_000
"""Calls that are kept; the oldest are dropped beyond."""
ROWS = 16


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked; loads are described as for `arena stress`."""
    from arena.commands.arguments import BODIES_MAX, SEED_MAX, count

    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="profile_stress", description=__doc__, formatter_class=text)
    for name, default in (("enemies", 200), ("asteroids", 500), ("bullets", 500)):
        parser.add_argument(f"--{name}", type=count(0, BODIES_MAX), default=default, metavar="N")
    parser.add_argument("--ticks", type=count(1, TICKS_MAX), default=TICKS, metavar="T", help="to trace")
    parser.add_argument("--seed", type=count(0, SEED_MAX), default=1, metavar="N")
    parser.add_argument("--workers", type=count(1, 256), metavar="W", help="threads (default: one per core)")
    parser.add_argument("--cells", type=count(1, 128), metavar="C", help="grid cells per axis")
    default = ROOT / "benchmark-results" / "stress-trace.json"
    parser.add_argument("--output", type=Path, default=default, metavar="FILE", help=", ".join(SUFFIXES))
    arguments = parser.parse_args(words)
    if not arguments.output.name.endswith(SUFFIXES):
        parser.error(f"argument --output: must end in one of {', '.join(SUFFIXES)}")
    return arguments


def kernels() -> dict[str, str]:
    """Names of all loaded kernels, by what a trace calls them; numba tells profilers of each call."""
    from numba.core.dispatcher import Dispatcher

    from arena.sim.system import System

    found: dict[str, str] = {}
    for module in [module for name, module in sys.modules.items() if name.startswith("arena.")]:
        for value in vars(module).values():
            kernel: Any = value.kernel if isinstance(value, System) else value
            if isinstance(kernel, Dispatcher):
                code = kernel.py_func.__code__
                found[f"{code.co_name} ({code.co_filename}:{code.co_firstlineno})"] = code.co_name
    return found


def run_ticks(run: Any, ticks: int, tracer: Any = None) -> float:
    """Median milliseconds of a tick; with a tracer, pairs and contacts become curves in its trace."""
    taken: list[float] = []
    for _ in range(ticks):
        begun = time.perf_counter()
        run.tick()
        taken.append((time.perf_counter() - begun) * 1e3)
        if tracer is not None:
            tracer.log_var("pairs", run.world.pair_count)
            tracer.log_var("contacts", int(run.world.contacts.count[0]))
    return statistics.median(taken)


def trace(config: Any, ticks: int, output: Path) -> tuple[float, float]:
    """Write the trace of steady ticks; returns the median tick [ms] without and with a profiler."""
    from viztracer import VizTracer

    from arena.game.modes.stress_run import stress_match
    from arena.game.rules import STRESS

    with stress_match(config) as run:  # what the rehearsal has not met is compiled here
        run_ticks(run, STRESS.warm_up)
        plain = run_ticks(run, ticks)
    tracer = VizTracer(
        tracer_entries=ENTRIES, ignore_c_function=True, verbose=0, output_file=str(output),
        process_name="arena",
    )  # fmt: skip
    tracer.start()  # before the minds' threads, which it can follow only from their first call on
    try:
        with stress_match(config) as run:
            run_ticks(run, STRESS.warm_up)
            tracer.clear()
            traced = run_ticks(run, ticks, tracer)
    finally:
        tracer.stop()
    tracer.save()
    return plain, traced


def kernel_times(path: Path) -> dict[str, float]:
    """Milliseconds that each kernel took in all of a JSON trace, longest first."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    names, sums = kernels(), defaultdict[str, float](float)
    for event in json.loads(content)["traceEvents"]:
        if event.get("ph") == "X" and event["name"] in names:
            sums[names[event["name"]]] += event["dur"] / 1e3
    return dict(sorted(sums.items(), key=lambda item: -item[1]))


def print_kernels(path: Path, ticks: int) -> None:
    """A table of the kernels that took longest."""
    print(f"  {'ms a tick':>9}  kernels, on whichever thread")
    for name, ms in list(kernel_times(path).items())[:ROWS]:
        print(f"  {ms / ticks:>9.4f}  {name}")


def main(words: list[str] | None = None) -> None:
    """Trace, and say where the trace is; leave with one line where something is wrong."""
    arguments = parse_arguments(words)
    try:
        import_module("viztracer")  # before anything is compiled
        from benchmarking import open_folder, tell_failure

        from arena.game.modes.stress_run import StressConfig
        from arena.startup.progress_bar import prepare_kernels
    except ImportError as missing:
        sys.exit(f"profile_stress: {missing}; install with: {HOW_TO_INSTALL}")
    names = ("enemies", "asteroids", "bullets", "seed", "workers", "cells")
    with tell_failure("profile_stress", ValueError):
        config = StressConfig(**{name: getattr(arguments, name) for name in names})
        open_folder(arguments.output.parent)
        prepare_kernels()
        plain, traced = trace(config, arguments.ticks, arguments.output)
    if arguments.output.suffix != ".html":
        print_kernels(arguments.output, arguments.ticks)
    print(f"a tick took {plain:.3f} ms, and {traced:.3f} ms under the profiler (medians)")
    print(f"wrote {arguments.output}: open it at https://ui.perfetto.dev, or with: vizviewer FILE")


if __name__ == "__main__":
    main()
