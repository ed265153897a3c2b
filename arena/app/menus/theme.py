"""Look of menus: colours, sizes and basic shapes [virtual px]."""

from collections.abc import Sequence

from arena.tuning import TICK_RATE
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import RGBA, Overlay

TEXT: RGBA = (0.90, 0.96, 1.0, 1.0)
DIM: RGBA = (0.66, 0.76, 0.85, 1.0)
ACCENT: RGBA = (0.36, 0.92, 1.0, 1.0)
WARNING: RGBA = (1.0, 0.66, 0.20, 1.0)
INK: RGBA = (0.01, 0.02, 0.05, 1.0)

MARGIN = 130.0
SIDE = 40.0
"""Margin of headings at both sides."""
HINT_SIZE = 24.0
BAR_HEIGHT = 12.0
TOAST_SECONDS = 5.0
NOTE_SIZE, NOTE_LINES = 24.0, 3
NOTE_HEIGHT = 104.0
LOW_HEADING, LOW_BASE = 44.0, 52.0
"""Letter size of the heading of a low picture, and its baseline from the upper edge."""


def faded(color: RGBA, alpha: float) -> RGBA:
    """Return `color` with its alpha multiplied."""
    return color[0], color[1], color[2], color[3] * alpha


def veil(overlay: Overlay, strength: float) -> None:
    """Darken the whole picture, so that a menu above it is read first."""
    overlay.rect(0.0, 0.0, overlay.width, overlay.height, faded(INK, strength))


def shade_left(overlay: Overlay) -> None:
    """Darken the left side softly, under a column of text."""
    overlay.fade_right(overlay.width * 0.62, faded(INK, 0.95), 0.6)


def heading(overlay: Overlay, string: str, x: float, y: float, size: float, anchor: str = "left") -> None:
    """Write the name of a screen in wide capitals."""
    spacing, room = 0.14, overlay.width - SIDE - (x if anchor == "left" else SIDE)
    size = min(size, 0.16 * overlay.height)
    width = overlay.text_width(string.upper(), size, "display", spacing)
    size *= min(1.0, room / max(1.0, width))
    overlay.text(string.upper(), x, y, size, TEXT, anchor, "display", spacing)


def low_page(overlay: Overlay, title: str, text: str, strength: float) -> None:
    """Draw heading and note of a low picture, whose menu stands between them, on a veil."""
    veil(overlay, strength)
    heading(overlay, title, overlay.width / 2, overlay.height - LOW_BASE, LOW_HEADING, "center")
    note(overlay, text)


def left_page(overlay: Overlay, title: str, y: float) -> None:
    """Draw the heading of a column at the left, on a veil and a shade."""
    veil(overlay, 0.3)
    shade_left(overlay)
    heading(overlay, title, MARGIN - 4.0, y, 84.0)


def wordmark(overlay: Overlay, y: float = 700.0) -> None:
    """Draw the name of the game and its subtitle, with its baseline at `y`, beside the planet."""
    heading(overlay, "Arena", MARGIN - 6.0, y + min(70.0, 0.11 * overlay.height), 150.0)
    line = "Hold the orbit against everything that falls into it."
    overlay.text(line, MARGIN, y, 30.0, TEXT)


Keys = Sequence[tuple[str, str]]
"""Pairs of a key and its meaning."""


def keys(overlay: Overlay, pairs: Keys, x: float, y: float, scale: float = 1.0) -> float:
    """Draw key hints, each key in a frame; return the right end."""
    size, height, below = HINT_SIZE * scale, 38.0 * scale, 11.0 * scale
    for key, meaning in pairs:
        width = overlay.text_width(key, size) + 24.0 * scale
        overlay.rect(x, y - below, width, height, faded(TEXT, 0.10), 8.0 * scale)
        overlay.frame(x, y - below, width, height, faded(TEXT, 0.35), 1.5, 8.0 * scale)
        overlay.text(key, x + 12.0 * scale, y, size, TEXT)
        x += width + 12.0 * scale
        x += overlay.text(meaning, x, y, size, DIM) + 34.0 * scale
    return x - 34.0 * scale


def hint(overlay: Overlay, pairs: Keys) -> None:
    """Draw key hints at the bottom of the picture."""
    measure = Overlay(1.0)
    width = keys(measure, pairs, 0.0, 0.0)

    def draw(middle: float, bottom: float, scale: float) -> None:
        keys(overlay, pairs, middle - width / 2 * scale, bottom + 22.0 * scale, scale)

    overlay.add_line(Line(Slot.BOTTOM, Rank.HINT, width + 40.0, 60.0, draw))


def caption(overlay: Overlay, string: str) -> None:
    """Draw a caption in wide letters near the bottom."""
    size, spacing = 30.0, 0.3
    width = overlay.text_width(string, size, "display", spacing)

    def draw(middle: float, bottom: float, scale: float) -> None:
        y = bottom + 14.0 * scale
        overlay.text(string, middle, y, size * scale, ACCENT, "center", "display", spacing)

    overlay.add_line(Line(Slot.BOTTOM, Rank.PROGRESS, width + 24.0, 50.0, draw))


def warning(overlay: Overlay, string: str) -> None:
    """Draw a warning about a lasting state, such as a machine that is too slow."""
    size = 24.0
    width = overlay.text_width(string, size) + 40.0

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.text(string, middle, bottom + 14.0 * scale, size * scale, WARNING, "center")

    overlay.add_line(Line(Slot.BOTTOM, Rank.WARNING, width, 44.0, draw))


def wrapped(overlay: Overlay, string: str, size: float, width: float) -> list[str]:
    """Break a text into lines that are no wider than `width`; a word that is wider stands alone."""
    lines: list[str] = []
    for word in string.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and overlay.text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def note(overlay: Overlay, string: str) -> None:
    """Write a text of up to `NOTE_LINES` lines at the bottom of a picture with large letters."""
    lines = wrapped(overlay, string, NOTE_SIZE, overlay.width - 2 * SIDE)[:NOTE_LINES]
    overlay.rect(0.0, 0.0, overlay.width, NOTE_HEIGHT, faded(INK, 0.72))
    for number, line in enumerate(lines):
        y = NOTE_HEIGHT - 32.0 - NOTE_SIZE * 1.25 * number
        overlay.text(line, overlay.width / 2, y, NOTE_SIZE, TEXT, "center")


def facts(overlay: Overlay, pairs: Sequence[tuple[str, str]], middle: float, y: float, gap: float) -> None:
    """Write names and values side by side around a middle, one from the next by `gap`."""
    x = middle - gap * (len(pairs) - 1) / 2
    for name, value in pairs:
        overlay.text(name, x, y, 22.0, DIM, "center", spacing=0.2)
        size = min(44.0, 44.0 * (gap - 18.0) / overlay.text_width(value, 44.0, "display"))
        overlay.text(value, x, y - 54.0, size, TEXT, "center", "display")
        x += gap


def grouped(number: int) -> str:
    """Write a number with its thousands apart."""
    return f"{number:,}".replace(",", " ")


def minutes(ticks: int) -> str:
    """Write a length of play as m:ss."""
    seconds = ticks // TICK_RATE
    return f"{seconds // 60}:{seconds % 60:02d}"


def exact_time(ticks: int) -> str:
    """Format a length of play as m:ss.hh, fine enough to tell ticks apart."""
    minutes_, rest = divmod(ticks, 60 * TICK_RATE)
    hundredths = rest * 100 // TICK_RATE
    return f"{minutes_}:{hundredths // 100:02d}.{hundredths % 100:02d}"


def toast(overlay: Overlay, string: str, age: float) -> None:
    """Show a line for the player at the top of the picture; it fades at the end of `TOAST_SECONDS`."""
    alpha = max(0.0, min(1.0, (TOAST_SECONDS - age) / 0.6))
    width = overlay.text_width(string, 26.0) + 60.0

    def draw(middle: float, bottom: float, scale: float) -> None:
        room = (middle - width / 2 * scale, bottom, width * scale, 56.0 * scale)
        overlay.rect(*room, faded(INK, 0.82 * alpha), 12.0 * scale)
        overlay.frame(*room, faded(WARNING, 0.7 * alpha), 2.0, 12.0 * scale)
        overlay.text(string, middle, bottom + 18.0 * scale, 26.0 * scale, faded(TEXT, alpha), "center")

    overlay.add_line(Line(Slot.TOP, Rank.TOAST, width, 56.0, draw, shown=alpha))


def bar(overlay: Overlay, x: float, y: float, width: float, share: float, color: RGBA = ACCENT) -> None:
    """Draw a bar that is filled up to `share`, 0 to 1; (x, y) is its lower left corner."""
    overlay.rect(x, y, width, BAR_HEIGHT, faded(TEXT, 0.18), BAR_HEIGHT / 2)
    if share > 0.0:
        overlay.rect(x, y, max(BAR_HEIGHT, width * min(1.0, share)), BAR_HEIGHT, color, BAR_HEIGHT / 2)
