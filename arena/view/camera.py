"""The camera above the player's ship: carried with the ship's frame, smoothed, without roll or pole."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.view.frame import Camera
from arena.view.vectors import carry, cross, tangent, towards, travel, unit, wide

F64 = NDArray[np.float64]

FIELD_OF_VIEW = math.radians(50.0)  # vertical
DISTANCE = 26.0  # [u] from the ship to the eye
TILT = math.radians(25.0)  # of the line of sight to the ship, back from the vertical
LOOK_UP = math.radians(4.5)  # of the view's middle above the ship
FOLLOW_RATE = 9.0  # [1/s] with which the focus closes in on the ship
TURN_RATE = 6.0  # [1/s] with which the camera's up closes in on the ship's
LEAD_TIME = 0.22  # [s] of flight that the focus looks ahead
SHAKE_REACH = 0.9  # [u] at full shake
TITLE_DISTANCE = 2.5  # planet radii
TITLE_RATE = 0.06  # [rad/s] of the swing's phase
TITLE_MIDDLE, TITLE_SWING = (
    -1.05,
    0.4,
)  # [rad] of azimuth: the sun stands to the left, the cities' night to the right


def look(eye: F64, forward: F64, up: F64, aspect: float, fov: float, near: float, far: float) -> Camera:
    """Build a camera from its place and two directions that need not be orthogonal."""
    f = unit(forward)
    right = unit(cross(f, up))
    u = cross(right, f)
    tan_half = math.tan(fov / 2)
    view = np.eye(4)
    view[0, :3], view[1, :3], view[2, :3] = right, u, -f
    view[:3, 3] = -view[:3, :3] @ eye
    projection = np.zeros((4, 4))
    projection[0, 0], projection[1, 1] = 1.0 / (tan_half * aspect), 1.0 / tan_half
    projection[2, 2], projection[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
    projection[3, 2] = -1.0
    vectors = (np.asarray(vector, np.float32) for vector in (eye, right, u, f, projection @ view))
    return Camera(*vectors, tan_half_fov=tan_half, aspect=aspect, near=near, far=far)


def project(camera: Camera, points: NDArray[np.floating]) -> tuple[F64, NDArray[np.bool_]]:
    """Screen places of world points, shape (n, 3): x and y in -1..1 of the window; whether they lie ahead."""
    clip = np.asarray(points, np.float64) @ camera.view_projection[:, :3].T + camera.view_projection[:, 3]
    ahead = clip[:, 3] > camera.near
    return clip[:, :2] / np.where(ahead, clip[:, 3], 1.0)[:, None], ahead


def ray(camera: Camera, x: float, y: float) -> F64:
    """Unit direction through the screen place (x, y), each -1..1."""
    across, above = x * camera.tan_half_fov * camera.aspect, y * camera.tan_half_fov
    return unit(wide(camera.forward) + across * camera.right + above * camera.up)


def cut_shell(eye: F64, direction: F64, radius: float) -> F64:
    """Where a ray meets the sphere of `radius` about the origin; past the limb, the limb's nearest point."""
    along = float(eye @ direction)
    square = along * along - float(eye @ eye) + radius * radius
    if square >= 0.0 and along < 0.0:
        return eye + direction * (-along - math.sqrt(square))
    return limb_point(eye, direction, radius)


def limb_point(eye: F64, direction: F64, radius: float) -> F64:
    """The point of the sphere's edge as seen from `eye`, in the plane of `direction` and the origin."""
    outward = unit(eye)
    sideways = unit(tangent(outward, direction))
    cosine = min(1.0, radius / float(np.linalg.norm(eye)))
    return radius * (outward * cosine + sideways * math.sqrt(1.0 - cosine * cosine))


@dataclass
class Rig:
    """What the camera remembers from frame to frame."""

    focus: F64 | None = None  # unit, the point of the shell that it follows
    up: F64 | None = None  # unit tangent at focus
    orbit: float = 0.0  # [rad], phase of the title's swing

    def follow(self, target: F64, up: F64, lead: F64, elapsed_s: float) -> None:
        """Move towards `target` (unit) ahead by `lead` (tangent [rad]), turning towards its frame `up`."""
        ahead = unit(travel(target, tangent(target, lead)))
        if self.focus is None or self.up is None:
            self.focus, self.up = ahead, carry(target, ahead, up)
        share = 1.0 - math.exp(-FOLLOW_RATE * elapsed_s)
        moved = unit(travel(self.focus, towards(self.focus, ahead) * share))
        carried, wanted = carry(self.focus, moved, self.up), carry(target, moved, up)
        self.focus, self.up = moved, _turn(moved, carried, wanted, 1.0 - math.exp(-TURN_RATE * elapsed_s))

    def camera(self, shell_radius: float, aspect: float, shake: tuple[float, float]) -> Camera:
        """The view of the focus, moved by `shake` (right, up) [u]."""
        assert self.focus is not None and self.up is not None
        n, up = self.focus, self.up
        right = cross(up, n)
        eye = n * (shell_radius + DISTANCE * math.cos(TILT)) - up * (DISTANCE * math.sin(TILT))
        eye = eye + right * shake[0] + up * shake[1]
        angle = TILT + LOOK_UP
        forward = up * math.sin(angle) - n * math.cos(angle)
        horizon = math.sqrt(max(1.0, float(eye @ eye)))
        return look(eye, forward, up, aspect, FIELD_OF_VIEW, 2.0, horizon + shell_radius)

    def title_camera(self, planet_radius: float, aspect: float, elapsed_s: float) -> Camera:
        """A slow swing about the planet, which fills the right half of the picture."""
        self.orbit = (self.orbit + TITLE_RATE * elapsed_s) % (2 * math.pi)
        azimuth = TITLE_MIDDLE + TITLE_SWING * math.sin(self.orbit)
        around = np.array([math.cos(azimuth), 0.0, math.sin(azimuth)])
        outward = unit(around + np.array([0.0, 0.28, 0.0]))
        eye = outward * planet_radius * TITLE_DISTANCE
        up = np.array([0.0, 1.0, 0.0])
        right = unit(cross(-outward, up))
        forward = -outward - right * (0.20 * aspect) + cross(right, -outward) * 0.02
        return look(eye, forward, up, aspect, FIELD_OF_VIEW, 2.0, planet_radius * 8.0)


def _turn(normal: F64, start: F64, end: F64, share: float) -> F64:
    """Turn tangent `start` about `normal` by `share` of its angle to `end`; opposites turn left."""
    angle = math.atan2(float(cross(start, end) @ normal), float(start @ end)) * share
    turned = start * math.cos(angle) + cross(normal, start) * math.sin(angle)
    return unit(tangent(normal, turned))
