"""Inline functions: part of the kernels that call them, callable from Python, compiled once per type."""

from typing import Any

import numba
import numpy as np
import pytest

from arena import jit


@jit.inline
def scaled(value: Any, factor: Any) -> Any:
    return value * factor


@jit.inline
def part(triple: Any, index: Any) -> Any:
    return triple[index]


@jit.inline
def checked_root(value: Any) -> Any:
    if value < 0.0:
        raise ValueError("negative")
    return value**0.5


@numba.njit
def scale_all(values_inout: Any) -> None:
    for index in range(len(values_inout)):
        values_inout[index] = scaled(scaled(values_inout[index], 2), 3)


@numba.njit
def mixed(integer: Any, real: Any) -> Any:
    return part((integer, real), 0) + part((integer, real), 1)


@numba.njit
def root(value: Any) -> Any:
    return checked_root(value)


def test_python_calls_what_kernels_inline() -> None:
    assert scaled(2.0, 4) == 8.0
    values = np.arange(3.0)
    scale_all(values)
    assert values.tolist() == [0.0, 6.0, 12.0]
    assert scaled(2.0, 5) == 10.0


def test_numbers_that_are_written_out_share_one_compilation() -> None:
    scale_all(np.arange(3.0))
    assert len(scaled.overloads) == 1


def test_where_a_type_depends_on_the_number_it_is_compiled_for_the_number() -> None:
    assert mixed(1, 0.5) == 1.5


def test_no_machine_code_is_made_of_an_inline_function() -> None:
    root(4.0)
    (result,) = checked_root.overloads.values()
    engine = result.codegen._engine
    assert not engine.is_symbol_defined(result.fndesc.llvm_func_name)
    (caller,) = root.overloads.values()
    assert engine.is_symbol_defined(caller.fndesc.llvm_func_name)


def test_exceptions_come_through() -> None:
    assert root(4.0) == 2.0
    with pytest.raises(ValueError, match="negative"):
        root(-1.0)
