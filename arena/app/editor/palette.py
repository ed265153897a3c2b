"""Palette at the left: the kinds of things to place."""

from collections.abc import Sequence

from arena.app.editor.layout import PIECE
from arena.app.editor.markers import SIZE, color_of, draw_marker, marker_of
from arena.app.menus import theme
from arena.game.editing.templates import PIECES, Family, Piece
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette

TITLES = {
    Family.ASTEROID: "ASTEROIDS",
    Family.ZONE: "ZONES",
    Family.SPAWNER: "SPAWNERS",
    Family.GOAL: "OBJECTIVE",
}
HEADING = 30.0
INSET, LABEL = 24.0, 66.0
"""Distances of headings and markers, and of labels, from the left edge [virtual px]."""
TOP = 10.0
ENTRIES: tuple[tuple[str, Piece | None, bool], ...] = (
    ("choose, move", None, False),
    *(
        entry
        for family, title in TITLES.items()
        for entry in (
            (title, None, True),
            *((piece.name, piece, False) for piece in PIECES if piece.family == family),
        )
    ),
)
"""Label, piece, and true for a heading."""


def rows(box: Box, held: Piece | None) -> list[tuple[Box, str, Piece | None, bool]]:
    """Boxes of the entries that fit, scrolled to the one in hand."""
    sizes = [HEADING if heading else PIECE for _, _, heading in ENTRIES]
    at = next(number for number, (_, piece, heading) in enumerate(ENTRIES) if piece == held and not heading)
    first = _first(sizes, at, box.height - 2 * TOP)
    found, y = [], box.y + box.height - TOP
    for (label, piece, heading), height in zip(ENTRIES[first:], sizes[first:], strict=True):
        y -= height
        if y >= box.y:
            found.append((Box(box.x, y, box.width, height), label, piece, heading))
    return found


def _first(sizes: Sequence[float], at: int, room: float) -> int:
    """First visible entry of a scroll position that centres entry `at` where possible."""
    first = 0
    while sum(sizes[first:]) > room and sum(sizes[first : at + 1]) > room / 2:
        first += 1
    return first


def entry_at(box: Box, point: tuple[float, float], held: Piece | None) -> tuple[Piece | None] | None:
    """The entry under the pointer as a tuple of one: a piece, or None for "no piece"; None: no entry."""
    for place, _, piece, heading in rows(box, held):
        if place.contains(point) and not heading:
            return (piece,)
    return None


def draw(overlay: Overlay, box: Box, held: Piece | None, palette: Palette) -> None:
    """Draw all entries; highlight the one in hand."""
    overlay.rect(*box, theme.faded(theme.INK, 0.72))
    for place, label, piece, heading in rows(box, held):
        if heading:
            overlay.text(label, place.x + INSET, place.y + 5.0, 22.0, theme.DIM, spacing=0.04)
            continue
        if piece == held:
            inner = (place.x + 10.0, place.y + 2.0, place.width - 20.0, place.height - 4.0)
            overlay.rect(*inner, theme.faded(theme.ACCENT, 0.25), 8.0)
        color = theme.ACCENT if piece == held else theme.TEXT
        middle = place.y + place.height / 2
        if piece is not None:
            tone = (*color_of(piece.name, palette), 1.0)
            draw_marker(overlay, marker_of(piece), place.x + INSET + SIZE, middle, SIZE, tone)
        overlay.text(label, place.x + (LABEL if piece is not None else INSET), middle - 8.0, 23.0, color)
