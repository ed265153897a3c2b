"""Failures on a thread of the pool: told with seed and tick, and the match goes back, or ends, cleanly."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from arena.ai import minds
from arena.ai.minds import MindError
from arena.game.match import Match
from arena.sim.motion import move_bodies
from arena.sim.step import TickError
from tests.playing import add_everybody, cut_small

TICK, SEED = 7, 77


def fail_on_a_thread(function: Callable[..., Any], is_due: Callable[..., bool]) -> Callable[..., Any]:
    """A function that fails on a thread of the pool when due; the calling thread waits for that."""
    caller, failed = threading.get_ident(), threading.Event()

    def run(*arguments: Any) -> Any:
        if is_due(*arguments):
            if threading.get_ident() != caller:
                failed.set()
                raise FloatingPointError("planted")
            assert failed.wait(60), "no thread of the pool came"
        return function(*arguments)

    return run


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """A match whose blocks and minds are many; its two threads are gone when it is closed."""
    cut_small(monkeypatch)
    before = set(threading.enumerate())
    with Match(seed=SEED, workers=2) as played:
        add_everybody(played.world, SEED)
        yield played
    assert set(threading.enumerate()) <= before


def states(match: Match) -> list[int]:
    """States of some ticks."""
    found: list[int] = []
    for _ in range(3):
        match.tick()
        found.append(match.state_hash())
    return found


def foresee(match: Match) -> tuple[bytes, list[int]]:
    """Go to the tick before the one that will fail; a snapshot of it, and the states that should follow."""
    for _ in range(TICK - 1):
        match.tick()
    saved = match.snapshot()
    expected = states(match)
    match.restore(saved)
    return saved, expected


def test_a_block_that_fails_is_told_by_its_own_tick(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    saved, expected = foresee(match)
    with monkeypatch.context() as patch:
        fail = fail_on_a_thread(move_bodies.kernel, lambda begin, end, sim: sim.tick[0] == TICK)
        patch.setattr(move_bodies, "kernel", fail)
        with pytest.raises(
            TickError, match=rf"move_bodies failed at tick {TICK} with seed {SEED}: planted"
        ) as told:
            match.tick()
    assert isinstance(told.value.__cause__, FloatingPointError)
    with pytest.raises(RuntimeError, match=f"interrupted near tick {TICK}"):
        match.tick()
    match.restore(saved)
    assert states(match) == expected


@pytest.mark.parametrize("ask", [Match.tick, Match.snapshot, Match.state_hash, Match.array_hashes])
def test_a_mind_that_fails_is_told_with_the_tick_that_it_looked_at_before_the_next_begins(
    ask: Callable[[Match], object], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Minds think between two ticks, so nobody can tell before somebody needs what they decided."""
    saved, expected = foresee(match)
    with monkeypatch.context() as patch:
        fail = fail_on_a_thread(minds.think, lambda start, stop, senses, seed, tick, *_: tick == TICK)
        patch.setattr(minds, "think", fail)
        match.tick()
        with pytest.raises(
            MindError, match=rf"a mind failed at tick {TICK} with seed {SEED}: planted"
        ) as told:
            ask(match)
    assert isinstance(told.value.__cause__, FloatingPointError)
    assert match.world.tick == TICK
    with pytest.raises(RuntimeError, match=f"interrupted near tick {TICK}"):
        match.tick()
    match.restore(saved)
    assert states(match) == expected
