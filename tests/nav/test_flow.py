"""The flow field: Dijkstra's lengths, complete whenever it is read, smooth, and it leads to the player."""

from typing import Any

import numpy as np
import pytest

from arena.jit import kernel
from arena.nav import (
    BLOCKED,
    FREE,
    FlowField,
    TileMap,
    Tiles,
    advance_flow,
    create_flow,
    flow_direction,
    flow_directions,
    tiles_of,
)
from arena.nav.flow import COMPLETED, SHOWN
from arena.nav.search import FAR, nearest_free
from arena.sphere import log_map, unit
from tests.nav.fields import TILES, ball, lengths_to, strew

GOALS = [11, 900, 1500, 2400]
EVERYTHING = 10**9


def shown(flow: FlowField) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    front = int(flow.progress[SHOWN])
    return flow.length[front], flow.next_tile[front], flow.direction[front]


def complete(tile_map: TileMap, goals: list[int]) -> FlowField:
    flow = create_flow(tile_map)
    advance_flow(tile_map, flow, goals, EVERYTHING)
    assert flow.progress[COMPLETED] == 1
    return flow


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("blocked", [0.0, 0.2, 0.4])
def test_lengths_are_dijkstras(count: int, blocked: float) -> None:
    rng = np.random.default_rng(count)
    for _ in range(5):
        tile_map = ball()
        strew(tile_map, rng, blocked)
        goals = rng.integers(2562, size=count).tolist()
        length, next_tile, direction = shown(complete(tile_map, goals))
        beside = [nearest_free(tile_map, goal) for goal in goals if tile_map.cost[goal] == BLOCKED]
        np.testing.assert_array_equal(length, lengths_to(tile_map, goals + beside))
        led = (length > 0) & (length < FAR)
        assert (length[next_tile[led]] < length[led]).all()
        np.testing.assert_allclose(np.linalg.norm(direction[led], axis=1), 1, atol=1e-12)
        np.testing.assert_array_equal(direction[~led], 0)
        np.testing.assert_allclose(np.sum(direction * TILES.center, axis=1), 0, atol=1e-9)


def test_readers_see_complete_fields_only_and_slices_give_the_same() -> None:
    tile_map, rng = ball(), np.random.default_rng(4)
    strew(tile_map, rng, 0.2)
    first = shown(complete(tile_map, GOALS[:1]))
    second = shown(complete(tile_map, GOALS[1:3]))
    for budget in (1000, 97):
        flow, calls = complete(tile_map, GOALS[:1]), 0
        while flow.progress[COMPLETED] == 1:
            for seen, expected in zip(shown(flow), first, strict=True):
                np.testing.assert_array_equal(seen, expected)
            advance_flow(tile_map, flow, GOALS[1:3] if calls == 0 else GOALS[3:], budget)
            calls += 1
        for seen, expected in zip(shown(flow), second, strict=True):
            np.testing.assert_array_equal(seen, expected)
        assert 2 * 2562 // budget <= calls <= 2 * 2562 // budget + 2


def test_a_field_for_fewer_players_forgets_those_who_are_gone() -> None:
    tile_map = ball()
    flow = complete(tile_map, GOALS)
    advance_flow(tile_map, flow, GOALS[2:3], EVERYTHING)
    for seen, expected in zip(shown(flow), shown(complete(tile_map, GOALS[2:3])), strict=True):
        np.testing.assert_array_equal(seen, expected)


def test_costs_that_change_while_a_field_is_made_make_no_circles() -> None:
    tile_map, rng = ball(), np.random.default_rng(5)
    flow = create_flow(tile_map)
    while flow.progress[COMPLETED] < 20:
        strew(tile_map, rng, 0.3)
        advance_flow(tile_map, flow, GOALS, 200)
        length, next_tile, _ = shown(flow)
        led = (length > 0) & (length < FAR)
        assert (length[next_tile[led]] < length[led]).all()


def follow_field(
    tile_map: TileMap, flow: FlowField, starts: np.ndarray, ticks: int
) -> tuple[np.ndarray, int]:
    """Fly many ships along the field; returns their last tiles and how often one was in a blocked tile."""
    position, inside = TILES.center[starts] * 52, 0
    arrived = np.zeros(len(starts), bool)
    for _ in range(ticks):
        position = unit(position + 0.3 * flow_directions(TILES, tile_map, flow, position)) * 52
        tile = tiles_of(TILES, position)
        arrived |= np.isin(tile, GOALS)
        position[arrived] = TILES.center[GOALS[0]] * 52
        inside += int((tile_map.cost[tile[~arrived]] == BLOCKED).sum())
    return arrived, inside


@pytest.mark.parametrize("blocked", [0.0, 0.1, 0.2])
def test_following_the_field_reaches_a_player(blocked: float) -> None:
    tile_map, rng = ball(), np.random.default_rng(6)
    tile_map.cost[rng.random(2562) < blocked] = BLOCKED
    tile_map.cost[GOALS] = FREE
    flow = complete(tile_map, GOALS)
    starts = np.flatnonzero(shown(flow)[0] < FAR)
    arrived, inside = follow_field(tile_map, flow, starts, 900)
    assert arrived.mean() > 0.995
    assert inside < 0.05 * 300 * len(starts)


@pytest.mark.parametrize("goals", [[300], GOALS])
def test_ways_over_free_tiles_run_straight_at_the_nearest_player(goals: list[int]) -> None:
    tile_map = ball()
    flow = complete(tile_map, goals)
    points = unit(np.random.default_rng(7).normal(size=(3000, 3)))
    closeness = points @ TILES.center[goals].T
    nearest, order = closeness.argmax(axis=1), np.sort(closeness, axis=1)
    straight = unit(log_map(points, TILES.center[goals][nearest]))
    cosine = np.sum(straight * flow_directions(TILES, tile_map, flow, points), axis=1)
    middle = np.abs(order[:, -1]) < 0.97
    if len(goals) > 1:
        middle &= order[:, -1] - order[:, -2] > 0.2  # elsewhere ways part
    for k in range(len(goals)):
        near = middle & (nearest == k)
        assert near.sum() > 200
        assert np.median(cosine[near]) > 0.98
        assert np.percentile(cosine[near], 2) > 0.8


@pytest.mark.parametrize("blocked", [0.0, 0.2])
def test_directions_are_tangent_and_turn_without_jumps(blocked: float) -> None:
    tile_map, rng = ball(), np.random.default_rng(8)
    strew(tile_map, rng, blocked)
    flow = complete(tile_map, GOALS)
    start, aim = unit(rng.normal(size=(300, 3))), unit(rng.normal(size=(300, 3)))
    before = flow_directions(TILES, tile_map, flow, start)
    for k in range(1, 400):
        points = unit(start + aim * (k * 5e-4))
        now = flow_directions(TILES, tile_map, flow, points * rng.uniform(1, 100))
        np.testing.assert_allclose(np.sum(now * points, axis=1), 0, atol=1e-12)
        assert np.linalg.norm(now, axis=1).max() <= 1 + 1e-12
        jump = np.linalg.norm(now - before, axis=1)
        beside_blocked = (tile_map.cost[TILES.neighbour[tiles_of(TILES, points)]] == BLOCKED).any(axis=1)
        assert jump[~beside_blocked].max(initial=0) < 0.1
        assert jump.max() < 0.6
        before = now


def test_nobody_to_hunt_gives_no_direction() -> None:
    tile_map = ball()
    flow = complete(tile_map, [])
    assert (flow_directions(TILES, tile_map, flow, TILES.center * 52) == 0).all()
    flow = create_flow(tile_map)
    assert (flow_directions(TILES, tile_map, flow, TILES.center * 52) == 0).all()


def test_a_ship_in_a_blocked_tile_finds_out_and_a_player_in_one_is_found() -> None:
    tile_map = ball()
    tile_map.cost[TILES.center @ TILES.center[700] > 0.99] = BLOCKED
    flow = complete(tile_map, [700])
    assert (shown(flow)[0] < FAR).all()
    assert shown(flow)[0][700] == 0
    flow = complete(tile_map, GOALS)
    assert follow_field(tile_map, flow, np.array([700]), 900)[0].all()
    tile_map.cost[:] = FREE
    tile_map.cost[GOALS[0]] = BLOCKED
    assert (shown(complete(tile_map, GOALS[:1]))[0] < FAR).all()


@kernel
def direction_of(tiles: Tiles, tile_map: TileMap, flow: FlowField, point: np.ndarray) -> Any:
    return flow_direction(tiles, tile_map, flow, point[0], point[1], point[2])


def test_kernels_and_python_ask_with_the_same_tables() -> None:
    tile_map, rng = ball(), np.random.default_rng(9)
    strew(tile_map, rng, 0.2)
    tables = TILES, tile_map, complete(tile_map, GOALS)
    points = rng.normal(size=(50, 3)) * 52
    many = flow_directions(*tables, points)
    for point, way in zip(points, many, strict=True):
        np.testing.assert_array_equal(direction_of(*tables, point), way)
    assert np.linalg.norm(many, axis=1).min() > 0


def test_goals_that_are_no_tiles_are_refused() -> None:
    tile_map = ball()
    with pytest.raises(ValueError, match="at most"):
        advance_flow(tile_map, create_flow(tile_map), [1, 2, 3, 4, 5])
    with pytest.raises(ValueError, match="goals must be tiles"):
        advance_flow(tile_map, create_flow(tile_map), [2562])
