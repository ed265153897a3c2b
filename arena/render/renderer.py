"""The renderer: draws frames onto a target, pass by pass. The order of `PASSES` is the picture.

The window calls `Renderer.draw` once a frame, commands once a picture. Sizes come with what is drawn, never
from the target: moderngl's framebuffer of a window keeps its first size.
"""

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager
from functools import partial
from time import perf_counter

import moderngl

from arena.render.composite import Composite, Viewport, viewport_of
from arena.render.hull_maps import make_in_steps
from arena.render.painting import Brushes, Painter, PlanetTextures
from arena.render.passes.asteroids import AsteroidsPass, VeilPass
from arena.render.passes.background import PlanetPass, SkyPass, StarsPass
from arena.render.passes.belts import BeltsPass
from arena.render.passes.contrast import ContrastPass
from arena.render.passes.drawing import Pass, Stats, View
from arena.render.passes.landmarks import LandmarksPass
from arena.render.passes.light import BulletsPass, LatticePass, LinesPass, RingsPass, SpritesPass
from arena.render.passes.overlay import OverlayPass
from arena.render.passes.particles import ParticlesPass
from arena.render.passes.post import PostPass
from arena.render.passes.ships import ClearingPass, GhostsPass, HullsPass, PointsPass, ShipsPass, SwarmPass
from arena.render.scene_block import SceneBlock
from arena.render.shaders import FromShaders, ShaderError
from arena.render.targets import TargetPool
from arena.render.tiers import TIERS, Quality
from arena.render.timing import NOTHING, Timer, draws_in_software, make_timer
from arena.view.frame import Frame
from arena.view.palette import Palette

PASSES: tuple[type[Pass], ...] = (
    PlanetPass,
    SkyPass,
    StarsPass,
    LandmarksPass,
    BeltsPass,
    AsteroidsPass,
    HullsPass,
    LatticePass,
    RingsPass,
    ParticlesPass,
    ClearingPass,
    SpritesPass,
    SwarmPass,
    PointsPass,
    ShipsPass,
    VeilPass,
    BulletsPass,
    ContrastPass,
    LinesPass,
    GhostsPass,
    PostPass,
    OverlayPass,
)
"""Passes of one view, in order: background, large bodies, light, marks above it, and post-processing."""

BEGIN = {SkyPass.name, SwarmPass.name}
"""Passes after which a software renderer begins to draw: Mesa does where the target changes."""


class Renderer:
    """Draws frames; one per GL context."""

    def __init__(self, ctx: moderngl.Context, quality: Quality = "medium", gradual: bool = False) -> None:
        """Compile everything for a quality; textures are painted once a frame brings the palette.

        With `gradual` only layers are drawn until `complete` has been called as long as not `is_complete`.

        Raises:
            ShaderError: a shader was refused.
            ValueError: unknown quality.
        """
        self.ctx = ctx
        self.stats = Stats()
        self._block = SceneBlock(ctx)
        self._brushes = FromShaders(partial(Brushes, ctx), Brushes.shader_files())
        self._painter: Painter | None = None
        self._steps: Generator[None, None, Painter] | None = None
        self.scale = 1.0
        """Pixels of the scene drawn for each that is shown, along each axis; the overlay has all."""
        self._timer: Timer | None = None
        self._aside = ctx.simple_framebuffer((1, 1)) if draws_in_software(ctx) else None
        self.painted = False
        """True once the planet has all its detail; until then each picture paints some tiles more."""
        self.painting_share = 0.2
        """Share of the time that painting may take from drawing; a software renderer feels it."""
        self._begin(quality, PASSES[-1:] if gradual else PASSES)

    @property
    def quality(self) -> Quality:
        """Current tier; setting it recompiles the shaders."""
        return self._quality

    @quality.setter
    def quality(self, quality: Quality) -> None:
        self._begin(quality, PASSES)

    def _begin(self, quality: Quality, passes: Iterable[type[Pass]]) -> None:
        if quality not in TIERS:
            raise ValueError(f"quality must be one of {', '.join(TIERS)}, not {quality!r}")
        tier = self._tier = TIERS[quality]
        self._passes = [self._make(each) for each in passes]
        self._targets = TargetPool(self.ctx, tier)
        self._quality: Quality = quality
        self._painter, self.painted = None, False

    def _make(self, made: type[Pass]) -> FromShaders[Pass]:
        tier = self._tier
        return FromShaders(partial(made, self.ctx, tier), made.shader_files(), tier.defines)

    @property
    def is_complete(self) -> bool:
        """True once it draws views, and not only layers."""
        return len(self._passes) == len(PASSES)

    def complete(self, content: Composite, target: moderngl.Framebuffer) -> None:
        """Paint coarsely, or make the next pass and draw it once, over `target`: some drivers compile then.

        Raises:
            ShaderError: a shader was refused.
        """
        view = content.views[0]
        if self._painter is None:
            self._steps = self._steps or self._begin_in_steps(view.palette)
            try:
                next(self._steps)
            except StopIteration as end:
                self._painter = end.value
        elif not self.is_complete:
            self._passes.insert(-1, self._make(PASSES[len(self._passes) - 1]))
            self._draw_view(view, target, self._painted(view), self._passes[-2:-1])

    @property
    def timed(self) -> bool:
        """True if `stats.passes_ms` is measured; off unless requested."""
        return self._timer is not None

    @timed.setter
    def timed(self, timed: bool) -> None:
        if timed != self.timed:
            self._timer = make_timer(self.ctx) if timed else None

    def reload_shaders(self) -> tuple[list[str], list[ShaderError]]:
        """Compile anew what was changed on disk; return the names of what was, and what was refused.

        Whatever is refused is drawn as before. Passes that share their shaders are named once.
        """
        changed, refused = dict[str, None](), dict[str, ShaderError]()
        for part in (self._brushes, *self._passes):
            try:
                if part.reload():
                    changed[part.name] = None
            except ShaderError as error:
                refused[str(error)] = error
        if self._brushes.name in changed and self._painter is not None:
            try:
                self._painter, self.painted = self._begin_painting(self._painter.palette), False
            except ShaderError as error:  # of the world's own recipe
                del changed[self._brushes.name]
                refused[str(error)] = error
        return list(changed), list(refused.values())

    def draw(self, content: Frame | Composite, target: moderngl.Framebuffer) -> None:
        """Draw one frame, or the views that share a target, which needs no depth bits."""
        started = perf_counter()
        composite = content if isinstance(content, Composite) else Composite.of(content)
        self.stats = Stats()
        if min(composite.size_px) < 1:
            return
        if not composite.covered or not self.is_complete:
            _aim(target, (0, 0, *composite.size_px))
            target.clear(0.0, 0.0, 0.0, 1.0)
        if composite.views and self.is_complete:
            textures = self._painted(composite.views[0])
            for view in composite.views:
                self._draw_view(view, target, textures, self._passes)
        with self._measure(OverlayPass.name):
            self._draw_layers(composite, target)
        if self._timer is not None:
            self._timer.end_picture()
            self.stats.passes_ms = self._timer.times_ms
        self._targets.drop_unused()
        target.scissor = None  # pyright: ignore[reportAttributeAccessIssue] - None switches it off
        self.stats.draw_ms = (perf_counter() - started) * 1e3 - self.stats.upload_ms

    def _draw_view(
        self, frame: Frame, target: moderngl.Framebuffer, textures: PlanetTextures,
        passes: Iterable[FromShaders[Pass]],
    ) -> None:  # fmt: skip
        viewport = viewport_of(frame)
        if min(viewport[2:]) < 1:
            return
        targets = self._targets.take(viewport, self.scale)
        view = View(frame, textures, self.stats, target, viewport, targets, self._tier)
        view.scene.depth_mask = True
        _aim(view.scene, view.scene_viewport)
        view.scene.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        self._block.write(frame, view.scene_viewport[2:])
        for each in passes:
            with self._measure(each.name):
                each.made.draw(view)
            if self._aside is not None and each.name in BEGIN:
                self._aside.clear()
        self.stats.instances += frame.instances

    def _draw_layers(self, composite: Composite, target: moderngl.Framebuffer) -> None:
        """Draw the layer over all views."""
        layers = next(each.made for each in self._passes if isinstance(each.made, OverlayPass))
        own = [view.overlay for view in composite.views] if self.is_complete else []
        for overlay in (*composite.below, composite.overlay):
            if all(overlay is not one for one in own):
                layers.draw_layer(overlay, target, (0, 0, *composite.size_px), self.stats)

    def _measure(self, name: str) -> AbstractContextManager[object]:
        return NOTHING if self._timer is None else self._timer.measure(name)

    def _painted(self, frame: Frame) -> PlanetTextures:
        if self._painter is None or self._painter.palette != frame.palette:
            self._painter, self.painted = self._begin_painting(frame.palette), False
        else:
            self.painted = not self._painter.advance(self.painting_share)
        return self._painter.textures

    def _begin_painting(self, palette: Palette) -> Painter:
        return Painter.begin(*self._canvas(palette))

    def _begin_in_steps(self, palette: Palette) -> Generator[None, None, Painter]:
        yield from make_in_steps(self.ctx)
        return (yield from Painter.begin_in_steps(*self._canvas(palette)))

    def _canvas(self, palette: Palette) -> tuple[moderngl.Context, Brushes, Palette, int]:
        return self.ctx, self._brushes.made, palette, self._tier.surface_size

    def prepare(self, content: Frame | Composite) -> None:
        """Paint the planet in full now, instead of over the first frames; for single pictures."""
        views = content.views if isinstance(content, Composite) else [content]
        if not views:  # a menu before there is a world
            return
        self._painted(views[0])
        assert self._painter is not None
        self._painter.finish()
        self.painted = True


def _aim(target: moderngl.Framebuffer, viewport: Viewport) -> None:
    """Draw into a part of the target only; points, which are wider than their place, are cut there too."""
    target.use()
    target.viewport = target.scissor = viewport
