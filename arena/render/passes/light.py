"""Light on the shell and above it: one instanced draw call for each kind of mark."""

from arena.render.batches import declared
from arena.render.passes.drawing import GLOW, InstancedPass
from arena.view.frame import BULLET_DTYPE, EDGE_DTYPE, LINE_DTYPE, RING_DTYPE, SPRITE_DTYPE, SPRITE_ROOM
from arena.view.lattice import REACH


class LatticePass(InstancedPass):
    """Orbital lattice: edges that bend where waves and wells push them, each a ribbon."""

    name, rows, dtype, state = "lattice", "frame.edges", EDGE_DTYPE, GLOW
    segments = 4
    numbers = f"SEGMENTS {segments}.0", f"REACH {REACH}", declared(EDGE_DTYPE)


class RingsPass(InstancedPass):
    """Landings, shocks, zones and pickups, each a ribbon along its circle."""

    name, rows, dtype, state = "rings", "frame.rings", RING_DTYPE, GLOW
    segments = 56
    numbers = f"SEGMENTS {segments}.0", declared(RING_DTYPE)


class SpritesPass(InstancedPass):
    """Shadows of bodies, then sparks, embers and flashes, each a square that faces the camera."""

    name, rows, dtype, state = "sprites", "frame.sprites", SPRITE_DTYPE, GLOW
    room = SPRITE_ROOM
    numbers = (declared(SPRITE_DTYPE),)


class LinesPass(InstancedPass):
    """Lines of the debug views, each a strip of its width."""

    name, rows, dtype, state = "lines", "frame.lines", LINE_DTYPE, GLOW
    numbers = (declared(LINE_DTYPE),)


class BulletsPass(InstancedPass):
    """Bright cores with trails, each a strip from head to tail."""

    name, rows, dtype, state = "bullets", "frame.bullets", BULLET_DTYPE, GLOW
    numbers = "GLOW 2.3", declared(BULLET_DTYPE)
    """The first is the reach of its light [widths]."""
