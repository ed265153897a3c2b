"""Avoidance, kernel by kernel: the smallest change of a velocity that keeps clear, against many others."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from arena.ai.avoidance import (
    DRIFT,
    GAP,
    LAG,
    RETREAT,
    TIME,
    avoid_asteroids,
    is_blocked,
    pass_asteroid,
    step_aside,
    time_to_collision,
)
from arena.jit.simd.registers import F64_LANES

AHEAD, ASIDE, UP = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
CLEAR = 3.0
"""Distance to keep [u]."""
SPEED, DRIFTING = 8.0, 0.3
"""Of a ship, and of asteroids across its course [u/s]."""
SLACK = 1e-6
BEARINGS = np.linspace(0.0, 2.0 * math.pi, 721)
COURSES = np.outer(np.cos(BEARINGS), AHEAD) + np.outer(np.sin(BEARINGS), ASIDE)


def nearest(way: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Least distance [u] within TIME from what lies `way` off, at velocities relative to it."""
    square = np.maximum((velocity * velocity).sum(axis=-1), 1e-12)
    time = np.clip(velocity @ way / square, 0.0, TIME)
    return np.linalg.norm(way - velocity * time[..., None], axis=-1)


def cases(count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Ways to an asteroid, from where it is just clear, and velocities of all sizes."""
    rng = np.random.default_rng(3)
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for _ in range(count):
        ways = COURSES[rng.integers(len(COURSES), size=2)]
        found.append((ways[0] * rng.uniform(1.02, 4.0) * CLEAR, ways[1] * rng.uniform(0.0, 12.0)))
    return found


def test_the_smallest_change_keeps_clear() -> None:
    changed = 0
    for way, velocity in cases(600):
        far = float(np.linalg.norm(way))
        change = np.array(step_aside(*UP, *way, far, *velocity, CLEAR))
        size = float(np.linalg.norm(change))
        safe = nearest(way, velocity) >= CLEAR
        assert (size > SLACK) == (not safe)
        assert bool(is_blocked(*way, far, *velocity, CLEAR)) == (not safe)
        if safe:
            continue
        changed += 1
        assert nearest(way, velocity + change) >= CLEAR - SLACK
        for shorter in (0.5, 0.8, 0.95):
            tried = velocity + COURSES * size * shorter
            assert nearest(way, tried).max() < CLEAR, "a smaller change would do"
    assert changed > 50


def test_on_the_way_to_the_very_centre_it_passes_on_a_side() -> None:
    way, velocity = 10.0 * AHEAD, 9.0 * AHEAD
    change = np.array(step_aside(*UP, *way, 10.0, *velocity, CLEAR))
    assert nearest(way, velocity + change) == pytest.approx(CLEAR)
    assert change @ np.cross(UP, AHEAD) > 0.0, "on its left"


@pytest.mark.parametrize("speed", [-40.0, -5.0, -0.5, 5.0])
@pytest.mark.parametrize("far", [0.5, 2.0, CLEAR])
def test_too_near_it_retreats_in_time(far: float, speed: float) -> None:
    """`speed` is towards the asteroid; the way across stays as it is."""
    way, wanted = far * AHEAD, speed * AHEAD + 4.0 * ASIDE
    change = min(0.0, -(CLEAR - far) / RETREAT - speed)
    np.testing.assert_allclose(step_aside(*UP, *way, far, *wanted, CLEAR), change * AHEAD, atol=1e-12)
    assert bool(is_blocked(*way, far, *wanted, CLEAR)) == (change != 0.0)


@pytest.mark.parametrize(("speed", "apart"), [(6.0, True), (-6.0, True), (0.0, True), (80.0, False)])
def test_the_time_to_a_contact_counts_the_delay_of_what_is_wanted(speed: float, apart: bool) -> None:
    """Not where they would touch by then: a way through the centre would point back."""
    *way, far, time = time_to_collision(*(10.0 * AHEAD), *(speed * AHEAD), CLEAR)
    there = 10.0 - LAG * speed if apart else 10.0
    np.testing.assert_allclose((*way, far), (*(there * AHEAD), there))
    assert time == pytest.approx((there - CLEAR) / (max(speed, 0.0) + DRIFT))


def sky(rocks: Sequence[tuple[float, float]]) -> tuple[Any, Any, Any, Any]:
    """Columns of a ship, row 0, and of asteroids, each (angle, distance) from its course; and their list."""
    places = [60.0 * UP] + [
        60.0 * UP + far * (math.cos(angle) * AHEAD + math.sin(angle) * ASIDE) for angle, far in rocks
    ]
    position = np.array(places, np.float32)
    velocity = np.zeros_like(position)
    velocity[0], velocity[1:] = SPEED * AHEAD, DRIFTING * ASIDE
    radius = np.linspace(1.0, 1.2, len(places), dtype=np.float32)
    seen = np.append(1 + np.arange(len(rocks)), np.zeros(F64_LANES)).astype(np.int32)
    return position, velocity, radius, seen


def avoid(rocks: Sequence[tuple[float, float]]) -> tuple[np.ndarray, list[float]]:
    """The velocity instead of SPEED ahead, and how far it stays beyond the GAP of each asteroid [u]."""
    position, velocity, radius, seen = sky(rocks)
    found = np.array(avoid_asteroids(position, velocity, radius, 0, len(rocks), seen, *(SPEED * AHEAD)))
    spare: list[float] = []
    for row in range(1, len(position)):
        way = (position[row] - position[0] - LAG * (velocity[0] - velocity[row])).astype(np.float64)
        spare.append(float(nearest(way, found - velocity[row]) - (radius[0] + radius[row] + GAP)))
    return found, spare


@pytest.mark.parametrize("count", [1, F64_LANES - 1, F64_LANES, F64_LANES + 1, 2 * F64_LANES + 1])
def test_each_place_in_the_list_is_seen(count: int) -> None:
    behind = [(math.pi + angle, 9.0) for angle in np.linspace(-0.5, 0.5, count)]
    for in_way in range(count):
        rocks = [*behind[:in_way], (0.05, 9.0), *behind[in_way + 1 :]]
        position, velocity, radius, _ = sky(rocks)
        inverse = 1.0 / float(np.linalg.norm(position[0]))
        alone = pass_asteroid(position, velocity, radius, 0, 1 + in_way, inverse, *(SPEED * AHEAD))
        found, spare = avoid(rocks)
        np.testing.assert_allclose(found, alone, atol=1e-3)
        assert spare[in_way] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("behind", [0, F64_LANES])
@pytest.mark.parametrize("swapped", [False, True])
def test_what_it_would_meet_instead_is_avoided_as_well(swapped: bool, behind: int) -> None:
    """Aside of the one on its course is another one, off its course, whose far side is the way out."""
    rocks = [(-0.05, 9.0), (0.36, 10.0)]
    alone = avoid(rocks[:1])[0]
    position, velocity, radius, seen = sky(rocks)
    seen[0] = 2
    unmoved = avoid_asteroids(position, velocity, radius, 0, 1, seen, *(SPEED * AHEAD))
    np.testing.assert_array_equal(unmoved, SPEED * AHEAD)
    found, spare = avoid([*(rocks[::-1] if swapped else rocks), *[(math.pi, 9.0)] * behind])
    assert np.linalg.norm(found - alone) > 0.1 and min(spare) > -1e-3


@pytest.mark.parametrize("apart", [1, F64_LANES + 1])
@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_that_leave_no_way_the_sooner_is_avoided(swapped: bool, apart: int) -> None:
    rocks = [(-0.05, 9.0), (0.6, 9.5)]
    first, last = rocks[::-1] if swapped else rocks
    _, spare = avoid([first, *[(math.pi, 9.0)] * (apart - 1), last])
    sooner, later = (spare[-1], spare[0]) if swapped else (spare[0], spare[-1])
    assert sooner > -1e-3 and later < -0.1


def test_what_is_not_in_the_list_is_not_seen() -> None:
    position, velocity, radius, seen = sky([(math.pi, 9.0), (math.pi, 9.0), (0.05, 9.0)])
    seen[2] = 0
    found = avoid_asteroids(position, velocity, radius, 0, 2, seen, *(SPEED * AHEAD))
    np.testing.assert_array_equal(found, SPEED * AHEAD)
