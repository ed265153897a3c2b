"""The flat layer: every shape and letter of the overlay in one draw call."""

import moderngl

from arena.render.batches import Batch
from arena.render.shaders import load_program, set_uniform
from arena.view.glyphs import load_atlas
from arena.view.overlay import OVERLAY_DTYPE, Overlay


class OverlayPass:
    """Owns the glyph atlas."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Upload the atlas."""
        self._ctx = ctx
        image = load_atlas().image
        self._atlas = ctx.texture((image.shape[1], image.shape[0]), 1, image.tobytes(), alignment=1)
        self._atlas.build_mipmaps()
        self._atlas.filter = moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR
        self._program = load_program(ctx, "overlay/overlay.vert", "overlay/overlay.frag")
        self._batch = Batch(ctx, self._program, OVERLAY_DTYPE)

    def draw(self, overlay: Overlay, height_px: int) -> int:
        """Draw onto the bound target; returns the draw calls."""
        instances = overlay.instances()
        if not len(instances):
            return 0
        ctx = self._ctx
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._atlas.use(0)
        set_uniform(self._program, "atlas", 0)
        set_uniform(self._program, "extent", (overlay.width, overlay.height))
        set_uniform(self._program, "scale", height_px / overlay.height)
        self._batch.upload(instances)
        self._batch.draw(len(instances))
        return 1
