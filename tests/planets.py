"""Planets that a software renderer paints in no time, where nobody looks at the ground."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import moderngl

from arena.render.renderer import Renderer
from arena.render.tiers import TIERS, Quality


@contextmanager
def small_planets(size: int = 64) -> Generator[None]:
    """Let renderers that are made meanwhile paint planets this small [texels]."""
    before = dict(TIERS)
    for name, tier in before.items():
        TIERS[name] = replace(tier, surface_size=size, cloud_size=min(size, tier.cloud_size))
    try:
        yield
    finally:
        TIERS.update(before)


def make_renderer(ctx: moderngl.Context, quality: Quality = "low", size: int = 256) -> Renderer:
    """A renderer that paints small planets: a software renderer needs seconds for one as fine as in play."""
    with small_planets(size):
        return Renderer(ctx, quality)
