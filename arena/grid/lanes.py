"""Sixteen sphere tests at once: the innermost loop of every pair search and query.

`hit_mask` is written as LLVM vector code because the same loop, left to the auto-vectoriser, runs anywhere
between 0.4 and 12 ns a test depending on how it is spelled. LLVM lowers the 16 lanes to whatever the CPU has;
there is no fused multiply-add and no reassociation, so every CPU computes the same bits.

Each function has a plain Python body, which says what it does and which runs under NUMBA_DISABLE_JIT=1;
inside kernels the overload below takes its place.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

LANES = 16
"""Arrays given to `hit_mask` need this many readable elements from `offset` on."""


def hit_mask(xs: Any, ys: Any, zs: Any, rs: Any, offset: Any, x: Any, y: Any, z: Any, r: Any) -> Any:
    """Bit k is set where sphere offset + k of the columns overlaps the sphere (x, y, z, r), for k below
    LANES.
    """
    mask = 0
    for k in range(LANES):
        dx, dy, dz = xs[offset + k] - x, ys[offset + k] - y, zs[offset + k] - z
        reach = rs[offset + k] + r
        if dx * dx + dy * dy + dz * dz < reach * reach:
            mask |= 1 << k
    return mask


def lowest_bit(mask: Any) -> Any:
    """Index of the lowest set bit of a non-zero mask."""
    return (mask & -mask).bit_length() - 1


@intrinsic
def _hit_mask(typingctx, xs, ys, zs, rs, offset, x, y, z, r):
    scalar = xs.dtype
    signature = types.uint64(xs, ys, zs, rs, types.uint64, scalar, scalar, scalar, scalar)

    def codegen(context, builder, sig, args):
        lane = ir.DoubleType() if scalar == types.float64 else ir.FloatType()
        vector = ir.VectorType(lane, LANES)

        def load(index):
            array = cgutils.create_struct_proxy(sig.args[index])(context, builder, args[index])
            pointer = builder.gep(array.data, [args[4]])
            return builder.load(builder.bitcast(pointer, vector.as_pointer()), align=lane_bytes)

        def spread(value):
            first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.IntType(32)(0))
            order = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), order)

        lane_bytes = 8 if scalar == types.float64 else 4
        square = None
        for axis in range(3):
            difference = builder.fsub(load(axis), spread(args[5 + axis]))
            product = builder.fmul(difference, difference)
            square = product if square is None else builder.fadd(square, product)
        reach = builder.fadd(load(3), spread(args[8]))
        hits = builder.fcmp_ordered("<", square, builder.fmul(reach, reach))
        return builder.zext(builder.bitcast(hits, ir.IntType(LANES)), ir.IntType(64))

    return signature, codegen


@intrinsic
def _lowest_bit(typingctx, mask):
    def codegen(context, builder, sig, args):
        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.uint64(types.uint64), codegen


@overload(hit_mask, inline="never")
def _overload_hit_mask(xs, ys, zs, rs, offset, x, y, z, r):
    def implementation(xs, ys, zs, rs, offset, x, y, z, r):
        return _hit_mask(xs, ys, zs, rs, np.uint64(offset), x, y, z, r)  # pyright: ignore[reportCallIssue]

    return implementation


@overload(lowest_bit, inline="never")
def _overload_lowest_bit(mask):
    return lambda mask: _lowest_bit(np.uint64(mask))  # pyright: ignore[reportCallIssue]
