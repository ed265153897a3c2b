"""Belts of debris circle at the limb, behind the planet, never over the fight."""

from dataclasses import replace

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena.render.offscreen import picture
from arena.render.passes.belts import SIZE_LEAST, SIZE_MOST, stones
from arena.render.renderer import Renderer
from arena.render.tiers import TIERS
from arena.view.cameras.camera import Rig
from arena.view.frame import Frame
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette
from arena.view.scenery import Belt
from tests.planets import make_renderer

pytestmark = pytest.mark.gl

SIZE, PLANET, SHELL = (320, 180), 50.0, 52.0
DENSE = Belt(0.0, 0.0, 1.16, 0.1, 1.0, (1.0, 1.0, 1.0))


def _picture(renderer: Renderer, belts: tuple[Belt, ...], time_s: float, weather: bool) -> NDArray[np.int64]:
    rig, palette = Rig(), load_palette("squall")
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    camera = rig.camera(SHELL, SIZE[0] / SIZE[1], (0.0, 0.0), 1.0)
    scenery = replace(palette.scenery, landmarks=(), belts=belts, lightning=0.0)
    near, overlay = np.array([0.0, 0.0, 1.0], np.float32), Overlay(SIZE[0] / SIZE[1])
    frame = Frame(camera, replace(palette, scenery=scenery), overlay, SIZE, time_s, PLANET, SHELL, near)
    frame.weather = weather
    return picture(renderer, frame, SIZE, False).astype(np.int64)


def test_a_belt_is_in_the_sky_beside_the_planet_and_circles(ctx: moderngl.Context) -> None:
    renderer = make_renderer(ctx, size=64)
    bare = _picture(renderer, (), 5.0, True)
    change = np.abs(_picture(renderer, (DENSE,), 5.0, True) - bare).max(axis=2)
    assert (change > 20).sum() > 60
    middle = slice(SIZE[1] // 3, None), slice(SIZE[0] // 3, -SIZE[0] // 3)
    assert (change[middle] < 12).all(), "in front of the planet"
    for weather, moves in ((True, True), (False, False)):
        early, late = (_picture(renderer, (DENSE,), time_s, weather) for time_s in (5.0, 9.0))
        moved = np.abs(early - late).max(axis=2)[: SIZE[1] // 5]
        assert bool((moved > 20).sum() > 20) == moves


def test_a_thin_belt_has_fewer_stones_and_two_have_more(ctx: moderngl.Context) -> None:
    renderer = make_renderer(ctx, size=64)
    bare = _picture(renderer, (), 5.0, True)
    thin = replace(DENSE, density=0.2)
    other = replace(DENSE, inner=1.35)
    shown = [
        int((np.abs(_picture(renderer, belts, 5.0, True) - bare).max(axis=2) > 20).sum())
        for belts in ((thin,), (DENSE,), (DENSE, other))
    ]
    assert 0 < 2 * shown[0] < shown[1] < shown[2]
    flat, turned, slanted = (
        _picture(renderer, (replace(DENSE, azimuth=turn, inclination=slant),), 5.0, True)
        for turn, slant in ((0.0, 0.0), (360.0, 360.0), (0.0, 20.0))
    )
    moved = [int((np.abs(flat - other).max(axis=2) > 20).sum()) for other in (turned, slanted)]
    assert moved[0] < 10 < 60 < moved[1], "a whole turn, in degrees, and a slant"


@pytest.mark.parametrize("quality", TIERS)
def test_stones_are_all_around_and_most_are_small(quality: str) -> None:
    rows = stones(TIERS[quality].belt_stones)
    angle, share, _, size = rows.T
    around, _ = np.histogram(angle % (2 * np.pi), 12)
    assert (around > 0).all()
    assert share.min() >= 0.0 and share.max() <= 1.0
    assert size.min() >= SIZE_LEAST * 0.99 and size.max() <= SIZE_MOST * 1.01
    assert np.median(size) < 0.25 * SIZE_MOST
