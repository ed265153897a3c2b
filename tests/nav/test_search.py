"""Ways are as short as scipy's, on spheres and on any other map."""

import itertools
from typing import Any

import numpy as np
import pytest

from arena.nav import BLOCKED, FREE, TileMap, create_map, create_route_search, find_route
from arena.nav.search import ENTRIES, ESCAPE, FAR, NOWHERE, add_goal, empty, find_way, settle
from arena.nav.tile_map import STEP
from tests.nav.fields import TILES, ball, board, lengths_to, small_ball, strew


def price(tile_map: TileMap, path: list[int]) -> int:
    """Length of a way, step by step."""
    total = 0
    for tile, other in itertools.pairwise(path):
        slot = tile_map.neighbour[other].tolist().index(tile)
        cost = int(tile_map.cost[other])
        if cost == BLOCKED:
            assert tile_map.cost[tile] == BLOCKED, "a way leads into a blocked tile"
            cost = ESCAPE
        total += int(tile_map.step[other, slot]) * cost // FREE
    return total


def check_route(tile_map: TileMap, search: Any, start: int, goal: int, far: Any) -> None:
    path = np.zeros(len(tile_map.cost), np.int32)
    end, count, length = find_route(tile_map, search, start, goal, path)
    if end == NOWHERE:
        assert far[start] == FAR
        return
    tiles = path[:count].tolist()
    assert (tiles[0], tiles[-1]) == (start, end)
    assert len(set(tiles)) == count
    assert length == price(tile_map, tiles)
    if tile_map.cost[goal] != BLOCKED:
        assert end == goal
        assert length == far[start]


@pytest.mark.parametrize("blocked", [0.0, 0.1, 0.25, 0.4, 0.5])
def test_routes_are_as_short_as_dijkstras_on_a_thousand_fields(blocked: float) -> None:
    rng = np.random.default_rng(int(100 * blocked))
    large, small, flat = ball(), small_ball(), board()
    for tile_map, fields in ((large, 20), (small, 100), (flat, 80)):
        search = create_route_search(tile_map)
        for _ in range(fields):
            strew(tile_map, rng, blocked)
            start, goal = (int(tile) for tile in rng.integers(len(tile_map.cost), size=2))
            if rng.random() < 0.8:
                tile_map.cost[goal] = FREE
            check_route(tile_map, search, start, goal, lengths_to(tile_map, [goal]))


def test_searches_do_not_depend_on_what_was_searched_before() -> None:
    rng, tile_map = np.random.default_rng(5), ball()
    used = create_route_search(tile_map)
    for _ in range(20):
        strew(tile_map, rng, 0.3)
        start, goal = (int(tile) for tile in rng.integers(len(tile_map.cost), size=2))
        paths = np.zeros((2, 500), np.int32)
        first = find_route(tile_map, used, start, goal, paths[0])
        assert first == find_route(tile_map, create_route_search(tile_map), start, goal, paths[1])
        np.testing.assert_array_equal(paths[0], paths[1])


def test_a_search_may_stop_at_any_tile_and_go_on() -> None:
    rng, tile_map = np.random.default_rng(6), ball()
    strew(tile_map, rng, 0.2)
    results: list[np.ndarray] = []
    for budget in (10**9, 1000, 7, 1):
        search = create_route_search(tile_map)
        search.length[:] = FAR
        empty(search.queue)
        add_goal(search.queue, search.estimate, search.length, search.next_tile, 17)
        while (
            settle(tile_map, search.estimate, search.queue, search.length, search.next_tile, NOWHERE, budget)
            == budget
        ):
            pass
        results.append(np.stack([search.length, search.next_tile]))
    np.testing.assert_array_equal(results[0][0], lengths_to(tile_map, [17]))
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def test_a_full_queue_is_packed_anew() -> None:
    rng, tile_map = np.random.default_rng(7), ball()
    search = create_route_search(tile_map)
    room = 600
    tight = search.replaced(
        queue=search.queue.replaced(link=np.zeros(room, np.int32), item=np.zeros(room, np.int32))
    )
    packed = 0
    for _ in range(20):
        strew(tile_map, rng, 0.1)
        start, goal = (int(tile) for tile in rng.integers(len(tile_map.cost), size=2))
        tile_map.cost[[start, goal]] = FREE
        assert find_way(tile_map, tight, start, goal) == find_way(tile_map, search, start, goal)
        packed += int(search.queue.state[ENTRIES] > room)
        tight.length[:], tight.estimate[:] = FAR, 0
        empty(tight.queue)
        add_goal(tight.queue, tight.estimate, tight.length, tight.next_tile, goal)
        # Runs until nothing waits any more; a wrong count would make this search endless.
        settle(tile_map, tight.estimate, tight.queue, tight.length, tight.next_tile, NOWHERE, 10**9)
        np.testing.assert_array_equal(tight.length, lengths_to(tile_map, [goal]))
    assert packed > 0


def test_a_blocked_goal_is_approached_as_near_as_can_be() -> None:
    rng, tile_map = np.random.default_rng(8), ball()
    search, path = create_route_search(tile_map), np.zeros(500, np.int32)
    for _ in range(30):
        strew(tile_map, rng, 0.45)
        start, goal = (int(tile) for tile in rng.integers(len(tile_map.cost), size=2))
        tile_map.cost[start], tile_map.cost[goal] = FREE, BLOCKED
        end, count, _ = find_route(tile_map, search, start, goal, path)
        assert count > 0
        gap = np.sum((TILES.center - TILES.center[goal]) ** 2, axis=1)
        reachable = np.array([find_way(tile_map, search, start, tile) < FAR for tile in np.argsort(gap)[:40]])
        reachable &= tile_map.cost[np.argsort(gap)[:40]] != BLOCKED
        if reachable.any():
            assert gap[end] == pytest.approx(gap[np.argsort(gap)[:40][reachable]].min(), abs=1e-12)


def test_a_blocked_start_is_left_and_not_entered_again() -> None:
    tile_map = ball()
    near = TILES.center @ TILES.center[100] > 0.97
    tile_map.cost[near] = BLOCKED
    path = np.zeros(200, np.int32)
    goal = int(np.argmin(TILES.center @ TILES.center[100]))
    end, count, length = find_route(tile_map, create_route_search(tile_map), 100, goal, path)
    inside = near[path[:count]]
    assert end == goal
    assert length == price(tile_map, path[:count].tolist())
    assert inside[0]
    assert not inside[int(np.argmin(inside)) :].any()


def test_an_enclosed_goal_cannot_be_reached_and_an_enclosed_start_stays() -> None:
    tile_map = ball()
    tile_map.cost[TILES.neighbour[50]] = BLOCKED
    search, path = create_route_search(tile_map), np.zeros(200, np.int32)
    tile_map.cost[50] = FREE
    assert find_route(tile_map, search, 1000, 50, path)[:2] == (NOWHERE, 0)
    assert find_route(tile_map, search, 50, 1000, path)[:2] == (NOWHERE, 0)
    tile_map.cost[1000] = BLOCKED
    assert find_route(tile_map, search, 50, 1000, path) == (50, 1, 0)
    assert path[0] == 50
    tile_map.cost[:] = BLOCKED
    assert find_route(tile_map, search, 3, 4, path)[0] == NOWHERE
    assert find_route(tile_map, search, 3, 3, path) == (3, 1, 0)


def test_a_wall_on_a_board_is_walked_around() -> None:
    flat = board(9, 9)
    flat.cost[np.arange(0, 8) * 9 + 4] = BLOCKED  # column 4, open in the last row only
    path = np.zeros(81, np.int32)
    end, count, length = find_route(flat, create_route_search(flat), 0, 8, path)
    assert (end, length) == (8, lengths_to(flat, [8])[0])
    assert 8 * 9 + 4 in path[:count]
    assert length > 16 * STEP / 1.3


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"start": -1}, "^start must be a whole number from 0 to 161, not -1$"),
        ({"start": 162}, "^start must be a whole number from 0 to 161, not 162$"),
        ({"goal": -1}, "^goal must be a whole number from 0 to 161, not -1$"),
        ({"goal": 1.5}, "^goal must be a whole number from 0 to 161, not 1.5$"),
        ({"goal": 162}, "^goal must be a whole number from 0 to 161, not 162$"),
        ({"path": np.zeros(0, np.int32)}, "^path must be int32 of shape .*, not int32 of "),
        ({"path": np.zeros(9, np.int64)}, "^path must be int32 of shape .*, not int64 of "),
        ({"path": np.zeros((9, 2), np.int32)}, "^path must be int32 of shape "),
        ({"search": create_route_search(ball())}, "^search must be made for 162 tiles, not 2562$"),
    ],
)
def test_routes_that_cannot_be_asked_for_are_refused(change: dict[str, Any], complaint: str) -> None:
    tile_map = small_ball()
    asked: dict[str, Any] = {
        "search": create_route_search(tile_map), "start": 0, "goal": 161, "path": np.zeros(1, np.int32),
    }  # fmt: skip
    assert find_route(tile_map, **asked)[0] == 161
    with pytest.raises(ValueError, match=complaint):
        find_route(tile_map, **(asked | change))


def row_of_three(**changes: Any) -> dict[str, Any]:
    table = {
        "neighbour": [[1, 0], [0, 2], [1, 2]],
        "length": [[1.0, 0], [1.0, 1.0], [1.0, 0]],
        "position": [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
    }
    return table | changes


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"neighbour": [[1, 0], [0, 3], [1, 2]]}, r"neighbour\[1\] names"),
        ({"neighbour": [[1, 2], [0, 2], [1, 2]]}, r"length\[0\] is not"),
        ({"neighbour": [[1, 0], [0, 1], [1, 2]]}, r"neighbour\[2\] has an edge"),
        ({"length": [[1.0, 0], [1.0, 2.0], [1.0, 0]]}, r"neighbour\[1\] has an edge"),
        ({"length": [[1.0, 0], [1.0, np.inf], [1.0, 0]]}, r"length\[1\] is not"),
        (
            {"length": [[9.0, 0], [9.0, 9.0], [9.0, 0]], "position": [[0, 0, 0], [9, 0, 0], [99, 0, 0]]},
            "short",
        ),
        ({"position": [[0, 0, 0], [1, 0, 0], [np.nan, 0, 0]]}, r"position\[2\]"),
        ({"position": [[0, 0], [1, 0], [2, 0]]}, "position must"),
        ({"length": [[1.0], [1.0], [1.0]]}, "neighbour and length"),
    ],
)
def test_maps_that_break_the_rules_are_refused(changes: dict[str, Any], complaint: str) -> None:
    create_map(**row_of_three(), curved=False)
    with pytest.raises(ValueError, match=complaint):
        create_map(**row_of_three(**changes), curved=False)
