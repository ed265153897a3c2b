"""Eight rows at once: vector registers as values in kernels.

Loops over all bodies (`arena.sim.motion`) are written once, as functions of numbers, and called with eight
rows in registers at a time; what is left over goes through the same function one row at a time. Left to the
auto-vectoriser such loops stay scalar, because vectors of three are interleaved in memory.

    x, y, z = load_vectors(position, row)       three float64 registers from a column of shape (n, 3)
    speed = load(column, row)                   one from a column of shape (n,)
    moved = where(alive, x + speed * DT, x)     + - * / and < > == work, with plain numbers too; & | on flags
    store_vectors(position, row, x, y, z)       rounded to the column's own dtype

Every operation rounds as its scalar counterpart does (no fused multiply-add, no reassociation), so eight rows
at once give the same bits as one at a time, on every CPU. A register needs F64_LANES readable rows from
`row` on. Each function has a plain Python body, which says what it does and which runs under
NUMBA_DISABLE_JIT=1.
"""

# An intrinsic is declared with a typing context that its callers do not pass, and numba types what it takes.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.extending import intrinsic, overload, register_model

F64_LANES = 8

DOUBLES = ir.VectorType(ir.DoubleType(), F64_LANES)
FLAGS = ir.VectorType(ir.IntType(1), F64_LANES)


class RegisterType(types.Type):
    """F64_LANES float64 or booleans in a vector register, as numba sees them."""

    def __init__(self, scalar: types.Type) -> None:
        self.scalar = scalar
        super().__init__(name=f"Eight({scalar})")


@register_model(RegisterType)
class RegisterModel(PrimitiveModel):
    """F64_LANES numbers or booleans in a vector register, as LLVM sees them."""

    def __init__(self, manager: Any, eight: RegisterType) -> None:
        super().__init__(manager, eight, FLAGS if eight.scalar == types.boolean else DOUBLES)


NUMBERS, BOOLEANS = RegisterType(types.float64), RegisterType(types.boolean)


def load(column: Any, row: Any) -> Any:
    """F64_LANES elements of a column from `row` on, as float64."""
    return column[int(row) : int(row) + F64_LANES].astype(np.float64)


def load_flags(column: Any, row: Any) -> Any:
    """F64_LANES booleans of a column from `row` on."""
    return column[int(row) : int(row) + F64_LANES].copy()


def load_vectors(column: Any, row: Any) -> Any:
    """(x, y, z) of F64_LANES rows of a column of shape (n, 3), as float64."""
    block = column[int(row) : int(row) + F64_LANES].astype(np.float64)
    return block[:, 0], block[:, 1], block[:, 2]


def store(column_out: Any, row: Any, values: Any) -> None:
    """Write F64_LANES elements of a column from `row` on."""
    column_out[int(row) : int(row) + F64_LANES] = values


def store_vectors(column_out: Any, row: Any, x: Any, y: Any, z: Any) -> None:
    """Write F64_LANES rows of a column of shape (n, 3) from `row` on."""
    column_out[int(row) : int(row) + F64_LANES] = np.stack([x, y, z], axis=1)


def where(condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where the condition holds, else `otherwise`; for single numbers too."""
    return np.where(condition, then, otherwise)


def any_of(condition: Any) -> Any:
    """True if the condition holds in any row; for a single row too."""
    return bool(np.any(condition))


def bits_of(condition: Any) -> Any:
    """Bit k is set where the condition holds in row k, as uint64."""
    return np.uint64(sum(1 << k for k in range(F64_LANES) if condition[k]))


def square_root(value: Any) -> Any:
    """Correctly rounded square root; for single numbers too."""
    return np.sqrt(value)


def round_down(value: Any) -> Any:
    """Largest whole number that is not above; for single numbers too."""
    return np.floor(value)


def _splat(context: Any, builder: Any, value: Any, value_type: Any) -> Any:
    """A register that holds one number F64_LANES times; registers pass through."""
    if isinstance(value_type, RegisterType):
        return value
    number = context.cast(builder, value, value_type, types.float64)
    first = builder.insert_element(ir.Constant(DOUBLES, ir.Undefined), number, ir.IntType(32)(0))
    order = ir.Constant(ir.VectorType(ir.IntType(32), F64_LANES), [0] * F64_LANES)
    return builder.shuffle_vector(first, ir.Constant(DOUBLES, ir.Undefined), order)


def _binary(operation: Any, result: RegisterType, emit: Callable[[Any, Any, Any], Any]) -> None:
    """Give registers an operator; the other operand may be a plain number."""

    @intrinsic
    def compute(typingctx, a, b):
        def codegen(context, builder, sig, args):
            operands = [_splat(context, builder, *pair) for pair in zip(args, sig.args, strict=True)]
            return emit(builder, *operands)

        return result(a, b), codegen

    def implement(a, b):
        if isinstance(a, RegisterType) or isinstance(b, RegisterType):
            return lambda a, b: compute(a, b)  # noqa: PLW0108
        return None

    overload(operation)(implement)


_binary(operator.add, NUMBERS, lambda builder, a, b: builder.fadd(a, b))
_binary(operator.sub, NUMBERS, lambda builder, a, b: builder.fsub(a, b))
_binary(operator.mul, NUMBERS, lambda builder, a, b: builder.fmul(a, b))
_binary(operator.truediv, NUMBERS, lambda builder, a, b: builder.fdiv(a, b))
_binary(operator.lt, BOOLEANS, lambda builder, a, b: builder.fcmp_ordered("<", a, b))
_binary(operator.gt, BOOLEANS, lambda builder, a, b: builder.fcmp_ordered(">", a, b))
_binary(operator.le, BOOLEANS, lambda builder, a, b: builder.fcmp_ordered("<=", a, b))
_binary(operator.ge, BOOLEANS, lambda builder, a, b: builder.fcmp_ordered(">=", a, b))
_binary(operator.ne, BOOLEANS, lambda builder, a, b: builder.fcmp_unordered("!=", a, b))
_binary(operator.eq, BOOLEANS, lambda builder, a, b: builder.fcmp_ordered("==", a, b))


def _combine(operation: Any, emit: Callable[[Any, Any, Any], Any]) -> None:
    """Give flags an operator."""

    @intrinsic
    def compute(typingctx, a, b):
        def codegen(context, builder, sig, args):
            return emit(builder, *args)

        return BOOLEANS(a, b), codegen

    def implement(a, b):
        if isinstance(a, RegisterType) and isinstance(b, RegisterType):
            return lambda a, b: compute(a, b)  # noqa: PLW0108
        return None

    overload(operation)(implement)


_combine(operator.and_, lambda builder, a, b: builder.and_(a, b))
_combine(operator.or_, lambda builder, a, b: builder.or_(a, b))


def row_pointer(context: Any, builder: Any, array_type: Any, array: Any, row: Any, content: Any) -> Any:
    """Address of `row` in a C-contiguous column, as a pointer to `content`; for intrinsics."""
    data = cgutils.create_struct_proxy(array_type)(context, builder, array).data
    width = 3 if array_type.ndim == 2 else 1
    at = builder.mul(row, ir.Constant(row.type, width))
    return builder.bitcast(builder.gep(data, [at]), content.as_pointer())


def _memory(column: Any, count: int) -> tuple[ir.VectorType, int]:
    """(type of `count` elements of a column in memory, bytes of one)."""
    if column.dtype == types.float64:
        return ir.VectorType(ir.DoubleType(), count), 8
    return ir.VectorType(ir.FloatType(), count), 4


def _order(places: list[int]) -> ir.Constant:
    return ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places)


@intrinsic
def _load(typingctx, column, row):
    def codegen(context, builder, sig, args):
        vector, size = _memory(sig.args[0], F64_LANES)
        values = builder.load(row_pointer(context, builder, sig.args[0], *args, vector), align=size)
        return builder.fpext(values, DOUBLES) if size == 4 else values

    return NUMBERS(column, types.uint64), codegen


@intrinsic
def _load_flags(typingctx, column, row):
    def codegen(context, builder, sig, args):
        vector = ir.VectorType(ir.IntType(8), F64_LANES)
        values = builder.load(row_pointer(context, builder, sig.args[0], *args, vector), align=1)
        return builder.icmp_unsigned("!=", values, ir.Constant(vector, [0] * F64_LANES))

    return BOOLEANS(column, types.uint64), codegen


@intrinsic
def _load_vectors(typingctx, column, row):
    result = types.UniTuple(NUMBERS, 3)

    def codegen(context, builder, sig, args):
        vector, size = _memory(sig.args[0], 3 * F64_LANES)
        block = builder.load(row_pointer(context, builder, sig.args[0], *args, vector), align=size)
        nothing = ir.Constant(vector, ir.Undefined)
        axes = [
            builder.shuffle_vector(block, nothing, _order(list(range(axis, 3 * F64_LANES, 3))))
            for axis in range(3)
        ]
        if size == 4:
            axes = [builder.fpext(axis, DOUBLES) for axis in axes]
        return context.make_tuple(builder, result, axes)

    return result(column, types.uint64), codegen


@intrinsic
def _store(typingctx, column, row, values):
    def codegen(context, builder, sig, args):
        vector, size = _memory(sig.args[0], F64_LANES)
        narrow = builder.fptrunc(args[2], vector) if size == 4 else args[2]
        builder.store(narrow, row_pointer(context, builder, sig.args[0], *args[:2], vector), align=size)
        return context.get_dummy_value()

    return types.none(column, types.uint64, NUMBERS), codegen


@intrinsic
def _store_vectors(typingctx, column, row, x, y, z):
    def codegen(context, builder, sig, args):
        vector, size = _memory(sig.args[0], 3 * F64_LANES)
        axes = args[2:]
        if size == 4:
            axes = [builder.fptrunc(axis, ir.VectorType(ir.FloatType(), F64_LANES)) for axis in axes]
        pair = builder.shuffle_vector(axes[0], axes[1], _order(list(range(2 * F64_LANES))))
        rest = builder.shuffle_vector(
            axes[2], ir.Constant(axes[2].type, ir.Undefined), _order([*range(F64_LANES), *[0] * F64_LANES])
        )
        places = [axis * F64_LANES + k for k in range(F64_LANES) for axis in range(3)]
        block = builder.shuffle_vector(pair, rest, _order(places))
        builder.store(block, row_pointer(context, builder, sig.args[0], *args[:2], vector), align=size)
        return context.get_dummy_value()

    return types.none(column, types.uint64, NUMBERS, NUMBERS, NUMBERS), codegen


@intrinsic
def _where(typingctx, condition, then, otherwise):
    def codegen(context, builder, sig, args):
        pairs = zip(args[1:], sig.args[1:], strict=True)
        return builder.select(args[0], *(_splat(context, builder, *pair) for pair in pairs))

    return NUMBERS(condition, then, otherwise), codegen


@intrinsic
def _any_of(typingctx, condition):
    def codegen(context, builder, sig, args):
        bits = builder.bitcast(args[0], ir.IntType(F64_LANES))
        return builder.icmp_unsigned("!=", bits, ir.IntType(F64_LANES)(0))

    return types.boolean(condition), codegen


@intrinsic
def _bits_of(typingctx, condition):
    def codegen(context, builder, sig, args):
        return builder.zext(builder.bitcast(args[0], ir.IntType(F64_LANES)), ir.IntType(64))

    return types.uint64(condition), codegen


def _unary(name: str) -> Any:
    """The intrinsic of LLVM's function of that name."""

    @intrinsic
    def compute(typingctx, value):
        def codegen(context, builder, sig, args):
            kind = ir.FunctionType(DOUBLES, [DOUBLES])
            function = f"llvm.{name}.v{F64_LANES}f64"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, function), args)

        return NUMBERS(value), codegen

    return compute


_square_root, _round_down = _unary("sqrt"), _unary("floor")


@overload(load)
def _overload_load(column, row):
    return lambda column, row: _load(column, np.uint64(row))


@overload(load_flags)
def _overload_load_flags(column, row):
    return lambda column, row: _load_flags(column, np.uint64(row))


@overload(load_vectors)
def _overload_load_vectors(column, row):
    return lambda column, row: _load_vectors(column, np.uint64(row))


@overload(store)
def _overload_store(column_out, row, values):
    return lambda column_out, row, values: _store(column_out, np.uint64(row), values)


@overload(store_vectors)
def _overload_store_vectors(column_out, row, x, y, z):
    return lambda column_out, row, x, y, z: _store_vectors(column_out, np.uint64(row), x, y, z)


@overload(where)
def _overload_where(condition, then, otherwise):
    if isinstance(condition, RegisterType):
        return lambda condition, then, otherwise: _where(condition, then, otherwise)  # noqa: PLW0108
    return lambda condition, then, otherwise: then if condition else otherwise


@overload(any_of)
def _overload_any_of(condition):
    if isinstance(condition, RegisterType):
        return lambda condition: _any_of(condition)  # noqa: PLW0108
    return lambda condition: condition


@overload(bits_of)
def _overload_bits_of(condition):
    return lambda condition: _bits_of(condition)  # noqa: PLW0108


@overload(square_root)
def _overload_square_root(value):
    if isinstance(value, RegisterType):
        return lambda value: _square_root(value)  # noqa: PLW0108
    return lambda value: math.sqrt(value)  # noqa: PLW0108


@overload(round_down)
def _overload_round_down(value):
    if isinstance(value, RegisterType):
        return lambda value: _round_down(value)  # noqa: PLW0108
    return lambda value: np.floor(value)  # noqa: PLW0108 - math.floor makes an int64, which ends at 2^63
