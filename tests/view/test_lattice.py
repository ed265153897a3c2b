"""A frame shows what is near of the lattice."""

from itertools import product

import numpy as np
import pytest

from arena.view.cameras.camera import Rig
from arena.view.culling import make_lens
from arena.view.lattice import EDGE_REACH, EDGE_ROOM, PATTERNS, REACH, LatticeView, lattice_level, patches
from tests.view import formulas


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patches_hold_every_edge_near_their_centre(pattern: str) -> None:
    net, edges = patches(pattern, 4), PATTERNS[pattern](4)
    assert net.begin[0] == 0 and net.begin[-1] == len(edges) and (np.diff(net.begin) >= 0).all()
    kept, made = net.edges.astype(np.float64), edges.reshape(-1, 6).astype(np.float32).astype(np.float64)
    assert (kept[np.lexsort(kept.T)] == made[np.lexsort(made.T)]).all()
    assert np.degrees(net.angle.max()) < 10.0
    for patch in range(0, len(net.angle), 7):
        first = net.edges[net.begin[patch] : net.begin[patch + 1], :3]
        assert (first @ net.center[patch] >= np.cos(net.angle[patch]) - 1e-5).all()


@pytest.mark.parametrize(
    ("shell", "pattern"), [*product((12.0, 52.0), PATTERNS), (252.0, "stars")], ids=str
)  # the others take long to be made for a giant planet
def test_a_frame_shows_the_edges_near_the_focus(shell: float, pattern: str) -> None:
    rig = Rig()
    rig.follow(np.array([0.6, 0.0, 0.8]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera, planet = rig.camera(shell, 16 / 9, (0.0, 0.0)), shell - 2.0
    focus = np.array([0.6, 0.0, 0.8], np.float32)
    shown = LatticeView(pattern).draw(shell, focus, make_lens(camera, planet, shell))
    edges = patches(pattern, lattice_level(shell)).edges
    near = edges[edges[:, :3] @ focus > np.cos(REACH / shell)]
    place = near[:, :3] * np.float32(shell)
    wanted = near[formulas.visible(camera, place, np.full(len(near), EDGE_REACH, np.float32), planet)]
    key = [tuple(edge) for edge in np.round(wanted, 6).tolist()]
    assert sorted(key) == sorted(map(tuple, np.round(shown.view(np.float32).reshape(-1, 6), 6).tolist()))
    assert 40 < len(shown) < EDGE_ROOM / 2
