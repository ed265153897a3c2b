"""Pictures of what `bench_tick.py` measured, in the style of the grid's."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from grid_plots import OURS, label_ends, sign
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator
from tick_load import systems_of

from arena.sweep.plot_style import COLOURS, GREY, STYLE

BUDGET_MS = 1000.0 / 60.0
ROOM, MARGIN = 0.2, 0.04
"""Shares of the axis that stay free behind the last point, for the names of lines, and on the other sides."""
SINGLE = 2.0
"""Half the extent of an axis around a single value."""
NEAR = 4.0
"""The budget is drawn where what was measured comes this close to it."""

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
    if last > first["bodies"]:
        axes.plot(
            [first["bodies"], last],
            [first["p50"], first["p50"] * last / first["bodies"]],
            "--",
            color=GREY,
            lw=1.0,
            label="as many times slower as there are more bodies",
        )
        axes.legend(frameon=False, loc="lower right")
    axes.set_title("A whole tick, minds included")
    if max(row["p99"] for row in rows) * NEAR > BUDGET_MS:
        axes.axhline(BUDGET_MS, color=GREY, lw=1.0)
        axes.annotate(
            "60 ticks a second", (0.01, BUDGET_MS * 1.08), xycoords=("axes fraction", "data"), color=GREY
        )
    _name_axes(axes, "milliseconds a tick; dotted: 99th percentile")
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
    sizes = [row["bodies"] for row in rows]
    x = sizes if len(sizes) > 1 else [sizes[0] / SINGLE, sizes[0] * SINGLE]
    shares = [share if len(sizes) > 1 else share * 2 for share in shares]
    axes.stackplot(x, shares, labels=names, colors=plt.get_cmap("tab20").colors)  # type: ignore[attr-defined]
    axes.set(
        xscale="log",
        xlabel="bodies",
        ylabel="% of the tick",
        ylim=(0, 100),
        xlim=(x[0], x[-1]),
    )
    axes.set_title(f"Share of each system, {rows[0]['workers']} workers")
    _mark_sizes(axes, sizes)
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
    """Logarithmic axes that end where what was measured ends, but for the names of lines."""
    lines = axes.get_lines()
    # A level line reaches from 0 to 1, in shares of the axis.
    x = [value for line in lines for value in np.asarray(line.get_xdata(), float).tolist() if value > 1.0]
    y = [value for line in lines for value in np.asarray(line.get_ydata(), float).tolist()]
    axes.set(xscale="log", yscale="log", xlabel="bodies", ylabel=quantity)
    axes.set_xlim(*_reach(x, MARGIN, ROOM))
    axes.set_ylim(*_reach(y, MARGIN, MARGIN))
    _mark_sizes(axes, x)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    few = math.log10(max(y) / min(y)) < 1.0
    axes.yaxis.set_minor_formatter(FuncFormatter(_first_digits) if few else NullFormatter())


def _reach(values: Sequence[float], before: float, behind: float) -> tuple[float, float]:
    """Limits of a logarithmic axis that leave these shares of it free on both sides of the values."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low / SINGLE, high * SINGLE
    length = math.log(high / low) / (1.0 - before - behind)
    return low * math.exp(-before * length), high * math.exp(behind * length)


def _mark_sizes(axes: Axes, x: Sequence[float]) -> None:
    """Ticks at the numbers of bodies that were measured."""
    axes.set_xticks(sorted(set(x)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def _first_digits(value: float, _: int) -> str:
    """The label of a minor tick, where its first digit is one of a few."""
    digit = round(value / 10.0 ** math.floor(math.log10(value)))
    return f"{value:g}" if digit in {2, 3, 5} else ""
