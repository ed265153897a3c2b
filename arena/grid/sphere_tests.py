"""Sixteen sphere tests at once: the innermost loop of every pair search and query.

Written as LLVM vector code because the same loop, left to the auto-vectoriser, runs anywhere between 0.4 and
12 ns a test depending on how it is spelled. LLVM lowers the 16 lanes to whatever the CPU has; there is no
fused multiply-add and no reassociation, so every CPU computes the same bits.

`load_lanes` gives a value that stays in vector registers, so a block of bodies is loaded once and tested
against many others: that is worth a sixth of the pair search. Each function has a plain Python body, which
says what it does and which runs under NUMBA_DISABLE_JIT=1; inside kernels the overload below takes its place.
"""

# An intrinsic is declared with a typing context that its callers do not pass, and numba types what it takes.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.extending import intrinsic, overload, register_model

F32_LANES = 16
"""Columns given to `load_lanes` and `hit_mask` need this many readable elements from `offset` on."""

GROWTH = 1.0 + 2e-6
"""Factor on squared reach that outweighs float32 rounding: a hit may be a near miss, a miss never a hit."""


SHRINKAGE = 1.0 - 2e-6
"""Factor on squared reach below which no rounding makes a miss."""


class LanesType(types.Type):
    """F32_LANES numbers in a vector register, as numba sees them."""

    def __init__(self, scalar: types.Number) -> None:
        self.scalar = scalar
        super().__init__(name=f"Lanes({scalar})")


@register_model(LanesType)
class LanesModel(PrimitiveModel):
    """F32_LANES numbers in a vector register, as LLVM sees them."""

    def __init__(self, manager: Any, lanes: LanesType) -> None:
        super().__init__(manager, lanes, lane_vector(lanes.scalar))


def lane_vector(scalar: types.Number) -> ir.VectorType:
    """The LLVM type of F32_LANES scalars: float32, float64 or uint32."""
    if scalar == types.uint32:
        return ir.VectorType(ir.IntType(32), F32_LANES)
    return ir.VectorType(ir.DoubleType() if scalar == types.float64 else ir.FloatType(), F32_LANES)


def load_lanes(column: Any, offset: Any) -> Any:
    """F32_LANES elements of a column from `offset` on."""
    return column[int(offset) : int(offset) + F32_LANES]


def sphere_hits(xs: Any, ys: Any, zs: Any, rs: Any, x: Any, y: Any, z: Any, r: Any) -> Any:
    """Bit k is set where sphere k of the lanes overlaps the sphere (x, y, z, r), or misses it by rounding."""
    mask = 0
    for k in range(F32_LANES):
        dx, dy, dz, reach = xs[k] - x, ys[k] - y, zs[k] - z, rs[k] + r
        if dx * dx + dy * dy + dz * dz <= reach * reach * type(reach)(GROWTH):
            mask |= 1 << k
    return np.uint64(mask)


def sphere_hits_surely(xs: Any, ys: Any, zs: Any, rs: Any, x: Any, y: Any, z: Any, r: Any) -> Any:
    """Like `sphere_hits`, but a hit is never a near miss, though a miss may be a near hit."""
    mask = 0
    for k in range(F32_LANES):
        dx, dy, dz, reach = xs[k] - x, ys[k] - y, zs[k] - z, rs[k] + r
        if dx * dx + dy * dy + dz * dz < reach * reach * type(reach)(SHRINKAGE):
            mask |= 1 << k
    return np.uint64(mask)


def center_hits(xs: Any, ys: Any, zs: Any, x: Any, y: Any, z: Any, square: Any) -> Any:
    """Bit k is set where the squared distance of point k of the lanes from (x, y, z) is at most `square`."""
    mask = 0
    for k in range(F32_LANES):
        dx, dy, dz = xs[k] - x, ys[k] - y, zs[k] - z
        if dx * dx + dy * dy + dz * dz <= square:
            mask |= 1 << k
    return np.uint64(mask)


def hit_mask(xs: Any, ys: Any, zs: Any, rs: Any, offset: Any, x: Any, y: Any, z: Any, r: Any) -> Any:
    """`sphere_hits` on the F32_LANES bodies of the columns from `offset` on."""
    lanes = [load_lanes(column, offset) for column in (xs, ys, zs, rs)]
    return sphere_hits(*lanes, x, y, z, r)


def lowest_bit(mask: Any) -> Any:
    """Index of the lowest set bit of a non-zero mask."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


def splat(builder: Any, value: Any, vector: ir.VectorType) -> Any:
    """LLVM code that copies one scalar into all lanes."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.IntType(32)(0))
    order = ir.Constant(ir.VectorType(ir.IntType(32), F32_LANES), [0] * F32_LANES)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), order)


def _square_distance(builder: Any, axes: Any, center: Any, vector: ir.VectorType) -> Any:
    square = None
    for lanes, value in zip(axes, center, strict=True):
        difference = builder.fsub(lanes, splat(builder, value, vector))
        product = builder.fmul(difference, difference)
        square = product if square is None else builder.fadd(square, product)
    return square


def _bits(builder: Any, lanes_of_bool: Any) -> Any:
    return builder.zext(builder.bitcast(lanes_of_bool, ir.IntType(F32_LANES)), ir.IntType(64))


@intrinsic
def _load_lanes(typingctx, column, offset):
    lanes = LanesType(column.dtype)

    def codegen(context, builder, sig, args):
        vector = lane_vector(lanes.scalar)
        array = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
        pointer = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
        return builder.load(pointer, align=lanes.scalar.bitwidth // 8)

    return lanes(column, types.uint64), codegen


def _sphere_test(comparison: str, factor: float) -> Any:
    """The intrinsic that compares squared distances with squared reaches times a factor."""

    @intrinsic
    def test(typingctx, xs, ys, zs, rs, x, y, z, r):
        scalar = xs.scalar

        def codegen(context, builder, sig, args):
            vector = lane_vector(scalar)
            square = _square_distance(builder, args[:3], args[4:7], vector)
            reach = builder.fadd(args[3], splat(builder, args[7], vector))
            scaled = ir.Constant(vector, [float(np.float32(factor))] * F32_LANES)
            limit = builder.fmul(builder.fmul(reach, reach), scaled)
            return _bits(builder, builder.fcmp_ordered(comparison, square, limit))

        return types.uint64(xs, xs, xs, xs, scalar, scalar, scalar, scalar), codegen

    return test


_sphere_hits = _sphere_test("<=", GROWTH)
_sphere_hits_surely = _sphere_test("<", SHRINKAGE)


@intrinsic
def _center_hits(typingctx, xs, ys, zs, x, y, z, square):
    scalar = xs.scalar

    def codegen(context, builder, sig, args):
        vector = lane_vector(scalar)
        squares = _square_distance(builder, args[:3], args[3:6], vector)
        return _bits(builder, builder.fcmp_ordered("<=", squares, splat(builder, args[6], vector)))

    return types.uint64(xs, xs, xs, scalar, scalar, scalar, scalar), codegen


@intrinsic
def _lowest_bit(typingctx, mask):
    def codegen(context, builder, sig, args):
        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.uint64(types.uint64), codegen


@overload(load_lanes, inline="never")
def _overload_load_lanes(column, offset):
    return lambda column, offset: _load_lanes(column, np.uint64(offset))


@overload(sphere_hits, inline="never")
def _overload_sphere_hits(xs, ys, zs, rs, x, y, z, r):
    return lambda xs, ys, zs, rs, x, y, z, r: _sphere_hits(xs, ys, zs, rs, x, y, z, r)  # noqa: PLW0108


@overload(sphere_hits_surely, inline="never")
def _overload_sphere_hits_surely(xs, ys, zs, rs, x, y, z, r):
    return lambda xs, ys, zs, rs, x, y, z, r: _sphere_hits_surely(xs, ys, zs, rs, x, y, z, r)  # noqa: PLW0108


@overload(center_hits, inline="never")
def _overload_center_hits(xs, ys, zs, x, y, z, square):
    return lambda xs, ys, zs, x, y, z, square: _center_hits(xs, ys, zs, x, y, z, square)  # noqa: PLW0108


@overload(hit_mask, inline="never")
def _overload_hit_mask(xs, ys, zs, rs, offset, x, y, z, r):
    def implementation(xs, ys, zs, rs, offset, x, y, z, r):
        o = np.uint64(offset)
        lanes = _load_lanes(xs, o), _load_lanes(ys, o), _load_lanes(zs, o), _load_lanes(rs, o)
        return _sphere_hits(lanes[0], lanes[1], lanes[2], lanes[3], x, y, z, r)

    return implementation


@overload(lowest_bit, inline="never")
def _overload_lowest_bit(mask):
    return lambda mask: _lowest_bit(np.uint64(mask))
