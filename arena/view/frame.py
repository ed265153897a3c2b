"""The frame: everything that `render` may know, as contiguous arrays that `Viewer.build` filled.

Positions are world space [u] with the planet at the origin; colours are display colours (gamma 2) in 0..1.
Each instance array is one batch and becomes one draw call, the ships' at most two.
"""

from dataclasses import dataclass, field
from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, PARTS
from arena.catalogue.kind_row import KINDS, Trait
from arena.jit.annotations import F32
from arena.sim.bosses.rules import STAGES_MOST
from arena.view.effects.particles import Particles
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette

Instances = NDArray[Any]

ASTEROID_DTYPE = np.dtype(
    [
        ("position", "<f4", 3),  # [u]
        ("scale", "<f4"),  # [u]
        ("rotation", "<f4", 4),  # unit quaternion x, y, z, w
        ("tint", "<f4", 3),  # multiplies the material
        ("load", "<f4"),  # 1 if it is loaded, else 0
        ("heat", "<f4"),  # of what just broke off, 0 to 1
    ]
)
SHIP_DTYPE = np.dtype(
    [
        ("position", "<f4", 3),  # [u]
        ("scale", "<f4"),  # [u]
        ("nose", "<f4", 3),  # unit tangent
        ("bank", "<f4"),  # roll about the nose [rad]
        ("color", "<f4", 3),  # accent
        ("flash", "<f4"),  # 0 to 1, whitens
        ("kind", "<f4"),  # index into `MESHES`
        ("rest", "<f4"),  # 1: it sleeps, and is drawn as part of a crowd from nearer by than others; else 0
    ]
)
BULLET_DTYPE = np.dtype(
    [
        ("head", "<f4", 3),  # [u]
        ("width", "<f4"),  # of the core [u]
        ("tail", "<f4", 3),  # end of the trail [u]
        ("orb", "<f4"),  # 0: a dart, 1: a ringed orb, as the shape tells the team
        ("color", "<f4", 4),
    ]
)
SPRITE_DTYPE = np.dtype(
    [
        ("position", "<f4", 3),  # [u]
        ("size", "<f4"),  # half width [u]
        ("stretch", "<f4", 3),  # the sprite is drawn out along this [u]
        ("hardness", "<f4"),  # 0: soft glow, 1: hard spark, -1: a shadow
        ("color", "<f4", 4),  # alpha scales the light it adds
    ]
)
SPRITE_ROOM = 8_192
"""Sprites of a crowded game: buffers have room for so many from the start, so that memory does not grow late
in a long evening."""
RING_DTYPE = np.dtype(
    [
        ("center", "<f4", 3),  # unit
        ("radius", "<f4"),  # [u] along the surface
        ("thickness", "<f4"),  # [u]
        ("dashes", "<f4"),  # their number; 0: closed
        ("filled", "<f4"),  # of the circle that is bright, clockwise from the top, 0 to 1
        ("color", "<f4", 4),
        ("through", "<f4"),  # 0, or: it warns, and rocks nearer to it than this do not hide it [u]
    ]
)
EDGE_DTYPE = np.dtype([("first", "<f4", 3), ("second", "<f4", 3)])
LINE_DTYPE = np.dtype(
    [
        ("first", "<f4", 3),  # [u]
        ("second", "<f4", 3),  # [u]
        ("color", "<f4", 4),  # straight alpha
        ("width", "<f4"),  # [virtual px]
        ("lift", "<f4"),  # bodies nearer to the line than this do not hide it [u]
    ]
)
SHOCK_CAPACITY = 8
LIGHT_CAPACITY = 8
ASTEROID_LODS = 3
VEILED, ASTEROID_LEVELS = ASTEROID_LODS, ASTEROID_LODS + 1
"""Level of asteroids so near that they are drawn as a veil, in place of a level of detail."""
NEAR_FADE = 33.0


def _meshes() -> tuple[str, ...]:
    """Names of all ships' meshes: of kinds, then of bosses by stage, last of parts."""
    of_parts = list(dict.fromkeys(part.show.hull for part in PARTS))
    of_bosses = [hull for boss in BOSSES for hull in boss.show.hulls]
    of_kinds = [row.show.hull for row in KINDS if row.show.hull is not None]
    first = [hull for hull in dict.fromkeys((*of_kinds, *of_bosses)) if hull not in of_parts]
    return (*first, *of_parts)


MESHES = _meshes()
"""Those of parts of bosses are the last."""
FIRST_PART = len(MESHES) - len({part.show.hull for part in PARTS})
MESH_OF_KIND = KINDS.column(lambda row: MESHES.index(row.show.hull) if row.show.hull else 0, np.int64)
BOSS_MESH = BOSSES.column(
    lambda boss: [
        MESHES.index(boss.show.hulls[min(at, len(boss.show.hulls) - 1)]) for at in range(STAGES_MOST)
    ],
    np.int64,
)
"""By boss and stage."""
OWN_MESH = int(MESH_OF_KIND[kinds.PLAYER.number])
PART_MESH = PARTS.column(lambda part: MESHES.index(part.show.hull), np.int64)
"""By sort of part."""
FRIENDLY_MESHES = tuple(
    dict.fromkeys(
        MESHES.index(row.show.hull) for row in KINDS if Trait.FRIENDLY in row.rules.traits and row.show.hull
    )
)
FACING = 0.6
"""Cosine between the line of sight and the normal of a flat shape on the shell, below which it turns to the
eye: near the limb it would be seen edge-on."""


def as_numbers(instances: Instances) -> F32:
    """Contiguous instances as rows of plain numbers, shape (n, numbers of one); the same memory."""
    return instances.view(np.float32).reshape(len(instances), instances.itemsize // 4)


def column_of(dtype: np.dtype[np.void], name: LiteralString) -> int:
    """First column of a field in instances as plain numbers."""
    assert dtype.fields is not None
    return dtype.fields[name][1] // 4


@dataclass(frozen=True)
class Camera:
    """One view of the world."""

    eye: F32  # [u], shape (3,)
    right: F32  # unit, shape (3,)
    up: F32  # unit, shape (3,)
    forward: F32  # unit, shape (3,)
    view_projection: F32  # clip = matrix @ world, shape (4, 4)
    tan_half_fov: float  # of the vertical field of view
    aspect: float  # width over height
    near: float  # [u]
    far: float  # [u]


@dataclass
class Frame:
    """One picture to draw.

    Its arrays are the viewer's own and filled anew by that viewer's next `build`: draw or copy
    a frame before then.
    """

    camera: Camera
    palette: Palette
    overlay: Overlay
    size_px: tuple[int, int]  # of the target
    time_s: float
    planet_radius: float
    shell_radius: float
    focus: F32  # unit, where the lattice is brightest, shape (3,)
    asteroids: dict[tuple[int, int], Instances] = field(default_factory=dict[tuple[int, int], Instances])
    """By (material, level of detail); 0 is the finest."""
    ships: Instances = field(default_factory=lambda: np.empty(0, SHIP_DTYPE))
    ghosts: Instances = field(default_factory=lambda: np.empty(0, SHIP_DTYPE))
    """Ships of another game, drawn as light."""
    bullets: Instances = field(default_factory=lambda: np.empty(0, BULLET_DTYPE))
    sprites: Instances = field(default_factory=lambda: np.empty(0, SPRITE_DTYPE))
    particles: Particles | None = None
    """As they began, at the viewer's own time; None: there are none."""
    rings: Instances = field(default_factory=lambda: np.empty(0, RING_DTYPE))
    edges: Instances = field(default_factory=lambda: np.empty(0, EDGE_DTYPE))
    lines: Instances = field(default_factory=lambda: np.empty(0, LINE_DTYPE))
    """Of the editor and of the debug views."""
    shocks: F32 = field(default_factory=lambda: np.empty((0, 5), np.float32))
    """Waves that run over the lattice, SHOCK_CAPACITY at most: unit centre, radius along the shell and push
    [u]; shape (n, 5)."""
    lights: F32 = field(default_factory=lambda: np.empty((0, 8), np.float32))
    """Explosions that light things, LIGHT_CAPACITY at most: place, reach [u], colour, 0; shape (n, 8)."""
    lattice_light: float = 1.0
    """Brightness of the lattice."""
    calm: float = 0.0
    """Darkening of the ground around the focus, 0 to 1."""
    high_contrast: bool = False
    """True if all that flies is to have a dark edge."""
    night: float = 0.0
    """Share of the sun's light that is gone: the planet is seen from its night side, and the sun is dim."""
    weather: bool = True
    """False: weather and landmarks are still."""
    facing: float = FACING
    """Least cosine at which small ships and warnings are seen from above; -1: as they lie."""
    near_fade: float = NEAR_FADE
    """Near-fade distance: rocks nearer to the eye are seen through [u]; in play, the shell is farther."""
    viewport: tuple[int, int, int, int] | None = None
    """Left, bottom, width, height [px] of where it is drawn; None: at the target's lower left, `size_px`."""

    def empty(self) -> None:
        """Leave the planet only, for a page to read above it: no rocks, and nothing that flies or glows."""
        self.asteroids, self.particles = {}, None
        for name in ("ships", "ghosts", "bullets", "sprites", "rings", "lines"):
            setattr(self, name, getattr(self, name)[:0])

    @property
    def instances(self) -> int:
        """Number of instances in the scene, overlay excluded."""
        batches = [*self.asteroids.values(), self.ships, self.ghosts, self.bullets, self.sprites, self.rings]
        return sum(len(batch) for batch in batches) + (self.particles.living if self.particles else 0)
