"""Bullets: bright cores with trails, and the dark that enemies' have around them."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, UNBLOOMED, InstancedPass
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, ORB_SHADE, Frame, as_numbers, column_of

ORB = column_of(BULLET_DTYPE, "orb")


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
        """The dark around all orbs, then all bullets: no orb's dark lies over another one's light.

        As plain numbers, which are picked and copied seven times as fast as a structured array.
        """
        bullets = as_numbers(np.ascontiguousarray(frame.bullets))
        shades = bullets[np.flatnonzero(bullets[:, ORB])]
        shades[:, ORB] = ORB_SHADE
        return np.concatenate([shades, bullets])
