"""Planets and plans of hulls that a software renderer paints in no time, where nobody looks at them."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import moderngl

from arena.render import hull_maps, painting
from arena.render.renderer import Renderer
from arena.render.tiers import TIERS, Quality

COARSE_SIZE, SKY_SIZE = 32, 128
"""Of the first sketch of the ground and of the sky [texels]."""
PLAN_SIZE = 64
"""Of a hull from above [texels]: a software renderer paints all of them in 0.05 s, in play's size in 0.9."""


@contextmanager
def small_skies() -> Generator[None]:
    """Paint small skies and sketches of the ground meanwhile, by renderers made before, too."""
    before = painting.COARSE_SIZE, painting.SKY_SIZE
    painting.COARSE_SIZE, painting.SKY_SIZE = COARSE_SIZE, SKY_SIZE
    try:
        yield
    finally:
        painting.COARSE_SIZE, painting.SKY_SIZE = before


@contextmanager
def small_planets(size: int = 64) -> Generator[None]:
    """Let renderers that are made meanwhile paint planets this small [texels], below small skies."""
    before = dict(TIERS)
    for name, tier in before.items():
        TIERS[name] = replace(tier, surface_size=size)
    try:
        with small_skies():
            yield
    finally:
        TIERS.update(before)


@contextmanager
def small_plans() -> Generator[None]:
    """Draw small plans of hulls on contexts that are first drawn on meanwhile."""
    before, hull_maps.TILE = hull_maps.TILE, PLAN_SIZE
    try:
        yield
    finally:
        hull_maps.TILE = before


def make_renderer(ctx: moderngl.Context, quality: Quality = "low", size: int = 256) -> Renderer:
    """A renderer that paints small planets: a software renderer needs seconds for one as fine as in play."""
    with small_planets(size):
        return Renderer(ctx, quality)
