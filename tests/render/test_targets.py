"""Targets are kept as long as views of their size are drawn."""

import moderngl
import pytest

from arena.render.targets import TargetPool
from arena.render.tiers import Tier

pytestmark = pytest.mark.gl

HDR, PLAIN = (Tier(hdr, 0, 64, 0, 5.0, 3.0) for hdr in (True, False))
WIDE, HIGH = (0, 0, 64, 32), (0, 0, 32, 64)


def test_views_of_one_size_share_targets_until_a_frame_has_none_of_it(ctx: moderngl.Context) -> None:
    pool = TargetPool(ctx, HDR)
    wide = pool.take(WIDE, 1.0)
    assert wide is not None and pool.take((8, 8, 64, 32), 1.0) is wide
    assert pool.take(HIGH, 1.0) is not wide
    pool.drop_unused()
    assert pool.take(WIDE, 1.0) is wide
    pool.drop_unused()
    pool.take(HIGH, 1.0)
    pool.drop_unused()
    assert pool.take(WIDE, 1.0) is not wide, "it was dropped after the frame without one"


@pytest.mark.parametrize(("tier", "scale", "size"), [(HDR, 1.0, (64, 32)), (PLAIN, 0.5, (32, 16))])
def test_a_scaled_scene_has_targets_of_the_pixels_that_are_drawn(
    ctx: moderngl.Context, tier: Tier, scale: float, size: tuple[int, int]
) -> None:
    taken = TargetPool(ctx, tier).take(WIDE, scale)
    assert taken is not None and taken.color.size == size


def test_without_a_scale_or_hdr_a_scene_is_drawn_in_its_place(ctx: moderngl.Context) -> None:
    assert TargetPool(ctx, PLAIN).take(WIDE, 1.0) is None
