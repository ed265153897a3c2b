"""Landmarks are in most pictures of a world, behind the planet, and still where motion is reduced."""

import functools
from dataclasses import replace

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena import resources
from arena.render.offscreen import picture
from arena.render.passes.background import PlanetPass
from arena.render.renderer import Renderer
from arena.view.cameras.camera import Rig
from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, load_palette
from arena.view.scenery import SUNS, Landmark
from tests.planets import make_renderer

pytestmark = pytest.mark.gl

WORLDS = sorted(file.stem for file in resources.path("assets/palettes/worlds").glob("*.toml"))
SIZE, PLANET, SHELL = (192, 108), 50.0, 52.0
START = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


@pytest.fixture(scope="module")
def renderers(ctx: moderngl.Context) -> list[Renderer]:
    """For worlds, and for the same without landmarks: none paints anew for each picture; one of medium."""
    return [make_renderer(ctx, quality, 64) for quality in ("low", "low", "medium")]


@functools.cache
def _bare(palette: Palette) -> Palette:
    return replace(palette, scenery=replace(palette.scenery, landmarks=()))


def _frame(world: str, focus: NDArray[np.float64], up: NDArray[np.float64], time_s: float = 5.0) -> Frame:
    rig = Rig()
    rig.follow(focus, up, np.zeros(3), 0.0)
    camera = rig.camera(SHELL, SIZE[0] / SIZE[1], (0.0, 0.0), 0.5)
    overlay, near = Overlay(SIZE[0] / SIZE[1]), focus.astype(np.float32)
    return Frame(camera, load_palette(world), overlay, SIZE, time_s, PLANET, SHELL, near)


def _landmarks(renderers: list[Renderer], frame: Frame) -> NDArray[np.int64]:
    """Change of the picture by landmarks, shape (height, width)."""
    drawn = picture(renderers[0], frame, SIZE, False).astype(np.int64)
    without = picture(renderers[1], replace(frame, palette=_bare(frame.palette)), SIZE, False)
    return np.abs(drawn - without).max(axis=2)


@pytest.mark.parametrize("world", WORLDS)
def test_most_views_show_a_landmark_and_the_first_one_does(renderers: list[Renderer], world: str) -> None:
    random, shown = np.random.default_rng(3), list[int]()
    views = [np.array(START)]
    for focus, up in random.normal(size=(23, 2, 3)):
        outward = focus / np.linalg.norm(focus)
        tangent = up - outward * (up @ outward)
        views.append(np.array([outward, tangent / np.linalg.norm(tangent)]))
    for focus, up in views:
        seen = _landmarks(renderers, _frame(world, focus, up))
        shown.append(int((seen > 40).sum()))
    assert shown[0] > 60 and np.mean(np.array(shown) > 15) >= 0.6, shown


@pytest.mark.parametrize("world", WORLDS)
def test_landmarks_are_behind_the_planet(
    renderers: list[Renderer], monkeypatch: pytest.MonkeyPatch, world: str
) -> None:
    frame = _frame(world, *np.array(START))
    seen = _landmarks(renderers, frame)
    middle = slice(SIZE[1] // 4, None), slice(SIZE[0] // 4, -SIZE[0] // 4)
    assert (seen[middle] < 24).all() and seen.max() > 60  # but for light that blooms
    monkeypatch.setattr(PlanetPass, "draw", lambda self, view: None)  # pyright: ignore[reportUnknownLambdaType]
    assert world == "squall" or (_landmarks(renderers, frame)[middle] > 24).any(), "the planet hid some"


def test_the_weather_is_still_where_it_is_to_be(renderers: list[Renderer]) -> None:
    frames = [_frame("rime", *np.array(START), time_s=time_s) for time_s in (5.0, 9.0)]
    moved = [picture(renderers[0], frame, SIZE, False).astype(int) for frame in frames]
    still = [picture(renderers[0], replace(frame, weather=False), SIZE, False) for frame in frames]
    assert np.abs(moved[0] - moved[1]).max() > 30
    assert (still[0] == still[1]).all()


def _shafts(renderer: Renderer, frame: Frame) -> NDArray[np.int64]:
    """Change of the picture by shafts of light, shape (height, width)."""
    scenery = replace(frame.palette.scenery, shafts=0.0)
    without = replace(frame, palette=replace(frame.palette, scenery=scenery))
    lit = picture(renderer, frame, SIZE, False).astype(np.int64)
    return (lit - picture(renderer, without, SIZE, False)).max(axis=2)


def _place_of(frame: Frame, mark: Landmark) -> tuple[float, float]:
    """Column and row of a landmark's middle."""
    away = float(np.linalg.norm(frame.camera.eye))
    axis, sun = frame.camera.eye / away, np.array(frame.palette.sun)
    flat = sun - axis * (axis @ sun)
    flat /= np.linalg.norm(flat)
    azimuth, angle = np.radians(mark.azimuth), np.arcsin(PLANET / away) + np.radians(mark.height)
    towards = flat * np.cos(azimuth) + np.cross(axis, flat) * np.sin(azimuth)
    clip = frame.camera.view_projection[:, :3] @ (towards * np.sin(angle) - axis * np.cos(angle))
    x, y = clip[:2] / clip[3]
    return (x + 1.0) / 2.0 * SIZE[0], (1.0 - y) / 2.0 * SIZE[1]


@pytest.mark.parametrize("world", WORLDS)
def test_the_sun_at_the_limb_throws_shafts_of_light(renderers: list[Renderer], world: str) -> None:
    """Brightest at the sun, nothing in the lower half; none on low, and none with the sun behind."""
    low, _, medium = renderers
    start = _frame(world, *np.array(START))
    scenery = start.palette.scenery
    suns = tuple(replace(mark, azimuth=20.0, height=2.0) for mark in scenery.landmarks if mark.kind in SUNS)
    start.palette = replace(start.palette, scenery=replace(scenery, landmarks=suns))
    light = _shafts(medium, start)
    assert light.max() > 8 and light.min() >= -1
    rows, columns = np.nonzero(light > 0.7 * light.max())
    x, y = _place_of(start, suns[0])
    assert np.hypot(columns.mean() - x, rows.mean() - y) < SIZE[0] / 6
    assert light[-SIZE[1] // 4 :].max() < light.max() / 2
    sun = np.array(start.palette.sun) / np.linalg.norm(start.palette.sun)
    aside = np.cross(sun, START[1])
    assert _shafts(medium, _frame(world, aside / np.linalg.norm(aside), -sun)).max() <= 1
    assert _shafts(low, start).max() <= 1
