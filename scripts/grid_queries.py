"""Questions to a filled grid, against scipy's k-d tree: many spheres, one sphere, nearest neighbours."""

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from benchmarking import TURN, Failure, Timing, interleave, median_call, write_csv
from grid_peers import spread
from grid_rivals import HOW_TO_INSTALL
from numpy.typing import NDArray
from pair_finders import Mismatch
from tqdm import tqdm
from workloads import Float32, Workload, drift

from arena.grid import CollisionGrid

BODIES, QUERIES = 100_000, 10_000
QUICK_BODIES, QUICK_QUERIES = 10_000, 1000
REPEATS, QUICK_REPEATS = 11, 5
RADIUS = 6.0
"""Of the spheres that are asked for [u]: what an enemy sees."""
SPHERES = f"query_spheres, radius {RADIUS:g}"
NEIGHBOURS = 8
CALLS = 3000
SPHERES_TARGET = 20.0
CALL_TARGET_US = 8.0
WORKERS = 2


@dataclass
class Question:
    """Something to time."""

    task: str
    who: str
    ask: Callable[[], Any]

    @property
    def name(self) -> str:
        """Unique among all questions."""
        return f"{self.task}: {self.who}"

    @property
    def ours(self) -> bool:
        """Return whether our grid answers."""
        return self.who.startswith("arena")

    def load(self, frame: Float32) -> None:
        """All questions of a repeat look at the same bodies, which `Bodies` holds."""

    def run(self) -> Any:
        """Ask."""
        return self.ask()


class Bodies:
    """One frame's bodies in the form that each side likes best, and the places that are asked about."""

    def __init__(self, workload: Workload, queries: int) -> None:
        """Questions come from the bodies' own places, as in the game."""
        self.workload = workload
        self.queries = queries
        self.grid = CollisionGrid(workload.lower, workload.upper, cells="auto", workers=1)
        self.pool_grid = CollisionGrid(workload.lower, workload.upper, cells="auto", workers=WORKERS)
        self._spatial: Any = import_module("scipy.spatial")  # which has no types
        self.load(workload.positions)

    def load(self, frame: Float32) -> None:
        """Take a frame: fill the grids and build the tree."""
        self.positions = frame
        self.wide = frame.astype(np.float64)
        self.centers = self.wide[: self.queries]
        self.fill(self.grid)
        self.fill(self.pool_grid)
        self.tree = self.build()

    def fill(self, grid: CollisionGrid) -> CollisionGrid:
        """Rebuild one of the grids."""
        grid.rebuild(self.positions, self.workload.radii)
        return grid

    def build(self) -> Any:
        """Scipy's tree, in the form that is built fastest."""
        return self._spatial.cKDTree(self.wide, balanced_tree=False, compact_nodes=False)


def run_queries(arguments: Namespace) -> list[dict[str, Any]]:
    """Measure, print, write the CSV; returns its rows.

    Raises:
        Failure: scipy is not installed.
        Mismatch: the grid and scipy disagree.
    """
    if find_spec("scipy") is None:
        raise Failure(f"queries are measured against scipy; install with: {HOW_TO_INSTALL}")
    n = arguments.sizes[-1] if arguments.sizes else QUICK_BODIES if arguments.quick else BODIES
    queries = min(n, QUICK_QUERIES if arguments.quick else QUERIES)
    repeats = arguments.repeats or (QUICK_REPEATS if arguments.quick else REPEATS)
    bodies = Bodies(spread(arguments, n), queries)
    check_spheres(bodies)
    check_nearest(bodies)
    rows = _measure(bodies, repeats)
    remark = f"{arguments.machine}; {queries} queries among {n} bodies of {arguments.workload}, medians"
    write_csv(rows, remark, arguments.output / "grid-queries.csv")
    _print_rows(
        rows,
        f"\n{queries:,} queries among {n:,} bodies of {arguments.workload}, median of {repeats * (TURN - 1)}",
    )
    return rows


def questions(bodies: Bodies) -> list[Question]:
    """Everything that is asked."""
    b, k = bodies, NEIGHBOURS
    one, two = "arena, 1 worker", f"arena, {WORKERS} workers"
    ball, build = f"scipy query_ball_point, {WORKERS} workers", "scipy build + query"
    asked: dict[str, dict[str, Callable[[], Any]]] = {
        SPHERES: {
            one: lambda: b.grid.query_spheres(b.centers, RADIUS),
            two: lambda: b.pool_grid.query_spheres(b.centers, RADIUS),
            ball: lambda: b.tree.query_ball_point(b.centers, RADIUS, workers=WORKERS),
        },
        f"rebuild + {SPHERES}": {
            one: lambda: b.fill(b.grid).query_spheres(b.centers, RADIUS),
            two: lambda: b.fill(b.pool_grid).query_spheres(b.centers, RADIUS),
            f"build + {ball}": lambda: b.build().query_ball_point(b.centers, RADIUS, workers=WORKERS),
        },
        f"rebuild + nearest, k = {k}": {
            one: lambda: b.fill(b.grid).nearest(b.centers, k),
            two: lambda: b.fill(b.pool_grid).nearest(b.centers, k),
            f"{build}, 1 worker": lambda: b.build().query(b.centers, k),
            f"{build}, {WORKERS} workers": lambda: b.build().query(b.centers, k, workers=WORKERS),
        },
    }
    return [Question(task, who, ask) for task, group in asked.items() for who, ask in group.items()]


def _measure(bodies: Bodies, repeats: int) -> list[dict[str, Any]]:
    asked = questions(bodies)
    timings = {question.name: Timing() for question in asked}
    frames = drift(bodies.workload, repeats)
    for turn, frame in enumerate(tqdm(frames, desc="queries", unit="repeat", leave=False, disable=None)):
        bodies.load(frame)  # once for all, and not timed
        start = turn % len(asked)
        for name, timing in interleave(asked[start:] + asked[:start], [frame] * TURN).items():
            timings[name].run += timing.run
    rows: list[dict[str, Any]] = []
    for question in asked:
        rivals = [other.name for other in asked if other.task == question.task and other.ours]
        taken, best = timings[question.name].median, min(timings[name].median for name in rivals)
        rows.append(
            {
                "task": question.task,
                "contender": question.who,
                "median_ms": round(taken * 1e3, 4),
                "over_ours": round(taken / best, 2),
                "target": SPHERES_TARGET if question.task == SPHERES and not question.ours else "",
            }
        )
    return rows + _single_calls(bodies)


def _single_calls(bodies: Bodies) -> list[dict[str, Any]]:
    """One question at a time from Python, each at another place."""
    places = list(bodies.centers)
    count = len(places)
    ours = median_call(lambda k: bodies.grid.query_sphere(places[k % count], RADIUS), CALLS)
    theirs = median_call(lambda k: bodies.tree.query_ball_point(places[k % count], RADIUS), CALLS)
    task = "one query_sphere from Python"
    return [
        {
            "task": task,
            "contender": name,
            "median_ms": round(taken * 1e3, 5),
            "over_ours": round(taken / ours, 2),
        }
        for name, taken in (("arena", ours), ("scipy query_ball_point", theirs))
    ]


def check_spheres(bodies: Bodies) -> None:
    """Both workers' answers against scipy's: every centre within reach of the largest body, then filtered.

    Raises:
        Mismatch: they differ.
    """
    radii = bodies.workload.radii.astype(np.float64)
    reach = (RADIUS + float(radii.max(initial=0.0))) * (1 + 1e-9)
    lists = bodies.tree.query_ball_point(bodies.centers, reach, return_sorted=True)
    query = np.repeat(np.arange(len(bodies.centers)), [len(ids) for ids in lists])
    ids = np.concatenate([np.asarray(ids, np.int64) for ids in lists]) if len(query) else query
    gap = bodies.centers[query] - bodies.wide[ids]
    keep = (gap * gap).sum(axis=1) < (RADIUS + radii[ids]) ** 2
    right = query[keep] * len(radii) + ids[keep]
    for grid in (bodies.grid, bodies.pool_grid):
        offsets, found = grid.query_spheres(bodies.centers, RADIUS)
        mine = np.repeat(np.arange(len(bodies.centers)), np.diff(offsets)) * len(radii) + found
        if not np.array_equal(mine, right):
            wrong = len(np.setxor1d(mine, right))
            raise Mismatch(f"query_spheres and scipy differ in {wrong:,} of {len(right):,} answers")


def check_nearest(bodies: Bodies) -> None:
    """Both workers' nearest against scipy's, by distance: of two at the same distance either may be named.

    Raises:
        Mismatch: they differ.
    """
    k = min(NEIGHBOURS, len(bodies.wide))
    right: NDArray[np.float64] = np.asarray(bodies.tree.query(bodies.centers, k)[0]).reshape(-1, k)
    for grid in (bodies.grid, bodies.pool_grid):
        ids, distances = grid.nearest(bodies.centers, k)
        apart = np.linalg.norm(bodies.wide[ids] - bodies.centers[:, None], axis=2)
        if not (np.allclose(distances, right) and np.allclose(apart, right)):
            raise Mismatch(f"nearest and scipy differ by up to {np.abs(distances - right).max():g} u")


def _print_rows(rows: list[dict[str, Any]], title: str) -> None:
    tqdm.write(title)
    task = ""
    for row in rows:
        if row["task"] != task:
            task = row["task"]
            tqdm.write(f"  {task}")
        if row["median_ms"] < 0.1:
            figure = f"{row['median_ms'] * 1e3:9.2f} us"
        else:
            figure = f"{row['median_ms']:9.3f} ms"
        verdict = ""
        if row.get("target"):
            verdict = (
                f"target {row['target']:g}x: {'reached' if row['over_ours'] >= row['target'] else 'missed'}"
            )
        elif task.startswith("one") and row["contender"] == "arena":
            reached = row["median_ms"] * 1e3 <= CALL_TARGET_US
            verdict = f"target {CALL_TARGET_US:g} us: {'reached' if reached else 'missed'}"
        tqdm.write(f"    {row['contender']:<42} {figure} {row['over_ours']:>8.1f}x  {verdict}".rstrip())
