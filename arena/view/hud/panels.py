"""Fading panels: parts of the head-up display turn translucent over threats and pickups, and threats are
marked on top of them.

A viewer updates the fade once per picture, before other text takes room in its `Occupancy`, and draws the
marks after the panels.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, KindRow
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I32, Integer, Real
from arena.sim.kinds import Pool, Team
from arena.sim.tables.bodies import Bodies
from arena.sim.world import World
from arena.vectors import Vector, dot, scaled, vector
from arena.view.culling import Seen, View, on_screen, read_lens, sees
from arena.view.hud.lethal_marks import draw_bullets, draw_mines
from arena.view.instances import ORB_WIDTH
from arena.view.marks.warnings import landing_of
from arena.view.overlay.layout import Box
from arena.view.overlay.occupancy import HULL, Occupancy
from arena.view.overlay.overlay import FLOATS, RGBA, Overlay
from arena.view.overlay.rows import put_arc, put_dart, put_disc
from arena.view.palette import Palette, ship_colors

GIVEN_WAY, RADAR_GIVEN_WAY = 0.74, 0.6
"""Of a panel's light, where something is below. What is written must still be read: below this, letters
differ by less than 4.5:1 from what lies under them; plates fade by the square of it."""
FADE_RATE, RETURN_RATE = 9.0, 2.5
"""With which light goes and comes again [1/s]."""
MARGIN = 14.0
"""Around a panel, in which something counts as below it [virtual px]."""
SPEECH = (480.0, 76.0)
"""Of the picture's foot in the middle, where the companion's words stand [virtual px]."""
SCORE, PROGRESS = 340.0, 200.0
"""Width of the score and of the progress, from the picture's edge [virtual px]."""
MARKS_MAX = 12
"""More marks than this are not drawn."""
LOOKS = 512
"""Sample limit: bodies of a pool that are checked; of a larger pool, evenly spaced ones."""
MARK_ROOM, MARK_LEAST, MARK_MOST = 7.0, 13.0, 40.0
"""Between what can hurt and its mark, and the least and largest radius of that [virtual px]."""
MARK_WIDTH, EDGE_WIDTH = 3.5, 8.0
BRACKET = 0.32
"""Of a circle: a mark has two such arcs, on either side of a ship. A whole ring would say that one lands."""
BRACKETS = (0.5 - BRACKET) * math.pi, (1.5 - BRACKET) * math.pi
"""Start angles of the arcs [rad]."""
MARK_ROWS = 6
"""Most shapes of a mark: two arcs, each upon a dark one, and a dart upon a dark disc."""
DART_SIZE, DISC_SIZE = 0.72, 0.94
"""Of the dart that stands for a small ship and of the dark behind it, over the mark's radius."""
PALER = 0.35
"""Share of white in a ship's mark, which makes it as light as letters for colour-blind players."""
EDGE: RGBA = (0.0, 0.01, 0.03, 0.8)
"""Around a mark, which may lie upon letters."""
DANGERS = (int(Pool.ENEMY), int(Pool.MINE), int(Pool.BULLET))
BULLET_KIND, MINE_KIND = kinds.BULLET.number, kinds.MINE.number
SMALL = 1.0
"""Radius [u] up to which a panel may hide all of a ship; of a larger one, some is always seen beside it."""
IS_SMALL = 3
"""Column of the looks of marks, behind their colours."""
LANDING = KINDS.most
"""Kind of the mark of a landing."""


class Sights(NamedTuple):
    """View data of a picture that panels read."""

    world: World
    seen: Seen  # bodies in sight
    falling: I32  # see `arena.view.marks.warnings.falling_rows`
    lens: F64  # see `arena.view.culling`


class Panels:
    """Fade state of one player's panels."""

    def __init__(self, palette: Palette, given_way: Mapping[str, float]) -> None:
        """Fade panels of these names to these lights."""
        self._names, self._given_way = tuple(given_way), np.array(list(given_way.values()))
        self._light, self._covering = np.ones(len(given_way)), np.zeros(len(given_way), np.bool_)
        self._palette = palette
        ships = ship_colors(palette)
        self._looks = np.ones((LANDING + 1, 4), np.float32)
        self._looks[: len(ships), :3] = ships + (1.0 - ships) * PALER
        self._looks[: len(ships), IS_SMALL] = KINDS.column(_is_small)
        self._looks[LANDING, :3] = palette.warning

    @property
    def lights(self) -> dict[str, float]:
        """Opacity of each panel, rounded below the visible step: equal values reuse the drawn panel."""
        return dict(zip(self._names, self._light.round(2).tolist(), strict=True))

    def give_way(self, boxes: Sequence[Box], room: Occupancy, elapsed_s: float) -> None:
        """Look what is below each panel, with a margin, and fade [virtual px]."""
        for number, (x, y, width, height) in enumerate(boxes):
            box = Box(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
            self._covering[number] = not room.is_free(box)
        goal = np.where(self._covering, self._given_way, 1.0)
        rate = np.where(self._covering, FADE_RATE, RETURN_RATE)
        self._light += (goal - self._light) * (1.0 - np.exp(-rate * elapsed_s))

    def mark_covered(
        self, letters: Sequence[Box], overlay: Overlay, sights: Sights, others: Sequence[Box]
    ) -> None:
        """Mark what can hurt and lies below the letters of a panel, or below `others` that give no way."""
        covering = [box for box, below in zip(letters, self._covering, strict=True) if below and box.width]
        if covering or others:
            self.mark_below([*covering, *others], overlay, sights)

    def mark_below(self, boxes: Sequence[Box], overlay: Overlay, sights: Sights) -> None:
        """Draw bullets and mines below any of `boxes` again, and put what else can hurt in brackets."""
        corners = np.array([(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes])
        marks = np.empty((MARKS_MAX, 5))
        (world, seen, falling, lens), shell = sights, sights.world.shell_radius
        count = list_covered(world.bodies, seen, falling, shell, lens, overlay.height, corners, marks)
        marks = marks[:count]
        found, rows = marks[:, 3].tolist(), np.empty((MARK_ROWS * count, FLOATS), np.float32)
        if kinds.MINE.number in found:
            draw_mines(
                overlay, marks[marks[:, 3] == kinds.MINE.number, :3], self._palette, kinds.MINE.show.scale
            )
        if kinds.BULLET.number in found:
            draw_bullets(overlay, marks[marks[:, 3] == kinds.BULLET.number, :3], self._palette, ORB_WIDTH)
        overlay.add(rows[: write_brackets(marks, self._looks, rows)])


def _is_small(row: KindRow) -> bool:
    return row.rules.pool == "enemy" and row.rules.ship is not None and row.rules.ship.body.radius <= SMALL


@kernel
def write_brackets(marks: F64, looks: F32, rows_out: F32) -> Integer:
    """Write a ring about each landing, and brackets about each ship with a dart for a small one in them.

    Returns how many rows of the overlay that are; bullets and mines have none. `marks` are as by
    `list_covered`, `looks` by kind, shape (LANDING + 1, 4).
    """
    count = 0
    for mark in range(len(marks)):
        x, y, kind = marks[mark, 0], marks[mark, 1], np.int64(marks[mark, 3])
        if kind in (BULLET_KIND, MINE_KIND):
            continue
        reach = min(max(HULL * marks[mark, 2] + MARK_ROOM, MARK_LEAST), MARK_MOST)
        color = np.float64(looks[kind, 0]), np.float64(looks[kind, 1]), np.float64(looks[kind, 2]), 1.0
        if looks[kind, IS_SMALL] > 0.0 and kind != LANDING:
            put_disc(rows_out, count, x, y, DISC_SIZE * reach, EDGE)
            put_dart(rows_out, count + 1, x, y, DART_SIZE * reach, marks[mark, 4], color)
            count += 2
        for layer in range(2):
            width, tone = (MARK_WIDTH, color) if layer else (EDGE_WIDTH, EDGE)
            if kind == LANDING:
                put_arc(rows_out, count, x, y, reach, width, 1.0, 0.0, tone)
                count += 1
            else:
                for side in range(2):
                    put_arc(rows_out, count + side, x, y, reach, width, BRACKET, BRACKETS[side], tone)
                count += 2
    return count


@kernel
def list_covered(
    bodies: Bodies, seen: Seen, falling: I32, shell_radius: Real, lens: F64, height: Real, boxes: F64,
    marks_out: F64,
) -> Integer:  # fmt: skip
    """List landings, enemies, mines and enemies' bullets below boxes, as many as there is room for.

    Returns how many.

    Args:
        bodies: of the world.
        seen: what is in the picture.
        falling: rows of those that drop in.
        shell_radius: where they land [u].
        lens: whose picture, see `arena.view.culling`.
        height: of the overlay [virtual px].
        boxes: left, bottom, right, top [virtual px], shape (n, 4).
        marks_out: x, y and radius [virtual px], the kind of each, and where it heads in the picture [rad],
            clockwise from up; shape (m, 5).
    """
    view, count = read_lens(lens), 0
    for row in falling:
        near, center, radius = landing_of(bodies, row, 0.0, shell_radius)
        ground = scaled(center, shell_radius)
        if near > 0.0 and count < len(marks_out) and sees(view, ground, radius):
            count += list_below(view, ground, ground, radius, LANDING, height, boxes, marks_out, count)
    for pool in DANGERS:
        begin, end = seen.begin[pool], seen.begin[pool + 1]
        for k in range(begin, end, 1 + (end - begin) // LOOKS):
            row = seen.row[k]
            if pool == Pool.BULLET and bodies.team[row] != Team.ENEMIES:
                continue
            if pool == Pool.ENEMY and not bodies.awake[row]:  # who sleeps comes to nobody
                continue
            if count == len(marks_out):
                return count
            place, radius, kind = vector(seen.position, k), np.float64(bodies.radius[row]), bodies.kind[row]
            nose = vector(bodies.heading, row)
            count += list_below(view, place, nose, radius, kind, height, boxes, marks_out, count)
    return count


@inline
def list_below(
    view: View, place: Vector, nose: Vector, radius: Real, kind: Integer, height: Real, boxes: F64,
    marks_out: F64, at: Integer,
) -> Integer:  # fmt: skip
    """Note one of `list_covered` as mark `at` if it lies below a box; returns how many marks that are."""
    if DEBUG:
        assert at < len(marks_out), "list_below: more marks than there is room for"
    x, y, scale = on_screen(view, place, height)
    for box in range(len(boxes)):
        if boxes[box, 0] < x < boxes[box, 2] and boxes[box, 1] < y < boxes[box, 3]:
            marks_out[at, 0], marks_out[at, 1] = x, y
            marks_out[at, 2], marks_out[at, 3] = radius * scale, kind
            marks_out[at, 4] = math.atan2(dot(nose, view[1]), dot(nose, view[2]))
            return 1
    return 0
