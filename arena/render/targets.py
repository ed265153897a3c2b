"""Targets that scenes are drawn on, in linear light, by size."""

from functools import cached_property

import moderngl

from arena.render.composite import Viewport
from arena.render.tiers import Tier

COARSEST = 14
"""Lines of the coarsest level of the bloom pyramid, at least."""


class Surface:
    """A texture that shares the depth of its scene, and has as many samples while it is drawn on."""

    def __init__(self, ctx: moderngl.Context, depth: moderngl.Renderbuffer) -> None:
        """Make it as large as `depth`."""
        self._ctx, size, samples = ctx, depth.size, depth.samples
        self.texture, self._resolved = _make_target(ctx, size, "f2", None if samples else depth)
        self.drawn = self._resolved
        if samples:
            self.drawn = ctx.framebuffer([ctx.renderbuffer(size, 4, samples=samples, dtype="f2")], depth)

    def resolve(self) -> moderngl.Texture:
        """The texture, with all that was drawn."""
        if self.drawn is not self._resolved:
            self._resolved.use()  # without a scissor, which would cut the copy too
            self._ctx.copy_framebuffer(self._resolved, self.drawn)
        return self.texture


class SceneTargets:
    """Render targets of a scene: colour, depth and the bloom pyramid."""

    def __init__(self, ctx: moderngl.Context, size_px: tuple[int, int], samples: int, bloom_px: int) -> None:
        """Make all targets for a picture of `size_px`."""
        self._ctx = ctx
        self._depth = ctx.depth_renderbuffer(size_px, samples=samples)
        self.light = Surface(ctx, self._depth)
        self.scene, self.color = self.light.drawn, self.light.texture
        self.pyramid: list[tuple[moderngl.Texture, moderngl.Framebuffer]] = []
        """Levels of bloom: a texel of the first for `bloom_px` pixels, of the next for twice as many."""
        width, height = (max(1, length // bloom_px) for length in size_px)
        while not self.pyramid or min(width, height) >= COARSEST:
            self.pyramid.append(_make_target(ctx, (width, height), "f2"))
            width, height = max(1, width // 2), max(1, height // 2)

    @cached_property
    def picture(self) -> tuple[moderngl.Texture, moderngl.Framebuffer]:
        """The tone-mapped scene, for a viewport of another size."""
        return _make_target(self._ctx, self._depth.size, "f1")

    @cached_property
    def silhouettes(self) -> Surface:
        """Ships, each in one tone, for the lines of high contrast."""
        surface = Surface(self._ctx, self._depth)
        surface.texture.filter = moderngl.NEAREST, moderngl.NEAREST
        return surface


def _make_target(
    ctx: moderngl.Context, size_px: tuple[int, int], dtype: str, depth: moderngl.Renderbuffer | None = None
) -> tuple[moderngl.Texture, moderngl.Framebuffer]:
    """A texture of four channels, and its framebuffer."""
    texture = ctx.texture(size_px, 4, dtype=dtype)
    texture.repeat_x = texture.repeat_y = False
    return texture, ctx.framebuffer([texture], depth)


class TargetPool:
    """Targets by size: views of one size take turns with one set."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        self._ctx = ctx
        self._samples = min(tier.samples, ctx.max_samples)
        self._tier = tier
        self._pool: dict[tuple[int, int], SceneTargets] = {}
        self._used: set[tuple[int, int]] = set()

    def take(self, viewport: Viewport, scale: float) -> SceneTargets:
        """The targets for a scene that will fill `viewport`.

        `scale` is how many pixels are drawn for each that is shown, along each axis, on top of what the tier
        asks for.
        """
        scale *= min(self._tier.supersampling, self._tier.lines / viewport[3])
        size = max(1, round(viewport[2] * scale)), max(1, round(viewport[3] * scale))
        self._used.add(size)
        if size not in self._pool:
            self._pool[size] = SceneTargets(self._ctx, size, self._samples, self._tier.bloom_px)
        return self._pool[size]

    def drop_unused(self) -> None:
        """Forget the sizes that were not asked for since the last call; a window was resized."""
        self._pool = {size: targets for size, targets in self._pool.items() if size in self._used}
        self._used.clear()
