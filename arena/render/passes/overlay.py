"""The flat layer: every shape and letter of the overlay in one draw call, at the picture's resolution."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch
from arena.render.composite import Viewport
from arena.render.passes.drawing import OVER, Pass, State, Stats, View
from arena.render.tiers import Tier
from arena.view.glyphs import load_atlas
from arena.view.overlay import ARC, OVERLAY_DTYPE, Overlay

ARC_PIECE = 7
"""Shape of a piece of an arc, which reaches from one angle to another: its `place` has them for extents."""
PIECE_LEAST = 20.0
"""Arcs of a smaller radius [virtual px] are drawn whole."""
PIECE_TURN = 0.6
"""Of an arc that one piece covers at most [rad]: the longer, the more empty pixels it covers too."""
PIECE_MARGIN = 1.0
"""Beyond the line of an arc [px], for its smooth edges."""
_PLACE, _SHAPE, _RADIUS, _WIDTH, _END = slice(2, 4), 13, 4, 5, slice(6, 8)
"""Columns of a row of OVERLAY_DTYPE."""


class OverlayPass(Pass):
    """Owns the glyph atlas."""

    name = "overlay"
    state = State(blend=OVER)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(atlas=0)
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
        self._batch.upload(instances)
        self._batch.draw(len(instances))
        stats.draw_calls += 1


def cut_arcs(rows: NDArray[np.float32], margin: float) -> NDArray[np.float32]:
    """Cut every large arc into pieces that cover its line only: a square about it is nearly all empty.

    Neighbours share the corners between them to the last bit, so that no pixel is drawn twice.

    Args:
        rows: of OVERLAY_DTYPE as numbers, shape (n, floats of a row).
        margin: beyond the ends of an arc [virtual px].

    Returns:
        The same rows, or rows with pieces in the places of arcs.
    """
    arcs = (rows[:, _SHAPE] == ARC) & (rows[:, _RADIUS] >= PIECE_LEAST)
    if not arcs.any():
        return rows
    turned = np.arctan2(rows[arcs, _END.start], rows[arcs, _END.start + 1])
    ends = (rows[arcs, _WIDTH] / 2 + margin) / rows[arcs, _RADIUS]
    reach = np.minimum(turned + ends, np.float32(np.pi))
    counts = np.ones(len(rows), np.intp)
    counts[arcs] = np.ceil(2.0 * reach / PIECE_TURN)
    cut = np.repeat(rows, counts, axis=0)
    pieces = np.repeat(arcs, counts)
    number = (np.arange(len(cut)) - np.repeat(np.cumsum(counts) - counts, counts))[pieces]
    reach, step = (np.repeat(value, counts[arcs]) for value in (reach, 2.0 * reach / counts[arcs]))
    cut[pieces, _PLACE] = np.stack([number * step - reach, (number + 1) * step - reach], axis=1)
    cut[pieces, _SHAPE] = ARC_PIECE
    return cut
