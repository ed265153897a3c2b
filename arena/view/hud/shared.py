"""Shared HUD of a split screen, drawn once above all parts: wave, score, multiplier, ships, goals, news."""

from typing import NamedTuple

from arena.game.hud import Hud
from arena.sim.world import World
from arena.view.hud.goals import draw_goals
from arena.view.hud.speech import draw_banner
from arena.view.hud.status import ROW, SMALL, STEP_BAR, VALUE, add_words, bonus_words, score_figure
from arena.view.overlay.layout import Box, Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import SHIP, draw_bar, draw_sign
from arena.view.palette import Palette

Sides = tuple[float, float]
"""Room at the left and the right edge [virtual px]."""
HEIGHT, EDGE, GAP = 44.0, 10.0, 34.0
"""Of a row of values, from the upper edge, and between two of them [virtual px]."""


class SharedValue(NamedTuple):
    """One of the row: a number, and a remark beside it."""

    number: str
    note: str = ""
    label: str = ""
    share: float | None = None  # of a bar beside it
    is_ships: bool = False  # a sign stands before it


def draw_shared(overlay: Overlay, world: World, hud: Hud, palette: Palette, sides: Sides) -> None:
    """Draw it all; the row leaves `sides` to the left and right edge [virtual px]."""
    row = draw_rows(overlay, list_values(hud), sides, palette)
    overlay.reserve(Box(row.x, row.y, row.width, overlay.height - row.y))
    if target := hud.told.get("target"):
        add_words(overlay, Slot.TOP, Rank.GOAL, target, (*palette.text, 1.0))
    draw_goals(overlay, world, hud, palette)
    if hud.bonus is not None:
        shown, text = bonus_words(hud.bonus)
        add_words(overlay, Slot.TOP, Rank.HINT, text, (*palette.boost, shown))
    if hud.banner is not None:
        draw_banner(overlay, hud.banner, palette)


def list_values(hud: Hud) -> list[SharedValue]:
    """Values of the row, from left to right."""
    values = list[SharedValue]()
    if hud.status is not None:
        values.append(SharedValue(hud.status.value, hud.status.note, hud.status.label))
    if hud.score is not None:
        values.append(SharedValue(score_figure(hud)))
        values.append(SharedValue(f"×{hud.multiplier}", share=hud.step_share))
    if hud.lives is not None:
        values.append(SharedValue(str(hud.lives), is_ships=True))
    return values


def draw_rows(overlay: Overlay, values: list[SharedValue], sides: Sides, palette: Palette) -> Box:
    """Write values side by side between two sides, in two rows where room is short; returns their box."""
    room = overlay.width - sum(sides)
    rows = [values] if _row_width(overlay, values) <= room else [values[:2], values[2:]]
    widest = max(_row_width(overlay, row) for row in rows)
    scale = min(1.0, room / max(widest, 1.0))
    # In the middle of the window, as far as there is room for that.
    half, top = widest * scale / 2, overlay.height - EDGE
    middle = min(max(overlay.width / 2, sides[0] + half), overlay.width - sides[1] - half)
    with overlay.scaled(middle, top, scale):
        for number, row in enumerate(rows):
            x, y = middle - _row_width(overlay, row) / 2, top - 31.0 - ROW * number
            for value in row:
                _draw_value(overlay, value, x, y, palette)
                x += _width(overlay, value) + GAP
    height = (HEIGHT + ROW * (len(rows) - 1)) * scale
    return Box(middle - half, top - height, 2 * half, height)


def _row_width(overlay: Overlay, values: list[SharedValue]) -> float:
    return sum(_width(overlay, value) for value in values) + GAP * max(0, len(values) - 1)


def _width(overlay: Overlay, value: SharedValue) -> float:
    """Of a value: digits that change do not move what stands beside them."""
    number = "".join("0" if letter.isdigit() else letter for letter in value.number)
    wide = overlay.text_width(number, VALUE, "display")
    for words in filter(None, (value.label, value.note)):
        wide += 12.0 + overlay.text_width(words, SMALL)
    return wide + (STEP_BAR + 12.0 if value.share is not None else 0.0) + (28.0 if value.is_ships else 0.0)


def _draw_value(overlay: Overlay, value: SharedValue, x: float, y: float, palette: Palette) -> None:
    if value.is_ships:
        draw_sign(overlay, SHIP, x + 10.0, y + 10.0, 10.0, (*palette.text, 1.0))
        x += 28.0
    if value.label:
        x += overlay.text(value.label, x, y, SMALL, (*palette.text, 1.0)) + 12.0
    x += overlay.text(value.number, x, y, VALUE, (*palette.text, 1.0), font="display") + 12.0
    if value.note:
        overlay.text(value.note, x, y, SMALL, (*palette.text, 1.0))
    if value.share is not None:
        draw_bar(overlay, x, y + 7.0, STEP_BAR, value.share, 5.0, (*palette.shard, 0.95))
