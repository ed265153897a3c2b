"""Planet and sky are painted once into textures, then drawn at the price of a look-up."""

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

import moderngl

from arena import resources
from arena.render.shaders import Fullscreen
from arena.view.palette import Palette
from arena.view.scenery import Landmark

COARSE_SIZE = 192
TILE = 128
"""Texels along an edge of what is painted at once."""
TILES_A_FRAME = 4
"""Tiles between two frames at most; a graphics card paints them later, whatever time it seems to take."""
SKY_SIZE = 384
LANDMARK_SIZE = 512
"""Texels along an edge of a landmark."""
COAT_OVER_COAT = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA


@dataclass(frozen=True)
class PlanetTextures:
    """Painted textures of one palette."""

    surface: moderngl.TextureArray  # albedo in low light, glow in alpha
    sky: moderngl.TextureArray
    landmarks: moderngl.TextureArray  # one a layer, alpha: how much it hides


class Brushes:
    """The shaders that paint, one for each thing painted; they serve any palette."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Compile those that serve every world.

        Raises:
            ShaderError: one was refused.
        """
        self._ctx = ctx
        self._made: dict[tuple[str, tuple[str, ...]], Fullscreen] = {}
        self.clouds, self.sky = (self.brush(name) for name in ("clouds", "sky"))

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Vertex and fragment shader of each."""
        folder = resources.path("shaders/bake")
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.frag"))
        return tuple(("bake/tile.vert", f"bake/{name}") for name in names)

    def brush(self, recipe: str, *defines: str) -> Fullscreen:
        """Brush of a recipe; compiled when a world first asks for it."""
        if (recipe, defines) not in self._made:
            files = "bake/tile.vert", f"bake/{recipe}.frag"
            self._made[recipe, defines] = Fullscreen(self._ctx, *files, defines)
        return self._made[recipe, defines]


class Painter:
    """Paints finely, a few tiles a call of `advance`, and swaps `textures` when all is done."""

    def __init__(self, palette: Palette, textures: PlanetTextures, fine: "_Canvas") -> None:
        self.palette = palette
        self.textures = textures
        self._fine: _Canvas | None = fine
        self._advanced, self._credit = perf_counter(), 0.0  # last call of `advance`, time it may take [s]

    @classmethod
    def begin(cls, ctx: moderngl.Context, brushes: Brushes, palette: Palette, surface_size: int) -> "Painter":
        """Do all steps of `begin_in_steps` at once."""
        steps = cls.begin_in_steps(ctx, brushes, palette, surface_size)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value

    @classmethod
    def begin_in_steps(
        cls, ctx: moderngl.Context, brushes: Brushes, palette: Palette, surface_size: int
    ) -> Generator[None, None, "Painter"]:
        """Paint the coarse textures and the sky; `surface_size` is in texels along an edge of a face.

        Raises:
            ShaderError: of the world's own recipe.
        """
        names = ("sun", "ocean", "shallows", "lowland", "highland", "peaks")
        colors = {name: getattr(palette, name) for name in names}
        form, matter = (brushes.brush(palette.scenery.ground, *defines) for defines in ((), ("MATTER",)))
        ground: list[_Coat] = [_Ground(ctx, form, matter, colors)]
        if share := palette.scenery.cloudiness:
            ground.append(_Coat(brushes.clouds, {"clouds": palette.clouds, "share": share}))
        surface = _Canvas(ctx, ground, COARSE_SIZE).finish()
        yield
        names = ("nebula_a", "nebula_b")
        sky = _Coat(brushes.sky, {name: getattr(palette, name) for name in names})
        dome = _Canvas(ctx, [sky], SKY_SIZE).finish()
        yield
        marks = yield from _paint_landmarks(ctx, brushes, palette.landmarks)
        return cls(palette, PlanetTextures(surface, dome, marks), _Canvas(ctx, ground, surface_size))

    def advance(self, share: float) -> bool:
        """Paint a few tiles in this share of the time since the last call; False when nothing is left."""
        now = perf_counter()
        earned = share * (now - self._advanced)
        self._advanced, self._credit = now, min(self._credit, 0.0) + earned
        for _ in range(TILES_A_FRAME):
            if self._fine is None or self._credit <= 0.0:
                break
            began = perf_counter()
            if not self._fine.paint_tile():
                self.finish()
            self._credit -= perf_counter() - began
        return self._fine is not None

    def finish(self) -> None:
        """Paint what is left at once."""
        if self._fine is not None:
            self.textures = replace(self.textures, surface=self._fine.finish())
            self._fine = None


def _paint_landmarks(
    ctx: moderngl.Context, brushes: Brushes, landmarks: tuple[Landmark, ...]
) -> Generator[None, None, moderngl.TextureArray]:
    size = LANDMARK_SIZE, LANDMARK_SIZE
    texture, target = ctx.texture_array((*size, len(landmarks)), 4), ctx.simple_framebuffer(size)
    for layer, mark in enumerate(landmarks):
        target.use()
        ctx.enable_only(moderngl.NOTHING)
        turn = math.radians(mark.azimuth)
        x, y, z = -math.sin(turn), 0.35, max(0.25, -math.cos(turn))
        towards_sun = tuple(part / math.hypot(x, y, z) for part in (x, y, z))
        values = {"light": mark.color, "disc": mark.disc, "towards_sun": towards_sun}
        brushes.brush(f"landmarks/{mark.kind}").draw(**values, tile=(0.0, 0.0, 1.0, 1.0))
        texture.write(target.read(components=4, alignment=1), (0, 0, layer, *size, 1), alignment=1)
        yield
    texture.build_mipmaps()
    texture.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
    texture.repeat_y = False
    return texture


class _Tile(NamedTuple):
    """A part of a face."""

    face: int
    x: int  # of the lower left corner [texels]
    y: int
    width: int
    height: int

    def uniforms(self, size: int, border: int = 0) -> dict[str, object]:
        """The tile with a border around it, in a face of `size` texels."""
        corner = (self.x - border) / size, (self.y - border) / size
        extent = (self.width + 2 * border) / size, (self.height + 2 * border) / size
        return {"size": float(size), "face": self.face, "tile": (*corner, *extent)}


class _Coat:
    """A brush and its colours."""

    def __init__(self, brush: Fullscreen, values: Mapping[str, object]) -> None:
        self._brush, self._values = brush, values

    def prepare(self, size: int, tile: _Tile) -> None:
        """Paint what this coat needs elsewhere first."""

    def paint(self, size: int, tile: _Tile) -> None:
        """Paint a tile of a face of `size` texels onto the target in use."""
        self._brush.draw(**self._values, **tile.uniforms(size))


class _Ground(_Coat):
    """Ground: its matter over its forms, which are painted with a border so that they have slopes."""

    def __init__(
        self, ctx: moderngl.Context, form: Fullscreen, matter: Fullscreen, values: Mapping[str, object]
    ) -> None:
        super().__init__(matter, values)
        self._ctx, self._form = ctx, form
        self._forms = ctx.texture((TILE + 2, TILE + 2), 4, dtype="f4")
        self._target = ctx.framebuffer([self._forms])

    def prepare(self, size: int, tile: _Tile) -> None:
        """Paint the forms."""
        self._target.use()
        self._target.viewport = (0, 0, tile.width + 2, tile.height + 2)
        self._ctx.enable_only(moderngl.NOTHING)
        self._form.draw(**tile.uniforms(size, 1))

    def paint(self, size: int, tile: _Tile) -> None:
        """Paint the matter."""
        self._forms.use(0)
        super().paint(size, tile)


class _Canvas:
    """Six faces of a cube, painted tile by tile with one or more coats."""

    def __init__(self, ctx: moderngl.Context, coats: list[_Coat], size: int) -> None:
        self._ctx, self._coats = ctx, coats
        self._texture = ctx.texture_array((size, size, 6), 4)
        edges = range(0, size, TILE)
        self._left = [
            _Tile(face, x, y, min(TILE, size - x), min(TILE, size - y))
            for face in range(5, -1, -1)
            for y in edges
            for x in edges
        ]
        self._target, self._pixels = ctx.simple_framebuffer((TILE, TILE)), ctx.buffer(reserve=4 * TILE * TILE)

    def paint_tile(self) -> bool:
        """Paint the next tile; False after the last."""
        tile, size = self._left.pop(), self._texture.width
        for coat in self._coats:
            coat.prepare(size, tile)
        self._target.use()
        self._target.viewport = (0, 0, tile.width, tile.height)
        self._ctx.enable_only(moderngl.NOTHING)
        for coat in self._coats:
            coat.paint(size, tile)
            # Further coats lie over the first, and what glows there shines as much less.
            self._ctx.enable_only(moderngl.BLEND)
            self._ctx.blend_func = COAT_OVER_COAT  # pyright: ignore[reportAttributeAccessIssue]
        # By way of a buffer, so that nobody waits for a graphics card.
        self._target.read_into(self._pixels, (0, 0, tile.width, tile.height), 4, alignment=1)
        place = (tile.x, tile.y, tile.face, tile.width, tile.height, 1)
        self._texture.write(self._pixels, place, alignment=1)
        return bool(self._left)

    def finish(self) -> moderngl.TextureArray:
        """Paint what is left and return the texture."""
        while self._left:
            self.paint_tile()
        if self._texture.width > SKY_SIZE:  # the sky's are always larger than pixels
            self._texture.build_mipmaps()
            self._texture.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
        self._texture.repeat_x = self._texture.repeat_y = False
        return self._texture
