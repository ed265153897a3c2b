"""How ships are parted among two draw calls, and how their meshes lie in a texture."""

import numpy as np
import pytest

from arena.game.match import Match
from arena.render.offscreen import picture
from arena.render.passes.ships import CROWD, add_keylines, cheapest_limit, mesh_texels, part_ships
from arena.render.renderer import Renderer
from arena.render.ship_meshes import ship_mesh
from arena.sim.commands import PlayerCommand
from arena.sim.kinds import Kind
from arena.view.frame import BOSS_MESH, PART_MESH, SHIP_DTYPE
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
        corners, counts = random.integers(100, 900, 6), random.integers(0, 40, 6)
        counts[random.integers(6)] += 1
        each = np.repeat(corners, counts)

        def work(limit: int, each: np.ndarray[tuple[int], np.dtype[np.int64]] = each) -> int:
            parts = each[each <= limit], each[each > limit]
            return sum(len(part) * int(part.max()) for part in parts if len(part))

        assert work(cheapest_limit(corners, counts)) == min(work(int(limit)) for limit in each)


def test_one_boss_does_not_make_a_crowd_dear():
    corners = np.array([942, 330, 444, 1000])
    assert cheapest_limit(corners, np.array([1, 100, 1, 0])) == 330
    assert cheapest_limit(corners, np.array([1, 100, 30, 0])) == 444


def test_parts_are_all_ships_each_in_the_call_that_its_mesh_fits():
    corners = np.array([942, 330, 444])
    ships = np.zeros(50, SHIP_DTYPE)
    ships["kind"][:3], ships["kind"][3:] = (0, 2, 0), 1
    ships["flash"] = np.arange(50)
    parts = [(part.view(SHIP_DTYPE).ravel(), most) for part, most in part_ships(ships, corners)]
    assert [most for _, most in parts] == [330, 942]
    assert np.array_equal(parts[0][0], ships[3:]) and np.array_equal(parts[1][0], ships[:3])
    alone = part_ships(ships[3:], corners)
    assert len(alone) == 1 and alone[0][1] == 330 and np.array_equal(alone[0][0], ships[3:])


@pytest.mark.gl
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


def test_what_hurts_gets_a_dark_copy_behind_it_and_in_a_crowd_only_parts_of_bosses_do():
    ships = np.zeros(5, SHIP_DTYPE)
    ships["kind"], ships["scale"] = (Kind.PLAYER, Kind.DRONE, Kind.BOSS_PART, Kind.BOSS, PART_MESH[-1]), 2.0
    drawn = add_keylines(ships)
    assert np.array_equal(drawn[:5], ships)
    assert drawn["kind"][5:].tolist() == ships["kind"][1:].tolist()
    assert (drawn["flash"][5:] < 0.0).all() and (drawn["scale"][5:] > 2.0).all()
    crowd = np.concatenate([ships, np.repeat(ships[1:2], CROWD)])
    assert add_keylines(crowd)["kind"][len(crowd) :].tolist() == [Kind.BOSS_PART, PART_MESH[-1]]
    assert len(add_keylines(ships[:1])) == 1


@pytest.mark.gl
def test_a_part_is_seen_before_the_hull_that_it_lies_in(low: Renderer):
    with Match(seed=8, workers=1) as match:
        world, viewer = match.world, Viewer()
        boss = world.place_boss(tuple(world.bodies.position[0].astype(float)))
        frame = viewer.build(world, None, 1.0, 0.0, SIZE)
    part = frame.ships[frame.ships["kind"] == Kind.BOSS_PART][:1].copy()
    part["position"] = world.bodies.position[boss]
    hull = frame.ships[np.isin(frame.ships["kind"], BOSS_MESH)]
    pictures = list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]()
    for ships in (hull, np.concatenate([hull, part]), part[:0], part):
        frame.ships = ships
        pictures.append(picture(low, frame, SIZE))
    on_hull, alone = (np.any(pictures[k] != pictures[k + 1], axis=-1) for k in (0, 2))
    assert alone.sum() > 400 and on_hull[alone].mean() > 0.9
    assert pictures[1][on_hull].max(axis=-1).min() < 30, "its keyline is dark"
