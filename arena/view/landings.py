"""Landing rings behind rocks: the part of a ring that a rock hides is drawn as lines that go through it.

A viewer asks for the lines of every picture; the rings themselves are among `arena.view.marks`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit import inline, kernel
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.vectors import combined, cross, dot, length, scaled, subtract, vector
from arena.view.buffers import InstanceBuffer, put_line
from arena.view.culling import Seen, read_lens, sees
from arena.view.frame import LINE_DTYPE, Instances
from arena.view.palette import Palette
from arena.view.warnings import BORDER_DASHES, falling_rows

F64 = NDArray[np.float64]

AROUND = 1.1
"""Between what falls in and the border of its warning [u]."""
DASHES, PIECES = int(BORDER_DASHES), 24
"""Lines of the border, and of the ring that grows to meet it."""
DASH = 0.6
"""Share of a dash in its part of the border."""
WIDTH, SHADE_WIDTH = 3.2, 7.0
"""Of lines, and of the dark around them, which may lie on a pale rock [virtual px]."""
LIGHT, SHADE = 0.95, (0.02, 0.02, 0.03, 0.45)
LIFT = 12.0
"""Rocks that much nearer than a line do not hide it [u]: the largest are 8 u thick."""
ROCKS = int(Pool.ASTEROID)
WARNING_TIME, DT = tuning.LANDING.warning_time, tuning.DT


class HiddenLandings:
    """The lines of one viewer."""

    def __init__(self, palette: Palette) -> None:
        self._lines = InstanceBuffer(LINE_DTYPE)
        self._color = np.array(palette.warning)

    def draw(self, world: World, seen: Seen, alpha: float, lens: F64) -> Instances:
        """Lines where a rock in sight lies over a landing ring; `lens` as in `arena.view.culling`."""
        falling = falling_rows(world)
        rows = self._lines.reserve(2 * len(falling) * (DASHES + PIECES))
        count = trace_landings(
            world.bodies, falling, seen, alpha, world.shell_radius, lens, self._color, rows
        )
        return self._lines.part(0, int(count))


@inline
def hides(bodies, seen, k, eye, point, room):
    """Whether a rock lies before a point, or no farther beside the line of sight than `room`."""
    sight, rock = subtract(point, eye), subtract(vector(seen.position, k), eye)
    away = max(length(sight), 1e-6)
    along = dot(rock, sight) / away
    reach = np.float64(bodies.radius[seen.row[k]]) + room
    return 0.0 < along < away + reach and dot(rock, rock) - along * along < reach * reach


@inline
def is_hidden(bodies, seen, eye, point, room):
    """Whether any rock does."""
    for k in range(seen.begin[ROCKS], seen.begin[ROCKS + 1]):
        if hides(bodies, seen, k, eye, point, room):
            return True
    return False


@kernel
def trace_landings(bodies, rows, seen, alpha, shell_radius, lens, color, lines_out):
    """Write the hidden parts of landing rings.

    Args:
        bodies: of the world.
        rows: who drops in.
        seen: what is visible.
        alpha: between the last two ticks.
        shell_radius: where they land [u].
        lens: see `arena.view.culling`.
        color: of warnings, shape (3,).
        lines_out: rows of LINE_DTYPE, room for two of each of the DASHES + PIECES of each of `rows`.

    Returns:
        How many were written.
    """
    view, count = read_lens(lens), 0
    tint = color[0], color[1], color[2], LIGHT
    for row in rows:
        place = vector(bodies.position, row)
        height = max(length(place), 1e-6)
        left = (height - shell_radius) / max(-np.float64(bodies.radial_speed[row]), 0.1) - alpha * DT
        near = min(max(1.0 - max(left, 0.0) / WARNING_TIME, 0.0), 1.0)
        center, radius = scaled(place, 1.0 / height), np.float64(bodies.radius[row]) + AROUND
        ground = scaled(center, shell_radius)
        if near == 0.0 or not sees(view, ground, radius):
            continue
        if not is_hidden(bodies, seen, view[0], ground, radius):
            continue
        for pieces, reach, share in ((DASHES, radius, DASH), (PIECES, radius * near, 1.0)):
            for piece in range(pieces):
                turn, step = 2.0 * math.pi * piece / pieces, 2.0 * math.pi * share / pieces
                first = rim_point(center, shell_radius, reach, turn)
                second = rim_point(center, shell_radius, reach, turn + step)
                if is_hidden(bodies, seen, view[0], combined(first, 0.5, second, 0.5), 0.0):
                    put_line(lines_out, count, first, second, SHADE, SHADE_WIDTH, LIFT)
                    put_line(lines_out, count + 1, first, second, tint, WIDTH, LIFT)
                    count += 2
    return count


@inline
def rim_point(center, shell_radius, radius, turn):
    """A point of a circle on the shell, where the shader of rings has it."""
    pole = (0.0, 0.0, 1.0) if abs(center[2]) < 0.7 else (1.0, 0.0, 0.0)
    across = cross(center, pole)
    across = scaled(across, 1.0 / max(length(across), 1e-6))
    spoke = combined(across, math.cos(turn), cross(center, across), math.sin(turn))
    angle = radius / shell_radius
    return scaled(combined(center, math.cos(angle), spoke, math.sin(angle)), shell_radius)
