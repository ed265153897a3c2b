"""The planet and the sky: painted once into textures, then drawn at the price of a look-up."""

from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.shaders import load_program, set_uniform
from arena.view.palette import Palette

PLANET_VERTEX_DTYPE = np.dtype([("in_position", "<f4", 3), ("in_uv", "<f4", 2), ("in_layer", "<f4")])
GRID = 28
"""Quads along an edge of each of the six faces of the planet's mesh."""
SKY_SIZE = 384
STAR_COUNT = 1800
PAINTED_CLOUDS = 0.5
"""How dense clouds are where they are part of the ground."""


def cube_sphere() -> tuple[NDArray[np.void], NDArray[np.int32]]:
    """Six warped grids: unit positions, texture places and layers, as `shaders/common/cube.glsl` lays them out."""
    line = np.linspace(-1.0, 1.0, GRID + 1)
    t, s = (axis.ravel() for axis in np.meshgrid(line, line, indexing="ij"))
    u, v, one = np.tan(s * np.pi / 4), np.tan(t * np.pi / 4), np.ones_like(s)
    faces = [(one, v, -u), (-one, v, u), (u, one, -v), (u, -one, v), (u, v, one), (-u, v, -one)]
    vertices = np.empty(6 * len(s), PLANET_VERTEX_DTYPE)
    corner = (np.arange(GRID)[:, None] * (GRID + 1) + np.arange(GRID)).ravel()
    quad = np.stack([corner, corner + 1, corner + GRID + 2, corner, corner + GRID + 2, corner + GRID + 1], axis=1)
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


def paint(ctx: moderngl.Context, palette: Palette, surface_size: int, cloud_size: int) -> PlanetTextures:
    """Paint all textures, a second or so on a software renderer.

    Args:
        ctx: the context.
        palette: the colours of the world.
        surface_size: texels along an edge of a face of the ground.
        cloud_size: the same for the cloud layer; 0 paints the clouds on the ground instead.
    """
    names = ("ocean", "shallows", "lowland", "highland", "peaks", "clouds")
    colors: dict[str, object] = {name: getattr(palette, name) for name in names}
    colors["cloud_share"] = 0.0 if cloud_size else PAINTED_CLOUDS
    surface = _array(ctx, surface_size, 4, _faces(ctx, "bake/planet.frag", surface_size, 4, colors))
    layer = max(1, cloud_size)
    clouds = _array(ctx, layer, 1, _faces(ctx, "bake/clouds.frag", layer, 1, {}))
    far = {name: getattr(palette, name) for name in ("nebula_a", "nebula_b", "sun", "sun_light")}
    sky = _array(ctx, SKY_SIZE, 4, _faces(ctx, "bake/sky.frag", SKY_SIZE, 4, far))
    return PlanetTextures(surface, clouds, sky)


def _faces(
    ctx: moderngl.Context, fragment: str, size: int, components: int, colors: dict[str, object]
) -> list[bytes]:
    program = load_program(ctx, "common/fullscreen.vert", fragment)
    target = ctx.framebuffer([ctx.texture((size, size), components)])
    array = ctx.vertex_array(program, [])
    target.use()
    target.viewport = (0, 0, size, size)
    ctx.enable_only(moderngl.NOTHING)
    set_uniform(program, "size", float(size))
    for name, color in colors.items():
        set_uniform(program, name, color)
    images: list[bytes] = []
    for face in range(6):
        set_uniform(program, "face", face)
        array.render(moderngl.TRIANGLES, vertices=3)
        images.append(target.read(components=components, alignment=1))
    return images


def _array(ctx: moderngl.Context, size: int, components: int, faces: list[bytes]) -> moderngl.TextureArray:
    texture = ctx.texture_array((size, size, 6), components, b"".join(faces), alignment=1)
    texture.build_mipmaps()
    texture.filter = moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR
    texture.repeat_x = texture.repeat_y = False
    return texture


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
