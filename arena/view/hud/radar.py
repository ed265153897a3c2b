"""The far side: a round map of the whole sphere around the player.

The middle is the player, the rim the antipode, the angle the bearing. What is near is magnified, as by a
fisheye (Sarkar and Brown, "Graphical Fisheye Views of Graphs", 1992): the nearest HALF_WAY take half of the
radius, so that a fight is not one blob. It stands in the corner where the picture shows most sky.

A large world is charted over several frames, a part in each, and where its dots would only cover each other
some are left out; nothing moves far on the map in a tenth of a second. Small enemies that sleep there are no
dots but a field: a cell of it is the brighter, the more of them there are on that part of the shell.
"""

import functools
import math

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.pickups import PICKUPS
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I32, I64, U8, Flag, Integer, Real, Row
from arena.jit.tables import Table
from arena.sim.kinds import FRIENDLY, LOADED, Pool, in_mask
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.sim.tables.zones import hiding_zones
from arena.sim.world import World
from arena.vectors import Vector, dot, vector
from arena.view.marks.pickups import pickup_colors
from arena.view.overlay.overlay import BOX, FLOATS, RGBA, Overlay
from arena.view.overlay.signs import SHADE, draw_sign
from arena.view.palette import Palette, player_color, ship_colors
from arena.view.poses import Pose

Frame3 = tuple[Vector, Vector, Vector]
"""A player's position, right and up."""

RADIUS = 130.0
MARGIN = 24.0
HALF_WAY = 30.0
"""Distance along the shell that lies half-way to the rim [u]; on the smallest worlds, a quarter around."""
RINGS = (15.0, 30.0, 60.0)
"""Distances along the shell at which rings lie [u]."""
RING_LIGHTS = (0.22, 0.5, 0.22)
SIGN_SIZE = 8.0
"""Half the size of a pickup's sign [virtual px]."""
FALLING_BLIP = 4.6
EDGE, EDGE_COLOR = 1.8, (0.0, 0.01, 0.03, 0.9)
"""Width of the dark rim around hostile dots [px]: it separates dots that touch."""
BRIGHT = 0.30
"""Relative luminance that a dot of what is hostile has at least: it is small, and the map is dark."""
ROCK_LOOK = 0.56, 0.51, 0.46, 0.55
"""Colour of rocks, grey as stone: they are there to be flown around, not to be looked for."""
LOADED_LOOK = 3.0, 0.86, 0.81, 0.73, 0.9
"""Radius [px] and colour of loaded ones, pale stone: they are worth a detour, and gold is of what lands."""
SHAPES = {
    "disc": (1.0, 0.0, 0.0),
    "block": (0.0, 0.0, 0.0),
    "diamond": (0.0, 0.0, math.pi / 4),
    "hollow_diamond": (0.0, 2.0, math.pi / 4),
    "ring": (1.0, 2.0, 0.0),
    "thick_ring": (1.0, 4.5, 0.0),
}
"""Shapes of dots by the name that a kind's row gives (colour alone tells nobody apart): how round, as a share
of the radius; how thick a line, 0 where filled [px]; turn [rad]."""
_SHAPES = KINDS.resolve("radar shape", lambda row: row.show.radar and row.show.radar.shape, SHAPES)
LARGE_ROCK = 0.8
"""Smaller asteroids are not charted [u]."""
BLINK_TICKS = 12
SLICE = 4096
"""Rows that are looked at in one frame."""
CELL = 3.3
"""In a world of more rows than a slice, two dots of one kind this near to each other are one [px]."""
CELLS = math.ceil(2.0 * RADIUS / CELL) + 1
FIELD_CELL, FIELD_GAP = 8.0, 1.0
"""Edge of a cell of the field of those who sleep, and the gap to the next one [px]."""
FIELD = math.ceil(2.0 * RADIUS / FIELD_CELL)
FIELD_FULL = 0.75
"""Sleeping ships per area of the shell from which on a cell has all its light [1/u^2]."""
FIELD_FAINT, FIELD_LIGHT = 0.06, 0.8
"""Opacity of a cell with next to none of them, and with all its light."""
FIELD_RIM = 0.03
"""Share of the map at its rim and its middle where a cell counts as no smaller than there."""
HIDDEN = hiding_zones()
ROCK = kinds.ASTEROID.number
LOOK, ON_TOP = 9, 8
"""Numbers of a look: radius, colour, shape, and whether it is drawn on top of others."""
ORDER = (int(Pool.ASTEROID), int(Pool.MINE), int(Pool.COMPANION), int(Pool.ENEMY), int(Pool.ENEMY))
"""In which pools are drawn: enemies twice, the large ones on top of the others."""
SMALL_ENEMIES = 3
"""Place of the small ones in that order."""


class Chart(Table):
    """A map that is being made."""

    blips: F32  # rows of OVERLAY_DTYPE, shape (twice the bodies, floats)
    cell: U8  # kind of the last dot in each cell of the map, plus 1; shape (CELLS * CELLS,)
    next: I64  # what to look at next, counted over all pools; shape (1,)
    count: I64  # dots so far, shape (1,)
    field: F32  # of those who sleep: sums of their colours, and their number; shape (FIELD * FIELD, 4)
    field_blips: F32  # cells of the field as rows of OVERLAY_DTYPE, shape (FIELD * FIELD, floats)
    field_count: I64  # rows of these, shape (1,)


class Radar:
    """The map of one player."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._looks = np.zeros((KINDS.size + 1, LOOK), np.float32)  # the last one: loaded asteroids
        self._looks[:-1, 0] = KINDS.column(lambda row: row.show.radar.radius if row.show.radar else 0.0)
        self._looks[:-1, 1:4], self._looks[:-1, 4] = ship_colors(palette), 1.0
        self._looks[:-1, 5:8] = KINDS.column(lambda row: _SHAPES.get(row.number, SHAPES["disc"]))
        self._looks[:-1, ON_TOP] = KINDS.column(lambda row: row.show.radar_on_top)
        foes = [row.number for row in KINDS if Trait.FRIENDLY not in row.rules.traits]
        self._looks[foes, 1:4] = brightened(self._looks[foes, 1:4])
        self._looks[kinds.ASTEROID.number, 1:5] = ROCK_LOOK
        self._looks[-1, :5], self._looks[-1, 5:8] = LOADED_LOOK, SHAPES["block"]
        edged = KINDS.column(
            lambda row: row.rules.pool != "asteroid" and Trait.FRIENDLY not in row.rules.traits, np.bool_
        )
        widths = self._looks[:-1, [0, 6]] + np.array((EDGE, 2.0 * EDGE))
        self._edges = self._looks[:-1].copy()
        self._edges[:, 0], self._edges[:, 1:5] = widths[:, 0] * edged, EDGE_COLOR
        self._edges[:, 6] = widths[:, 1] * (self._edges[:, 6] > 0.0)
        self._falling_looks = self._looks[:-1].copy()
        self._falling_looks[:, 0], self._falling_looks[:, 5:8] = FALLING_BLIP, SHAPES["hollow_diamond"]
        self._shown, self._making = _create_chart(0), _create_chart(0)
        self._sign_colors = pickup_colors(palette)
        self._middle = (0.0, 0.0)
        self.left = False
        """True in the upper left corner, False in the upper right."""

    def draw(self, overlay: Overlay, world: World, pose: Pose, falling: I32, player: int = 0) -> None:
        """Draw it in its corner, for a `player` at `pose`; `falling` blinks in the hues of its kinds."""
        x, y = self._place(overlay)
        overlay.add(_dial(x, y, world.shell_radius, self._palette))
        frame = np.array(pose[:3])
        self._draw_signs(overlay, world, frame, (x, y))
        dots = self._dots(world, frame, (x, y))
        overlay.add(self._shown.field_blips[: self._shown.field_count[0]])
        overlay.add(dots)
        if (world.tick // BLINK_TICKS) % 2:
            _add_dots(overlay, world, falling, frame, (x, y), self._falling_looks)
        turn = math.atan2(float(pose.heading @ pose.right), float(pose.heading @ pose.up))
        overlay.dart(x, y, 10.0, turn, (*player_color(self._palette, player), 1.0))

    def draw_place(self, overlay: Overlay, direction: F64, world: World, pose: Pose, color: RGBA) -> None:
        """Mark the place in a direction (unit)."""
        x, y = self._place(overlay)
        east, north = map_direction(np.array(pose[:3]), lens_of(world.shell_radius), direction)
        overlay.ring(x + east * RADIUS, y + north * RADIUS, 11.0, 3.0, 1.0, color)

    def _place(self, overlay: Overlay) -> tuple[float, float]:
        away = MARGIN + RADIUS
        return away if self.left else overlay.width - away, overlay.height - away

    def _draw_signs(self, overlay: Overlay, world: World, frame: F64, middle: tuple[float, float]) -> None:
        """Mark what lies about to be picked up, each by its own sign, and crates by rings."""
        rows = world.rows(Pool.PICKUP).astype(np.int32)
        crates = world.bodies.kind[rows] == kinds.CRATE.number
        _add_dots(overlay, world, rows[crates], frame, middle, self._looks)
        rows, magnifying = rows[~crates], lens_of(world.shell_radius)
        for row, pickup in zip(rows.tolist(), world.bodies.variant[rows].tolist(), strict=True):
            east, north = map_direction(frame, magnifying, world.bodies.position[row].astype(np.float64))
            x, y = middle[0] + east * RADIUS, middle[1] + north * RADIUS
            red, green, blue = self._sign_colors[pickup].tolist()
            overlay.glow(x, y, 2.0 * SIGN_SIZE, (*SHADE, 0.8))
            draw_sign(overlay, PICKUPS[pickup].show.sign, x, y, SIGN_SIZE, (red, green, blue, 1.0))

    def _dots(self, world: World, frame: F64, middle: tuple[float, float]) -> F32:
        """Those of the last whole map; goes on with the next one."""
        total, most = len(world.bodies.alive), SLICE
        if len(self._making.blips) != 2 * total or self._middle != middle:
            self._shown, self._making, self._middle = _create_chart(total), _create_chart(total), middle
            most = 2 * total
        if chart_bodies(
            world.population, world.zone_mask, frame, *middle, lens_of(world.shell_radius), self._looks,
            self._edges, most, self._making,
        ):  # fmt: skip
            write_field(self._making, *middle, lens_of(world.shell_radius), world.shell_radius)
            self._shown, self._making = self._making, self._shown
        return self._shown.blips[: self._shown.count[0]]


def _add_dots(
    overlay: Overlay, world: World, rows: I32, frame: F64, middle: tuple[float, float], looks: F32
) -> None:
    dots = np.zeros((len(rows), FLOATS), np.float32)
    chart_rows(world.bodies, rows, frame, *middle, lens_of(world.shell_radius), looks, dots)
    overlay.add(dots)


def _create_chart(rows: int) -> Chart:
    cells, fields = CELLS * CELLS, FIELD * FIELD
    next_, count, field_count = np.zeros((3, 1), np.int64)
    return Chart(
        np.zeros((2 * rows, FLOATS), np.float32), np.zeros(cells, np.uint8), next_, count,
        np.zeros((fields, 4), np.float32), np.zeros((fields, FLOATS), np.float32), field_count,
    )  # fmt: skip


def brightened(colors: F32) -> F32:
    """Display colours, shape (n, 3), with as much white in them as brings each to BRIGHT."""
    weights, shares = np.array((0.2126, 0.7152, 0.0722)), np.linspace(0.0, 1.0, 65)[:, None]
    mixed = colors[:, None] + (1.0 - colors[:, None]) * shares
    enough = (mixed**2.2) @ weights >= BRIGHT
    return mixed[np.arange(len(colors)), enough.argmax(axis=1)].astype(np.float32)


def lens_of(shell_radius: float) -> float:
    """Magnification of the middle, at least 0: puts HALF_WAY [u] half-way to the rim."""
    return max(0.0, math.pi * shell_radius / HALF_WAY - 2.0)


def share_of(arc: float, shell_radius: float) -> float:
    """Map radius of a distance [u] along a shell, 0 in the middle to 1 at the rim."""
    return float(magnified(arc / (math.pi * shell_radius), lens_of(shell_radius)))


@functools.lru_cache(maxsize=4)
def _dial(x: float, y: float, shell_radius: float, palette: Palette) -> F32:
    """Static part: rings."""
    dial = Overlay(1.0)
    dial.disc(x, y, RADIUS + 10.0, (0.01, 0.04, 0.09, 0.78))
    dial.ring(x, y, RADIUS + 9.0, 1.8, 1.0, (*palette.lattice, 0.6))
    for arc, light in zip(RINGS, RING_LIGHTS, strict=True):
        if arc < math.pi * shell_radius:
            dial.ring(x, y, RADIUS * share_of(arc, shell_radius), 1.2, 1.0, (*palette.lattice, light))
    return dial.rows()


@inline
def arc_cosine(cosine: Real) -> Real:
    """acos within 3e-8 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 4.4.46)."""
    x = min(abs(cosine), 1.0)
    series = -0.0170881256 + x * (0.0066700901 - x * 0.0012624911)
    series = 0.0889789874 + x * (-0.0501743046 + x * (0.0308918810 + x * series))
    angle = math.sqrt(1.0 - x) * (1.5707963050 + x * (-0.2145988016 + x * series))
    return angle if cosine >= 0.0 else math.pi - angle


@inline
def magnified(share: Real, magnifying: Real) -> Real:
    """A distance, as a share of that to the antipode, on the map; `magnifying` as by `lens_of`."""
    return (1.0 + magnifying) * share / (1.0 + magnifying * share)


@inline
def map_place(frame: Frame3, magnifying: Real, point: Vector) -> tuple[Real, Real]:
    """Place of a point on a map of radius 1, x to the right, y along `up`; the middle if it has no length."""
    position, right, up = frame
    east, north, height = dot(point, right), dot(point, up), dot(point, position)
    square = east * east + north * north
    if square <= 0.0:
        return 0.0, 0.0 if height >= 0.0 else 1.0
    across = math.sqrt(square)
    share = arc_cosine(height / math.sqrt(square + height * height)) * (1.0 / math.pi)
    reach = (1.0 + magnifying) * share / ((1.0 + magnifying * share) * across)  # `magnified`, divided once
    return east * reach, north * reach


@kernel
def map_direction(frame: F64, magnifying: Real, direction: F64) -> tuple[Real, Real]:
    """`map_place` for Python."""
    return map_place(read_frame(frame), magnifying, (direction[0], direction[1], direction[2]))


@inline
def put_dot(rows_out: F32, row: Row, x: Real, y: Real, look: F32) -> None:
    """Write a dot as a row of OVERLAY_DTYPE; `look` is its radius, colour and shape."""
    if DEBUG:
        assert row < len(rows_out), "put_dot: more dots than there is room for"
        assert abs(x) < np.inf and abs(y) < np.inf, "put_dot: not finite"
    rows_out[row, 0], rows_out[row, 1] = x, y
    rows_out[row, 2] = rows_out[row, 3] = look[0]
    rows_out[row, 4], rows_out[row, 5], rows_out[row, 12] = look[0] * look[5], look[6], look[7]
    for column in range(4):
        rows_out[row, 8 + column] = look[1 + column]
    rows_out[row, 13] = BOX


@inline
def read_frame(rows: F64) -> Frame3:
    """A player's position, right and up as numbers."""
    return vector(rows, 0), vector(rows, 1), vector(rows, 2)


@kernel
def chart_rows(
    bodies: Bodies, rows: I32, frame: F64, x: Real, y: Real, magnifying: Real, looks: F32, rows_out: F32
) -> None:
    """Write a dot for each of some bodies, on the map about (x, y), each as its kind looks.

    `magnifying` as by `lens_of`.
    """
    here = read_frame(frame)
    for k in range(len(rows)):
        east, north = map_place(here, magnifying, vector(bodies.position, rows[k]))
        put_dot(rows_out, k, x + east * RADIUS, y + north * RADIUS, looks[bodies.kind[rows[k]]])


@kernel
def chart_bodies(
    population: Population, zone_mask: U8, frame: F64, x: Real, y: Real, magnifying: Real, looks: F32,
    edges: F32, most: Integer, chart_inout: Chart,
) -> Flag:  # fmt: skip
    """Go on with a map by at most `most` rows; returns whether it is whole: the next call begins anew then.

    Args:
        population: of the world.
        zone_mask: what zones each body is in; nebulae hide.
        frame: the player's position, right and up, unit, shape (3, 3).
        x: of the map's middle [virtual px], as is `y`.
        magnifying: see `lens_of`.
        looks: radius, colour and shape of each kind's dots, then of loaded rocks', (kinds + 1, LOOK).
        edges: the same of the dark below them in worlds of no more rows than SLICE; radius 0: there is none.
        most: rows to look at.
        chart_inout: the map.
    """
    c, here, offset, total = chart_inout, read_frame(frame), 0, 0
    bodies, pools = population.bodies, population.pools
    for pool in ORDER:
        total += pools.stop[pool] - pools.start[pool]
    if c.next[0] == 0:
        c.count[0] = 0
        c.cell[:] = 0
        c.field[:] = 0.0
    begin, end = c.next[0], min(c.next[0] + most, total)
    for part in range(len(ORDER)):
        first, size = pools.start[ORDER[part]], pools.stop[ORDER[part]] - pools.start[ORDER[part]]
        for row in range(first + max(begin - offset, 0), first + min(end - offset, size)):
            kind = bodies.kind[row]
            friend = in_mask(FRIENDLY, kind)
            if not bodies.alive[row] or (zone_mask[row] & HIDDEN and not friend):
                continue
            loaded = kind == ROCK and bodies.variant[row] >= LOADED
            if kind == ROCK and bodies.radius[row] <= LARGE_ROCK and not loaded:
                continue
            look = looks[len(looks) - 1 if loaded else kind]
            if part >= SMALL_ENEMIES and (looks[kind, ON_TOP] > 0.0) != (part > SMALL_ENEMIES):
                continue
            east, north = map_place(here, magnifying, vector(bodies.position, row))
            if total > SLICE and part == SMALL_ENEMIES and not bodies.awake[row]:
                count_sleeper(c.field, east, north, look)
                continue
            if total > SLICE and is_covered(c.cell, east, north, kind):
                continue
            if total <= SLICE and edges[kind, 0] > 0.0:
                put_dot(c.blips, c.count[0], x + east * RADIUS, y + north * RADIUS, edges[kind])
                c.count[0] += 1
            put_dot(c.blips, c.count[0], x + east * RADIUS, y + north * RADIUS, look)
            c.count[0] += 1
        offset += size
    c.next[0] = end if end < total else 0
    return end >= total


@inline
def is_covered(cell_inout: U8, east: Real, north: Real, kind: Integer) -> Flag:
    """True if the last dot in a cell of the map was of the same kind; records this one."""
    column, row = int((east + 1.0) * (RADIUS / CELL)), int((north + 1.0) * (RADIUS / CELL))
    at = row * CELLS + column
    if cell_inout[at] == kind + 1:
        return True
    cell_inout[at] = kind + 1
    return False


@inline
def count_sleeper(field_inout: F32, east: Real, north: Real, look: F32) -> None:
    """Count one who sleeps in its cell of the field."""
    column = min(max(int((east + 1.0) * (RADIUS / FIELD_CELL)), 0), FIELD - 1)
    row = min(max(int((north + 1.0) * (RADIUS / FIELD_CELL)), 0), FIELD - 1)
    at = row * FIELD + column
    for part in range(3):
        field_inout[at, part] += look[1 + part]
    field_inout[at, 3] += np.float32(1.0)


@kernel
def write_field(chart_inout: Chart, x: Real, y: Real, magnifying: Real, shell_radius: Real) -> None:
    """Write the cells of the field in which there are any, on the map about (x, y), by how dense they are."""
    c, count = chart_inout, 0
    for at in range(len(c.field)):
        number = np.float64(c.field[at, 3])
        east = (at % FIELD + 0.5) * (FIELD_CELL / RADIUS) - 1.0
        north = (at // FIELD + 0.5) * (FIELD_CELL / RADIUS) - 1.0
        away = math.sqrt(east * east + north * north)
        if number == 0.0 or away > 1.0:
            continue
        share = min(1.0, number / (shell_area(away, magnifying, shell_radius) * FIELD_FULL))
        look = c.field_blips[count]
        look[0], look[1] = x + east * RADIUS, y + north * RADIUS
        look[2] = look[3] = 0.5 * (FIELD_CELL - FIELD_GAP)
        look[4] = look[5] = look[12] = 0.0
        for part in range(3):
            look[8 + part] = c.field[at, part] / number
        look[11] = FIELD_FAINT + (FIELD_LIGHT - FIELD_FAINT) * share
        look[13] = BOX
        count += 1
    c.field_count[0] = count


@inline
def shell_area(away: Real, magnifying: Real, shell_radius: Real) -> Real:
    """Area of the shell [u^2] that a cell of the field shows, at a distance from the middle of radius 1."""
    away = min(max(away, FIELD_RIM), 1.0 - FIELD_RIM)
    left = 1.0 + magnifying - magnifying * away  # the inverse of `magnified` and its slope
    angle = math.pi * away / left
    stretch = math.pi * (1.0 + magnifying) / (left * left)
    return shell_radius * shell_radius * math.sin(angle) * stretch / away * (FIELD_CELL / RADIUS) ** 2
