"""Layout of lines in an overlay: one layout for all text at the edges.

A line has a slot (the middle of the lower or of the upper edge) and a rank. Lines stack from the edge inwards
by rank, around what is reserved; one that is a little too wide is drawn smaller, one that would come too near
to the middle is left out. Pure geometry, in virtual pixels with the origin at the lower left.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from arena.catalogue.weapons import WEAPONS

HEIGHT = 1080.0
"""Of a picture with letters of the usual size [virtual px]."""
FIGURE_GROWTH = 0.4
"""Power of the letters' size with which the radar and the dials grow: they are no text, and fill much."""
GAP = 10.0
"""Gap between two lines, and between a line and a reserved box."""
EDGES = {"bottom": 22.0, "top": 66.0}
"""Room that the first line of a slot leaves to the edge."""
SIDE = 22.0
"""Room left and right of a line that fills the picture."""
SMALLEST = 0.6
"""Smallest scale of a line between other boxes; below it, the line moves inwards."""
RIM = 1e-6
"""Rounding tolerance of two boxes that only touch."""
RADAR_ROOM = 324.0
"""Side of the corner that the radar fills at its usual size [virtual px]."""
WEAPON_ROW = 40.0
"""From one weapon to the next [virtual px]."""
ROOMY = 760.0
"""Height of a picture that has room for all weapons [virtual px]: quarters of a window have not."""
REACH = 0.6
"""Share of the height that a slot may fill."""


class Slot(Enum):
    """At which edge a line stands, in the middle."""

    BOTTOM = "bottom"
    TOP = "top"


class Pane(Enum):
    """Part of a window that a picture fills; selects the HUD elements and their places."""

    WHOLE = "whole"
    """All of it: one's own things, and what all players share."""
    LEFT = "left"
    """A part at the left of others: one's own things only, at the window's rim."""
    RIGHT = "right"
    """Another part."""


class Rank(IntEnum):
    """Order of lines from the edge inwards; the last ones are the first to be left out."""

    HINT = 0  # of keys
    PROGRESS = 1  # of a replay, or title of a demo
    SPEECH = 2  # of the companion
    CAPTION = 3  # a sound that warns, in words
    WARNING = 4  # that the machine is too slow
    TOAST = 5  # news


class Box(NamedTuple):
    """A part of the picture: lower left corner and extent [virtual px]."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        """True if two boxes share more than their rims."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        along = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return min(across, along) > RIM

    def contains(self, point: tuple[float, float]) -> bool:
        """True if a point lies in the box."""
        return self.x <= point[0] < self.x + self.width and self.y <= point[1] < self.y + self.height


NOWHERE = Box(-1e4, -1e4, 0.0, 0.0)
"""Box of a hidden element."""


@dataclass(frozen=True)
class Line:
    """Something to say, as large as it wants to be."""

    slot: Slot
    rank: Rank
    width: float
    height: float
    draw: Callable[[float, float, float], object]
    """Draws it: middle of the lower side (x, y), and how large, 1 or less."""


class Placed(NamedTuple):
    """A line and where it stands."""

    line: Line
    box: Box
    scale: float

    def draw(self) -> None:
        """Draw it there."""
        self.line.draw(self.box.x + self.box.width / 2, self.box.y, self.scale)


def lay_out(lines: Iterable[Line], width: float, height: float, reserved: Sequence[Box]) -> list[Placed]:
    """Place lines in a picture of `width` by `height`; what `reserved` covers stays free."""
    placed: list[Placed] = []
    taken = list(reserved)
    for line in sorted(lines, key=lambda line: line.rank):
        found = _find_room(line, width, height, taken)
        if found is not None:
            placed.append(found)
            box = found.box
            taken.append(Box(box.x, box.y - GAP, box.width, box.height + 2 * GAP))
    return placed


def _find_room(line: Line, width: float, height: float, taken: Sequence[Box]) -> Placed | None:
    """Go from the edge inwards until the line fits between what stands left and right, shrunk a little."""
    rising = line.slot is Slot.BOTTOM
    edge = depth = EDGES[line.slot.value]  # of the line's outer side, from its edge
    while depth + line.height <= max(edge + line.height, height * REACH):
        low = depth if rising else height - depth - line.height
        beside = [box for box in taken if box.y < low + line.height and low < box.y + box.height]
        scale = min(1.0, _room(width, beside) / max(1.0, line.width))
        if scale >= SMALLEST or (scale > 0.0 and not beside):
            wide, high = line.width * scale, line.height * scale
            y = depth if rising else height - depth - high
            return Placed(line, Box((width - wide) / 2, y, wide, high), scale)
        if not beside:
            return None
        ends = (box.y + box.height if rising else height - box.y for box in beside)
        depth = max(depth + RIM, min(ends))  # rounding must not keep it where it is
    return None


def _room(width: float, beside: Sequence[Box]) -> float:
    """Width for a line in the middle between boxes at its height; 0 where one covers the middle."""
    middle = width / 2
    half = middle - SIDE
    for box in beside:
        half = min(half, max(box.x - middle, middle - box.x - box.width))
    return max(0.0, 2 * half)


def figure_scale(height: float) -> float:
    """Scale of the radar and the dials in a picture of this height, of their usual virtual size."""
    return min(1.0, (height / HEIGHT) ** (1.0 - FIGURE_GROWTH))


def weapon_rows(height: float) -> int:
    """Number of weapons that a picture of this height lists: all, or the held one."""
    return WEAPONS.size if height >= ROOMY else 1


def hud_corners(width: float, height: float, pane: Pane = Pane.WHOLE) -> tuple[Box, ...]:
    """Boxes of the HUD: score, radar and below it progress, weapons and below them ships.

    A part of a window has neither score nor progress: `arena.view.hud.shared` tells them once for all.
    """
    radar = RADAR_ROOM * figure_scale(height)
    whole = pane is Pane.WHOLE
    left = 0.0 if pane is Pane.LEFT else width - radar
    return (
        Box(0.0, height - 190.0, min(460.0, max(310.0, width / 2 - 224.0)), 190.0) if whole else NOWHERE,
        Box(left, height - radar, radar, radar),
        Box(width - 324.0, height - radar - 126.0, 324.0, 126.0) if whole else NOWHERE,
        Box(0.0, 132.0, 306.0, 60.0 + WEAPON_ROW * weapon_rows(height)),
        Box(0.0, 0.0, 306.0, 132.0),
    )
