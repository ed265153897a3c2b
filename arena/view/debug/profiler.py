"""The profiler overlay (F3): times of the last seconds by frame, by tick and by system."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from arena.game.scoring.statistics import Statistics
from arena.jit.annotations import F64
from arena.view.hud.status import grouped
from arena.view.overlay.overlay import RGBA, Overlay

HISTORY, FRAMES = 240, 120
"""Ticks and frames that are remembered."""
SHOWN_LEAST_MS = 0.005
"""Passes that took less drew nothing."""
RECENT = 30
"""Frames whose passes are averaged."""
BUDGET_MS = 1000.0 / 60.0
SCALES_MS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 33.0, 100.0, 400.0, 2000.0)
"""Full-scale values of a graph [ms]; the scale jumps between these, which keeps the graph steady."""
SHOWN_SHARE = 0.9
"""This many of a graph's bars fit below its top; rarer spikes are cut off."""
SEEN_LEAST = 3.0
"""Height [virtual px] from which a part of a bar is drawn; a smaller one joins the next part above it."""
TICKS_A_BAR = 2
"""Of the ticks that share a bar, the longest is shown: a bar of each would be a pixel wide."""

WIDTH, LEFT, ABOVE, PAD, ROW = 720.0, 24.0, 182.0, 16.0, 18.4
COLUMNS, GUTTER = 3, 14.0
X, INSIDE = LEFT + PAD, WIDTH - 2 * PAD
"""Left end and length of all that stands in the panel."""
HEADER, FRAME_GRAPH, TICK_GRAPH, GRAPH_TITLE = 44.0, 48.0, 58.0, 34.0
TEXT_SIZE = 18.0
_COLORS: tuple[RGBA, ...] = (
    (0.36, 0.92, 1.00, 1.0), (1.00, 0.62, 0.20, 1.0), (0.55, 0.90, 0.45, 1.0), (0.95, 0.38, 0.48, 1.0),
    (0.70, 0.55, 1.00, 1.0), (1.00, 0.88, 0.40, 1.0), (0.28, 0.58, 0.98, 1.0), (0.98, 0.62, 0.86, 1.0),
    (0.32, 0.78, 0.66, 1.0), (0.80, 0.64, 0.44, 1.0), (0.66, 0.82, 0.96, 1.0), (0.84, 0.95, 0.62, 1.0),
    (0.72, 0.42, 0.76, 1.0), (0.66, 0.70, 0.76, 1.0),
)  # fmt: skip
_PANEL: RGBA = (0.01, 0.03, 0.07, 0.86)
DIM: RGBA = (0.66, 0.77, 0.87, 1.0)
BRIGHT: RGBA = (0.92, 0.97, 1.0, 1.0)
_REST: RGBA = (0.30, 0.36, 0.44, 0.55)

Stack = Mapping[str, F64]
Section = Callable[[Overlay, float], None]
"""Draws a part of the panel from its upper edge down [virtual px]."""


class FrameTimes(NamedTuple):
    """CPU time of one frame by section [ms]; the rest of `whole` was spent waiting."""

    whole: float
    ticks: float
    view: float
    draw: float


class TickTable:
    """Times of the last ticks by system, as an array that each tick only adds a row to."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}  # in order
        self._times = np.empty((HISTORY, 0))  # [ms]; NaN where a tick had no such system
        self.taken = 0
        """Ticks that were ever here."""

    def append(self, tick: Mapping[str, float]) -> None:
        """Take in a tick, in the place of the oldest."""
        if not tick.keys() <= self._names.keys():
            self._names |= dict.fromkeys(tick)
            unknown = np.full((HISTORY, len(self._names) - self._times.shape[1]), np.nan)
            self._times = np.hstack([self._times, unknown])
        self._times[self.taken % HISTORY] = [tick.get(name, np.nan) for name in self._names]
        self.taken += 1

    def stack(self) -> Stack:
        """One array per system over all ticks, shape (ticks,); zero where a tick had no such system."""
        times = self._times[np.arange(max(0, self.taken - HISTORY), self.taken) % HISTORY]
        known, columns = np.flatnonzero(~np.isnan(times).all(axis=0)), np.nan_to_num(times.T)
        names = list(self._names)
        return {names[column]: columns[column] for column in known.tolist()}


@dataclass
class ProfilerData:
    """Data of the profiler. Times are recorded always, the rest while the profiler is open."""

    frames: deque[FrameTimes] = field(default_factory=lambda: deque[FrameTimes](maxlen=FRAMES))
    ticks: TickTable = field(default_factory=TickTable)
    """Milliseconds by system; `ai` is the wait for the minds."""
    statistics: Statistics = field(default_factory=lambda: Statistics({}, 0, 0, 0, 0))
    in_view: int = 0
    """Live bodies that the camera may see."""
    draw_calls: int = 0
    instances: int = 0
    facts: dict[str, str] = field(default_factory=dict[str, str])
    """Further lines, for example the seed."""
    passes: deque[dict[str, float]] = field(default_factory=lambda: deque[dict[str, float]](maxlen=RECENT))
    """Milliseconds that each pass took to be drawn, one entry per frame; empty where unknown."""
    page: object = field(default_factory=object)
    """Numbers are written anew where this is another object; the graphs move with each picture."""

    def turn_page(self) -> None:
        """Update the numbers, a few times a second: they stay readable."""
        self.page = object()

    def note_passes(self, passes_ms: dict[str, float]) -> None:
        """Record the pass times of a frame, if known."""
        if passes_ms:
            self.passes.append(passes_ms)
        else:
            self.passes.clear()


def draw_profiler(overlay: Overlay, data: ProfilerData) -> None:
    """Draw the panel at the left edge, below the score."""
    systems, y = data.ticks.stack(), overlay.height - ABOVE - HEADER
    overlay.remember("profiler", partial(_page, overlay, data, systems), data.page)
    _graph(overlay, y, "frames", frame_stack(data.frames), FRAMES, FRAME_GRAPH)
    y -= FRAME_GRAPH + GRAPH_TITLE
    ticks, bars = longest(systems, TICKS_A_BAR, data.ticks.taken), HISTORY // TICKS_A_BAR
    _graph(overlay, y, "ticks, by system", ticks, bars, TICK_GRAPH)


def _page(overlay: Overlay, data: ProfilerData, systems: Stack) -> None:
    """Draw all but the graphs, as far as there is room."""
    passes, kinds, lines = pass_means(data.passes), data.statistics.kinds, fact_lines(data, systems)
    top = overlay.height - ABOVE
    sections: list[tuple[float, Section]] = [
        (_rows(systems) + 10.0, partial(_legend, values=system_means(systems))),
        (_rows(lines), partial(_legend, values=lines, swatch=0.0)),
        (40.0 + _rows(kinds), partial(_shares, values=kinds, told=grouped)),
        (40.0 + _rows(passes), partial(_shares, values=passes, told="{:.2f} ms".format)),
    ]
    if not passes:
        sections.pop()
    graphs = HEADER + FRAME_GRAPH + TICK_GRAPH + 2 * GRAPH_TITLE
    height, shown = graphs + PAD, list[tuple[float, Section]]()
    for tall, draw in sections:
        if height + tall <= top:  # letters that cannot be read would say less
            shown.append((tall, draw))
            height += tall
    overlay.rect(LEFT, top - height, WIDTH, height, _PANEL, 10.0)
    _header(overlay, top, data.frames, systems)
    y = top - graphs
    for tall, draw in shown:
        draw(overlay, y)
        y -= tall


def longest(systems: Stack, ticks: int, taken: int) -> Stack:
    """Of every so many `ticks` the one that took longest, by system; the same ones from picture to picture.

    `systems` are times of the last ticks, shape (n,) each; `taken` is how many there ever were.
    """
    if not systems:
        return systems
    times = np.array(list(systems.values()))
    # The first of those left may belong to one that is shown no more.
    first = -(taken - times.shape[1]) % ticks
    whole = (times.shape[1] - first) // ticks
    groups = times[:, first : first + whole * ticks].reshape(len(times), whole, ticks)
    slowest = np.argmax(groups.sum(axis=0), axis=1)
    return dict(zip(systems, groups[:, np.arange(whole), slowest], strict=True))


def frame_stack(frames: Iterable[FrameTimes]) -> Stack:
    """Ticks, view, draw and waiting of each frame, shape (frames,)."""
    times = np.array(list(frames), np.float64).reshape(-1, len(FrameTimes._fields))
    whole, ticks, view, draw = times.T
    return {"ticks": ticks, "view": view, "draw": draw, "wait": np.maximum(0.0, whole - ticks - view - draw)}


def system_means(systems: Stack) -> dict[str, str]:
    """Mean milliseconds of each system, as text."""
    means = np.mean(list(systems.values()), axis=1).tolist() if systems else []
    return {name: f"{mean:.3f}" for name, mean in zip(systems, means, strict=True)}


def pass_means(passes: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Mean milliseconds of each pass that took any, in the order of the last frame."""
    means = {
        name: float(np.mean([frame.get(name, 0.0) for frame in passes])) for name in (passes or [{}])[-1]
    }
    return {name: mean for name, mean in means.items() if mean >= SHOWN_LEAST_MS}


def fact_lines(data: ProfilerData, systems: Stack) -> dict[str, str]:
    """Counts and facts, as text."""
    statistics, waits = data.statistics, systems.get("ai", np.zeros(1))
    counts = {name: getattr(statistics, name) for name in ("bodies", "pairs", "contacts", "awake", "asleep")}
    counts |= {"in view": data.in_view, "draw calls": data.draw_calls, "instances": data.instances}
    if statistics.quarantined:
        counts["quarantined"] = statistics.quarantined
    latency = {"AI latency": f"{np.mean(waits):.2f} ms", "AI at most": f"{waits.max():.2f} ms"}
    return {name: grouped(count) for name, count in counts.items()} | latency | data.facts


def scale_for(totals: F64) -> float:
    """The smallest scale [ms] that nearly all totals fit into."""
    reach = float(np.quantile(totals, SHOWN_SHARE)) if len(totals) else 0.0
    return next((scale for scale in SCALES_MS if scale >= reach), SCALES_MS[-1])


def stack_bars(heights: F64, top: float) -> F64:
    """Upper ends of the parts of stacked bars, clipped at `top`; a part too thin to draw has height 0.

    Two parts of three are a few hundredths of a millisecond: to draw each would take longer than they did.
    `heights` are of shape (parts, bars), the lowest first; their ends, after the common start at 0, one more.
    """
    ends = np.zeros((len(heights) + 1, heights.shape[1]))
    for part, whole in enumerate(np.minimum(np.cumsum(heights, axis=0), top)):
        ends[part + 1] = np.where(whole - ends[part] >= SEEN_LEAST, whole, ends[part])
    return ends


def color_of(index: int) -> RGBA:
    """Colour of the part with this number in a stack."""
    return _COLORS[index % len(_COLORS)]


def _rows(items: Mapping[str, object]) -> float:
    return ROW * -(-len(items) // COLUMNS)


def _header(overlay: Overlay, y: float, frames: Sequence[FrameTimes], systems: Stack) -> None:
    whole = float(np.median([frame.whole for frame in frames])) if frames else 0.0
    tick = float(np.median(np.sum(list(systems.values()), axis=0))) if systems else 0.0
    rate = 1000.0 / whole if whole > 0.0 else 0.0
    overlay.text(f"{rate:.0f} fps", X, y - 36.0, 28, BRIGHT, font="display")
    overlay.text(f"frame {whole:.1f} ms    tick {tick:.2f} ms", X + INSIDE, y - 36.0, 20, DIM, "right")


def _graph(overlay: Overlay, y: float, title: str, stack: Stack, bars: int, height: float) -> None:
    """Stacked bars, the newest at the right, below a line with the title and the scale.

    `bars` fill the width.
    """
    totals = np.sum(list(stack.values()), axis=0) if stack else np.zeros(0)
    full, bottom = scale_for(totals), y - 26.0 - height
    overlay.text(title, X, y - 20.0, TEXT_SIZE, DIM)
    overlay.text(f"{full:.4g} ms", X + INSIDE, y - 20.0, TEXT_SIZE, DIM, "right")
    overlay.rect(X, bottom, INSIDE, height, (1.0, 1.0, 1.0, 0.05))
    step = INSIDE / bars
    places = X + INSIDE - step * np.arange(len(totals), 0, -1)
    parts = np.array(list(stack.values())).reshape(len(stack), len(totals))
    ends = stack_bars(parts * (height / full), height)
    colors = np.array([_REST if name == "wait" else color_of(index) for index, name in enumerate(stack)])
    part, bar = np.nonzero(np.diff(ends, axis=0) > 0.0)
    low, high = ends[part, bar], ends[part + 1, bar]
    overlay.bars(places[bar], bottom + low, step, high - low, colors.reshape(-1, 4)[part])
    if full > BUDGET_MS:
        line = bottom + height * BUDGET_MS / full
        overlay.line(X, line, X + INSIDE, line, 1.5, (1.0, 1.0, 1.0, 0.5))
    if "wait" in stack:
        _key(overlay, X + 90.0, y - 20.0, list(stack))


def _key(overlay: Overlay, x: float, y: float, names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        color = _REST if name == "wait" else color_of(index)
        overlay.rect(x, y, 12.0, 12.0, (*color[:3], 1.0), 3.0)
        x += 18.0 + overlay.text(name, x + 18.0, y, TEXT_SIZE, DIM) + 18.0


def _legend(overlay: Overlay, y: float, values: Mapping[str, str], swatch: float = 18.0) -> None:
    """A swatch, a name and a number each, in the colours of the stack, in columns filled row by row."""
    wide = (INSIDE + GUTTER) / COLUMNS
    for index, (name, value) in enumerate(values.items()):
        left, line = X + index % COLUMNS * wide, y - 18.0 - index // COLUMNS * ROW
        if swatch:
            overlay.rect(left, line, 12.0, 12.0, color_of(index), 3.0)
        overlay.text(name.replace("_", " "), left + swatch, line, TEXT_SIZE, DIM)
        overlay.text(value, left + wide - GUTTER, line, TEXT_SIZE, BRIGHT, "right")


def _shares(overlay: Overlay, y: float, values: Mapping[str, Any], told: Callable[[Any], str]) -> None:
    """One bar that is all of it, its parts the values; then their legend."""
    start, whole = X, sum(values.values()) or 1.0
    for index, value in enumerate(values.values()):
        part = INSIDE * value / whole
        overlay.rect(start, y - 18.0, part, 14.0, color_of(index))
        start += part
    _legend(overlay, y - 22.0, {name: told(value) for name, value in values.items()})
