"""From linear light to the screen: bloom pyramid, tone mapping, vignette."""

import moderngl

from arena.render.shaders import load_program, set_uniform

LEVELS = 4
"""Of the bloom pyramid; its draw calls are 2 * LEVELS - 1, and one more composes."""
THRESHOLD = 0.85
STRENGTH = 0.45


class Post:
    """Owns the HDR target that the scene is drawn into."""

    def __init__(self, ctx: moderngl.Context, size_px: tuple[int, int], samples: int) -> None:
        """Make all targets for a picture of `size_px`."""
        self._ctx = ctx
        self.size_px = size_px
        depth = ctx.depth_renderbuffer(size_px, samples=samples)
        self._color = ctx.texture(size_px, 4, dtype="f2")
        self._color.repeat_x = self._color.repeat_y = False
        self._resolved = ctx.framebuffer([self._color], None if samples else depth)
        self.scene = self._resolved
        if samples:
            self.scene = ctx.framebuffer([ctx.renderbuffer(size_px, 4, samples=samples, dtype="f2")], depth)
        self._pyramid: list[tuple[moderngl.Texture, moderngl.Framebuffer]] = []
        for level in range(1, LEVELS + 1):
            texture = ctx.texture((max(1, size_px[0] >> level), max(1, size_px[1] >> level)), 4, dtype="f2")
            texture.repeat_x = texture.repeat_y = False
            self._pyramid.append((texture, ctx.framebuffer([texture])))
        names = ("bright", "spread", "compose")
        self._programs = {n: load_program(ctx, "common/fullscreen.vert", f"post/{n}.frag") for n in names}
        self._arrays = {name: ctx.vertex_array(program, []) for name, program in self._programs.items()}

    def finish(self, target: moderngl.Framebuffer) -> int:
        """Bring the scene to `target`; returns the draw calls."""
        ctx = self._ctx
        if self.scene is not self._resolved:
            ctx.copy_framebuffer(self._resolved, self.scene)
        ctx.enable_only(moderngl.NOTHING)
        source = self._color
        for level, (texture, place) in enumerate(self._pyramid):
            name = "bright" if level == 0 else "spread"
            set_uniform(self._programs[name], "threshold", THRESHOLD)
            self._pass(name, source, place)
            source = texture
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_func = moderngl.ONE, moderngl.ONE
        for level in range(LEVELS - 2, -1, -1):
            self._pass("spread", self._pyramid[level + 1][0], self._pyramid[level][1])
        ctx.enable_only(moderngl.NOTHING)
        self._pyramid[0][0].use(1)
        set_uniform(self._programs["compose"], "bloom", 1)
        set_uniform(self._programs["compose"], "strength", STRENGTH)
        self._pass("compose", self._color, target)
        return 2 * LEVELS

    def _pass(self, name: str, source: moderngl.Texture, target: moderngl.Framebuffer) -> None:
        program = self._programs[name]
        target.use()
        target.viewport = (0, 0, target.width, target.height)
        source.use(0)
        set_uniform(program, "source", 0)
        set_uniform(program, "texel", (1.0 / source.width, 1.0 / source.height))
        self._arrays[name].render(moderngl.TRIANGLES, vertices=3)
