"""Planets that a software renderer paints in no time, where nobody looks at the ground."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from arena.render.tiers import TIERS


@contextmanager
def small_planets(size: int = 64) -> Generator[None]:
    """Let renderers that are made meanwhile paint planets this small [texels]."""
    before = dict(TIERS)
    for name, tier in before.items():
        TIERS[name] = replace(tier, surface_size=size)
    try:
        yield
    finally:
        TIERS.update(before)
