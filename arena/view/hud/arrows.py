"""Arrows at the picture's rim: to the nearest enemies that are not in it, with the time to contact, and to
the place where players are wanted, which has rings in the world.
"""

import functools
import math
from collections.abc import Sequence

import numpy as np

from arena.game.goal import GoalKind
from arena.game.hud import Marker
from arena.game.rules import SIGHT
from arena.game.seats import return_direction
from arena.jit import DEBUG, inline, is_sorted, kernel
from arena.jit.annotations import F64, I64, U8, Flag, Integer, Real
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.sim.tables.zones import hiding_zones
from arena.sim.world import World
from arena.vectors import dot, length, scaled, subtract, vector
from arena.view.buffers import ring_row
from arena.view.cameras.camera import project
from arena.view.culling import in_frustum, over_horizon, read_lens
from arena.view.frame import Camera, Instances
from arena.view.hud.goals import SIZE
from arena.view.overlay.layout import Pane, figure_scale, hud_corners
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import SHIP, draw_sign
from arena.view.palette import Color, Palette, ship_colors
from arena.view.poses import Pose

ARROWS, ARROW_REACH = SIGHT.arrows, SIGHT.arrow_reach
"""Of one player, and the distance along the shell beyond which threats get none [u]."""
ARROW_GAP, GROUP_GAP = 52.0, 170.0
"""An arrow nearer than this to that of a nearer threat of another kind, or of the same kind, is left out
[virtual px]: one arrow points at the whole group, and has its number."""
CANDIDATES = 64
"""Threats that are looked at, the nearest."""
RIM, CORNER_GAP = 24.0, 20.0
"""Gaps between an arrow and the picture's edge, and the HUD's corners [virtual px]."""
LABEL = 1.0, 0.97, 0.92, 1.0
"""Colour of a number: it may lie on anything."""
ARROW_SIZE, ARROW_STROKE, NEARER = 13.0, 3.2, 6.0
"""Half the size of an arrow, width of its strokes, and how much larger it is for the nearest threat
[virtual px]: it is open, as no hull is."""
EDGE_COLOR = 0.01, 0.03, 0.07, 0.7
"""Of the dark below an arrow: it may lie upon pale ground."""
NUMBER_AWAY, NUMBER_ASIDE, LABEL_TIME, SLOW = 34.0, 22.0, 9.5, 1.0
"""From an arrow to its number, downwards or upwards, and sideways beyond half its width [virtual px]; threats
later [s] or slower [u/s] than this have none."""
HIDDEN, ENEMIES = hiding_zones(), int(Pool.ENEMY)
ROW, TURN, AWAY, CLOSING, PLACE_X, PLACE_Y, SHARED = range(7)
HIT_TICKS, HIT_RADIUS, HIT_WIDTH, HIT_SPAN, HIT_HEAD = 30, 72.0, 7.0, 0.16, 13.0
"""Ticks for which the arc of a hit is shown, its radius and width [virtual px], its share of a circle, and
the size of its arrow head [virtual px]."""
HIT_ANGLE = 0.05
"""Between the ship and a place in the direction of who hit it [rad]."""
RETURN_RADIUS, RETURN_RING, RETURN_UP = 4.0, 26.0, 60.0
"""Of the rings about a place of return [u]; of the ring about the sign there, and its height [virtual px]."""
CATCH_ARCS, GATE_ARCS = 4.0, 2.0
"""Of each ring about what is to be caught, and of a gate's: two posts to fly through."""
MARKER_SEEN = 0.9
"""Share of the picture within which a place needs no arrow."""
MARKER_EDGE, DASH_LENGTH = 0.3, 2.4
"""Thickness of the ring around a place, and about the length of its dashes [u]."""
PULSES, PULSE_SECONDS = 3, 2.4
"""Thin rings that run inwards to where players are wanted, and the time that each takes [s]."""
MARKER_SIZE, INWARDS, BESIDE = 17.0, 42.0, 30.0
"""Size of the arrow to it; to its words: downwards or upwards, and sideways beyond half their width [virtual
px]."""
MARKER_FAR = 6.0
"""From here on the distance to the place's edge is told [u]."""


class Threats(Table):
    """Threats nearby and out of sight, nearest first."""

    row: I64  # of Bodies, shape (CANDIDATES,)
    away: F64  # [u] along the shell, shape (CANDIDATES,)
    arrow: F64  # columns ROW to SHARED: row, turn [rad], away [u], closing speed [u/s], x, y [virtual px],
    # number of threats that it points at; shape (ARROWS, 7)


class Arrows:
    """The arrows of one player."""

    def __init__(self, palette: Palette) -> None:
        self._colors = ship_colors(palette)
        self.marked = np.zeros(0, np.int64)
        """Rows of the enemies that the last picture has arrows for."""
        arrows = np.full((ARROWS, SHARED + 1), -1.0)
        self._threats = Threats(np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES), arrows)

    def draw(self, overlay: Overlay, world: World, lens: F64, pose: Pose, pane: Pane = Pane.WHOLE) -> None:
        """Draw them for a player at `pose`, `lens` as in `arena.view.culling`."""
        axes, shell, threats = np.array(pose[:3]), world.shell_radius, self._threats
        rim = rim_of(overlay.width, overlay.height, pane)
        found = find_threats(world.population, world.zone_mask, axes, shell, lens, rim, threats)
        count = choose_arrows(world.bodies, threats, found, axes, rim)
        self.marked = threats.arrow[:count, ROW].astype(np.int64)
        for arrow in threats.arrow[:count].tolist():
            color = self._colors[world.bodies.kind[int(arrow[ROW])]].tolist()
            draw = functools.partial(_draw_arrow, overlay, arrow, color)
            overlay.add_mark(arrow[PLACE_X], arrow[PLACE_Y], ARROW_SIZE + NEARER, draw)


def _draw_arrow(overlay: Overlay, arrow: Sequence[float], color: Sequence[float], y: float) -> None:
    (_, turn, away, closing, x, _, shared), (red, green, blue) = arrow, color
    near = 1.0 - away / ARROW_REACH
    size, hue = ARROW_SIZE + NEARER * near, (red, green, blue, 0.8 + 0.2 * near)
    overlay.dart(x, y, size, turn, EDGE_COLOR, 3.0 * ARROW_STROKE)
    overlay.dart(x, y, size, turn, hue, ARROW_STROKE)
    number = f"×{shared:.0f}" if shared > 1 else ""
    wait = f"{away / closing:.0f}s" if closing > SLOW and away / closing < LABEL_TIME else ""
    if words := f"{number} {wait}".strip():
        aside = (NUMBER_ASIDE + overlay.text_width(words, SIZE) / 2) * math.sin(turn)
        overlay.add_label(words, x - aside, y - NUMBER_AWAY * math.cos(turn) - 8.0, SIZE, LABEL)


@functools.lru_cache(maxsize=8)
def rim_of(width: float, height: float, pane: Pane = Pane.WHOLE) -> F64:
    """Region for arrows at the rim: half the picture without its corners; words move marks themselves.

    Rows of width and height [virtual px]: half the picture, the corners at the lower left, lower right, upper
    left and upper right, shape (5, 2).
    """
    score, radar, signs = hud_corners(width, height, pane)
    none, chart = (RIM, RIM), (radar.width + CORNER_GAP, radar.height + CORNER_GAP)
    told = (score.width + CORNER_GAP, score.height + CORNER_GAP)
    upper = {Pane.WHOLE: (told, chart), Pane.LEFT: (chart, none), Pane.RIGHT: (none, chart)}[pane]
    foot = signs.width + CORNER_GAP, signs.height + CORNER_GAP
    return np.array([(width / 2, height / 2), foot, none, *upper])


@kernel
def find_threats(
    population: Population, zone_mask: U8, frame: F64, shell_radius: Real, lens: F64, rim: F64,
    threats_out: Threats,
) -> Integer:  # fmt: skip
    """List the enemies that are near and hidden, nearest first, those that came first before others as near;
    returns how many there are. `frame` is the player's position, right and up; `rim` as by `rim_of`.

    Hidden are those of which no part is in the picture, as `arena.game.scoring.visibility` has it, or whose
    middle is behind the planet or below a corner of the HUD.
    """
    bodies, pools = population.bodies, population.pools
    view, here, count = read_lens(lens), vector(frame, 0), 0
    cosine = math.cos(min(math.pi, ARROW_REACH / shell_radius))
    row_out, away_out = threats_out.row, threats_out.away
    for row in range(pools.start[ENEMIES], pools.stop[ENEMIES]):
        place = vector(bodies.position, row)
        along = dot(place, here)
        if along < cosine * length(place) or zone_mask[row] & HIDDEN:
            continue
        if not (bodies.alive[row] and bodies.awake[row]):  # who sleeps comes to nobody
            continue
        sight = subtract(place, view[0])
        if in_frustum(view, sight, np.float64(bodies.radius[row])) and over_horizon(view, sight, 0.0):
            depth = max(dot(sight, view[3]), view[4][4])
            x, y = dot(sight, view[1]) / (depth * view[4][0]), dot(sight, view[2]) / (depth * view[4][1])
            if not in_corner(x * rim[0, 0], y * rim[0, 1], rim):
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

    The others are counted at the arrow that they are near. `rim` as by `rim_of`.
    """
    here, right, up = vector(frame, 0), vector(frame, 1), vector(frame, 2)
    arrow, count = threats_inout.arrow, 0
    for k in range(found):
        row = threats_inout.row[k]
        place = vector(bodies.position, row)
        turn = math.atan2(dot(place, right), dot(place, up))
        x, y = rim_place(turn, rim)
        free = count < ARROWS
        for other in range(count):
            least = GROUP_GAP if bodies.kind[np.int64(arrow[other, ROW])] == bodies.kind[row] else ARROW_GAP
            if math.hypot(x - arrow[other, PLACE_X], y - arrow[other, PLACE_Y]) < least:
                arrow[other, SHARED] += 1.0
                free = False
                break
        if not free:
            continue
        outward = scaled(place, 1.0 / length(place))
        ahead = subtract(here, scaled(outward, dot(outward, here)))
        closing = dot(vector(bodies.velocity, row), ahead) / max(length(ahead), 1e-6)
        arrow[count, ROW], arrow[count, TURN], arrow[count, AWAY] = row, turn, threats_inout.away[k]
        arrow[count, CLOSING], arrow[count, PLACE_X], arrow[count, PLACE_Y] = closing, x, y
        arrow[count, SHARED] = 1.0
        count += 1
    return count


@inline
def inset_of(x: Real, y: Real, rim: F64) -> tuple[Real, Real]:
    """Distances from the picture's middle to the HUD's corner on the side of a place [virtual px]."""
    corner = 1 + (1 if x > 0.0 else 0) + (2 if y > 0.0 else 0)
    return rim[0, 0] - rim[corner, 0], rim[0, 1] - rim[corner, 1]


@inline
def in_corner(x: Real, y: Real, rim: F64) -> Flag:
    """True if a place, from the picture's middle [virtual px], lies below a corner of the HUD."""
    wide, high = inset_of(x, y, rim)
    return abs(x) > wide and abs(y) > high


@inline
def rim_place(turn: Real, rim: F64) -> tuple[Real, Real]:
    """Intersection of the ray at `turn` from the middle with the inset border.

    Below a corner of the HUD, it is the nearer of the two points where the border meets that. Inwards along
    the ray an arrow would come to stand in the middle of a fight: corners are large in a small picture.
    """
    east, north = math.sin(turn), math.cos(turn)
    middle_x, middle_y = rim[0, 0], rim[0, 1]
    reach = ((abs(east) / (middle_x - RIM)) ** 6 + (abs(north) / (middle_y - RIM)) ** 6) ** (-1.0 / 6.0)
    x, y = east * reach, north * reach
    wide, high = inset_of(x, y, rim)
    if in_corner(x, y, rim):
        across = abs(x) - wide < abs(y) - high
        x = math.copysign(wide if across else middle_x - RIM, x)
        y = math.copysign(middle_y - RIM if across else high, y)
    return middle_x + x, middle_y + y


def draw_hit(
    overlay: Overlay, world: World, player: int, pose: Pose, camera: Camera, palette: Palette
) -> None:
    """Draw an arc about a ship that was just hit, on the side and in the hue of who did it."""
    harm = world.tables.get("harm")
    left = 0.0 if harm is None else 1.0 - (world.tick - int(harm.tick[player])) / HIT_TICKS
    if harm is None or harm.tick[player] < 0 or left <= 0.0:
        return
    right, ahead = harm.bearing[player].tolist()
    way = (pose.right * right + pose.up * ahead) / max(math.hypot(right, ahead), 1e-6)
    spots, _ = project(camera, (pose.position + np.array([[0.0], [HIT_ANGLE]]) * way) * world.shell_radius)
    (x, y), (far_x, far_y) = overlay.locate(spots).tolist()
    turn, color = math.atan2(far_x - x, far_y - y), ship_colors(palette)[harm.kind[player]].tolist()
    start, tip = turn - math.pi * HIT_SPAN, HIT_RADIUS + HIT_HEAD
    with overlay.scaled(x, y, figure_scale(overlay.height)):
        for wider, tone in ((6.0, (*EDGE_COLOR[:3], 0.8 * left)), (0.0, (*color, left))):
            overlay.ring(x, y, HIT_RADIUS, HIT_WIDTH + wider, HIT_SPAN, tone, start)
            at = x + tip * math.sin(turn), y + tip * math.cos(turn)
            overlay.dart(*at, HIT_HEAD + 0.5 * wider, turn, tone)


def return_marker(world: World, player: int) -> Marker:
    """Place about which a player who was lost returns."""
    x, y, z = return_direction(world.population, player)
    return Marker((x, y, z), RETURN_RADIUS, "NEW SHIP")


def mark_return(
    overlay: Overlay, marker: Marker, camera: Camera, shell: float, wait: float, color: RGBA
) -> None:
    """Draw a ship's sign above a place of return, in a ring that runs out as the wait does, 1 to 0."""
    (spot,), (ahead,) = project(camera, (np.asarray(marker.place) * shell)[None])
    x, y = overlay.locate(spot)
    if ahead:
        with overlay.scaled(x, y, figure_scale(overlay.height)):
            overlay.disc(x, y + RETURN_UP, RETURN_RING + 4.0, EDGE_COLOR)
            overlay.ring(x, y + RETURN_UP, RETURN_RING, 4.0, wait, color)
            draw_sign(overlay, SHIP, x, y + RETURN_UP, 0.5 * RETURN_RING, color, 1.5)


def marker_color(kind: GoalKind, palette: Palette) -> Color:
    """Colour of a goal; that of NONE is a place of return."""
    own = {GoalKind.STAY: palette.score, GoalKind.GUARD: palette.companion, GoalKind.CATCH: palette.warning}
    return own.get(kind, palette.player)


def ring_marker(
    rings: Instances, marker: Marker, kind: GoalKind, time_s: float, palette: Palette
) -> Instances:
    """The rings of a picture and a goal's: dashed where players are to be, arcs about what is caught."""
    color, flees = marker_color(kind, palette), kind is GoalKind.CATCH
    held = max(8.0, round(2.0 * math.pi * marker.radius / DASH_LENGTH))
    arcs = {GoalKind.STAY: held, GoalKind.REACH: GATE_ARCS, GoalKind.CATCH: CATCH_ARCS}
    dashes, edge = arcs.get(kind, 0.0), MARKER_EDGE * (2.0 if kind is GoalKind.REACH else 1.0)
    rows = [rings, ring_row(marker.place, marker.radius, edge, (*color, 1.0), dashes)]
    for number in range(PULSES):
        share = (time_s / PULSE_SECONDS + number / PULSES) % 1.0
        reach, light = marker.radius * ((2.0 if flees else 1.0) - share), 0.6 * math.sin(math.pi * share)
        pulse = ring_row(marker.place, reach, 0.5 * MARKER_EDGE, (*color, light), dashes if flees else 0.0)
        rows.append(pulse)
    return np.concatenate(rows)


def draw_marker(
    overlay: Overlay, marker: Marker, camera: Camera, pose: Pose, shell_radius: float, color: Color,
    pane: Pane,
) -> None:  # fmt: skip
    """Point from the rim to a place out of sight or below a corner of the HUD, and tell the way to it."""
    place = np.asarray(marker.place)
    (spot,), (ahead,) = project(camera, (place * shell_radius)[None])
    facing = float(place @ camera.eye) * shell_radius > shell_radius * shell_radius * 0.93
    rim = rim_of(overlay.width, overlay.height, pane)
    covered = in_corner(*(spot * rim[0]).tolist(), rim)
    if ahead and facing and not covered and np.abs(spot).max() < MARKER_SEEN:
        return
    arc = math.acos(max(-1.0, min(1.0, float(place @ pose.position)))) * shell_radius
    left = max(0.0, arc - marker.radius)
    text = f"{marker.label}  {left:.0f} u" if left > MARKER_FAR else marker.label
    turn = math.atan2(float(place @ pose.right), float(place @ pose.up))
    x, y = rim_place(turn, rim)

    def draw(y: float) -> None:
        overlay.dart(x, y, MARKER_SIZE + 2.5, turn, EDGE_COLOR)
        overlay.dart(x, y, MARKER_SIZE, turn, (*color, 1.0))
        aside = (overlay.text_width(text, SIZE) / 2 + BESIDE) * math.sin(turn)
        overlay.add_label(text, x - aside, y - INWARDS * math.cos(turn) - 8.0, SIZE, (*color, 1.0))

    overlay.add_mark(x, y, MARKER_SIZE, draw)
