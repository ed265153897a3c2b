"""High contrast: a pale and a dark line around ships, a dark one around bullets, only where asked for.

The lines are found in a picture of the silhouettes, so that they run around hulls of any form, seen from
anywhere, and around each one before others.
"""

import moderngl

from arena.render.batches import Batch, declared
from arena.render.hull_maps import hull_maps
from arena.render.passes.drawing import PREMULTIPLIED, SOLID, DrawState, Pass, View, draw_batch
from arena.render.passes.ships import BEFORE, part_ships
from arena.render.shaders import load_program, set_uniforms
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, FIRST_PART, SHIP_DTYPE

SILHOUETTES, LINES = SOLID._replace(depth_write=False), DrawState(blend=PREMULTIPLIED)


class ContrastPass(Pass):
    """Draws nothing unless the frame is of high contrast."""

    name, state = "contrast", SOLID
    numbers = "DARK -0.8", declared(SHIP_DTYPE)
    """The first is the light of the dark lines: below nothing, so that no bloom brightens them."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        lines, orbs = (load_program(ctx, *files, self.numbers) for files in self.shader_files()[1:])
        self._maps = hull_maps(ctx)
        self.set(first_part=FIRST_PART)
        self._silhouettes = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(4)]
        self._lines = [Batch(ctx, lines, SHIP_DTYPE) for _ in range(2)]
        self._orbs = Batch(ctx, orbs, BULLET_DTYPE)

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Those of silhouettes, of the lines around them, and of bullets."""
        more = (f"contrast/{name}" for name in ("lines", "orbs"))
        return *super().shader_files(), *((f"{name}.vert", f"{name}.frag") for name in more)

    def draw(self, view: View) -> None:
        """Draw the lines around whole hulls, and the dark below bullets."""
        if not view.frame.high_contrast:
            return
        self._draw_silhouettes(view)
        self._draw_lines(view)
        orbs = view.frame.bullets[view.frame.bullets["orb"] > 0.0]
        if len(orbs):
            self.begin(view)
            draw_batch(self._orbs, orbs, view.stats)

    def _draw_silhouettes(self, view: View) -> None:
        target = view.scene_targets.silhouettes.drawn
        SILHOUETTES.apply(self.ctx, target)
        target.use()
        target.clear()  # but for the depth, which is not written
        self._maps.use()
        batches = iter(self._silhouettes)
        for ships, before in ((view.levels.heavy, 0.0), (view.levels.hulls, BEFORE)):
            self.set(before=before)
            for part, corners in part_ships(ships, self._maps.corners):
                draw_batch(next(batches), part, view.stats, corners)

    def _draw_lines(self, view: View) -> None:
        silhouettes = view.scene_targets.silhouettes.resolve()
        view.scene.use()
        LINES.apply(self.ctx, view.scene)
        silhouettes.use(0)
        for batch, ships in zip(self._lines, (view.levels.heavy, view.levels.hulls), strict=True):
            if len(ships):
                set_uniforms(batch.program, texel=(1.0 / silhouettes.width, 1.0 / silhouettes.height))
                draw_batch(batch, ships, view.stats)
