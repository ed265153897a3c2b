"""The banner: what a mode announces, or that the own ship is lost, in large letters.

A viewer draws it once per picture, above what else the head-up display says at the upper edge.
"""

from arena.game.hud import Hud
from arena.view.hud import ABOVE, BELOW, EDGE, FADE_OUT, HURT, grouped, score_size, tone
from arena.view.messages import RADAR_ROOM, Box, figure_scale
from arena.view.overlay import Overlay
from arena.view.palette import Color, Palette

FADE_IN = 14
"""How long a banner takes to come [ticks]."""
BANNER_SIZE, BANNER_HEIGHT = 60.0, 900.0
"""Of its title, and how high a picture is in which it has that size [virtual px]."""
BANNER_SIDE, BANNER_RULE = 310.0, 340.0
"""What its line leaves to the sides, where the chain stands [virtual px]."""
BANNER_DEPTH, BANNER_TOP = 256.0, 108.0
"""Of a banner, from the upper edge, where an objective or a boss stands there and where none does."""
BANNER_SHRINK = 0.85
"""How much its line may shrink before it is written in two rows."""
BANNER_ROOM = 20.0
"""Between a banner, and the score, the radar and the ship's dials [virtual px]."""
BANNER_LINES = 120.0
"""Of the lines below its title [virtual px]."""
SHIP_HEIGHT = 0.55
"""Share of the picture's height in which the ship flies."""


def draw_banner(overlay: Overlay, hud: Hud, player: int, palette: Palette, below: bool) -> None:
    """Tell a player who was lost when he returns; everyone else hears what the mode announces."""
    returns_in, banner = hud.players[player].returns_in, hud.banner
    if returns_in > 0:
        wait, killer = f"a new ship in {returns_in / 60.0:.1f} s", hud.players[player].lost_to
        line = f"{killer}; {wait}" if killer else wait
        _announce(overlay, "SHIP LOST", line, HURT, 1.0, _banner_place(overlay, hud, below))
    elif banner is not None:
        shown = min(1.0, banner.age / FADE_IN, (banner.length - banner.age) / FADE_OUT)
        _announce(
            overlay, banner.title, banner.line, palette.lattice, shown, _banner_place(overlay, hud, below)
        )


def banner_box(overlay: Overlay, hud: Hud, player: int, below: bool) -> Box | None:
    """What `draw_banner` writes on as long as it does [virtual px]."""
    if hud.players[player].returns_in <= 0 and hud.banner is None:
        return None
    y, room = _banner_place(overlay, hud, below)
    return Box((overlay.width - room) / 2, y - BANNER_LINES, room, BANNER_LINES + BANNER_SIZE)


def _banner_place(overlay: Overlay, hud: Hud, below: bool) -> tuple[float, float]:
    """(baseline, room) of a title: at the upper edge, or `below` what stands there, or below the ship."""
    if not below:
        score = hud.score or 0
        end = EDGE + overlay.text_width(grouped(score), score_size(overlay, score), "display")
        side = max(end, RADAR_ROOM * figure_scale(overlay.height))
        return overlay.height - BANNER_TOP, overlay.width - 2 * (side + BANNER_ROOM)
    y, ship = overlay.height - BANNER_DEPTH, overlay.height * SHIP_HEIGHT
    if y - 70.0 < ship + ABOVE:  # there is no room between
        y = ship + BELOW - BANNER_ROOM - 0.72 * BANNER_SIZE * min(1.0, overlay.height / BANNER_HEIGHT)
    return y, overlay.width - 2 * EDGE


def _announce(
    overlay: Overlay, title: str, line: str, color: Color, shown: float, place: tuple[float, float]
) -> None:
    """Write a title and a line under it at a place as of `_banner_place`."""
    x, (y, room) = overlay.width / 2, place
    # What is large already need not grow with the letters.
    size = BANNER_SIZE * min(1.0, overlay.height / BANNER_HEIGHT)
    size *= min(1.0, room / overlay.text_width(title, size, "display", 0.3))
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
    small = 30.0 * min(1.0, overlay.height / BANNER_HEIGHT)
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
