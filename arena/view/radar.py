"""The far side: a round map of the whole sphere around the player, and arrows to what comes over the horizon.

The map is azimuthal-equidistant: the middle is the player, the rim the antipode, the angle the bearing.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena import sphere
from arena.sim.kinds import Kind, Pool
from arena.sim.world import World
from arena.view.camera import project
from arena.view.frame import Camera
from arena.view.overlay import HEIGHT, Overlay
from arena.view.palette import Palette
from arena.view.warnings import falling_rows

F64 = NDArray[np.float64]

RADIUS = 118.0
MARGIN = 44.0
ARROWS = 6
ARROW_REACH = 70.0
"""Threats farther than this along the shell get no arrow [u]."""
_HORIZON = math.radians(58.0)


def bearing_and_distance(position: F64, up: F64, points: NDArray[np.floating]) -> tuple[F64, F64]:
    """Bearing [rad], clockwise from `up`, and angle [rad], 0 to pi, from `position` to each point, shape (n,)."""
    n = sphere.unit(position)
    y = sphere.unit(sphere.project_tangent(n, up))
    x = np.cross(y, n)
    p = sphere.unit(points)
    east, north = p @ x, p @ y
    return np.arctan2(east, north), np.arctan2(np.hypot(east, north), p @ n)


def map_points(position: F64, up: F64, points: NDArray[np.floating], radius: float) -> F64:
    """Places on a map of `radius` about (0, 0), shape (n, 2), y along `up`."""
    bearing, angle = bearing_and_distance(position, up, points)
    reach = angle / math.pi * radius
    return np.stack([np.sin(bearing) * reach, np.cos(bearing) * reach], axis=1)


def draw_radar(overlay: Overlay, world: World, position: F64, up: F64, heading: F64, palette: Palette) -> None:
    """Draw the map in the lower right corner."""
    middle = np.array([overlay.width - MARGIN - RADIUS, MARGIN + RADIUS])
    x, y = float(middle[0]), float(middle[1])
    overlay.disc(x, y, RADIUS + 10.0, (0.01, 0.04, 0.09, 0.62))
    overlay.ring(x, y, RADIUS + 9.0, 2.5, 1.0, (*palette.lattice, 0.65))
    for share in (0.5, _HORIZON / math.pi):
        overlay.ring(x, y, RADIUS * share, 1.2, 1.0, (*palette.lattice, 0.22))
    for quarter in range(4):
        overlay.ring(x, y, RADIUS + 4.0, 8.0, 0.008, (*palette.lattice, 0.9), quarter * math.pi / 2 - 0.025)
    rocks = world.rows(Pool.ASTEROID)
    _dots(overlay, world, rocks[world.bodies.radius[rocks] > 0.8], middle, position, up, 1.7, (0.62, 0.70, 0.80, 0.5))
    enemies = world.rows(Pool.ENEMY)
    kinds = world.bodies.kind[enemies]
    _dots(overlay, world, enemies[kinds == Kind.DRONE], middle, position, up, 2.8, (*palette.drone, 1.0))
    _dots(overlay, world, enemies[kinds == Kind.GUNNER], middle, position, up, 4.2, (*palette.gunner, 1.0))
    if (world.tick // 12) % 2:
        _dots(overlay, world, falling_rows(world), middle, position, up, 3.4, (*palette.warning, 1.0))
    bearing, _ = bearing_and_distance(position, up, sphere.exp_map(position, heading)[None])
    overlay.dart(x, y, 9.0, float(bearing[0]), (*palette.player, 1.0))


def _dots(
    overlay: Overlay,
    world: World,
    rows: NDArray[np.integer],
    middle: F64,
    position: F64,
    up: F64,
    radius: float,
    color: tuple[float, float, float, float],
) -> None:
    if len(rows):
        overlay.discs(map_points(position, up, world.bodies.position[rows], RADIUS) + middle, radius, color)


def draw_arrows(
    overlay: Overlay, world: World, camera: Camera, position: F64, up: F64, palette: Palette
) -> None:
    """Point from the screen's rim to the nearest enemies that are not on it, with the time to contact."""
    rows = world.rows(Pool.ENEMY)
    if not len(rows):
        return
    points = world.bodies.position[rows]
    places, ahead = project(camera, points)
    hidden = ~(ahead & np.all(np.abs(places) < 0.97, axis=1)) | (points @ camera.eye < _limb(camera, world))
    bearing, angle = bearing_and_distance(position, up, points)
    away = angle * world.shell_radius
    chosen = np.flatnonzero(hidden & (away < ARROW_REACH))
    chosen = chosen[np.argsort(away[chosen], kind="stable")][:ARROWS]
    closing = _closing_speed(world, rows[chosen], position)
    for i, speed in zip(chosen, closing, strict=True):
        turn, gunner = float(bearing[i]), world.bodies.kind[rows[i]] == Kind.GUNNER
        x = overlay.width * (0.5 + 0.455 * math.sin(turn))
        y = HEIGHT * (0.5 + 0.435 * math.cos(turn))
        near = 1.0 - away[i] / ARROW_REACH
        color = palette.gunner if gunner else palette.drone
        overlay.dart(x, y, 11.0 + 9.0 * near, turn, (*color, 0.45 + 0.5 * near))
        if speed > 1.0 and away[i] / speed < 9.5:
            label = f"{away[i] / speed:.0f}s"
            overlay.text(label, x - 34 * math.sin(turn), y - 34 * math.cos(turn) - 7, 20, (*color, 0.9), "center")


def _limb(camera: Camera, world: World) -> float:
    """Dot product with the eye below which a point of the shell lies behind the planet."""
    height, planet, shell = float(np.linalg.norm(camera.eye)), world.planet_radius, world.shell_radius
    reach = math.acos(min(1.0, planet / height)) + math.acos(min(1.0, planet / shell))
    return height * shell * math.cos(reach)


def _closing_speed(world: World, rows: NDArray[np.integer], position: F64) -> F64:
    towards = sphere.unit(sphere.log_map(world.bodies.position[rows], position[None]))
    return np.einsum("ij,ij->i", world.bodies.velocity[rows], towards)
