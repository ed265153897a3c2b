"""Tables as Python and as kernels see them."""

import gc
from typing import Any

import numpy as np
import pytest
from numba import typeof
from numpy.typing import NDArray

from arena.jit import kernel
from arena.jit.tables import Table


class Inner(Table):
    """A table that is a column of another."""

    weight: NDArray[np.float64]
    index: NDArray[np.int32]


class Outer(Table):
    """Columns of several types and shapes."""

    flag: NDArray[np.bool_]
    place: NDArray[np.float32]
    inner: Inner
    last: NDArray[np.int64]


@kernel
def mix(outer_inout: Outer, factor: float) -> float:
    """Read and write columns of both levels, and take shapes and views."""
    place, inner = outer_inout.place, outer_inout.inner
    for row in range(len(outer_inout.flag)):
        if outer_inout.flag[row]:
            view = place[row]
            view[2] = factor * inner.weight[row] + place.shape[1]
        inner.index[row] += row
    outer_inout.last[0] = place.size
    return pass_on(outer_inout)


@kernel
def pass_on(outer: Outer) -> float:
    """A table can be handed to another kernel."""
    return float(outer.inner.weight.sum())


def make(n: int = 4) -> Outer:
    """Every other row is flagged."""
    inner = Inner(np.arange(n, dtype=np.float64), index=np.zeros(n, np.int32))
    return Outer(np.arange(n) % 2 == 0, np.zeros((n, 3), np.float32), inner, last=np.zeros(1, np.int64))


def test_kernels_read_and_write_the_columns() -> None:
    table = make()
    assert mix(table, 10.0) == 6.0
    assert table.place[:, 2].tolist() == [3.0, 0.0, 23.0, 0.0]
    assert table.inner.index.tolist() == [0, 1, 2, 3]
    assert table.last[0] == 12


def test_columns_live_as_long_as_their_table() -> None:
    tables = [make(1000) for _ in range(50)]
    gc.collect()
    ballast = [np.full(3000, 7, np.float32) for _ in range(200)]
    assert [mix(table, 1.0) for table in tables] == [499_500.0] * 50
    assert all(array.min() == 7 for array in ballast)


def test_columns_come_in_order_and_by_name() -> None:
    table = make()
    assert Outer.column_names == ("flag", "place", "inner", "last")
    assert [name for name, _ in table.columns()] == list(Outer.column_names)
    assert [id(column) for column in table] == [id(column) for _, column in table.columns()]


def test_a_replaced_table_shares_the_other_columns() -> None:
    table = make()
    other = table.replaced(last=np.array([5], np.int64))
    assert other.place is table.place
    assert mix(other, 1.0) == 6.0
    assert (table.last[0], other.last[0]) == (0, 12)
    assert table.place[2, 2] == 5.0


def test_a_column_cannot_be_assigned() -> None:
    table = make()
    with pytest.raises(AttributeError, match=r"written in place.*last\[\.\.\.\]"):
        table.last = np.ones(1, np.int64)


@pytest.mark.parametrize("count", [1, 3])
def test_missing_and_surplus_columns_are_refused(count: int) -> None:
    with pytest.raises(TypeError, match="Inner has the columns weight, index"):
        Inner(*(np.zeros(2) for _ in range(count)))  # pyright: ignore[reportArgumentType]


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(TypeError, match="weight, index"):
        Inner(np.zeros(2), colour=np.zeros(2))  # pyright: ignore[reportCallIssue]


def test_a_strided_column_is_refused() -> None:
    with pytest.raises(ValueError, match="column index of Inner is not C-contiguous"):
        Inner(np.zeros(2), np.zeros(4, np.int32)[::2])


def test_tables_whose_columns_are_alike_have_one_type() -> None:
    first = make()
    assert typeof(make(9)) is typeof(first)
    shut = np.zeros(1, np.int64)
    shut.flags.writeable = False
    for other in (np.zeros(1, np.int32), np.zeros((1, 1), np.int64), shut):
        assert typeof(first.replaced(last=other)) is not typeof(first)
    shut_type: Any = typeof(first.replaced(last=shut))
    assert not shut_type.columns["last"].mutable
