"""The lattice is a closed net, and a frame shows what is near of it."""

import numpy as np
import pytest

from arena.view.cameras.camera import Rig
from arena.view.culling import make_lens
from arena.view.lattice import EDGE_REACH, EDGE_ROOM, REACH, LatticeView, lattice, lattice_level, patches
from tests.view import formulas


@pytest.mark.parametrize("level", [1, 3])
def test_edges_join_into_hexagons_and_twelve_pentagons(level: int) -> None:
    edges = lattice(level)
    assert len(edges) == 30 * 4**level
    corners = np.round(np.concatenate([edges["first"], edges["second"]]), 5)
    _, count = np.unique(corners, axis=0, return_counts=True)
    assert len(count) == 20 * 4**level and (count == 3).all()


def test_patches_hold_every_edge_near_their_centre() -> None:
    net = patches(4)
    assert net.begin[0] == 0 and net.begin[-1] == len(lattice(4)) and (np.diff(net.begin) > 0).all()
    assert np.degrees(net.angle.max()) < 10.0
    for patch in range(0, len(net.angle), 7):
        first = net.edges[net.begin[patch] : net.begin[patch + 1], :3]
        assert (first @ net.center[patch] >= np.cos(net.angle[patch]) - 1e-5).all()


@pytest.mark.parametrize("shell", [12.0, 52.0, 252.0])
def test_a_frame_shows_the_edges_near_the_focus(shell: float) -> None:
    rig = Rig()
    rig.follow(np.array([0.6, 0.0, 0.8]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera, planet = rig.camera(shell, 16 / 9, (0.0, 0.0)), shell - 2.0
    focus = np.array([0.6, 0.0, 0.8], np.float32)
    shown = LatticeView().draw(shell, focus, make_lens(camera, planet, shell))
    edges = lattice(lattice_level(shell))
    near = edges[edges["first"] @ focus > np.cos(REACH / shell)]
    place = near["first"] * np.float32(shell)
    wanted = near[formulas.visible(camera, place, np.full(len(near), EDGE_REACH, np.float32), planet)]
    key = [tuple(edge) for edge in np.round(wanted.view(np.float32).reshape(-1, 6), 6).tolist()]
    assert sorted(key) == sorted(map(tuple, np.round(shown.view(np.float32).reshape(-1, 6), 6).tolist()))
    assert 100 < len(shown) < EDGE_ROOM / 2
