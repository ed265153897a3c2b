"""Rows in any order, in the registers of `arena.jit.simd.registers`: for loops over lists of rows.

    rows = load_rows(seen, k)                       F64_LANES rows from a list, from seen[k] on
    x, y, z = gather_vectors(position, rows)        three float64 registers from a column of shape (n, 3)
    size = gather(radius, rows)                     one from a column of shape (n,), of whatever dtype
    mate = (rows < ship_count) & (size > 0.5)
    near = reduce_add(where(mate, x, 0.0))          the sum over all F64_LANES, in a fixed order
    soonest = reduce_min(times)                     the lowest of F64_LANES
    prefetch(position, row)                         begin to fetch a row that will be needed soon

All F64_LANES rows must exist: a caller pads its list with any row, and masks it. Minds use this for
everything in a ship's sight, and so does the contact solver.
"""

# An intrinsic is declared with a typing context that its callers do not pass, and numba types what it takes.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from arena.jit.simd.registers import DOUBLES, F64_LANES, NUMBERS, RegisterType, row_pointer


def load_rows(rows: Any, at: Any) -> Any:
    """F64_LANES rows of a list from rows[at] on; float64, so that they compare as numbers do."""
    return rows[int(at) : int(at) + F64_LANES].astype(np.float64)


def gather(column: Any, rows: Any) -> Any:
    """The elements of a column, shape (n,), at F64_LANES rows, as float64; for a single row too."""
    return column[rows.astype(np.int64)].astype(np.float64)


def gather_vectors(column: Any, rows: Any) -> Any:
    """(x, y, z) of a column, shape (n, 3), at F64_LANES rows, as float64."""
    block = column[rows.astype(np.int64)].astype(np.float64)
    return block[:, 0], block[:, 1], block[:, 2]


def reduce_add(values: Any) -> Any:
    """The sum of F64_LANES numbers: of neighbours first, then of pairs, then of fours."""
    while len(values) > 1:
        values = values[0::2] + values[1::2]
    return values[0]


def reduce_min(values: Any) -> Any:
    """The lowest of F64_LANES numbers."""
    return np.min(values)


def prefetch(column: Any, row: Any) -> None:
    """Begin to fetch the row of a column into the cache; nothing else happens.

    For loops over rows in any order, some steps ahead of use. The row must exist.
    """


@intrinsic
def _load_rows(typingctx, rows, at):
    def codegen(context, builder, sig, args):
        scalar = context.get_data_type(sig.args[0].dtype)
        vector = ir.VectorType(scalar, F64_LANES)
        pointer = row_pointer(context, builder, sig.args[0], *args, vector)
        values = builder.load(pointer, align=scalar.width // 8)
        return builder.sitofp(values, DOUBLES)

    return NUMBERS(rows, types.uint64), codegen


def _lanes(builder: Any, rows: Any) -> list[Any]:
    """The rows, one by one, as integers."""
    numbers = builder.fptosi(rows, ir.VectorType(ir.IntType(64), F64_LANES))
    return [builder.extract_element(numbers, ir.IntType(32)(lane)) for lane in range(F64_LANES)]


def _as_doubles(builder: Any, dtype: Any, lanes: list[Any]) -> Any:
    """Scalars of a column's dtype as a register of float64."""
    block = ir.Constant(ir.VectorType(lanes[0].type, F64_LANES), ir.Undefined)
    for lane, value in enumerate(lanes):
        block = builder.insert_element(block, value, ir.IntType(32)(lane))
    if dtype == types.float64:
        return block
    if dtype == types.float32:
        return builder.fpext(block, DOUBLES)
    signed = getattr(dtype, "signed", False)
    return builder.sitofp(block, DOUBLES) if signed else builder.uitofp(block, DOUBLES)


@intrinsic
def _gather(typingctx, column, rows):
    def codegen(context, builder, sig, args):
        dtype = sig.args[0].dtype
        scalar = context.get_data_type(dtype)
        pointers = [
            row_pointer(context, builder, sig.args[0], args[0], row, scalar)
            for row in _lanes(builder, args[1])
        ]
        return _as_doubles(builder, dtype, [builder.load(pointer) for pointer in pointers])

    return NUMBERS(column, rows), codegen


@intrinsic
def _gather_vectors(typingctx, column, rows):
    result = types.UniTuple(NUMBERS, 3)

    def codegen(context, builder, sig, args):
        dtype = sig.args[0].dtype
        scalar = context.get_data_type(dtype)
        pointers = [
            row_pointer(context, builder, sig.args[0], args[0], row, scalar)
            for row in _lanes(builder, args[1])
        ]
        axes = [
            [builder.load(builder.gep(pointer, [ir.IntType(64)(axis)])) for pointer in pointers]
            for axis in range(3)
        ]
        return context.make_tuple(builder, result, [_as_doubles(builder, dtype, axis) for axis in axes])

    return result(column, rows), codegen


@intrinsic
def _reduce_add(typingctx, values):
    def codegen(context, builder, sig, args):
        lanes = [builder.extract_element(args[0], ir.IntType(32)(lane)) for lane in range(F64_LANES)]
        while len(lanes) > 1:
            lanes = [builder.fadd(a, b) for a, b in zip(lanes[0::2], lanes[1::2], strict=True)]
        return lanes[0]

    return types.float64(values), codegen


@intrinsic
def _reduce_min(typingctx, values):
    def codegen(context, builder, sig, args):
        lanes = [builder.extract_element(args[0], ir.IntType(32)(lane)) for lane in range(F64_LANES)]
        while len(lanes) > 1:
            lanes = [
                builder.select(builder.fcmp_ordered("<", a, b), a, b)
                for a, b in zip(lanes[0::2], lanes[1::2], strict=True)
            ]
        return lanes[0]

    return types.float64(values), codegen


@intrinsic
def _prefetch(typingctx, column, row):
    byte, number = ir.IntType(8), ir.IntType(32)

    def codegen(context, builder, sig, args):
        at = row_pointer(context, builder, sig.args[0], *args, byte)
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        for_reading, into_every_cache, data = number(0), number(3), number(1)
        builder.call(fetch, [at, for_reading, into_every_cache, data])
        return context.get_dummy_value()

    return types.none(column, types.uint64), codegen


@overload(load_rows)
def _overload_load_rows(rows, at):
    return lambda rows, at: _load_rows(rows, np.uint64(at))


@overload(gather)
def _overload_gather(column, rows):
    if isinstance(rows, RegisterType):
        return lambda column, rows: _gather(column, rows)  # noqa: PLW0108
    return lambda column, rows: np.float64(column[np.uint64(rows)])


@overload(gather_vectors)
def _overload_gather_vectors(column, rows):
    return lambda column, rows: _gather_vectors(column, rows)  # noqa: PLW0108


@overload(reduce_add)
def _overload_reduce_add(values):
    return lambda values: _reduce_add(values)  # noqa: PLW0108


@overload(reduce_min)
def _overload_reduce_min(values):
    return lambda values: _reduce_min(values)  # noqa: PLW0108


@overload(prefetch)
def _overload_prefetch(column, row):
    return lambda column, row: _prefetch(column, np.uint64(row))
