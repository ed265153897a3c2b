"""High contrast: a pale and a dark line around ships, a dark one around bullets, only where asked for."""

import functools

import moderngl

from arena.render.batches import Batch, declared
from arena.render.hull_maps import I64, Texels, stack_texels, texels_of
from arena.render.keylines import HEIGHTS, LARGE_HEIGHTS, keylines
from arena.render.passes.crowd import HEAVY
from arena.render.passes.drawing import SOLID, Pass, View, draw_batch
from arena.render.passes.ships import BEFORE, part_ships
from arena.render.shaders import load_program
from arena.render.ship_meshes import ship_hull
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, FIRST_PART, MESHES, SHIP_DTYPE


class ContrastPass(Pass):
    """Draws nothing unless the frame is of high contrast."""

    name = "contrast"
    state = SOLID._replace(cull=False)
    numbers = "DARK -0.8", declared(SHIP_DTYPE)
    """The first is the light of the dark lines: below nothing, so that no bloom brightens them."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._meshes: moderngl.Texture | None = None
        self.set(first_part=FIRST_PART)
        self._batches = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(3)]
        self._orbs = Batch(ctx, load_program(ctx, *self.shader_files()[1], self.numbers), BULLET_DTYPE)

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Those of hulls, and those of bullets."""
        return *super().shader_files(), ("contrast/orbs.vert", "contrast/orbs.frag")

    def draw(self, view: View) -> None:
        """Draw the lines around whole hulls, and the dark below bullets."""
        if not view.frame.high_contrast:
            return
        texels, corners = keyline_texels()
        if self._meshes is None:
            self._meshes = texels_of(self.ctx, texels)
        self.begin(view)
        self._meshes.use(0)
        heavy, hulls, *_ = view.levels
        self.set(before=BEFORE)
        for batch, (part, most) in zip(self._batches[1:], part_ships(hulls, corners), strict=False):
            draw_batch(batch, part, view.stats, most)
        if len(heavy):
            self.set(before=0.0)
            draw_batch(self._batches[0], heavy, view.stats, int(corners.max()))
        orbs = view.frame.bullets[view.frame.bullets["orb"] > 0.0]
        if len(orbs):
            draw_batch(self._orbs, orbs, view.stats)


@functools.cache
def keyline_texels() -> tuple[Texels, I64]:
    """The keylines of all meshes as texels, zeros past their ends, and how many corners each has.

    Row 2k holds positions of the corners of kind k, row 2k + 1 the way each goes and which line's it is.
    """
    rows = [
        keylines(ship_hull(name), LARGE_HEIGHTS if HEAVY[k] or k >= FIRST_PART else HEIGHTS)
        for k, name in enumerate(MESHES)
    ]
    return stack_texels([(each[:, :3], each[:, 3:]) for each in rows])
