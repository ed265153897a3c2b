"""Mouse picking: cast a ray from a place of the picture to the shell, and turn the hit into a stick."""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F64, Real, Row
from arena.sim.tables.bodies import Bodies, Players
from arena.vectors import Vector, add, combined, cross, dot, length, scaled, tangent_part, vector
from arena.view.cameras.great_circles import log_map, unit
from arena.view.culling import View, read_lens

AIM_DEAD_ZONE = 0.6
"""A pointer nearer to the ship than this does not turn it [u]."""


@inline
def ray(view: View, x: Real, y: Real) -> Vector:
    """Unit direction through the screen place (x, y), each -1..1; `view` as `read_lens` gives it."""
    _, right, up, forward, (horizontal, vertical, _, _, _, _) = view
    return unit(add(forward, combined(right, x * horizontal, up, y * vertical)))


@inline
def cut_shell(eye: Vector, direction: Vector, radius: float) -> Vector:
    """Hit of a ray on the sphere of `radius` about the origin; past the limb, its nearest point."""
    along = dot(eye, direction)
    square = along * along - dot(eye, eye) + radius * radius
    if square >= 0.0 and along < 0.0:
        return combined(eye, 1.0, direction, -along - math.sqrt(square))
    return limb_point(eye, direction, radius)


@inline
def limb_point(eye: Vector, direction: Vector, radius: float) -> Vector:
    """The point of the sphere's edge as seen from `eye`, in the plane of `direction` and the origin."""
    outward = unit(eye)
    sideways = unit(tangent_part(direction, outward))
    cosine = min(1.0, radius / length(eye))
    return combined(outward, radius * cosine, sideways, radius * math.sqrt(1.0 - cosine * cosine))


@kernel
def pick_shell(lens: F64, x: Real, y: Real, shell_radius: Real) -> Vector:
    """Unit vector to the shell at the screen place (x, y), each -1..1; past the limb: near it."""
    view = read_lens(lens)
    return unit(cut_shell(view[0], ray(view, x, y), shell_radius))


@kernel
def stick_of(
    lens: F64, x: Real, y: Real, bodies: Bodies, players: Players, player: Row, shell_radius: Real
) -> tuple[Real, Real]:
    """Direction from a player's ship to the screen place (x, y), as a stick of length 0 or 1."""
    place, target = unit(vector(bodies.position, player)), pick_shell(lens, x, y, shell_radius)
    away, up = scaled(log_map(place, target), shell_radius), vector(players.up, player)
    across, along = dot(away, cross(up, place)), dot(away, up)
    reach = np.hypot(across, along)
    if reach < AIM_DEAD_ZONE:
        return 0.0, 0.0
    return across / reach, along / reach
