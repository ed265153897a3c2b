"""Background passes: the ground, sky and stars."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Mesh
from arena.render.cube_sphere import cube_sphere
from arena.render.passes.drawing import ADD, SOLID, DrawState, Pass, View
from arena.render.tiers import Tier
from arena.view.weather import lightning

GRID = 26
"""Quads along an edge of each of its six faces."""
DETAIL_SIZE = 256
DARK = 0.0, 0.0, 1.0, 0.0
"""No lightning."""


class PlanetPass(Pass):
    """Draws the planet."""

    name = "planet"
    state = SOLID

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self.set(detail_map=1)
        self._mesh = Mesh(ctx, self.program, *cube_sphere(GRID))
        self._detail = detail_map(ctx)

    def draw(self, view: View) -> None:
        """Draw it in the light of the frame."""
        surface = view.textures.surface
        self.begin(view)
        surface.use(0)
        self._detail.use(1)
        frame, palette, scenery, flash = view.frame, view.frame.palette, view.frame.palette.scenery, DARK
        if scenery.lightning and frame.weather:
            x, y, z, bright = lightning(frame.time_s, frame.focus)
            flash = x, y, z, bright * scenery.lightning
        self.set(texels=float(surface.width), glow=palette.glow, core=palette.core, flash=flash)
        self.set(glint=scenery.glint, glow_by=(scenery.day_glow, scenery.night_glow, scenery.pulse))
        view.stats.count(self._mesh.draw())


def detail_map(ctx: moderngl.Context) -> moderngl.Texture:
    """Texture of `detail`."""
    texture = ctx.texture((DETAIL_SIZE, DETAIL_SIZE), 1, detail().tobytes(), alignment=1)
    texture.build_mipmaps()
    return texture


def detail() -> NDArray[np.uint8]:
    """Grain that tiles: noise whose spectrum falls as 1/f, a square of DETAIL_SIZE, 128 on average."""
    spectrum = np.fft.rfft2(np.random.default_rng(8).normal(size=(DETAIL_SIZE, DETAIL_SIZE)))
    across = np.hypot(np.fft.fftfreq(DETAIL_SIZE)[:, None], np.fft.rfftfreq(DETAIL_SIZE)[None])
    spectrum *= np.where(across > 0, 1.0 / np.maximum(across, 3.0 / DETAIL_SIZE), 0.0)
    field = np.fft.irfft2(spectrum)
    return np.clip(field / field.std() * 40.0 + 128.0, 0.0, 255.0).astype(np.uint8)


SKY_GRID = 6
"""Quads along an edge of each of its six faces."""


class SkyPass(Pass):
    """Draws the sky around the planet."""

    name = "sky"
    state = DrawState(depth_test=True)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._mesh = Mesh(ctx, self.program, *cube_sphere(SKY_GRID))

    def draw(self, view: View) -> None:
        """Draw it at the far end of the depth range."""
        self.begin(view)
        view.textures.sky.use(0)
        self.set(texels=float(view.textures.sky.width))
        view.stats.count(self._mesh.draw())


STAR_COUNT = 1800


class StarsPass(Pass):
    """Draws all of them at once."""

    name = "stars"
    state = DrawState(depth_test=True, blend=ADD, point_size=True)

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        layout = (ctx.buffer(stars().tobytes()), "3f 4f", "in_direction", "in_light")
        self._array = ctx.vertex_array(self.program, [layout])

    def draw(self, view: View) -> None:
        """Draw them over the sky."""
        self.begin(view)
        self._array.render(moderngl.POINTS)
        view.stats.count()


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
