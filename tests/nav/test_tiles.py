"""Tiles cover the sphere, know their neighbours, and every direction finds its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.nav import create_tiles, tiles_of
from tests.nav.fields import TILES

COMPONENT = st.one_of(st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e-300, 0.5, 1e6]), st.floats(-1, 1))
DIRECTION = st.tuples(COMPONENT, COMPONENT, COMPONENT).filter(any)


def nearest(points: np.ndarray) -> np.ndarray:
    """Brute force, in the same order of additions as the kernel."""
    c = TILES.center
    dots = points[:, :1] * c[:, 0] + points[:, 1:2] * c[:, 1] + points[:, 2:] * c[:, 2]
    return dots.argmax(axis=1)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_there_are_as_many_tiles_as_there_should_be_and_twelve_are_pentagons(level: int) -> None:
    tiles = create_tiles(level)
    count = 10 * 4**level + 2
    assert len(tiles.center) == len(tiles.neighbour) == count
    np.testing.assert_allclose(np.linalg.norm(tiles.center, axis=1), 1, atol=1e-15)
    assert int((tiles.neighbour == np.arange(count)[:, None]).sum()) == 12


def test_neighbours_are_mutual_and_counter_clockwise() -> None:
    edges = {(a, b) for a, row in enumerate(TILES.neighbour.tolist()) for b in row}
    assert edges == {(b, a) for a, b in edges}
    for tile, row in enumerate(TILES.neighbour.tolist()):
        ring = [other for other in row if other != tile]
        assert ring == row[: len(ring)]
        assert len(set(ring)) == len(ring) >= 5
        for left, right in zip(ring, ring[1:] + ring[:1], strict=True):
            assert np.linalg.det(TILES.center[[tile, left, right]]) > 0
            assert right in TILES.neighbour[left]


def test_lengths_are_angles() -> None:
    for slot in range(6):
        across = np.cross(TILES.center, TILES.center[TILES.neighbour[:, slot]])
        angle = np.arcsin(np.linalg.norm(across, axis=1))
        np.testing.assert_allclose(TILES.length[:, slot], angle, atol=1e-12)


def test_tiles_cover_the_sphere_evenly() -> None:
    rng = np.random.default_rng(2)
    points = rng.normal(size=(200_000, 3))
    found = tiles_of(TILES, points)
    share = np.bincount(found, minlength=len(TILES.center)) / len(points) * len(TILES.center)
    assert share.min() > 0.3
    assert share.max() < 1.9
    unit = points / np.linalg.norm(points, axis=1, keepdims=True)
    assert np.sum(unit * TILES.center[found], axis=1).min() > np.cos(TILES.length.max())


def test_random_directions_find_the_nearest_centre() -> None:
    points = np.random.default_rng(1).normal(size=(4000, 3))
    np.testing.assert_array_equal(tiles_of(TILES, points), nearest(points))


def test_poles_edges_and_corners_of_the_cube_map_are_no_special_places() -> None:
    values = np.array([-1, -1 + 1e-16, -0.5, -1e-17, 0, 1e-17, 0.5, 1 - 1e-16, 1])
    points = np.stack(np.meshgrid(values, values, values), axis=-1).reshape(-1, 3)
    points = points[np.abs(points).max(axis=1) > 0.1]
    np.testing.assert_array_equal(tiles_of(TILES, points), nearest(points))
    np.testing.assert_array_equal(tiles_of(TILES, TILES.center), np.arange(len(TILES.center)))


@given(DIRECTION)
def test_any_direction_finds_the_nearest_centre(direction: tuple[float, float, float]) -> None:
    points = np.array([direction])
    c = TILES.center
    found = int(tiles_of(TILES, points)[0])
    dots = points[0, 0] * c[:, 0] + points[0, 1] * c[:, 1] + points[0, 2] * c[:, 2]
    assert dots[found] == dots.max()


def test_nonsense_gives_some_tile() -> None:
    points = np.array([[0, 0, 0], [np.nan, 0, 1], [np.inf, 0, 0], [np.inf, np.nan, -np.inf]])
    assert ((tiles_of(TILES, points) >= 0) & (tiles_of(TILES, points) < len(TILES.center))).all()


@pytest.mark.parametrize("level", [0, -1, 8])
def test_unusable_levels_are_refused(level: int) -> None:
    with pytest.raises(ValueError, match="level"):
        create_tiles(level)
