"""Bearings and attack cycles, kernel by kernel: against exact formulas, and on their boundaries."""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena import tuning
from arena.ai.bearings import arc, intercept, keep_range, log_map, nearest_prey
from arena.ai.behaviours import create_behaviours
from arena.ai.cycle import ACT, REST, SEEK, WINDUP, advance_cycle, next_phase
from arena.catalogue import kinds
from arena.sim.tables.bodies import Memory

LEVEL = 40.0
"""Distance of the ships from the planet's centre [u]."""
EXACT = 1e-4
"""Largest error of an angle [rad], as `arc` promises."""


def directions(count: int) -> np.ndarray:
    """Unit vectors in all directions."""
    some = np.random.default_rng(7).normal(size=(count, 3))
    return some / np.linalg.norm(some, axis=1, keepdims=True)


def test_a_bearing_is_the_great_circle_to_its_target() -> None:
    for p, q in zip(directions(50), directions(100)[50:], strict=True):
        *way, distance = log_map(*p, LEVEL, *(q * LEVEL))
        angle = math.atan2(np.linalg.norm(np.cross(p, q)), p @ q)
        assert distance == pytest.approx(LEVEL * angle, abs=LEVEL * EXACT)
        assert np.linalg.norm(way) == pytest.approx(1.0) and way @ p == pytest.approx(0.0, abs=1e-9)
        np.testing.assert_allclose(p * math.cos(angle) + np.array(way) * math.sin(angle), q, atol=1e-9)


@pytest.mark.parametrize(("sign", "distance"), [(1.0, 0.0), (-1.0, math.pi * LEVEL)])
def test_where_all_directions_are_as_short_one_is_chosen(sign: float, distance: float) -> None:
    p = directions(1)[0]
    *way, far = log_map(*p, LEVEL, *(sign * LEVEL * p))
    assert far == pytest.approx(distance)
    assert np.linalg.norm(way) == pytest.approx(1.0) and way @ p == pytest.approx(0.0, abs=1e-9)


def test_an_arc_is_as_exact_as_it_says() -> None:
    for angle in np.linspace(0.0, math.pi, 181):
        assert arc(math.sin(angle), math.cos(angle)) == pytest.approx(angle, abs=EXACT)


@pytest.mark.parametrize(
    ("distance", "closing"), [(30.0, 1.0), (24.0, 1.0), (22.0, 0.5), (20.0, 0.0), (18.0, -0.5), (9.0, -1.0)]
)
@pytest.mark.parametrize(("tick", "row", "sense"), [(0, 0, 1.0), (59, 0, 1.0), (60, 0, -1.0), (60, 1, 1.0)])
def test_a_range_is_kept_and_the_side_changes_with_time_and_row(
    distance: float, closing: float, tick: int, row: int, sense: float
) -> None:
    """The target is towards +x, up is +z; +y is one side, for so many ticks and every other row."""
    wish = keep_range(
        row, (0.0, 0.0, 1.0, LEVEL), (1.0, 0.0, 0.0, distance), tick, wanted=20.0, band=4.0, strafe=0.6,
        strafe_ticks=60,
    )  # fmt: skip
    side = sense * 0.6 * (1.0 - tuning.MIND.strafe_easing * abs(closing))
    np.testing.assert_allclose(wish, (closing, side, 0.0), atol=1e-12)


@pytest.mark.parametrize("error", [0.0, 0.1, -0.1])
def test_an_intercept_leads_to_where_the_target_will_be(error: float) -> None:
    p, speed = np.array([0.0, 0.0, 1.0]), 30.0
    q, v = LEVEL * np.array([math.sin(0.4), 0.0, math.cos(0.4)]), np.array([0.0, 9.0, 0.0])
    *aim, reach = intercept((*p, LEVEL), tuple(q), tuple(v), speed, 0.4 * LEVEL, error)
    *way, distance = log_map(*p, LEVEL, *(q + v * reach / speed))
    assert reach == pytest.approx(distance, rel=0.01)
    across = np.cross(p, way)
    np.testing.assert_allclose(aim, np.array(way) + error * across, atol=0.01)


@pytest.mark.parametrize(
    ("dead", "freighter", "prey"),
    [
        ((), None, 1),
        ((1,), None, 0),
        ((0, 1), None, -1),
        ((), 2, 2),
        ((1,), 3, 0),
        ((2,), 2, 1),
        ((0, 1), 3, 3),
    ],
)
def test_prey_is_the_nearest_live_player_or_freighter(
    dead: tuple[int, ...], freighter: int | None, prey: int
) -> None:
    """Two players, two companions and the hunter; the first player is as far as the last companion."""
    alive, kind = np.ones(5, np.bool_), np.full(5, kinds.COMPANION.number, np.uint8)
    alive[list(dead)] = False
    if freighter is not None:
        kind[freighter] = kinds.FREIGHTER.number
    position = np.array([(3, 0, 0), (0, 2, 0), (0, 0, 1), (0, 3, 0), (0, 0, 0)], np.float32) + LEVEL
    bodies: Any = SimpleNamespace(position=position, alive=alive, kind=kind)
    assert nearest_prey(bodies, 2, 4, 4) == prey


def memory_of(rows: int) -> Memory:
    """Memories of ships that seek."""
    columns: dict[str, Any] = {name: np.zeros(rows, np.int32) for name in Memory.column_names}
    wide: dict[str, Any] = {name: np.zeros((rows, 3), np.float32) for name in ("cover", "ring_axis")}
    return Memory(**columns | wide)


@pytest.mark.parametrize("ticks", [(3, 2, 4), (0, 1, 0), (1, 0, 2), (0, 0, 0)])
def test_a_phase_lasts_as_long_as_it_should(ticks: tuple[int, int, int]) -> None:
    """A phase of no ticks is seen once: it ends at the next decision."""
    memory, seen = memory_of(2), list[int]()
    for tick in range(100, 100 + 3 + sum(max(1, each) for each in ticks) + 2):
        seen.append(advance_cycle(1, tick, tick == 103, ticks, memory))
        assert memory.phase[1] == seen[-1] and memory.phase[0] == SEEK
    whole = [SEEK] * 3
    for phase, length in zip((WINDUP, ACT, REST), ticks, strict=True):
        whole += [phase] * max(1, length)
    assert seen == [*whole, SEEK, SEEK]


def test_a_phase_lasts_as_the_kind_says() -> None:
    behaviours, memory, kind = create_behaviours(), memory_of(1), kinds.LANCER.number
    lengths = [
        int(column[kind]) for column in (behaviours.windup_ticks, behaviours.act_ticks, behaviours.rest_ticks)
    ]
    seen = [next_phase(0, kind, tick, tick == 0, behaviours, memory) for tick in range(sum(lengths) + 1)]
    assert [seen.count(phase) for phase in (WINDUP, ACT, REST, SEEK)] == [*lengths, 1]
    assert len(set(lengths)) == 3, "or else they might be mixed up"
