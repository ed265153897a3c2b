"""How the results of a match are told: a number that counts up, a verdict that is struck in, two columns.

`GameOverScreen` hands over what happened and how long it is shown already, once per picture. Whatever moves
has come to rest after `DONE` seconds, and at once where motion is reduced.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from arena.app import theme
from arena.game.harm import Means
from arena.view.overlay import RGBA, Overlay

COUNT_BEGINS, COUNT_LASTS = 0.25, 1.3  # [s]
STRIKE_LASTS = 0.22  # [s]
STRUCK = COUNT_BEGINS + COUNT_LASTS
DONE = STRUCK + STRIKE_LASTS + 0.6
"""When the number has its value, and when all is still [s]."""
STRIKE_FROM = 1.7
"""How many times its size the verdict comes down from."""

SCORE_SIZE, SCORE_BASE = 124.0, 850.0
BEST_WIDTH, BEST_BASE = 620.0, 826.0
VERDICT_BASE, FACTS_BASE = 777.0, 725.0
COLUMN, COLUMN_TOP, COLUMN_HEIGHT, GAP = 660.0, 652.0, 196.0, 20.0
"""Widths and heights [virtual px]; bases are of letters, from the lower edge."""
ROWS, LINE, BAR_LINE = 4, 30.0, 35.0
"""Lines in each column, and how high they are; of more lives the last ones, of more sources the richest."""
INDENT = 24.0
LETTERS = 22.0

SHOT: RGBA = (1.0, 0.62, 0.28, 1.0)
RAMMED: RGBA = (1.0, 0.40, 0.42, 1.0)
MINED: RGBA = (1.0, 0.86, 0.36, 1.0)
ROCK: RGBA = (0.72, 0.74, 0.78, 1.0)
SOURCES: tuple[RGBA, ...] = (
    (0.36, 0.92, 1.0, 1.0),
    (0.42, 0.70, 1.0, 1.0),
    (0.56, 0.56, 0.98, 1.0),
    (0.62, 0.66, 0.78, 1.0),
)
"""Of the bars, the longest first."""


class Loss(NamedTuple):
    """How a life ended."""

    tick: int
    when: str
    how: str
    means: Means


class Results(NamedTuple):
    """What there is to tell."""

    title: str
    score: int
    best: int  # before this match
    verdict: str
    proud: bool  # whether the verdict is struck in
    facts: Sequence[tuple[str, str]]
    ticks: int  # that the match lasted
    losses: Sequence[Loss]
    points: Sequence[tuple[str, int]]  # the most first


def counted(age: float) -> float:
    """Which share of the number has been counted at `age` [s]: quick at first, slow at the end."""
    share = min(1.0, max(0.0, (age - COUNT_BEGINS) / COUNT_LASTS))
    return 1.0 - (1.0 - share) ** 3


def struck(age: float) -> float:
    """How far the verdict has come down at `age` [s], 0 to 1."""
    return min(1.0, max(0.0, (age - STRUCK) / STRIKE_LASTS))


def draw_results(overlay: Overlay, results: Results, age: float) -> None:
    """Tell all of it, from large to small."""
    middle = overlay.width / 2
    theme.heading(overlay, results.title, middle, 1000.0, 58.0, "center")
    draw_score(overlay, results, age, middle)
    draw_verdict(overlay, results, age, middle)
    theme.facts(overlay, results.facts, FACTS_BASE)
    columns = [draw for draw, told in ((draw_losses, results.losses), (draw_points, results.points)) if told]
    left = middle - (COLUMN * len(columns) + GAP * (len(columns) - 1)) / 2
    for number, draw in enumerate(columns):
        draw(overlay, results, age, left + number * (COLUMN + GAP))


def draw_score(overlay: Overlay, results: Results, age: float, middle: float) -> None:
    """The number, and below it how near it came to the best one, or how far beyond."""
    share, down = counted(age), struck(age)
    flash = down * math.exp(-3.0 * max(0.0, age - STRUCK)) if results.proud else 0.0
    color = theme.WARNING if results.proud and down > 0.0 else theme.ACCENT
    overlay.text("SCORE", middle, SCORE_BASE + 104.0, 22.0, theme.DIM, "center", spacing=0.4)
    overlay.glow(middle, SCORE_BASE + 44.0, 360.0, theme.faded(color, 0.10 + 0.22 * flash))
    score = theme.grouped(round(results.score * share))
    size = min(
        SCORE_SIZE, SCORE_SIZE * 0.9 * overlay.width / overlay.text_width(score, SCORE_SIZE, "display")
    )
    overlay.text(score, middle, SCORE_BASE, size, color, "center", "display")
    full = max(results.score, results.best)
    if results.best > 0:
        left = middle - BEST_WIDTH / 2
        theme.bar(overlay, left, BEST_BASE, BEST_WIDTH, results.score * share / full, color)
        mark = left + BEST_WIDTH * results.best / full
        overlay.rect(mark - 2.0, BEST_BASE - 7.0, 4.0, theme.BAR_HEIGHT + 14.0, theme.TEXT, 2.0)


def draw_verdict(overlay: Overlay, results: Results, age: float, middle: float) -> None:
    """How the number stands to the best one: struck in like a stamp, where there is reason to be proud."""
    down = struck(age)
    if down == 0.0 or not results.verdict:
        return
    if not results.proud:
        overlay.text(results.verdict, middle, VERDICT_BASE, 26.0, theme.faded(theme.TEXT, down), "center")
        return
    scale = 1.0 + (STRIKE_FROM - 1.0) * (1.0 - down) ** 2
    string, size = results.verdict.upper(), 32.0 * scale
    width, height = overlay.text_width(string, size, "display", 0.14) + 48.0 * scale, 52.0 * scale
    bottom = VERDICT_BASE + 11.0 - height / 2
    overlay.rect(middle - width / 2, bottom, width, height, theme.faded(theme.WARNING, 0.16 * down), 8.0)
    overlay.frame(middle - width / 2, bottom, width, height, theme.faded(theme.WARNING, down), 3.0, 8.0)
    overlay.text(
        string, middle, VERDICT_BASE + 11.0 - 0.36 * size, size, theme.faded(theme.WARNING, down), "center",
        "display", 0.14,
    )  # fmt: skip
    for side in (-1.0, 1.0):
        inner = middle + side * (width / 2 + 22.0)
        end = inner + side * 200.0 * down
        overlay.line(
            inner, bottom + height / 2, end, bottom + height / 2, 3.0, theme.faded(theme.WARNING, 0.6)
        )


def _panel(overlay: Overlay, left: float, title: str) -> None:
    bottom = COLUMN_TOP - COLUMN_HEIGHT
    overlay.rect(left, bottom, COLUMN, COLUMN_HEIGHT, theme.faded(theme.INK, 0.6), 14.0)
    overlay.text(title, left + INDENT, COLUMN_TOP - 33.0, LETTERS, theme.DIM, spacing=0.2)


def draw_losses(overlay: Overlay, results: Results, age: float, left: float) -> None:
    """How the last ships were lost, below a line of the whole match with a mark for each."""
    _panel(overlay, left, "HOW SHIPS WERE LOST")
    share, begin, y = counted(age), left + INDENT, COLUMN_TOP - 56.0
    length = COLUMN - 2 * INDENT
    overlay.line(begin, y, begin + length, y, 2.0, theme.faded(theme.TEXT, 0.22))
    overlay.line(begin, y, begin + length * share, y, 3.0, theme.faded(theme.ACCENT, 0.8))
    for loss in results.losses:
        at = loss.tick / max(1, results.ticks)
        if at <= share:
            draw_mark(overlay, begin + length * min(1.0, at), y, loss.means)
    for number, loss in enumerate(results.losses[-ROWS:]):
        base = COLUMN_TOP - 92.0 - LINE * number
        draw_mark(overlay, begin + 8.0, base + 8.0, loss.means)
        overlay.text(f"{loss.when}  {loss.how}", begin + 28.0, base, LETTERS, theme.TEXT)


def draw_mark(overlay: Overlay, x: float, y: float, means: Means) -> None:
    """What ended a life, told by shape: a shot's ring, a ship's head, a mine's cross, a rock's block."""
    overlay.disc(x, y, 12.0, theme.faded(theme.INK, 0.9))
    if means == Means.BULLET:
        overlay.ring(x, y, 7.0, 3.0, 1.0, SHOT)
        overlay.disc(x, y, 2.5, theme.TEXT)
    elif means == Means.TOUCH:
        overlay.dart(x, y, 10.0, math.pi, RAMMED)
    elif means == Means.MINE:
        overlay.line(x - 7.0, y, x + 7.0, y, 3.5, MINED)
        overlay.line(x, y - 7.0, x, y + 7.0, 3.5, MINED)
    elif means == Means.ASTEROID:
        overlay.rect(x - 7.0, y - 7.0, 14.0, 14.0, ROCK, 4.0)
    else:
        overlay.line(x - 6.0, y - 6.0, x + 6.0, y + 6.0, 3.0, theme.DIM)
        overlay.line(x - 6.0, y + 6.0, x + 6.0, y - 6.0, 3.0, theme.DIM)


def draw_points(overlay: Overlay, results: Results, age: float, left: float) -> None:
    """Where the most points came from, each behind a bar of its share of all."""
    _panel(overlay, left, "WHERE POINTS CAME FROM")
    whole, most = max(1, sum(value for _, value in results.points)), results.points[0][1]
    room = COLUMN - 2 * INDENT
    for number, (name, value) in enumerate(results.points[:ROWS]):
        base, share = COLUMN_TOP - 75.0 - BAR_LINE * number, counted(age - 0.12 * number)
        color = SOURCES[min(number, len(SOURCES) - 1)]
        x, width = left + INDENT - 10.0, max(8.0, (room + 20.0) * value / most * share)
        overlay.rect(x, base - 8.0, width, BAR_LINE - 5.0, theme.faded(color, 0.20), 6.0)
        overlay.rect(x, base - 8.0, 5.0, BAR_LINE - 5.0, color, 2.0)
        overlay.text(name, left + INDENT + 6.0, base, LETTERS, theme.TEXT)
        percent = f"{100.0 * value / whole:.0f}%"
        overlay.text(percent, left + COLUMN - INDENT, base, LETTERS, theme.DIM, "right")
        overlay.text(
            theme.grouped(value), left + COLUMN - INDENT - 70.0, base, LETTERS, theme.ACCENT, "right"
        )
