"""Views that part and merge: when, that no camera jumps, and that nobody's own view is dragged along."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.view.cameras.camera import FOLLOW_MAX, TURN_MAX, Rig
from arena.view.cameras.framing import DISTANCE
from arena.view.cameras.shared_camera import (
    MEET,
    PART,
    SharedCamera,
    Slots,
    blend_frame,
    find_middle,
    regroup,
    view_turn,
)
from arena.view.poses import Pose
from tests.view import formulas
from tests.view.formulas import exp_map, parallel_transport, unit

F64 = NDArray[np.float64]
SHELL, STEP = 52.0, 1 / 60
FASTEST = 44.0
"""[u/s], of a dash."""


def log_map(place: F64, target: F64) -> F64:
    """The step between two places, also where they are one."""
    return np.zeros(3) if np.allclose(place, target, atol=1e-12) else formulas.log_map(place, target)


class Ships:
    """Players on great circles, and the cameras that follow them."""

    def __init__(self, *places: F64) -> None:
        self.places = [unit(np.asarray(place, np.float64)) for place in places]
        self.ups = [unit(np.cross(place, [0.3, 0.5, 0.8])) for place in self.places]
        self.rigs = [Rig() for _ in self.places]
        self.shared_camera = SharedCamera()
        self.moved = self.turned = 0.0  # most of any camera in a step [rad]
        self.panes: list[list[Slots]] = []

    def fly(self, steps: Sequence[F64]) -> None:
        """One frame: each ship takes a tangent step [rad], then all cameras follow."""
        for k, step in enumerate(steps):
            target = exp_map(self.places[k], step - self.places[k] * float(self.places[k] @ step))
            self.ups[k] = unit(parallel_transport(self.places[k], target, self.ups[k]))
            self.places[k] = unit(target)
        self.look()

    def look(self) -> None:
        poses = [
            Pose(place, np.cross(up, place), up, up) for place, up in zip(self.places, self.ups, strict=True)
        ]
        slots = range(len(poses))
        focuses = self.shared_camera.follow(
            dict(zip(slots, poses, strict=True)), dict(zip(slots, self.rigs, strict=True)), SHELL, STEP
        )
        for slot, rig, pose in zip(slots, self.rigs, poses, strict=True):
            shared_focus = focuses[slot]
            before = (rig.focus, rig.up)
            place, up = pose.position, pose.up
            if shared_focus is not None:
                shared = shared_focus.focus, shared_focus.up, shared_focus.share
                place, up = np.array(blend_frame(place, up, *shared))
            rig.follow(place, up, np.zeros(3), STEP)
            if (
                before[0] is not None
                and before[1] is not None
                and rig.focus is not None
                and rig.up is not None
            ):
                self.moved = max(self.moved, float(np.linalg.norm(log_map(before[0], rig.focus))))
                carried = parallel_transport(before[0], rig.focus, before[1])
                self.turned = max(self.turned, math.acos(min(1.0, float(carried @ rig.up))))
        self.panes.append(self.shared_camera.panes)

    @property
    def merged(self) -> bool:
        """True if all share a picture."""
        return len(self.shared_camera.panes) == 1

    def head_for(self, goals: Sequence[F64 | None], speed: float, seconds: float) -> None:
        """Fly towards places, as fast as that; a ship without one rests."""
        for _ in range(round(seconds / STEP)):
            steps = list[F64]()
            for place, goal in zip(self.places, goals, strict=True):
                way = np.zeros(3) if goal is None else log_map(place, goal)
                size = float(np.linalg.norm(way))
                steps.append(way * min(1.0, speed / SHELL * STEP / size) if size > 1e-9 else np.zeros(3))
            self.fly(steps)

    def assert_smooth(self) -> None:
        """No camera ever moved or turned faster than a camera may."""
        assert self.moved <= FOLLOW_MAX * STEP * 1.0001
        assert self.turned <= (TURN_MAX + FOLLOW_MAX) * STEP * 1.0001

    def own_view_offsets(self) -> list[float]:
        """Distance of each camera's focus from its ship [u]."""
        return [
            float(np.linalg.norm(log_map(place, rig.focus))) * SHELL if rig.focus is not None else math.inf
            for place, rig in zip(self.places, self.rigs, strict=True)
        ]


POLE, NEAR = np.array([0.0, 0.0, 1.0]), np.array([0.1, 0.0, 1.0])


def test_players_who_begin_together_share_a_view_from_the_first_frame() -> None:
    ships = Ships(POLE, NEAR)
    ships.look()
    assert ships.merged


def test_players_who_begin_apart_have_views_of_their_own() -> None:
    ships = Ships(POLE, np.array([1.0, 0.0, 0.0]))
    ships.look()
    assert not ships.merged and ships.own_view_offsets() == [0.0, 0.0]


def meet_at_the_pole(ships: Ships) -> None:
    """Part in opposite directions, meet again at the antipode of where they were."""
    ships.head_for([np.array([1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0])], 14.0, 7.0)
    assert not ships.merged
    ships.head_for([-POLE, -POLE], 14.0, 9.0)


def chase(ships: Ships) -> None:
    """One runs, the other follows as fast, then catches up."""
    ships.head_for([None, np.array([0.0, 1.0, 0.0])], FASTEST, 3.0)
    assert not ships.merged
    ships.head_for([ships.places[1], None], FASTEST, 5.0)


def dash_to_and_fro(ships: Ships) -> None:
    """Cross the borders again and again, faster than cameras follow."""
    for _ in range(6):
        ships.head_for([None, np.array([1.0, 0.0, 0.6])], FASTEST, 0.5)
        ships.head_for([None, POLE], FASTEST, 0.5)
    ships.head_for([None, POLE], FASTEST, 2.0)


def return_elsewhere(ships: Ships) -> None:
    """One is lost and returns exactly on the other side of the world, then beside the other."""
    ships.places[1] = -POLE
    for _ in range(240):
        ships.look()
    assert not ships.merged and max(ships.own_view_offsets()) < 0.5
    ships.places[1] = unit(NEAR)
    for _ in range(300):
        ships.look()


@pytest.mark.parametrize("story", [meet_at_the_pole, chase, dash_to_and_fro, return_elsewhere])
def test_views_part_and_merge_without_a_jump(story: Callable[[Ships], None]) -> None:
    ships = Ships(POLE, NEAR)
    ships.look()
    story(ships)
    for _ in range(120):
        ships.look()
    assert ships.merged
    ships.assert_smooth()


def test_the_border_moves_only_between_cameras_that_show_the_same() -> None:
    ships = Ships(POLE, np.array([1.0, 0.0, 0.0]))
    ships.look()
    for _ in range(600):
        ships.head_for([None, POLE], 14.0, STEP)
        if ships.merged:
            first, second = ships.rigs
            assert first.focus is not None and second.focus is not None
            assert first.up is not None and second.up is not None
            assert float(first.focus @ second.focus) > 0.9996 and float(first.up @ second.up) > 0.9996
            return
    pytest.fail("they never shared a view")


def test_between_meeting_and_parting_nothing_changes_to_and_fro() -> None:
    between = 0.5 * (MEET + PART)
    ships = Ships(POLE, np.array([math.sin(0.1), 0.0, math.cos(0.1)]))
    ships.look()
    apart = 2.0 * between / SHELL
    ships.head_for([None, np.array([math.sin(apart), 0.0, math.cos(apart)])], 14.0, 4.0)
    assert ships.merged
    far = Ships(POLE, np.array([math.sin(apart), 0.0, math.cos(apart)]))
    far.head_for([None, None], 0.0, 2.0)
    assert not far.merged


def test_who_parts_has_a_camera_at_the_own_ship_whatever_the_others_do() -> None:
    ships = Ships(POLE, NEAR, np.array([-0.1, 0.05, 1.0]))
    ships.look()
    assert ships.merged
    places = [place.copy() for place in ships.places]
    ships.head_for([None, np.array([0.0, 1.0, 0.0]), None], 14.0, 8.0)
    assert ships.shared_camera.panes == [(0, 2), (1,)] and ships.own_view_offsets()[1] < 2.0
    for still in (0, 2):
        np.testing.assert_array_equal(places[still], ships.places[still])


def test_one_who_joins_nearby_is_taken_into_the_view_without_a_border() -> None:
    ships = Ships(POLE)
    ships.look()
    grown = Ships(POLE, NEAR)
    grown.shared_camera, grown.rigs[0] = ships.shared_camera, ships.rigs[0]
    for _ in range(120):
        grown.look()
        assert grown.merged
    grown.assert_smooth()


def test_everybody_is_in_the_picture_of_a_shared_view() -> None:
    reach = PART / SHELL
    rig = Rig()
    rig.follow(POLE, np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(SHELL, 4 / 3, (0.0, 0.0), 1.0)
    assert DISTANCE > 2.0 * PART
    for turn in np.linspace(0.0, 2.0 * math.pi, 24):
        place = np.array(
            [math.sin(turn) * math.sin(reach), math.cos(turn) * math.sin(reach), math.cos(reach)]
        )
        clip = camera.view_projection @ np.append(place * SHELL, 1.0)
        assert np.abs(clip[:2] / clip[3]).max() < 0.95


def posed(places: Sequence[F64]) -> dict[int, Pose]:
    """Players at places."""
    return {
        slot: Pose(unit(place), unit(place), unit(place), unit(place)) for slot, place in enumerate(places)
    }


def test_each_player_is_in_one_pane_and_near_enough_to_its_middle_whatever_they_do() -> None:
    rng, camera, rigs = np.random.default_rng(5), SharedCamera(), dict[int, Rig]()
    places = POLE + 0.25 * rng.normal(size=(4, 3))
    changes, before = 0, list[Slots]()
    for frame in range(3000):
        places += 0.01 * rng.normal(size=(4, 3)) * (10.0 if frame % 500 == 0 else 1.0)
        here = [0, 1, 3] if 1000 < frame < 1500 else [0, 1, 2, 3]
        poses = {slot: pose for slot, pose in posed(list(places)).items() if slot in here}
        rigs = {slot: rigs.get(slot, Rig()) for slot in here}
        focuses = camera.follow(poses, rigs, SHELL, STEP)
        for slot, rig in rigs.items():
            focus, ship = focuses[slot], poses[slot].position
            up = unit(np.cross(ship, [0.3, 0.5, 0.8]))
            rig.follow(ship if focus is None else focus.focus, up if focus is None else focus.up,
                       np.zeros(3), STEP)  # fmt: skip
        assert sorted(slot for pane in camera.panes for slot in pane) == here
        assert sorted(slot for group in camera.groups for slot in group) == here
        for group in camera.groups:
            assert find_middle([poses[slot] for slot in group], SHELL)[1] <= PART or len(group) == 1
        for pane in camera.panes:
            assert any(set(pane) <= set(group) for group in camera.groups)
        changes += camera.panes != before
        before = camera.panes
    assert 10 < changes < 400


def test_the_near_pair_shares_a_pane_while_the_others_fly_alone() -> None:
    far = [np.array([1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0])]
    assert regroup([], posed([POLE, NEAR, *far]), SHELL) == [(0, 1), (2,), (3,)]
    assert regroup([], posed([far[0], POLE, far[1], NEAR]), SHELL) == [(0,), (1, 3), (2,)]
    two = posed([POLE, NEAR, -POLE, -NEAR])
    assert regroup([], two, SHELL) == [(0, 1), (2, 3)]
    assert regroup([(0, 1, 2, 3)], two, SHELL) == [(0, 1), (2, 3)], "all part at once"
    ships = Ships(POLE, far[0], far[1])
    ships.look()
    ships.head_for([None, POLE, None], 14.0, 9.0)
    assert ships.shared_camera.panes == [(0, 1), (2,)]
    ships.assert_smooth()


@pytest.mark.parametrize(("reach", "known", "expected"), [
    (MEET - 0.01, False, True), (MEET + 0.01, False, False), (PART - 0.01, True, True),
    (PART + 0.01, True, False),
])  # fmt: skip
def test_thresholds_of_meeting_and_parting(reach: float, known: bool, expected: bool) -> None:
    angle = reach / SHELL
    pair = posed([np.array([math.sin(side), 0.0, math.cos(side)]) for side in (angle, -angle)])
    groups = regroup([(0, 1)] if known else [(0,), (1,)], pair, SHELL)
    assert (groups == [(0, 1)]) is expected
    assert regroup(groups, pair, SHELL) == groups, "nothing changes to and fro"


def test_the_middle_of_players_all_round_is_none() -> None:
    def at(place: F64) -> Pose:
        return Pose(place, place, place, place)

    assert find_middle([at(POLE), at(-POLE)], SHELL)[1] == math.inf
    middle, reach = find_middle([at(POLE), at(unit(NEAR))], SHELL)
    assert reach < 3.0 and float(middle @ POLE) > 0.99


def test_sticks_are_turned_as_the_picture_is() -> None:
    up = np.array([0.0, 1.0, 0.0])
    assert view_turn(POLE, up, POLE, up) == pytest.approx(0.0)
    assert view_turn(POLE, up, POLE, np.array([1.0, 0.0, 0.0])) == pytest.approx(math.pi / 2)


def test_players_who_see_one_place_turned_against_each_other_have_a_pane_each() -> None:
    camera, rigs = SharedCamera(), {0: Rig(), 1: Rig()}
    ups = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
    for rig, up in zip(rigs.values(), ups, strict=True):
        rig.follow(POLE, up, np.zeros(3), 0.0)
    camera.follow(posed([POLE, -POLE]), rigs, SHELL, STEP)
    for _ in range(120):
        camera.follow(posed([POLE, POLE]), rigs, SHELL, STEP)
        assert (camera.groups, camera.panes) == ([(0, 1)], [(0,), (1,)])
    for _ in range(180):
        rigs[1].follow(POLE, ups[0], np.zeros(3), STEP)
    camera.follow(posed([POLE, POLE]), rigs, SHELL, STEP)
    assert camera.panes == [(0, 1)]
