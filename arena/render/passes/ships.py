"""All ships in five draw calls, whatever kinds are in view: heavy hulls in one; over everything that glows,
points of light in one, squares in one, whole hulls in up to two; see `arena.render.passes.crowd`.

A draw call per kind would cost twelve, and OpenGL 3.3 cannot draw several meshes at once. So the meshes lie
in a texture, a pair of rows for each kind, and the vertex shader fetches the corners of the instance's own
kind. All instances of a call have as many corners as its largest mesh; past the end of a smaller one lie
zeros, triangles without area. Two calls, parted where that wastes least, keep a crowd of drones from being
drawn with the corners of a boss. Rejected: one merged mesh whose foreign parts collapse; every drone would
be as dear as the whole cast.
"""

import itertools
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch, declared
from arena.render.hull_maps import I64, TILES, hull_maps
from arena.render.passes.drawing import GLOW, SOLID, InstancedPass, Pass, View, draw_batch
from arena.render.tiers import Tier
from arena.view.frame import FIRST_PART, OWN_MESH, SHIP_DTYPE, Instances, as_numbers

BEFORE = 3.8
"""Distance of ships before large hulls [u]."""


class ShipsPass(Pass):
    """Owns the instances of its draw calls."""

    name = "ships"
    state, numbers = SOLID, (f"OWN {OWN_MESH}", declared(SHIP_DTYPE))
    before = BEFORE
    """See `BEFORE`."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._maps = hull_maps(ctx)
        self.set(plans=1, first_part=FIRST_PART, tiles=TILES, before=self.before)
        self._batches = [Batch(ctx, self.program, SHIP_DTYPE) for _ in range(2)]

    def parts(self, view: View) -> list[tuple[NDArray[Any], int]]:
        """Instances of each draw call and their number of corners: small meshes apart from large ones.

        Heavy hulls are left out: the others are drawn over all light on the shell and in the air.
        """
        return part_ships(view.levels.hulls, self._maps.corners)

    def draw(self, view: View) -> None:
        """Draw all of them."""
        parts = self.parts(view)
        if not parts:
            return
        self.begin(view)
        self._maps.use()
        for batch, (part, corners) in zip(self._batches, parts, strict=False):
            draw_batch(batch, part, view.stats, corners)


class HullsPass(ShipsPass):
    """Draws heavy hulls before there is any light, which then shines on them."""

    name, drawn_by = "hulls", "ships"
    before = 0.0

    def parts(self, view: View) -> list[tuple[NDArray[Any], int]]:
        """Bosses, carriers and freighters: they are few, and of about as many corners."""
        ships = view.levels.heavy
        most = int(self._maps.corners[ships["kind"].astype(np.intp)].max(initial=0))
        return [(ships, most)] if most else []


class ClearingPass(InstancedPass):
    """Dims explosions behind whole hulls: who lives in a blast stays in sight."""

    name, dtype = "clearing", SHIP_DTYPE
    state = GLOW._replace(equation=(moderngl.MIN, moderngl.FUNC_ADD))
    numbers = f"BEFORE {BEFORE}", f"OWN {OWN_MESH}", declared(SHIP_DTYPE)

    def instances(self, view: View) -> Instances:
        """Those near by, where there is anything to dim."""
        particles, hulls = view.frame.particles, view.levels.hulls
        return hulls if particles is not None and particles.living else hulls[:0]


class SwarmPass(InstancedPass):
    """Draws ships of which plates are no longer told apart, each a square that shows its plan."""

    name, rows, dtype, state = "swarm", "levels.squares", SHIP_DTYPE, GLOW
    numbers = (declared(SHIP_DTYPE),)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._maps = hull_maps(ctx)
        self.set(plans=1, matters=2, tiles=TILES, before=BEFORE)

    def begin(self, view: View) -> None:
        super().begin(view)
        self._maps.use()


class PointsPass(InstancedPass):
    """Ships too far away for any hull, each a streak of light."""

    name, rows, dtype, state = "points", "levels.points", SHIP_DTYPE, GLOW
    numbers = (declared(SHIP_DTYPE),)


class GhostsPass(ShipsPass):
    """Draws ships of another game as light."""

    name = "ghosts"
    state = GLOW

    def parts(self, view: View) -> list[tuple[NDArray[Any], int]]:
        """Ships of the other game."""
        return part_ships(view.frame.ghosts, self._maps.corners)


def part_ships(ships: Instances, corners: I64) -> list[tuple[NDArray[Any], int]]:
    """Part ships among one or two draw calls; returns the ships of each and the corners to draw them with.

    Args:
        ships: SHIP_DTYPE, shape (n,); none are in no call.
        corners: of the mesh of each kind, shape (kinds,).
    """
    if not len(ships):
        return []
    kinds = ships["kind"].astype(np.intp)
    counts = np.bincount(kinds, minlength=len(corners))
    limit, most = cheapest_limit(corners, counts), int(corners[counts > 0].max())
    if limit == most:
        return [(ships, most)]
    small = (corners <= limit)[kinds]
    # As plain rows: numpy copies those many times faster than structures.
    rows = as_numbers(ships)
    parts = (rows.take(np.flatnonzero(chosen), axis=0) for chosen in (small, ~small))
    return list(zip(parts, (limit, most), strict=True))


def cheapest_limit(corners: I64, counts: I64) -> int:
    """Return the number of corners up to which ships go into the first of two calls, for the least work.

    Args:
        corners: of the mesh of each kind, shape (kinds,).
        counts: ships of each kind, one at least, shape (kinds,).
    """
    pairs = sorted((size, few) for size, few in zip(corners.tolist(), counts.tolist(), strict=True) if few)
    most, firsts = pairs[-1][0], itertools.accumulate(few for _, few in pairs)
    # Work beyond that of one call for all: of the first ships, each spares the difference.
    return min((first * (size - most), size) for (size, _), first in zip(pairs, firsts, strict=True))[1]
