"""From the scene to the screen: bloom pyramid, shafts of the sun's light, tone mapping and vignette."""

import math

import moderngl

from arena.render.composite import Viewport
from arena.render.passes.drawing import ADD, DrawState, Pass, View
from arena.render.shaders import Fullscreen
from arena.render.targets import SceneTargets
from arena.render.tiers import Tier
from arena.view.scenery import SUNS

THRESHOLD = 0.55
STRENGTH = 0.85
DOWN, UP = 1.0, 0.75
"""Reach of the taps of a step to a smaller and to a larger level [texels of what it reads]."""
WIDER = 0.85
"""Share of a level's light that is added to the next finer one."""
STEPS = ("bright", "spread", "compose", "show")
SHAFTS = "shafts"
SHAFTS_LEVEL = 1
"""Level of the pyramid that shafts are drawn on; the one before is what they read."""
REPLACE = DrawState()
COLLECT = DrawState(blend=ADD)


class PostPass(Pass):
    """Resolves samples, adds bloom, and tone-maps; two draw calls for each level of the pyramid, and one more
    where the scene has another size than its place."""

    name = "post"
    state = REPLACE

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:  # a program for each step in place of one
        self.ctx = ctx
        files = dict(zip((*STEPS, SHAFTS), self.shader_files(), strict=True))
        if not tier.shafts:
            del files[SHAFTS]
        self._steps = {name: Fullscreen(ctx, *pair) for name, pair in files.items()}

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """One program for each step; the last is that of the shafts."""
        steps = tuple(("common/fullscreen.vert", f"post/{step}.frag") for step in STEPS)
        return *steps, ("post/shafts.vert", "post/shafts.frag")

    def draw(self, view: View) -> None:
        """Bring a scene to its place in the picture."""
        source = view.scene_targets
        source.light.resolve()
        self._spread_light(source, view)
        source.pyramid[0][0].use(1)
        REPLACE.apply(self.ctx, view.target)
        target, viewport, size = view.target, view.viewport, source.color.size
        fits = size == viewport[2:]
        if not fits:  # what is finished is filtered at half the cost, and hot edges without steps
            target, viewport = source.picture[1], (0, 0, *size)
        values = {"bloom": 1, "strength": STRENGTH, "origin": viewport[:2]}
        self._step("compose", source.color, target, viewport, **values)
        if not fits:
            self._step("show", source.picture[0], view.target, view.viewport)
            view.stats.count()
        view.stats.draw_calls += 2 * len(source.pyramid)

    def _spread_light(self, source: SceneTargets, view: View) -> None:
        """Downsample bright light, add shafts, and upsample it, each level over the finer one."""
        light, name, values = source.color, "bright", {"threshold": THRESHOLD}
        REPLACE.apply(self.ctx, source.pyramid[0][1])
        for texture, place in source.pyramid:
            self._step(name, light, place, (0, 0, *texture.size), **values)
            light, name, values = texture, "spread", {"reach": DOWN, "share": 1.0}
        COLLECT.apply(self.ctx, source.pyramid[0][1])
        if SHAFTS in self._steps and len(source.pyramid) > SHAFTS_LEVEL:
            self._draw_shafts(source, view)
        for level in range(len(source.pyramid) - 1, 0, -1):
            texture, place = source.pyramid[level - 1]
            light = source.pyramid[level][0]
            self._step("spread", light, place, (0, 0, *texture.size), reach=UP, share=WIDER)

    def _draw_shafts(self, source: SceneTargets, view: View) -> None:
        """Add the shafts of the world's sun, if it has one."""
        scenery = view.frame.palette.scenery
        suns = [mark for mark in scenery.landmarks if mark.kind in SUNS]
        if not suns or not scenery.shafts:
            return
        angles = math.radians(suns[0].azimuth), math.radians(suns[0].height)
        texture, place = source.pyramid[SHAFTS_LEVEL]
        light = source.pyramid[SHAFTS_LEVEL - 1][0]
        values = {"landmark": angles, "strength": scenery.shafts}
        self._step(SHAFTS, light, place, (0, 0, *texture.size), **values)
        view.stats.count()

    def _step(
        self, name: str, source: moderngl.Texture, target: moderngl.Framebuffer, viewport: Viewport,
        **values: object,
    ) -> None:  # fmt: skip
        """Fill a part of a target from a texture, in the state that is set, with these uniforms."""
        target.use()
        target.viewport = target.scissor = viewport
        source.use(0)
        self._steps[name].draw(texel=(1.0 / source.width, 1.0 / source.height), **values)
