"""Panels of the head-up display give way: one that covers who or what can hurt soon turns translucent."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.jit import kernel
from arena.sim.kinds import Pool, Team
from arena.sim.world import World
from arena.vectors import dot, length, subtract, vector
from arena.view.culling import Seen, read_lens
from arena.view.messages import Box, hud_corners
from arena.view.overlay import Overlay

F64 = NDArray[np.float64]

REACH = 36.0
"""What is farther than this from the player along the shell does not matter yet [u]."""
GIVEN_WAY = np.array((0.74, 0.6, 0.74, 0.74, 0.74, 0.74))
"""Of a panel's light, where something is below, in the order of `Lights`. What is written must still be read:
below this, letters differ by less than 4.5:1 from what lies under them; plates fade by the square of it."""
FADE_RATE, RETURN_RATE = 9.0, 2.5
"""With which light goes and comes again [1/s]."""
MARGIN = 14.0
"""Around a panel, in which something counts as below it [virtual px]."""
SPEECH = (480.0, 76.0)
"""Of the picture's foot in the middle, where the companion's words stand [virtual px]."""
LOOKS = 2048
"""Bodies of a pool that are looked at; of more, some: a crowd is below a panel or it is not."""
DANGERS = (int(Pool.ENEMY), int(Pool.MINE), int(Pool.BULLET))
BULLETS, ENEMIES = int(Pool.BULLET), int(Team.ENEMIES)


class Lights(NamedTuple):
    """How much of each panel is to be seen, in the order of `hud_corners`, and of what is said."""

    score: float = 1.0
    radar: float = 1.0
    progress: float = 1.0
    weapons: float = 1.0
    ships: float = 1.0
    speech: float = 1.0


class Panels:
    """What one player's panels remember from frame to frame."""

    def __init__(self) -> None:
        self._light = np.ones(len(Lights._fields))
        self._covering = np.zeros(len(Lights._fields), np.bool_)

    @property
    def lights(self) -> Lights:
        """How much of each is to be seen now, in steps that nobody sees: what is the same is drawn once."""
        return Lights(*self._light.round(2).tolist())

    def give_way(
        self, overlay: Overlay, world: World, seen: Seen, lens: F64, here: F64, elapsed_s: float
    ) -> None:
        """Look what is below them around a player at `here` (unit), and fade."""
        speech = Box(overlay.width / 2 - SPEECH[0] / 2, 0.0, *SPEECH)
        boxes = _boxes(*hud_corners(overlay.width, overlay.height), speech)
        find_covering(
            world.bodies, seen, lens, here, world.shell_radius, overlay.width, overlay.height, boxes,
            self._covering,
        )  # fmt: skip
        goal = np.where(self._covering, GIVEN_WAY, 1.0)
        rate = np.where(self._covering, FADE_RATE, RETURN_RATE)
        self._light += (goal - self._light) * (1.0 - np.exp(-rate * elapsed_s))


def _boxes(*boxes: Box) -> F64:
    """Left, bottom, right, top of panels, shape (n, 4)."""
    return np.array(
        [(b.x - MARGIN, b.y - MARGIN, b.x + b.width + MARGIN, b.y + b.height + MARGIN) for b in boxes]
    )


@kernel
def find_covering(bodies, seen, lens, here, shell_radius, width, height, boxes, covering_out):
    """Tell which boxes lie over an enemy, a mine or an enemy's bullet near the player.

    Args:
        bodies: of the world.
        seen: what is in the picture.
        lens: whose picture, see `arena.view.culling`.
        here: the player's place, unit.
        shell_radius: [u]
        width: of the overlay [virtual px].
        height: see `width`.
        boxes: left, bottom, right, top [virtual px], shape (n, 4).
        covering_out: shape (n,).
    """
    view, place = read_lens(lens), (here[0], here[1], here[2])
    eye, right, up, forward, (horizontal, vertical, _, _, near, _) = view
    covering_out[:] = False
    least = math.cos(min(math.pi, REACH / shell_radius))
    for pool in DANGERS:
        begin, end = seen.begin[pool], seen.begin[pool + 1]
        for k in range(begin, end, 1 + (end - begin) // LOOKS):
            if pool == BULLETS and bodies.team[seen.row[k]] != ENEMIES:
                continue
            at = vector(seen.position, k)
            if dot(at, place) < least * length(at):
                continue
            sight = subtract(at, eye)
            depth = max(dot(sight, forward), near)
            x = (dot(sight, right) / (depth * horizontal) + 1.0) * 0.5 * width
            y = (dot(sight, up) / (depth * vertical) + 1.0) * 0.5 * height
            for box in range(len(boxes)):
                inside = boxes[box, 0] < x < boxes[box, 2] and boxes[box, 1] < y < boxes[box, 3]
                covering_out[box] = covering_out[box] or inside
