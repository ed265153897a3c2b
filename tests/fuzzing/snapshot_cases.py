"""Snapshots of a world that nobody took: what the world makes of each."""

import functools
import random

import numpy as np

from arena.sim.config import WorldConfig
from arena.sim.tables import state
from arena.sim.tables.hashing import checksum
from arena.sim.world import World
from tests.fuzzing.text_mutations import one_line


@functools.cache
def _world() -> World:
    world = World(WorldConfig(enemies=4, asteroids=2, bullets=8))
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    return world


@functools.cache
def _snapshot() -> bytes:
    return _world().snapshot()


def mutate(chance: random.Random) -> bytes:
    """Return a snapshot with changed bytes or of another length; some get a checksum that is right."""
    changed = bytearray(_snapshot())
    header = len(_world().state._header)  # pyright: ignore[reportPrivateUsage]
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        at = chance.randrange(header if chance.random() < 0.3 else len(changed))
        changed[at] = chance.choice((changed[at] ^ 1 << chance.randrange(8), 0, 127, 255))
    if chance.random() < 0.2:
        at = chance.choice((0, 7, 8, header - 1, header, chance.randrange(len(changed)), len(changed) - 1))
        changed[at:] = bytes(chance.choice((0, 0, 1, 8, len(changed) - at, 100_000)))
    if len(changed) >= header and len(changed) % 8 == 0 and chance.random() < 0.5:
        words = np.frombuffer(bytes(changed[header:]), np.uint64)
        changed[state.CHECKSUM] = int(checksum(words)).to_bytes(8, "little")
    return bytes(changed)


def check(data: bytes) -> str:
    """Let a world take a snapshot; says what became of it.

    Raises:
        AssertionError: it took what has another checksum, or was changed by what it refused.
    """
    world = _world()
    world.restore(_snapshot())
    try:
        world.restore(data)
    except ValueError as refusal:
        assert world.snapshot() == _snapshot(), "a refused one changed the world"
        return "refused as damaged" if "damaged" in one_line(refusal) else "refused as another's"
    assert world.snapshot() == data, "the world is another than the snapshot"
    return "read"
