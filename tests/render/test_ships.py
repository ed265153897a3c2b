"""How ships are parted among two draw calls, and how their meshes lie in a texture."""

import numpy as np

from arena.game.match import Match
from arena.render.offscreen import picture
from arena.render.passes.ships import cheapest_limit, mesh_texels
from arena.render.renderer import Renderer
from arena.render.ship_meshes import ship_mesh
from arena.sim.commands import PlayerCommand
from arena.sim.kinds import Kind
from arena.view.scene import Viewer

SIZE = (640, 360)


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


def test_a_ghost_is_seen_as_light(low: Renderer):
    with Match(seed=8, workers=1) as match, Match(seed=8, workers=1) as other:
        for _ in range(90):
            match.tick([PlayerCommand(move_x=127)])
            other.tick([PlayerCommand(move_y=127)])
        viewer = Viewer()
        viewer.ghost = other.world
        frame = viewer.build(match.world, match.hud(), 1.0, 0.0, SIZE)
        assert len(frame.ghosts) == 1
        shown, calls = picture(low, frame, SIZE).astype(int), low.stats.draw_calls
        frame.ghosts = frame.ghosts[:0]
        hidden = picture(low, frame, SIZE).astype(int)
    brighter = (shown - hidden).max(axis=2)
    assert low.stats.draw_calls == calls - 1
    assert (brighter > 20).sum() > 20 and (shown - hidden).min() >= -2
    assert np.median(brighter) == 0
