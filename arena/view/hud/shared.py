"""Shared HUD of a split screen, drawn once above all parts: wave, score, multiplier, ships, goals, news.

A session with several pictures owns a `SharedHud`, draws it on the layer above them, and tells each viewer
the boxes that it covers.
"""

from collections.abc import Callable
from dataclasses import dataclass

from arena.game.hud import Banner, Bonus, Hud
from arena.sim.world import World
from arena.view.hud.banner import FADE_IN
from arena.view.hud.boss_bar import draw_boss
from arena.view.hud.objective import draw_objective
from arena.view.hud.status import FADE_OUT, grouped, score_words, tone
from arena.view.overlay.layout import Box, Line, Rank, Slot
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Color, Palette

PLATE: RGBA = (0.0, 0.02, 0.06, 0.82)
LAYER_LEAST = (1280.0, 720.0)
"""Room that all of it needs on a layer of its own [virtual px]: it stands above more than one picture."""
HEIGHT, EDGE, PAD = 76.0, 10.0, 20.0
"""Of the row of values, from the upper edge, and between two of them [virtual px]."""
LABEL, VALUE, NOTE = 18.0, 34.0, 22.0
"""Sizes of letters [virtual px]."""
LEAST = 92.0
"""Of a value's column [virtual px]."""
TITLE, LINE, NEWS_PAD = 40.0, 26.0, 26.0
"""Sizes of a banner's letters, and what its plate leaves to them [virtual px]."""
NEWS_PLACES = (0.72, 0.5, 0.34, 0.18)
"""Heights of a banner's middle, over the picture's height. The banner takes the first that covers no threat,
or else the first below the goals; the lowest ones are always below them."""


@dataclass(frozen=True)
class SharedValue:
    """One of the row: a label above a number, and a remark beside it."""

    label: str
    number: str
    color: Color
    note: str = ""
    share: float | None = None  # of a bar below


class SharedHud:
    """State of the shared HUD from picture to picture."""

    def __init__(self) -> None:
        self._news, self._place = "", NEWS_PLACES[0]
        self.boxes: list[Box] = []
        """Boxes that the last picture's HUD covered [virtual px]."""

    def draw(
        self, overlay: Overlay, world: World, hud: Hud, palette: Palette, sides: tuple[float, float],
        is_free: Callable[[Box], bool],
    ) -> None:  # fmt: skip
        """Draw it all.

        Args:
            overlay: the layer above the pictures.
            world: only read.
            hud: what the mode wants shown.
            palette: colours.
            sides: what the row leaves to the left and right edge [virtual px].
            is_free: whether a box covers nothing that must be seen, in any of the pictures.
        """
        row = draw_row(overlay, list_values(hud, palette), sides, palette)
        self.boxes = [row]
        overlay.reserve(Box(row.x, row.y, row.width, overlay.height - row.y))
        draw_goals(overlay, world, hud, palette, overlay.height - row.y)
        if hud.bonus is not None:
            _draw_bonus(overlay, hud.bonus, palette)
        if hud.banner is not None:
            self._draw_news(overlay, hud.banner, palette, is_free)

    def _draw_news(
        self, overlay: Overlay, banner: Banner, palette: Palette, is_free: Callable[[Box], bool]
    ) -> None:
        """Draw a banner in the middle, where it began: it does not jump while it is read."""
        if banner.title != self._news:
            self._news = banner.title
            boxes = {place: news_box(overlay, banner, place) for place in NEWS_PLACES}
            places = [place for place in NEWS_PLACES if not overlay.is_reserved(boxes[place])]
            self._place = next((place for place in places if is_free(boxes[place])), places[0])
        shown = min(1.0, banner.age / FADE_IN, (banner.length - banner.age) / FADE_OUT)
        box = news_box(overlay, banner, self._place)
        self.boxes.append(box)
        overlay.reserve(box)
        overlay.rect(*box, (*PLATE[:3], PLATE[3] * shown), 14.0)
        color = tone(palette.lattice, shown)
        middle, foot = box.x + box.width / 2, box.y + 22.0
        if banner.line:
            overlay.text(banner.line, middle, foot, LINE, color, "center", spacing=0.04)
            foot += 1.5 * LINE
        overlay.text(
            banner.title, middle, foot, TITLE, tone((1.0, 1.0, 1.0), shown), "center", "display", 0.1
        )


def draw_goals(overlay: Overlay, world: World, hud: Hud, palette: Palette, drop: float = 0.0) -> list[Box]:
    """The bar of a boss and what is to be done, `drop` below the upper edge; returns what they cover."""
    plates = [draw_boss(overlay, world, palette, drop)]
    if hud.objective is not None:
        plates.append(draw_objective(overlay, hud.objective, palette, drop))
    return [plate for plate in plates if plate is not None]


def list_values(hud: Hud, palette: Palette) -> list[SharedValue]:
    """Values of the row, from left to right."""
    values = list[SharedValue]()
    if hud.status is not None:
        values.append(SharedValue(hud.status.label, hud.status.value, palette.text, hud.status.note))
    if hud.score is not None:
        values.append(SharedValue(*score_words(hud), palette.score, hud.target))
        values.append(SharedValue("SHARDS", f"×{hud.multiplier}", palette.score, share=hud.step_share))
    if hud.lives is not None:
        values.append(SharedValue("SHIPS", str(hud.lives), palette.text))
    return values


def draw_row(
    overlay: Overlay, values: list[SharedValue], sides: tuple[float, float], palette: Palette
) -> Box:
    """Write values side by side between two sides, smaller where room is short; returns their plate."""
    widths = [_width(overlay, value) for value in values]
    total, room = sum(widths) + PAD * (len(values) + 1), overlay.width - sum(sides)
    scale = min(1.0, room / total)
    # In the middle of the window, as far as there is room for that.
    x = min(max((overlay.width - total * scale) / 2, sides[0]), overlay.width - sides[1] - total * scale)
    top = overlay.height - EDGE
    with overlay.scaled(x, top, scale):
        overlay.rect(x, top - HEIGHT, total, HEIGHT, PLATE, 12.0)
        left = x + PAD
        for value, width in zip(values, widths, strict=True):
            _draw_value(overlay, value, left, top, width, palette)
            left += width + PAD
    return Box(x, top - HEIGHT * scale, total * scale, HEIGHT * scale)


def news_box(overlay: Overlay, banner: Banner, place: float) -> Box:
    """The plate of a banner whose middle is at a share of the height."""
    width = overlay.text_width(banner.title, TITLE, "display", 0.1)
    width = max(width, overlay.text_width(banner.line, LINE, spacing=0.04)) + 2 * NEWS_PAD
    height = TITLE + 2 * 18.0 + (1.5 * LINE if banner.line else 0.0)
    return Box((overlay.width - width) / 2, overlay.height * place - height / 2, width, height)


def _width(overlay: Overlay, value: SharedValue) -> float:
    """Of a column: digits that change do not move what stands beside them."""
    number = "".join("0" if letter.isdigit() else letter for letter in value.number)
    wide = overlay.text_width(number, VALUE, "display")
    if value.note:
        wide += 12.0 + overlay.text_width(value.note, NOTE)
    return max(LEAST, wide, overlay.text_width(value.label, LABEL, spacing=0.14))


def _draw_value(
    overlay: Overlay, value: SharedValue, x: float, top: float, width: float, palette: Palette
) -> None:
    overlay.text(value.label, x, top - 24.0, LABEL, tone(palette.text, 0.8), spacing=0.14)
    end = x + overlay.text(value.number, x, top - 61.0, VALUE, tone(value.color, 1.0), font="display")
    if value.note:
        overlay.text(value.note, end + 12.0, top - 60.0, NOTE, tone(palette.text, 0.95))
    if value.share is not None and value.share > 0.0:
        overlay.rect(x, top - 72.0, width, 4.0, (*value.color, 0.2), 2.0)
        overlay.rect(x, top - 72.0, width * value.share, 4.0, (*value.color, 0.9), 2.0)


def _draw_bonus(overlay: Overlay, bonus: Bonus, palette: Palette) -> None:
    """Draw the last bonus, below the row."""
    shown = min(1.0, (bonus.length - bonus.age) / FADE_OUT)
    text = f"{bonus.text}  +{grouped(bonus.points)}" if bonus.points else bonus.text
    width = overlay.text_width(text, LINE) + 28.0

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.rect(
            middle - width / 2 * scale, bottom, width * scale, 38.0 * scale, (*PLATE[:3], 0.5 * shown), 8
        )
        overlay.text(text, middle, bottom + 11.0 * scale, LINE * scale, tone(palette.boost, shown), "center")

    overlay.add_line(Line(Slot.TOP, Rank.HINT, width, 38.0, draw))
