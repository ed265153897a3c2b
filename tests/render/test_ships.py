"""Split of ships among two draw calls, and the visibility of ships and bullets over each other."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, binary_erosion, binary_fill_holes

from arena.game.match import Match
from arena.render.hull_maps import ACROSS, TILE, hull_maps, mesh_texels
from arena.render.offscreen import picture
from arena.render.passes.crowd import part_crowd
from arena.render.passes.ships import cheapest_limit, part_ships
from arena.render.renderer import Renderer
from arena.render.ship_meshes import ship_hull
from arena.render.tiers import TIERS
from arena.sim.tables.commands import PlayerCommand
from arena.view.cameras.camera import look, project
from arena.view.frame import (
    BOSS_MESH,
    BULLET_DTYPE,
    MESHES,
    PART_MESH,
    RING_DTYPE,
    SHIP_DTYPE,
    SPRITE_DTYPE,
    Frame,
    Instances,
)
from arena.view.scene import Viewer

SIZE = (640, 360)
Pixels = NDArray[np.uint8]


def first_frame(look: str = "terra") -> Frame:
    """Frame of a game's beginning."""
    with Match(seed=8, workers=1) as match:
        return Viewer(0, look).build(match.world, None, 1.0, 0.0, SIZE)


def spot(frame: Frame, point: NDArray[np.floating]) -> tuple[float, float]:
    """Column and row of a world point [px]."""
    (here,), _ = project(frame.camera, np.asarray(point, np.float64)[None])
    return (here[0] + 1.0) * 0.5 * SIZE[0], (1.0 - here[1]) * 0.5 * SIZE[1]


def bullet_at(place: NDArray[np.floating], width: float) -> Instances:
    """An enemy's bullet at rest."""
    bullet = np.zeros(1, BULLET_DTYPE)
    bullet["head"] = bullet["tail"] = place
    bullet["width"], bullet["orb"], bullet["color"] = width, 1.0, (1.0, 0.5, 0.1, 1.0)
    return bullet


def test_every_mesh_lies_in_its_own_rows_with_zeros_behind():
    texels, corners = mesh_texels()
    vertices, triangles = ship_hull("lancer").mesh()
    loose = vertices[triangles.reshape(-1)]
    assert corners[MESHES.index("lancer")] == len(loose)
    place, face = texels[2 * MESHES.index("lancer")], texels[2 * MESHES.index("lancer") + 1]
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


def test_each_ship_is_either_a_heavy_hull_or_drawn_over_all_light():
    named = [MESHES.index(name) for name in ("player", "drone", "carrier", "boss_part")]
    meshes = (*named, BOSS_MESH[-1, -1], PART_MESH[-1])
    ships = np.zeros(len(meshes), SHIP_DTYPE)
    ships["kind"], ships["flash"], ships["scale"] = meshes, np.arange(len(meshes)), 1.0
    frame = first_frame()
    frame.ships = ships
    heavy, *light = part_crowd(frame, TIERS["low"])
    assert heavy["kind"].tolist() == [MESHES.index("carrier"), BOSS_MESH[-1, -1]]
    assert {*np.concatenate(light)["flash"]} == {*ships["flash"]} - {*heavy["flash"]}
    frame.ships = heavy
    assert [len(part) for part in part_crowd(frame, TIERS["low"])] == [2, 0, 0, 0]


def glare_upon(frame: Frame, kind: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Bring light into a frame, and a ship into the middle of it; returns how far off pixels are [px]."""
    frame.ships = np.zeros(1, SHIP_DTYPE)
    place = frame.focus * frame.shell_radius
    frame.ships["position"], frame.ships["nose"] = place, np.cross(frame.focus, frame.camera.right)
    frame.ships["scale"], frame.ships["kind"], frame.ships["color"] = 2.0, kind, (1.0, 0.2, 0.2)
    frame.sprites = np.zeros(1, SPRITE_DTYPE)
    frame.sprites["position"], frame.sprites["size"] = place, 8.0
    frame.sprites["color"] = (0.6, 0.7, 1.0, 1.0)
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    column, row = spot(frame, place)
    return np.hypot(x - column, y - row)


@pytest.mark.gl
@pytest.mark.parametrize("quality", ["low", "high"])
def test_no_light_hides_a_small_ship_or_the_line_around_it(quality: str, request: pytest.FixtureRequest):
    renderer: Renderer = request.getfixturevalue(quality)
    frame = first_frame()
    frame.high_contrast = True
    away = glare_upon(frame, MESHES.index("drone"))
    shown = picture(renderer, frame, SIZE).astype(int)
    glare, frame.sprites = frame.sprites, frame.sprites[:0]
    dark = picture(renderer, frame, SIZE).astype(int)
    frame.sprites, ship, frame.ships = glare, frame.ships, frame.ships[:0]
    alone = picture(renderer, frame, SIZE).astype(int)
    near = away < 12
    hull = near & (np.abs(shown - alone).max(axis=-1) > 24) & (dark.max(axis=-1) > 60)
    assert alone[near].min(axis=-1).mean() > 90, "there is a glare"
    assert hull.sum() > 60 and np.median((shown - dark)[hull].max(axis=-1)) < 30
    line = (away < 24) & (shown.max(axis=-1) < 60) & (alone.max(axis=-1) > 110)
    assert line.sum() > 20
    frame.ships = ship
    frame.ships["kind"] = MESHES.index("carrier")
    lit = picture(renderer, frame, SIZE).astype(int)
    assert lit[near].min(axis=-1).mean() > 1.25 * shown[near].min(axis=-1).mean(), "heavy hulls are lit"


@pytest.mark.gl
def test_a_part_is_seen_before_the_hull_that_it_lies_in(low: Renderer):
    with Match(seed=8, workers=1) as match:
        world, viewer = match.world, Viewer()
        boss = world.place_boss(tuple(world.bodies.position[0].astype(float)))
        frame = viewer.build(world, None, 1.0, 0.0, SIZE)
    part = frame.ships[frame.ships["kind"] == MESHES.index("boss_part")][:1].copy()
    part["position"] = world.bodies.position[boss]
    hull = frame.ships[np.isin(frame.ships["kind"], BOSS_MESH)]
    pictures = list[NDArray[np.int64]]()
    for ships in (hull, np.concatenate([hull, part]), part[:0], part):
        frame.ships = ships
        pictures.append(picture(low, frame, SIZE).astype(int))
    on_hull, alone = (
        np.any(np.abs(pictures[k] - pictures[k + 1]) > limit, axis=-1) for k, limit in ((0, 4), (2, 40))
    )
    assert alone.sum() > 400 and on_hull[alone].mean() > 0.8


@pytest.mark.gl
@pytest.mark.parametrize("warns", [False, True])
def test_at_the_limb_small_ships_and_warnings_turn_to_the_eye(low: Renderer, warns: bool):
    """Flat as they are, they would be slivers there: a mine, which is round, and a ring that warns."""
    frame = first_frame()
    ahead = np.linspace(0.2, 0.6, 40)[:, None]
    ring = frame.focus * np.cos(ahead) + frame.camera.up * np.sin(ahead)
    ring *= frame.shell_radius / np.linalg.norm(ring, axis=1, keepdims=True)
    sight = frame.camera.eye - ring
    slant = (sight * ring).sum(axis=1) / np.linalg.norm(sight, axis=1) / frame.shell_radius
    place = ring[np.argmin(np.abs(slant - 0.1))]
    frame.ships, frame.rings = np.zeros(0, SHIP_DTYPE), np.zeros(0, RING_DTYPE)
    bare = picture(low, frame, SIZE).astype(int)
    if warns:
        frame.rings = np.zeros(1, RING_DTYPE)
        frame.rings["center"], frame.rings["radius"] = place / frame.shell_radius, 3.0
        frame.rings["thickness"], frame.rings["filled"], frame.rings["through"] = 0.3, 1.0, 12.0
    else:
        frame.ships = np.zeros(1, SHIP_DTYPE)
        frame.ships["position"], frame.ships["nose"], frame.ships["scale"] = place, frame.camera.right, 2.0
        frame.ships["kind"] = MESHES.index("mine")
    (frame.rings if warns else frame.ships)["color"][..., :3] = 1.0, 0.2, 0.9
    if warns:
        frame.rings["color"][..., 3] = 1.0
    changed = np.abs(picture(low, frame, SIZE).astype(int) - bare).max(axis=2) > 24
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    assert np.ptp(columns) > 8 and 0.45 < np.ptp(rows) / np.ptp(columns) < 1.3


@pytest.mark.gl
def test_light_around_a_ship_veils_its_dark_plates_less_than_the_ground(high: Renderer):
    """Bright sprites beside it, whose bloom lies over all of it."""
    frame = first_frame()
    ship = frame.ships[frame.ships["kind"] == MESHES.index("player")][:1].copy()
    ship["color"], lit = 0.05, np.zeros(2, SPRITE_DTYPE)
    lit["position"] = ship["position"] + np.outer((-3.0, 3.0), frame.camera.right)
    lit["size"], lit["hardness"], lit["color"] = 1.5, 1.0, 1.0
    column, row = (int(value) for value in spot(frame, ship["position"][0]))
    around, gains = np.s_[row - 2 : row + 3, column - 2 : column + 3], list[float]()
    for ships in (ship, ship[:0]):
        dark, light = (
            picture(high, replace(frame, ships=ships, sprites=sprites), SIZE)[around]
            for sprites in (lit[:0], lit)
        )
        gains.append(float(light.mean() - dark.mean()))
    assert gains[1] > 20.0 and gains[0] < 0.4 * gains[1]


@pytest.mark.gl
def test_an_enemys_bullet_is_seen_upon_a_ship(low: Renderer):
    """Its white core, within a dark collar: upon the pale hull itself there would be no change."""
    frame = first_frame()
    bare = picture(low, frame, SIZE).astype(int)
    place = frame.ships["position"][frame.ships["kind"] == MESHES.index("player")][0]
    frame.bullets = bullet_at(place, 0.5)
    column, row = (int(value) for value in spot(frame, place))
    shown = picture(low, frame, SIZE).astype(int)
    around = np.s_[row - 3 : row + 4, column - 3 : column + 4]
    assert shown[row, column].min() > 220, "its core"
    assert (np.abs(shown - bare)[around].max(axis=2) > 40).mean() > 0.5, "the ship does not hide it"


@pytest.mark.gl
@pytest.mark.parametrize("tier", ["low", "high"])
@pytest.mark.parametrize("apart", [1.5, 2.6])
def test_the_dark_around_a_bullet_hides_no_other(tier: str, apart: float, request: pytest.FixtureRequest):
    """At 1.5 widths the nearer one lies upon the other, whole; at 2.6 each is as bright as it is alone."""
    renderer: Renderer = request.getfixturevalue(tier)
    frame, width = first_frame(), 1.2
    frame.ships, frame.sprites = frame.ships[:0], frame.sprites[:0]
    middle, right = frame.focus * frame.shell_radius, frame.camera.right
    one, other = (bullet_at(middle + (8.0 + half * apart * width) * right, width) for half in (-0.5, 0.5))
    pictures = list[NDArray[np.int64]]()
    for frame.bullets in (one[:0], one, other, np.concatenate([one, other])):
        pictures.append(picture(renderer, frame, SIZE).max(axis=-1).astype(int))
    none, first, second, both = pictures
    lit = [alone > np.maximum(none, 190) for alone in (first, second)]
    assert min(part.sum() for part in lit) > 50
    assert (both[lit[1]] > second[lit[1]] - 12).all(), "the nearer one is whole"
    if apart > 2.5:
        assert (both[lit[0]] > first[lit[0]] - 12).all(), "the other one is, too"


@pytest.mark.gl
def test_plans_have_a_tile_for_each_hull_with_bevels_that_face_outwards(low: Renderer):
    maps = hull_maps(low.ctx)
    pixels = (
        np.frombuffer(maps.plans.read(), np.uint8).reshape(maps.plans.height, maps.plans.width, 4) / 255.0
    )
    for kind, name in enumerate(MESHES):
        column, row = kind % ACROSS * TILE, kind // ACROSS * TILE
        right, ahead, opened, plating = np.moveaxis(pixels[row : row + TILE, column : column + TILE], -1, 0)
        y, x = np.mgrid[:TILE, :TILE] - 0.5 * (TILE - 1)
        slope, away = np.stack([right, ahead], -1) * 2.0 - 1.0, np.stack([x, y], -1)
        steep = np.hypot(*np.moveaxis(slope, -1, 0)) > 0.3
        assert steep.sum() > 300 and plating[steep].std() > 0.02, name
        outwards = np.einsum("ij,ij->i", slope[steep], away[steep]) > 0.0
        assert outwards.mean() > 0.55, name  # but for notches
        assert opened.min() < 0.8 and np.median(opened) > 0.95, name


@pytest.mark.gl
@pytest.mark.parametrize("quality", ["low", "high"])
def test_only_high_contrast_draws_a_dark_edge(quality: str, request: pytest.FixtureRequest):
    """Dark plates within the hull are none of its edge."""
    renderer: Renderer = request.getfixturevalue(quality)
    frame, shown, edges = first_frame("rime"), list[Pixels](), list[int]()
    frame.calm, frame.sprites = 0.0, frame.sprites[:0]
    frame.ships = frame.ships[:0]
    bare, place = picture(renderer, frame, SIZE), frame.focus * frame.shell_radius
    frame.ships = one_ship(MESHES.index("drone"), place, across(frame, frame.camera.up), 2.0)
    for frame.high_contrast in (False, True):
        shown.append(picture(renderer, frame, SIZE))
        hull = binary_fill_holes(np.abs(shown[0].astype(int) - bare).max(axis=-1) > 30)
        edges.append(int((dark_where_bright(shown[-1], bare) & np.logical_not(binary_erosion(hull))).sum()))
    assert edges[1] > 15 and edges[0] < 0.3 * edges[1], edges


@pytest.mark.gl
@pytest.mark.parametrize("quality", ["low", "high"])
def test_high_contrast_lays_a_pale_line_and_a_dark_one_that_no_light_brightens(
    quality: str, request: pytest.FixtureRequest
):
    renderer: Renderer = request.getfixturevalue(quality)
    frame = first_frame()
    away = glare_upon(frame, MESHES.index("drone"))
    frame.ships["color"], frame.high_contrast = (0.1, 0.1, 0.2), True
    place = frame.ships["position"][0]
    frame.bullets = bullet_at(place + 6.0 * frame.camera.right, 0.5)
    shown = picture(renderer, frame, SIZE).astype(int)
    pale, dark = shown.min(axis=-1) > 150, shown.max(axis=-1) < 12
    assert (pale & (away < 20)).sum() > 40 and (dark & (away < 24)).sum() > 40
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    column, row = spot(frame, frame.bullets["head"][0])
    assert (dark & (np.hypot(x - column, y - row) < 16)).sum() > 20, "around the bullet"


def dark_where_bright(shown: Pixels, other: Pixels) -> NDArray[np.bool_]:
    """Mask of a picture's dark line, on pixels where another picture of the same view is not dark."""
    before = other.max(axis=-1)
    return (before > 20) & (shown.max(axis=-1) < 0.5 * before)


@pytest.mark.gl
@pytest.mark.parametrize("quality", ["low", "high"])
@pytest.mark.parametrize("mesh", ["boss", "ram_0", "carrier", "drone"])
def test_high_contrast_lays_both_lines_all_around_a_hull_seen_aslant(
    quality: str, mesh: str, request: pytest.FixtureRequest
):
    renderer: Renderer = request.getfixturevalue(quality)
    frame = first_frame("rime")
    frame.calm, frame.sprites, frame.ships = 0.0, frame.sprites[:0], frame.ships[:0]
    bare = picture(renderer, frame, SIZE).astype(int)
    bright = frame.focus * np.cos(0.3) + across(frame, frame.camera.up) * np.sin(0.3)
    scale = {"carrier": 3.0, "drone": 2.0}.get(mesh, 6.0)
    frame.ships = one_ship(
        MESHES.index(mesh), bright * frame.shell_radius, np.cross(bright, frame.camera.up), scale
    )
    usual = picture(renderer, frame, SIZE).astype(int)
    hull = binary_erosion(np.abs(usual - bare).max(axis=-1) > 60)
    frame.high_contrast = True
    shown = picture(renderer, frame, SIZE).astype(int)
    dark, pale = shown.sum(axis=-1) < 0.6 * usual.sum(axis=-1), shown.min(axis=-1) > 120
    enclosed = binary_fill_holes(dark) & np.logical_not(dark)
    assert hull.sum() > 60 and enclosed.sum() > 0.6 * hull.sum(), "no gap in the dark line"
    assert binary_dilation(pale, iterations=3)[binary_dilation(dark) & enclosed].mean() > 0.9


@pytest.mark.gl
def test_lines_run_around_the_nearer_of_two_ships_and_not_through_what_hides_them(low: Renderer):
    frame = first_frame()
    frame.sprites, frame.high_contrast = frame.sprites[:0], True
    place, up = frame.focus * frame.shell_radius, across(frame, frame.camera.up)
    pair = [one_ship(MESHES.index("carrier"), at, up, 3.0) for at in (place, place * 0.98 + 2.0 * up)]
    shown = list[NDArray[np.int64]]()
    for ships in (pair[0], np.concatenate(pair), frame.ships[:0]):
        frame.ships = ships
        shown.append(picture(low, frame, SIZE).astype(int))
    alone, both, bare = shown
    own = np.abs(alone - bare).max(axis=-1) > 24
    assert (np.abs(both - alone).max(axis=-1)[own] > 60).mean() < 0.05, "it lies before the other one"
    frame.ships = one_ship(MESHES.index("carrier"), -place, up, 3.0)
    assert np.array_equal(picture(low, frame, SIZE), bare), "the planet hides it"


@pytest.mark.gl
def test_a_hull_that_is_hit_glows_in_its_own_hue(low: Renderer):
    frame = first_frame()
    place = frame.focus * frame.shell_radius
    frame.sprites, frame.ships = frame.sprites[:0], frame.ships[:0]
    bare, light, hull = picture(low, frame, SIZE).astype(int), list[NDArray[np.float64]](), None
    for flash in (0.0, 0.3):
        frame.ships = one_ship(MESHES.index("drone"), place, across(frame, frame.camera.up), 2.0)
        frame.ships["flash"] = flash
        shown = picture(low, frame, SIZE).astype(int)
        hull = np.abs(shown - bare).max(axis=-1) > 40 if hull is None else hull
        light.append(shown[hull].mean(axis=0))
    assert light[1].mean() > 1.15 * light[0].mean(), "it is brighter"
    assert light[1][0] > 1.2 * light[1][2], "and still red"


@pytest.mark.gl
def test_plates_have_seams_and_lamps_are_deep(low: Renderer):
    """Of the ram at its second stage, whose heart lies in a pit behind its middle."""
    maps, kind = hull_maps(low.ctx), MESHES.index("ram_1")
    column, row = kind % ACROSS * TILE, kind // ACROSS * TILE
    plans, matters = (
        np.frombuffer(texture.read(), np.uint8).reshape(texture.height, texture.width, 4)[
            row : row + TILE, column : column + TILE
        ]
        / 255.0
        for texture in (maps.plans, maps.matters)
    )
    y, x = (np.mgrid[:TILE, :TILE] - 0.5 * (TILE - 1)) / (TILE / 3.2)
    away, plating, metal = np.hypot(x, y + 0.36), plans[..., 3], matters[..., 0] + matters[..., 1] > 0.9
    assert 0.02 < (plating[metal] < 0.33).mean() < 0.25
    edge = np.abs(away - 0.20) < 0.02
    assert plating[away < 0.05].min() > 1.4 * plating[edge].mean()


@pytest.mark.gl
def test_the_deck_of_a_boss_is_dark_but_for_its_seams(low: Renderer):
    frame = first_frame()
    frame.sprites, frame.particles, place = frame.sprites[:0], None, frame.focus * frame.shell_radius
    frame.ships = one_ship(MESHES.index("ram_0"), place, across(frame, frame.camera.up), 7.0)
    shown, nose = picture(low, frame, SIZE).astype(int)[..., 0], across(frame, frame.camera.up)
    ways = [(x, y) for x in np.linspace(-0.8, 0.8, 60) for y in np.linspace(0.3, 0.9, 40)]
    side = np.cross(nose, frame.focus)
    spots = np.array([spot(frame, place + 7.0 * (x * side + y * nose + 0.24 * frame.focus)) for x, y in ways])
    red = shown[tuple(spots[:, ::-1].astype(int).T)]
    assert np.quantile(red, 0.97) > 2.0 * np.median(red)


@pytest.mark.gl
def test_no_lean_turns_a_small_ship_towards_the_limb_to_its_edge(low: Renderer):
    frame = first_frame()
    place = frame.focus * np.cos(0.62) - frame.camera.right * np.sin(0.62)
    frame.ships = frame.ships[:0]
    bare, covered = picture(low, frame, SIZE), dict[float, int]()
    for lean in (-0.55, 0.0, 0.55):
        frame.ships = one_ship(MESHES.index("drone"), place * frame.shell_radius, frame.camera.up, 1.5)
        frame.ships["bank"] = lean
        covered[lean] = int(np.any(picture(low, frame, SIZE) != bare, axis=-1).sum())
    assert min(covered.values()) > 0.8 * covered[0.0], covered


@pytest.mark.gl
@pytest.mark.parametrize("lean", [-0.5, 0.5])
def test_a_ship_that_leans_to_a_side_has_that_wing_lower(low: Renderer, lean: float):
    """Seen from behind. Ships lean to where they strafe: positive is to the right."""
    frame = first_frame()
    place, outward = frame.focus * frame.shell_radius, frame.focus.astype(np.float64)
    nose = across(frame, frame.camera.up).astype(np.float64)
    frame.camera = look(place - 12.0 * nose, nose, outward, SIZE[0] / SIZE[1], 0.5, 0.5, 200.0)
    frame.ships = frame.ships[:0]
    bare = picture(low, frame, SIZE)
    frame.ships = one_ship(MESHES.index("lancer"), place, nose, 2.0)
    frame.ships["bank"] = lean
    rows, columns = np.nonzero(np.any(picture(low, frame, SIZE) != bare, axis=-1))
    left, right = (rows[side].mean() for side in (columns < SIZE[0] / 2, columns > SIZE[0] / 2))
    assert (right - left) * np.sign(lean) > 8.0, "rows count downwards"


@pytest.mark.gl
@pytest.mark.parametrize(("mesh", "scale", "more"), [("drone", 1.5, (1.3, 2.0)), ("boss", 5.0, (1.05, 1.4))])
def test_ships_glow_more_the_farther_they_are(
    mesh: str, scale: float, more: tuple[float, float], low: Renderer
):
    """Seen as large from afar as from near, through a longer lens: no boss at the limb is a dark lump."""
    frame, light, hull = first_frame(), list[float](), None
    frame.sprites, frame.particles, place = frame.sprites[:0], None, frame.focus * frame.shell_radius
    nose, outward = across(frame, frame.camera.up), frame.focus.astype(np.float64)
    for away in (24.0, 80.0):
        eye, field = place + away * outward, 2.0 * np.arctan(2.5 * scale / away)
        frame.camera = look(eye, -outward, nose.astype(np.float64), SIZE[0] / SIZE[1], field, 0.5, 200.0)
        frame.ships = frame.ships[:0]
        bare = picture(low, frame, SIZE).astype(int)
        frame.ships = one_ship(MESHES.index(mesh), place, nose, scale)
        shown = picture(low, frame, SIZE).astype(int)
        hull = np.abs(shown - bare).max(axis=-1) > 24 if hull is None else hull
        light.append(float(shown[hull].mean()))
    assert more[0] < light[1] / light[0] < more[1]


def across(frame: Frame, direction: NDArray[np.floating]) -> NDArray[np.floating]:
    """The unit tangent at a frame's focus that is nearest to a direction."""
    tangent = direction - frame.focus * (direction @ frame.focus)
    return tangent / np.linalg.norm(tangent)


def one_ship(
    mesh: int, place: NDArray[np.floating], nose: NDArray[np.floating], scale: float
) -> NDArray[np.void]:
    """A red ship, as instances."""
    ship = np.zeros(1, SHIP_DTYPE)
    ship["position"], ship["nose"], ship["scale"] = place, nose, scale
    ship["kind"], ship["color"] = mesh, (0.9, 0.2, 0.2)
    return ship
