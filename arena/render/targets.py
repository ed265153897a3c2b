"""Targets of one's own for scenes that are not drawn in their place at once, by size."""

import moderngl

from arena.render.composite import Viewport
from arena.render.tiers import Tier

LEVELS = 4
"""Of the bloom pyramid."""


class SceneTargets:
    """Render targets of a scene: colour and depth; in HDR, also the bloom pyramid."""

    def __init__(self, ctx: moderngl.Context, size_px: tuple[int, int], samples: int, hdr: bool) -> None:
        """Make all targets for a picture of `size_px`."""
        depth = ctx.depth_renderbuffer(size_px, samples=samples)
        self.color = ctx.texture(size_px, 4, dtype="f2" if hdr else "f1")
        self.color.repeat_x = self.color.repeat_y = False
        self.resolved = ctx.framebuffer([self.color], None if samples else depth)
        self.scene = self.resolved
        if samples:
            self.scene = ctx.framebuffer([ctx.renderbuffer(size_px, 4, samples=samples, dtype="f2")], depth)
        self.pyramid: list[tuple[moderngl.Texture, moderngl.Framebuffer]] = []
        for level in range(1, LEVELS + 1 if hdr else 1):
            texture = ctx.texture((max(1, size_px[0] >> level), max(1, size_px[1] >> level)), 4, dtype="f2")
            texture.repeat_x = texture.repeat_y = False
            self.pyramid.append((texture, ctx.framebuffer([texture])))


class TargetPool:
    """Targets by size: views of one size take turns with one set."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        self._ctx = ctx
        self._samples = min(tier.samples, ctx.max_samples)
        self._tier = tier
        self._pool: dict[tuple[int, int], SceneTargets] = {}
        self._used: set[tuple[int, int]] = set()

    def take(self, viewport: Viewport, scale: float) -> SceneTargets | None:
        """The targets for a scene that will fill `viewport`; None: it can be drawn there at once.

        `scale` is how many pixels are drawn for each that is shown, along each axis, on top of what the tier
        asks for.
        """
        if not self._tier.hdr and scale == 1.0:
            return None
        scale *= self._tier.supersampling
        size = max(1, round(viewport[2] * scale)), max(1, round(viewport[3] * scale))
        self._used.add(size)
        if size not in self._pool:
            self._pool[size] = SceneTargets(self._ctx, size, self._samples, self._tier.hdr)
        return self._pool[size]

    def drop_unused(self) -> None:
        """Forget the sizes that were not asked for since the last call; a window was resized."""
        self._pool = {size: targets for size, targets in self._pool.items() if size in self._used}
        self._used.clear()
