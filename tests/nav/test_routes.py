"""Routes are planned when there is a reason, followed tile by tile, and honest about failure."""

import numpy as np
import pytest

from arena.jit import is_interpreted
from arena.nav import BLOCKED, FREE, RoutePlanner, RouteStatus, tiles_of
from arena.nav.tile_map import STEP
from arena.sphere import log_map, unit
from arena.tuning import NAVIGATION
from tests.nav.fields import TILES, ball, board, lengths_to, strew

START = 700
GOAL = int(np.argmin(TILES.center @ TILES.center[START]))


def planner(capacity: int = 4, path_capacity: int = NAVIGATION.route_tiles) -> RoutePlanner:
    return RoutePlanner(ball(), capacity, path_capacity)


def everyone(plans: RoutePlanner, tile: int) -> np.ndarray:
    return np.full(len(plans.routes.goal), tile, np.int32)


def test_a_new_row_has_no_route_and_one_that_follows_gets_one() -> None:
    plans = planner()
    assert not plans.complete.any()
    np.testing.assert_allclose(plans.waypoint(0, TILES.center[START] * 52), TILES.center[START])
    plans.follow(2, GOAL)
    assert plans.update(everyone(plans, START), tick=0) == 1
    assert plans.complete.tolist() == [False, False, True, False]
    assert plans.path(2)[0] in TILES.neighbour[START]
    assert plans.path(2)[-1] == GOAL
    plans.stop(2)
    assert not plans.complete.any()
    assert plans.update(everyone(plans, START), tick=1) == 0


def fly(plans: RoutePlanner, row: int, start: int, goal: int) -> int:
    """Fly by waypoints, re-planning as one goes; returns the number of ticks to the goal's tile, or -1."""
    position = TILES.center[start] * 52
    plans.follow(row, goal)
    for tick in range(3000):
        tile = int(tiles_of(TILES, position)[0])
        if tile == goal:
            return tick
        plans.update(everyone(plans, tile), tick)
        direction = log_map(position, plans.waypoint(row, position) * 52)
        position = unit(position + direction * min(1.0, 0.3 / float(np.linalg.norm(direction)))) * 52
    return -1


def test_waypoints_lead_to_the_goal() -> None:
    plans = planner()
    strew(plans.tile_map, np.random.default_rng(1), 0.2)
    plans.tile_map.cost[[START, GOAL]] = FREE
    assert fly(plans, 0, START, GOAL) > 52 * 3 / 0.3


def test_short_memory_is_enough_for_long_routes() -> None:
    plans = planner(1, path_capacity=5)
    assert 0 < fly(plans, 0, START, GOAL) < 52 * 4 / 0.3
    with pytest.raises(ValueError, match="path_capacity"):
        planner(1, path_capacity=1)


def test_passed_waypoints_are_skipped_for_good() -> None:
    plans = planner()
    assert plans.plan(0, START, GOAL) == RouteStatus.REACHES
    path = plans.path(0)
    assert (plans.waypoint(0, TILES.center[START]) == TILES.center[path[0]]).all()
    beyond = TILES.center[path[4]] + 0.1 * (TILES.center[path[5]] - TILES.center[path[4]])
    assert (plans.waypoint(0, beyond * 52) == TILES.center[path[5]]).all()
    assert (plans.waypoint(0, TILES.center[START]) == TILES.center[path[5]]).all()
    assert (plans.waypoint(0, TILES.center[GOAL]) == TILES.center[GOAL]).all()


@pytest.mark.parametrize(("nearer", "passed"), [(1e-9, True), (-1e-9, False)])
def test_a_waypoint_is_passed_at_its_share_of_the_next_stretch(nearer: float, passed: bool) -> None:
    """On a straight line of tiles, where the place to pass at is an exact one."""
    plans = RoutePlanner(board(6, 2), 1)
    assert plans.plan(0, 0, 5) == RouteStatus.REACHES
    path, x = plans.path(0), plans.tile_map.x
    ahead = x[path[1]] - x[path[0]]
    place = float(x[path[0]]) - (NAVIGATION.waypoint_share - nearer) * float(ahead)
    assert plans.waypoint(0, [place, 0, 0])[0] == x[path[1 if passed else 0]]


def test_a_moving_goal_is_planned_anew_only_when_its_tile_changes() -> None:
    plans = planner()
    plans.follow(0, GOAL)
    tiles = everyone(plans, START)
    assert plans.update(tiles, 0) == 1
    for tick in range(1, 200):
        plans.follow(0, GOAL)
        assert plans.update(tiles, tick) == 0
    aside = int(TILES.neighbour[GOAL, 0])
    plans.follow(0, aside)
    assert plans.update(tiles, 200) == 1
    assert plans.path(0)[-1] == aside


def test_a_tile_ahead_that_becomes_blocked_is_a_reason_and_one_behind_is_not() -> None:
    plans = planner()
    plans.plan(0, START, GOAL)
    path, tiles = plans.path(0), everyone(plans, START)
    off = np.setdiff1d(np.arange(2562), np.append(path, START))
    plans.tile_map.cost[off[:500]] = BLOCKED
    assert plans.update(tiles, 1) == 0
    plans.tile_map.cost[path[3]] = BLOCKED
    assert plans.update(tiles, 1) == 1
    assert path[3] not in plans.path(0)
    assert plans.complete[0]
    plans.waypoint(0, TILES.center[plans.path(0)[4]])
    plans.tile_map.cost[plans.routes.path[0, 1]] = BLOCKED
    assert plans.update(everyone(plans, int(plans.path(0)[0])), 2) == 0


def test_who_is_pushed_off_the_route_plans_anew() -> None:
    plans = planner()
    plans.plan(0, START, GOAL)
    assert plans.update(everyone(plans, int(TILES.neighbour[START, 3])), 1) == 0
    far = int(np.argmin(np.abs(TILES.center @ TILES.center[START])))
    assert plans.update(everyone(plans, far), 1) == 1
    assert plans.routes.path[0, 0] == far


def test_the_budget_goes_around() -> None:
    plans = planner(5)
    served: list[int] = []
    for row in range(5):
        plans.follow(row, GOAL)
    tiles = everyone(plans, START)
    for tick in range(4):
        before = plans.complete.copy()
        assert plans.update(tiles, tick, budget=2) == (2, 2, 1, 0)[tick]
        served += np.flatnonzero(plans.complete & ~before).tolist()
    assert served == [0, 1, 2, 3, 4]
    for row in range(5):
        plans.follow(row, GOAL if row < 2 else START)  # greedy first rows do not starve the others
    for tick in range(4, 10):
        plans.follow(0, int(TILES.neighbour[GOAL, tick % 5]))
        plans.follow(1, int(TILES.neighbour[GOAL, tick % 5]))
        plans.update(tiles, tick, budget=1)
    assert (plans.routes.planned_goal[2:] == START).all()


def test_a_goal_out_of_reach_is_tried_again_after_a_while() -> None:
    plans = planner()
    plans.tile_map.cost[TILES.neighbour[GOAL]] = BLOCKED
    plans.tile_map.cost[GOAL] = FREE
    assert plans.plan(0, START, GOAL, tick=0) == RouteStatus.UNREACHABLE
    assert not plans.complete[0]
    assert len(plans.path(0)) == 0
    tiles = everyone(plans, START)
    assert [plans.update(tiles, tick) for tick in range(NAVIGATION.retry_ticks)] == [
        0
    ] * NAVIGATION.retry_ticks
    plans.tile_map.cost[:] = FREE
    assert plans.update(tiles, NAVIGATION.retry_ticks) == 1
    assert plans.routes.status[0] == RouteStatus.REACHES


def test_a_blocked_goal_is_approached_and_reached_once_it_is_free() -> None:
    plans = planner()
    plans.tile_map.cost[GOAL] = BLOCKED
    assert plans.plan(0, START, GOAL, tick=5) == RouteStatus.NEAREST
    assert plans.complete[0]
    assert plans.path(0)[-1] in TILES.neighbour[GOAL]
    plans.tile_map.cost[GOAL] = FREE
    assert plans.update(everyone(plans, START), 5 + NAVIGATION.retry_ticks) == 1
    assert plans.routes.status[0] == RouteStatus.REACHES


def test_a_start_in_a_blocked_tile_is_left_without_planning_again_and_again() -> None:
    plans = planner()
    plans.tile_map.cost[TILES.center @ TILES.center[START] > 0.98] = BLOCKED
    assert plans.plan(0, START, GOAL) == RouteStatus.REACHES
    assert plans.update(everyone(plans, START), 1) == 0


def test_start_and_goal_may_be_one() -> None:
    plans = planner()
    assert plans.plan(0, GOAL, GOAL) == RouteStatus.REACHES
    np.testing.assert_array_equal(plans.waypoint(0, TILES.center[GOAL]), TILES.center[GOAL])


def test_routes_run_on_a_board_as_well() -> None:
    flat = board(20, 15)
    flat.cost[7 * 20 : 7 * 20 + 19] = BLOCKED  # a wall with a door on the right
    plans = RoutePlanner(flat, 1)
    assert plans.plan(0, 0, 14 * 20) == RouteStatus.REACHES
    assert 7 * 20 + 19 in plans.path(0)
    assert lengths_to(flat, [14 * 20])[0] > 30 * STEP / 1.3
    position = np.zeros(3)
    for _ in range(200):
        position = plans.waypoint(0, position)
    np.testing.assert_array_equal(position, [flat.x[280], flat.y[280], 0])


def test_the_same_history_gives_the_same_state() -> None:
    states: list[bytes] = []
    for _ in range(2):
        plans, rng = planner(8), np.random.default_rng(3)
        for tick in range(15 if is_interpreted else 60):
            strew(plans.tile_map, rng, 0.2)
            plans.follow(tick % 8, int(rng.integers(2562)))
            plans.update(rng.integers(2562, size=8), tick)
        states.append(b"".join(column.tobytes() for column in plans.routes))
    assert states[0] == states[1]


def test_tiles_that_do_not_exist_are_refused() -> None:
    plans = planner()
    with pytest.raises(ValueError, match="goal"):
        plans.follow(0, 2562)
    with pytest.raises(ValueError, match="start"):
        plans.plan(0, -1, 5)
    with pytest.raises(ValueError, match="shape"):
        plans.update([1, 2], 0)
    plans.follow(1, GOAL)
    with pytest.raises(ValueError, match=r"tiles\[1\]"):
        plans.update([-1, -1, -1, -1], 0)
