"""Pixels that prove what is drawn, and the price of it in draw calls."""

import ctypes
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.render.composite import Composite
from arena.render.offscreen import picture
from arena.render.renderer import Renderer
from arena.render.scene_block import SceneBlock
from arena.render.targets import TargetPool
from arena.render.tiers import TIERS, Quality
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.view.cameras.camera import project
from arena.view.debug.profiler import ProfilerData
from arena.view.debug.views import DebugView
from arena.view.frame import (
    ASTEROID_LODS,
    BULLET_DTYPE,
    MESH_OF_KIND,
    MESHES,
    OWN_MESH,
    RING_DTYPE,
    SPRITE_DTYPE,
    Frame,
    Instances,
)
from arena.view.lines import Lines
from arena.view.marks.warnings import THROUGH
from arena.view.overlay import arcs
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, load_palette
from arena.view.scene import Viewer
from tests.planets import small_planets
from tests.view.fakes import HUD, SHELL, fake_world
from tests.view.formulas import exp_map

pytestmark = pytest.mark.gl

SIZE = (480, 270)
SMALL = (96, 54)
POST_CALLS = 2 * 1 + 1
"""Two for the level of the bloom of a small picture, and one for a scene of another size."""
DEBUG_CALLS = 1
"""Of the lines of debug views, which no game has."""
Image = NDArray[np.int16]
SHIPS = [row.number for row in KINDS if row.show.hull]
HULLS = MESH_OF_KIND[SHIPS].tolist()
"""Meshes of their kinds."""


def _frame(hud: bool = False, **counts: object) -> Frame:
    return Viewer().build(fake_world(**counts), HUD if hud else None, 1.0, 0.0, SIZE)


def _bare() -> Frame:
    """A frame with planet and sky only."""
    frame = _frame(enemies=0, asteroids=0, bullets=0)
    frame.ships, frame.asteroids = frame.ships[:0], {}
    frame.sprites, frame.bullets = np.empty(0, SPRITE_DTYPE), np.empty(0, BULLET_DTYPE)
    frame.edges = frame.edges[:0]
    return frame


def _written() -> Frame:
    """The same, with an overlay to draw on."""
    frame = _bare()
    frame.overlay = Overlay(SIZE[0] / SIZE[1])
    return frame


def _near(frame: Frame, point: NDArray[np.floating], reach: int) -> tuple[slice, slice]:
    """Rows and columns around a world point."""
    column, row = _place(frame, point)
    return np.s_[row - reach : row + reach + 1, column - reach : column + reach + 1]


def _shot(renderer: Renderer, frame: Frame | Composite) -> Image:
    return picture(renderer, frame, SIZE).astype(np.int16)


def _place(frame: Frame, point: NDArray[np.floating]) -> tuple[int, int]:
    """Column and row from the top of a world point."""
    (place,), _ = project(frame.camera, np.asarray(point)[None])
    return int((place[0] + 1) / 2 * SIZE[0]), int((1 - place[1]) / 2 * SIZE[1])


def _changed(before: Image, after: Image) -> NDArray[np.bool_]:
    return np.abs(after - before).max(axis=2) > 24


def test_planet_fills_the_middle_and_sky_the_top(renderer: Renderer):
    image = _shot(renderer, _bare())
    ground, sky = image[120:260, 120:360], image[0:10, 20:100]
    assert ground.mean() > 1.4 * sky.mean()
    assert ground.std(axis=(0, 1)).max() > 4.0  # seas and land, not one colour
    assert ground[..., 2].mean() > ground[..., 0].mean()  # a blue world
    limb = image[:110, 240].sum(axis=1)
    assert limb.max() > 2 * limb[:8].mean() + 60  # the bright line of the air between the two


def test_each_kind_of_ship_is_drawn_where_it_is(renderer: Renderer):
    bare = _bare()
    ships = _frame(enemies=0, asteroids=0, bullets=0).ships
    ship = ships[ships["kind"] == MESHES.index("player")]
    near, before = _near(bare, ship["position"][0], 5), _shot(renderer, bare)
    seen: list[Image] = []
    bare.ships = ship
    for mesh in HULLS:
        ship["kind"] = mesh
        seen.append(_shot(renderer, bare))
        changed = _changed(before, seen[-1])
        most = 3500 if mesh == OWN_MESH else 1500  # it lights the ground, too
        assert changed[near].sum() > 20 and changed.sum() < most
    for place, shown in enumerate(seen):
        assert _changed(shown, seen[place - 1]).sum() > 20


def test_a_players_ship_lights_the_ground_around_it_and_has_a_hull_with_form(renderer: Renderer):
    bare = _bare()
    ships = _frame(enemies=0, asteroids=0, bullets=0).ships
    bare.ships = ship = ships[ships["kind"] == OWN_MESH]
    ship["color"] = 0.3, 0.9, 1.0
    shown = list[tuple[float, float]]()
    for mesh in (OWN_MESH, MESHES.index("gunner")):
        ship["kind"] = mesh
        image = _shot(renderer, bare)
        ground, hull = _near(bare, ship["position"][0], 24), _near(bare, ship["position"][0], 8)
        shown.append((float(np.median(image[ground][..., 2])), float(np.ptp(image[hull].mean(axis=-1)))))
    (ground, hull), (other_ground, _) = shown
    assert ground > other_ground + 4
    assert hull > 100.0, "from its dark plates to its lamps"


def test_asteroids_differ_by_shape_not_by_colour_alone(renderer: Renderer):
    bare = _bare()
    before, rock = _shot(renderer, bare), _rock((0.0, 0.0, SHELL), 4.0)
    outlines = list[NDArray[np.bool_]]()
    for material in range(3):
        bare.asteroids = {(material, 0): rock}
        outlines.append(_changed(before, _shot(renderer, bare)))
        assert outlines[-1].sum() > 400
    assert all((outlines[i] ^ outlines[i - 1]).sum() > 60 for i in range(3))


def _bullet(head: Any, trail: Any, width: float, orb: float = 1.0, color: Any = (1.0, 0.5, 0.1)) -> Instances:
    bullet = np.zeros(1, BULLET_DTYPE)
    bullet["head"], bullet["tail"] = head, np.asarray(head) - trail
    bullet["width"], bullet["color"], bullet["orb"] = width, (*color, 1.0), orb
    return bullet


def test_bullets_tell_their_team_by_shape_and_glow(renderer: Renderer):
    bare, head = _bare(), np.array((0.0, 0.0, SHELL))
    before, lit = _shot(renderer, bare), list[NDArray[np.bool_]]()
    for orb in (0.0, 1.0):
        bare.bullets = _bullet(head, (0.0, 2.0, 0.0), 0.4, orb, (1.0, 1.0, 1.0))
        after = _shot(renderer, bare)
        lit.append(_changed(before, after))
        assert after[_near(bare, head, 2)].max() > 220
        assert orb or (after - before).min() >= -3, "ours only adds light; theirs is dark about its ring"
    assert (lit[0] ^ lit[1]).sum() > 15


def test_an_orb_is_as_wide_wherever_it_comes_from(renderer: Renderer):
    bare, head = _bare(), np.array((0.0, 0.0, SHELL))
    before, nearer = _shot(renderer, bare), bare.camera.eye - head
    nearer = nearer / np.linalg.norm(nearer)
    spans: list[int] = []
    for trail in ((0.0, 2.0, 0.0), 2.0 * nearer + (0.0, 0.3, 0.0), -2.0 * nearer + (0.0, 0.3, 0.0)):
        bare.bullets = _bullet(head, trail, 0.8, 1.0, (1.0, 0.8, 0.2))
        shown = _shot(renderer, bare)
        bright = (shown.max(axis=2) > 200) & _changed(before, shown)
        spans.append(int(np.ptp(np.nonzero(bright)[0])))
    assert max(spans) - min(spans) <= 2


def _north(radians: float) -> NDArray[np.float64]:
    """A direction so far north of the middle of the picture."""
    return exp_map(np.array([0.0, 0.0, 1.0]), np.array([0.0, radians, 0.0]))


def test_no_rock_hides_an_enemys_bullet(renderer: Renderer):
    frame, head = _bare(), np.array((0.0, 0.0, SHELL))
    frame.asteroids = {(0, 0): _rock((0.0, 0.0, SHELL + 4.5), 4.0)}
    before, frame.bullets = _shot(renderer, frame), _bullet(head, 0.0, 0.5)
    assert _changed(before, _shot(renderer, frame))[_near(frame, head, 2)].all()


def test_the_planet_hides_an_enemys_bullet(low: Renderer):
    """Also near the limb, where it lies thin before one."""
    frame, hidden = _bare(), 0
    before, planet = _shot(low, frame), _before(frame, frame.planet_radius - 0.5)
    for radians in np.arange(0.3, 1.6, 0.02).tolist():
        head = SHELL * _north(radians)
        frame.bullets = _bullet(head, 0.0, 0.5)
        _, row = _place(frame, head)
        inside = 3 < row < SIZE[1] - 3 and planet[_near(frame, head, 3)].all()
        if inside and head @ frame.camera.eye < frame.planet_radius**2:
            hidden += 1
            assert not _changed(before, _shot(low, frame))[_near(frame, head, 2)].any()
    assert hidden > 5


def test_text_is_drawn_upright_and_in_place(renderer: Renderer):
    frame = _written()
    before = _shot(renderer, _bare())
    frame.overlay.text("L", 960, 540, 400, (1, 1, 1, 1), "center", "display")
    after = _shot(renderer, frame)
    white = np.all(after > 235, axis=2) & _changed(before, after)
    rows, columns = np.nonzero(white)
    assert len(rows) > 200
    assert rows.min() > 60 and rows.max() <= 137  # from cap height down to the baseline in the middle
    left = white[:, : (columns.min() + columns.max()) // 2].sum()
    lower = white[(rows.min() + rows.max()) // 2 :].sum()
    assert left > 0.5 * white.sum() and lower > 0.5 * white.sum()  # an L, neither mirrored nor upside down


@pytest.mark.parametrize("pixels", [7.0, 10.0, 14.0])
def test_strokes_of_small_letters_keep_a_pixel_of_ink(low: Renderer, pixels: float):
    """Upright strokes, wherever they lie on the pixels: both columns together are as bright as one."""
    frame, scale = _written(), 1080.0 / SIZE[1]
    for number in range(8):
        frame.overlay.text("l", (40.0 + 12.125 * number) * scale, 40.0 * scale, pixels * scale)
    ink = _shot(low, frame).max(axis=2)[SIZE[1] - 39 - int(0.6 * pixels) : SIZE[1] - 42].astype(int)
    for number in range(8):
        left = int(40.0 + 12.125 * number)
        brightest = np.sort(ink[:, left : left + 6], axis=1)[:, -2:].sum(axis=1)
        assert brightest.min() > 235


def _ringed(radius: float, at: Any = (0.0, 0.0, 1.0), through: float = 0.0) -> Frame:
    """A ring on the shell before planet and sky, not lit elsewhere."""
    frame, ring = _bare(), np.zeros(1, RING_DTYPE)
    ring["center"], ring["radius"], ring["thickness"], ring["filled"] = at, radius, 0.6, 1.0
    ring["color"], ring["through"] = (1.0, 0.8, 0.3, 1.0), through
    frame.rings = ring
    return frame


def _before(frame: Frame, radius: float) -> NDArray[np.bool_]:
    """Pixels whose lines of sight meet a sphere around the planet's middle."""
    camera, (width, height) = frame.camera, SIZE
    x, y = np.meshgrid((2 * np.arange(width) + 1) / width - 1, 1 - (2 * np.arange(height) + 1) / height)
    ray = camera.forward + camera.tan_half_fov * (
        x[..., None] * camera.aspect * camera.right + y[..., None] * camera.up
    )
    ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
    nearest = camera.eye - ray * (ray @ camera.eye)[..., None]
    return np.linalg.norm(nearest, axis=-1) < radius


def _rock(position: Any, scale: float) -> Instances:
    rock = next(iter(_frame(enemies=0, bullets=0, spread=0.05).asteroids.values()))[:1].copy()
    rock["position"], rock["scale"], rock["tint"] = position, scale, 0.6
    return rock


def test_a_ring_that_warns_is_seen_through_a_rock(renderer: Renderer):
    """The rock lies over one side of the ring; without a warning, that side is gone."""
    side = exp_map(np.array([0.0, 0.0, 1.0]), np.array([5.0, 0.0, 0.0]) / SHELL)
    shown = list[float]()
    for through in (0.0, THROUGH):
        frame = _ringed(5.0, through=through)
        frame.asteroids = {(0, 0): _rock(side * (SHELL + 2.5), 4.0)}
        shown.append(float(_shot(renderer, frame)[_near(frame, side * SHELL, 4)][..., 0].max()))
    assert shown[1] > shown[0] + 60.0


def test_a_ring_fills_clockwise_from_the_top_of_the_picture(low: Renderer):
    """At a third, of the four sides only the right one is in the bright share."""
    frame, center = _ringed(5.0, through=THROUGH), np.array([0.0, 0.0, 1.0])
    frame.rings["filled"] = 1.0 / 3.0
    change, camera = _shot(low, frame).astype(int) - _shot(low, _bare()), frame.camera
    gain = list[int]()
    for way in (camera.right, -camera.up, -camera.right):
        tangent = (way - center * (way @ center)).astype(np.float64)
        side = exp_map(center, tangent / np.linalg.norm(tangent) * 5.0 / SHELL) * SHELL
        gain.append(int(change[_near(frame, side, 4)][..., 0].max()))
    assert gain[0] > 1.5 * max(gain[1:]) and min(gain) > 5, "the rest is dim, and there"


def test_the_planet_and_small_ships_hide_a_warning(low: Renderer):
    frame = _ringed(3.0, _north(0.9), THROUGH)
    shown = _changed(_shot(low, _bare()), _shot(low, frame))
    assert shown.sum() > 30 and (shown & _before(frame, frame.planet_radius - 0.3)).sum() < 8
    ship = _frame(asteroids=0, bullets=0).ships[:1].copy()
    ship["position"], ship["scale"] = (0.0, 0.0, SHELL + 1.0), 3.0
    frame, bare = _ringed(0.6, through=THROUGH), _bare()
    frame.ships = bare.ships = ship
    changed = _changed(_shot(low, bare), _shot(low, frame))
    assert not changed[_near(frame, np.array([0.0, 0.0, SHELL]), 2)].any()


def test_overlay_shapes_cover_what_they_say(low: Renderer):
    frame = _written()
    frame.overlay.rect(400, 400, 400, 200, (1, 0, 0, 1))
    frame.overlay.ring(1400, 540, 200, 40, 0.25, (0, 1, 0, 1))
    image = _shot(low, frame)
    red = (image[..., 0] > 200) & (image[..., 1] < 60) & (image[..., 2] < 60)
    assert red.sum() == pytest.approx(100 * 50, rel=0.03)
    green = (image[..., 1] > 200) & (image[..., 0] < 80) & (image[..., 2] < 80)
    rows, columns = np.nonzero(green)
    assert rows.max() <= 270 - 540 / 4 + 6 and columns.min() >= 1400 / 4 - 6  # the quarter from up to right
    assert green.sum() == pytest.approx(np.pi / 2 * 50 * 10, rel=0.25)


def test_an_arc_in_pieces_is_the_arc(low: Renderer, monkeypatch: pytest.MonkeyPatch):
    frame = _written()
    for number, fraction in enumerate((0.02, 0.3, 0.5, 0.97, 1.0)):  # half-lit: what is drawn twice shows
        frame.overlay.ring(300 + 320 * number, 540, 30 * number + 21, 17, fraction, (0, 1, 0, 0.5), number)
    pieces, rows = arcs.cut_arcs(frame.overlay.rows(), 4.0), frame.overlay.rows()
    assert len(pieces) > 3 * len(rows)
    image = _shot(low, frame)
    monkeypatch.setattr(arcs, "PIECE_LEAST", 1e9)
    assert np.abs(image - _shot(low, frame)).max() <= 2


def test_rings_and_shadows_change_light(renderer: Renderer):
    bare, place = _bare(), np.array([0.0, 0.0, SHELL])
    before = _shot(renderer, bare)
    column, row = _place(bare, place)
    lit = _changed(before, _shot(renderer, _ringed(8.0)))
    assert lit.sum() > 150 and not lit[row, column]
    shadow = np.zeros(1, SPRITE_DTYPE)
    shadow["position"], shadow["size"], shadow["hardness"], shadow["color"] = place, 4.0, -1.0, (0, 0, 0, 0.9)
    bare.sprites = shadow
    assert (_shot(renderer, bare) - before)[row, column].min() < -7  # the ground is dark there


def test_a_ship_looks_the_same_in_any_company(low: Renderer):
    ship = _frame(enemies=0, asteroids=0, bullets=0).ships
    for kind in (MESHES.index("drone"), MESHES.index("boss")):
        bare = _bare()
        ship["kind"] = kind
        bare.ships = ship
        alone = _shot(low, bare)
        hidden = np.repeat(ship, len(HULLS))
        hidden["kind"], hidden["position"] = HULLS, (0.0, 0.0, 1.0)  # within the planet
        bare.ships = np.concatenate([hidden, ship])
        assert np.array_equal(_shot(low, bare), alone)


def test_draw_calls_stay_within_thirty_at_ten_thousand_bodies_of_all_kinds(renderer: Renderer):
    world = fake_world(enemies=2000, asteroids=3000, bullets=5000, spread=0.06)
    rocks = world.rows(Pool.ASTEROID)
    world.bodies.radius[rocks] = np.linspace(0.2, 12.0, len(rocks))
    ships = world.rows(Pool.ENEMY)
    world.bodies.radial_speed[ships[:50]] = -5.0
    world.bodies.position[ships[:50]] *= 1.05
    world.bodies.kind[ships] = np.array(SHIPS)[ships % len(SHIPS)]
    viewer = Viewer()
    world.add_event(Event.BOMB, 0, 20.0)
    viewer.observe(world, HUD)
    frame = viewer.build(world, HUD, 1.0, 0.01, SIZE, profiler=ProfilerData(), debug=list(DebugView))
    frame.size_px = SMALL  # calls are as many, and pixels are not looked at
    picture(renderer, frame, SMALL)
    assert frame.instances > 8000
    assert len(frame.lines) > 1000
    assert len(frame.asteroids) == MATERIALS.size * ASTEROID_LODS
    assert set(frame.ships["kind"]) == set(HULLS)
    assert all(len(part) for part in (frame.rings, frame.sprites, frame.bullets, frame.edges))
    assert 10 < renderer.stats.draw_calls - POST_CALLS - DEBUG_CALLS <= 30
    assert renderer.stats.instances == frame.instances
    assert renderer.stats.triangles > 100_000


def test_lines_have_their_width_and_the_planet_hides_them(renderer: Renderer):
    bare = _bare()
    before = _shot(renderer, bare)
    lines = Lines()
    lines.add(np.array([[-4.0, 0, SHELL]]), np.array([[4.0, 0, SHELL]]), (1.0, 0.2, 0.2, 1.0), 16.0)
    bare.lines = lines.in_sight(bare.camera, 50.0)
    lit = _changed(before, _shot(renderer, bare))
    ends = [_place(bare, np.array([x, 0.0, SHELL])) for x in (-4.0, 4.0)]
    length = ends[1][0] - ends[0][0]
    drawn = length * 16.0 * SIZE[1] / 1080
    assert 0.7 * drawn < lit.sum() < 9.0 * drawn  # light blooms beside it, too
    assert lit[ends[0][1], (ends[0][0] + ends[1][0]) // 2]
    bare.lines = bare.lines.copy()
    bare.lines["first"][:, 2] = bare.lines["second"][:, 2] = 47.0  # below the ground
    assert not _changed(before, _shot(renderer, bare)).any()


def test_a_line_shows_through_what_is_no_thicker_than_its_lift(low: Renderer):
    bare = _bare()
    bare.asteroids = {(0, 0): _rock((0.0, 0.0, SHELL), 2.0)}
    before, shown = _shot(low, bare), list[int]()
    for lift in (0.0, 6.0):
        lines = Lines()
        lines.add(np.array([[-1.0, 0, SHELL]]), np.array([[1.0, 0, SHELL]]), (1.0, 0.2, 0.2, 1.0), 12.0, lift)
        bare.lines = lines.in_sight(bare.camera, 50.0)
        shown.append(int(_changed(before, _shot(low, bare)).sum()))
    assert shown[0] == 0 and shown[1] > 20


def test_a_full_frame_survives_resizing(high: Renderer):
    for size in ((320, 180), (200, 300), (64, 64), (320, 180)):
        frame = Viewer().build(fake_world(), HUD, 1.0, 0.0, size)
        image = picture(high, frame, size, finished=False)
        assert image.shape == (size[1], size[0], 3)
        corners = image[-8:, :8], image[-8:, -8:]
        assert all(corner.max() > 10 for corner in corners)


def test_the_same_frame_gives_the_same_picture(low: Renderer):
    frame = _frame(hud=True)
    _shot(low, frame)
    low.prepare(frame)
    assert np.array_equal(_shot(low, frame), _shot(low, frame))


def test_painting_goes_on_while_frames_are_drawn(ctx: object, low: Renderer):
    frame = _bare()
    low.prepare(frame)
    fine = _shot(low, frame)
    other = replace(frame.palette, haze=(0.3, 0.6, 0.98))
    frame.palette = other
    coarse = _shot(low, frame)
    assert np.abs(coarse - fine).mean() < 6.0  # the same planet, only softer
    low.prepare(frame)
    assert np.abs(_shot(low, frame) - fine).mean() < 1.5


def test_unknown_quality_is_refused(low: Renderer):
    with pytest.raises(ValueError, match="low, medium, high"):
        low.quality = "splendid"  # pyright: ignore[reportAttributeAccessIssue]
    assert low.quality == "low"


def test_a_change_of_quality_paints_the_planet_of_its_tier(
    ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch
):
    sizes = list[int]()

    def begin(_: object, __: object, palette: Palette, surface_size: int) -> Any:
        sizes.append(surface_size)
        return SimpleNamespace(palette=palette, advance=lambda _: False, finish=lambda: None, textures=None)

    monkeypatch.setattr("arena.render.renderer.Painter", SimpleNamespace(begin=begin))
    monkeypatch.setattr("arena.render.renderer.PASSES", ())
    frame, renderer = _frame(enemies=0, asteroids=0, bullets=0), Renderer(ctx, "low")
    for size in (64, 32):
        with small_planets(size):
            renderer.quality = "low"
        assert not renderer.painted
        for _ in range(2):
            renderer.prepare(frame)
        assert renderer.painted
    assert sizes == [64, 32]


def test_a_renderer_that_is_made_step_by_step_shows_layers_first_and_then_the_same(
    ctx: moderngl.Context,
) -> None:
    frame = _frame(hud=True)
    gradual, whole = Renderer(ctx, "low", gradual=True), Renderer(ctx, "low")
    target = ctx.simple_framebuffer(SIZE)
    assert _shot(gradual, Composite([], frame.overlay, SIZE)).any()
    only_layers = _shot(gradual, frame)
    assert only_layers.max() > 200 and np.median(only_layers) == 0
    while not gradual.is_complete:
        gradual.complete(Composite.of(frame), target)
        assert gradual.is_complete or (_shot(gradual, frame) == only_layers).all()
    assert (_shot(gradual, frame) == _shot(whole, frame)).all()


def test_only_what_is_solid_says_how_much_bloom_is_seen_upon_it(high: Renderer):
    frame = _frame(enemies=0, asteroids=8, bullets=0)
    frame.ships = frame.ships[:0]
    _shot(high, frame)
    targets = high._targets.take((0, 0, *SIZE), high.scale)  # pyright: ignore[reportPrivateUsage]
    assert targets is not None
    alpha = np.frombuffer(targets.color.read(), np.float16).reshape(-1, 4)[:, 3]
    assert (alpha == 1.0).all(), "air, clouds, stars and sparks leave it as it is"


@pytest.mark.parametrize("scale", [0.5, 1.5])
def test_a_scene_of_other_pixels_fills_the_same_picture(
    low: Renderer, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    def blocks() -> NDArray[np.floating]:
        pixels = _shot(low, _bare()).astype(float)
        return pixels.reshape(9, 30, 16, 30, 3).mean(axis=(1, 3))

    whole = blocks()
    monkeypatch.setattr(low, "scale", scale)
    other = blocks()
    apart = [np.abs(each - whole).mean() for each in (other, other[::-1], np.roll(other, 1, axis=1))]
    assert apart[0] < 0.1 * min(apart[1:]), apart


@pytest.mark.parametrize(("quality", "size"), [("low", (80, 45)), ("high", (80, 45)), ("ultra", (120, 68))])
def test_a_scene_has_as_many_pixels_as_the_scale_asks_for(
    ctx: moderngl.Context, quality: Quality, size: tuple[int, int]
) -> None:
    targets = TargetPool(ctx, TIERS[quality]).take((0, 0, 160, 90), 0.5)
    assert targets is not None and targets.color.size == size


@pytest.mark.parametrize(("quality", "size"), [("high", (80, 45)), ("ultra", (120, 68))])
def test_shaders_are_told_how_many_pixels_are_drawn(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, quality: str, size: tuple[int, int]
) -> None:
    renderer: Renderer = request.getfixturevalue(quality)
    told, write = list[tuple[int, int]](), SceneBlock.write

    def note(block: SceneBlock, frame: Frame, size_px: tuple[int, int]) -> None:
        told.append(size_px)
        write(block, frame, size_px)

    monkeypatch.setattr(SceneBlock, "write", note)
    monkeypatch.setattr(renderer, "scale", 0.5)
    picture(renderer, Viewer().build(fake_world(), HUD, 1.0, 0.0, (160, 90)), (160, 90))
    assert told == [size]


def test_worlds_drawn_in_turn_leave_nothing_on_the_graphics_card(ctx: moderngl.Context) -> None:
    with small_planets():
        renderer, kept = Renderer(ctx, "low"), list[int]()
    for world in ("terra", "forge") * 3:
        frame = _frame()
        frame.palette = load_palette(world)
        picture(renderer, frame, SMALL)
        kept.append(_textures(ctx))
    assert max(kept[2:]) <= max(kept[:2]), kept


def _textures(ctx: moderngl.Context) -> int:
    """Number of textures on the graphics card; a driver may give each a name of its own for ever."""
    latest = ctx.texture((1, 1), 4)
    names = range(1, latest.glo)
    latest.release()
    return sum(map(ctypes.CDLL("libGL.so.1").glIsTexture, names))
