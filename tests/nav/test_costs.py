"""Costs of tiles near asteroids, against brute force, slice by slice."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.nav import BLOCKED, COST_MAX, FREE, TileMap, refresh_tiles, slice_of_tick
from arena.tuning import NAVIGATION
from tests.nav.fields import TILES, ball, board

SHELL = 52.0
F32 = NDArray[np.float32]
Near = tuple[NDArray[np.int64], NDArray[np.int32]]


def asteroids(seed: int, count: int = 500) -> tuple[F32, F32]:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(count, 3))
    points *= SHELL / np.linalg.norm(points, axis=1, keepdims=True)
    return points.astype(np.float32), rng.uniform(0.4, 4, count).astype(np.float32)


def near(tiles: tuple[int, int], positions: F32, radii: F32) -> Near:
    """Result of a batch query of the grid: offsets and ids of the bodies near each tile."""
    centers = TILES.center[tiles[0] : tiles[1]] * SHELL
    gap = np.linalg.norm(centers[:, None] - positions[None].astype(np.float64), axis=2) - radii
    tile, ids = np.nonzero(gap < NAVIGATION.costly_gap)
    offsets = np.searchsorted(tile, np.arange(tiles[1] - tiles[0] + 1))
    return offsets.astype(np.int64), ids.astype(np.int32)


def refresh(tile_map: TileMap, tiles: tuple[int, int], positions: F32, radii: F32, **more: object) -> None:
    offsets, ids = near(tiles, positions, radii)
    refresh_tiles(tile_map, tiles, offsets, ids, positions, radii, shell_radius=SHELL, **more)  # pyright: ignore[reportArgumentType]


def test_costs_follow_the_nearest_surface() -> None:
    tile_map, (positions, radii) = ball(), asteroids(1)
    refresh(tile_map, (0, len(tile_map.cost)), positions, radii)
    gap = (
        np.linalg.norm(TILES.center[:, None] * SHELL - positions[None].astype(np.float64), axis=2) - radii
    ).min(axis=1)
    np.testing.assert_array_equal(tile_map.cost == BLOCKED, gap < NAVIGATION.blocked_gap)
    np.testing.assert_array_equal(tile_map.cost[gap >= NAVIGATION.costly_gap], FREE)
    costly = (gap >= NAVIGATION.blocked_gap) & (gap < NAVIGATION.costly_gap)
    order = np.argsort(gap[costly])
    assert (np.diff(tile_map.cost[costly][order]) <= 0).all()
    assert tile_map.cost[costly].max() == pytest.approx(NAVIGATION.costly_factor * FREE, abs=2)
    assert 0.1 < (tile_map.cost == BLOCKED).mean() < 0.9
    assert tile_map.cost.max() <= COST_MAX


def test_slices_converge_to_the_full_refresh() -> None:
    whole, sliced, (positions, radii) = ball(), ball(), asteroids(2)
    refresh(whole, (0, len(whole.cost)), positions, radii)
    sliced.cost[:] = BLOCKED
    for tick in range(100, 100 + NAVIGATION.refresh_ticks):
        assert (sliced.cost != whole.cost).any()
        refresh(sliced, slice_of_tick(len(sliced.cost), tick), positions, radii)
    np.testing.assert_array_equal(sliced.cost, whole.cost)


def test_every_tile_is_due_once_in_a_round() -> None:
    for count, ticks in ((2562, 8), (7, 10), (10, 3)):
        due = [tile for tick in range(5, 5 + ticks) for tile in range(*slice_of_tick(count, tick, ticks))]
        assert sorted(due) == list(range(count))


def test_only_asteroids_count() -> None:
    tile_map, (positions, radii) = ball(), asteroids(3)
    refresh(tile_map, (0, len(tile_map.cost)), positions, radii, rows=(500, 500))
    assert (tile_map.cost == FREE).all()
    refresh(tile_map, (0, len(tile_map.cost)), positions, radii, rows=(0, 200))
    fewer = ball()
    refresh(fewer, (0, len(fewer.cost)), positions[:200], radii[:200])
    np.testing.assert_array_equal(tile_map.cost, fewer.cost)


def test_gaps_at_the_limits_themselves() -> None:
    """A body of no size beside a tile at the origin: float32 steps on either side of each gap."""
    flat = board(2, 1)

    def cost_at(gap: np.float32) -> int:
        nothing = np.zeros(1, np.int32), np.array([[0, -gap, 0]], np.float32), np.zeros(1, np.float32)
        refresh_tiles(flat, (0, 1), np.array([0, 1]), *nothing, shell_radius=1.0)
        return int(flat.cost[0])

    cost: list[int] = []
    for gap in (NAVIGATION.blocked_gap, NAVIGATION.costly_gap):
        below = np.float32(gap) if np.float32(gap) < gap else np.nextafter(np.float32(gap), np.float32(0))
        above = np.nextafter(below, np.float32(9))
        assert below < gap <= above
        cost += [cost_at(below), cost_at(above)]
    most = int(NAVIGATION.costly_factor * FREE)
    assert cost in ([BLOCKED, most - 1, FREE, FREE], [BLOCKED, most, FREE, FREE])
    share = 0.1 / (NAVIGATION.costly_gap - NAVIGATION.blocked_gap)
    assert cost_at(np.float32(NAVIGATION.costly_gap - 0.1)) == int(FREE + (most - FREE) * share)


def test_slices_that_do_not_fit_are_refused() -> None:
    tile_map, (positions, radii) = ball(), asteroids(4)
    ids = np.zeros(0, np.int32)
    for tiles, offsets in (((0, 9999), 10000), ((5, 4), 0), ((-1, 4), 6), ((0, 4), 4)):
        with pytest.raises(ValueError, match=r"tiles must|offsets must"):
            refresh_tiles(
                tile_map, tiles, np.zeros(offsets, np.int64), ids, positions, radii, shell_radius=SHELL
            )
