"""High contrast: a pale and a dark line around ships and enemies' bullets, only where asked for.

The lines are found in a picture of the silhouettes, so that they run around hulls of any form, seen from
anywhere, and around each one before others.
"""

import moderngl
import numpy as np

from arena.render.batches import Batch, declared
from arena.render.hull_maps import hull_maps
from arena.render.passes.drawing import ADD, PREMULTIPLIED, DrawState, Pass, View, draw_batch
from arena.render.passes.ships import BEFORE, part_ships
from arena.render.shaders import load_program, set_uniforms
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, FIRST_PART, SHIP_DTYPE, Instances

SQUARE_DTYPE = np.dtype([("middle", np.float32, 3), ("reach", np.float32)])
"""Squares in which there may be lines [u]."""
HULL, ORB = 1.8, 1.18
"""Reach of a hull [scales] and of an enemy's bullet [widths]: there half of the light of its ring is gone."""
NEAREST = DrawState(depth_test=True, blend=ADD, equation=(moderngl.MAX, moderngl.MAX))
"""Of silhouettes: whatever else is in sight, the nearest one counts."""
LINES = DrawState(blend=PREMULTIPLIED)


class ContrastPass(Pass):
    """Draws nothing unless the frame is of high contrast."""

    name, state = "contrast", NEAREST
    numbers = "DARK -0.8", f"ORB {ORB}", declared(SHIP_DTYPE)
    """The first is the light of the dark lines: below nothing, so that no bloom brightens them."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        orbs, lines = (load_program(ctx, *files, self.numbers) for files in self.shader_files()[1:])
        self._maps = hull_maps(ctx)
        self.set(first_part=FIRST_PART)
        self._hulls = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(4)]
        self._orbs = Batch(ctx, orbs, BULLET_DTYPE)
        self._lines = Batch(ctx, lines, SQUARE_DTYPE)

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Those of the silhouettes of ships and of bullets, and those of the lines around them."""
        more = (f"contrast/{name}" for name in ("orbs", "lines"))
        return *super().shader_files(), *((f"{name}.vert", f"{name}.frag") for name in more)

    def draw(self, view: View) -> None:
        """Draw the lines around whole hulls and bullets."""
        if not view.frame.high_contrast:
            return
        orbs = view.frame.bullets[view.frame.bullets["orb"] > 0.0]
        self._draw_silhouettes(view, orbs)
        self._draw_lines(view, orbs)

    def _draw_silhouettes(self, view: View, orbs: Instances) -> None:
        target = view.scene_targets.silhouettes.drawn
        self.state.apply(self.ctx, target)
        target.use()
        target.clear()  # but for the depth, which is not written
        self._maps.use()
        batches = iter(self._hulls)
        for ships, before in ((view.levels.heavy, 0.0), (view.levels.hulls, BEFORE)):
            self.set(before=before)
            for part, corners in part_ships(ships, self._maps.corners):
                draw_batch(next(batches), part, view.stats, corners)
        if len(orbs):
            draw_batch(self._orbs, orbs, view.stats)

    def _draw_lines(self, view: View, orbs: Instances) -> None:
        ships = np.concatenate([view.levels.heavy, view.levels.hulls])
        squares = np.empty(len(ships) + len(orbs), SQUARE_DTYPE)
        squares["middle"] = np.concatenate([ships["position"], orbs["head"]])
        squares["reach"] = np.concatenate([HULL * ships["scale"], ORB * orbs["width"]])
        silhouettes = view.scene_targets.silhouettes.resolve()
        view.scene.use()
        if len(squares):
            LINES.apply(self.ctx, view.scene)
            silhouettes.use(0)
            texel = 1.0 / silhouettes.width, 1.0 / silhouettes.height
            set_uniforms(self._lines.program, texel=texel)
            draw_batch(self._lines, squares, view.stats)
