"""Threads on one grid: queries side by side answer as one thread does, a rebuild beside them is refused."""

# Queries are held up, and working memory is looked at, where nobody outside can reach.
# pyright: reportPrivateUsage=false

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arena.grid import CollisionGrid, batch_search, collision_grid, pair_search, storage
from arena.grid.access import Access
from tests.grid.loads import grid_for, shell

SOON = 20.0
"""Seconds after which a test that waits for a thread gives up."""
THREADS, ROUNDS = 6, 25

Answer = list[Any]


def ask(grid: CollisionGrid, seed: int) -> Answer:
    """Some answers of every kind; sizes differ, so that buffers grow while others use theirs."""
    rng = np.random.default_rng(seed)
    centers = rng.normal(0, 20, (int(rng.integers(1, 90)), 3))
    a, b, reach = centers[0], -centers[-1], float(rng.uniform(1, 60))
    return [
        grid.query_sphere(a, reach),
        grid.query_box(np.minimum(a, b), np.maximum(a, b)),
        grid.query_capsule(a, b, reach / 20),
        np.array(grid.cast(a, b, 0.5) or (-1, 2.0)),
        *grid.query_spheres(centers, reach / 4),
        *grid.nearest(centers, 7),
        grid.pairs(),
    ]


def run_together(work: Callable[[int], None]) -> None:
    """Run in several threads that begin at the same time; raises what one of them raised."""
    failures: list[BaseException] = []
    together = threading.Barrier(THREADS)

    def run(number: int) -> None:
        try:
            together.wait(SOON)
            work(number)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert not any(thread.is_alive() for thread in threads), "a thread waits for ever"
    if failures:
        raise failures[0]


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("cells", ["auto", 40])
def test_queries_side_by_side_answer_as_one_thread_does(
    cells: Any, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "SPLIT_ROWS", 50)
    monkeypatch.setattr(pair_search, "SPLIT_ENTRIES", 50)
    monkeypatch.setattr(pair_search, "BLOCK_ENTRIES", 400)
    position, radius = shell(1500, 3)
    position[:200] = position[0]  # a crowd, too
    grid, alone = grid_for(position, cells, workers), grid_for(position, cells, workers)
    for each in (grid, alone):
        each.rebuild(position, radius)
    expected = [ask(alone, seed) for seed in range(ROUNDS)]

    def work(number: int) -> None:
        for turn in range(ROUNDS):
            seed = (turn + number * 5) % ROUNDS
            for mine, theirs in zip(ask(grid, seed), expected[seed], strict=True):
                np.testing.assert_array_equal(mine, theirs)

    run_together(work)
    grid.rebuild(position, radius)  # nobody asks any more
    np.testing.assert_array_equal(grid.pairs(), expected[0][-1])


QUERIES: list[tuple[str, str, Callable[[CollisionGrid], object]]] = [
    ("query_sphere", "gather_sphere", lambda grid: grid.query_sphere([0, 0, 0], 1)),
    ("query_box", "gather_box", lambda grid: grid.query_box([0, 0, 0], [1, 1, 1])),
    ("query_capsule", "gather_capsule", lambda grid: grid.query_capsule([0, 0, 0], [1, 1, 1], 1)),
    ("cast", "cast_sphere", lambda grid: grid.cast([0, 0, 0], [1, 1, 1])),
    ("query_spheres", "BatchSearch.find", lambda grid: grid.query_spheres([[0, 0, 0]], 1)),
    ("nearest", "find_nearest", lambda grid: grid.nearest([[0, 0, 0]], 1)),
    ("pairs", "PairSearch.find", lambda grid: grid.pairs()),
    ("find_pairs", "PairSearch.find", lambda grid: grid.find_pairs()),
    ("find_contact_pairs", "PairSearch.find", lambda grid: grid.find_contact_pairs(3, 3)),
]


def three_in_a_row() -> CollisionGrid:
    grid = CollisionGrid([-4] * 3, [4] * 3, 4)
    grid.rebuild(np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]]), np.full(3, 0.6))
    return grid


class Held:
    """A function that stops when it is called by a thread, until it is let go."""

    def __init__(self, function: Callable[..., Any], only: threading.Thread | None = None) -> None:
        self.function, self.only = function, only
        self.begun, self.free = threading.Event(), threading.Event()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self.only in (None, threading.current_thread()):
            self.begun.set()
            assert self.free.wait(SOON)
        return self.function(*arguments, **named)

    def __get__(self, owner: Any, _: type) -> Callable[..., Any]:
        return lambda *arguments, **named: self(owner, *arguments, **named)


@pytest.mark.parametrize(("name", "inside", "query"), QUERIES, ids=[name for name, *_ in QUERIES])
def test_a_rebuild_beside_a_query_is_refused_and_harms_neither(
    name: str, inside: str, query: Callable[[CollisionGrid], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = three_in_a_row()
    expected = query(grid)
    holder, _, attribute = inside.rpartition(".")
    target: Any = collision_grid
    if holder:
        target = {"PairSearch": pair_search.PairSearch, "BatchSearch": batch_search.BatchSearch}[holder]
    held = Held(getattr(target, attribute))
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(query(grid)), daemon=True)
    held.only = asking
    monkeypatch.setattr(target, attribute, held)
    asking.start()
    assert held.begun.wait(SOON)
    with pytest.raises(RuntimeError, match="another thread is asking this grid: wait for its queries"):
        grid.rebuild(np.zeros((1, 3)), 1.0)
    assert len(grid) == 3
    np.testing.assert_equal(query(grid), expected)  # others may ask
    held.free.set()
    asking.join(SOON)
    np.testing.assert_equal(answers, [expected])
    grid.rebuild(np.zeros((1, 3)), 1.0)
    assert len(grid) == 1


def test_queries_and_rebuilds_beside_a_rebuild_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = three_in_a_row()
    held = Held(storage.Storage.refill)
    rebuilding = threading.Thread(target=grid.rebuild, args=(np.zeros((1, 3)), 1.0), daemon=True)
    held.only = rebuilding
    monkeypatch.setattr(storage.Storage, "refill", held)
    rebuilding.start()
    assert held.begun.wait(SOON)
    for _, _, query in QUERIES:
        with pytest.raises(RuntimeError, match="another thread is rebuilding this grid: wait for rebuild"):
            query(grid)
    with pytest.raises(RuntimeError, match="another thread is rebuilding this grid: give each thread"):
        grid.rebuild(np.zeros((2, 3)), 1.0)
    held.free.set()
    rebuilding.join(SOON)
    assert grid.query_sphere([0, 0, 0], 0.1).tolist() == [0]
    grid.rebuild(np.zeros((2, 3)), 1.0)
    assert grid.pairs().tolist() == [[0, 1]]


def test_refusals_leave_a_grid_of_many_threads_whole() -> None:
    """Queries and rebuilds as they come: each answers for some rebuild as a whole, or is refused."""
    position, radius = shell(800, 4)
    grid = grid_for(position, "auto", 1)
    grid.rebuild(position, radius)
    counts = {300: len(grid_pairs(position[:300], radius)), 800: len(grid_pairs(position, radius))}
    answered = np.zeros(THREADS, np.int64)

    def work(number: int) -> None:
        for turn in range(150):
            try:
                if number == 0:
                    count = 300 if turn % 2 else 800
                    grid.rebuild(position[:count], radius[:count])
                else:
                    assert len(grid.pairs()) in counts.values()
                answered[number] += 1
            except RuntimeError as refusal:
                assert "another thread is" in str(refusal)

    run_together(work)
    grid.rebuild(position, radius)
    assert len(grid.pairs()) == counts[800]
    assert answered.sum() > 0


def grid_pairs(position: Any, radius: Any) -> Any:
    grid = grid_for(position, "auto", 1)
    grid.rebuild(position, radius[: len(position)])
    return grid.pairs()


def test_what_an_interrupt_left_behind_keeps_nobody_out() -> None:
    """A note of the calling thread itself is no other thread's query, and no other thread's rebuild."""
    access = Access()
    access.query()  # never ended
    access.begin_rebuild()  # never ended either
    with access.query():
        pass
    access.begin_rebuild()
    access.end_rebuild()
    run_together(lambda _: access.query().__exit__())


@pytest.mark.parametrize("begin", [Access.query, Access.begin_rebuild])
def test_notes_of_threads_that_are_no_more_keep_nobody_out(begin: Callable[[Access], Any]) -> None:
    """A fork has the notes of its parent's threads, and none of the threads."""
    access = Access()
    thread = threading.Thread(target=begin, args=(access,))  # never ended
    thread.start()
    thread.join()
    access.begin_rebuild()
    access.end_rebuild()
    with access.query():
        pass


def test_a_rebuild_that_fails_lets_queries_in() -> None:
    grid = three_in_a_row()
    for bad in (np.full((1, 3), np.nan), np.zeros((2, 2))):
        with pytest.raises(ValueError, match="positions"):
            grid.rebuild(bad, 1.0)
        assert len(grid.pairs()) == 0
    run_together(lambda _: np.testing.assert_equal(len(grid.query_sphere([0, 0, 0], 9)), 0))
