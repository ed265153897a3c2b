"""Random numbers are a function: repeatable, independent by key, evenly spread."""

import numpy as np
import pytest

from arena.sim.random import direction, normal, uniform


def test_uniform_is_a_function_of_its_key() -> None:
    assert uniform(1, 2, 3, 4) == uniform(1, 2, 3, 4)
    keys = [(1, 2, 3, 4), (2, 2, 3, 4), (1, 3, 3, 4), (1, 2, 4, 4), (1, 2, 3, 5)]
    assert len({uniform(*key) for key in keys}) == len(keys)


def test_uniform_fills_the_interval_evenly() -> None:
    values = np.array([uniform(9, 0, tick, row) for tick in range(100) for row in range(100)])
    assert 0 <= values.min() < values.max() < 1
    counts, _ = np.histogram(values, 10, (0, 1))
    assert np.abs(counts - 1000).max() < 150


def test_directions_are_unit_and_even() -> None:
    values = np.array([direction(9, 0, 1, row) for row in range(4000)])
    np.testing.assert_allclose(np.linalg.norm(values, axis=1), 1, atol=1e-9)
    assert np.abs(values.mean(axis=0)).max() < 0.05


def test_normal_has_unit_spread() -> None:
    values = np.array([normal(4, 1, 0, row) for row in range(4000)])
    assert values.mean() == pytest.approx(0, abs=0.06)
    assert values.std() == pytest.approx(1, abs=0.05)
