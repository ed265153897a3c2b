"""How ships are parted among two draw calls, and how their meshes lie in a texture."""

import numpy as np

from arena.render.ship_meshes import ship_mesh
from arena.render.ships import cheapest_limit, mesh_texels
from arena.sim.kinds import Kind


def test_every_mesh_lies_in_its_own_rows_with_zeros_behind():
    texels, corners = mesh_texels()
    vertices, triangles = ship_mesh(Kind.LANCER)
    loose = vertices[triangles.reshape(-1)]
    assert corners[Kind.LANCER] == len(loose)
    place, face = texels[2 * Kind.LANCER], texels[2 * Kind.LANCER + 1]
    assert np.array_equal(place[: len(loose), :3], loose["in_position"])
    assert np.array_equal(place[: len(loose), 3], loose["in_paint"])
    assert np.array_equal(face[: len(loose), :3], loose["in_normal"])
    assert not place[len(loose) :].any() and not face[len(loose) :].any()


def test_ships_are_parted_where_the_fewest_corners_are_wasted():
    random = np.random.default_rng(3)
    for _ in range(50):
        corners = random.choice(random.integers(100, 900, 6), random.integers(1, 40))

        def work(limit: int, corners: np.ndarray[tuple[int], np.dtype[np.int64]] = corners) -> int:
            parts = corners[corners <= limit], corners[corners > limit]
            return sum(len(part) * int(part.max()) for part in parts if len(part))

        assert work(cheapest_limit(corners)) == min(work(int(limit)) for limit in corners)


def test_one_boss_does_not_make_a_crowd_dear():
    assert cheapest_limit(np.array([330] * 100 + [444, 942])) == 330
    assert cheapest_limit(np.array([330] * 100 + [444] * 30 + [942])) == 444
