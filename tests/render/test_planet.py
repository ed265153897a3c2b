"""Paint on the planet: ground in the light of its sun, glow, and clouds."""

from dataclasses import replace

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena import resources
from arena.render import painting
from arena.render.offscreen import picture
from arena.render.painting import COARSE_SIZE, Brushes, Painter
from arena.render.renderer import Renderer
from arena.view.cameras.camera import Rig, project
from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, load_palette
from arena.view.weather import RISE, lightning
from tests.planets import make_renderer

pytestmark = pytest.mark.gl

ROUNDING = 2
WORLDS = sorted(file.stem for file in resources.path("assets/palettes/worlds").glob("*.toml"))


@pytest.fixture(scope="module", autouse=True)
def sky() -> None:
    """The sky and the sketch of the ground as in play, for they are looked at."""


def _texels(texture: moderngl.TextureArray) -> NDArray[np.int16]:
    shape = (6, texture.height, texture.width, texture.components)
    return np.frombuffer(texture.read(alignment=1), np.uint8).reshape(shape).astype(np.int16)


def _clear(palette: Palette) -> Palette:
    """The world without clouds."""
    return replace(palette, scenery=replace(palette.scenery, cloudiness=0.0))


def _ground(ctx: moderngl.Context, palette: Palette) -> NDArray[np.int16]:
    return _texels(Painter.begin(ctx, Brushes(ctx), _clear(palette), COARSE_SIZE).textures.surface)


def _likeness(one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
    """Correlation of what varies within a sixteenth of a face."""
    details = list[NDArray[np.float64]]()
    for texels in (one, other):
        grey = texels[..., :3].mean(axis=3).reshape(6, 16, COARSE_SIZE // 16, 16, COARSE_SIZE // 16)
        details.append((grey - grey.mean(axis=(2, 4), keepdims=True)).ravel())
    return float(np.corrcoef(details[0], details[1])[0, 1])


def test_clouds_hide_the_ground_and_its_cities(ctx: moderngl.Context) -> None:
    palette = load_palette("terra")
    ground, painted = (
        _ground(ctx, palette),
        _texels(Painter.begin(ctx, Brushes(ctx), palette, COARSE_SIZE).textures.surface),
    )
    cover = 1.0 - painted[..., 3] / np.maximum(ground[..., 3], 1)
    cities = ground[..., 3] > 100
    thick = cities & (cover > 0.5 * palette.scenery.cloudiness)
    assert 0.02 < thick.sum() / cities.sum() < 0.9 and cover[cities].max() < palette.scenery.cloudiness + 0.02
    white = np.array(palette.clouds) * 255.0
    hidden = ground[thick][:, :3] + (white - ground[thick][:, :3]) * cover[thick][:, None]
    assert np.abs(painted[thick][:, :3] - hidden).max() <= 2 * ROUNDING


@pytest.mark.parametrize(("tile_s", "most_a_frame"), [(0.0, painting.TILES_A_FRAME), (0.01, 2), (0.03, 1)])
def test_painting_takes_a_share_of_the_time_and_paints_the_same(
    ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch, tile_s: float, most_a_frame: int
) -> None:
    clock, painted = 0.0, list[float]()
    canvas_class = vars(painting)["_Canvas"]
    paint = canvas_class.paint_tile

    def paint_slowly(canvas: object) -> bool:
        nonlocal clock
        clock += tile_s
        painted.append(clock)
        return paint(canvas)

    monkeypatch.setattr(painting, "TILE", 16)
    monkeypatch.setattr(painting, "perf_counter", lambda: clock)
    palette, brushes = _clear(load_palette("terra")), Brushes(ctx)
    at_once, slowly = (Painter.begin(ctx, brushes, palette, 40) for _ in range(2))
    at_once.finish()
    monkeypatch.setattr(canvas_class, "paint_tile", paint_slowly)
    frames = list[int]()
    while True:
        clock += 0.05
        before = len(painted)
        more = slowly.advance(0.2)
        frames.append(len(painted) - before)
        if not more:
            break
    tiles = 6 * 3 * 3
    assert sum(frames) == tiles == len(painted) and max(frames) == most_a_frame
    assert tiles * tile_s <= 0.2 * clock + tile_s
    assert np.array_equal(_texels(slowly.textures.surface), _texels(at_once.textures.surface))


def test_no_world_is_another_in_other_colours(ctx: moderngl.Context) -> None:
    grounds = [_ground(ctx, load_palette(world)) for world in WORLDS]
    alike = np.array([[_likeness(one, other) for other in grounds] for one in grounds])
    assert (np.abs(alike - np.eye(len(WORLDS))) < 0.25).all(), alike.round(2)


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_glows_and_its_slopes_are_bright_towards_the_sun(ctx: moderngl.Context, world: str) -> None:
    palette = load_palette(world)
    x, y, z = palette.sun
    lit, shaded = _ground(ctx, palette), _ground(ctx, replace(palette, sun=(-x, -y, -z)))
    assert _likeness(lit, shaded) < 0.6, "slopes that were bright are dark"
    assert (lit[..., 3] == shaded[..., 3]).all() and (lit[..., 3] > 150).any() and (lit[..., 3] < 20).any()


def test_tiles_join(ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _ground(ctx, load_palette("rime"))
    monkeypatch.setattr(painting, "TILE", COARSE_SIZE // 3)
    assert np.abs(_ground(ctx, load_palette("rime")) - whole).max() <= ROUNDING


def test_lightning_brightens_the_ground_where_it_strikes(ctx: moderngl.Context) -> None:
    rig, focus, size = Rig(), np.array([0.0, 0.0, 1.0]), (96, 54)
    rig.follow(focus, np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(52.0, 16 / 9, (0.0, 0.0))
    frame = Frame(
        camera, load_palette("squall"), Overlay(16 / 9), size, RISE, 50.0, 52.0, focus.astype(np.float32)
    )
    renderer = make_renderer(ctx, size=64)
    flash = picture(renderer, frame, size, False).astype(int).sum(axis=2)
    flash -= picture(renderer, replace(frame, weather=False), size, False).astype(int).sum(axis=2)
    place = np.array([lightning(RISE, frame.focus)[:3]]) * 50.0
    x, y = project(camera, place)[0][0]
    columns, rows = (np.arange(96) + 0.5) / 48 - 1, 1 - (np.arange(54) + 0.5) / 27
    near = np.hypot((columns - x) * 16 / 9, rows[:, None] - y) < 0.35
    assert flash[near].max() > 60 and flash.max() == flash[near].max()
    assert (np.abs(flash) > 30).mean() < 0.15, "flashes are small"


def test_a_world_looks_alike_after_others_were_drawn(ctx: moderngl.Context) -> None:
    """Glow, glint and landmarks are its own, and no lightning of the world before is left."""
    rig, focus, size = Rig(), np.array([0.0, 0.0, 1.0]), (96, 54)
    rig.follow(focus, np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(52.0, 16 / 9, (0.0, 0.0))

    def draw(renderer: Renderer, world: str) -> NDArray[np.uint8]:
        near = focus.astype(np.float32)
        frame = Frame(camera, load_palette(world), Overlay(16 / 9), size, RISE, 50.0, 52.0, near)
        return picture(renderer, frame, size, False)

    used = make_renderer(ctx, size=64)
    for world in ("terra", "forge", "squall", "terra"):
        drawn = draw(used, world)
        assert np.array_equal(drawn, draw(make_renderer(ctx, size=64), world)), world


@pytest.mark.parametrize("world", WORLDS)
def test_ground_under_play_takes_the_hue_of_the_worlds_air(ctx: moderngl.Context, world: str) -> None:
    rig, focus, size = Rig(), np.array([0.0, 0.0, 1.0]), (96, 54)
    rig.follow(focus, np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    palette, camera = load_palette(world), rig.camera(52.0, 16 / 9, (0.0, 0.0))
    scenery = replace(palette.scenery, day_glow=0.0, night_glow=0.0, lightning=0.0)
    frame = Frame(camera, palette, Overlay(16 / 9), size, 0.0, 50.0, 52.0, focus.astype(np.float32))
    frame.palette = replace(palette, scenery=scenery)
    renderer, light, hue = make_renderer(ctx, size=64), list[float](), list[float]()
    x, y = project(camera, focus[None] * 50.0)[0][0]
    column, row = int((x + 1.0) * 48), int((1.0 - y) * 27)
    air = np.array(palette.haze) - np.mean(palette.haze)
    for calm in (0.0, 0.74):
        frame.calm = calm
        near = picture(renderer, frame, size, False)[row - 4 : row + 5, column - 8 : column + 9].astype(float)
        mean = near.mean(axis=(0, 1))
        light.append(float(mean.mean()))
        hue.append(float((mean / mean.mean() - 1.0) @ air / np.linalg.norm(air)))
    assert light[1] < 0.7 * light[0], "it is darker"
    assert hue[1] > max(0.1, 0.8 * hue[0]), "and has the colour of the air"
