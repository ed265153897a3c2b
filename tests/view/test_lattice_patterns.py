"""Patterns of the lattice: short edges on the sphere everywhere, and none like another."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena import resources
from arena.nav.icosphere import icosphere
from arena.sphere import unit
from arena.view.lattice import EDDY_SIDES, EDGE_REACH, PATTERNS, spacing
from arena.view.palette import load_palette

LEVEL, SHELL = 4, 52.0
"""Of the game's planet."""


def _lengths(name: str) -> NDArray[np.float64]:
    """Lengths of all edges [u]."""
    ends = PATTERNS[name](LEVEL)
    return np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) * SHELL


@pytest.mark.parametrize("name", PATTERNS)
def test_edges_are_short_and_lie_everywhere_on_the_sphere(name: str) -> None:
    ends = PATTERNS[name](LEVEL)
    assert np.allclose(np.linalg.norm(ends, axis=2), 1.0)
    assert _lengths(name).min() > 1e-3 and _lengths(name).max() < EDGE_REACH
    places = icosphere(3)[0]
    nearest = np.arccos(np.clip((places @ ends.reshape(-1, 3).T).max(axis=1), -1.0, 1.0)) * SHELL
    assert nearest.max() < 2.5 * spacing(LEVEL) * SHELL
    assert (PATTERNS[name](LEVEL) == ends).all(), "the same each time"


@pytest.mark.parametrize("level", [1, 3])
def test_edges_join_into_hexagons_and_twelve_pentagons(level: int) -> None:
    ends = PATTERNS["hexagons"](level)
    assert len(ends) == 30 * 4**level
    _, count = np.unique(np.round(ends.reshape(-1, 3), 5), axis=0, return_counts=True)
    assert len(count) == 20 * 4**level and (count == 3).all()


def test_flow_lines_follow_one_another_and_do_not_branch() -> None:
    ends = PATTERNS["flow"](LEVEL).round(9)
    heads = {tuple(row) for row in ends[:, 1].tolist()}
    tails = [tuple(row) for row in ends[:, 0].tolist()]
    assert len(set(tails)) == len(tails)
    assert 0.6 < sum(tail in heads for tail in tails) / len(tails) < 1.0


def test_eddies_are_no_rings_and_wind_the_other_way_in_the_south() -> None:
    ends = PATTERNS["eddies"](LEVEL)
    _, count = np.unique(np.round(ends.reshape(-1, 3), 6), axis=0, return_counts=True)
    assert set(count.tolist()) == {1, 2}
    eddies = ends.reshape(-1, EDDY_SIDES, 2, 3)
    assert (count == 1).sum() == 2 * len(eddies)
    middles = unit(eddies.sum(axis=(1, 2)))
    turn = (np.cross(eddies[:, :, 0], eddies[:, :, 1]) * middles[:, None]).sum(axis=(1, 2))
    assert np.abs(turn).min() > 0.1 * np.abs(turn).max(), "one is a straight line"
    away = np.abs(middles[:, 1]) > 0.2  # from the equator
    assert len(set(np.sign(turn[away] * middles[away, 1]).tolist())) == 1


def test_each_world_has_a_pattern_of_its_own() -> None:
    worlds = [file.stem for file in resources.path("assets/palettes/worlds").glob("*.toml")]
    assert sorted(load_palette(world).scenery.lattice for world in worlds) == sorted(PATTERNS)
