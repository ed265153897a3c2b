"""Plots of `arena sweep tournament`."""

from collections.abc import Mapping
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

from arena.sweep.plot_style import COLOURS, STYLE
from arena.sweep.ratings import Rating


def draw_ratings(rated: Mapping[str, tuple[Rating, float]], path: Path) -> None:
    """Ratings with their intervals, the best on top."""
    heights = range(len(rated))
    ratings = [rating for rating, _ in rated.values()]
    values = [rating.value for rating in ratings]
    below = [rating.value - rating.low for rating in ratings]
    above = [rating.high - rating.value for rating in ratings]
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9.0, 1.6 + 0.5 * len(rated)), layout="constrained")
        axes.errorbar(values, heights, xerr=[below, above], fmt="o", color=COLOURS[0], capsize=4)
        axes.set_yticks(heights, list(rated))
        axes.invert_yaxis()
        axes.set(title="Ratings, with intervals of 95%", xlabel="rating")
        figure.savefig(path, dpi=130)
        plt.close(figure)
