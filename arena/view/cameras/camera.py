"""The camera above the player's ship: carried with the ship's frame, smoothed, without roll or pole.

The mouse picks places of the shell by rays from places of the picture, and a pick becomes a stick.
"""

import math
import operator

import numpy as np
from numpy.typing import NDArray

from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, Flag, Flags, Real, Row
from arena.sim.tables.bodies import Bodies, Players
from arena.vectors import Vector, add, combined, cross, dot, length, put, scaled, tangent_part, vector
from arena.view.cameras.framing import DISTANCE, DISTANCE_MAX, Framing
from arena.view.cameras.great_circles import exp_map, log_map, parallel_transport, turn_towards, unit
from arena.view.culling import Lens, read_lens
from arena.view.frame import Camera

FIELD_OF_VIEW = math.radians(50.0)  # vertical, in windows that are not narrow
NARROW = 16.0 / 9.0
"""Windows narrower than this, as width over height, are shown more: they would see less to the sides.

Wider ones need not: this one sees the planet's limb on both sides.
"""
WIDE_MOST, NARROW_TWO, NARROWEST = 1.6, 1.2, 0.3
"""Limits of the view's growth in height in narrow windows: the largest factor, which makes ships smaller; the
aspect below which the factor grows again to keep the arc across; the least aspect that is served."""
FOLLOW_RATE = 9.0  # [1/s] with which the focus closes in on the ship
TURN_RATE = 6.0  # [1/s] with which the camera's up closes in on the ship's
FOLLOW_MAX = 1.7  # [rad/s], twice as fast as anybody flies: a ship that returns far away is glided to
TURN_MAX = 4.0  # [rad/s]
LEAD_TIME = 0.15  # [s] of flight that the focus looks ahead, little more than it lags behind
OVERVIEW_ZOOM, OVERVIEW_DEPTH = 3.0, 0.9
"""From which zoom on an overview looks at the planet's middle, and how near to that, over the shell's radius:
all of the planet is in the picture then; from nearer it looks at the focus."""
SHAKE_REACH = 0.9  # [u] at full shake
NEAR = 2.0  # [u]
USUAL = Framing()
TITLE_DISTANCE = 2.5  # planet radii
TITLE_RATE = 0.06  # [rad/s] of the swing's phase
TITLE_MIDDLE, TITLE_SWING = -1.05, 0.4
"""[rad] of azimuth: the sun stands to the left, the cities' night to the right."""
AIM_DEAD_ZONE = 0.6
"""A pointer nearer to the ship than this does not turn it [u]."""


def look(eye: F64, forward: F64, up: F64, aspect: float, fov: float, near: float, far: float) -> Camera:
    """Build a camera from its place and two directions that need not be orthogonal.

    Plain numbers: the loading screen looks at the planet before there are kernels, and numpy takes seven
    times as long for vectors of three.
    """
    place, f = eye.tolist(), _unit(forward.tolist())
    right = _unit(_cross(f, up.tolist()))
    u = _cross(right, f)
    tan_half = math.tan(fov / 2)
    across, along = 1.0 / (tan_half * aspect), 1.0 / tan_half
    squeeze, offset = (far + near) / (near - far), 2.0 * far * near / (near - far)
    x, y, z = (sum(map(operator.mul, axis, place)) for axis in (right, u, f))
    projection = (
        (*(across * part for part in right), -across * x),
        (*(along * part for part in u), -along * y),
        (*(-squeeze * part for part in f), squeeze * z + offset),
        (*f, -z),
    )
    vectors = (np.array(vector, np.float32) for vector in (place, right, u, f, projection))
    return Camera(*vectors, tan_half_fov=tan_half, aspect=aspect, near=near, far=far)


def _unit(vector: Vector) -> Vector:
    scale = 1.0 / math.hypot(*vector)
    x, y, z = vector
    return x * scale, y * scale, z * scale


def _cross(a: Vector, b: Vector) -> Vector:
    (ax, ay, az), (bx, by, bz) = a, b
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


def project(camera: Camera, points: NDArray[np.floating]) -> tuple[F64, Flags]:
    """Screen places of world points, shape (n, 3): x and y in -1..1 of the window; whether they lie ahead."""
    clip = np.asarray(points, np.float64) @ camera.view_projection[:, :3].T + camera.view_projection[:, 3]
    ahead = clip[:, 3] > camera.near
    return clip[:, :2] / np.where(ahead, clip[:, 3], 1.0)[:, None], ahead


class Rig:
    """Camera state that lasts from frame to frame."""

    distances = DISTANCE, DISTANCE_MAX
    field = FIELD_OF_VIEW
    angles: tuple[float, float] | None = None
    """Tilt and look up [rad] of a rig with shots of its own; None: as the framing has them."""

    def __init__(self) -> None:
        self._frame = np.zeros((2, 3))
        self._started = False
        self._stand = np.zeros((3, 3))
        self._orbit = 0.0  # [rad], phase of the title's swing

    @property
    def focus(self) -> F64 | None:
        """The point of the shell that it follows, unit; None before the first frame."""
        return self._frame[0].copy() if self._started else None

    @property
    def up(self) -> F64 | None:
        """Unit tangent at the focus that points up in the picture."""
        return self._frame[1].copy() if self._started else None

    def follow(self, target: F64, up: F64, lead: F64, elapsed_s: float) -> None:
        """Move towards `target` (unit) ahead by `lead` (tangent [rad]), turning towards its frame `up`."""
        follow_target(self._frame, self._started, target, up, lead, elapsed_s)
        self._started = True

    def camera(
        self, shell_radius: float, aspect: float, shake: tuple[float, float], zoom: float = 0.0,
        framing: Framing = USUAL,
    ) -> Camera:  # fmt: skip
        """The view of the focus, moved by `shake` (right, up) [u], `zoom` (0 to 1) farther back."""
        assert self._started
        (near, far), widening = self.distances, widen(aspect)
        distance = (near + (far - near) * zoom) * widening * framing.distance
        tan_half = math.tan(self.field / 2.0) * widening
        frame = self._place(distance * tan_half / shell_radius, aspect)
        tilt, look_up = self.angles or (framing.tilt, framing.look_up)
        stand_behind(frame, shell_radius, distance, tilt, look_up, *shake, self._stand)
        eye, forward, up = self._stand
        horizon = math.sqrt(max(1.0, float(eye @ eye)))
        return look(eye, forward, up, aspect, 2.0 * math.atan(tan_half), NEAR, horizon + shell_radius)

    def _place(self, half_height: float, aspect: float) -> F64:
        """Focus, and the unit tangent up there, shape (2, 3), for half a picture so high [rad]."""
        return self._frame

    def overview(self, shell_radius: float, aspect: float, zoom: float) -> Camera:
        """The same, but from afar turned down so that the planet stands in the picture's middle."""
        near = self.camera(shell_radius, aspect, (0.0, 0.0), zoom)
        depth = 1.0 - OVERVIEW_DEPTH * min(1.0, zoom / OVERVIEW_ZOOM)
        eye, field = near.eye.astype(np.float64), 2.0 * math.atan(near.tan_half_fov)
        ahead = self._frame[0] * (shell_radius * depth) - eye
        return look(eye, ahead, self._frame[1], aspect, field, NEAR, near.far)

    def title_camera(self, planet_radius: float, aspect: float, elapsed_s: float) -> Camera:
        """A slow swing about the planet, which fills the right half of the picture."""
        self._orbit = (self._orbit + TITLE_RATE * elapsed_s) % (2 * math.pi)
        azimuth = TITLE_MIDDLE + TITLE_SWING * math.sin(self._orbit)
        outward = np.array([math.cos(azimuth), 0.28, math.sin(azimuth)]) / math.hypot(1.0, 0.28)
        up = np.array([0.0, 1.0, 0.0])
        right = np.cross(-outward, up)
        right /= np.linalg.norm(right)
        forward = -outward - right * (0.20 * aspect) + np.cross(right, -outward) * 0.02
        eye = outward * planet_radius * TITLE_DISTANCE
        return look(eye, forward, up, aspect, FIELD_OF_VIEW, NEAR, planet_radius * 8.0)


def widen(aspect: float) -> float:
    """Factor of a narrow window's field of view and eye distance, which keeps the view to the sides.

    Each takes half of it: a wider view alone distorts the rim, a farther eye alone shrinks everything.
    """
    enough = NARROW_TWO / max(aspect, NARROWEST)
    return math.sqrt(max(1.0, min(WIDE_MOST, NARROW / aspect), enough))


@kernel
def follow_target(frame_inout: F64, started: Flag, target: F64, up: F64, lead: F64, elapsed_s: Real) -> None:
    """Move focus and up, the rows of `frame_inout`; they begin where they are to be."""
    place, wish = (target[0], target[1], target[2]), (up[0], up[1], up[2])
    if DEBUG:
        assert abs(dot(place, place) - 1.0) < 1e-4, "follow_target: the target is no unit vector"
    ahead = unit(exp_map(place, tangent_part((lead[0], lead[1], lead[2]), place)))
    if not started:
        put(frame_inout, 0, ahead)
        put(frame_inout, 1, parallel_transport(place, ahead, wish))
    focus, old_up = vector(frame_inout, 0), vector(frame_inout, 1)
    way = log_map(focus, ahead)
    if dot(focus, ahead) < 0.0 and length(way) == 0.0:  # at the antipode every way is as good
        way = scaled(old_up, math.pi)
    share = bounded_share(FOLLOW_RATE, FOLLOW_MAX, elapsed_s, length(way))
    moved = unit(exp_map(focus, scaled(way, share)))
    carried, wanted = parallel_transport(focus, moved, old_up), parallel_transport(place, moved, wish)
    turn = math.atan2(dot(cross(carried, wanted), moved), dot(carried, wanted))
    share = bounded_share(TURN_RATE, TURN_MAX, elapsed_s, abs(turn))
    put(frame_inout, 0, moved)
    put(frame_inout, 1, turn_towards(moved, carried, wanted, share))


@inline
def bounded_share(rate: Real, most: Real, elapsed_s: Real, distance: Real) -> Real:
    """Share of a distance to close in this frame: exponential approach with a speed limit of `most`."""
    share = 1.0 - math.exp(-rate * elapsed_s)
    return min(share, most * elapsed_s / distance) if distance > 0.0 else share


@kernel
def stand_behind(
    frame: F64, shell_radius: Real, distance: Real, tilt: Real, look_up: Real, shake_right: Real,
    shake_up: Real, stand_out: F64,
) -> None:  # fmt: skip
    """Place a camera at `distance` behind the focus: eye [u], forward and up, as rows."""
    focus, up = vector(frame, 0), vector(frame, 1)
    right, angle = cross(up, focus), tilt + look_up
    eye = combined(focus, shell_radius + distance * math.cos(tilt), up, -distance * math.sin(tilt))
    put(stand_out, 0, add(eye, combined(right, shake_right, up, shake_up)))
    put(stand_out, 1, combined(up, math.sin(angle), focus, -math.cos(angle)))
    put(stand_out, 2, up)


@inline
def ray(view: Lens, x: Real, y: Real) -> Vector:
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
