"""Signs of modules: a player tells by them what a crate holds."""

from itertools import combinations, pairwise

import numpy as np

from arena.catalogue.kind_row import Sign
from arena.catalogue.modules import MODULES

LEAST = 0.25
"""Distance, of half a sign's size, by which some stroke of one lies away from all strokes of another."""


def points(sign: Sign) -> np.ndarray:
    """Points along all strokes, shape (n, 2)."""
    steps = np.linspace(0.0, 1.0, 24)[:, None]
    ends = [pair for stroke in sign for pair in pairwise(stroke)]
    return np.concatenate([np.array(a) + steps * (np.array(b) - np.array(a)) for a, b in ends])


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """Hausdorff distance of two sets of points."""
    gaps = np.linalg.norm(one[:, None] - other[None], axis=2)
    return max(gaps.min(axis=1).max(), gaps.min(axis=0).max())


def test_no_two_modules_have_the_same_sign() -> None:
    drawn = {row.name: points(row.show.sign) for row in MODULES}
    gaps = {pair: apart(drawn[pair[0]], drawn[pair[1]]) for pair in combinations(drawn, 2)}
    assert {pair: round(gap, 2) for pair, gap in gaps.items() if gap < LEAST} == {}
