"""Bullets: bright cores with trails."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, UNBLOOMED, InstancedPass
from arena.render.tiers import Tier
from arena.view.frame import BULLET_DTYPE, Frame

COLUMNS, ORB = BULLET_DTYPE.itemsize // 4, (BULLET_DTYPE.fields or {})["orb"][1] // 4
"""How many numbers a bullet is, and which of them."""
DISC = 2.0
"""Instead of an orb, what is dark around it; see `arena.view.frame.BULLET_DTYPE`."""


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
        """The dark discs of all orbs, then all bullets: no orb's dark lies over another one's light."""
        # As rows of numbers, which are picked and copied seven times as fast as those of a structured array.
        bullets = np.ascontiguousarray(frame.bullets).view(np.float32).reshape(-1, COLUMNS)
        discs = bullets[np.flatnonzero(bullets[:, ORB])]
        discs[:, ORB] = DISC
        return np.concatenate([discs, bullets])
