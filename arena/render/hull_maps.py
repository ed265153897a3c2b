"""Hulls as textures: corners of all meshes, and two plans of each from above: bevels, shade and plating in
one, what it is made of in the other.

Every pass that draws ships shares those of its context. The plans are drawn once: all hulls from above as
heights, side by side, and from the heights what light needs to know.
"""

import functools
import math
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.catalogue.boss_row import BOSSES, PARTS
from arena.catalogue.kind_row import KINDS
from arena.render.shaders import Fullscreen, load_program, set_uniforms
from arena.render.ship_meshes import load_hulls, ship_hull
from arena.view.frame import MESHES, as_numbers

I64 = NDArray[np.int64]
Texels = NDArray[np.float32]
"""Of shape (rows, corners, 4)."""
POSITION_PAINT, NORMAL = (0, 1, 2, 6), (3, 4, 5)
"""Columns of SHIP_VERTEX_DTYPE as plain numbers."""

WIDEST = 2048
"""Corners of the largest mesh. OpenGL 3.3 promises textures 1024 wide; drivers with it allow 8192 or more."""
ACROSS = 8
"""Plans side by side."""
UP = math.ceil(len(MESHES) / ACROSS)
TILE, REACH = 256, 1.6
"""Size of a plan [px], and its reach from the middle of a ship [radii]."""
TILES = ACROSS, UP, REACH
"""As shaders/common/plan.glsl has it."""
LOWEST = -0.4
"""Height of what is no part of a hull [radii]."""
LEVELS = 4
"""Of the plans: coarser ones would mix neighbours."""

for _rows in (KINDS, PARTS):
    _rows.resolve("hull", lambda row: row.show.hull, load_hulls())
BOSSES.resolve_all("hull", lambda row: row.show.hulls, load_hulls())


@functools.cache
def mesh_texels() -> tuple[Texels, I64]:
    """Return all meshes as texels, zeros past their ends, and how many corners each has.

    Row 2k holds position and paint of the corners of kind k, row 2k + 1 their normals.
    """
    meshes = [ship_hull(name).mesh() for name in MESHES]
    loose = [as_numbers(vertices[triangles.reshape(-1)]) for vertices, triangles in meshes]
    return stack_texels([(mesh[:, POSITION_PAINT], mesh[:, NORMAL]) for mesh in loose])


def stack_texels(pairs: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> tuple[Texels, I64]:
    """Rows of a texture, a pair for each of `pairs`, zeros past their ends, and how long each pair is."""
    corners = np.array([len(first) for first, _ in pairs])
    assert corners.max() <= WIDEST, "a mesh has more corners than a texture may be wide"
    texels = np.zeros((len(pairs), 2, corners.max(), 4), np.float32)
    for rows, pair in zip(texels, pairs, strict=True):
        for row, part in zip(rows, pair, strict=True):
            row[: len(part), : part.shape[1]] = part
    return texels.reshape(-1, *texels.shape[2:]), corners


class HullMaps:
    """Textures of all hulls, on one context."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Upload the meshes; the plans are there once all steps of `draw_plans` are done."""
        texels, self.corners = mesh_texels()
        """Of each mesh."""
        self.meshes = texels_of(ctx, texels)
        self.plans, self.matters = (ctx.texture((ACROSS * TILE, UP * TILE), 4) for _ in range(2))

    def draw_plans(self, ctx: moderngl.Context) -> Iterator[None]:
        """Draw them, a row of tiles in each step."""
        size = self.plans.size
        heights, depth = ctx.texture(size, 2, dtype="f2"), ctx.depth_renderbuffer(size)
        heights.repeat_x = heights.repeat_y = False
        target, result = ctx.framebuffer([heights], depth), ctx.framebuffer([self.plans, self.matters])
        program = load_program(ctx, "hulls/heights.vert", "hulls/heights.frag")
        set_uniforms(program, tiles=TILES)
        target.use()
        target.clear(LOWEST, depth=1.0)
        ctx.enable_only(moderngl.DEPTH_TEST)
        self.meshes.use(0)
        most = int(self.corners.max())
        ctx.vertex_array(program, []).render(moderngl.TRIANGLES, vertices=most, instances=len(MESHES))
        plans = Fullscreen(ctx, "common/fullscreen.vert", "hulls/plans.frag")
        for row in range(UP):
            yield
            result.scissor = 0, row * TILE, size[0], TILE
            result.use()
            ctx.enable_only(moderngl.NOTHING)
            heights.use(0)
            plans.draw(tiles=TILES, texel=(1.0 / size[0], 1.0 / size[1]), radius=TILE / (2.0 * REACH))
            result.scissor = None  # pyright: ignore[reportAttributeAccessIssue] - None switches it off
        for texture in (self.plans, self.matters):
            texture.build_mipmaps(0, LEVELS)
            texture.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
        for item in (target, result, heights, depth):
            item.release()

    def use(self) -> None:
        """Bind the meshes to unit 0, the plans to unit 1 and what they are made of to unit 2."""
        self.meshes.use(0)
        self.plans.use(1)
        self.matters.use(2)


_MAPS = WeakKeyDictionary[moderngl.Context, HullMaps]()


def hull_maps(ctx: moderngl.Context) -> HullMaps:
    """Those of a context; made when they are first asked for."""
    for _ in make_in_steps(ctx):
        pass
    return _MAPS[ctx]


def make_in_steps(ctx: moderngl.Context) -> Iterator[None]:
    """Steps of making the maps of a context, if they are not made yet.

    Raises:
        ShaderError: a shader was refused.
    """
    if ctx not in _MAPS:
        maps = HullMaps(ctx)
        yield from maps.draw_plans(ctx)
        _MAPS[ctx] = maps


def texels_of(ctx: moderngl.Context, texels: Texels) -> moderngl.Texture:
    """A texture of numbers that are fetched as they are."""
    texture = ctx.texture((texels.shape[1], texels.shape[0]), 4, texels.tobytes(), dtype="f4")
    texture.filter = moderngl.NEAREST, moderngl.NEAREST
    return texture
