"""Split screen that merges: players who meet share one view, players who part get one each.

All views are equal at the moment of merging: first the cameras glide to one place, then the border between
them moves out of the picture. Parting runs in reverse. The simulation does not read any of this.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F64, Real
from arena.vectors import cross, dot, put, scaled, vector
from arena.view.cameras.camera import Rig, follow_target
from arena.view.cameras.great_circles import exp_map, log_map, parallel_transport, turn_towards, unit
from arena.view.poses import Pose

MEET, PART = 9.0, 13.0
"""Distance of the farthest player from the middle below which views merge, and beyond which they part [u]."""
BLEND_RATE = 1.4
"""Blend rate of a camera between its ship and the shared middle [1/s]."""
OPEN_RATE = 2.2
"""Speed of the border between views [1/s]."""
ALIGNED = 0.012
"""Cameras nearer to each other than this, and turned by less, show the same [rad]."""
DEFINED = 0.2
"""Length of the mean of unit places below which they have no middle."""


class SharedFocus(NamedTuple):
    """Shared focus of players who are close together."""

    focus: F64  # unit
    up: F64  # unit tangent at the focus
    share: float  # of the way from the own ship to there, 0 to 1
    spread: float  # distance between them, 1 where they part


class SharedCamera:
    """Camera state of a split screen: merges views when players meet, opens the border when they part."""

    def __init__(self) -> None:
        self.together = False
        self.open = 1.0
        """1: a view for each, 0: one for all."""
        self._blend = 0.0  # 0: each camera follows its ship, 1: all follow the middle
        self._players = 0
        self._frame = np.zeros((2, 3))  # focus and up of the shared view

    def follow(
        self, poses: Sequence[Pose], rigs: Sequence[Rig], shell_radius: float, elapsed_s: float
    ) -> SharedFocus | None:
        """Update from the players' poses; returns the shared focus, None if each camera follows its ship."""
        middle, reach = find_middle(poses, shell_radius)
        if len(poses) != self._players:
            self._begin(poses, rigs, middle, reach)
        elif self.together:
            self.together = reach <= PART
        elif reach < MEET:
            self._meet(rigs[0], middle)
        if self.together:
            self._glide(middle, elapsed_s)
        self._blend = _approach(self._blend, float(self.together), BLEND_RATE * elapsed_s)
        closing = self.together and (self.open < 1.0 or self._aligned(rigs))
        self.open = _approach(self.open, 0.0 if closing else 1.0, OPEN_RATE * elapsed_s)
        if self._blend == 0.0:
            return None
        share = self._blend * self._blend * (3.0 - 2.0 * self._blend)
        return SharedFocus(self._frame[0].copy(), self._frame[1].copy(), share, min(1.0, reach / PART))

    def _begin(self, poses: Sequence[Pose], rigs: Sequence[Rig], middle: F64, reach: float) -> None:
        """Start with a new number of players: players close together share the view at once."""
        merged = self.open == 0.0 and self._players > 1
        before, self._players = self._players, len(poses)
        self.together = reach < (PART if merged else MEET)
        if merged and self.together:
            return
        first = rigs[0]
        alone = before <= 1 and self.together
        self.open, self._blend = (0.0, 1.0) if alone else (1.0, 0.0)
        focus = first.focus if first.focus is not None else middle
        put_frame(self._frame, focus, poses[0].position, poses[0].up if first.up is None else first.up)
        if not alone and self.together:
            self._meet(first, middle)

    def _meet(self, first: Rig, middle: F64) -> None:
        """Begin to look at the middle, turned as the first one's picture is."""
        self.together = True
        if self._blend == 0.0 and first.focus is not None and first.up is not None:
            put_frame(self._frame, middle, first.focus, first.up)

    def _glide(self, middle: F64, elapsed_s: float) -> None:
        """Follow the middle as a camera follows a ship, without turning."""
        up = np.empty(3)
        carry_up(self._frame, middle, up)
        follow_target(self._frame, True, middle, up, np.zeros(3), elapsed_s)

    def _aligned(self, rigs: Sequence[Rig]) -> bool:
        """True if all cameras show the shared view."""
        if self._blend < 1.0:
            return False
        near = math.cos(ALIGNED)
        return all(
            rig.focus is not None
            and rig.up is not None
            and float(rig.focus @ self._frame[0]) > near
            and float(rig.up @ self._frame[1]) > near
            for rig in rigs
        )


def find_middle(poses: Sequence[Pose], shell_radius: float) -> tuple[F64, float]:
    """The middle of some players (unit), and how far the farthest is from it [u]; infinite where none is."""
    total = np.sum([pose.position for pose in poses], axis=0)
    size = float(np.linalg.norm(total))
    if size < DEFINED * len(poses):
        return poses[0].position, math.inf
    middle = total / size
    cosine = min(float(pose.position @ middle) for pose in poses)
    return middle, math.acos(max(-1.0, min(1.0, cosine))) * shell_radius


def _approach(value: float, goal: float, step: float) -> float:
    return value + max(-step, min(step, goal - value))


@kernel
def put_frame(frame_out: F64, focus: F64, place: F64, up: F64) -> None:
    """Make a frame at `focus` of the `up` at `place`, carried there without turning."""
    there, here = unit((focus[0], focus[1], focus[2])), unit((place[0], place[1], place[2]))
    put(frame_out, 0, there)
    put(frame_out, 1, unit(parallel_transport(here, there, (up[0], up[1], up[2]))))


@kernel
def carry_up(frame: F64, target: F64, up_out: F64) -> None:
    """The frame's up, carried to the unit vector `target`."""
    there = (target[0], target[1], target[2])
    up = unit(parallel_transport(vector(frame, 0), there, vector(frame, 1)))
    up_out[0], up_out[1], up_out[2] = up[0], up[1], up[2]


@kernel
def blend_frame(position: F64, up: F64, focus: F64, focus_up: F64, share: Real, frame_out: F64) -> None:
    """Write the frame that lies so far on the way from a ship's to the shared one: place and up, as rows."""
    here, there = (position[0], position[1], position[2]), (focus[0], focus[1], focus[2])
    place = unit(exp_map(here, scaled(log_map(here, there), share)))
    own = unit(parallel_transport(here, place, (up[0], up[1], up[2])))
    shared = unit(parallel_transport(there, place, (focus_up[0], focus_up[1], focus_up[2])))
    put(frame_out, 0, place)
    put(frame_out, 1, turn_towards(place, own, shared, share))


@kernel
def view_turn(position: F64, up: F64, focus: F64, focus_up: F64) -> Real:
    """Angle between the picture's up and a ship's frame [rad], clockwise from above."""
    here, there = unit((position[0], position[1], position[2])), (focus[0], focus[1], focus[2])
    shown = parallel_transport(there, here, (focus_up[0], focus_up[1], focus_up[2]))
    own = (up[0], up[1], up[2])
    return math.atan2(dot(shown, cross(own, here)), dot(shown, own))
