"""Light on the shell and above it: one instanced draw call for each kind of mark."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.passes.drawing import GLOW, UNBLOOMED, InstancedPass
from arena.render.tiers import Tier
from arena.view.frame import (
    BULLET_DTYPE,
    EDGE_DTYPE,
    LINE_DTYPE,
    ORB_SHADE,
    RING_DTYPE,
    SPRITE_DTYPE,
    SPRITE_ROOM,
    Frame,
    as_numbers,
    column_of,
)

ORB = column_of(BULLET_DTYPE, "orb")


class LatticePass(InstancedPass):
    """Orbital lattice: edges that bend where waves and wells push them, each a ribbon."""

    name, rows, dtype, state = "lattice", "edges", EDGE_DTYPE, GLOW
    strip = 2 * 5


class RingsPass(InstancedPass):
    """Landings, shocks, zones and pickups, each a ribbon along its circle."""

    name, rows, dtype, state = "rings", "rings", RING_DTYPE, GLOW
    strip = 2 * 57


class SpritesPass(InstancedPass):
    """Shadows of bodies, then sparks, embers and flashes, each a square that faces the camera."""

    name, rows, dtype, state = "sprites", "sprites", SPRITE_DTYPE, GLOW
    room = SPRITE_ROOM


class LinesPass(InstancedPass):
    """Lines of the debug views, each a strip of its width."""

    name, rows, dtype, state = "lines", "lines", LINE_DTYPE, GLOW


class BulletsPass(InstancedPass):
    """Bright cores with trails, each a strip from head to tail, and the dark around those of enemies."""

    name, rows, dtype, state = "bullets", "bullets", BULLET_DTYPE, GLOW

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
