"""Measure routes: A* over the game's 2,562 tiles, for random starts and goals on random fields.

    .venv/bin/python scripts/bench_nav.py [--quick] [--fields 1000] [--seed N]

A row is a share of blocked tiles; two fifths of the others are costly. Each field is searched once, between
a free start and a free goal anywhere on the sphere; a route that does not exist is counted apart. Whether
routes are as short as Dijkstra's is checked by tests/nav/test_search.py.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import describe_machine, whole_number  # noqa: E402

from arena.nav import (  # noqa: E402
    BLOCKED,
    COST_MAX,
    FREE,
    TileMap,
    create_route_search,
    create_tiles,
    find_route,
    sphere_map,
)
from arena.tuning import NAVIGATION  # noqa: E402

BLOCKED_SHARES = (0.0, 0.1, 0.2, 0.3, 0.4)
COSTLY_SHARE = 0.4
TARGET_US = 150.0
FIELDS, QUICK_FIELDS = 1000, 60


def strew(tile_map: TileMap, random: np.random.Generator, blocked: float) -> None:
    """Make tiles costly and blocked at random."""
    count = len(tile_map.cost)
    costs = random.integers(FREE, COST_MAX + 1, count)
    tile_map.cost[:] = np.where(random.random(count) < COSTLY_SHARE, costs, FREE)
    tile_map.cost[random.random(count) < blocked] = BLOCKED


def measure(blocked: float, fields: int, seed: int) -> str:
    """One line of the table: microseconds a route."""
    random = np.random.default_rng(seed)
    tile_map = sphere_map(create_tiles(NAVIGATION.level))
    search, path = create_route_search(tile_map), np.zeros(len(tile_map.cost), np.int32)
    find_route(tile_map, search, 0, 1, path)
    times: list[float] = []
    steps: list[int] = []
    missing = 0
    for _ in range(fields):
        strew(tile_map, random, blocked)
        start, goal = (int(tile) for tile in random.choice(np.flatnonzero(tile_map.cost != BLOCKED), 2))
        begun = time.perf_counter()
        end, count, _ = find_route(tile_map, search, start, goal, path)
        taken = (time.perf_counter() - begun) * 1e6
        if end == goal:
            times.append(taken)
            steps.append(int(count))
        else:
            missing += 1
    middle, high = np.percentile(times, (50, 95))
    verdict = "reached" if middle <= TARGET_US else "missed"
    return (
        f"  {blocked:>7.0%} {np.mean(steps):>9.1f} {middle:>8.1f} {high:>8.1f} {max(times):>8.1f} "
        f"{missing:>9}  {TARGET_US:.0f} us {verdict}"
    )


def main(words: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="bench_nav", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_FIELDS} fields per row: some seconds")
    parser.add_argument("--fields", type=whole_number(1_000_000), help=f"per row (default {FIELDS})")
    parser.add_argument("--seed", type=whole_number(1_000_000), default=1)
    arguments = parser.parse_args(words)
    fields = arguments.fields or (QUICK_FIELDS if arguments.quick else FIELDS)
    print(f"  {'blocked':>7} {'tiles':>9} {'p50 us':>8} {'p95':>8} {'max':>8} {'no route':>9}")
    for blocked in BLOCKED_SHARES:
        print(measure(blocked, fields, arguments.seed), flush=True)
    print(describe_machine())


if __name__ == "__main__":
    main()
