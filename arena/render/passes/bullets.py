"""Bullets: bright cores with trails."""

from typing import Any

import moderngl
from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, UNBLOOMED, InstancedPass
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, Frame


class BulletsPass(InstancedPass):
    """Draws each as a strip from head to tail."""

    name = "bullets"
    state = GLOW
    dtype = BULLET_DTYPE

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        if tier.hdr:
            self.state = GLOW._replace(blend=UNBLOOMED)

    def instances(self, frame: Frame) -> NDArray[Any]:
        """All bullets."""
        return frame.bullets
