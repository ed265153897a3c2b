"""`Table`: named columns that a kernel takes as one argument.

All state of the simulation and of the grid lies in tables. Python code reads and writes their columns as
numpy arrays; a kernel sees a named tuple of arrays. Handing a kernel a real NamedTuple of twenty arrays costs
7 us a call, because each array is inspected each time. A table describes its columns to compiled code once,
when it is made, in the layout in which numba passes arrays; a call then costs 0.3 us whatever the number of
columns, and no column is reference counted inside a kernel.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, NoReturn, Self, dataclass_transform

import numpy as np
from numba import typeof, types
from numba.core import cgutils
from numba.core.datamodel.models import TupleModel
from numba.core.datamodel.registry import default_manager
from numba.core.extending import NativeValue, typeof_impl, unbox
from numpy.typing import NDArray

ARRAY_FIELDS = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
"""How numba passes an array; a release that changes it is refused here rather than crashing later."""

if default_manager.lookup(types.float64[::1])._fields != ARRAY_FIELDS:
    raise ImportError("this release of numba passes arrays in another layout than arena.tables knows")


@dataclass_transform()
class Table:
    """Base of all tables. A subclass lists its columns as annotations, in order.

    Columns are C-contiguous arrays, or tables themselves. They are written in place and never replaced:
    compiled code holds their addresses. `replaced` makes another table that shares the columns that did not
    change.
    """

    column_names: ClassVar[tuple[str, ...]] = ()
    _fields: ClassVar[tuple[str, ...]] = ()  # the same, under the name that numba looks for
    _description: NDArray[np.intp]
    _address: int
    _numba_type_: Any

    def __init_subclass__(cls) -> None:
        """Name the columns after the annotations."""
        cls.column_names = cls._fields = tuple(cls.__annotations__)

    def __init__(self, *columns: "Column", **named: "Column") -> None:
        """Take the columns, in order or by name.

        Raises:
            TypeError: a column is missing or unknown.
            ValueError: a column is not C-contiguous.
        """
        state = dict(zip(self.column_names, columns, strict=False)) | named
        if len(columns) + len(named) != len(self.column_names) or set(state) != set(self.column_names):
            raise TypeError(f"{type(self).__name__} has the columns {', '.join(self.column_names)}")
        self.__dict__.update((name, state[name]) for name in self.column_names)
        description = np.concatenate([self._describe(name) for name in self.column_names])
        self.__dict__.update(
            _description=description,
            _address=description.ctypes.data,
            _numba_type_=TableType([typeof(state[name]) for name in self.column_names], type(self)),
        )

    def _describe(self, name: str) -> NDArray[np.intp]:
        column = self.__dict__[name]
        if isinstance(column, Table):
            return column._description
        if not column.flags.c_contiguous:
            raise ValueError(f"column {name} of {type(self).__name__} is not C-contiguous")
        address = column.ctypes.data
        words = [0, 0, column.size, column.itemsize, address, *column.shape, *column.strides]
        return np.array(words, np.intp)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: a kernel would go on with the old column."""
        raise AttributeError(f"columns are written in place: use {name}[...] = ..., or `replaced`")

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """All columns, in order."""
        return (self.__dict__[name] for name in self.column_names)

    def columns(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """(name, array) of every column, in order."""
        return ((name, self.__dict__[name]) for name in self.column_names)

    def replaced(self, **changes: "Column") -> Self:
        """A table with other arrays in the named columns, and the same in the rest."""
        return type(self)(**{**dict(self.columns()), **changes})


Column = NDArray[Any] | Table


class TableType(types.NamedTuple):
    """What compiled code takes a `Table` for: a named tuple that comes in by its address."""


default_manager.register(TableType, TupleModel)


@typeof_impl.register(Table)
def _type_of_table(table: Any, _: Any) -> Any:
    return table._numba_type_


@unbox(TableType)
def _load_table(table_type: Any, table: Any, context: Any) -> NativeValue:
    """Load the description of all columns; unused ones are dropped by the optimiser.

    Their owners are null, so that nothing is counted: the Python object keeps the columns alive.
    """
    api, builder = context.pyapi, context.builder
    address = api.object_getattr_string(table, "_address")
    pointer = api.long_as_voidptr(address)
    api.decref(address)
    model = context.context.data_model_manager[table_type]
    typed = builder.bitcast(pointer, model.get_value_type().as_pointer())
    return NativeValue(builder.load(typed), is_error=cgutils.is_null(builder, pointer))
