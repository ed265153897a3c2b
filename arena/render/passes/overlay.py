"""The flat layer: every shape and letter of the overlay in one draw call, at the picture's resolution."""

import moderngl

from arena.render.batches import Batch, declared
from arena.render.composite import Viewport
from arena.render.passes.drawing import OVER, DrawState, Pass, Stats, View, draw_batch
from arena.render.tiers import Tier
from arena.view.overlay.arcs import cut_arcs
from arena.view.overlay.glyphs import SPREAD, load_atlas
from arena.view.overlay.overlay import OVERLAY_DTYPE, Overlay

PIECE_MARGIN = 1.0
"""Beyond the line of an arc [px], for its smooth edges."""


class OverlayPass(Pass):
    """Owns the glyph atlas."""

    name = "overlay"
    state = DrawState(blend=OVER)
    numbers = f"SPREAD {SPREAD}.0", declared(OVERLAY_DTYPE)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        image = load_atlas().image
        self._atlas = ctx.texture((image.shape[1], image.shape[0]), 1, image.tobytes(), alignment=1)
        self._atlas.build_mipmaps()
        self._atlas.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
        self._batch = Batch(ctx, self.program, OVERLAY_DTYPE)

    def draw(self, view: View) -> None:
        """Draw the view's own layer over it."""
        self.draw_layer(view.frame.overlay, view.target, view.viewport, view.stats)

    def draw_layer(
        self, overlay: Overlay, target: moderngl.Framebuffer, viewport: Viewport, stats: Stats
    ) -> None:
        """Draw a layer over what is in a part of `target`."""
        rows = overlay.rows()
        if not len(rows):
            return
        scale = viewport[3] / overlay.height
        instances = cut_arcs(rows, PIECE_MARGIN / scale).view(OVERLAY_DTYPE)[:, 0]
        target.use()
        target.viewport = target.scissor = viewport
        self.state.apply(self.ctx, target)
        self._atlas.use(0)
        self.set(extent=(overlay.width, overlay.height), scale=scale, beside=PIECE_MARGIN / scale)
        draw_batch(self._batch, instances, stats)
