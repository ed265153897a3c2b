"""The renderer: draws frames onto a target in a fixed list of passes, each with its full GL state.

Sizes come with what is drawn, never from the target: moderngl's framebuffer of a window keeps its first size.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import Batch
from arena.render.composite import Composite, Viewport, viewport_of
from arena.render.meshes import asteroid_mesh
from arena.render.overlay import OverlayPass
from arena.render.planet import (
    DETAIL_SIZE,
    PLANET_GRID,
    SKY_GRID,
    SKY_SIZE,
    Painter,
    PlanetTextures,
    cube_sphere,
    detail,
    stars,
)
from arena.render.post import Post, SceneTargets
from arena.render.scene_block import SceneBlock
from arena.render.shaders import load_program, set_uniform
from arena.render.ships import ShipPass
from arena.view.frame import (
    ASTEROID_DTYPE,
    ASTEROID_LODS,
    BULLET_DTYPE,
    EDGE_DTYPE,
    LINE_DTYPE,
    MATERIALS,
    RING_DTYPE,
    SPRITE_DTYPE,
    Frame,
)
from arena.view.overlay import Overlay

Quality = Literal["low", "medium", "high", "ultra"]
CLOUD_RATE = 0.004  # [rad/s]
ATMOSPHERE_VERTICES = 2 * 129
RING_VERTICES = 2 * 57
EDGE_VERTICES = 2 * 5


@dataclass(frozen=True)
class _Tier:
    hdr: bool
    samples: int
    surface_size: int  # texels along an edge of a face
    cloud_size: int  # 0: clouds are painted on the ground
    supersampling: float = 1.0  # pixels drawn over pixels shown, along each axis; needs hdr


TIERS: dict[str, _Tier] = {
    "low": _Tier(False, 0, 1024, 0),
    "medium": _Tier(True, 0, 1024, 384),
    "high": _Tier(True, 4, 1536, 512),
    "ultra": _Tier(True, 4, 2048, 768, 1.5),
}


@dataclass
class Stats:
    """Of the last frame."""

    draw_calls: int = 0
    instances: int = 0
    triangles: int = 0
    upload_ms: float = 0.0
    draw_ms: float = 0.0


class Renderer:
    """Draws frames; one per GL context."""

    def __init__(self, ctx: moderngl.Context, quality: Quality = "medium") -> None:
        """Compile everything for a quality; textures are painted once a frame brings the palette.

        Raises:
            ShaderError: a shader was refused.
            ValueError: unknown quality.
        """
        self.ctx = ctx
        self.stats = Stats()
        self._block = SceneBlock(ctx)
        self._overlay = OverlayPass(ctx)
        self._painter: Painter | None = None
        self.painted = False
        """Whether the planet has all its detail; until then each picture paints a tile more."""
        self._detail = ctx.texture((DETAIL_SIZE, DETAIL_SIZE), 1, detail().tobytes(), alignment=1)
        self._detail.build_mipmaps()
        self.quality = quality

    @property
    def quality(self) -> Quality:
        """Which tier is drawn; setting it recompiles."""
        return self._quality

    @quality.setter
    def quality(self, quality: Quality) -> None:
        if quality not in TIERS:
            raise ValueError(f"quality must be one of {', '.join(TIERS)}, not {quality!r}")
        self._quality: Quality = quality
        self._tier = TIERS[quality]
        self._painter, self.painted = None, False
        samples = min(self._tier.samples, self.ctx.max_samples)
        self._post = Post(self.ctx, samples) if self._tier.hdr else None
        self._compile(("HDR",) if self._tier.hdr else ())

    def _compile(self, defines: tuple[str, ...]) -> None:
        ctx = self.ctx

        def program(name: str) -> moderngl.Program:
            return load_program(ctx, f"{name}/{name}.vert", f"{name}/{name}.frag", defines)

        names = ("planet", "clouds", "atmosphere", "sky", "stars", "lattice", "rings")
        self._programs = {name: program(name) for name in (*names, "bullets", "sprites", "lines")}
        rocks = program("asteroids")
        mesh = cube_sphere(PLANET_GRID)
        empty = np.dtype([("unused", "<f4")])
        self._planet = Batch(ctx, self._programs["planet"], empty, mesh)
        self._clouds = Batch(ctx, self._programs["clouds"], empty, mesh)
        self._sky = Batch(ctx, self._programs["sky"], empty, cube_sphere(SKY_GRID))
        self._atmosphere = ctx.vertex_array(self._programs["atmosphere"], [])
        light = ctx.buffer(stars().tobytes())
        self._stars = ctx.vertex_array(
            self._programs["stars"], [(light, "3f 4f", "in_direction", "in_light")]
        )
        self._asteroids = {
            (material, level): Batch(ctx, rocks, ASTEROID_DTYPE, asteroid_mesh(material, level))
            for material in range(len(MATERIALS))
            for level in range(ASTEROID_LODS)
        }
        self._ships = ShipPass(ctx, program("ships"))
        self._ghosts = ShipPass(ctx, program("ghosts"), self._ships)
        self._glowing = {
            "lattice": Batch(ctx, self._programs["lattice"], EDGE_DTYPE, strip=EDGE_VERTICES),
            "rings": Batch(ctx, self._programs["rings"], RING_DTYPE, strip=RING_VERTICES),
            "sprites": Batch(ctx, self._programs["sprites"], SPRITE_DTYPE),
            "bullets": Batch(ctx, self._programs["bullets"], BULLET_DTYPE),
            "lines": Batch(ctx, self._programs["lines"], LINE_DTYPE),
        }

    def draw(self, content: Frame | Composite, target: moderngl.Framebuffer) -> None:
        """Draw one frame, or the views that share a target; `target` needs depth bits for quality "low"."""
        started = perf_counter()
        composite = content if isinstance(content, Composite) else Composite.of(content)
        self.stats = Stats()
        if min(composite.size_px) < 1:
            return
        textures = self._painted(composite.views[0])
        if not composite.covered:
            _aim(target, (0, 0, *composite.size_px))
            target.clear(0.0, 0.0, 0.0, 1.0)
        for view in composite.views:
            self._draw_view(view, target, textures)
        own = [view.overlay for view in composite.views]
        for overlay in (*composite.below, composite.overlay):
            if all(overlay is not one for one in own):
                self._draw_overlay(overlay, target, (0, 0, *composite.size_px))
        if self._post is not None:
            self._post.drop_unused()
        target.scissor = None  # pyright: ignore[reportAttributeAccessIssue] - None switches it off
        self.stats.draw_ms = (perf_counter() - started) * 1e3 - self.stats.upload_ms

    def _draw_view(self, frame: Frame, target: moderngl.Framebuffer, textures: PlanetTextures) -> None:
        viewport = viewport_of(frame)
        if min(viewport[2:]) < 1:
            return
        if self._post is None:
            self._draw_scene(frame, target, viewport, textures)
        else:
            targets = self._scene_targets(self._post, viewport)
            self._draw_scene(frame, targets.scene, (0, 0, *targets.color.size), textures)
            self.stats.draw_calls += self._post.finish(targets, target, viewport)
        self._draw_overlay(frame.overlay, target, viewport)

    def _draw_scene(
        self, frame: Frame, scene: moderngl.Framebuffer, viewport: Viewport, textures: PlanetTextures
    ) -> None:
        scene.depth_mask = True
        _aim(scene, viewport)
        scene.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        self._block.write(frame, viewport[2:])
        self._draw_backdrop(frame, textures, scene)
        self._draw_solid(frame)
        self._draw_glow(frame, scene)

    def _draw_overlay(self, overlay: Overlay, target: moderngl.Framebuffer, viewport: Viewport) -> None:
        _aim(target, viewport)
        self.stats.draw_calls += self._overlay.draw(overlay, viewport[3])

    def _painted(self, frame: Frame) -> PlanetTextures:
        if self._painter is None or self._painter.palette != frame.palette:
            self._painter = Painter(self.ctx, frame.palette, self._tier.surface_size, self._tier.cloud_size)
            self.painted = False
        else:
            self.painted = not self._painter.advance()
        return self._painter.textures

    def prepare(self, content: Frame | Composite) -> None:
        """Paint the planet in full now, instead of over the first frames; for single pictures."""
        self._painted(content.views[0] if isinstance(content, Composite) else content)
        assert self._painter is not None
        while self._painter.advance():
            pass
        self.painted = True

    def _scene_targets(self, post: Post, viewport: Viewport) -> SceneTargets:
        scale = self._tier.supersampling
        return post.targets((max(1, round(viewport[2] * scale)), max(1, round(viewport[3] * scale))))

    def _draw_backdrop(self, frame: Frame, textures: PlanetTextures, scene: moderngl.Framebuffer) -> None:
        ctx = self.ctx
        ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        ctx.depth_func = "<="
        textures.surface.use(0)
        self._detail.use(1)
        self._set("planet", detail_map=1)
        self._set("planet", texels=float(textures.surface.width), surface_map=0, city=frame.palette.city)
        one = np.zeros(1, np.float32)
        self._count(self._planet, one)
        ctx.enable_only(moderngl.DEPTH_TEST)
        scene.depth_mask = False
        textures.sky.use(0)
        self._set("sky", sky_map=0, texels=float(SKY_SIZE))
        self._count(self._sky, one)
        ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.PROGRAM_POINT_SIZE)
        ctx.blend_func = moderngl.ONE, moderngl.ONE
        self._stars.render(moderngl.POINTS)
        ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE)
        ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        textures.clouds.use(0)
        turn = frame.time_s * CLOUD_RATE
        self._set("clouds", texels=float(textures.clouds.width), cloud_map=0, turn=turn)
        self._set("clouds", cloud_color=frame.palette.clouds)
        if self._tier.cloud_size:
            self._count(self._clouds, one)
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_func = moderngl.ONE, moderngl.ONE
        self._atmosphere.render(moderngl.TRIANGLE_STRIP, vertices=ATMOSPHERE_VERTICES)
        self.stats.draw_calls += 2
        scene.depth_mask = True

    def _draw_solid(self, frame: Frame) -> None:
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        for key, rocks in frame.asteroids.items():
            self._count(self._asteroids[key], rocks)
        self.ctx.enable_only(moderngl.DEPTH_TEST)
        self._draw_ships(self._ships, frame.ships)
        self.stats.instances += frame.instances

    def _draw_ships(self, ship_pass: ShipPass, ships: NDArray[Any]) -> None:
        if len(ships):
            started = perf_counter()
            calls = ship_pass.upload(ships)
            self.stats.upload_ms += (perf_counter() - started) * 1e3
            self.stats.triangles += ship_pass.draw(calls)
            self.stats.draw_calls += len(calls)

    def _draw_glow(self, frame: Frame, scene: moderngl.Framebuffer) -> None:
        ctx = self.ctx
        ctx.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        # Premultiplied: alpha 0 adds light, shadows bring alpha without light.
        ctx.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        scene.depth_mask = False
        batches: dict[str, NDArray[Any]] = {
            "lattice": frame.edges,
            "rings": frame.rings,
            "sprites": frame.sprites,
            "bullets": frame.bullets,
            "lines": frame.lines,
        }
        for name, instances in batches.items():
            self._count(self._glowing[name], instances)
        self._draw_ships(self._ghosts, frame.ghosts)
        scene.depth_mask = True

    def _count(self, batch: Batch, instances: NDArray[Any]) -> None:
        if len(instances):
            started = perf_counter()
            batch.upload(instances)
            self.stats.upload_ms += (perf_counter() - started) * 1e3
            self.stats.triangles += batch.draw(len(instances))
            self.stats.draw_calls += 1

    def _set(self, name: str, **values: object) -> None:
        for key, value in values.items():
            set_uniform(self._programs[name], key, value)


def _aim(target: moderngl.Framebuffer, viewport: Viewport) -> None:
    """Draw into a part of the target only; points, which are wider than their place, are cut there too."""
    target.use()
    target.viewport = target.scissor = viewport
