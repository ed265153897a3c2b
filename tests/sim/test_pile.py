"""Everything at one point: a tick finds a bounded number of pairs, and the bodies part."""

import numpy as np
import pytest

from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.sim.kinds import Pool
from arena.tuning import CONTACT


def pile(match: Match) -> None:
    """Move all bodies to one point of the shell, at rest but for their way along it."""
    match.snapshot()  # waits for the minds, who look at what is moved
    world, b = match.world, match.world.bodies
    up = np.array([0.0, 0.6, 0.8])
    b.radial_speed[:] = 0.0
    for column in (b.velocity, b.heading):
        column[:] -= np.outer(column @ up, up).astype(np.float32)
    b.heading[:] = (1.0, 0.0, 0.0)
    b.position[:] = b.previous_position[:] = up * world.shell_radius


def spread(match: Match) -> float:
    """Root mean square of the distances [u] from the middle, of solid bodies."""
    place = match.world.bodies.position[: match.world.pools[Pool.BULLET].start]
    return float(np.sqrt(((place - place.mean(axis=0)) ** 2).sum(axis=1).mean()))


@pytest.mark.parametrize("load", [(2000, 3000, 5000), (0, 10_000, 0), (9999, 0, 0)])
def test_a_tick_of_a_pile_is_bounded(load: tuple[int, int, int]) -> None:
    """50 million pairs would be found in the first tick, and up to ten in those that follow."""
    with stress_match(StressConfig(*load, workers=2)) as match:
        pile(match)
        for _ in range(12):
            match.tick()
            assert 1000 < match.world.pair_count < 4 * CONTACT.partners * 10_000
        assert len(match.world.grid.pair_buffer) < 10 * CONTACT.partners * 10_000
        assert match.world.quarantine.count[0] == 0


def test_neither_workers_nor_stepping_back_change_anything() -> None:
    hashes: list[list[int]] = []
    for workers in (1, 2, 3):
        with stress_match(StressConfig(2000, 3000, 5000, workers=workers)) as match:
            pile(match)
            saved = match.snapshot()
            for _ in range(2):
                match.restore(saved)
                hashes.append([match.tick() or match.state_hash() for _ in range(8)])
    assert hashes == hashes[:1] * 6


def test_a_pile_parts_and_its_bullets_hit() -> None:
    with stress_match(StressConfig(300, 500, 700, workers=1)) as match:
        pile(match)
        shot = match.world.rows(Pool.BULLET)
        born = match.world.bodies.born[shot].copy()
        match.tick()
        # Nobody's bullet flies through everything: nearly all of the second team's have somebody to hit.
        assert np.count_nonzero(match.world.bodies.born[shot] != born) > 0.4 * len(shot)
        before = int(match.world.contacts.count[0])
        far = [spread(match)]
        for _ in range(6):
            for _ in range(60):
                match.tick()
            far.append(spread(match))
        assert far[-1] > 3.0 * far[0]
        assert int(match.world.contacts.count[0]) < before // 2
        assert np.isfinite(match.world.bodies.position).all()
        assert np.linalg.norm(match.world.bodies.velocity, axis=1).max() < 100.0
