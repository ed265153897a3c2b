"""The planet and the sky: painted once into textures, then drawn at the price of a look-up."""

from dataclasses import dataclass, replace

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.shaders import load_program, set_uniform
from arena.view.palette import Palette

PLANET_VERTEX_DTYPE = np.dtype([("in_position", "<f4", 3), ("in_uv", "<f4", 2), ("in_layer", "<f4")])
PLANET_GRID, SKY_GRID = 26, 6
"""Quads along an edge of each of the six faces of the mesh."""
COARSE_SIZE = 192
TILE = 256
"""Texels along an edge of what is painted between two frames."""
SKY_SIZE = 384
STAR_COUNT = 1800
DETAIL_SIZE = 256
PAINTED_CLOUDS = 0.5
"""How dense clouds are where they are part of the ground."""
COAT_OVER_COAT = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA


def cube_sphere(grid: int) -> tuple[NDArray[np.void], NDArray[np.int32]]:
    """Six warped grids: unit positions, texture places, layers, as `shaders/common/cube.glsl` has them."""
    line = np.linspace(-1.0, 1.0, grid + 1)
    t, s = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    u, v, one = np.tan(s * np.pi / 4), np.tan(t * np.pi / 4), np.ones_like(s)
    faces = [(one, v, -u), (-one, v, u), (u, one, -v), (u, -one, v), (u, v, one), (-u, v, -one)]
    vertices = np.empty(6 * len(s), PLANET_VERTEX_DTYPE)
    corner = (np.arange(grid)[:, None] * (grid + 1) + np.arange(grid)).ravel()
    quad = np.stack(
        [corner, corner + 1, corner + grid + 2, corner, corner + grid + 2, corner + grid + 1], axis=1
    )
    for face, parts in enumerate(faces):
        rows = slice(face * len(s), (face + 1) * len(s))
        points = np.stack(parts, axis=1)
        vertices["in_position"][rows] = points / np.linalg.norm(points, axis=1, keepdims=True)
        vertices["in_uv"][rows] = np.stack([s, t], axis=1) * 0.5 + 0.5
        vertices["in_layer"][rows] = face
    triangles = np.concatenate([quad + face * len(s) for face in range(6)]).reshape(-1, 3)
    return vertices, triangles.astype(np.int32)


@dataclass(frozen=True)
class PlanetTextures:
    """What was painted for one palette."""

    surface: moderngl.TextureArray  # albedo, light of cities in alpha
    clouds: moderngl.TextureArray
    sky: moderngl.TextureArray


class Painter:
    """Paints coarsely at once, then finely, a tile a call of `advance`, and swaps when all is done."""

    def __init__(self, ctx: moderngl.Context, palette: Palette, surface_size: int, cloud_size: int) -> None:
        """Paint the coarse textures and the sky.

        Args:
            ctx: the context.
            palette: the colours of the world.
            surface_size: texels along an edge of a face of the ground.
            cloud_size: the same for the cloud layer; 0 paints the clouds on the ground instead.
        """
        self.palette = palette
        names = ("ocean", "shallows", "lowland", "highland", "peaks")
        ground = [_Coat(ctx, "bake/planet.frag", {name: getattr(palette, name) for name in names})]
        if not cloud_size:
            veil: dict[str, object] = {"clouds": palette.clouds, "share": PAINTED_CLOUDS}
            ground.append(_Coat(ctx, "bake/clouds.frag", veil))
        names = ("nebula_a", "nebula_b", "sun", "sun_light")
        sky = _Coat(ctx, "bake/sky.frag", {name: getattr(palette, name) for name in names})
        clouds = _Coat(ctx, "bake/clouds.frag", {"share": 0.0})
        self.textures = PlanetTextures(
            _Canvas(ctx, ground, COARSE_SIZE, 4).finish(),
            _Canvas(ctx, [clouds], max(1, cloud_size), 1).finish(),
            _Canvas(ctx, [sky], SKY_SIZE, 4).finish(),
        )
        self._fine: _Canvas | None = _Canvas(ctx, ground, surface_size, 4)

    def advance(self) -> bool:
        """Paint one more tile; False when there is nothing left to paint."""
        if self._fine is None:
            return False
        if not self._fine.paint_tile():
            self.textures = replace(self.textures, surface=self._fine.finish())
            self._fine = None
        return self._fine is not None


class _Coat:
    """One fragment shader that paints a tile of a face, over what is there already or first of all."""

    def __init__(self, ctx: moderngl.Context, fragment: str, values: dict[str, object]) -> None:
        self._program = load_program(ctx, "bake/tile.vert", fragment)
        self._array = ctx.vertex_array(self._program, [])
        for name, value in values.items():
            set_uniform(self._program, name, value)

    def paint(self, size: int, face: int, tile: tuple[float, float, float, float]) -> None:
        """Paint a tile, given as its lower left corner and extent in faces, of a face of `size` texels."""
        for name, value in {"size": float(size), "face": face, "tile": tile}.items():
            set_uniform(self._program, name, value)
        self._array.render(moderngl.TRIANGLES, vertices=3)


class _Canvas:
    """Six faces of a cube, painted tile by tile with one or more coats."""

    def __init__(self, ctx: moderngl.Context, coats: list[_Coat], size: int, components: int) -> None:
        self._ctx, self._coats, self._components = ctx, coats, components
        self._texture = ctx.texture_array((size, size, 6), components)
        edges = range(0, size, TILE)
        self._left = [(face, x, y) for face in range(5, -1, -1) for y in edges for x in edges]
        self._target = ctx.framebuffer([ctx.texture((TILE, TILE), components)])

    def paint_tile(self) -> bool:
        """Paint the next tile; False after the last."""
        face, x, y = self._left.pop()
        size = self._texture.width
        width, height = min(TILE, size - x), min(TILE, size - y)
        self._target.use()
        self._target.viewport = (0, 0, width, height)
        self._ctx.enable_only(moderngl.NOTHING)
        for coat in self._coats:
            coat.paint(size, face, (x / size, y / size, width / size, height / size))
            # Further coats lie over the first, and what glows there shines as much less.
            self._ctx.enable_only(moderngl.BLEND)
            self._ctx.blend_func = COAT_OVER_COAT  # pyright: ignore[reportAttributeAccessIssue]
        pixels = self._target.read((0, 0, width, height), self._components, alignment=1)
        self._texture.write(pixels, (x, y, face, width, height, 1), alignment=1)
        return bool(self._left)

    def finish(self) -> moderngl.TextureArray:
        """Paint what is left and return the texture."""
        while self._left:
            self.paint_tile()
        self._texture.build_mipmaps()
        self._texture.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
        self._texture.repeat_x = self._texture.repeat_y = False
        return self._texture


def detail() -> NDArray[np.uint8]:
    """Grain that tiles: noise whose spectrum falls as 1/f, a square of DETAIL_SIZE, 128 on average."""
    spectrum = np.fft.rfft2(np.random.default_rng(8).normal(size=(DETAIL_SIZE, DETAIL_SIZE)))
    across = np.hypot(np.fft.fftfreq(DETAIL_SIZE)[:, None], np.fft.rfftfreq(DETAIL_SIZE)[None])
    spectrum *= np.where(across > 0, 1.0 / np.maximum(across, 3.0 / DETAIL_SIZE), 0.0)
    field = np.fft.irfft2(spectrum)
    return np.clip(field / field.std() * 40.0 + 128.0, 0.0, 255.0).astype(np.uint8)


def stars() -> NDArray[np.float32]:
    """Fixed stars: unit direction, colour, size at 1080 lines [px]; shape (STAR_COUNT, 7)."""
    random = np.random.default_rng(2)
    rows = np.empty((STAR_COUNT, 7), np.float32)
    direction = random.normal(size=(STAR_COUNT, 3))
    rows[:, :3] = direction / np.linalg.norm(direction, axis=1, keepdims=True)
    bright = random.power(0.35, STAR_COUNT)
    warm = random.random((STAR_COUNT, 1))
    tint = np.array([0.72, 0.85, 1.0]) * (1 - warm) + np.array([1.0, 0.86, 0.70]) * warm
    rows[:, 3:6] = tint * (0.25 + 0.85 * bright)[:, None]
    rows[:, 6] = 1.5 + 2.8 * bright**3
    return rows
