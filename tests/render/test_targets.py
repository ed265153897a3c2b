"""Targets are kept as long as views of their size are drawn."""

import moderngl
import pytest

from arena.render.targets import TargetPool
from arena.render.tiers import Tier

pytestmark = pytest.mark.gl

TIER = Tier(0, 64, 5.0, 3.0, 100)
WIDE, HIGH = (0, 0, 64, 32), (0, 0, 32, 64)


def test_views_of_one_size_share_targets_until_a_frame_has_none_of_it(ctx: moderngl.Context) -> None:
    pool = TargetPool(ctx, TIER)
    wide = pool.take(WIDE, 1.0)
    assert pool.take((8, 8, 64, 32), 1.0) is wide
    assert pool.take(HIGH, 1.0) is not wide
    pool.drop_unused()
    assert pool.take(WIDE, 1.0) is wide
    pool.drop_unused()
    pool.take(HIGH, 1.0)
    pool.drop_unused()
    assert pool.take(WIDE, 1.0) is not wide, "it was dropped after the frame without one"


@pytest.mark.parametrize(
    ("tier", "scale", "size"),
    [
        (TIER, 1.0, (64, 32)),
        (TIER, 0.5, (32, 16)),
        (Tier(0, 64, 5.0, 3.0, 100, lines=16), 1.0, (32, 16)),
        (Tier(0, 64, 5.0, 3.0, 100, lines=100), 1.0, (64, 32)),
        (Tier(0, 64, 5.0, 3.0, 100, supersampling=1.5), 1.0, (96, 48)),
    ],
)
def test_a_scene_has_targets_of_the_pixels_that_are_drawn(
    ctx: moderngl.Context, tier: Tier, scale: float, size: tuple[int, int]
) -> None:
    assert TargetPool(ctx, tier).take(WIDE, scale).color.size == size


@pytest.mark.parametrize(
    ("size", "bloom_px", "lines"),
    [
        ((640, 360), 2, [180, 90, 45, 22]),
        ((640, 360), 4, [90, 45, 22]),
        ((8, 4), 2, [2]),
        ((8, 3), 4, [1]),
    ],
)
def test_light_is_spread_over_levels_down_to_the_coarsest(
    ctx: moderngl.Context, size: tuple[int, int], bloom_px: int, lines: list[int]
) -> None:
    tier = Tier(0, 64, 5.0, 3.0, 100, bloom_px=bloom_px)
    pyramid = TargetPool(ctx, tier).take((0, 0, *size), 1.0).pyramid
    assert [texture.height for texture, _ in pyramid] == lines
