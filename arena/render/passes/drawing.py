"""Render passes: their base class, their inputs, and the pipeline state that they set.

`Renderer` makes each pass once for a tier and calls `draw` once for each view of each picture, in the order
of its list. A pass assumes no state from earlier passes but the pixels.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from time import perf_counter
from typing import Any, ClassVar, NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.batches import ROOM, Batch
from arena.render.composite import Viewport
from arena.render.painting import PlanetTextures
from arena.render.passes.crowd import ShipLevels, part_crowd
from arena.render.shaders import load_program, set_uniforms
from arena.render.targets import SceneTargets
from arena.render.tiers import Tier
from arena.view.frame import Frame

KEPT = moderngl.ZERO, moderngl.ONE
"""Blend factors of alpha that keep it: some desktops would look through a window without."""
ADD = moderngl.ONE, moderngl.ONE, *KEPT
OVER = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, *KEPT
PREMULTIPLIED = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA, *KEPT
"""Alpha 0 adds light, shadows bring alpha without light."""


@dataclass
class Stats:
    """Of the last picture."""

    draw_calls: int = 0
    instances: int = 0
    triangles: int = 0
    upload_ms: float = 0.0
    draw_ms: float = 0.0
    passes_ms: dict[str, float] = field(default_factory=dict[str, float])
    """Time of each pass, some pictures ago [ms]; empty unless times are requested and known."""

    def count(self, triangles: int = 0) -> None:
        """Count a draw call."""
        self.draw_calls += 1
        self.triangles += triangles


@dataclass
class View:
    """One view of the world on its way into the picture."""

    frame: Frame
    textures: PlanetTextures
    stats: Stats
    target: moderngl.Framebuffer  # of the picture
    viewport: Viewport  # of the view in it
    scene_targets: SceneTargets  # where the world is drawn
    tier: Tier

    @cached_property
    def levels(self) -> ShipLevels:
        """Ships of the frame by their size in the picture."""
        return part_crowd(self.frame, self.tier)

    @property
    def scene(self) -> moderngl.Framebuffer:
        """Framebuffer of the world."""
        return self.scene_targets.scene

    @property
    def scene_viewport(self) -> Viewport:
        """Viewport in that framebuffer."""
        return 0, 0, *self.scene_targets.color.size


class DrawState(NamedTuple):
    """Everything of the pipeline's state that differs between passes."""

    depth_test: bool = False
    depth_write: bool = False
    cull: bool = False
    blend: tuple[int, int, int, int] | None = None  # of colours, then of alpha
    point_size: bool = False  # whether the shader says how large points are
    equation: tuple[int, int] = moderngl.FUNC_ADD, moderngl.FUNC_ADD  # of blending, of colours, then of alpha

    def apply(self, ctx: moderngl.Context, target: moderngl.Framebuffer) -> None:
        """Set all of it for what is drawn on `target` next."""
        flags = moderngl.DEPTH_TEST if self.depth_test else moderngl.NOTHING
        flags |= moderngl.CULL_FACE if self.cull else moderngl.NOTHING
        flags |= moderngl.PROGRAM_POINT_SIZE if self.point_size else moderngl.NOTHING
        flags |= moderngl.BLEND if self.blend is not None else moderngl.NOTHING
        ctx.enable_only(flags)
        ctx.depth_func = "<="
        ctx.blend_equation = self.equation
        if self.blend is not None:
            ctx.blend_func = self.blend  # pyright: ignore[reportAttributeAccessIssue]
        target.depth_mask = self.depth_write


SOLID = DrawState(depth_test=True, depth_write=True, cull=True)
GLOW = DrawState(depth_test=True, blend=PREMULTIPLIED)


class Pass(ABC):
    """One step of drawing a view."""

    name: ClassVar[str]
    """Of the pass, of its folder of shaders and of the two files in it."""
    drawn_by: ClassVar[str] = ""
    """Pass whose shaders it shares, if any."""
    state: DrawState
    numbers: ClassVar[tuple[str, ...]] = ()
    """Preprocessor symbols with values, for what shaders and Python both know, fields of instances too."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        """Compile its shaders for a tier.

        Raises:
            ShaderError: one was refused.
        """
        self.ctx = ctx
        self.program = load_program(ctx, *self.shader_files()[0], (*tier.defines, *self.numbers))

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Vertex and fragment shader of each of its programs."""
        name = cls.drawn_by or cls.name
        return ((f"{name}/{name}.vert", f"{name}/{name}.frag"),)

    @abstractmethod
    def draw(self, view: View) -> None:
        """Draw its part of a view."""

    def begin(self, view: View) -> None:
        """Set the state for drawing on the scene."""
        self.state.apply(self.ctx, view.scene)

    def set(self, **values: object) -> None:
        """Set uniforms, as far as the compiler kept them; textures that are never set are those of unit 0."""
        set_uniforms(self.program, **values)


class InstancedPass(Pass):
    """All instances of one array in one draw call, each a strip that its shader shapes."""

    rows: ClassVar[str]
    """Place of the instances in a view."""
    dtype: ClassVar[np.dtype[Any]]
    segments: ClassVar[int] = 1
    """Pieces of its strip."""
    room: ClassVar[int] = ROOM
    """Instances that fit before its buffer must grow."""

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        super().__init__(ctx, tier)
        self._batch = Batch(ctx, self.program, self.dtype, strip=2 * self.segments + 2, room=self.room)

    def instances(self, view: View) -> NDArray[Any]:
        """Instances to draw."""
        return attrgetter(self.rows)(view)

    def draw(self, view: View) -> None:
        """Draw them, unless there are none."""
        instances = self.instances(view)
        if len(instances):
            self.begin(view)
            draw_batch(self._batch, instances, view.stats)


def draw_batch(batch: Batch, instances: NDArray[Any], stats: Stats, corners: int | None = None) -> None:
    """Upload and draw at least one instance, and count it; `corners` as in `Batch.draw`."""
    started = perf_counter()
    batch.upload(instances)
    stats.upload_ms += (perf_counter() - started) * 1e3
    stats.count(batch.draw(len(instances), corners))
