"""Plots of sweeps. Those of tournaments and of other numbers are values with their intervals."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from arena.sweep.balance_plots import draw_balance
from arena.sweep.games import Row
from arena.sweep.parameters import UNCHANGED, Comparison, compare, groups_by_changes
from arena.sweep.plot_style import COLOURS, GREY, STYLE
from arena.sweep.tournament import rate_pilots


def draw_ratings(rows: Sequence[Row], path: Path) -> None:
    """Ratings, the best on top."""
    rated = rate_pilots(rows)
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9.0, 1.6 + 0.5 * len(rated)), layout="constrained")
        _draw_intervals(axes, {name: Comparison(*rating[:3]) for name, (rating, _) in rated.items()})
        axes.set(title="Ratings, with intervals of 95%", xlabel="rating")
        figure.savefig(path, dpi=130)
        plt.close(figure)


def draw_changes(rows: Sequence[Row], path: Path) -> None:
    """Differences of survival and score to unchanged games, a line for each set of changes."""
    groups = groups_by_changes(rows)
    base = groups.pop(UNCHANGED)
    with mpl.rc_context(STYLE):
        size = 14.0, 1.6 + 0.5 * len(groups)
        figure, panels = plt.subplots(1, 2, figsize=size, sharey=True, layout="constrained")
        for axes, figure_name in zip(panels, ("seconds", "score"), strict=True):
            _draw_intervals(axes, {name: compare(base, games, figure_name) for name, games in groups.items()})
            axes.axvline(0.0, color=GREY, lw=1.0)
            axes.set(title=f"Change of {figure_name}, mean and 95%", xlabel=figure_name)
        figure.savefig(path, dpi=130)
        plt.close(figure)


def _draw_intervals(axes: Axes, found: Mapping[str, Comparison]) -> None:
    """Values with their intervals, one below the other."""
    values = [one.mean for one in found.values()]
    below = [one.mean - one.low for one in found.values()]
    above = [one.high - one.mean for one in found.values()]
    axes.errorbar(values, range(len(found)), xerr=[below, above], fmt="o", color=COLOURS[0], capsize=4)
    axes.set_yticks(range(len(found)), list(found))
    axes.set_ylim(len(found) - 0.5, -0.5)


PLOTS = {"balance": draw_balance, "tournament": draw_ratings, "parameters": draw_changes}
"""Plots by the names of the sweeps that they are of."""
