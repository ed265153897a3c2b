"""Guide to every kind: its look, its behaviour and the answer to it."""

from typing import NamedTuple

from arena.app.menus import theme
from arena.app.menus.menu import Item
from arena.app.menus.menu_screen import PageAbove
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.zones import ZONES
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, load_palette

COLUMN, GAP = 800.0, 60.0
ROW, LEAST_ROW = 63.0, 50.0
"""Step from row to row: the usual, and the least at which rows stay apart [virtual px]."""
NAME_SIZE, LOOK_GAP = 26.0, 28.0
"""Letter size of names, and gap between names and looks [virtual px]."""
FIRST_ROW, LAST_ROW = 882.0, 164.0
"""Baselines of the first row of both columns and of the last one above the way back [virtual px]."""


class GuideEntry(NamedTuple):
    """Entry of the page."""

    place: int  # position in the list; below `SECOND_COLUMN`: left column
    name: str
    tone: str  # field of `Palette`
    look: str
    answer: str


SECOND_COLUMN = 20
MARKS = (
    GuideEntry(
        8, "Enemy's bullet", "enemy_bullet", "ringed ball", "Slow. Step aside, or let a rock take it."
    ),
    GuideEntry(27, "Seconds at the rim", "warning", "an arrow, 3s", "Somebody unseen can reach you by then."),
    GuideEntry(27, "Ring that fills", "warning", "a clock", "It lands, fires or strikes once it is full."),
    GuideEntry(
        26, "Shards", "score", "bright splinters", "Only they raise the multiplier. A lost ship halves it."
    ),
    GuideEntry(
        26,
        "Strike",
        "boost",
        "boost into it",
        "Breaks drones, weavers, mines. Pays three times, shards twice.",
    ),
)
"""Entries without a row in the catalogue."""


def entries() -> list[GuideEntry]:
    """All entries in order: rows of the catalogue with a guide, and `MARKS`."""
    rows = (*KINDS, *PICKUPS, *MATERIALS, *ZONES)
    told = [(row.show.guide, row.show.colour) for row in rows if row.show.guide is not None]
    found = [
        GuideEntry(guide.place, guide.title, colour or "text", guide.look, guide.answer)
        for guide, colour in told
    ]
    return sorted((*found, *MARKS))


EVERY = tuple(entries())
SHIPS = tuple(entry for entry in EVERY if entry.place < SECOND_COLUMN)
THINGS = tuple(entry for entry in EVERY if entry.place >= SECOND_COLUMN)


class GuideScreen(PageAbove):
    """Two columns above the title's planet."""

    name = "guide"
    heading = "Who is who"
    top = 130.0

    @property
    def low(self) -> bool:
        """True for low pictures, narrow ones without room for two columns, and with too many entries."""
        return super().low or self.canvas[0] < 2 * COLUMN + GAP + 60.0 or self.step < LEAST_ROW

    @property
    def step(self) -> float:
        """Step from row to row with which the longer column ends above the way back [virtual px]."""
        return min(ROW, (FIRST_ROW - LAST_ROW) / (max(len(SHIPS), len(THINGS)) - 1))

    def reading(self) -> list[Item]:
        """Rows of the kinds with their looks."""
        return [Item(entry.name, value=lambda entry=entry: entry.look, wide=True) for entry in EVERY]

    def about(self, row: int) -> str:
        """Behaviour of a kind and the answer to it."""
        return EVERY[row].answer

    def write(self, overlay: Overlay) -> None:
        """Draw every kind, the hostile ones at the left."""
        theme.veil(overlay, 0.8)
        middle = overlay.width / 2
        theme.heading(overlay, "Who is who", middle, 930.0, 72.0, "center")
        palette = load_palette("terra", self.services.settings.colors)
        for side, entries in ((-1, SHIPS), (1, THINGS)):
            left = middle + (-COLUMN - GAP / 2 if side < 0 else GAP / 2)
            names = max(overlay.text_width(entry.name, NAME_SIZE) for entry in entries)
            for row, entry in enumerate(entries):
                _draw_entry(overlay, entry, left, FIRST_ROW - row * self.step, names, palette)


def _draw_entry(
    overlay: Overlay, entry: GuideEntry, left: float, y: float, names: float, palette: Palette
) -> None:
    """Draw a kind at (left, y), with its look beside the names, which are `names` wide [virtual px]."""
    color = palette.roles[entry.tone]
    overlay.rect(left, y - 27.0, 5.0, 46.0, (*color, 0.9), 2.0)
    x = left + 20.0
    overlay.text(entry.name, x, y, NAME_SIZE, (*color, 1.0))
    overlay.text(entry.look, x + names + LOOK_GAP, y + 2.0, 22.0, theme.DIM)
    overlay.text(entry.answer, x, y - 24.0, 22.0, theme.TEXT)
