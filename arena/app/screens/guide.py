"""Who is who, and what lies about: every kind, what it looks like, what it does and what answers it."""

from typing import NamedTuple

from arena.app.menus import theme
from arena.app.menus.menu import Item
from arena.app.menus.menu_screen import PageAbove
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Color, Palette, load_palette

COLUMN, GAP = 800.0, 60.0
ROW = 63.0
NAME_SIZE, LOOK_GAP = 27.0, 28.0
"""Of a name's letters, and from the widest name of a column to what its kinds look like [virtual px]."""
FIRST_ROW = 830.0
"""Of both columns, its name's base line [virtual px]."""


class Entry(NamedTuple):
    """One kind."""

    name: str
    tone: str  # field of `Palette`
    look: str
    answer: str


SHIPS = (
    Entry("Drone", "drone", "small claw", "The swarm: it rams. Keep moving, scatter breaks a crowd."),
    Entry("Gunner", "gunner", "disc, two barrels", "Aims ahead of you: change course as it glows."),
    Entry("Lancer", "lancer", "long sword", "Stops, marks a line, charges along it. Leave the line."),
    Entry("Weaver", "weaver", "crescent", "Sidesteps what it sees coming. Shoot from near."),
    Entry("Miner", "miner", "box on four legs", "Flees and leaves mines. Do not follow in its wake."),
    Entry("Mine", "mine", "star in a ring", "Bursts on touch. Shoot it from afar."),
    Entry("Stalker", "stalker", "bat", "Strikes from behind rocks. Break them, or fly out."),
    Entry("Carrier", "carrier", "huge hull", "Armoured, launches drones. The lance, and soon."),
    Entry(
        "Enemy's bullet",
        "enemy_bullet",
        "ringed ball",
        "Slow. Step aside, or let a rock take it.",
    ),
    Entry("Seconds at the rim", "warning", "an arrow, 3s", "Somebody unseen can reach you by then."),
    Entry("Boss", "boss", "the largest", "Break the parts that protect it, then its heart."),
)
THINGS = (
    Entry("Wingman", "companion", "small and pale", "Yours. Covers your back for as long as you fight."),
    Entry(
        "Freighter", "companion", "long container barge", "Yours to guard. It is slow, and does not fight."
    ),
    Entry("Rock, ice, metal", "ice", "brown, crystal, cube", "Scatter breaks rock, pulse ice, lance metal."),
    Entry("P  S  L", "scatter", "letter in a ring", "Energy for each weapon: four make a level."),
    Entry("+  B", "health", "sign in a ring", "A full shield. One more bomb."),
    Entry("×  1UP", "boost", "sign in a ring", "A higher multiplier. One more ship."),
    Entry("Dashed ring", "warning", "it tightens", "Something lands in it. Be elsewhere by then."),
    Entry("Dashes in a line", "lancer", "from a lancer", "It charges along them as they turn bright."),
    Entry("Solar wind", "wind", "streaks", "Carries everything along. Fly across it."),
    Entry("Nebula", "nebula", "a cloud", "Slows you, and hides from the radar who is inside."),
    Entry(
        "Gravity well", "well", "rings that run inwards", "Draws in ships, rocks and shots. A boost gets out."
    ),
)
EVERY = SHIPS + THINGS


class GuideScreen(PageAbove):
    """Two columns above the title's planet."""

    name = "guide"
    heading = "Who is who"
    top = 130.0

    @property
    def low(self) -> bool:
        """Narrow pictures have no room for two columns, either."""
        return super().low or self.canvas[0] < 2 * COLUMN + GAP + 60.0

    def reading(self) -> list[Item]:
        """A row for each kind, with what it looks like."""
        return [Item(entry.name, value=lambda entry=entry: entry.look, wide=True) for entry in EVERY]

    def about(self, row: int) -> str:
        """What it does and what answers it."""
        return EVERY[row].answer

    def write(self, overlay: Overlay) -> None:
        """Every kind, the hostile ones at the left."""
        theme.veil(overlay, 0.8)
        middle = overlay.width / 2
        theme.heading(overlay, "Who is who", middle, 930.0, 72.0, "center")
        palette = load_palette("terra", self.services.settings.colors)
        for side, entries in ((-1, SHIPS), (1, THINGS)):
            left = middle + (-COLUMN - GAP / 2 if side < 0 else GAP / 2)
            names = max(overlay.text_width(entry.name, NAME_SIZE) for entry in entries)
            for row, entry in enumerate(entries):
                _draw_entry(overlay, entry, left, FIRST_ROW - row * ROW, names, palette)


def _draw_entry(
    overlay: Overlay, entry: Entry, left: float, y: float, names: float, palette: Palette
) -> None:
    """Draw a kind at (left, y), with its look beside the names, which are `names` wide [virtual px]."""
    color: Color = getattr(palette, entry.tone)
    overlay.rect(left, y - 24.0, 5.0, 46.0, (*color, 0.9), 2.0)
    x = left + 20.0
    overlay.text(entry.name, x, y, NAME_SIZE, (*color, 1.0))
    overlay.text(entry.look, x + names + LOOK_GAP, y + 2.0, 22.0, theme.DIM)
    overlay.text(entry.answer, x, y - 27.0, 22.0, theme.TEXT)
