"""A compiled caller that rebuilds a grid by its memory finds what the grid finds, or is told to ask it."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.grid import CollisionGrid
from arena.grid.crowds import ANY_NUMBER, create_crowd
from arena.grid.memory import find_pairs_here, rebuild_here
from arena.grid.pair_search import CONTACT_CROWD
from tests.grid.brute_force import pairs

COUNT = 300
ALL = ANY_NUMBER, COUNT
"""Arguments of `find_pairs_here` for every pair."""

Spheres = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]


def spheres(spread: tuple[float, float, float], seed: int = 3, radius: float = 0.5) -> Spheres:
    """Bodies around a place beside the middle of the box, a tenth of them dead."""
    rng = np.random.default_rng(seed)
    position = (rng.normal(size=(COUNT, 3)) * spread + (1.0, -2.0, 3.0)).astype(np.float32)
    return position, np.full(COUNT, radius, np.float32), rng.random(COUNT) > 0.1


def grid_with(bodies: Spheres, cells: Any = "auto") -> CollisionGrid:
    """A grid, not a cube, that holds these bodies and has found their pairs."""
    grid = CollisionGrid((-40.0, -30.0, -20.0), (20.0, 30.0, 40.0), cells)
    grid.rebuild(*bodies)
    grid.find_contact_pairs(64, COUNT)
    return grid


def rebuild(grid: CollisionGrid, bodies: Spheres) -> bool:
    """Enter the bodies as the simulation does."""
    position, radius, active = bodies
    return bool(rebuild_here(position.ravel(), radius, active, grid.memory))


@pytest.mark.parametrize("cells", ["auto", 12])
def test_each_tick_has_the_cells_and_pairs_of_a_rebuild(cells: Any) -> None:
    grid = grid_with(spheres((4.0, 4.0, 4.0), radius=0.8), cells)
    layouts = set[tuple[int, int, int]]()
    entered = 0
    for seed, spread in enumerate([(4, 4, 4), (9, 4, 3), (3, 9, 5), (5, 3, 9), (4, 4, 4), (6, 6, 6)]):
        bodies = spheres(spread, seed, 0.7)
        if not rebuild(grid, bodies):
            grid.rebuild(*bodies)
        else:
            entered += 1
        found = find_pairs_here(grid.memory, *ALL)
        fresh = grid_with(bodies, cells)
        assert grid.cells == fresh.cells
        assert np.array_equal(grid.box, fresh.box)
        assert found >= 0
        assert {(int(i), int(j)) for i, j in grid.memory.pairs[:found]} == pairs(bodies)
        layouts.add(grid.cells)
    assert entered >= 4
    assert cells == 12 or len(layouts) > 1


def test_pairs_without_room_are_left_to_the_grid() -> None:
    few = spheres((9.0, 9.0, 9.0), radius=0.2)
    grid = grid_with(few, 16)
    assert find_pairs_here(grid.memory, *ALL) == len(pairs(few))
    room = len(grid.memory.pairs)
    many = spheres((5.0, 5.0, 5.0), radius=2.5)
    assert len(pairs(many)) > room
    if not rebuild(grid, many):
        grid.rebuild(*many)
    assert find_pairs_here(grid.memory, *ALL) == -1


def test_a_grid_that_has_not_found_the_pairs_of_so_many_is_asked() -> None:
    """Its working memory is as long as the bodies were when it did."""
    few = spheres((9.0, 9.0, 9.0))
    grid = grid_with(few, 12)
    twice: Any = [
        np.concatenate((one, other)) for one, other in zip(few, spheres((9.0, 9.0, 9.0), 4), strict=True)
    ]
    few[0][::7] = 0.0  # pairs enough for twice as many bodies
    grid.rebuild(*few)
    grid.find_contact_pairs(64, COUNT)
    grid.rebuild(*twice)
    everybody = ANY_NUMBER, len(twice[0])
    assert 0 < len(pairs(twice)) < len(grid.memory.pairs)
    assert find_pairs_here(grid.memory, *everybody) == -1
    grid.find_contact_pairs(*everybody)
    assert find_pairs_here(grid.memory, *everybody) == len(pairs(twice))


@pytest.mark.parametrize(("partners", "passive_from"), [(3, COUNT), (3, 100), (ANY_NUMBER, COUNT)])
def test_crowds_have_the_pairs_of_the_grid_in_its_order(partners: int, passive_from: int) -> None:
    crowd = spheres((0.4, 0.4, 0.4), radius=0.05)
    grid = grid_with(crowd, 2)
    assert np.diff(grid.table.start[: 2**3 + 1]).max() > CONTACT_CROWD, "no cell is crowded"
    count = grid.find_contact_pairs(partners, passive_from)
    expected = grid.pair_buffer[:count].copy()
    assert 0 < count <= len(pairs(crowd))
    grid.pair_buffer[:] = -1
    assert find_pairs_here(grid.memory, partners, passive_from) == count
    assert np.array_equal(grid.memory.pairs[:count], expected)


def test_crowds_without_room_are_left_to_the_grid() -> None:
    crowd = spheres((0.0, 0.0, 0.0), radius=0.0)
    grid = grid_with(crowd, 2)
    assert find_pairs_here(grid.memory, *ALL) == 0
    memory, entries = grid.memory, int(crowd[2].sum())
    for entries_most, found in ((entries, 0), (entries - 1, -1)):
        small = memory.replaced(crowd=create_crowd(entries_most, np.dtype(np.float32)))
        assert find_pairs_here(small, *ALL) == found
    assert find_pairs_here(memory.replaced(crowded=np.zeros(0, np.uint32)), *ALL) == -1


def test_as_many_pairs_as_there_is_room_for_are_found() -> None:
    """And with room for one less the grid is asked."""
    bodies = spheres((5.0, 5.0, 5.0))
    grid = grid_with(bodies, 16)
    count = len(pairs(bodies))
    for room, found in ((count, count), (count - 1, -1)):
        grid._found.pairs = np.zeros((room, 2), np.int32)  # pyright: ignore[reportPrivateUsage]
        assert find_pairs_here(grid.memory, *ALL) == found


def test_more_bodies_than_there_is_memory_for_are_refused() -> None:
    grid = grid_with(spheres((9.0, 9.0, 9.0)))
    position, radius, active = spheres((9.0, 9.0, 9.0))
    more = (np.tile(position, (20, 1)), np.tile(radius, 20), np.tile(active, 20))
    assert not rebuild(grid, more)


def test_memory_is_another_once_a_part_of_it_was_replaced() -> None:
    """And the same one until then: it is gathered once a tick at most."""
    grid = grid_with(spheres((9.0, 9.0, 9.0), radius=0.1), 8)
    memory = grid.memory
    assert grid.memory is memory
    many = spheres((3.0, 3.0, 3.0), radius=1.5)
    grid.rebuild(*many)
    assert grid.find_pairs() > len(memory.pairs)
    assert grid.memory is not memory
    assert grid.memory.pairs is grid.pair_buffer
