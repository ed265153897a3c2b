"""`Registry`: rows of one type by number and by name. `row_type`: decorator of row classes.

The modules of this package add rows at import. Layers above bind names and create columns of numbers. Tests
and mods add their own rows before that.
"""

import dataclasses
import difflib
import functools
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import (
    Any,
    Generic,
    Protocol,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from numpy.typing import NDArray

NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")

ClassT = TypeVar("ClassT", bound=type)
ValueT = TypeVar("ValueT")


class CatalogueError(ValueError):
    """An invalid row; the message names the row and the fault."""


class _Missing:
    """Placeholder of a field that was not given; `Registry.add` refuses it."""

    def __repr__(self) -> str:
        return "missing"


MISSING: Any = _Missing()


@dataclass_transform(kw_only_default=True, frozen_default=True)
def row_type(cls: ClassT) -> ClassT:
    """Decorator: a frozen dataclass with keyword-only fields, all of which may be omitted.

    `Registry.add` reports omitted fields without a default, because it knows the row's name. The constructor
    of a nested part does not.
    """
    for name in cls.__annotations__:
        if not hasattr(cls, name):
            setattr(cls, name, MISSING)
    return dataclasses.dataclass(frozen=True, kw_only=True)(cls)  # type: ignore[return-value]


class CatalogueRow(Protocol):
    """Fields of every row."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> Any: ...


RowT = TypeVar("RowT", bound=CatalogueRow)


class Registry(Generic[RowT]):
    """Rows of one type, iterated in the order of their numbers.

    Args:
        what: noun for one row in messages, such as "kind".
        most: upper bound of numbers, exclusive.
        check: fault of a row in which every field is as declared, or None.
    """

    def __init__(self, what: str, most: int, check: Callable[[RowT], str | None] = lambda row: None) -> None:
        self.what, self.most, self._check = what, most, check
        self._rows: dict[int, RowT] = {}
        self._names: dict[str, RowT] = {}
        self._sealed = False

    def add(self, row: RowT) -> RowT:
        """Add a row and return it.

        Raises:
            CatalogueError: the registry is sealed, a field is missing, not finite or of another type, or the
                number or name is taken or malformed.
        """
        label = f"{self.what} {row.name}"
        if self._sealed:
            raise CatalogueError(f"{label}: the catalogue is sealed; add rows before arena.sim is imported")
        fault = _fault(row, "") or self._check(row)
        if fault is not None:
            raise CatalogueError(f"{label}: {fault}")
        if not NAME.fullmatch(row.name):
            raise CatalogueError(f"{label}: a name is a-z, 0-9 and _, from a letter on, at most 32 of them")
        if not 0 <= row.number < self.most:
            raise CatalogueError(f"{label}: number {row.number} is not within 0 to {self.most - 1}")
        if row.number in self._rows:
            taken, free = self._rows[row.number].name, self.free_number
            raise CatalogueError(f"{label}: number {row.number} belongs to {taken}; {free} is free")
        if row.name in self._names:
            raise CatalogueError(f"{label}: the name is taken by number {self._names[row.name].number}")
        self._rows[row.number] = self._names[row.name] = row
        return row

    def seal(self) -> None:
        """Refuse further rows, because columns were created from the present ones."""
        self._sealed = True

    @property
    def is_sealed(self) -> bool:
        """Return whether rows can no longer be added or changed."""
        return self._sealed

    def __iter__(self) -> Iterator[RowT]:
        return iter([self._rows[number] for number in sorted(self._rows)])

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> RowT:
        """Row with a number.

        Raises:
            CatalogueError: no row has the number.
        """
        row = self._rows.get(int(number))
        if row is None:
            raise CatalogueError(f"there is no {self.what} with number {int(number)}")
        return row

    def __contains__(self, number: int) -> bool:
        return int(number) in self._rows

    def named(self, name: str) -> RowT:
        """Row with a name.

        Raises:
            CatalogueError: no row has the name; the message suggests a name or lists all.
        """
        row = self._names.get(name)
        if row is None:
            raise CatalogueError(f"there is no {self.what} {name!r}{_hint(name, self._names)}")
        return row

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all rows, in the order of their numbers."""
        return tuple(row.name for row in self)

    @property
    def size(self) -> int:
        """Length of columns: the highest number plus 1. Seals the registry."""
        self.seal()
        return max(self._rows, default=-1) + 1

    def column(self, value: Callable[[RowT], Any], dtype: Any = np.float64, fill: Any = 0) -> NDArray[Any]:
        """A value of each row by number, `fill` for unused numbers, shape (size, ...).

        Seals the registry.
        """
        values = {row.number: value(row) for row in self}
        shape = np.shape(next(iter(values.values()))) if values else ()
        column = np.full((self.size, *shape), fill, dtype)
        for number, one in values.items():
            column[number] = one
        return column

    def resolve(
        self, field: str, name: Callable[[RowT], str | None], choices: Mapping[str, ValueT]
    ) -> dict[int, ValueT]:
        """Values in `choices` of each row's name, by number, without rows whose name is None.

        Seals the registry.

        Raises:
            CatalogueError: a row's name is not in `choices`; the message names `field`.
        """
        chosen = self.resolve_all(field, lambda row: (name(row),), choices)
        return {number: one[0] for number, one in chosen.items() if one}

    def resolve_all(
        self, field: str, names: Callable[[RowT], Iterable[str | None]], choices: Mapping[str, ValueT]
    ) -> dict[int, tuple[ValueT, ...]]:
        """`resolve` for fields with several names; None among them is skipped.

        Raises:
            CatalogueError: as `resolve`.
        """
        self.seal()
        found: dict[int, tuple[ValueT, ...]] = {}
        for row in self:
            wanted = [name for name in names(row) if name is not None]
            for name in wanted:
                if name not in choices:
                    raise CatalogueError(f"{self.what} {row.name}: no {field} {name!r}{_hint(name, choices)}")
            found[row.number] = tuple(choices[name] for name in wanted)
        return found

    @property
    def numbers(self) -> dict[str, int]:
        """Number of each row by its name."""
        return {row.name: row.number for row in self}

    @property
    def free_number(self) -> int:
        """The highest number that no row has: rows of modules to come have lower ones.

        Raises:
            CatalogueError: all are taken.
        """
        for number in reversed(range(self.most)):
            if number not in self._rows:
                return number
        raise CatalogueError(f"no number of {self.what} is free: all {self.most} are taken")


def _hint(wanted: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(wanted, known, 1)
    return f"; perhaps {close[0]!r}" if close else f"; there is {', '.join(known)}"


@functools.cache
def _field_types(row: type) -> dict[str, tuple[type, ...]]:
    """Types that each field of a row or part may have, without what its containers hold."""
    found = dict[str, tuple[type, ...]]()
    for name, hint in get_type_hints(row).items():
        union = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        found[name] = tuple(get_origin(one) or one for one in union)
    return found


def _type_fault(value: Any, types: tuple[type, ...], path: str) -> str | None:
    """Fault in the type of a field, or None; whole numbers may stand for others, truth values for none."""
    is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if value is MISSING or Any in types or (type(value) is not bool and isinstance(value, types)):
        return None
    if (is_number and float in types) or (isinstance(value, bool) and bool in types):
        return None
    wanted = " or ".join("nothing" if one is NoneType else one.__name__ for one in types)
    return f"{path} is {value!r}, not {wanted}"


def _fault(value: Any, path: str) -> str | None:
    """Fault in a row with the path to its field, or None."""
    if value is MISSING:
        return f"{path} is missing"
    if isinstance(value, float) and not math.isfinite(value):
        return f"{path} is {value}, not a finite number"
    parts: list[tuple[str, Any]] = []
    if dataclasses.is_dataclass(value):
        parts = [(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)]
        types = _field_types(type(value))
        for name, one in parts:
            fault = _type_fault(one, types[name], f"{path}.{name}" if path else name)
            if fault is not None:
                return fault
    elif isinstance(value, tuple):
        parts = [(str(at), one) for at, one in enumerate(value)]  # type: ignore[reportUnknownVariableType]
    elif isinstance(value, dict):
        parts = [(str(key), one) for key, one in value.items()]  # type: ignore[reportUnknownVariableType]
    for name, one in parts:
        fault = _fault(one, f"{path}.{name}" if path else name)
        if fault is not None:
            return fault
    return None
