"""Medals on screen: a disc with a point for each rank, a ring for one that is not won."""

from arena.app.menus import theme
from arena.catalogue.medals import MEDALS
from arena.view.overlay.overlay import RGBA, Overlay

COLORS: dict[str, RGBA] = dict(
    zip(
        MEDALS,
        ((0.86, 0.54, 0.30, 1.0), (0.78, 0.84, 0.92, 1.0), (1.0, 0.80, 0.26, 1.0), (0.46, 0.94, 1.0, 1.0)),
        strict=True,
    )
)
SPOT = 2.2
"""Radius of a point [virtual px]."""


def draw_medal(overlay: Overlay, medal: str, x: float, y: float, radius: float, won: bool) -> None:
    """Draw a medal around (x, y)."""
    color, rank = COLORS[medal], MEDALS.index(medal) + 1
    if not won:
        overlay.ring(x, y, radius - 1.0, 2.0, 1.0, theme.faded(color, 0.5))
        return
    overlay.disc(x, y, radius, color)
    for number in range(rank):
        spot = x + (number - (rank - 1) / 2) * 2.4 * SPOT
        overlay.disc(spot, y, SPOT, theme.INK)
