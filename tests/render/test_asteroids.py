"""Looks of asteroids: the gold of a seam belongs to loaded ones alone; near ones are veils; their grain."""

from dataclasses import replace

import numpy as np
import pytest

from arena.catalogue.materials import MATERIALS
from arena.game.match import Match
from arena.render.offscreen import picture
from arena.render.passes.asteroids import GRAIN_SIZE, ROUGH, STEEP, TILE, grain
from arena.render.renderer import Renderer
from arena.view.frame import ASTEROID_DTYPE, VEILED
from arena.view.scene import Viewer

SIZE = (320, 180)


def golden_pixels(renderer: Renderer, material: str, load: float) -> int:
    """Pixels of a near rock of a material in which gold is bright."""
    with Match(seed=8, workers=1) as match:
        frame = Viewer().build(match.world, None, 1.0, 0.0, SIZE)
    rock, camera = np.zeros(1, ASTEROID_DTYPE), frame.camera
    rock["position"], rock["scale"] = camera.eye + 12.0 * camera.forward, 2.5
    rock["rotation"], rock["tint"], rock["load"] = (0.3, 0.2, 0.1, 0.93), 0.6, load
    others = {key: rows[:0] for key, rows in frame.asteroids.items()}
    bare = replace(frame, asteroids=others, ships=frame.ships[:0], near_fade=1.0)
    rocky = replace(bare, asteroids=others | {(MATERIALS.named(material).number, 0): rock})
    without, pixels = (picture(renderer, one, SIZE).astype(int) for one in (bare, rocky))
    changed = np.abs(pixels - without).sum(axis=2) > 20
    red, _, blue = np.moveaxis(pixels, 2, 0)
    assert changed.sum() > 500, "it is in the picture"
    return int((changed & (red > 110) & (red - blue > 50)).sum())


@pytest.mark.gl
@pytest.mark.parametrize("material", [row.name for row in MATERIALS])
def test_only_a_loaded_rock_has_golden_edges(low: Renderer, material: str) -> None:
    assert golden_pixels(low, material, 0.0) < 5
    assert golden_pixels(low, material, 1.0) > 15


@pytest.mark.gl
def test_a_rock_near_the_eye_is_seen_through(low: Renderer) -> None:
    """As a veil it adds little to what is behind it; as it is seen from afar, it hides that."""
    with Match(seed=8, workers=1) as match:
        frame = Viewer().build(match.world, None, 1.0, 0.0, SIZE)
    rock, camera = np.zeros(1, ASTEROID_DTYPE), frame.camera
    rock["position"], rock["scale"] = camera.eye + 12.0 * camera.forward, 2.5
    rock["rotation"], rock["tint"] = (0.3, 0.2, 0.1, 0.93), 0.9
    number, bare = MATERIALS.named("rock").number, replace(frame, asteroids={}, ships=frame.ships[:0])
    pictures = [
        picture(low, replace(bare, asteroids=rocks, near_fade=near), SIZE).astype(int)
        for rocks, near in (({}, 1.0), ({(number, 0): rock}, 1.0), ({(number, VEILED): rock}, 33.0))
    ]
    whole, veiled = (np.abs(one - pictures[0]).sum(axis=2) for one in pictures[1:])
    inside = whole > 20
    assert inside.sum() > 500 and 0.1 < veiled[inside].mean() / whole[inside].mean() < 0.5
    assert (veiled[inside] < whole[inside]).mean() > 0.8, "everywhere, not in a pattern"


def test_the_grain_of_rocks_holds_the_slopes_of_its_height() -> None:
    """Also over its edges, where it goes on with its other side."""
    texels = (grain().astype(np.float64) - 128.0) / 127.0
    height = texels[..., 3] * ROUGH
    for axis, part in ((2, 0), (1, 1), (0, 2)):
        rise = (np.roll(height, -1, axis) - np.roll(height, 1, axis)) * (GRAIN_SIZE / TILE / 2.0)
        assert np.corrcoef(rise.ravel(), texels[..., part].ravel())[0, 1] > 0.97
        assert rise.std() == pytest.approx((texels[..., part] * STEEP).std(), rel=0.2)
