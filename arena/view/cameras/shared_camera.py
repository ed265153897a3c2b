"""Split screen that merges pair by pair: players who meet share one view, players who part get one each.

The cameras of a group glide to one place first. A player whose camera shows what the group's first one shows
needs no pane of its own. Parting runs in reverse. The simulation does not read any of this.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F64, Real
from arena.vectors import Vector, cross, dot, scaled
from arena.view.cameras.camera import Rig, follow_target
from arena.view.cameras.great_circles import exp_map, log_map, parallel_transport, turn_towards, unit
from arena.view.poses import Pose

MEET, PART = 9.0, 13.0
"""Distance of the farthest player of a group from its middle below which players meet, and beyond which the
farthest one parts [u]."""
BLEND_RATE = 1.4
"""Blend rate of a camera between its ship and the shared middle [1/s]."""
ALIGNED = 0.012
"""Cameras nearer to each other than this, and turned by less, show the same [rad]."""
DEFINED = 0.2
"""Length of the mean of unit places below which they have no middle."""

Slots = tuple[int, ...]
"""Slots of players who are together, ascending."""


class SharedFocus(NamedTuple):
    """Shared focus of players who are close together."""

    focus: F64  # unit
    up: F64  # unit tangent at the focus
    share: float  # of the way from the own ship to there, 0 to 1
    spread: float  # distance between them, 1 where they part


def regroup(groups: Sequence[Slots], poses: Mapping[int, Pose], shell_radius: float) -> list[Slots]:
    """Groups of all players of `poses`: who has gone too far parts, then the nearest groups meet.

    Between `MEET` and `PART` everybody stays with the group of the last picture (hysteresis).
    """
    found = list[Slots]()
    for group in groups:
        members = [slot for slot in group if slot in poses]
        while len(members) > 1 and _reach(members, poses, shell_radius) > PART:
            middle, _ = find_middle([poses[slot] for slot in members], shell_radius)
            farthest = min(members, key=lambda slot: float(poses[slot].position @ middle))
            members.remove(farthest)
            found.append((farthest,))
        if members:
            found.append(tuple(members))
    known = {slot for group in found for slot in group}
    found += [(slot,) for slot in poses if slot not in known]
    while len(found) > 1:
        one, other = min(
            combinations(found, 2), key=lambda pair: _reach(pair[0] + pair[1], poses, shell_radius)
        )
        if _reach(one + other, poses, shell_radius) >= MEET:
            break
        found = [group for group in found if group not in (one, other)]
        found.append(tuple(sorted(one + other)))
    return sorted(found)


def _reach(slots: Sequence[int], poses: Mapping[int, Pose], shell_radius: float) -> float:
    return find_middle([poses[slot] for slot in slots], shell_radius)[1]


class SharedCamera:
    """Camera state of a split screen: groups of players, and the way of each camera to its group."""

    def __init__(self) -> None:
        self.groups: list[Slots] = []
        """Players who are together, ascending."""
        self.panes: list[Slots] = []
        """Players whose cameras show the same, so that they share a picture; ascending."""
        self._frames: dict[int, F64] = {}  # focus and up of the group's view, one array for its members
        self._blend: dict[int, float] = {}  # 0: the camera follows its ship, 1: the group's view

    def follow(
        self, poses: Mapping[int, Pose], rigs: Mapping[int, Rig], shell_radius: float, elapsed_s: float
    ) -> dict[int, SharedFocus | None]:
        """Update from the players' poses, by slot; returns the shared focuses, None for the own ship."""
        self._blend = {slot: blend for slot, blend in self._blend.items() if slot in poses}
        self._frames = {slot: frame for slot, frame in self._frames.items() if slot in poses}
        before, self.groups = self.groups, regroup(self.groups, poses, shell_radius)
        focuses = dict[int, SharedFocus | None]()
        for group in self.groups:
            middle, reach = find_middle([poses[slot] for slot in group], shell_radius)
            spread = 1.0
            if len(group) > 1:
                self._gather(group, before, poses, rigs, middle)
                _glide(self._frames[min(group)], middle, elapsed_s)
                spread = min(1.0, reach / PART)
            else:  # the others' view moves on without it
                self._frames.update(
                    {slot: self._frames[slot].copy() for slot in group if slot in self._frames}
                )
            for slot in group:
                focuses[slot] = self._focus(slot, float(len(group) > 1), spread, elapsed_s)
        self.panes = self._join(rigs)
        return focuses

    def _gather(
        self, group: Slots, before: Sequence[Slots], poses: Mapping[int, Pose], rigs: Mapping[int, Rig],
        middle: F64,
    ) -> None:  # fmt: skip
        """Give all players of a group one view."""
        known = {slot for old in before for slot in old}
        shared = [slot for old in before if len(old) > 1 for slot in old if slot in group]
        own = [slot for slot in group if slot in known and slot not in shared]
        if shared:
            frame = self._frames[shared[0]]
        else:
            first = (own or group)[0]
            focus, up = rigs[first].focus, rigs[first].up
            here = poses[first].position if focus is None else focus
            # A player whom newcomers join sees no border: the view begins where that camera is.
            there = focus if len(own) == 1 and focus is not None else middle
            frame = np.array(carry_frame(here, poses[first].up if up is None else up, there))
            if len(own) <= 1:
                self._blend.update(dict.fromkeys(own, 1.0))
        for slot in group:
            self._frames[slot] = frame
            if slot not in known:
                self._blend[slot] = 1.0

    def _focus(self, slot: int, goal: float, spread: float, elapsed_s: float) -> SharedFocus | None:
        """Move a player's camera on its way."""
        blend = _approach(self._blend.get(slot, 0.0), goal, BLEND_RATE * elapsed_s)
        self._blend[slot] = blend
        if blend == 0.0:
            return None
        share, frame = blend * blend * (3.0 - 2.0 * blend), self._frames[slot]
        return SharedFocus(frame[0].copy(), frame[1].copy(), share, spread)

    def _join(self, rigs: Mapping[int, Rig]) -> list[Slots]:
        """Panes of this picture: those of the last one, less who parted, and joined where cameras arrived."""
        panes = list[Slots]()
        for group in self.groups:
            parts = [tuple(slot for slot in pane if slot in group) for pane in self.panes]
            parts = [part for part in parts if part]
            parts += [(slot,) for slot in group if not any(slot in part for part in parts)]
            arrived = [part for part in parts if self._arrived(part[0], rigs[part[0]])]
            joined = tuple(sorted(slot for part in arrived for slot in part))
            panes += [part for part in parts if part not in arrived] + ([joined] if joined else [])
        return sorted(panes)

    def _arrived(self, slot: int, rig: Rig) -> bool:
        """True if a camera shows its group's view, or is about to begin with it."""
        if self._blend[slot] < 1.0:
            return False
        focus, up, frame, near = rig.focus, rig.up, self._frames[slot], math.cos(ALIGNED)
        if focus is None or up is None:
            return True
        return float(focus @ frame[0]) > near and float(up @ frame[1]) > near


def _glide(frame: F64, middle: F64, elapsed_s: float) -> None:
    """Follow the middle as a camera follows a ship, without turning."""
    _, up = carry_frame(*frame, middle)
    follow_target(frame, True, middle, np.array(up), np.zeros(3), elapsed_s)


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
def carry_frame(place: F64, up: F64, target: F64) -> tuple[Vector, Vector]:
    """A frame of the `up` at `place`, carried to `target` without turning: place and up, unit."""
    here, there = unit((place[0], place[1], place[2])), unit((target[0], target[1], target[2]))
    return there, unit(parallel_transport(here, there, (up[0], up[1], up[2])))


@kernel
def blend_frame(position: F64, up: F64, focus: F64, focus_up: F64, share: Real) -> tuple[Vector, Vector]:
    """The frame that lies so far on the way from a ship's to the shared one: place and up."""
    here, there = (position[0], position[1], position[2]), (focus[0], focus[1], focus[2])
    place = unit(exp_map(here, scaled(log_map(here, there), share)))
    own = unit(parallel_transport(here, place, (up[0], up[1], up[2])))
    shared = unit(parallel_transport(there, place, (focus_up[0], focus_up[1], focus_up[2])))
    return place, turn_towards(place, own, shared, share)


@kernel
def view_turn(position: F64, up: F64, focus: F64, focus_up: F64) -> Real:
    """Angle between the picture's up and a ship's frame [rad], clockwise from above."""
    here, there = unit((position[0], position[1], position[2])), (focus[0], focus[1], focus[2])
    shown = parallel_transport(there, here, (focus_up[0], focus_up[1], focus_up[2]))
    own = (up[0], up[1], up[2])
    return math.atan2(dot(shown, cross(own, here)), dot(shown, own))
