"""Results page of a match: animated score, verdict and record.

`GameOverScreen` passes the results and the age of the page for every picture. All animation ends after `DONE`
seconds, and at once with reduced motion.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.app.menus import theme
from arena.app.menus.medals import MedalRow, draw_medal
from arena.game.scoring.harm import Means
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import RGBA, Overlay

COUNT_BEGINS, COUNT_LASTS = 0.25, 1.3  # [s]
STRIKE_LASTS = 0.22  # [s]
STRUCK = COUNT_BEGINS + COUNT_LASTS
DONE = STRUCK + STRIKE_LASTS + 0.6
"""Ages at which the score has its full value and at which all animation ends [s]."""
STRIKE_FROM = 1.7
"""Initial scale of the verdict's animation."""

WIDTH, SIDE, GAP = 1800.0, 60.0, 50.0
"""Maximum width of both columns, their margin, and the gap between them [virtual px]."""
COLUMN, COLUMN_LEAST, COLUMN_SHARE = 840.0, 560.0, 0.47
"""Width of the left column: maximum, minimum, and share of both [virtual px]."""
TITLE, LABEL, SCORE, BAR, VERDICT, ADVICE, FACTS = 96.0, 158.0, 266.0, 300.0, 388.0, 434.0, 470.0
"""Baselines of the left column, and the lower edge of its bar, from the upper edge [virtual px]."""
MENU = 560.0
"""Upper edge of the menu below the left column, from the upper edge of the picture [virtual px]."""
STEPS_TITLE, STEPS_SCORE, STEPS_VERDICT, STEPS_FACTS, STEPS_MENU, STEPS = 1.0, 1.5, 2.4, 3.2, 4.0, 5.0
STEP_MOST = 40.0
"""Steps by which each part moves down if a short menu leaves room, their number in all, and the largest
height of one [virtual px]."""
SCORE_SIZE, BEST_SIZE, VERDICT_SIZE = 124.0, 26.0, 28.0
TOP, FOOT = 44.0, 104.0
"""Margins of the record at the right from the upper and the lower edge [virtual px]."""
PAD, HEAD = 26.0, 58.0
"""Padding of the record, and height of a heading in it [virtual px]."""
ROW_MOST, ROW_LEAST = 66.0, 30.0
"""Maximum and minimum height of its rows; beyond that the oldest losses are only counted, or modules cut."""
LOSSES_KEPT = 5
"""Rows of losses that are left before modules are cut."""
LETTERS_MOST, LETTERS_LEAST, LETTERS_SHARE = 32.0, 22.0, 0.72
"""Maximum and minimum size of its letters, and their share of a row."""
HEADING = 24.0
NEWS_APART = 0.18  # delay between two news [s]

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
"""Colours of the bars, longest first."""


class Loss(NamedTuple):
    """End of one life."""

    tick: int
    when: str
    how: str
    means: Means


class Results(NamedTuple):
    """Content of the page; lists are cut to the room there is."""

    title: str
    score: int
    best: int  # best score before this match
    verdict: str
    proud: bool  # true if the verdict is animated
    facts: Sequence[tuple[str, str]]
    ticks: int  # length of the match
    losses: Sequence[Loss]
    points: Sequence[tuple[str, int]]  # largest first
    news: Sequence[str] = ()  # records beaten and things unlocked
    words: Callable[[int], str] = theme.grouped  # of a score
    advice: str = ""  # way to the points that lacked
    modules: Sequence[str] = ()  # taken, in lines
    medals: Sequence[MedalRow] = ()


def counted(age: float) -> float:
    """Share of the score that is counted at `age` [s]: fast first, slow at the end."""
    share = min(1.0, max(0.0, (age - COUNT_BEGINS) / COUNT_LASTS))
    return 1.0 - (1.0 - share) ** 3


def struck(age: float) -> float:
    """Progress of the verdict's animation at `age` [s], 0 to 1."""
    return min(1.0, max(0.0, (age - STRUCK) / STRIKE_LASTS))


def columns(width: float) -> tuple[float, float, float, float]:
    """Left end and width of the left column, and of the record, in a picture of a width [virtual px]."""
    whole = min(WIDTH, width - 2 * SIDE)
    left = (width - whole) / 2
    column = max(COLUMN_LEAST, min(COLUMN, COLUMN_SHARE * whole))
    return left, column, left + column + GAP, whole - column - GAP


def step_of(height: float, menu: float) -> float:
    """Step that spreads the left column in a picture and above a menu of these heights [virtual px]."""
    return min(STEP_MOST, max(0.0, (height - FOOT - MENU - menu) / STEPS))


def draw_results(overlay: Overlay, results: Results, age: float, step: float = 0.0) -> None:
    """Draw score and verdict at the left, with room for a menu below, and the record at the right.

    `step` is as by `step_of`.
    """
    left, width, record, rest = columns(overlay.width)
    middle = left + width / 2
    title, score, verdict, facts = (
        overlay.height - step * steps for steps in (STEPS_TITLE, STEPS_SCORE, STEPS_VERDICT, STEPS_FACTS)
    )
    _draw_title(overlay, results.title, middle, width, title)
    draw_score(overlay, results, age, left, width, score)
    draw_verdict(overlay, results, age, middle, width, verdict)
    if results.advice:
        size = min(VERDICT_SIZE, VERDICT_SIZE * width / overlay.text_width(results.advice, VERDICT_SIZE))
        color = theme.faded(theme.ACCENT, struck(age))
        overlay.text(results.advice, middle, verdict - ADVICE, size, color, "center")
    theme.facts(overlay, results.facts, middle, facts - FACTS, width / max(3, len(results.facts)))
    if results.news or results.losses or results.points or results.modules or results.medals:
        draw_record(overlay, results, age, Box(record, FOOT, rest, overlay.height - TOP - FOOT))


def _draw_title(overlay: Overlay, title: str, middle: float, width: float, top: float) -> None:
    size = min(64.0, 64.0 * width / overlay.text_width(title.upper(), 64.0, "display", 0.14))
    overlay.text(title.upper(), middle, top - TITLE, size, theme.TEXT, "center", "display", 0.14)


def draw_score(overlay: Overlay, results: Results, age: float, left: float, width: float, top: float) -> None:
    """Draw the score, and below it a bar that compares it with the best one."""
    share, down, middle = counted(age), struck(age), left + width / 2
    flash = down * math.exp(-3.0 * max(0.0, age - STRUCK)) if results.proud else 0.0
    color = theme.WARNING if results.proud and down > 0.0 else theme.ACCENT
    overlay.text("SCORE", middle, top - LABEL, 24.0, theme.DIM, "center", spacing=0.4)
    overlay.glow(middle, top - SCORE + 44.0, 360.0, theme.faded(color, 0.10 + 0.22 * flash))
    score = results.words(round(results.score * share))
    size = min(SCORE_SIZE, SCORE_SIZE * width / overlay.text_width(score, SCORE_SIZE, "display"))
    overlay.text(score, middle, top - SCORE, size, color, "center", "display")
    full = max(results.score, results.best)
    if results.best > 0:
        theme.bar(overlay, left, top - BAR, width, results.score * share / full, color)
        mark = left + width * results.best / full
        overlay.rect(mark - 2.0, top - BAR - 7.0, 4.0, theme.BAR_HEIGHT + 14.0, theme.TEXT, 2.0)
        before = "best before" if results.proud else "best"
        best = f"{before}  {results.words(results.best)}"
        half = overlay.text_width(best, BEST_SIZE) / 2
        x = min(max(mark, left + half), left + width - half)
        overlay.text(best, x, top - BAR - 36.0, BEST_SIZE, theme.TEXT, "center")


def draw_verdict(
    overlay: Overlay, results: Results, age: float, middle: float, column: float, top: float
) -> None:
    """Draw the comparison with the best score, animated like a stamp for a new best."""
    down, base = struck(age), top - VERDICT
    if down == 0.0 or not results.verdict:
        return
    if not results.proud:
        overlay.text(results.verdict, middle, base, VERDICT_SIZE, theme.faded(theme.TEXT, down), "center")
        return
    scale = 1.0 + (STRIKE_FROM - 1.0) * (1.0 - down) ** 2
    string, size = results.verdict.upper(), 32.0 * scale
    width, height = overlay.text_width(string, size, "display", 0.14) + 48.0 * scale, 52.0 * scale
    bottom = base + 11.0 - height / 2
    overlay.rect(middle - width / 2, bottom, width, height, theme.faded(theme.WARNING, 0.16 * down), 8.0)
    overlay.frame(middle - width / 2, bottom, width, height, theme.faded(theme.WARNING, down), 3.0, 8.0)
    overlay.text(
        string, middle, base + 11.0 - 0.36 * size, size, theme.faded(theme.WARNING, down), "center",
        "display", 0.14,
    )  # fmt: skip
    for side in (-1.0, 1.0) if width + 60.0 < column else ():
        inner = middle + side * (width / 2 + 22.0)
        end = middle + side * (column / 2 - (column / 2 - width / 2 - 22.0) * (1.0 - down))
        overlay.line(
            inner, bottom + height / 2, end, bottom + height / 2, 3.0, theme.faded(theme.WARNING, 0.6)
        )


class Rows(NamedTuple):
    """Layout of the record's rows."""

    left: float  # left edge of the text [virtual px]
    width: float
    high: float  # height of a row
    size: float  # size of letters


def draw_record(overlay: Overlay, results: Results, age: float, box: Box) -> None:
    """Draw the record: news, losses, points and modules, one below the other."""
    parts = ((draw_medals, len(results.medals)), (draw_news, len(results.news)),
             (draw_losses, len(results.losses)), (draw_points, len(results.points)),
             (draw_modules, len(results.modules)))  # fmt: skip
    told = [(draw, count) for draw, count in parts if count]
    room = box.height - 2 * PAD - HEAD * len(told)
    count = sum(count for _, count in told) + (1 if results.losses else 0)
    high = min(ROW_MOST, max(ROW_LEAST, room / count))
    size = min(LETTERS_MOST, max(LETTERS_LEAST, LETTERS_SHARE * high))
    over = max(0, count - int(room / high + 1e-6))
    rows = Rows(box.x + PAD, box.width - 2 * PAD, high, size)
    height = 2 * PAD + HEAD * len(told) + high * (count - over)
    plate = box._replace(y=box.y + (box.height - height) / 2, height=height)  # equal margins above and below
    overlay.rect(*plate, theme.faded(theme.INK, 0.82), 16.0)
    overlay.frame(*plate, theme.faded(theme.ACCENT, 0.25), 2.0, 16.0)
    top, cut = plate.y + height - PAD / 2, _cut(results, over)
    for draw, _ in told:
        top = draw(overlay, cut, age, rows, top)


def _cut(results: Results, over: int) -> Results:
    """Results without so many rows: losses beyond the last ones, then modules."""
    beyond = over - max(0, len(results.losses) - LOSSES_KEPT)
    fewer = min(max(0, beyond), max(0, len(results.modules) - 1))
    kept = len(results.modules) - fewer
    modules = [*results.modules[: kept - 1], "and more"] if fewer else results.modules
    return results._replace(modules=modules, losses=_shortened(results.losses, over - fewer))


def _shortened(losses: Sequence[Loss], over: int) -> Sequence[Loss]:
    """Losses cut to a number of rows; one row counts the rest."""
    if over <= 0 or len(losses) <= over + 1:
        return losses
    first = losses[over]
    earlier = Loss(first.tick, "", f"and {over + 1} earlier", Means.UNKNOWN)
    return [earlier, *losses[over + 1 :]]


def _heading(overlay: Overlay, title: str, rows: Rows, top: float) -> float:
    """Draw a heading; return the top of what follows."""
    overlay.text(title, rows.left, top - 38.0, HEADING, theme.DIM, spacing=0.16)
    return top - HEAD


def draw_news(overlay: Overlay, results: Results, age: float, rows: Rows, top: float) -> float:
    """Draw records beaten and things unlocked, one after the other after the score is counted."""
    top = _heading(overlay, "BEATEN AND UNLOCKED", rows, top)
    for number, line in enumerate(results.news):
        light = min(1.0, max(0.0, (age - STRUCK - NEWS_APART * number) / STRIKE_LASTS))
        middle = top - rows.high * (number + 0.5)
        color = theme.faded(theme.WARNING, light)
        overlay.dart(rows.left + 10.0, middle, 0.42 * rows.size, 0.0, color)
        _write(overlay, line, rows, rows.left + 32.0, middle, color)
    return top - rows.high * len(results.news)


def draw_medals(overlay: Overlay, results: Results, age: float, rows: Rows, top: float) -> float:
    """Draw the medals, those that were won as discs, with what each takes and what the next one lacked."""
    several = len(results.medals[0].medals) > 1
    top = _heading(overlay, "MEDALS, UP TO THREE A PHASE" if several else "MEDALS", rows, top)
    right, radius, letters = rows.left + rows.width, 0.36 * rows.size, rows.size
    widest = max(overlay.text_width(row.mark, letters) for row in results.medals) + 2.0 * rows.size
    name_room = max(overlay.text_width(row.name, letters) for row in results.medals) + rows.size
    for number, row in enumerate(results.medals):
        middle = top - rows.high * (number + 0.5)
        first, name = (rows.left + name_room, rows.left) if several else (rows.left + 10.0, rows.left + 32.0)
        won = all(won for _, won in row.medals)
        color = theme.TEXT if won or several or row.lack else theme.DIM
        base = middle - 0.34 * letters
        overlay.text(row.name, name, base, letters, color)
        overlay.text(row.mark, right, base, letters, color, "right")
        overlay.text(row.lack, right - widest, base, letters, theme.ACCENT, "right")
        for at, (medal, is_won) in enumerate(row.medals):
            draw_medal(overlay, medal, first + 3.0 * radius * at, middle, radius, is_won)
    return top - rows.high * len(results.medals)


def draw_losses(overlay: Overlay, results: Results, age: float, rows: Rows, top: float) -> float:
    """Draw the losses below a time line of the match with a mark for each."""
    top = _heading(overlay, "HOW SHIPS WERE LOST", rows, top)
    share, y = counted(age), top - rows.high / 2
    overlay.line(rows.left, y, rows.left + rows.width, y, 2.0, theme.faded(theme.TEXT, 0.22))
    overlay.line(rows.left, y, rows.left + rows.width * share, y, 3.0, theme.faded(theme.ACCENT, 0.8))
    for loss in results.losses:
        at = loss.tick / max(1, results.ticks)
        if at <= share:
            draw_mark(overlay, rows.left + rows.width * min(1.0, at), y, loss.means)
    for number, loss in enumerate(results.losses):
        middle = top - rows.high * (number + 1.5)
        draw_mark(overlay, rows.left + 10.0, middle, loss.means)
        _write(overlay, f"{loss.when}  {loss.how}".strip(), rows, rows.left + 32.0, middle, theme.TEXT)
    return top - rows.high * (1 + len(results.losses))


def _write(overlay: Overlay, line: str, rows: Rows, x: float, middle: float, color: RGBA) -> None:
    """Draw a line of a row from `x` on, in smaller letters if it is too long."""
    room = rows.left + rows.width - x
    size = max(LETTERS_LEAST, min(rows.size, rows.size * room / overlay.text_width(line, rows.size)))
    overlay.text(line, x, middle - 0.34 * size, size, color)


def draw_mark(overlay: Overlay, x: float, y: float, means: Means) -> None:
    """Draw the cause of a loss as a shape: a shot's ring, a ship's head, a mine's cross, a rock's block."""
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


def draw_points(overlay: Overlay, results: Results, age: float, rows: Rows, top: float) -> float:
    """Draw the sources of points, each with a bar of its share."""
    top = _heading(overlay, "WHERE POINTS CAME FROM", rows, top)
    whole = max(1, sum(value for _, value in results.points))
    right, size = rows.left + rows.width, rows.size
    percent = overlay.text_width("100%", size) + 14.0
    for number, (name, value) in enumerate(results.points):
        bottom, share = top - rows.high * (number + 1), counted(age - 0.12 * number)
        color = SOURCES[min(number, len(SOURCES) - 1)]
        width, base = max(8.0, rows.width * value / whole * share), bottom + rows.high / 2 - 0.34 * size
        overlay.rect(rows.left, bottom + 2.0, rows.width, rows.high - 4.0, theme.faded(theme.TEXT, 0.05), 6.0)
        overlay.rect(rows.left, bottom + 2.0, width, rows.high - 4.0, theme.faded(color, 0.28), 6.0)
        overlay.rect(rows.left, bottom + 2.0, 5.0, rows.high - 4.0, color, 2.0)
        overlay.text(name, rows.left + 18.0, base, size, theme.TEXT)
        overlay.text(f"{100.0 * value / whole:.0f}%", right, base, size, theme.DIM, "right")
        overlay.text(theme.grouped(value), right - percent, base, size, theme.ACCENT, "right")
    return top - rows.high * len(results.points)


def draw_modules(overlay: Overlay, results: Results, age: float, rows: Rows, top: float) -> float:
    """Draw the modules that were taken."""
    top = _heading(overlay, "WHAT SHIPS CARRIED", rows, top)
    for number, line in enumerate(results.modules):
        _write(overlay, line, rows, rows.left, top - rows.high * (number + 0.5), theme.TEXT)
    return top - rows.high * len(results.modules)
