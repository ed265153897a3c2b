"""Subtitle of the companion's line, and an arrow towards the danger it warns of."""

import math
from collections.abc import Callable

import numpy as np

from arena.game.companion_voice import BEHIND
from arena.game.rules import VOICE
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.overlay.layout import EDGES, Box, Line, Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose

HIGH = 54.0
"""Of a line with its plate [virtual px]."""
SPEECH_SIZE = 27.0
"""Of what it says [virtual px]."""
ARROW, REACH, INNER = 17.0, 92.0, 74.0
"""Size of the arrow at the ship, and how far from its middle it and its tail stand [virtual px]."""


RISES = (0.0, 70.0, 140.0, 210.0)
"""Heights above the edge of words that would cover a threat [virtual px]."""
STAY_S = 1.0
"""Least time that words stay in one place, for reading [s]."""


class SubtitleHeight:
    """Height of the subtitle, with hysteresis: it moves up if it would cover a threat, and then stays."""

    def __init__(self) -> None:
        self._words, self._stood_s = "", 0.0
        self.height = 0.0
        """Above the edge [virtual px]."""

    def reserve(
        self, overlay: Overlay, words: str, width: float, is_free: Callable[[Box], bool], elapsed_s: float
    ) -> None:
        """Keep lines off the middle of the lower edge up to where `words` shall stand."""
        left = (overlay.width - width) / 2

        def free(rise: float) -> bool:
            return is_free(Box(left, EDGES["bottom"] + rise, width, HIGH))

        if words != self._words:
            self._words, self.height, self._stood_s = words, RISES[0], STAY_S
        self._stood_s += elapsed_s
        if words and self._stood_s >= STAY_S and not free(self.height):
            place = next((rise for rise in RISES if free(rise)), self.height)
            if place != self.height:
                self.height, self._stood_s = place, 0.0
        if words and self.height:
            foot = EDGES["bottom"] + self.height
            overlay.reserve(Box(left, 0.0, width, foot))


def warned_turn(world: World, pose: Pose, line: str) -> float | None:
    """Angle in the picture of the danger that a line warns of [rad], clockwise from up; None without one.

    The danger is the nearest enemy behind the ship at `pose`; a ship that has turned round has none there.
    """
    if line != BEHIND.text:
        return None
    rows = world.rows(Pool.ENEMY)
    place = world.bodies.position[rows].astype(np.float64)
    apart = place - pose.position * world.shell_radius
    ahead, away = apart @ pose.heading, np.linalg.norm(apart, axis=1)
    back = np.flatnonzero((ahead < 0.0) & (away < VOICE.behind_distance))
    if not len(back):
        return None
    way = apart[back[np.argmin(away[back])]]
    return math.atan2(float(way @ pose.right), float(way @ pose.up))


def draw_companion_line(
    overlay: Overlay,
    line: str,
    palette: Palette,
    light: float,
    turn: float,
    mark_below: Callable[[Box], None],
) -> None:
    """Draw the companion's line at the bottom in the middle, behind an arrow that points to the danger.

    `light` is its opacity; `mark_below` marks threats that it covers, once its place is known.
    """
    if not line:
        return
    width = speech_width(overlay, line) - 82

    def draw(middle: float, bottom: float, scale: float) -> None:
        left, y = middle - (width / 2 - 17) * scale, bottom + 16 * scale
        room = Box(left - 58 * scale, bottom, (width + 82) * scale, 54 * scale)
        with overlay.lit(light):
            overlay.rect(*room, (0.01, 0.03, 0.07, 0.62), 14 * scale)
            overlay.dart(left - 30 * scale, y + 10 * scale, 12 * scale, turn, (*palette.companion, 1.0))
            overlay.text(line, left, y, SPEECH_SIZE * scale, (*palette.companion, 1.0))
        mark_below(room)

    overlay.add_line(Line(Slot.BOTTOM, Rank.SPEECH, width + 82, 54, draw))


def speech_width(overlay: Overlay, line: str) -> float:
    """Of what it says with its plate [virtual px]."""
    return overlay.text_width(line, SPEECH_SIZE) + 82


def draw_warned(overlay: Overlay, ship: tuple[float, float], turn: float, palette: Palette) -> None:
    """An arrow at the ship that points to what the companion warns of."""
    across, along = math.sin(turn), math.cos(turn)
    tail = ship[0] + INNER * across, ship[1] + INNER * along
    tip = ship[0] + REACH * across, ship[1] + REACH * along
    overlay.line(*tail, *tip, 9.0, (0.01, 0.03, 0.07, 0.8))
    overlay.line(*tail, *tip, 5.0, (*palette.companion, 1.0))
    overlay.dart(*tip, ARROW + 4.0, turn, (0.01, 0.03, 0.07, 0.8))
    overlay.dart(*tip, ARROW, turn, (*palette.companion, 1.0))
