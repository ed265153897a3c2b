"""Buffers of instances: one contiguous structured array per draw call."""

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

ROOM = 256
"""Instances that a new batch has room for, unless its owner knows better; it doubles when it must."""


MeshArrays = tuple[NDArray[np.void], NDArray[np.int32]]
"""Vertices (structured, float32 fields) and triangle indices."""


def declared(instance_dtype: np.dtype[Any]) -> str:
    """Preprocessor symbol by which a vertex shader declares the fields of its instances."""
    assert instance_dtype.fields is not None
    sizes = {name: kind.itemsize // 4 for name, (kind, *_) in instance_dtype.fields.items()}
    types = ("float", "vec2", "vec3", "vec4")
    return "INSTANCE " + " ".join(f"in {types[size - 1]} {name};" for name, size in sizes.items())


class Mesh:
    """Mesh that is drawn once, without instances."""

    def __init__(
        self, ctx: moderngl.Context, program: moderngl.Program, vertices: NDArray[np.void],
        triangles: NDArray[np.int32],
    ) -> None:  # fmt: skip
        """Make the buffers, with the attributes of `program` by the names of the vertices' fields."""
        content, index = _mesh_buffers(ctx, program, (vertices, triangles))
        self._array = ctx.vertex_array(program, [content], index_buffer=index)
        self.triangles = len(triangles)

    def draw(self) -> int:
        """Draw it; returns the triangles drawn."""
        self._array.render(moderngl.TRIANGLES)
        return self.triangles


class Batch:
    """A mesh (or none, where the vertex shader makes the shape) and the instances that it is drawn for."""

    def __init__(
        self, ctx: moderngl.Context, program: moderngl.Program, instance_dtype: np.dtype[Any],
        mesh: tuple[NDArray[Any], NDArray[np.int32]] | None = None, strip: int = 4, room: int = ROOM,
    ) -> None:  # fmt: skip
        """Make the buffers.

        Args:
            ctx: the context.
            program: its attributes are looked up by the names of the dtypes' fields.
            instance_dtype: of the arrays that `draw` takes, all fields float32.
            mesh: drawn as triangles.
            strip: without a mesh: vertices of the triangle strip that one instance is.
            room: instances that fit before the buffer must grow.
        """
        self.program = program
        self._stride = instance_dtype.itemsize
        self._buffer = ctx.buffer(reserve=self._stride * room, dynamic=True)
        content = [(self._buffer, *_layout(program, instance_dtype, "/i"))]
        index, self._mode, self._vertices = None, moderngl.TRIANGLE_STRIP, strip
        if mesh is not None:
            vertices, index = _mesh_buffers(ctx, program, mesh)
            content.insert(0, vertices)
            self._mode, self._vertices = moderngl.TRIANGLES, mesh[1].size
        self._array = ctx.vertex_array(program, content, index_buffer=index)

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

        Without a mesh, `corners` draws this many of loose triangles in place of a strip.
        """
        mode, vertices = (moderngl.TRIANGLES, corners) if corners else (self._mode, self._vertices)
        self._array.render(mode, vertices=vertices, instances=count)
        return count * (vertices // 3 if mode == moderngl.TRIANGLES else vertices - 2)


def _mesh_buffers(
    ctx: moderngl.Context, program: moderngl.Program, mesh: MeshArrays
) -> tuple[tuple[Any, ...], moderngl.Buffer]:
    vertices, triangles = mesh
    content = (ctx.buffer(vertices.tobytes()), *_layout(program, vertices.dtype, ""))
    return content, ctx.buffer(np.ascontiguousarray(triangles, np.int32).tobytes())


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
