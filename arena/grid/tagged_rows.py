"""Sixteen tagged rows at once: which of a block's entries a query counts, packing rows together, sorting.

A tagged row is an element of `GridTable.tagged_row`: a row, and flags in the three bits above it. The
companion of `arena.grid.sphere_tests`. Packing writes every row and moves on by the mask's bit, without a
branch: a jump for each bit, which is what LLVM makes of a compressing store without AVX-512, mispredicts and
costs more than all the tests.

Each function has a plain Python body, which says what it does and which runs under NUMBA_DISABLE_JIT=1;
inside kernels the overload below takes its place.
"""

# An intrinsic is declared with a typing context that its callers do not pass, and numba types what it takes.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from arena.grid.sphere_tests import F32_LANES, splat

ROW_BITS = 29
ROW = np.uint32((1 << ROW_BITS) - 1)
"""The part of `tagged_row` that is the row."""

FIRST_X, FIRST_Y, FIRST_Z = (np.uint32(1 << bit) for bit in (ROW_BITS, ROW_BITS + 1, ROW_BITS + 2))
"""Set in `tagged_row` where no cell of the body lies before this one along the axis."""

FIRST = np.uint32(7 << ROW_BITS)
"""All three: the cell that holds the lower corner of the body's cube."""

ROWS_MAX = 1 << ROW_BITS

FOUR = 4
"""Entries that `spread_bodies` treats at once: a square of numbers, transposed in registers."""

WORDS = ir.VectorType(ir.IntType(32), F32_LANES)


def first_met(tagged_rows: Any, known: Any, beginning: Any) -> Any:
    """Bit k is set where tagged row k is the first that a query meets of its body.

    `known` holds the flags of the axes along which the query begins in this row of cells, where nothing is
    met before, whatever the tagged row says; `beginning` is a mask of the lanes of the row's first cell,
    where the same holds along x.
    """
    mask = 0
    for k in range(F32_LANES):
        begins = int(FIRST_X) if int(beginning) >> k & 1 else 0
        if (int(tagged_rows[k]) | int(known) | begins) >= int(FIRST):
            mask |= 1 << k
    return mask


def rows_below(tagged_rows: Any, limit: Any) -> Any:
    """Bit k is set where the row of tagged row k is below the limit."""
    return sum(1 << k for k in range(F32_LANES) if (int(tagged_rows[k]) & int(ROW)) < int(limit))


def store_rows(tagged_rows: Any, mask: Any, ids_out: Any, at: Any) -> Any:
    """Write the rows of those in `mask` to ids_out[at:], int32, without gaps; the place behind them.

    Room for F32_LANES rows is needed, whatever the mask.
    """
    place = int(at)
    for k in range(F32_LANES):
        if int(mask) >> k & 1:
            ids_out[place] = int(tagged_rows[k]) & int(ROW)
            place += 1
    return place


def pad_block(ids_out: Any, at: Any) -> Any:
    """Write F32_LANES times the largest int32 from ids_out[at] on. Returns `at`."""
    ids_out[int(at) : int(at) + F32_LANES] = np.iinfo(np.int32).max
    return at


def sort_block(ids_inout: Any, at: Any) -> Any:
    """Sort the F32_LANES int32 from ids_inout[at] on, ascending. Returns `at`."""
    ids_inout[int(at) : int(at) + F32_LANES].sort()
    return at


def merge_blocks(ids_inout: Any, at: Any, other: Any) -> Any:
    """Merge two sorted blocks of F32_LANES int32: the lower half into the first, the upper into the other."""
    a, b = int(at), int(other)
    merged = np.sort(np.concatenate([ids_inout[a : a + F32_LANES], ids_inout[b : b + F32_LANES]]))
    ids_inout[a : a + F32_LANES], ids_inout[b : b + F32_LANES] = merged[:F32_LANES], merged[F32_LANES:]
    return at


def spread_bodies(
    body: Any, tagged_row: Any, xs_out: Any, ys_out: Any, zs_out: Any, rs_out: Any, entry: Any
) -> Any:
    """Copy the bodies of FOUR entries from rows of four numbers into four columns. Returns `entry`.

    `body` is flat: row i holds x, y, z, r from element 4 i on.
    """
    for e in range(int(entry), int(entry) + FOUR):
        at = 4 * (int(tagged_row[e]) & int(ROW))
        xs_out[e], ys_out[e], zs_out[e], rs_out[e] = body[at : at + 4]
    return entry


def _constant(values: Any) -> ir.Constant:
    return ir.Constant(WORDS, [int(value) for value in values])


def _pick(builder: Any, vector: Any, order: Any) -> Any:
    return builder.shuffle_vector(vector, ir.Constant(WORDS, ir.Undefined), _constant(order))


def _exchange(builder: Any, vector: Any, distance: int, block: int) -> Any:
    """One step of a bitonic network: lanes `distance` apart, ascending where bit `block` of the lane is 0."""
    other = _pick(builder, vector, [lane ^ distance for lane in range(F32_LANES)])
    less = builder.icmp_signed("<", vector, other)
    low, high = builder.select(less, vector, other), builder.select(less, other, vector)
    order = [
        lane + (0 if bool(lane & distance) == bool(lane & block) else F32_LANES) for lane in range(F32_LANES)
    ]  # fmt: skip
    return builder.shuffle_vector(low, high, _constant(order))


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    data = cgutils.create_struct_proxy(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), WORDS.as_pointer())


@intrinsic
def _first_met(typingctx, tagged_rows, known, beginning):
    def codegen(context, builder, sig, args):
        vector, flags, bits = args
        begins = builder.bitcast(
            builder.trunc(bits, ir.IntType(F32_LANES)), ir.VectorType(ir.IntType(1), F32_LANES)
        )
        inside = splat(builder, flags, WORDS)
        at_start = splat(builder, builder.or_(flags, ir.IntType(32)(int(FIRST_X))), WORDS)
        flagged = builder.or_(vector, builder.select(begins, at_start, inside))
        met = builder.icmp_unsigned(">=", flagged, _constant([FIRST] * F32_LANES))
        return builder.zext(builder.bitcast(met, ir.IntType(F32_LANES)), ir.IntType(64))

    return types.uint64(tagged_rows, types.uint32, types.uint64), codegen


@intrinsic
def _rows_below(typingctx, tagged_rows, limit):
    def codegen(context, builder, sig, args):
        row = builder.and_(args[0], _constant([ROW] * F32_LANES))
        below = builder.icmp_unsigned("<", row, splat(builder, args[1], WORDS))
        return builder.zext(builder.bitcast(below, ir.IntType(F32_LANES)), ir.IntType(64))

    return types.uint64(tagged_rows, types.uint32), codegen


@intrinsic
def _store_rows(typingctx, tagged_rows, mask, ids_out, at):
    def codegen(context, builder, sig, args):
        vector, bits, array, place = args
        rows = builder.and_(vector, _constant([ROW] * F32_LANES))
        word = ir.IntType(64)
        data = cgutils.create_struct_proxy(sig.args[2])(context, builder, array).data
        for lane in range(F32_LANES):
            row = builder.extract_element(rows, ir.IntType(32)(lane))
            builder.store(row, builder.gep(data, [place]), align=4)
            place = builder.add(place, builder.and_(builder.lshr(bits, word(lane)), word(1)))
        return place

    return types.uint64(tagged_rows, types.uint64, ids_out, types.uint64), codegen


@intrinsic
def _sort_block(typingctx, ids, at):
    def codegen(context, builder, sig, args):
        pointer = _pointer(context, builder, sig.args[0], args[0], args[1])
        vector = builder.load(pointer, align=4)
        block = 2
        while block <= F32_LANES:
            distance = block // 2
            while distance:
                vector = _exchange(builder, vector, distance, block)
                distance //= 2
            block *= 2
        builder.store(vector, pointer, align=4)
        return args[1]

    return types.uint64(ids, types.uint64), codegen


@intrinsic
def _pad_block(typingctx, ids, at):
    def codegen(context, builder, sig, args):
        largest = _constant([np.iinfo(np.int32).max] * F32_LANES)
        builder.store(largest, _pointer(context, builder, sig.args[0], args[0], args[1]), align=4)
        return args[1]

    return types.uint64(ids, types.uint64), codegen


@intrinsic
def _merge_blocks(typingctx, ids, at, other):
    def codegen(context, builder, sig, args):
        first = _pointer(context, builder, sig.args[0], args[0], args[1])
        second = _pointer(context, builder, sig.args[0], args[0], args[2])
        a = builder.load(first, align=4)
        b = _pick(builder, builder.load(second, align=4), range(F32_LANES - 1, -1, -1))
        less = builder.icmp_signed("<", a, b)
        for pointer, start in ((first, builder.select(less, a, b)), (second, builder.select(less, b, a))):
            vector, distance = start, F32_LANES // 2
            while distance:
                vector = _exchange(builder, vector, distance, 2 * F32_LANES)
                distance //= 2
            builder.store(vector, pointer, align=4)
        return args[1]

    return types.uint64(ids, types.uint64, types.uint64), codegen


@intrinsic
def _spread_bodies(typingctx, body, tagged_row, xs, ys, zs, rs, entry):
    scalar = body.dtype

    def codegen(context, builder, sig, args):
        lane = ir.DoubleType() if scalar == types.float64 else ir.FloatType()
        four, align = ir.VectorType(lane, FOUR), scalar.bitwidth // 8

        def pointer(index, at, target):
            data = cgutils.create_struct_proxy(sig.args[index])(context, builder, args[index]).data
            return builder.bitcast(builder.gep(data, [at]), target.as_pointer())

        def shuffle(a, b, order):
            return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), FOUR), order))

        rows = []
        for k in range(FOUR):
            place = builder.add(args[6], ir.IntType(64)(k))
            row = builder.and_(builder.load(pointer(1, place, ir.IntType(32))), ir.IntType(32)(int(ROW)))
            at = builder.shl(builder.zext(row, ir.IntType(64)), ir.IntType(64)(2))
            rows.append(builder.load(pointer(0, at, four), align=align))
        low = [shuffle(rows[k], rows[k + 1], [0, 4, 1, 5]) for k in (0, 2)]
        high = [shuffle(rows[k], rows[k + 1], [2, 6, 3, 7]) for k in (0, 2)]
        columns = [shuffle(*half, order) for half in (low, high) for order in ([0, 1, 4, 5], [2, 3, 6, 7])]
        for k in range(FOUR):
            builder.store(columns[k], pointer(2 + k, args[6], four), align=align)
        return args[6]

    return types.uint64(body, tagged_row, xs, ys, zs, rs, types.uint64), codegen


@overload(spread_bodies, inline="never")
def _overload_spread_bodies(body, tagged_row, xs_out, ys_out, zs_out, rs_out, entry):
    def implementation(body, tagged_row, xs_out, ys_out, zs_out, rs_out, entry):
        return _spread_bodies(body, tagged_row, xs_out, ys_out, zs_out, rs_out, np.uint64(entry))

    return implementation


@overload(first_met, inline="never")
def _overload_first_met(tagged_rows, known, beginning):
    def implementation(tagged_rows, known, beginning):
        return _first_met(tagged_rows, np.uint32(known), np.uint64(beginning))

    return implementation


@overload(rows_below, inline="never")
def _overload_rows_below(tagged_rows, limit):
    return lambda tagged_rows, limit: _rows_below(tagged_rows, np.uint32(limit))


@overload(pad_block, inline="never")
def _overload_pad_block(ids_out, at):
    return lambda ids_out, at: _pad_block(ids_out, np.uint64(at))


@overload(store_rows, inline="never")
def _overload_store_rows(tagged_rows, mask, ids_out, at):
    def implementation(tagged_rows, mask, ids_out, at):
        return _store_rows(tagged_rows, np.uint64(mask), ids_out, np.uint64(at))

    return implementation


@overload(sort_block, inline="never")
def _overload_sort_block(ids_inout, at):
    return lambda ids_inout, at: _sort_block(ids_inout, np.uint64(at))


@overload(merge_blocks, inline="never")
def _overload_merge_blocks(ids_inout, at, other):
    return lambda ids_inout, at, other: _merge_blocks(ids_inout, np.uint64(at), np.uint64(other))
