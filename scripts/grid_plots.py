"""Pictures of what `bench_grid.py` measured: dark on light, lines named where they end."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from grid_experiment import AUTO, sweet_spot
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from arena.sweep.plot_style import COLOURS, GREY, INK, STYLE

OURS = {"arena, 1 worker": "#d1495b", "arena, 2 workers": "#8f1d2f"}
LABEL_GAP = 0.045
"""Least distance between two labels, as a share of the axis."""

Rows = Sequence[dict[str, Any]]


def draw_peers(rows: Rows, machine: str, path: Path) -> None:
    """Milliseconds over bodies, one line per contender."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(10.5, 6.4), layout="constrained")
        colours = iter(COLOURS * 2)
        ends: list[tuple[float, float, str, str]] = []
        for name in dict.fromkeys(row["contender"] for row in rows):
            mine = [row for row in rows if row["contender"] == name]
            x, y = [row["bodies"] for row in mine], [row["median_ms"] for row in mine]
            colour = OURS.get(name) or next(colours)
            axes.plot(x, y, "o-", color=colour, lw=2.6 if name in OURS else 1.6, ms=5)
            ends.append((x[-1], y[-1], name, colour))
        axes.set(xscale="log", yscale="log", xlabel="bodies", ylabel="milliseconds, all pairs from scratch")
        axes.set_title(f"All overlapping pairs, workload “{rows[0]['workload']}”")
        low, high = axes.get_xlim()
        axes.set_xlim(low, high * 4)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        label_ends(axes, ends)
        sign(figure, machine)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def draw_experiment(rows: Rows, machine: str, path: Path) -> None:
    """One panel per load: the grid over its cells, alternatives as level lines."""
    sizes = list(dict.fromkeys(row["bodies"] for row in rows))
    with mpl.rc_context(STYLE):
        figure, panels = plt.subplots(
            1, len(sizes), figsize=(7.4 * len(sizes), 6.2), layout="constrained", squeeze=False
        )
        for axes, n in zip(panels[0], sizes, strict=True):
            _draw_load(axes, [row for row in rows if row["bodies"] == n], n)
        sign(figure, machine)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def _draw_load(axes: Axes, rows: Rows, n: int) -> None:
    grids = [row for row in rows if row["cells"]]
    x, y = [row["cells"] for row in grids], [row["median_ms"] for row in grids]
    best = sweet_spot(rows)
    colour = OURS["arena, 1 worker"]
    axes.plot(x, y, "o-", color=colour, lw=2.6, ms=5)
    right = max(x)
    ends: list[tuple[float, float, str, str]] = [(right, y[-1], "our grid", colour)]
    alternatives = [row for row in rows if not row["cells"] and row["contender"] != AUTO]
    auto = [row for row in rows if row["contender"] == AUTO]
    for row, line_colour in zip(alternatives, COLOURS, strict=False):
        label = f"{row['contender']}, {row['over_best_grid']:.1f}x"
        if row["missed_pairs"]:
            label += f"\nmisses {row['missed_pairs'] / row['checked_pairs']:.1%} of the pairs"
        axes.hlines(row["median_ms"], min(x), right, color=line_colour, lw=1.6)
        ends.append((right, row["median_ms"], label, line_colour))
    for row in auto:
        axes.hlines(row["median_ms"], min(x), right, color=colour, lw=1.4, ls=(0, (4, 3)))
        ends.append((right, row["median_ms"], f"our grid, auto, {row['over_best_grid']:.1f}x", colour))
    axes.plot(best["cells"], best["median_ms"], "o", ms=13, mfc="none", mec=INK, mew=1.6)
    axes.annotate(
        f"{best['cells']} cells: {best['median_ms']:.3f} ms",
        (best["cells"], best["median_ms"]),
        xytext=(0, -16),
        textcoords="offset points",
        ha="center",
        va="top",
        weight="bold",
    )
    axes.set(yscale="log", xlabel="cells per axis of our grid", ylabel="milliseconds, all pairs from scratch")
    axes.set_title(f"The game's load: {n:,} bodies")
    axes.set_xlim(min(x) - 0.5, right * 1.55)
    low, high = axes.get_ylim()
    axes.set_ylim(low / 1.5, high)
    axes.set_xticks([value for value in x if value in {1, 2, 4, 6, 8, 10, 12, 14, 16}])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    label_ends(axes, ends)


def label_ends(axes: Axes, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Name lines at their right ends, pushed apart where they would overlap."""
    bottom, top = (math.log10(limit) for limit in axes.get_ylim())
    left, right = axes.get_xlim()
    logarithmic = axes.get_xscale() == "log"
    placed: list[tuple[float, float, float]] = []  # right end, height, room taken above and below
    for x, y, name, colour in sorted(ends, key=lambda end: end[1]):
        height = (math.log10(y) - bottom) / (top - bottom)
        room = LABEL_GAP / 2 * (1 + name.count("\n"))
        below = [at + taken for end, at, taken in placed if end == x]
        if below:
            height = max(height, below[-1] + room)
        placed.append((x, height, room))
        share = math.log(x / left) / math.log(right / left) if logarithmic else (x - left) / (right - left)
        axes.text(
            share + 0.012, height, name, color=colour, va="center", weight="bold", transform=axes.transAxes
        )


def sign(figure: Any, machine: str) -> None:
    """Say in the corner where this was measured."""
    figure.supxlabel(machine, fontsize=7, color=GREY, x=0.99, ha="right")
