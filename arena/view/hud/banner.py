"""The banner: an announcement of the mode, or the loss of the own ship, in large letters.

A viewer draws it once per picture, above the other lines at the upper edge.
"""

import math
from collections.abc import Callable

from arena.game.hud import Hud
from arena.view.hud.status import ABOVE, BELOW, EDGE, FADE_OUT, HURT, score_size, score_words, tone
from arena.view.overlay.layout import RADAR_ROOM, Box, figure_scale
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Color, Palette

FADE_IN = 14
"""Fade-in time of a banner [ticks]."""
BANNER_SIZE, LINE_SIZE, BANNER_HEIGHT = 60.0, 30.0, 900.0
"""Of its title and the line under it, and how high a picture is where they have that size [virtual px]."""
BANNER_SIDE, BANNER_RULE = 310.0, 340.0
"""Margin on each side of a banner's line and of its rule, kept for the score [virtual px]."""
BANNER_DEPTH, BANNER_TOP = 256.0, 108.0
"""Of a banner, from the upper edge, where an objective or a boss stands there and where none does."""
BANNER_SHRINK = 0.85
"""Smallest scale of a line before it breaks into two rows."""
BANNER_ROOM = 20.0
"""Between a banner, and the score, the radar and the ship's dials [virtual px]."""
GIVEN_WAY, LOST_GIVEN_WAY, GOES = 0.0, 0.6, 0.65
"""Of a banner's light, where something must be seen below it, and at which it may go elsewhere; what a mode
announces stands at the rim, too, but not that one's ship is lost."""
UNSEEN = 0.05
"""Of a banner's light, below which it covers nothing."""
FADE_RATE, RETURN_RATE = 9.0, 4.0
"""With which light goes and comes again [1/s]."""
SHIP_HEIGHT = 0.55
"""Share of the picture's height in which the ship flies."""
Place = tuple[float, float]
"""Baseline of a title, and room for it [virtual px]."""


class Announcer:
    """Draws a viewer's banner.

    It begins where it covers nothing that must be seen; where something comes below it, it fades, and comes
    back where there is room.
    """

    def __init__(self) -> None:
        self._title, self._aside, self._place, self._light = "", False, (0.0, 0.0), 1.0

    def place(
        self, overlay: Overlay, hud: Hud, player: int, below: bool, is_free: Callable[[Box], bool],
        elapsed_s: float,
    ) -> Box | None:  # fmt: skip
        """Choose the place of the next `draw`: below the ship if only that place covers no threat.

        Args:
            overlay: target.
            hud: of the mode.
            player: of the picture.
            below: True if a boss or an objective stands at the upper edge.
            is_free: True for a box that covers no threat or pickup.
            elapsed_s: since the last picture.

        Returns:
            Box of the banner [virtual px]; None without a visible one.
        """
        told = _told(hud, player)
        if told is None:
            self._title = ""
            return None
        title, line = told
        places = _banner_place(overlay, hud, below), _place_below_ship(overlay)
        begins = title != self._title
        if begins:
            self._title, self._aside, self._light = title, False, 1.0
        free = [is_free(_extent(overlay, title, line, place)) for place in places]
        if not free[self._aside] and free[not self._aside] and (begins or self._light < GOES):
            self._aside = not self._aside
        covers = not free[self._aside]
        given_way = LOST_GIVEN_WAY if hud.players[player].returns_in > 0 else GIVEN_WAY
        goal, rate = (given_way, FADE_RATE) if covers else (1.0, RETURN_RATE)
        self._light += (goal - self._light) * (1.0 - math.exp(-rate * elapsed_s))
        self._place = places[self._aside]
        return _extent(overlay, title, line, self._place) if self._light > UNSEEN else None

    def draw(self, overlay: Overlay, hud: Hud, player: int, palette: Palette) -> None:
        """Seconds until a lost player returns; for all others the announcement of the mode."""
        told, banner = _told(hud, player), hud.banner
        if told is None:
            return
        shown, color = 1.0, HURT
        if hud.players[player].returns_in <= 0 and banner is not None:
            shown, color = (
                min(1.0, banner.age / FADE_IN, (banner.length - banner.age) / FADE_OUT),
                palette.lattice,
            )
        with overlay.lit(self._light):
            _announce(overlay, *told, color, shown, self._place)


def _told(hud: Hud, player: int) -> tuple[str, str] | None:
    """Title and line of the banner."""
    if (returns_in := hud.players[player].returns_in) > 0:
        wait, killer = f"a new ship in {returns_in / 60.0:.1f} s", hud.players[player].lost_to
        return "SHIP LOST", f"{killer}; {wait}" if killer else wait
    return None if hud.banner is None else (hud.banner.title, hud.banner.line)


def _banner_place(overlay: Overlay, hud: Hud, below: bool) -> Place:
    """Places: at the upper edge, `below` the goals there, or below the ship."""
    if not below:
        figure = score_words(hud)[1]
        end = EDGE + overlay.text_width(figure, score_size(overlay, figure), "display")
        side = max(end, RADAR_ROOM * figure_scale(overlay.height))
        return overlay.height - BANNER_TOP, overlay.width - 2 * (side + BANNER_ROOM)
    y, ship = overlay.height - BANNER_DEPTH, overlay.height * SHIP_HEIGHT
    if y - 70.0 < ship + ABOVE:  # there is no room between
        return _place_below_ship(overlay)
    return y, overlay.width - 2 * EDGE


def _place_below_ship(overlay: Overlay) -> Place:
    y = overlay.height * SHIP_HEIGHT + BELOW - BANNER_ROOM - 0.72 * _size(overlay, BANNER_SIZE)
    return y, overlay.width - 2 * EDGE


def _size(overlay: Overlay, large: float) -> float:
    """Of letters that are `large` already, which need not grow with the others."""
    return large * min(1.0, overlay.height / BANNER_HEIGHT)


def _title_size(overlay: Overlay, title: str, room: float) -> float:
    size = _size(overlay, BANNER_SIZE)
    return size * min(1.0, room / overlay.text_width(title, size, "display", 0.3))


def _extent(overlay: Overlay, title: str, line: str, place: Place) -> Box:
    """Bounding box of a title and the line under it."""
    y, room = place
    width = overlay.text_width(title, _title_size(overlay, title, room), "display", 0.10) + 72.0
    if line:
        width = max(width, overlay.text_width(line, _size(overlay, LINE_SIZE), spacing=0.06) + 48.0)
    width = min(width, overlay.width - 2 * EDGE)
    foot = y - 76.0 if line else y - 36.0
    return Box((overlay.width - width) / 2, foot, width, y + _size(overlay, BANNER_SIZE) - foot)


def _announce(overlay: Overlay, title: str, line: str, color: Color, shown: float, place: Place) -> None:
    """Write a title and a line under it at a place as of `_banner_place`."""
    x, (y, room) = overlay.width / 2, place
    size = _title_size(overlay, title, room)
    eased = 1.0 - (1.0 - shown) ** 3
    spacing = 0.10 + 0.20 * (1.0 - eased)
    width = overlay.text_width(title, size, "display", 0.10)
    foot = y - 76
    overlay.text(title, x, y, size, tone((1.0, 1.0, 1.0), shown), "center", "display", spacing)
    if line:
        foot = _announce_line(overlay, line, y, color, shown) - 6
    overlay.reserve(Box(x - width / 2 - 36, foot, width + 72, y + 74 - foot))
    reach = min((width / 2 + 150) * eased, overlay.width / 2 - BANNER_RULE)
    for side in (-1, 1):
        start, end = (
            x + side * (width / 2 + 36),
            x + side * (width / 2 + 36 + max(0.0, reach - width / 2 - 36)),
        )
        overlay.line(start, y + 28, end, y + 28, 3, (*color, 0.9 * shown))


def _announce_line(overlay: Overlay, line: str, y: float, color: Color, shown: float) -> float:
    """Write what a title at `y` adds, in two rows where one is too long; returns where that ends."""
    x, room = overlay.width / 2, overlay.width - 2 * BANNER_SIDE - 48
    small = _size(overlay, LINE_SIZE)
    wide = overlay.text_width(line, small, spacing=0.06)
    rows = [line] if wide <= room / BANNER_SHRINK else _halves(line)
    widest = max(overlay.text_width(row, small, spacing=0.06) for row in rows)
    small *= min(1.0, room / widest)
    wide, step = min(room, widest) + 48, 1.25 * small
    foot = y - 70 - step * (len(rows) - 1)
    overlay.rect(x - wide / 2, foot, wide, y - 24 - foot, (0.0, 0.02, 0.06, 0.62 * shown), 12)
    for number, row in enumerate(rows):
        overlay.text(row, x, y - 56 - step * number, small, tone(color, shown), "center", spacing=0.06)
    return foot


def _halves(line: str) -> list[str]:
    """A line in two, at the space nearest to its middle; in one, where it has none."""
    spaces = [place for place, letter in enumerate(line) if letter == " "]
    if not spaces:
        return [line]
    cut = min(spaces, key=lambda place: abs(place - len(line) / 2))
    return [line[:cut], line[cut + 1 :]]
