"""Plots of `arena sweep balance`."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from arena.sweep.balance import groups_of
from arena.sweep.games import counted, shares, weapon_kills
from arena.sweep.plot_style import COLOURS, GREY, STYLE

GameGroups = Mapping[str, Sequence[dict[str, Any]]]
CAUSES = 10
"""Causes of death with a colour of their own; the rest are one."""


def draw_balance(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Eight panels: survival, waves, points, deaths, weapons, pickups, wave lengths, threats over time."""
    groups = groups_of(rows)
    with mpl.rc_context(STYLE):
        size = 15.0, 9.0 + 1.1 * len(groups)
        figure, panels = plt.subplots(3, 3, figsize=size, layout="constrained")
        draw_spread(panels[0, 0], groups, "Survival", "minutes", lambda row: row["seconds"] / 60.0)
        draw_spread(panels[0, 1], groups, "Waves", "wave reached", lambda row: row["wave"])
        draw_spread(panels[0, 2], groups, "Score", "points", lambda row: row["score"])
        deaths = {k: shares(counted(v, "death")) for k, v in groups.items()}
        draw_shares(panels[1, 0], "Deaths by cause", largest_parts(deaths))
        draw_shares(panels[1, 1], "Kills by weapon", {k: weapon_kills(v) for k, v in groups.items()})
        pickups = {k: shares(counted(v, "pickup")) for k, v in groups.items()}
        draw_shares(panels[1, 2], "Pickups by kind", pickups)
        draw_wave_lengths(panels[2, 0], groups)
        draw_threats(panels[2, 1], groups)
        panels[2, 2].axis("off")
        figure.savefig(path, dpi=130)
        plt.close(figure)


def wave_lengths(rows: Sequence[dict[str, Any]]) -> list[list[float]]:
    """Seconds that each wave took, by its number from 1, in the games that beat it."""
    lengths: list[list[float]] = []
    for row in rows:
        begun = [float(second) for second in str(row["waves_begun"]).split()]
        for number, (start, end) in enumerate(pairwise(begun)):
            while len(lengths) <= number:
                lengths.append([])
            lengths[number].append(end - start)
    return lengths


def draw_wave_lengths(axes: Axes, groups: GameGroups) -> None:
    """The median length of each wave."""
    for place, (name, rows) in enumerate(groups.items()):
        medians = [float(np.median(seconds)) for seconds in wave_lengths(rows)]
        axes.plot(
            range(1, len(medians) + 1), medians, "o-", ms=3, color=COLOURS[place % len(COLOURS)], label=name
        )
    axes.set(title="Wave lengths", xlabel="wave", ylabel="seconds")
    axes.set_ylim(bottom=0.0)
    axes.legend(frameon=False, fontsize=9)


def draw_threats(axes: Axes, groups: GameGroups) -> None:
    """Ships alive over the game of middling length of each group: peaks and lulls."""
    for place, (name, rows) in enumerate(groups.items()):
        row = sorted(rows, key=lambda row: row["seconds"])[len(rows) // 2]
        threats = [int(count) for count in str(row["threats"]).split()]
        minutes = [2.0 * k / 60.0 for k in range(len(threats))]
        axes.plot(
            minutes, threats, lw=1.0, color=COLOURS[place % len(COLOURS)], label=f"{name}, seed {row['seed']}"
        )
    axes.set(title="Enemy ships over time", xlabel="minutes", ylabel="ships")
    axes.set_ylim(bottom=0.0)
    axes.legend(frameon=False, fontsize=9)


def draw_spread(
    axes: Axes, groups: GameGroups, title: str, quantity: str, value: Callable[[dict[str, Any]], float]
) -> None:
    """Every game as a point, over a box from quartile to quartile with the median in it."""
    data = [[value(row) for row in rows] for rows in groups.values()]
    heights = [float(place) for place in range(len(data))]
    colour = {"color": COLOURS[0]}
    axes.boxplot(data, positions=heights, orientation="horizontal", showfliers=False, boxprops=colour)
    for height, values in zip(heights, data, strict=True):
        axes.plot(values, [height - 0.32] * len(values), "|", color=GREY, ms=6)
    axes.set_yticks(heights, list(groups))
    axes.invert_yaxis()
    axes.set(title=title, xlabel=quantity)
    axes.set_xlim(left=0.0)


def draw_shares(axes: Axes, title: str, parts: Mapping[str, dict[str, float]]) -> None:
    """Shares that add up to 100%, as one bar for every group."""
    names = list(dict.fromkeys(name for part in parts.values() for name in part))
    colours = plt.get_cmap("tab20").colors  # type: ignore[attr-defined]
    filled = dict.fromkeys(parts, 0.0)
    for number, name in enumerate(names):
        widths = {group: 100.0 * part.get(name, 0.0) for group, part in parts.items()}
        axes.barh(
            list(parts), list(widths.values()), left=list(filled.values()), label=name,
            color=colours[number % len(colours)],
        )  # fmt: skip
        filled = {group: filled[group] + widths[group] for group in parts}
    axes.invert_yaxis()
    axes.set(title=title, xlabel="%", xlim=(0, 100))
    if names:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, frameon=False, fontsize=9)


def largest_parts(parts: Mapping[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Put all but the commonest causes together."""
    weight: dict[str, float] = {}
    for part in parts.values():
        for name, share in part.items():
            weight[name] = weight.get(name, 0.0) + share
    kept = sorted(weight, key=lambda name: -weight[name])[:CAUSES]
    found: dict[str, dict[str, float]] = {}
    for group, part in parts.items():
        found[group] = {name: part[name] for name in kept if name in part}
        rest = sum(share for name, share in part.items() if name not in kept)
        if rest:
            found[group]["others"] = rest
    return found
