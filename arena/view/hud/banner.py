"""The banner: an announcement of the mode at the upper edge, or the loss of the own ship at the lower one."""

from arena.game.hud import Banner, Hud
from arena.view.hud.status import FADE_OUT, SMALL, add_words
from arena.view.overlay.layout import Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, paler

FADE_IN = 14
"""Fade-in time of a banner [ticks]."""
PALE = 0.75
"""Share of white in its line."""
ROOMY = 1300.0
"""Width of a picture in which a goal and both rows of a banner have room above the fight [virtual px]."""
LOST_SIZE, LOST_COLOR = 26.0, (1.0, 0.62, 0.58, 1.0)
"""Size [virtual px] and colour of the words about a lost ship."""


def draw_banner(overlay: Overlay, banner: Banner, palette: Palette) -> None:
    """Announce what the mode announces; below a goal in a narrow picture, by its title only."""
    line = "" if overlay.width < ROOMY and overlay.has_line(Rank.GOAL) else banner.line
    shown = max(0.0, min(1.0, banner.age / FADE_IN, (banner.length - banner.age) / FADE_OUT))
    color = (*paler(palette.lattice, PALE), shown)
    add_words(overlay, Slot.TOP, Rank.NEWS, line, color, SMALL, banner.title)


def draw_loss(overlay: Overlay, hud: Hud, player: int) -> None:
    """Tell what destroyed a player's ship, and the seconds until the next one."""
    content = hud.players[player]
    wait = f"a new ship in {content.returns_in / 60.0:.1f} s"
    line = f"{content.lost_to}; {wait}" if content.lost_to else wait
    add_words(overlay, Slot.BOTTOM, Rank.SPEECH, line, LOST_COLOR, LOST_SIZE, "SHIP LOST")
