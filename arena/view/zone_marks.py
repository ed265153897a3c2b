"""Zones as one sees them: wind as streaks that fly with it, a nebula as clouds, a well as rings that fall in.

`Viewer` calls `zone_marks` for every frame. Rings and sprites join the batches of everybody else's, so zones
cost no draw call.
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arena import sphere
from arena.sim.world import World
from arena.sim.zones import Zone
from arena.view.frame import RING_DTYPE, SPRITE_DTYPE, Instances
from arena.view.palette import Color, Palette
from arena.view.vectors import unit, wide

F64 = NDArray[np.float64]

GOLDEN = math.pi * (3.0 - math.sqrt(5.0))
"""Turn between points of a spiral that fills a disc evenly (Vogel, 1979) [rad]."""
PLASTIC = 0.7548776662466927
"""Multiples of it fill 0 to 1 evenly, in another order than the spiral's turns do."""
STREAKS, PUFFS, FALLS = 72, 30, 5
"""Streaks of a wind, clouds of a nebula, falling rings of a well."""
BORDER_DASHES = 40.0
STREAK_PATH, STREAK_LENGTH, STREAK_RATE = 6.0, 1.8, 0.8
"""How far a streak flies [u], how long it is [u], how often a second."""
PUFF_SIZE, PUFF_TURN = 0.42, 0.02
"""Size of a cloud over the zone's radius; how fast clouds wander around the middle [turns/s]."""
CLOUD_LIGHT = 0.52
"""Of a cloud in the middle; they add up."""
FALL_RATE = 0.22
"""Falls of a ring a second."""


def zone_marks(world: World, time_s: float, palette: Palette) -> tuple[Instances, Instances]:
    """Rings and sprites of all zones."""
    zones = world.zones
    rings, sprites = [np.zeros(0, RING_DTYPE)], [np.zeros(0, SPRITE_DTYPE)]
    for row in np.flatnonzero(zones.kind):
        kind, radius = Zone(int(zones.kind[row])), float(zones.radius[row])
        center = unit(wide(zones.center[row]))
        color = {Zone.WIND: palette.wind, Zone.NEBULA: palette.nebula, Zone.WELL: palette.well}[kind]
        rings.append(_border(center, radius, color))
        if kind == Zone.WIND:
            sprites.append(_streaks(center, radius, wide(zones.axis[row]), world.shell_radius, time_s, color))
        elif kind == Zone.NEBULA:
            sprites.append(_clouds(center, radius, world.shell_radius, time_s, color))
        else:
            rings.append(_falling_rings(center, radius, time_s, color))
            sprites.append(_pit(center, world.shell_radius, color))
    return np.concatenate(rings), np.concatenate(sprites)


@cache
def _spiral(count: int) -> tuple[F64, F64]:
    """Radii (0 to 1) and turns [rad] of points that fill a disc evenly, shape (count,) each."""
    number = np.arange(count, dtype=np.float64)
    return np.sqrt((number + 0.5) / count), number * GOLDEN


def _on_disc(center: F64, radius: float, share: F64, turn: F64, shell: float) -> F64:
    """Unit vectors at `share` of `radius` [u] of arc from `center`, shape (n, 3)."""
    east, north = sphere.tangent_frame(center)
    spoke = np.cos(turn)[:, None] * east + np.sin(turn)[:, None] * north
    angle = (share * radius / shell)[:, None]
    return np.cos(angle) * center + np.sin(angle) * spoke


def _border(center: F64, radius: float, color: Color) -> Instances:
    ring = np.zeros(1, RING_DTYPE)
    ring["center"], ring["radius"], ring["thickness"] = center, radius, 0.10
    ring["dashes"], ring["fraction"], ring["color"] = BORDER_DASHES, 1.0, (*color, 0.40)
    return ring


def _streaks(center: F64, radius: float, axis: F64, shell: float, time_s: float, color: Color) -> Instances:
    share, turn = _spiral(STREAKS)
    place = _on_disc(center, radius, share, turn, shell)
    way = np.cross(axis, place)
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    phase = (time_s * STREAK_RATE + np.arange(STREAKS) * PLASTIC) % 1.0
    angle = ((phase - 0.5) * STREAK_PATH / shell)[:, None]
    sprites = np.zeros(STREAKS, SPRITE_DTYPE)
    sprites["position"] = (place * np.cos(angle) + way * np.sin(angle)) * shell
    sprites["stretch"] = way * STREAK_LENGTH
    sprites["size"], sprites["hardness"] = 0.10, 0.35
    sprites["color"] = (*color, 1.0)
    sprites["color"][:, 3] = 0.85 * np.sin(np.pi * phase) * (1.0 - 0.8 * share**2)
    return sprites


def _clouds(center: F64, radius: float, shell: float, time_s: float, color: Color) -> Instances:
    share, turn = _spiral(PUFFS)
    wander = 2.0 * math.pi * PUFF_TURN * time_s * np.where(np.arange(PUFFS) % 2, 1.0, -0.7)
    sprites = np.zeros(PUFFS, SPRITE_DTYPE)
    lift = 1.0 + 0.6 * np.sin(turn * 5.0)[:, None] / shell
    sprites["position"] = _on_disc(center, radius, 0.85 * share, turn + wander, shell) * shell * lift
    sprites["size"] = radius * PUFF_SIZE * (1.0 + 0.35 * np.sin(turn * 3.0))
    sprites["color"] = (*color, 1.0)
    sprites["color"][:, 3] = CLOUD_LIGHT * (1.0 - 0.6 * share**2) * (1.0 + 0.4 * np.sin(turn * 7.0))
    return sprites


def _falling_rings(center: F64, radius: float, time_s: float, color: Color) -> Instances:
    phase = (time_s * FALL_RATE + np.arange(FALLS) / FALLS) % 1.0
    rings = np.zeros(FALLS, RING_DTYPE)
    rings["center"], rings["fraction"] = center, 1.0
    rings["radius"] = radius * (1.0 - phase) ** 1.4
    rings["thickness"] = 0.10 + 0.12 * phase
    rings["color"] = (*color, 1.0)
    rings["color"][:, 3] = 0.75 * np.sin(np.pi * phase)
    return rings


def _pit(center: F64, shell: float, color: Color) -> Instances:
    pit = np.zeros(2, SPRITE_DTYPE)
    pit["position"], pit["size"], pit["hardness"] = center * shell, (2.6, 1.2), (-1.0, 0.0)
    pit["color"][0] = (*(0.25 * part for part in color), 0.9)
    pit["color"][1] = (*color, 0.8)
    return pit
