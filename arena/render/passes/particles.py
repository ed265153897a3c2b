"""Particles: rings of rows that are uploaded once, when they begin, and animated by the vertex shaders.

Each layer has a texture with as many rows of its ring as the tier draws. A picture uploads the lines of it
that hold particles born since the last one and draws from the oldest live row to the newest, in one call. The
corners are told apart by their number: without instances, dead rows cost a software renderer a third.
"""

from time import perf_counter
from weakref import WeakKeyDictionary

import moderngl
import numpy as np

from arena.jit.annotations import U32
from arena.render.passes.background import detail_map
from arena.render.passes.drawing import GLOW, Pass, Stats, View
from arena.render.shaders import load_program, set_uniforms
from arena.render.tiers import Tier
from arena.view.effects.particles import CAPACITY, LINE, PERIOD, ROW_FLOATS, SYMBOLS, Layer, Particles

SHARES = {Layer.SMOKE: 0.2, Layer.FIRE: 0.3, Layer.SPARKS: 0.5}
"""Of a tier's particles, by layer."""
COARSE_SHARES = {Layer.SMOKE: 0.04, Layer.FIRE: 0.06, Layer.SPARKS: 0.9}
"""The same where sparks are lines: a square costs many times as much there."""
TEXELS = ROW_FLOATS // 4
CORNERS = np.array((0, 1, 2, 2, 1, 3), np.int32)
"""Of a particle's two triangles."""


class RingTexture:
    """Copy of the newest rows of one ring on the graphics card."""

    def __init__(self, ctx: moderngl.Context, lines: int) -> None:
        """Reserve room for so many lines."""
        self.lines = lines
        self.texture = ctx.texture((LINE * TEXELS, lines), 4, dtype="u4")
        self.texture.filter = moderngl.NEAREST, moderngl.NEAREST
        self._uploaded = 0

    def upload(self, words: U32, first: int, written: int) -> int:
        """Take over rows first..written that are not here yet, whole lines; returns how many lines.

        Args:
            words: of the ring, shape (CAPACITY, ROW_FLOATS).
            first: number of the first row to draw.
            written: number after the newest.
        """
        if self._uploaded == written:
            return 0
        line, end = max(self._uploaded, first) // LINE, -(-written // LINE)
        self._uploaded, began = written, line
        while line < end:
            source, target = line % (CAPACITY // LINE), line % self.lines
            count = min(end - line, CAPACITY // LINE - source, self.lines - target)
            rows = words[source * LINE : (source + count) * LINE]
            self.texture.write(rows, viewport=(0, target, LINE * TEXELS, count))
            line += count
        return end - began


class LayerDrawing:
    """Draws one layer: its program, its vertices, and the textures of the rings that it has seen."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program, layer: Layer, tier: Tier) -> None:
        self._ctx, self._program, self._layer = ctx, program, layer
        shares = SHARES if tier.fine else COARSE_SHARES
        self._lines = max(2, min(CAPACITY, int(tier.particles * shares[layer])) // LINE)
        self._room = (self._lines - 1) * LINE  # the line that is being written may hold the oldest, too
        self._rings = WeakKeyDictionary[Particles, RingTexture]()
        set_uniforms(program, detail_map=1)
        if layer is Layer.SPARKS and not tier.fine:
            self._array, self._mode, self._corners = ctx.vertex_array(program, []), moderngl.LINES, 2
        else:
            numbers = 4 * np.arange(self._room, dtype=np.int32)[:, None] + CORNERS
            self._array = ctx.vertex_array(program, [], index_buffer=ctx.buffer(numbers.tobytes()))
            self._mode, self._corners = moderngl.TRIANGLES, len(CORNERS)

    def draw(self, particles: Particles, stats: Stats) -> None:
        """Draw the living range, unless it is empty."""
        written = int(particles.written[self._layer])
        first = max(int(particles.oldest[self._layer]), written - self._room)
        if first >= written:
            return
        ring = self._rings.get(particles)
        if ring is None:
            ring = self._rings[particles] = RingTexture(self._ctx, self._lines)
        started = perf_counter()
        ring.upload(particles.words[self._layer], first, written)
        stats.upload_ms += (perf_counter() - started) * 1e3
        ring.texture.use(0)
        now = float(particles.now[0]) % PERIOD
        crowd = min(1.0, (written - first) / self._room)
        set_uniforms(self._program, first=first % (ring.lines * LINE), now=now, crowd=crowd)
        if self._layer is Layer.SMOKE:
            self._set_pushes(particles)
        self._array.render(self._mode, vertices=(written - first) * self._corners)
        stats.count(2 * (written - first) if self._mode == moderngl.TRIANGLES else 0)

    def _set_pushes(self, particles: Particles) -> None:
        pushing = particles.pushes[:, 6] > 0.0
        set_uniforms(self._program, push_count=int(np.count_nonzero(pushing)))
        uniform = self._program.get("pushes", None)
        if pushing.any() and isinstance(uniform, moderngl.Uniform):
            uniform.write(particles.pushes[np.argsort(~pushing, kind="stable")])


class ParticlesPass(Pass):
    """Smoke and plates, then fire over them, then sparks, which are lines where quads would cost too much."""

    name, state, numbers = "particles", GLOW, SYMBOLS

    def __init__(self, ctx: moderngl.Context, tier: Tier) -> None:
        self.ctx = ctx
        self._detail = detail_map(ctx)
        defines = (*tier.defines, *self.numbers)
        programs = (load_program(ctx, *files, defines) for files in self.shader_files())
        self._layers = [
            LayerDrawing(ctx, program, layer, tier) for layer, program in zip(Layer, programs, strict=True)
        ]

    @classmethod
    def shader_files(cls) -> tuple[tuple[str, str], ...]:
        """Those of each layer."""
        names = (f"{cls.name}/{layer.name.lower()}" for layer in Layer)
        return tuple((f"{name}.vert", f"{name}.frag") for name in names)

    def draw(self, view: View) -> None:
        """Draw all layers that have anything."""
        particles = view.frame.particles
        if particles is None or not particles.living:
            return
        self.begin(view)
        self._detail.use(1)
        for layer in self._layers:
            layer.draw(particles, view.stats)
