"""Boxes of a picture's texts: every line that is written on an overlay while `written` is active."""

from collections import OrderedDict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from arena.render.composite import Composite
from arena.view.overlay import overlay as overlay_module
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import WHITE, Overlay

DESCENT, ASCENT = 0.2, 0.72
"""Of a line, shares of its size."""
SMALLEST = 22.0
"""Size of the smallest letters [px at 1080p]."""
CAPITALS, CAPITALS_LEAST = 0.7, 9.0
"""Height of capitals over the size of letters, and the least in a picture of any size [px]."""
RIM = 2.0
"""Overlap that texts may have with each other or the rim [virtual px]."""


class Text(NamedTuple):
    """One line."""

    string: str
    box: Box
    overlay: Overlay
    size: float
    font: str = "body"
    spacing: float = 0.0  # between letters [em]


@contextmanager
def written(monkeypatch: pytest.MonkeyPatch, opacity: float = 0.0) -> Generator[list[Text]]:
    """Note what is written meanwhile, at this opacity or more."""
    texts: list[Text] = []
    plain = Overlay.text

    def text(
        overlay: Overlay, string: str, x: float, y: float, size: float = 28.0, *rest: Any, **named: Any
    ) -> float:
        width = plain(overlay, string, x, y, size, *rest, **named)
        anchor = rest[1] if len(rest) > 1 else named.get("anchor", "left")
        left = x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[anchor]
        color = rest[0] if rest else named.get("color", WHITE)
        if color[3] < opacity:
            return width
        font = rest[2] if len(rest) > 2 else named.get("font", "body")
        spacing = rest[3] if len(rest) > 3 else named.get("spacing", 0.0)
        scale, pivot = overlay._scale, overlay._pivot  # pyright: ignore[reportPrivateUsage]
        box = Box(
            pivot[0] + scale * (left - pivot[0]), pivot[1] + scale * (y - DESCENT * size - pivot[1]),
            scale * width, scale * (ASCENT + DESCENT) * size,
        )  # fmt: skip
        texts.append(Text(string, box, overlay, scale * size, font, spacing))
        return width

    with monkeypatch.context() as patch:
        patch.setattr(Overlay, "text", text)
        patch.setattr(overlay_module, "_blocks", OrderedDict())  # what is remembered writes nothing
        yield texts


def shown(texts: Sequence[Text], composite: Composite) -> list[Text]:
    """Those that a picture shows: others were only measured."""
    layers = [composite.overlay, *composite.below, *(view.overlay for view in composite.views)]
    return [text for text in texts if any(text.overlay is layer for layer in layers)]


def cut_off(texts: Sequence[Text]) -> list[str]:
    """Those that reach beyond their picture."""
    return [
        text.string
        for text in texts
        if text.box.x < -RIM
        or text.box.y < -RIM
        or text.box.x + text.box.width > text.overlay.width + RIM
        or text.box.y + text.box.height > text.overlay.height + RIM
    ]


def too_small(texts: Sequence[Text], composite: Composite) -> list[tuple[str, float]]:
    """Those that have fewer than `SMALLEST` pixels in a picture 1080 pixels high, with their pixels."""
    parts = {id(view.overlay): view.size_px[1] / composite.size_px[1] for view in composite.views}
    pixels = [1080.0 * text.size * parts.get(id(text.overlay), 1.0) / text.overlay.height for text in texts]
    return [(text.string, high) for text, high in zip(texts, pixels, strict=True) if high < SMALLEST - 0.01]


def illegible(texts: Sequence[Text], composite: Composite) -> list[tuple[str, float]]:
    """Those whose capitals have fewer than `CAPITALS_LEAST` pixels, with their pixels."""
    parts = {id(view.overlay): view.size_px[1] for view in composite.views if len(composite.views) > 1}
    pixels = [
        CAPITALS * text.size * parts.get(id(text.overlay), composite.size_px[1]) / text.overlay.height
        for text in texts
    ]
    return [(text.string, high) for text, high in zip(texts, pixels, strict=True) if high < CAPITALS_LEAST]


def overlapping(texts: Sequence[Text]) -> list[tuple[str, str]]:
    """Pairs that lie one over the other in the same picture."""
    return [
        (one.string, other.string)
        for one, other in combinations(texts, 2)
        if one.overlay is other.overlay and _shrunk(one.box).overlaps(_shrunk(other.box))
    ]


def _shrunk(box: Box) -> Box:
    return Box(box.x + RIM, box.y + RIM, max(0.0, box.width - 2 * RIM), max(0.0, box.height - 2 * RIM))
