"""Shared HUD of a split screen, drawn once above all parts: wave, score, multiplier, ships, goals, news."""

from typing import NamedTuple

from arena.game.hud import Hud
from arena.sim.world import World
from arena.view.hud.banner import draw_banner
from arena.view.hud.boss_bar import draw_boss
from arena.view.hud.objective import draw_objective
from arena.view.hud.status import SMALL, STEP_BAR, VALUE, add_words, bonus_words, score_figure, tone
from arena.view.overlay.layout import Box, Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import SHIP, draw_bar, draw_sign
from arena.view.palette import Color, Palette

LAYER_LEAST = (1280.0, 720.0)
"""Room that all of it needs on a layer of its own [virtual px]: it stands above more than one picture."""
HEIGHT, EDGE, GAP = 44.0, 10.0, 34.0
"""Of the row of values, from the upper edge, and between two of them [virtual px]."""


class SharedValue(NamedTuple):
    """One of the row: a number, and a remark beside it."""

    number: str
    color: Color
    note: str = ""
    label: str = ""
    share: float | None = None  # of a bar beside it
    is_ships: bool = False  # a sign stands before it


def draw_shared(
    overlay: Overlay, world: World, hud: Hud, palette: Palette, sides: tuple[float, float]
) -> None:
    """Draw it all.

    Args:
        overlay: the layer above the pictures.
        world: only read.
        hud: what the mode wants shown.
        palette: colours.
        sides: what the row leaves to the left and right edge [virtual px].
    """
    row = draw_row(overlay, list_values(hud, palette), sides, palette)
    overlay.reserve(Box(row.x, row.y, row.width, overlay.height - row.y))
    draw_goals(overlay, world, hud, palette)
    if hud.target:
        add_words(overlay, Slot.TOP, Rank.HINT, hud.target, tone(palette.text, 0.95))
    if hud.bonus is not None:
        shown, text = bonus_words(hud.bonus)
        add_words(overlay, Slot.TOP, Rank.HINT, text, tone(palette.boost, shown))
    if hud.banner is not None:
        draw_banner(overlay, hud.banner, palette)


def draw_goals(overlay: Overlay, world: World, hud: Hud, palette: Palette) -> None:
    """The bar of a boss, and what is to be done."""
    draw_boss(overlay, world, palette)
    if hud.objective is not None:
        draw_objective(overlay, hud.objective, palette)


def list_values(hud: Hud, palette: Palette) -> list[SharedValue]:
    """Values of the row, from left to right."""
    values = list[SharedValue]()
    if hud.status is not None:
        values.append(SharedValue(hud.status.value, palette.text, hud.status.note, hud.status.label))
    if hud.score is not None:
        values.append(SharedValue(score_figure(hud), palette.score))
        values.append(SharedValue(f"×{hud.multiplier}", palette.score, share=hud.step_share))
    if hud.lives is not None:
        values.append(SharedValue(str(hud.lives), palette.text, is_ships=True))
    return values


def draw_row(
    overlay: Overlay, values: list[SharedValue], sides: tuple[float, float], palette: Palette
) -> Box:
    """Write values side by side between two sides, smaller where room is short; returns their box."""
    widths = [_width(overlay, value) for value in values]
    total, room = sum(widths) + GAP * max(0, len(values) - 1), overlay.width - sum(sides)
    scale = min(1.0, room / max(total, 1.0))
    # In the middle of the window, as far as there is room for that.
    x = min(max((overlay.width - total * scale) / 2, sides[0]), overlay.width - sides[1] - total * scale)
    top, left = overlay.height - EDGE, x
    with overlay.scaled(x, top, scale):
        for value, width in zip(values, widths, strict=True):
            _draw_value(overlay, value, left, top - 31.0, palette)
            left += width + GAP
    return Box(x, top - HEIGHT * scale, total * scale, HEIGHT * scale)


def _width(overlay: Overlay, value: SharedValue) -> float:
    """Of a value: digits that change do not move what stands beside them."""
    number = "".join("0" if letter.isdigit() else letter for letter in value.number)
    wide = overlay.text_width(number, VALUE, "display")
    for words in filter(None, (value.label, value.note)):
        wide += 12.0 + overlay.text_width(words, SMALL)
    return wide + (STEP_BAR + 12.0 if value.share is not None else 0.0) + (28.0 if value.is_ships else 0.0)


def _draw_value(overlay: Overlay, value: SharedValue, x: float, y: float, palette: Palette) -> None:
    if value.is_ships:
        draw_sign(overlay, SHIP, x + 10.0, y + 10.0, 10.0, tone(palette.text, 1.0))
        x += 28.0
    if value.label:
        x += overlay.text(value.label, x, y, SMALL, tone(palette.text, 0.85)) + 12.0
    x += overlay.text(value.number, x, y, VALUE, tone(value.color, 1.0), font="display") + 12.0
    if value.note:
        overlay.text(value.note, x, y, SMALL, tone(palette.text, 0.95))
    if value.share is not None:
        draw_bar(overlay, x, y + 7.0, STEP_BAR, value.share, 5.0, tone(value.color, 0.95))
