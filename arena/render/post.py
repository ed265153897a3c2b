"""From linear light to the screen: bloom pyramid, tone mapping, vignette."""

import moderngl

from arena.render.composite import Viewport
from arena.render.shaders import load_program, set_uniform

LEVELS = 4
"""Of the bloom pyramid; its draw calls are 2 * LEVELS - 1, and one more composes."""
THRESHOLD = 0.85
STRENGTH = 0.45


class SceneTargets:
    """The HDR target that a scene is drawn into, and the bloom pyramid below it."""

    def __init__(self, ctx: moderngl.Context, size_px: tuple[int, int], samples: int) -> None:
        """Make all targets for a picture of `size_px`."""
        depth = ctx.depth_renderbuffer(size_px, samples=samples)
        self.color = ctx.texture(size_px, 4, dtype="f2")
        self.color.repeat_x = self.color.repeat_y = False
        self.resolved = ctx.framebuffer([self.color], None if samples else depth)
        self.scene = self.resolved
        if samples:
            self.scene = ctx.framebuffer([ctx.renderbuffer(size_px, 4, samples=samples, dtype="f2")], depth)
        self.pyramid: list[tuple[moderngl.Texture, moderngl.Framebuffer]] = []
        for level in range(1, LEVELS + 1):
            texture = ctx.texture((max(1, size_px[0] >> level), max(1, size_px[1] >> level)), 4, dtype="f2")
            texture.repeat_x = texture.repeat_y = False
            self.pyramid.append((texture, ctx.framebuffer([texture])))


class Post:
    """Owns the programs, and a pool of targets by size: views of one size take turns with one set."""

    def __init__(self, ctx: moderngl.Context, samples: int) -> None:
        """Compile the passes; `samples` a pixel for the scene, 0 for none."""
        self._ctx = ctx
        self._samples = samples
        self._pool: dict[tuple[int, int], SceneTargets] = {}
        self._used: set[tuple[int, int]] = set()
        names = ("bright", "spread", "compose")
        self._programs = {n: load_program(ctx, "common/fullscreen.vert", f"post/{n}.frag") for n in names}
        self._arrays = {name: ctx.vertex_array(program, []) for name, program in self._programs.items()}

    def targets(self, size_px: tuple[int, int]) -> SceneTargets:
        """The targets for a scene of `size_px`."""
        self._used.add(size_px)
        if size_px not in self._pool:
            self._pool[size_px] = SceneTargets(self._ctx, size_px, self._samples)
        return self._pool[size_px]

    def drop_unused(self) -> None:
        """Forget the sizes that were not asked for since the last call; a window was resized."""
        self._pool = {size: targets for size, targets in self._pool.items() if size in self._used}
        self._used.clear()

    def finish(self, source: SceneTargets, target: moderngl.Framebuffer, viewport: Viewport) -> int:
        """Bring a scene to its place in `target`; returns the draw calls."""
        ctx = self._ctx
        if source.scene is not source.resolved:
            source.resolved.use()  # without a scissor, which would cut the copy too
            ctx.copy_framebuffer(source.resolved, source.scene)
        ctx.enable_only(moderngl.NOTHING)
        light = source.color
        for level, (texture, place) in enumerate(source.pyramid):
            name = "bright" if level == 0 else "spread"
            set_uniform(self._programs[name], "threshold", THRESHOLD)
            self._pass(name, light, place, (0, 0, *texture.size))
            light = texture
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_func = moderngl.ONE, moderngl.ONE
        for level in range(LEVELS - 2, -1, -1):
            texture, place = source.pyramid[level]
            self._pass("spread", source.pyramid[level + 1][0], place, (0, 0, *texture.size))
        ctx.enable_only(moderngl.NOTHING)
        source.pyramid[0][0].use(1)
        set_uniform(self._programs["compose"], "bloom", 1)
        set_uniform(self._programs["compose"], "strength", STRENGTH)
        self._pass("compose", source.color, target, viewport)
        return 2 * LEVELS

    def _pass(
        self, name: str, source: moderngl.Texture, target: moderngl.Framebuffer, viewport: Viewport
    ) -> None:
        program = self._programs[name]
        target.use()
        target.viewport = target.scissor = viewport
        source.use(0)
        set_uniform(program, "source", 0)
        set_uniform(program, "texel", (1.0 / source.width, 1.0 / source.height))
        self._arrays[name].render(moderngl.TRIANGLES, vertices=3)
