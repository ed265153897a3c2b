"""Interpolated poses of bodies between the last two ticks."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F32, F64, I64, Real, Row
from arena.jit.simd.registers import where
from arena.sim.tables.bodies import Bodies, Players
from arena.sim.world import World
from arena.vectors import Vector, combined, cross, dot, length, put, scaled, tangent_part, vector
from arena.view.cameras.great_circles import parallel_transport, unit

RowIndices = NDArray[np.integer[Any]]


class Pose(NamedTuple):
    """Position and orientation of a player: all unit, the last three tangent at the first."""

    position: F64
    right: F64
    up: F64
    heading: F64


@inline
def between_ticks(bodies: Bodies, row: Row, alpha: Real) -> Vector:
    """A body's position, at the right altitude [u]; `alpha` is 0 at the tick before, 1 at the last."""
    return blend_places(vector(bodies.previous_position, row), vector(bodies.position, row), alpha)


@inline
def blend_places(before: Vector, now: Vector, alpha: Real) -> Vector:
    """The same, of a place or of F64_LANES places in registers at the tick before and at the last."""
    blend = combined(before, 1.0 - alpha, now, alpha)
    height = (1.0 - alpha) * length(before) + alpha * length(now)
    size = length(blend)
    return scaled(blend, height / where(size > 1e-6, size, 1e-6))


@inline
def blend_headings(before: Vector, now: Vector, alpha: Real, outward: Vector) -> Vector:
    """A body's unit heading from those at the tick before and at the last, tangent where `outward` is normal.

    Or F64_LANES headings in registers.
    """
    nose = tangent_part(combined(before, 1.0 - alpha, now, alpha), outward)
    size = length(nose)
    return scaled(nose, 1.0 / where(size > 1e-6, size, 1e-6))


@kernel
def place_rows(bodies: Bodies, rows: I64, alpha: Real, position_out: F32) -> None:
    """`between_ticks` of several bodies, shape (n, 3)."""
    for k in range(len(rows)):
        put(position_out, k, between_ticks(bodies, rows[k], alpha))


@kernel
def pose_player(
    bodies: Bodies, players: Players, row: Row, alpha: Real
) -> tuple[Vector, Vector, Vector, Vector]:
    """A player's place, right, up and heading; all unit, the last three tangent at the first."""
    here, now = unit(between_ticks(bodies, row, alpha)), unit(vector(bodies.position, row))
    up = unit(parallel_transport(now, here, vector(players.up, row)))
    before, nose = vector(bodies.previous_heading, row), vector(bodies.heading, row)
    if DEBUG:
        assert abs(dot(here, here) - 1.0) < 1e-6, "pose_player: the place is no unit vector"
        assert abs(dot(here, up)) < 1e-4, "pose_player: up is not tangent"
    return here, cross(up, here), up, blend_headings(before, nose, alpha, here)


def interpolated(world: World, rows: RowIndices, alpha: float) -> F32:
    """Positions of some bodies between the last two ticks, shape (n, 3)."""
    position = np.empty((len(rows), 3), np.float32)
    place_rows(world.bodies, np.ascontiguousarray(rows, np.int64), alpha, position)
    return position


def player_pose(world: World, player: int, alpha: float) -> Pose:
    """A player's pose between the last two ticks."""
    return Pose(*np.array(pose_player(world.bodies, world.players, player, alpha)))
