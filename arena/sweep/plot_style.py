"""The look of all plots: dark on light, few lines."""

from typing import Any

INK, GREY, FAINT = "#1b1f24", "#6a737d", "#e6e8eb"
COLOURS = ("#00798c", "#a05a00", "#7d5ba6", "#30638e", "#4f772d", "#595f69")
STYLE: Any = {
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.size": 11,
}
