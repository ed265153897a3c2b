"""Arrows at the picture's rim to the nearest enemies that are not in it, with the time to contact.

A viewer draws them for every picture. An arrow does not cover threats: it moves along the rim to a free
place, and fades where there is none.
"""

import functools
import math
from collections.abc import Sequence

import numpy as np

from arena.game.rules import SIGHT
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import F64, I64, U8, Flag, Integer, Real
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.sim.tables.zones import hiding_zones
from arena.sim.world import World
from arena.vectors import Vector, dot, length, scaled, subtract, vector
from arena.view.culling import View, read_lens
from arena.view.overlay.layout import HEIGHT, Pane, hud_corners
from arena.view.overlay.occupancy import Occupancy, has_room
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, ship_colors
from arena.view.poses import Pose

ARROWS = SIGHT.arrows
ARROW_GAP = 52.0
"""An arrow nearer than this to that of a nearer threat is left out: one arrow points at the whole group."""
CANDIDATES = 64
"""Threats that are looked at, the nearest."""
RIM = 34.0
CORNER_GAP, SCORE_WIDTH = 20.0, 340.0
"""Gap between an arrow and the HUD's corners; width of the upper left corner [virtual px]."""
FOOT = (700.0, 108.0)
"""Of the middle of the lower edge, where the companion speaks, in a picture of the usual height."""
ARROW_REACH = SIGHT.arrow_reach
"""Threats farther than this along the shell get no arrow [u]."""
LABEL_TIME = 9.5
"""Threats that take longer get no number [s]."""
PLATE, LABEL = (0.01, 0.03, 0.07, 0.72), (1.0, 0.97, 0.92, 1.0)
"""Behind a number, and the number itself: it may lie on anything."""
ARROW_SIZE, RIM_SIZE, EDGE_SIZE, NEARER = 11.0, 17.0, 25.0, 9.0
"""Of an arrow, its pale rim and the dark around that, and how much larger they are the nearer the threat is
[virtual px]."""
EDGE_SHADE = 0.85
"""Opacity of that dark: an arrow may lie upon a rock as pale as its rim."""
RIM_COLOR = (1.0, 1.0, 1.0, 0.9)
"""Around an arrow: ships of the same colour may be behind it."""
SLOW = 1.0
"""Nor do those that come no faster than this [u/s]."""
INSIDE = 0.97
"""Share of the picture in which a threat needs no arrow."""
HIDDEN, ENEMIES = hiding_zones(), int(Pool.ENEMY)
ROW, TURN, AWAY, CLOSING, PLACE_X, PLACE_Y, SHIFT, LIGHT, HOME_X, HOME_Y, SEEN = range(11)
STEP, STEPS = 0.07, 7
"""Step along the rim between the places that an arrow tries [rad], and number of steps to each side."""
FAINT, GONE = 0.28, 0.02
"""Light of an arrow that has no room, and below which none is drawn."""
ABREAST, UPON = 46.0, 28.0
"""Between an arrow and that of a nearer threat, if neither has room elsewhere: from here on it is seen in
full, and up to there not at all [virtual px]."""
WAY_RATE, FADE_RATE = 7.0, 6.0
"""With which arrows move aside, and fade [1/s]."""
HEAD, NUMBER_AWAY, NUMBER_WIDE, NUMBER_HIGH = 25.0, 36.0, 19.0, 14.0
"""Half the extent of an arrow, and of its number that stands so far inwards from it [virtual px]."""


class Threats(Table):
    """Threats nearby and out of sight, nearest first."""

    row: I64  # of Bodies, shape (CANDIDATES,)
    away: F64  # [u] along the shell, shape (CANDIDATES,)
    arrow: F64  # of the picture, columns ROW to SEEN: row, turn [rad], away [u], closing speed [u/s], x, y
    # [virtual px], how far it stands aside [rad], the light that it has room for, where it would stand with
    # room, and the light that is left beside nearer arrows; shape (ARROWS, 11)
    before: F64  # the same of the last picture, -1 as the row of none


class Arrows:
    """The arrows of one player."""

    def __init__(self, palette: Palette) -> None:
        self._colors = ship_colors(palette)
        self.marked = np.zeros(0, np.int64)
        """Rows of the enemies that the last picture has arrows for."""
        arrows = np.full((2, ARROWS, SEEN + 1), -1.0)
        self._threats = Threats(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), *arrows)

    def draw(
        self, overlay: Overlay, world: World, lens: F64, pose: Pose, room: Occupancy, elapsed_s: float = 0.0,
        pane: Pane = Pane.WHOLE,
    ) -> None:  # fmt: skip
        """Draw them for a player at `pose`, `lens` as in `arena.view.culling`, where there is `room`."""
        frame, shell, threats = np.array(pose[:3]), world.shell_radius, self._threats
        found = find_threats(world.population, world.zone_mask, frame, shell, lens, threats)
        rim = rim_of(overlay.width, overlay.height, pane)
        count = choose_arrows(world.bodies, threats, found, frame, rim)
        give_way(threats, count, rim, room.cells, room.cell, elapsed_s)
        self.marked = threats.arrow[:count, ROW].astype(np.int64)
        for arrow in threats.arrow[:count].tolist():
            if arrow[SEEN] < GONE:
                continue
            self._draw_arrow(overlay, arrow, self._colors[world.bodies.kind[int(arrow[ROW])]].tolist())

    def _draw_arrow(self, overlay: Overlay, arrow: Sequence[float], color: Sequence[float]) -> None:
        _, turn, away, closing, x, y, _, _, _, _, light = arrow
        near, (red, green, blue) = 1.0 - away / ARROW_REACH, color
        rim = (*RIM_COLOR[:3], RIM_COLOR[3] * light)
        overlay.dart(x, y, EDGE_SIZE + NEARER * near, turn, (*PLATE[:3], EDGE_SHADE * light))
        overlay.dart(x, y, RIM_SIZE + NEARER * near, turn, rim)
        overlay.dart(x, y, ARROW_SIZE + NEARER * near, turn, (red, green, blue, (0.8 + 0.2 * near) * light))
        shown = (light - FAINT) / (1.0 - FAINT)
        if closing > SLOW and away / closing < LABEL_TIME and shown > 0.05:
            label = f"{away / closing:.0f}s"
            across, up = x - NUMBER_AWAY * math.sin(turn), y - NUMBER_AWAY * math.cos(turn)
            overlay.rect(
                across - NUMBER_WIDE, up - NUMBER_HIGH, 2 * NUMBER_WIDE, 2 * NUMBER_HIGH,
                (*PLATE[:3], PLATE[3] * shown), 9,
            )  # fmt: skip
            overlay.text(label, across, up - 8, 22, (*LABEL[:3], shown), "center")


@functools.lru_cache(maxsize=8)
def rim_of(width: float, height: float, pane: Pane = Pane.WHOLE) -> F64:
    """Region for arrows at the rim: half the picture, reduced by the foot's middle and the corners.

    Rows of width and height [virtual px]: half the picture, the foot, the corners at the lower left, lower
    right, upper left and upper right, shape (6, 2).
    """
    _, radar, progress, weapons, _ = hud_corners(width, height, pane)
    foot = FOOT[0] * min(1.0, width / (HEIGHT * 16 / 9)), FOOT[1]
    none, chart = (RIM, RIM), (radar.width + CORNER_GAP, radar.height + CORNER_GAP)
    score, told = (SCORE_WIDTH, 190.0 + CORNER_GAP), (progress.width + CORNER_GAP, chart[1] + progress.height)
    upper = {Pane.WHOLE: (score, told), Pane.LEFT: (chart, none), Pane.RIGHT: (none, chart)}[pane]
    rim = np.array([(width / 2, height / 2), foot, (weapons.width, weapons.y + weapons.height), none, *upper])
    rim[2] += CORNER_GAP
    return rim


@inline
def is_hidden(view: View, place: Vector, limb: Real) -> Flag:
    """True if a point is outside the picture or behind the planet."""
    eye, right, up, forward, (horizontal, vertical, _, _, near, _) = view
    sight = subtract(place, eye)
    depth = dot(sight, forward)
    if depth <= near or dot(place, eye) < limb:
        return True
    beside, above = abs(dot(sight, right)), abs(dot(sight, up))
    return beside >= INSIDE * depth * horizontal or above >= INSIDE * depth * vertical


@kernel
def find_threats(
    population: Population, zone_mask: U8, frame: F64, shell_radius: Real, lens: F64, threats_out: Threats
) -> Integer:
    """List the enemies that are near and hidden, nearest first, those that came first
    before others as near; returns how many there are. `frame` is the player's position, right and up.
    """
    bodies, pools = population.bodies, population.pools
    view, here, count = read_lens(lens), vector(frame, 0), 0
    height, planet = length(view[0]), view[4][5]
    behind = math.acos(min(1.0, planet / height)) + math.acos(min(1.0, planet / shell_radius))
    limb, cosine = (
        height * shell_radius * math.cos(behind),
        math.cos(min(math.pi, ARROW_REACH / shell_radius)),
    )
    row_out, away_out = threats_out.row, threats_out.away
    for row in range(pools.start[ENEMIES], pools.stop[ENEMIES]):
        place = vector(bodies.position, row)
        along = dot(place, here)
        if along < cosine * length(place) or zone_mask[row] & HIDDEN:
            continue
        if not (bodies.alive[row] and bodies.awake[row]):  # who sleeps comes to nobody
            continue
        if not is_hidden(view, place, limb):
            continue
        away = math.acos(min(max(along / length(place), -1.0), 1.0)) * shell_radius
        if count == CANDIDATES and away >= away_out[CANDIDATES - 1]:
            continue
        count = min(count + 1, CANDIDATES)
        at = count - 1
        while at > 0 and away_out[at - 1] > away:
            row_out[at], away_out[at] = row_out[at - 1], away_out[at - 1]
            at -= 1
        row_out[at], away_out[at] = row, away
    if DEBUG:
        assert is_sorted(away_out, 0, count), "find_threats: the nearest do not come first"
    return count


@kernel
def choose_arrows(bodies: Bodies, threats_inout: Threats, found: Integer, frame: F64, rim: F64) -> Integer:
    """Give arrows to the first of `found` threats that keep their distance; returns how many.

    `rim` as by `rim_of`.
    """
    here, right, up = vector(frame, 0), vector(frame, 1), vector(frame, 2)
    arrow, count = threats_inout.arrow, 0
    threats_inout.before[:] = arrow
    arrow[:, ROW] = -1.0
    for k in range(found):
        row = threats_inout.row[k]
        place = vector(bodies.position, row)
        turn = math.atan2(dot(place, right), dot(place, up))
        x, y = rim_place(turn, rim)
        free = True
        for other in range(count):
            free = free and math.hypot(x - arrow[other, HOME_X], y - arrow[other, HOME_Y]) >= ARROW_GAP
        if not free:
            continue
        outward = scaled(place, 1.0 / length(place))
        ahead = subtract(here, scaled(outward, dot(outward, here)))
        closing = dot(vector(bodies.velocity, row), ahead) / max(length(ahead), 1e-6)
        arrow[count, ROW], arrow[count, TURN], arrow[count, AWAY] = row, turn, threats_inout.away[k]
        arrow[count, CLOSING], arrow[count, HOME_X], arrow[count, HOME_Y] = closing, x, y
        count += 1
        if count == ARROWS:
            break
    return count


@kernel
def give_way(
    threats_inout: Threats, count: Integer, rim: F64, cells: U8, cell: Real, elapsed_s: Real
) -> None:
    """Move each of `count` arrows to where there is room, from where the last picture had it.

    Args:
        threats_inout: arrows as chosen; their places and lights are written.
        count: how many.
        rim: see `rim_of`.
        cells: where something is that must be seen, see `arena.view.overlay.occupancy`.
        cell: edge of one [virtual px].
        elapsed_s: since the last picture.
    """
    arrow, before = threats_inout.arrow, threats_inout.before
    aside, fade = 1.0 - math.exp(-WAY_RATE * elapsed_s), 1.0 - math.exp(-FADE_RATE * elapsed_s)
    for k in range(count):
        turn, old = arrow[k, TURN], -1
        for other in range(ARROWS):
            if before[other, ROW] == arrow[k, ROW]:
                old = other
        shift, light = find_gap(arrow, k, rim, cells, cell)
        if old >= 0:
            if light < 1.0:  # nowhere is better than here
                shift = before[old, SHIFT]
            shift = before[old, SHIFT] + (shift - before[old, SHIFT]) * aside
        if old >= 0:
            light = before[old, LIGHT] + (light - before[old, LIGHT]) * fade
        (x, y), seen = rim_place(turn + shift, rim), light
        for other in range(k):
            away = math.hypot(x - arrow[other, PLACE_X], y - arrow[other, PLACE_Y])
            seen = min(seen, max(0.0, (away - UPON) / (ABREAST - UPON)))
        arrow[k, SEEN] = seen
        arrow[k, SHIFT], arrow[k, LIGHT], arrow[k, PLACE_X], arrow[k, PLACE_Y] = shift, light, x, y


@inline
def find_gap(arrow: F64, k: Integer, rim: F64, cells: U8, cell: Real) -> tuple[Real, Real]:
    """(shift, light) of arrow `k` at the nearest place along the rim with room beside those before it."""
    turn = arrow[k, TURN]
    for step in range(2 * STEPS + 1):
        shift = STEP * ((step + 1) // 2) * (1.0 if step % 2 else -1.0)
        x, y = rim_place(turn + shift, rim)
        free = has_room(cells, cell, x - HEAD, y - HEAD, x + HEAD, y + HEAD)
        for other in range(k):
            free = free and math.hypot(x - arrow[other, PLACE_X], y - arrow[other, PLACE_Y]) >= ARROW_GAP
        x, y = x - NUMBER_AWAY * math.sin(turn), y - NUMBER_AWAY * math.cos(turn)
        if free and has_room(cells, cell, x - NUMBER_WIDE, y - NUMBER_HIGH, x + NUMBER_WIDE, y + NUMBER_HIGH):
            return shift, 1.0
    return 0.0, FAINT


@inline
def rim_place(turn: Real, rim: F64) -> tuple[Real, Real]:
    """Intersection of the ray at `turn` from the middle with the inset border, short of the HUD's corners."""
    east, north = math.sin(turn), math.cos(turn)
    middle_x, middle_y = rim[0, 0], rim[0, 1]
    reach = ((abs(east) / (middle_x - RIM)) ** 6 + (abs(north) / (middle_y - RIM)) ** 6) ** (-1.0 / 6.0)
    x, y = east * reach, north * reach
    corner = 2 + (1 if x > 0.0 else 0) + (2 if y > 0.0 else 0)
    share = max(
        (middle_x - rim[corner, 0]) / max(abs(x), 1.0), (middle_y - rim[corner, 1]) / max(abs(y), 1.0)
    )
    share = min(1.0, max(0.2, share))
    if y < 0.0 and abs(x) * share < rim[1, 0] / 2:
        share = min(share, (middle_y - rim[1, 1]) / -y)
    return middle_x + x * share, middle_y + y * share
