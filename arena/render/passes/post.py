"""From the scene to the screen: bloom pyramid, tone mapping and vignette, or only the size."""

import moderngl

from arena.render.composite import Viewport
from arena.render.passes.drawing import ADD, FLAT, DrawState, Pass, View
from arena.render.shaders import load_program, set_uniform
from arena.render.targets import LEVELS, SceneTargets
from arena.render.tiers import Tier

THRESHOLD = 0.85
STRENGTH = 0.45
STEPS = ("bright", "spread", "compose")
REPLACE = DrawState()
COLLECT = DrawState(blend=ADD)


class PostPass(Pass):
    """Resolves samples, adds bloom, and tone-maps; 2 * LEVELS - 1 draw calls."""

    name = "post"
    state = REPLACE

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:  # three programs in place of one
        self.ctx = ctx
        self._programs = {
            name: load_program(ctx, *files) for name, files in zip(STEPS, self.shader_files(), strict=True)
        }
        self._arrays = {name: ctx.vertex_array(program, []) for name, program in self._programs.items()}
        for program in self._programs.values():
            set_uniform(program, "source", 0)
        set_uniform(self._programs["bright"], "threshold", THRESHOLD)
        set_uniform(self._programs["compose"], "bloom", 1)
        set_uniform(self._programs["compose"], "wide_bloom", 2)
        set_uniform(self._programs["compose"], "strength", STRENGTH)

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """One program for each step."""
        return tuple(("common/fullscreen.vert", f"post/{step}.frag") for step in STEPS)

    @classmethod
    def belongs_to(cls, tier: Tier) -> bool:
        """True if the tier renders in HDR."""
        return tier.hdr

    def draw(self, view: View) -> None:
        """Bring a scene to its place in the picture."""
        source = view.scene_targets
        assert source is not None, "light beyond white needs a target of its own"
        self._resolve(source)
        self._spread_light(source)
        for unit, (texture, _) in enumerate(source.pyramid[:2], 1):
            texture.use(unit)
        self._step("compose", REPLACE, source.color, view.target, view.viewport)
        view.stats.draw_calls += 2 * LEVELS - 1

    def _resolve(self, source: SceneTargets) -> None:
        if source.scene is not source.resolved:
            source.resolved.use()  # without a scissor, which would cut the copy too
            self.ctx.copy_framebuffer(source.resolved, source.scene)

    def _spread_light(self, source: SceneTargets) -> None:
        """Downsample bright light, and upsample it, each level over the finer one but the last."""
        light = source.color
        for level, (texture, place) in enumerate(source.pyramid):
            name = "bright" if level == 0 else "spread"
            self._step(name, REPLACE, light, place, (0, 0, *texture.size))
            light = texture
        for level in range(LEVELS - 2, 0, -1):
            texture, place = source.pyramid[level]
            self._step("spread", COLLECT, source.pyramid[level + 1][0], place, (0, 0, *texture.size))

    def _step(
        self,
        name: str,
        state: DrawState,
        source: moderngl.Texture,
        target: moderngl.Framebuffer,
        viewport: Viewport,
    ) -> None:
        program = self._programs[name]
        target.use()
        target.viewport = target.scissor = viewport
        state.apply(self.ctx, target)
        source.use(0)
        set_uniform(program, "texel", (1.0 / source.width, 1.0 / source.height))
        self._arrays[name].render(moderngl.TRIANGLES, vertices=3)


class ScalePass(Pass):
    """Enlarges a scene of fewer pixels on tiers without tone mapping; no call where it is in place."""

    name = "scale"
    state = FLAT

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(source=0)
        self._array = ctx.vertex_array(self.program, [])

    @classmethod
    def belongs_to(cls, tier: Tier) -> bool:
        """True if the tier has no tone mapping, which scales as it goes."""
        return not tier.hdr

    def draw(self, view: View) -> None:
        """Fill the view's place."""
        if view.scene_targets is None:
            return
        view.target.use()
        view.target.viewport = view.target.scissor = view.viewport
        self.state.apply(self.ctx, view.target)
        view.scene_targets.color.use(0)
        self._array.render(moderngl.TRIANGLES, vertices=3)
        view.stats.draw_calls += 1
