"""`Table`: named columns that a kernel takes as one argument.

All state of the simulation and of the grid lies in tables. Python code reads and writes their columns as
numpy arrays; a kernel sees a named tuple of arrays. Handing a kernel a real NamedTuple of twenty arrays costs
7 us a call, because each array is inspected each time. A table describes its columns to compiled code once,
when it is made, in the layout in which numba passes arrays; a call then costs 0.3 us whatever the number of
columns, and no column is reference counted inside a kernel.
"""

from collections.abc import Iterator, Sequence
from ctypes import addressof, c_char
from hashlib import blake2b
from typing import Any, ClassVar, NoReturn, Self, dataclass_transform

import numpy as np
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.core.datamodel.models import OpaqueModel
from numba.core.datamodel.registry import default_manager, register_default
from numba.core.extending import NativeValue, typeof_impl, unbox
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray

ARRAY_FIELDS = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
"""Fields of an array as numba passes it; a release that changes them is refused here, not by a crash."""

if default_manager.lookup(types.float64[::1])._fields != ARRAY_FIELDS:
    raise ImportError("this release of numba passes arrays in another layout than arena.jit.tables knows")


DESCRIBED = frozenset(("_description", "_address", "_numba_type_"))
"""Attributes of a table that compiled code needs."""


@dataclass_transform()
class Table:
    """Base of all tables. A subclass lists its columns as annotations, in order.

    Columns are C-contiguous arrays, or tables themselves. They are written in place and never replaced:
    compiled code holds their addresses. `replaced` makes another table that shares the columns that did not
    change.
    """

    column_names: ClassVar[tuple[str, ...]] = ()
    _names: ClassVar[frozenset[str]] = frozenset()
    _description: NDArray[np.intp]
    _address: int
    _numba_type_: Any

    def __init_subclass__(cls) -> None:
        """Name the columns after the annotations."""
        cls.column_names = tuple(cls.__annotations__)
        cls._names = frozenset(cls.column_names)

    def __init__(self, *columns: "TableColumn", **named: "TableColumn") -> None:
        """Take the columns, in order or by name.

        Raises:
            TypeError: a column is missing or unknown.
            ValueError: a column is not C-contiguous.
        """
        names = self.column_names
        state = dict(zip(names, columns, strict=False)) | named
        if len(columns) + len(named) != len(names) or state.keys() != self._names:
            raise TypeError(f"{type(self).__name__} has the columns {', '.join(names)}")
        for name, column in state.items():
            if not (isinstance(column, Table) or column.flags.c_contiguous):
                raise ValueError(f"column {name} of {type(self).__name__} is not C-contiguous")
        self.__dict__.update(state)

    def __getattr__(self, name: str) -> Any:
        """Describe the columns when compiled code first asks: many tables are only copied from."""
        if name not in DESCRIBED:
            raise AttributeError(f"{type(self).__name__} has no column {name}")
        words, alike = list[int](), list[Any]()
        for column in self:
            if isinstance(column, Table):
                words += column._description.tolist()
                alike.append(id(column._numba_type_))  # they are kept for good, and numba hashes slowly
                continue
            flags = column.flags
            if flags.writeable and column.size:
                address = addressof(c_char.from_buffer(column))  # pyright: ignore[reportArgumentType]
            else:
                address = column.__array_interface__["data"][0]  # takes five times as long
            words += (0, 0, column.size, column.itemsize, address, *column.shape, *column.strides)
            alike.append((column.dtype, column.ndim, flags.num))
        key = type(self), *alike
        if key not in _table_types:
            _table_types[key] = TableType([typeof(column) for column in self], type(self))
        # Of two threads that describe it at once, the first one's array stays: its address is the one in use.
        description = self.__dict__.setdefault("_description", np.array(words, np.intp))
        self.__dict__.update(_address=description.ctypes.data, _numba_type_=_table_types[key])
        return self.__dict__[name]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: a kernel would go on with the old column."""
        raise AttributeError(f"columns are written in place: use {name}[...] = ..., or `replaced`")

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """All columns, in order."""
        return (self.__dict__[name] for name in self.column_names)

    def columns(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """(name, array) of every column, in order."""
        return ((name, self.__dict__[name]) for name in self.column_names)

    def replaced(self, **changes: "TableColumn") -> Self:
        """A table with other arrays in the named columns, and the same in the rest."""
        return type(self)(**{**dict(self.columns()), **changes})


TableColumn = NDArray[Any] | Table


class TableType(types.Type):
    """The numba type of a `Table`: the address of the description of its columns."""

    def __init__(self, columns: Sequence[Any], table_class: type[Table]) -> None:
        self.table_class = table_class
        self.columns = dict(zip(table_class.column_names, columns, strict=True))
        self.words = {name: _words(column) for name, column in self.columns.items()}
        # A digest: symbols hold names of types, and those of tables of tables would be thousands of letters.
        digest = blake2b(repr(self.columns).encode(), digest_size=8).hexdigest()
        super().__init__(f"{table_class.__module__}.{table_class.__qualname__}({digest})")

    def place_of(self, name: str) -> int:
        """Word of the description at which a column's own begins."""
        names = list(self.words)
        return sum(self.words[before] for before in names[: names.index(name)])


_table_types: dict[tuple[Any, ...], TableType] = {}
"""By class, and what decides the type of each column: numba takes 20 us to describe an array, and a match
makes 540 columns."""


def _words(column: Any) -> int:
    """Length of a column's description."""
    return sum(column.words.values()) if isinstance(column, TableType) else 5 + 2 * column.ndim


@register_default(TableType)
class TableModel(OpaqueModel):
    """One pointer. Handing a table on, from kernel to kernel too, costs the same whatever it holds."""


@infer_getattr
class TableColumns(AttributeTemplate):
    """Types of columns."""

    key = TableType

    def generic_resolve(self, table: Any, name: str) -> Any:
        """Of a column, None for what is none."""
        return table.columns.get(name)


@lower_getattr_generic(TableType)
def _load_column(context: Any, builder: Any, table: Any, address: Any, name: str) -> Any:
    """A column is loaded where it is named.

    Descriptions never change, and LLVM is told so: it loads each word once, before any loop. The owner is a
    null known to the compiler, so that no code is made to count references.
    """
    word = ir.IntType(64)
    first = builder.gep(builder.bitcast(address, word.as_pointer()), [word(table.place_of(name))])
    column = table.columns[name]
    if isinstance(column, TableType):
        return builder.bitcast(first, address.type)

    def load(at: int) -> Any:
        value = builder.load(builder.gep(first, [word(at)]))
        value.set_metadata("invariant.load", builder.module.add_metadata([]))
        return value

    ndim = column.ndim
    array = context.make_array(column)(context, builder)
    populate_array(
        array,
        data=builder.inttoptr(load(4), array.data.type),
        shape=[load(5 + axis) for axis in range(ndim)],
        strides=[load(5 + ndim + axis) for axis in range(ndim)],
        itemsize=context.get_constant(
            types.intp, context.get_abi_sizeof(context.get_data_type(column.dtype))
        ),
        meminfo=None,
    )
    return array._getvalue()


@typeof_impl.register(Table)
def _type_of_table(table: Any, _: Any) -> Any:
    return table._numba_type_


@unbox(TableType)
def _take_address(table_type: Any, table: Any, context: Any) -> NativeValue:
    """The Python object keeps the description and the columns alive."""
    api, builder = context.pyapi, context.builder
    address = api.object_getattr_string(table, "_address")
    pointer = api.long_as_voidptr(address)
    api.decref(address)
    return NativeValue(pointer, is_error=cgutils.is_null(builder, pointer))
