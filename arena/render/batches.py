"""Buffers of instances: one contiguous structured array per draw call."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

_ROOM = 256
"""Instances that a new batch has room for; it doubles when it must."""


class Batch:
    """A mesh (or none, where the vertex shader makes the shape) and the instances that it is drawn for."""

    def __init__(
        self,
        ctx: moderngl.Context,
        program: moderngl.Program,
        instance_dtype: np.dtype[Any],
        mesh: tuple[NDArray[Any], NDArray[np.int32]] | None = None,
        strip: int = 4,
    ) -> None:
        """Make the buffers.

        Args:
            ctx: the context.
            program: its attributes are looked up by the names of the dtypes' fields.
            instance_dtype: of the arrays that `draw` takes, all fields float32.
            mesh: vertices (structured, float32 fields) and triangle indices; drawn as triangles.
            strip: without a mesh: vertices of the triangle strip that one instance is.
        """
        self.program = program
        self._stride = instance_dtype.itemsize
        self._buffer = ctx.buffer(reserve=self._stride * _ROOM, dynamic=True)
        content = [(self._buffer, *_layout(program, instance_dtype, "/i"))]
        if len(content[0]) == 2:  # one instance of a bare mesh needs no attributes
            content = []
        index, self._mode, self._vertices = None, moderngl.TRIANGLE_STRIP, strip
        if mesh is not None:
            vertices, triangles = mesh
            content.insert(0, (ctx.buffer(vertices.tobytes()), *_layout(program, vertices.dtype, "")))
            index = ctx.buffer(np.ascontiguousarray(triangles, np.int32).tobytes())
            self._mode, self._vertices = moderngl.TRIANGLES, triangles.size
        self._array = ctx.vertex_array(program, content, index_buffer=index)

    @property
    def triangles(self) -> int:
        """Of one instance."""
        return self._vertices // 3 if self._mode == moderngl.TRIANGLES else self._vertices - 2

    def upload(self, instances: NDArray[Any]) -> None:
        """Hand the instances to the driver, in fresh memory so that it need not wait for the last frame."""
        needed = len(instances) * self._stride
        if needed > self._buffer.size:
            self._buffer.orphan(max(needed, 2 * self._buffer.size))
        else:
            self._buffer.orphan()
        self._buffer.write(instances)

    def draw(self, count: int, corners: int | None = None) -> int:
        """Draw the first `count` of what was uploaded; returns the triangles drawn.

        Args:
            count: how many instances.
            corners: without a mesh: draw this many corners of loose triangles in place of a strip.
        """
        if corners is not None:
            self._array.render(moderngl.TRIANGLES, vertices=corners, instances=count)
            return corners // 3 * count
        self._array.render(self._mode, vertices=self._vertices, instances=count)
        return self.triangles * count


def _layout(program: moderngl.Program, dtype: np.dtype[Any], step: str) -> tuple[str, ...]:
    """Format and attribute names; what the compiler dropped becomes padding."""
    parts: list[str] = []
    names: list[str] = []
    assert dtype.fields is not None
    for name, (kind, *_) in dtype.fields.items():
        count = kind.itemsize // 4
        if name in program:
            parts.append(f"{count}f")
            names.append(name)
        else:
            parts.append(f"{count * 4}x")
    return (" ".join(parts) + step, *names)
