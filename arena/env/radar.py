"""Radar: planes of an observation that show what is around a player, for `Layout(radar=64)`.

The picture is the azimuthal equidistant projection about the ship, in the frame of its sticks: the ship is in
the middle, up is row 0, right is the last column, and an edge is `Layout.reach` of arc away. A body marks the
cells whose centres lie within its radius, and the one that it is in, with 1; all other cells are 0. A body
counts where its hull is within the reach, as in the lists of an observation, but none is left out for want of
room. Without a ship all cells are 0.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.env.layout import RADAR, Layout
from arena.env.observation import (
    ASTEROID_POOL,
    BULLET_POOL,
    ENEMIES,
    ENEMY_POOL,
    MINE_POOL,
    frame_of,
    in_plane,
)
from arena.game.match import Match
from arena.jit import inline, kernel
from arena.jit.annotations import F32, Integer, Real
from arena.sim.tables.simulation import Simulation
from arena.vectors import Vector, length, subtract, vector

THREAT_PLANE, BULLET_PLANE, ROCK_PLANE = range(len(RADAR))


def divide(layout: Layout, views: NDArray[np.float32]) -> Any:
    """Observations, shape (..., layout.size), as members of `observation_space`; they share the memory."""
    if not layout.radar:
        return views
    planes = views[..., layout.rows :].reshape(*views.shape[:-1], *layout.planes)
    return {"rows": views[..., : layout.rows], "radar": planes}


def warm_up_radar() -> None:
    """Call the radar's kernel once."""
    with Match(workers=1) as match:
        paint_radar(match.world.simulation, 0, 1.0, np.zeros((len(RADAR), 1, 1), np.float32))


@kernel
def paint_radar(sim: Simulation, slot: Integer, reach: Real, planes_out: F32) -> None:
    """Paint the planes of a player, shape (planes, cells, cells)."""
    planes_out[:] = 0.0
    bodies, tick = sim.bodies, sim.tick[0]
    if not bodies.alive[slot]:
        return
    here, outward, right, up = frame_of(sim, slot)
    for row in range(sim.pools.start[ENEMY_POOL], sim.pools.stop[MINE_POOL]):
        if bodies.born[row] < tick or tick == 0:
            paint_body(sim, row, THREAT_PLANE, here, outward, right, up, reach, planes_out)
    for row in range(sim.pools.start[BULLET_POOL], sim.pools.stop[BULLET_POOL]):
        if bodies.team[row] == ENEMIES:
            paint_body(sim, row, BULLET_PLANE, here, outward, right, up, reach, planes_out)
    for row in range(sim.pools.start[ASTEROID_POOL], sim.pools.stop[ASTEROID_POOL]):
        paint_body(sim, row, ROCK_PLANE, here, outward, right, up, reach, planes_out)


@inline
def paint_body(
    sim: Simulation, row: Integer, plane: Integer, here: Vector, outward: Vector, right: Vector, up: Vector,
    reach: Real, planes_out: F32,
) -> None:  # fmt: skip
    """Mark the cells of a body that is alive and near enough."""
    if not sim.bodies.alive[row]:
        return
    there, radius = vector(sim.bodies.position, row), np.float64(sim.bodies.radius[row])
    if length(subtract(there, here)) - radius > reach:
        return
    x, y = in_plane(there, outward, right, up, sim.shell_radius[0])
    cells = planes_out.shape[1]
    scale = 0.5 * cells / reach  # cells a unit
    across, down, size = (reach + x) * scale, (reach - y) * scale, radius * scale
    if 0.0 <= across < cells and 0.0 <= down < cells:
        planes_out[plane, np.int64(down), np.int64(across)] = 1.0
    for i in range(max(0, math.ceil(down - size - 0.5)), min(cells, math.floor(down + size + 0.5))):
        for j in range(max(0, math.ceil(across - size - 0.5)), min(cells, math.floor(across + size + 0.5))):
            if (i + 0.5 - down) ** 2 + (j + 0.5 - across) ** 2 <= size * size:
                planes_out[plane, i, j] = 1.0
