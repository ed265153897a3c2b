"""Enemies' bullets and mines near a ship, drawn again over its dials, which would hide them.

The head-up display lies over the whole scene. Each mark has a dark collar that separates it from the dials.
"""

import math

import numpy as np

from arena.catalogue import kinds
from arena.jit import kernel
from arena.jit.annotations import F32, F64, Integer, Real
from arena.vectors import dot, subtract, vector
from arena.view.frame import BULLET_DTYPE, MESH_OF_KIND, SHIP_DTYPE, Frame, as_numbers, column_of
from arena.view.overlay.overlay import FLOATS, RGBA, Overlay
from arena.view.overlay.rows import put_arc, put_disc
from arena.view.palette import Palette

MOST = 48
"""More are not drawn again: where as many are, the dials are the least worry."""
NEAREST = 1.0
"""Nothing nearer to the eye is drawn again [u]."""
MINE_MESH = int(MESH_OF_KIND[kinds.MINE.number])
MINES = column_of(SHIP_DTYPE, "kind"), MINE_MESH - 0.5, MINE_MESH + 0.5
ORBS = column_of(BULLET_DTYPE, "orb"), 0.5, math.inf
"""Column of instances as plain numbers, and its range for lethal ones."""
COLLAR: RGBA = (0.0, 0.01, 0.02, 0.94)
COLLAR_SIZE, RING_SIZE, RING_THICK, CORE_SIZE = 1.95, 1.0, 0.3, 0.5
"""Of a bullet: radii, and thickness of the ring, over its width; as shaders/bullets has them."""
CORE: RGBA = (1.0, 0.97, 0.92, 1.0)
SPIKES, SPIKE_SIZE, BODY_SIZE, EYE_SIZE = 8, 1.28, 0.62, 0.32
"""Of a mine, over its drawn radius; as its mesh."""
SPIKE_WIDTH, GAP_SIZE = 0.26, 0.14
"""Of a spike, and of the dark ring around the eye, over that."""
EDGE = 2.5
"""Of the dark around it [virtual px]."""
EYE_WHITE = 0.5
"""Share of white in the eye."""


def draw_lethal(
    overlay: Overlay, frame: Frame, ships: list[tuple[float, float]], reach: float, palette: Palette
) -> None:
    """Draw bullets and mines again that are nearer than `reach` to one of some ships [virtual px]."""
    if not ships:
        return
    camera, places = frame.camera, np.array(ships, np.float64)
    wide, high = camera.tan_half_fov * camera.aspect, camera.tan_half_fov
    view = np.array([camera.eye, camera.right, camera.up, camera.forward, (wide, high, 0.0)], np.float64)
    size = overlay.width, overlay.height
    near = np.empty((MOST, 3))
    for batch, flag, draw in ((frame.ships, MINES, draw_mines), (frame.bullets, ORBS, draw_bullets)):
        count = list_near(as_numbers(batch), *flag, view, places, reach, *size, near)
        draw(overlay, near[:count], palette)


@kernel
def list_near(
    rows: F32, flag: Integer, least: Real, most: Real, view: F64, ships: F64, reach: Real, width: Real,
    height: Real, near_out: F64,
) -> Integer:  # fmt: skip
    """List instances near ships, as many as there is room for; returns their number.

    Args:
        rows: instances as plain numbers, their places first and then their sizes [u], shape (n, m).
        flag: column that tells which of them count.
        least: lower bound of that column.
        most: upper bound of that column.
        view: eye, right, up and forward of the camera, and tangents of half its angles, shape (5, 3).
        ships: places [virtual px], shape (k, 2).
        reach: distance that counts as near [virtual px].
        width: of the overlay [virtual px].
        height: see `width`.
        near_out: x, y and drawn radius of each [virtual px], shape (room, 3).
    """
    eye, right, up, forward = vector(view, 0), vector(view, 1), vector(view, 2), vector(view, 3)
    tall, count = 2.0 * view[4, 1] / height, 0
    for k in range(len(rows)):
        if not least <= rows[k, flag] <= most:
            continue
        sight, size = subtract(vector(rows, k), eye), np.float64(rows[k, 3])
        depth = dot(sight, forward)
        if depth < NEAREST:
            continue
        # In virtual pixels times `pixel`: nothing is divided for what is far from all ships.
        pixel = tall * depth
        aside, above, within = dot(sight, right), dot(sight, up), reach * pixel + size
        for ship in range(len(ships)):
            x = aside - (ships[ship, 0] - 0.5 * width) * pixel
            y = above - (ships[ship, 1] - 0.5 * height) * pixel
            if x * x + y * y < within * within:
                near_out[count, 0] = ships[ship, 0] + x / pixel
                near_out[count, 1] = ships[ship, 1] + y / pixel
                near_out[count, 2] = size / pixel
                count += 1
                break
        if count == len(near_out):
            break
    return count


def draw_bullets(overlay: Overlay, bullets: F64, palette: Palette, scale: float = 1.0) -> None:
    """Enemies' bullets: x, y and width over `scale` [virtual px] of each, shape (n, 3).

    Collars lie below all cores.
    """
    rows = np.empty((3 * len(bullets), FLOATS), np.float32)
    write_orbs(bullets, scale, (*palette.enemy_bullet, 1.0), rows)
    overlay.add(rows)


@kernel
def write_orbs(orbs: F64, scale: Real, color: RGBA, rows_out: F32) -> None:
    """Write the collars, then the rings in a colour, then the cores of `draw_bullets`."""
    count = len(orbs)
    for k in range(count):
        x, y, size = orbs[k, 0], orbs[k, 1], orbs[k, 2] * scale
        put_disc(rows_out, k, x, y, COLLAR_SIZE * size, COLLAR)
        put_arc(rows_out, count + k, x, y, RING_SIZE * size, RING_THICK * size, 1.0, 0.0, color)
        put_disc(rows_out, 2 * count + k, x, y, CORE_SIZE * size, CORE)


def draw_mines(overlay: Overlay, mines: F64, palette: Palette, scale: float = 1.0) -> None:
    """Mines: x, y and drawn radius over `scale` [virtual px] of each, shape (n, 3)."""
    for x, y, size in mines.tolist():
        _draw_mine(overlay, x, y, size * scale, palette)


def _draw_mine(overlay: Overlay, x: float, y: float, size: float, palette: Palette) -> None:
    color = (*palette.mine, 1.0)
    for wider, tone in ((2.0 * EDGE, COLLAR), (0.0, color)):
        for spike in range(SPIKES // 2):
            turn = (spike + 0.5) * 2.0 * math.pi / SPIKES
            east, north = SPIKE_SIZE * size * math.sin(turn), SPIKE_SIZE * size * math.cos(turn)
            overlay.line(x - east, y - north, x + east, y + north, SPIKE_WIDTH * size + wider, tone)
    red, green, blue = (part + (1.0 - part) * EYE_WHITE for part in palette.mine)
    overlay.disc(x, y, BODY_SIZE * size, color)
    overlay.disc(x, y, (EYE_SIZE + GAP_SIZE) * size, COLLAR)
    overlay.disc(x, y, EYE_SIZE * size, (red, green, blue, 1.0))
