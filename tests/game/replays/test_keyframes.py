"""Keyframes: a thread compresses them, few wait for it, and what was put in comes out."""

import threading
import zlib
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from arena.game.replays import keyframes
from arena.game.replays.keyframes import PENDING, Keyframes


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Compression waits for this; each keyframe is as many bytes as a snapshot."""
    opened, real = threading.Event(), zlib.compress

    def compress(snapshot: bytes, level: int) -> bytes:
        assert threading.current_thread() is not threading.main_thread()
        opened.wait(30.0)
        return real(snapshot, 0)

    monkeypatch.setattr(keyframes.zlib, "compress", compress)
    return opened


def snapshot(tick: int) -> bytes:
    return bytes([tick % 251]) * 10_000


@pytest.fixture
def kept() -> Keyframes:
    return Keyframes(spacing=10, memory=100_000)


def test_nobody_waits_for_the_compression_of_a_few(gate: threading.Event, kept: Keyframes) -> None:
    ticks = range(0, 10 * PENDING, 10)
    for tick in ticks:
        assert kept.wants(tick)
        kept.put(tick, snapshot(tick))
        assert not kept.wants(tick)
    assert kept.last_before(10 * PENDING + 5) == 10 * (PENDING - 1)
    gate.set()
    assert [kept.take(tick) for tick in ticks] == list(map(snapshot, ticks))
    kept.close()


def test_no_more_than_a_few_wait_for_it(gate: threading.Event, kept: Keyframes) -> None:
    for tick in range(0, 10 * PENDING, 10):
        kept.put(tick, snapshot(tick))
    one_more = threading.Thread(target=kept.put, args=(10 * PENDING, snapshot(1)))
    one_more.start()
    one_more.join(0.2)
    assert one_more.is_alive()
    gate.set()
    one_more.join(30.0)
    assert not one_more.is_alive()
    kept.close()


def test_they_are_thinned_out_while_some_wait(gate: threading.Event, kept: Keyframes) -> None:
    gate.set()
    for tick in range(0, 500, 10):
        if kept.wants(tick):
            kept.put(tick, snapshot(tick))
    size = kept.size  # waits until all are compressed
    assert kept.spacing in (80, 160)
    assert size == pytest.approx(10_000 * len(range(0, 500, kept.spacing)), rel=0.01)
    for tick in (0, 77, 499):
        found = kept.last_before(tick)
        assert found == tick // kept.spacing * kept.spacing
        assert kept.take(found) == snapshot(found)
    kept.close()


class LazyPool:
    """A pool whose work is done when its result is asked for."""

    def __init__(self, *_: object) -> None:
        self.shutdown = lambda: None

    def submit(self, work: Callable[..., bytes], *given: object) -> SimpleNamespace:
        """Remember work."""
        return SimpleNamespace(done=lambda: False, result=lambda: work(*given))


def test_what_still_waits_when_the_spacing_grows_is_dropped_with_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is room for two; 30, 50 and 60 wait while it doubles."""
    monkeypatch.setattr(keyframes, "ThreadPoolExecutor", LazyPool)
    kept, noise = Keyframes(spacing=10, memory=25_000), np.random.default_rng(1).bytes(10_000)
    for tick in range(0, 70, 10):
        kept.put(tick, noise)
    assert kept.size == pytest.approx(20_000, rel=0.01)
    assert kept.spacing == 40 and kept.last_before(69) == 40
    kept.close()


def test_it_may_be_closed_twice_and_keeps_what_it_has(kept: Keyframes) -> None:
    kept.put(0, snapshot(3))
    kept.close()
    kept.close()
    assert kept.take(0) == snapshot(3)
    assert not any(thread.name.startswith("keyframes") for thread in threading.enumerate())


def test_memory_for_less_than_one_keeps_the_first_alone(gate: threading.Event) -> None:
    gate.set()
    kept = Keyframes(spacing=10, memory=1)
    for tick in range(0, 100, 10):
        kept.put(tick, snapshot(tick))
    assert 10_000 <= kept.size < 20_000
    assert kept.last_before(1000) == 0 and kept.take(0) == snapshot(0)
    kept.close()
