"""How menus look: colours, sizes and the few shapes they are made of [virtual px]."""

from collections.abc import Sequence

from arena.tuning import TICK_RATE
from arena.view.overlay import RGBA, Overlay

TEXT: RGBA = (0.90, 0.96, 1.0, 1.0)
DIM: RGBA = (0.66, 0.76, 0.85, 1.0)
ACCENT: RGBA = (0.36, 0.92, 1.0, 1.0)
WARNING: RGBA = (1.0, 0.66, 0.20, 1.0)
INK: RGBA = (0.01, 0.02, 0.05, 1.0)

MARGIN = 130.0
HINT_SIZE = 24.0
TOAST_SECONDS = 5.0


def faded(color: RGBA, alpha: float) -> RGBA:
    """Return `color` with its alpha multiplied."""
    return color[0], color[1], color[2], color[3] * alpha


def veil(overlay: Overlay, strength: float) -> None:
    """Darken the whole picture, so that a menu above it is read first."""
    overlay.rect(0.0, 0.0, overlay.width, overlay.height, faded(INK, strength))


def shade_left(overlay: Overlay) -> None:
    """Darken the left side softly, under a column of text."""
    width = overlay.width * 0.62
    strips = 48
    for strip in range(strips):
        strength = 0.86 * (1.0 - strip / strips) ** 1.6
        overlay.rect(strip * width / strips, 0.0, width / strips, overlay.height, faded(INK, strength))


def heading(overlay: Overlay, string: str, x: float, y: float, size: float, anchor: str = "left") -> None:
    """Write the name of a screen in wide capitals."""
    spacing = 0.14
    overlay.text(string.upper(), x, y, size, TEXT, anchor, "display", spacing)


def wordmark(overlay: Overlay) -> None:
    """Write the name of the game and what it is about, beside the title's planet."""
    heading(overlay, "Arena", MARGIN - 6.0, 770.0, 150.0)
    line = "Hold the orbit against everything that falls into it."
    overlay.text(line, MARGIN, 700.0, 30.0, DIM)


Keys = Sequence[tuple[str, str]]
"""Key and what it does."""


def keys(overlay: Overlay, pairs: Keys, x: float, y: float) -> float:
    """Write what keys do, each key in a frame; return the right end."""
    for key, meaning in pairs:
        width = overlay.text_width(key, HINT_SIZE) + 24.0
        overlay.rect(x, y - 11.0, width, 38.0, faded(TEXT, 0.10), 8.0)
        overlay.frame(x, y - 11.0, width, 38.0, faded(TEXT, 0.35), 1.5, 8.0)
        overlay.text(key, x + 12.0, y, HINT_SIZE, TEXT)
        x += width + 12.0
        x += overlay.text(meaning, x, y, HINT_SIZE, DIM) + 34.0
    return x - 34.0


def hint(overlay: Overlay, pairs: Keys) -> None:
    """Write what keys do, at the bottom of the picture."""
    measure = Overlay(1.0)
    width = keys(measure, pairs, 0.0, 0.0)
    overlay.rect(overlay.width / 2 - width / 2 - 20.0, 22.0, width + 40.0, 60.0, faded(INK, 0.5), 14.0)
    keys(overlay, pairs, overlay.width / 2 - width / 2, 44.0)


def facts(overlay: Overlay, pairs: Sequence[tuple[str, str]], y: float, gap: float = 300.0) -> None:
    """Write names and values side by side around the middle."""
    x = overlay.width / 2 - gap * (len(pairs) - 1) / 2
    for name, value in pairs:
        overlay.text(name, x, y, 22.0, DIM, "center", spacing=0.2)
        overlay.text(value, x, y - 54.0, 44.0, TEXT, "center", "display")
        x += gap


def grouped(number: int) -> str:
    """Write a number with its thousands apart."""
    return f"{number:,}".replace(",", " ")


def minutes(ticks: int) -> str:
    """Write a length of play as m:ss."""
    seconds = ticks // TICK_RATE
    return f"{seconds // 60}:{seconds % 60:02d}"


def toast(overlay: Overlay, string: str, age: float) -> None:
    """Show a line for the player at the top of the picture; it fades at the end of `TOAST_SECONDS`."""
    alpha = max(0.0, min(1.0, (TOAST_SECONDS - age) / 0.6))
    width = overlay.text_width(string, 26.0) + 60.0
    x, y = overlay.width / 2, overlay.height - 104.0
    overlay.rect(x - width / 2, y - 18.0, width, 56.0, faded(INK, 0.82 * alpha), 12.0)
    overlay.frame(x - width / 2, y - 18.0, width, 56.0, faded(WARNING, 0.7 * alpha), 2.0, 12.0)
    overlay.text(string, x, y, 26.0, faded(TEXT, alpha), "center")


def bar(overlay: Overlay, x: float, y: float, width: float, share: float, color: RGBA = ACCENT) -> None:
    """Draw a bar that is filled up to `share`, 0 to 1; (x, y) is its lower left corner."""
    height = 12.0
    overlay.rect(x, y, width, height, faded(TEXT, 0.18), height / 2)
    if share > 0.0:
        overlay.rect(x, y, max(height, width * min(1.0, share)), height, color, height / 2)
