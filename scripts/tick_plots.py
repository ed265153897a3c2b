"""Pictures of what `bench_tick.py` measured, in the style of the grid's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from grid_plots import COLOURS, GREY, OURS, STYLE, label_ends, sign
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter
from tick_load import systems_of

BUDGET_MS = 1000.0 / 60.0
ROOM = 4.0
"""How far the axis goes on behind the last point, for the names of lines."""

Rows = Sequence[dict[str, Any]]


def draw_load(rows: Rows, machine: str, path: Path) -> None:
    """Left: the tick over the number of bodies. Right: which system takes how much of it."""
    with mpl.rc_context(STYLE):
        figure, (left, right) = plt.subplots(1, 2, figsize=(15.0, 6.2), layout="constrained")
        _draw_scaling(left, rows)
        most = max(row["workers"] for row in rows)
        _draw_shares(right, [row for row in rows if row["workers"] == most])
        sign(figure, machine)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def _draw_scaling(axes: Axes, rows: Rows) -> None:
    ends = [_draw_workers(axes, rows, workers) for workers in sorted({row["workers"] for row in rows})]
    first = rows[0]
    last = max(row["bodies"] for row in rows)
    axes.plot(
        [first["bodies"], last],
        [first["p50"], first["p50"] * last / first["bodies"]],
        "--",
        color=GREY,
        lw=1.0,
        label="as many times slower as there are more bodies",
    )
    axes.axhline(BUDGET_MS, color=GREY, lw=1.0)
    axes.annotate(
        "60 ticks a second", (0.01, BUDGET_MS * 1.08), xycoords=("axes fraction", "data"), color=GREY
    )
    _name_axes(axes, "milliseconds a tick; dotted: 99th percentile")
    axes.set_title("A whole tick, minds included")
    axes.legend(frameon=False, loc="lower right")
    label_ends(axes, ends)


def _draw_workers(axes: Axes, rows: Rows, workers: int) -> tuple[float, float, str, str]:
    """The line of one number of workers, the 99th percentile dotted; returns where and what to call it."""
    mine = [row for row in rows if row["workers"] == workers]
    name = f"{workers} worker{'s' if workers > 1 else ''}"
    colour = OURS.get(f"arena, {name}") or COLOURS[workers % len(COLOURS)]
    x, median = [row["bodies"] for row in mine], [row["p50"] for row in mine]
    axes.plot(x, median, "o-", color=colour, lw=2.2, ms=5)
    axes.plot(x, [row["p99"] for row in mine], ":", color=colour, lw=1.4)
    return x[-1], median[-1], name, colour


def _draw_shares(axes: Axes, rows: Rows) -> None:
    names = list(systems_of(rows[0]))
    shares = [
        [systems_of(row)[name] / sum(systems_of(row).values()) * 100.0 for row in rows] for name in names
    ]
    x = [row["bodies"] for row in rows]
    axes.stackplot(x, shares, labels=names, colors=plt.get_cmap("tab20").colors)  # type: ignore[attr-defined]
    axes.set(
        xscale="log",
        xlabel="bodies",
        ylabel="% of the tick",
        ylim=(0, 100),
        xlim=(x[0], max(x[-1], x[0] + 1)),
    )
    axes.set_title(f"Share of each system, {rows[0]['workers']} workers")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), reverse=True, frameon=False)


def draw_tree(rows: Rows, machine: str, path: Path) -> None:
    """Milliseconds over bodies: the tick for each number of workers, and the build of a k-d tree."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(10.5, 6.4), layout="constrained")
        ends = [_draw_workers(axes, rows, workers) for workers in sorted({row["workers"] for row in rows})]
        first = [row for row in rows if row["workers"] == rows[0]["workers"]]
        x, y = [row["bodies"] for row in first], [row["tree"] for row in first]
        axes.plot(x, y, "o-", color=COLOURS[0], lw=1.6, ms=5)
        ends.append((x[-1], y[-1], "scipy: k-d tree", COLOURS[0]))
        _name_axes(axes, "milliseconds; dotted: 99th percentile")
        axes.set_title("A whole tick, and a k-d tree on the same positions")
        label_ends(axes, ends)
        sign(figure, machine)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def draw_physics(rows: Rows, machine: str, path: Path) -> None:
    """Milliseconds over spheres, one line per contender."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(10.5, 6.4), layout="constrained")
        ends: list[tuple[float, float, str, str]] = []
        colours = iter(COLOURS)
        for name in dict.fromkeys(row["contender"] for row in rows):
            mine = [row for row in rows if row["contender"] == name]
            x, y = [row["bodies"] for row in mine], [row["median_ms"] for row in mine]
            colour = OURS.get(name) or next(colours)
            axes.plot(x, y, "o-", color=colour, lw=2.6 if name in OURS else 1.6, ms=5)
            ends.append((x[-1], y[-1], f"{name}, {mine[-1]['over_ours']:.1f}x", colour))
        _name_axes(axes, "milliseconds a step")
        axes.set_title("Physics alone: free spheres that bounce")
        label_ends(axes, ends)
        sign(figure, machine)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def _name_axes(axes: Axes, quantity: str) -> None:
    axes.set(xscale="log", yscale="log", xlabel="bodies", ylabel=quantity)
    low, high = axes.get_xlim()
    axes.set_xlim(low, high * ROOM)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
