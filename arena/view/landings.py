"""Landing rings behind rocks: the part of a ring that a rock hides is drawn as lines that go through it.

A viewer asks for the lines of every picture; the rings themselves are among `arena.view.marks`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.vectors import combined, cross, dot, length, scaled, subtract, vector
from arena.view.buffers import InstanceBuffer, put_line
from arena.view.culling import Seen, read_lens, sees
from arena.view.frame import LINE_DTYPE, Instances
from arena.view.palette import Palette
from arena.view.warnings import BORDER_DASHES, falling_rows, landing_of

F64 = NDArray[np.float64]

DASHES, PIECES = int(BORDER_DASHES), 24
"""Lines of the border, and of the ring that grows to meet it."""
DASH = 0.6
"""Share of a dash in its part of the border."""
WIDTH, SHADE_WIDTH = 3.2, 7.0
"""Of lines, and of the dark around them, which may lie on a pale rock [virtual px]."""
LIGHT, SHADE = 0.95, (0.02, 0.02, 0.03, 0.45)
LIFT = 12.0
"""Rocks that much nearer than a line do not hide it [u]: the largest are 8 u thick."""
MOST, ROCKS_MAX = 16, 16
"""Landings in sight that are looked at, and rocks before one of them: among more, nobody tells them apart."""
ROCKS = int(Pool.ASTEROID)


class HiddenLandings:
    """The lines of one viewer."""

    def __init__(self, palette: Palette) -> None:
        self._lines = InstanceBuffer(LINE_DTYPE)
        self._color = np.array(palette.warning)

    def draw(self, world: World, seen: Seen, alpha: float, lens: F64) -> Instances:
        """Lines where a rock in sight lies over a landing ring; `lens` as in `arena.view.culling`."""
        falling = falling_rows(world)
        rows = self._lines.reserve(2 * min(len(falling), MOST) * (DASHES + PIECES))
        count = trace_landings(
            world.bodies, falling, seen, alpha, world.shell_radius, lens, self._color, rows
        )
        return self._lines.part(0, int(count))


@inline
def hides(bodies, seen, k, eye, axis, away, room):
    """Whether a rock lies before what is `away` along the unit `axis`, at most `room` beside it."""
    rock = subtract(vector(seen.position, k), eye)
    along = dot(rock, axis)
    reach = np.float64(bodies.radius[seen.row[k]]) + room
    return 0.0 < along < away + reach and dot(rock, rock) - along * along < reach * reach


@inline
def find_hiding(bodies, seen, eye, point, room, rocks_out):
    """List rocks before a ring, as many as there is room for; returns how many."""
    sight, count = subtract(point, eye), 0
    away = max(length(sight), 1e-6)
    axis = scaled(sight, 1.0 / away)
    for k in range(seen.begin[ROCKS], seen.begin[ROCKS + 1]):
        if count < len(rocks_out) and hides(bodies, seen, k, eye, axis, away, room):
            rocks_out[count] = k
            count += 1
    return count


@inline
def is_hidden(bodies, seen, rocks, count, eye, point):
    """Whether any of some rocks lies before a point."""
    sight, hidden = subtract(point, eye), False
    away = max(length(sight), 1e-6)
    axis = scaled(sight, 1.0 / away)
    for k in range(count):
        hidden = hidden or hides(bodies, seen, rocks[k], eye, axis, away, 0.0)
    return hidden


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
        lines_out: rows of LINE_DTYPE, room for two of each of the DASHES + PIECES of each of `rows`, MOST of
            them at most.

    Returns:
        How many were written.
    """
    view, count, rocks = read_lens(lens), 0, np.empty(ROCKS_MAX, np.int64)
    tint = color[0], color[1], color[2], LIGHT
    left_over = MOST
    for row in rows:
        near, center, radius = landing_of(bodies, row, alpha, shell_radius)
        ground = scaled(center, shell_radius)
        if left_over == 0 or near == 0.0 or not sees(view, ground, radius):
            continue
        left_over -= 1
        hiding = find_hiding(bodies, seen, view[0], ground, radius, rocks)
        for pieces, reach, share in ((DASHES, radius, DASH), (PIECES, radius * near, 1.0)):
            if hiding == 0:
                break
            for piece in range(pieces):
                turn, step = 2.0 * math.pi * piece / pieces, 2.0 * math.pi * share / pieces
                first = rim_point(center, shell_radius, reach, turn)
                second = rim_point(center, shell_radius, reach, turn + step)
                middle = combined(first, 0.5, second, 0.5)
                if is_hidden(bodies, seen, rocks, hiding, view[0], middle):
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
