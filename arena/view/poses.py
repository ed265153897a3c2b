"""Where bodies are between the last two ticks, and where they look."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.sim.world import World
from arena.vectors import add, combined, dot, length, put, scaled, subtract, tangent_part, vector

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Rows = NDArray[np.integer[Any]]

ANTIPODE = -0.999999
"""Cosine below which nothing is carried: there are too many ways."""


@inline
def between_ticks(bodies, row, alpha):
    """A body's position, at the right altitude [u]; `alpha` is 0 at the tick before, 1 at the last."""
    before, now = vector(bodies.previous_position, row), vector(bodies.position, row)
    blend = combined(before, 1.0 - alpha, now, alpha)
    height = (1.0 - alpha) * length(before) + alpha * length(now)
    return scaled(blend, height / max(length(blend), 1e-6))


@inline
def heading_between(bodies, row, alpha, outward):
    """Its unit heading, tangent where `outward` is normal."""
    before, now = vector(bodies.previous_heading, row), vector(bodies.heading, row)
    nose = tangent_part(combined(before, 1.0 - alpha, now, alpha), outward)
    return scaled(nose, 1.0 / max(length(nose), 1e-6))


@inline
def carried(start, end, tangent):
    """Parallel transport of a tangent vector between unit vectors; at the antipode it stays as it is."""
    cosine = dot(start, end)
    if cosine < ANTIPODE:
        return tangent
    return subtract(tangent, scaled(add(start, end), dot(end, tangent) / (1.0 + cosine)))


@kernel
def place_rows(bodies, rows, alpha, position_out):
    """`between_ticks` of several bodies, shape (n, 3)."""
    for k in range(len(rows)):
        put(position_out, k, between_ticks(bodies, rows[k], alpha))


@kernel
def pose_player(bodies, players, row, alpha, pose_out):
    """Where a player is, its up and its heading there, all unit, as rows of a shape (3, 3)."""
    place = between_ticks(bodies, row, alpha)
    here, now = scaled(place, 1.0 / length(place)), vector(bodies.position, row)
    up = carried(scaled(now, 1.0 / length(now)), here, vector(players.up, row))
    put(pose_out, 0, here)
    put(pose_out, 1, scaled(up, 1.0 / max(length(up), 1e-6)))
    put(pose_out, 2, heading_between(bodies, row, alpha, here))


def interpolated(world: World, rows: Rows, alpha: float) -> F32:
    """Positions of some bodies between the last two ticks, shape (n, 3)."""
    position = np.empty((len(rows), 3), np.float32)
    place_rows(world.bodies, np.ascontiguousarray(rows, np.int64), alpha, position)
    return position


def player_pose(world: World, player: int, alpha: float) -> tuple[F64, F64, F64]:
    """Where a player is, its up and its heading there, all unit."""
    pose = np.empty((3, 3))
    pose_player(world.bodies, world.players, player, alpha, pose)
    return pose[0], pose[1], pose[2]
