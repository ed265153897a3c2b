"""The renderer: draws frames onto a target, pass by pass. The order of `PASSES` is the picture.

The window calls `Renderer.draw` once a frame, commands once a picture. Sizes come with what is drawn, never
from the target: moderngl's framebuffer of a window keeps its first size.
"""

from time import perf_counter

import moderngl

from arena.render.composite import Composite, Viewport, viewport_of
from arena.render.painting import Painter, PlanetTextures
from arena.render.passes.asteroids import AsteroidsPass
from arena.render.passes.atmosphere import AtmospherePass
from arena.render.passes.bullets import BulletsPass
from arena.render.passes.clouds import CloudsPass
from arena.render.passes.drawing import Pass, Stats, View
from arena.render.passes.ghosts import GhostsPass
from arena.render.passes.lattice import LatticePass
from arena.render.passes.lines import LinesPass
from arena.render.passes.overlay import OverlayPass
from arena.render.passes.planet import PlanetPass
from arena.render.passes.post import PostPass
from arena.render.passes.rings import RingsPass
from arena.render.passes.ships import ShipsPass
from arena.render.passes.sky import SkyPass
from arena.render.passes.sprites import SpritesPass
from arena.render.passes.stars import StarsPass
from arena.render.scene_block import SceneBlock
from arena.render.targets import TargetPool
from arena.render.tiers import TIERS, Quality
from arena.view.frame import Frame

PASSES: tuple[type[Pass], ...] = (
    PlanetPass,
    SkyPass,
    StarsPass,
    CloudsPass,
    AtmospherePass,
    AsteroidsPass,
    ShipsPass,
    LatticePass,
    RingsPass,
    SpritesPass,
    BulletsPass,
    LinesPass,
    GhostsPass,
    PostPass,
    OverlayPass,
)
"""One view, in order: what is behind, what is solid, what glows, and what brings it to the screen."""


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
        self._painter: Painter | None = None
        self.painted = False
        """Whether the planet has all its detail; until then each picture paints a tile more."""
        self.quality = quality

    @property
    def quality(self) -> Quality:
        """Which tier is drawn; setting it recompiles."""
        return self._quality

    @quality.setter
    def quality(self, quality: Quality) -> None:
        if quality not in TIERS:
            raise ValueError(f"quality must be one of {', '.join(TIERS)}, not {quality!r}")
        tier = TIERS[quality]
        self._passes = [make(self.ctx, tier) for make in PASSES if make.belongs_to(tier)]
        self._overlay = next(each for each in self._passes if isinstance(each, OverlayPass))
        self._targets = TargetPool(self.ctx, tier)
        self._quality: Quality = quality
        self._tier = tier
        self._painter, self.painted = None, False

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
        self._draw_layers(composite, target)
        self._targets.drop_unused()
        target.scissor = None  # pyright: ignore[reportAttributeAccessIssue] - None switches it off
        self.stats.draw_ms = (perf_counter() - started) * 1e3 - self.stats.upload_ms

    def _draw_view(self, frame: Frame, target: moderngl.Framebuffer, textures: PlanetTextures) -> None:
        viewport = viewport_of(frame)
        if min(viewport[2:]) < 1:
            return
        targets = self._targets.take(viewport) if self._tier.hdr else None
        view = View(frame, textures, self.stats, target, viewport, targets)
        view.scene.depth_mask = True
        _aim(view.scene, view.scene_viewport)
        view.scene.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        self._block.write(frame, view.scene_viewport[2:])
        for each in self._passes:
            each.draw(view)
        self.stats.instances += frame.instances

    def _draw_layers(self, composite: Composite, target: moderngl.Framebuffer) -> None:
        """Draw what lies over all views."""
        own = [view.overlay for view in composite.views]
        for overlay in (*composite.below, composite.overlay):
            if all(overlay is not one for one in own):
                self._overlay.draw_layer(overlay, target, (0, 0, *composite.size_px), self.stats)

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


def _aim(target: moderngl.Framebuffer, viewport: Viewport) -> None:
    """Draw into a part of the target only; points, which are wider than their place, are cut there too."""
    target.use()
    target.viewport = target.scissor = viewport
