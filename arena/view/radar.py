"""The far side: a round map of the whole sphere around the player, and arrows to what comes over the horizon.

The map is azimuthal-equidistant: the middle is the player, the rim the antipode, the angle the bearing.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.sim.kinds import Kind, Pool
from arena.sim.world import World
from arena.sim.zones import Zone
from arena.view.camera import project
from arena.view.frame import Camera
from arena.view.overlay import HEIGHT, Overlay
from arena.view.palette import Palette, ship_colors
from arena.view.vectors import cross
from arena.view.warnings import falling_rows

F64 = NDArray[np.float64]

RADIUS = 118.0
MARGIN = 44.0
ARROWS = 6
ARROW_GAP = 52.0
"""An arrow nearer than this to that of a nearer threat is left out: one arrow points at the whole group."""
ARROW_CANDIDATES = 64
RIM = 34.0
CORNERS = {(-1, 1): (340.0, 210.0), (1, 1): (250.0, 190.0), (-1, -1): (320.0, 160.0), (1, -1): (330.0, 330.0)}
"""Width and height of what the HUD keeps in each corner (side, side upwards); no arrow covers it."""
FOOT = (700.0, 108.0)
"""The same in the middle of the lower edge, where the companion speaks."""
ARROW_REACH = 70.0
"""Threats farther than this along the shell get no arrow [u]."""
BLIP = {Kind.DRONE: 3.2, Kind.CARRIER: 6.4, Kind.BOSS: 9.0, Kind.BOSS_PART: 3.2}
"""Radii of enemies' dots where they are not the usual."""
_HIDDEN = np.uint8(1 << Zone.NEBULA)
_HORIZON = math.radians(58.0)


def bearing_and_distance(position: F64, up: F64, points: NDArray[np.floating]) -> tuple[F64, F64]:
    """Bearing, clockwise from `up`, and angle from unit `position` to each point [rad], shape (n,)."""
    frame = np.stack([cross(up, position), up, position])
    east, north, height = frame @ points.T
    return np.arctan2(east, north), np.arctan2(np.hypot(east, north), height)


def map_points(position: F64, up: F64, points: NDArray[np.floating], radius: float) -> F64:
    """Places on a map of `radius` about (0, 0), shape (n, 2), y along `up`."""
    bearing, angle = bearing_and_distance(position, up, points)
    reach = angle / math.pi * radius
    return np.stack([np.sin(bearing) * reach, np.cos(bearing) * reach], axis=1)


def shown(world: World, pool: Pool) -> NDArray[np.int64]:
    """Live rows of a pool, ascending, less those that a nebula hides."""
    rows = world.rows(pool)
    return rows[world.zone_mask[rows] & _HIDDEN == 0]


def draw_radar(
    overlay: Overlay, world: World, position: F64, up: F64, heading: F64, palette: Palette
) -> None:
    """Draw the map in the lower right corner; `position` unit, `up` and `heading` unit tangents there."""
    x, y = overlay.width - MARGIN - RADIUS, MARGIN + RADIUS
    overlay.disc(x, y, RADIUS + 10.0, (0.01, 0.04, 0.09, 0.8))
    overlay.ring(x, y, RADIUS + 9.0, 2.5, 1.0, (*palette.lattice, 0.65))
    for share in (0.5, _HORIZON / math.pi):
        overlay.ring(x, y, RADIUS * share, 1.2, 1.0, (*palette.lattice, 0.3))
    for quarter in range(4):
        overlay.ring(x, y, RADIUS + 4.0, 8.0, 0.008, (*palette.lattice, 0.9), quarter * math.pi / 2 - 0.025)
    _draw_blips(overlay, world, np.array([x, y]), (position, up), palette)
    turn = math.atan2(float(heading @ cross(up, position)), float(heading @ up))
    overlay.dart(x, y, 10.0, turn, (*palette.player, 1.0))


def _draw_blips(
    overlay: Overlay, world: World, middle: F64, frame: tuple[F64, F64], palette: Palette
) -> None:
    bodies, enemies, rocks = world.bodies, shown(world, Pool.ENEMY), shown(world, Pool.ASTEROID)
    falling = falling_rows(world) if (world.tick // 12) % 2 else np.empty(0, np.intp)
    colors, kind = ship_colors(palette), bodies.kind[enemies]
    ours, mines = world.rows(Pool.COMPANION), shown(world, Pool.MINE)
    groups: list[tuple[NDArray[np.integer], float, tuple[float, float, float, float]]] = [
        (rocks[bodies.radius[rocks] > 0.8], 1.8, (0.62, 0.70, 0.80, 0.55)),
        (mines, 1.8, (*palette.miner, 0.8)),
        (ours, 3.6, (*palette.companion, 1.0)),
        *((enemies[kind == k], BLIP.get(Kind(k), 4.6), _rgba(colors[k])) for k in np.unique(kind)),
        (falling, 3.6, (*palette.warning, 1.0)),
    ]
    places = (
        map_points(*frame, bodies.position[np.concatenate([rows for rows, _, _ in groups])], RADIUS) + middle
    )
    start = 0
    for rows, size, color in groups:
        overlay.discs(places[start : start + len(rows)], size, color)
        start += len(rows)


def draw_arrows(
    overlay: Overlay, world: World, camera: Camera, position: F64, up: F64, palette: Palette
) -> None:
    """Point from the screen's rim to the nearest enemies that are not on it, with the time to contact."""
    rows = shown(world, Pool.ENEMY)
    if not len(rows):
        return
    points = world.bodies.position[rows]
    places, ahead = project(camera, points)
    hidden = ~(ahead & np.all(np.abs(places) < 0.97, axis=1)) | (points @ camera.eye < _limb(camera, world))
    bearing, angle = bearing_and_distance(position, up, points)
    away = angle * world.shell_radius
    chosen = np.flatnonzero(hidden & (away < ARROW_REACH))
    chosen = chosen[np.argsort(away[chosen], kind="stable")][:ARROW_CANDIDATES]
    rims = _spread(overlay, bearing[chosen])
    chosen = chosen[list(rims)]
    closing, colors = _closing_speed(world, rows[chosen], position), ship_colors(palette)
    for i, speed, (x, y) in zip(chosen, closing, rims.values(), strict=True):
        turn = float(bearing[i])
        near = 1.0 - float(away[i]) / ARROW_REACH
        color = _rgba(colors[world.bodies.kind[rows[i]]])[:3]
        overlay.dart(x, y, 11.0 + 9.0 * near, turn, (*color, 0.45 + 0.5 * near))
        if speed > 1.0 and away[i] / speed < 9.5:
            label = f"{away[i] / speed:.0f}s"
            overlay.text(
                label, x - 34 * math.sin(turn), y - 34 * math.cos(turn) - 7, 20, (*color, 0.9), "center"
            )


def _rgba(color: NDArray[np.float32]) -> tuple[float, float, float, float]:
    return float(color[0]), float(color[1]), float(color[2]), 1.0


def _spread(overlay: Overlay, bearings: F64) -> dict[int, tuple[float, float]]:
    """Return the first arrows, up to `ARROWS`, that keep their distance, and where each lies."""
    rims: dict[int, tuple[float, float]] = {}
    for i, turn in enumerate(bearings.tolist()):
        place = _rim_place(overlay, turn)
        if len(rims) < ARROWS and all(math.dist(place, other) >= ARROW_GAP for other in rims.values()):
            rims[i] = place
    return rims


def _rim_place(overlay: Overlay, turn: float) -> tuple[float, float]:
    """Where the ray from the middle at `turn` meets the screen's inset border, short of the HUD's corners."""
    east, north = math.sin(turn), math.cos(turn)
    half_w, half_h = overlay.width / 2 - RIM, HEIGHT / 2 - RIM
    reach = ((abs(east) / half_w) ** 6 + (abs(north) / half_h) ** 6) ** (-1.0 / 6.0)
    x, y = east * reach, north * reach
    width, height = CORNERS[1 if x > 0.0 else -1, 1 if y > 0.0 else -1]
    inner = (overlay.width / 2 - width) / max(abs(x), 1.0), (HEIGHT / 2 - height) / max(abs(y), 1.0)
    share = min(1.0, max(0.2, *inner))
    if y < 0.0 and abs(x) * share < FOOT[0] / 2:
        share = min(share, (HEIGHT / 2 - FOOT[1]) / -y)
    return overlay.width / 2 + x * share, HEIGHT / 2 + y * share


def _limb(camera: Camera, world: World) -> float:
    """Dot product with the eye below which a point of the shell lies behind the planet."""
    height, planet, shell = float(np.linalg.norm(camera.eye)), world.planet_radius, world.shell_radius
    reach = math.acos(min(1.0, planet / height)) + math.acos(min(1.0, planet / shell))
    return height * shell * math.cos(reach)


def _closing_speed(world: World, rows: NDArray[np.integer], position: F64) -> F64:
    """Speed along the great circle towards `position` [u/s], shape (n,)."""
    at, velocity = world.bodies.position[rows], world.bodies.velocity[rows]
    outward = at / np.linalg.norm(at, axis=1, keepdims=True)
    ahead = position - outward * (outward @ position)[:, None]
    return np.einsum("ij,ij->i", velocity, ahead) / np.maximum(np.linalg.norm(ahead, axis=1), 1e-6)
