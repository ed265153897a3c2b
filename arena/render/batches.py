"""Buffers of instances: one contiguous structured array per draw call."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

ROOM = 256
"""Instances that a new batch has room for, unless its owner knows better; it doubles when it must."""


MeshArrays = tuple[NDArray[np.void], NDArray[np.int32]]
"""Vertices (structured, float32 fields) and triangle indices."""


class Mesh:
    """Mesh that is drawn once, without instances."""

    def __init__(
        self, ctx: moderngl.Context, program: moderngl.Program, vertices: NDArray[np.void],
        triangles: NDArray[np.int32],
    ) -> None:  # fmt: skip
        """Make the buffers, with the attributes of `program` by the names of the vertices' fields."""
        content = (ctx.buffer(vertices.tobytes()), *_layout(program, vertices.dtype, ""))
        index = ctx.buffer(np.ascontiguousarray(triangles, np.int32).tobytes())
        self._array = ctx.vertex_array(program, [content], index_buffer=index)
        self.triangles = len(triangles)

    def draw(self) -> int:
        """Draw it; returns the triangles drawn."""
        self._array.render(moderngl.TRIANGLES)
        return self.triangles


class Batch:
    """The instances that a shape is drawn for, which the vertex shader makes."""

    def __init__(
        self, ctx: moderngl.Context, program: moderngl.Program, instance_dtype: np.dtype[Any],
        strip: int = 4, room: int = ROOM,
    ) -> None:  # fmt: skip
        """Make the buffers.

        Args:
            ctx: the context.
            program: its attributes are looked up by the names of the dtypes' fields.
            instance_dtype: of the arrays that `draw` takes, all fields float32.
            strip: vertices of the triangle strip that one instance is.
            room: instances that fit before the buffer must grow.
        """
        self.program = program
        self._stride = instance_dtype.itemsize
        self._buffer = ctx.buffer(reserve=self._stride * room, dynamic=True)
        self._array = ctx.vertex_array(program, [(self._buffer, *_layout(program, instance_dtype, "/i"))])
        self._strip = strip

    def upload(self, instances: NDArray[Any]) -> None:
        """Hand the instances to the driver, in fresh memory so that it need not wait for the last frame."""
        needed = len(instances) * self._stride
        if needed > self._buffer.size:
            self._buffer.orphan(max(needed, 2 * self._buffer.size))
        else:
            self._buffer.orphan()
        self._buffer.write(instances)

    def draw(self, count: int, corners: int | None = None) -> int:
        """Draw the first `count` instances of what was uploaded; returns the triangles drawn.

        `corners` draws this many of loose triangles in place of a strip.
        """
        if corners is not None:
            self._array.render(moderngl.TRIANGLES, vertices=corners, instances=count)
            return corners // 3 * count
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=self._strip, instances=count)
        return (self._strip - 2) * count


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
