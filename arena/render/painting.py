"""Planet, clouds and sky are painted once into textures, then drawn at the price of a look-up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import moderngl

from arena.render.shaders import load_program, set_uniform
from arena.view.palette import Palette

COARSE_SIZE = 192
TILE = 256
"""Texels along an edge of what is painted between two frames."""
SKY_SIZE = 384
PAINTED_CLOUDS = 0.5
"""Density of clouds that are painted on the ground."""
COAT_OVER_COAT = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA


@dataclass(frozen=True)
class PlanetTextures:
    """Painted textures of one palette."""

    surface: moderngl.TextureArray  # albedo, light of cities in alpha
    clouds: moderngl.TextureArray
    sky: moderngl.TextureArray


class Brushes:
    """The shaders that paint, one for each thing painted; they serve any palette."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Compile them.

        Raises:
            ShaderError: one was refused.
        """
        self.planet, self.clouds, self.sky = (_Brush(ctx, *files) for files in self.shader_files())

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Vertex and fragment shader of each."""
        return tuple(("bake/tile.vert", f"bake/{name}.frag") for name in ("planet", "clouds", "sky"))


class Painter:
    """Paints coarsely at once, then finely, a tile a call of `advance`, and swaps when all is done."""

    def __init__(
        self, ctx: moderngl.Context, brushes: Brushes, palette: Palette, surface_size: int, cloud_size: int
    ) -> None:
        """Paint the coarse textures and the sky.

        Args:
            ctx: the context.
            brushes: paint.
            palette: the colours of the world.
            surface_size: texels along an edge of a face of the ground.
            cloud_size: the same for the cloud layer; 0 paints the clouds on the ground instead.
        """
        self.palette = palette
        names = ("ocean", "shallows", "lowland", "highland", "peaks")
        ground = [_Coat(brushes.planet, {name: getattr(palette, name) for name in names})]
        if not cloud_size:
            ground.append(_Coat(brushes.clouds, {"clouds": palette.clouds, "share": PAINTED_CLOUDS}))
        names = ("nebula_a", "nebula_b", "sun", "sun_light")
        sky = _Coat(brushes.sky, {name: getattr(palette, name) for name in names})
        clouds = _Coat(brushes.clouds, {"share": 0.0})
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


class _Brush:
    """One fragment shader that paints a tile of a face."""

    def __init__(self, ctx: moderngl.Context, vertex: str, fragment: str) -> None:
        self._program = load_program(ctx, vertex, fragment)
        self._array = ctx.vertex_array(self._program, [])

    def paint(self, values: Mapping[str, object]) -> None:
        """Paint with these uniforms."""
        for name, value in values.items():
            set_uniform(self._program, name, value)
        self._array.render(moderngl.TRIANGLES, vertices=3)


@dataclass(frozen=True)
class _Coat:
    """Blend settings of a brush: over the existing paint, or as the first coat."""

    brush: _Brush
    values: Mapping[str, object]

    def paint(self, size: int, face: int, tile: tuple[float, float, float, float]) -> None:
        """Paint a tile, given as its lower left corner and extent in faces, of a face of `size` texels."""
        self.brush.paint({**self.values, "size": float(size), "face": face, "tile": tile})


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
