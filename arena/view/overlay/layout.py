"""Layout of lines in an overlay: one layout for all text at the edges.

A line has a slot (the middle of the lower or of the upper edge) and a rank. Lines stack from the edge inwards
by rank, around what is reserved; one that is a little too wide is drawn smaller, one that would come too near
to the middle is left out. Pure geometry, in virtual pixels with the origin at the lower left.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

HEIGHT = 1080.0
"""Of a picture with letters of the usual size [virtual px]."""
FIGURE_GROWTH = 0.25
"""Power of the letters' size with which the radar and the dials grow: they are no text, and fill much."""
GAP = 10.0
"""Gap between two lines, and between a line and a reserved box."""
EDGES = {"bottom": 16.0, "top": 14.0}
"""Room that the first line of a slot leaves to the edge."""
SIDE = 22.0
"""Room left and right of a line that fills the picture."""
SMALLEST = 0.6
"""Smallest scale of a usual line between other boxes; below it, the line moves inwards."""
RIM = 1e-6
"""Rounding tolerance of two boxes that only touch."""
RADAR_ROOM = 308.0
"""Side of the corner that the radar fills at its usual size [virtual px]."""
TOLD = 72.0
"""Height of the progress below the radar [virtual px]."""
BACKING = 0.0, 0.01, 0.03, 0.65
"""Colour of the soft dark behind words and signs over the fight, strongest in its middle."""
FOOT = 300.0, 178.0
"""Extent of the signs in the lower left corner [virtual px]."""
ROOMY = 1300.0
"""Width of a picture in which long lines, or a goal and both rows of a banner, have room beside the fight
[virtual px]."""
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

    GOAL = 0  # a boss, or an objective
    NEWS = 1  # a banner
    HINT = 2  # of keys
    PROGRESS = 3  # of a replay, or title of a demo
    SPEECH = 4  # of the companion
    CAPTION = 5  # a sound that warns, in words
    OFFER = 6  # modules to choose from
    GAIN = 7  # what was collected
    WARNING = 8  # that the machine is too slow
    TOAST = 9  # of the window


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
    least: float = SMALLEST
    """Smallest scale between other boxes, for lines of small letters."""
    shown: float = 1.0
    """Opacity of the words, for the dark behind them."""


class Placed(NamedTuple):
    """A line and where it stands."""

    line: Line
    box: Box
    scale: float

    def draw(self) -> None:
        """Draw it there."""
        self.line.draw(self.box.x + self.box.width / 2, self.box.y, self.scale)


def lay_out(
    lines: Iterable[Line], width: float, height: float, reserved: Sequence[Box], things: Sequence[Box] = ()
) -> list[Placed]:
    """Place lines in a picture of `width` by `height`; what `reserved` covers stays free.

    Lines at the foot leave `things` free, too. Those at the top stay where they are, above nearly all things.
    """
    placed: list[Placed] = []
    taken = list(reserved)
    for line in sorted(lines, key=lambda line: line.rank):
        held = [*taken, *things] if line.slot is Slot.BOTTOM else taken
        found = _find_room(line, width, height, held)
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
        left, right = _gap(width, beside)
        scale = min(1.0, (right - left) / max(1.0, line.width))
        if scale >= line.least or (scale > 0.0 and not beside):
            wide, high = line.width * scale, line.height * scale
            x, y = (width - wide) / 2, depth if rising else height - depth - high
            return Placed(line, Box(min(max(x, left), right - wide), y, wide, high), scale)
        if not beside:
            return None
        ends = (box.y + box.height if rising else height - box.y for box in beside)
        depth = max(depth + RIM, min(ends))  # rounding must not keep it where it is
    return None


def _gap(width: float, beside: Sequence[Box]) -> tuple[float, float]:
    """Ends of the gap about the middle between boxes at a line's height; none where one covers the middle."""
    middle = width / 2
    if any(box.x < middle < box.x + box.width for box in beside):
        return middle, middle
    left = max([SIDE, *(box.x + box.width for box in beside if box.x < middle)])
    return left, min([width - SIDE, *(box.x for box in beside if box.x >= middle)])


def clear_of(box: Box, taken: Sequence[Box], height: float) -> Box:
    """A box, moved up or down towards the middle of a picture of this height until it covers none taken."""
    rising = box.y + box.height / 2 < height / 2
    beside = [other for other in taken if other.x < box.x + box.width and box.x < other.x + other.width]
    for other in sorted(beside, key=lambda other: other.y + other.height if rising else -other.y):
        if box.overlaps(other):
            box = box._replace(y=other.y + other.height if rising else other.y - box.height)
    return box


def figure_scale(height: float) -> float:
    """Scale of the radar and the dials in a picture of this height, of their usual virtual size."""
    return min(1.0, (height / HEIGHT) ** (1.0 - FIGURE_GROWTH))


def hud_corners(width: float, height: float, pane: Pane = Pane.WHOLE) -> tuple[Box, ...]:
    """Boxes of the HUD: score, radar with the progress below it, signs at the foot.

    A part of a window has neither score nor progress: `arena.view.hud.shared` tells them once for all.
    """
    radar, whole = RADAR_ROOM * figure_scale(height), pane is Pane.WHOLE
    left, deep = 0.0 if pane is Pane.LEFT else width - radar, radar + (TOLD if whole else 0.0)
    return (
        Box(0.0, height - 180.0, min(440.0, max(300.0, width / 2 - 224.0)), 180.0) if whole else NOWHERE,
        Box(left, height - deep, radar, deep),
        Box(0.0, 0.0, *FOOT),
    )
