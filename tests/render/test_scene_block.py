"""The light of the sun, by day and at night."""

from types import SimpleNamespace
from typing import Any, cast

import moderngl
import numpy as np
import pytest

from arena.render.passes.ships import SwarmPass
from arena.render.scene_block import NIGHT_SHADE, SIZE, sunlight
from arena.render.shaders import load_program

FOCUS = np.array([0.0, 0.6, 0.8], np.float32)


def light(night: float, sun: tuple[float, float, float] = (0.0, 0.0, 2.0)) -> tuple[Any, Any]:
    """Direction and colour for a frame with that much night."""
    palette = SimpleNamespace(sun=sun, sun_light=(1.0, 0.5, 0.2))
    frame = SimpleNamespace(
        palette=palette, night=night, focus=FOCUS, camera=SimpleNamespace(right=np.array([1.0, 0.0, 0.0]))
    )
    return sunlight(cast(Any, frame))


def test_by_day_the_sun_is_where_the_palette_has_it() -> None:
    place, color = light(0.0)
    assert place.tolist() == [0.0, 0.0, 1.0] and color.tolist() == [1.0, 0.5, 0.2]


def test_at_night_it_is_dim_and_on_the_far_side_of_what_is_seen() -> None:
    place, color = light(1.0)
    assert place == pytest.approx(-FOCUS)
    assert color == pytest.approx((1.0 - NIGHT_SHADE) * np.array([1.0, 0.5, 0.2]))


def test_a_sun_right_above_passes_by_the_side() -> None:
    place, _ = light(0.5, (0.0, 0.6, 0.8))
    assert np.linalg.norm(place) == pytest.approx(1.0)


@pytest.mark.gl
def test_the_block_is_as_large_as_the_shaders_have_it(ctx: moderngl.Context) -> None:
    """So they agree on how many shocks and lights there may be."""
    block = load_program(ctx, "swarm/swarm.vert", "swarm/swarm.frag", SwarmPass.numbers)["Scene"]
    assert isinstance(block, moderngl.UniformBlock) and block.size == SIZE
