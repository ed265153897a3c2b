"""What is painted on the planet: ground, cities, and clouds where they have no layer of their own."""

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from arena.render.painting import COARSE_SIZE, PAINTED_CLOUDS, Brushes, Painter
from arena.view.palette import load_palette

pytestmark = pytest.mark.gl

ROUNDING = 2


def _texels(texture: moderngl.TextureArray) -> NDArray[np.int16]:
    shape = (6, texture.height, texture.width, texture.components)
    return np.frombuffer(texture.read(alignment=1), np.uint8).reshape(shape).astype(np.int16)


def test_clouds_on_the_ground_are_those_of_the_layer_and_hide_the_cities(ctx: moderngl.Context) -> None:
    palette, brushes = load_palette("terra"), Brushes(ctx)
    layered = Painter(ctx, brushes, palette, COARSE_SIZE, COARSE_SIZE).textures
    painted = _texels(Painter(ctx, brushes, palette, COARSE_SIZE, 0).textures.surface)
    ground, cover = _texels(layered.surface), _texels(layered.clouds) / 255.0 * PAINTED_CLOUDS
    white = np.array(palette.clouds) * 255.0
    hidden = np.concatenate([ground[..., :3] * (1 - cover) + white * cover, ground[..., 3:] * (1 - cover)], 3)
    assert np.abs(painted - hidden).max() <= ROUNDING
    assert (cover > 0.4 * PAINTED_CLOUDS).mean() > 0.05
    assert (ground[..., 3] > 40).any()
