"""Row of a setting: key, default, check, page, words, choices and the function that applies it."""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast, overload

Value = TypeVar("Value")

SOUND, PICTURE, SIGHT, CONTROLS, COMFORT = "Sound", "Picture", "Sight", "Controls", "Comfort"
PAGES = (SOUND, PICTURE, SIGHT, CONTROLS, COMFORT)
"""Pages of the settings, in the order of the menu. Keys and gamepads follow no rows: Controls takes none."""
ELSEWHERE = "elsewhere"
"""Page of a setting that other screens offer, or none."""
RESERVED = ("version", "bindings", "pads")
"""Names at the top of the file that are no tables of rows."""


class Applier(Protocol):
    """The running game, to whose window and graphics rows apply what is not read anew each frame."""

    @property
    def window(self) -> Any:
        """An `arena.app.window.window.GameWindow`: settings import no window."""
        ...

    @property
    def graphics(self) -> Any:
        """An `arena.app.window.graphics.Graphics`."""
        ...


Choices = Sequence[tuple[str, Value]]


@dataclass(frozen=True)
class Range:
    """Check of a number from `least` to `most`."""

    least: float
    most: float

    def __call__(self, value: object) -> float:
        """Return the number; a ValueError says what was expected."""
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if number is not None and self.least <= number <= self.most:
            return float(number)
        raise ValueError(f"expected a number from {self.least:g} to {self.most:g}")


class OneOf(Generic[Value]):
    """Check of one of several choices."""

    def __init__(self, choices: Iterable[Value]) -> None:
        self.choices = tuple(choices)

    def __call__(self, value: object) -> Value:
        """Return the choice; a ValueError says what was expected."""
        if not isinstance(value, bool):  # True equals 1.0
            for choice in self.choices:
                if value == choice:
                    return choice
        raise ValueError(f"expected one of {', '.join(map(str, self.choices))}")


def switch(value: object) -> bool:
    """Return a bool; a ValueError says that one was expected."""
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


class Setting(Generic[Value]):
    """A setting as a descriptor of `Settings`: `settings.shake` is its value, `Settings.shake` this row."""

    key = ""
    """Name of the attribute and of the key in the file."""

    def __init__(
        self,
        default: Value,
        check: Callable[[object], Value],
        table: str = "",
        page: str = "",
        label: str = "",
        help: str = "",
        choices: "Choices[Value] | Callable[[Applier | None], Choices[Value]]" = (),
        apply: Callable[[Applier, Value], None] | None = None,
    ) -> None:
        """Declare a setting; `SettingRows` refuses an incomplete one.

        Args:
            default: its value until the player chooses another.
            check: returns a value that may be used, or raises a ValueError with what was expected.
            table: of the file.
            page: one of `PAGES`, or ELSEWHERE.
            label: its name on the page.
            help: what it does, in a sentence.
            choices: words and value of each that a menu offers; none: a slider over the `Range` of `check`.
                A function returns those of the open window, and all of them without one.
            apply: called with the value when a window opens, and with each that is set while it is open. A
                setting without is read wherever it is used. An object that copies a value reads it when it is
                made.
        """
        self.default, self.check, self.table, self.page = default, check, table, page
        self.label, self.help, self._choices, self.apply = label, help, choices, apply

    def choices(self, applier: Applier | None = None) -> Choices[Value]:
        """Words and values that a menu offers in the open window."""
        return self._choices(applier) if callable(self._choices) else self._choices

    @overload
    def __get__(self, settings: None, owner: type) -> "Setting[Value]": ...
    @overload
    def __get__(self, settings: "SettingRows", owner: type) -> Value: ...
    def __get__(self, settings: "SettingRows | None", owner: type) -> "Setting[Value] | Value":
        """Return the value; the row for access on the class."""
        return self if settings is None else cast(Value, settings.values.get(self.key, self.default))

    def __set__(self, settings: "SettingRows", value: Value) -> None:
        """Check, keep and apply a value.

        Raises:
            ValueError: the check refuses it.
        """
        settings.values[self.key] = value = self.check(value)
        if self.apply is not None and settings.applier is not None:
            self.apply(settings.applier, value)

    def lack(self) -> str:
        """Return the problem of the row, "" if it is complete."""
        if self.table in RESERVED or not self.table:
            return f"no table of the file {self.table!r}" if self.table else "no table of the file"
        for value in (self.default, *(value for _, value in self.choices())):
            try:
                self.check(value)
            except ValueError as error:
                return f"{value!r}: {error}"
        if self.page == ELSEWHERE:
            return ""
        if self.page not in PAGES or self.page == CONTROLS:
            pages = ", ".join(page for page in (*PAGES, ELSEWHERE) if page != CONTROLS)
            return f"no page {self.page!r}; there is {pages}"
        if not self.label or not self.help:
            return "no help" if self.label else "no label"
        if not self.choices() and not isinstance(self.check, Range):
            return "no choices"
        return ""


class SettingRows:
    """Base class with rows as attributes; a subclass has the rows of its body, in their order."""

    rows: ClassVar[dict[str, Setting[Any]]]
    """Key -> row, in the order of the file and of the pages."""

    def __init__(self, values: dict[str, Any]) -> None:
        """Take values by key, checked; a TypeError names one that is no setting."""
        self.values: dict[str, Any] = {}
        self.applier: Applier | None = None
        """The open window."""
        for key, value in values.items():
            if key not in self.rows:
                raise TypeError(f"no setting {key!r}")
            setattr(self, key, value)

    def apply_to(self, applier: Applier, but: Container[str] = ()) -> None:
        """Apply all settings to a window that was opened, but those of some keys, and changes from now on."""
        self.applier = applier
        for key, row in self.rows.items():
            if row.apply is not None and key not in but:
                row.apply(applier, getattr(self, key))

    def __init_subclass__(cls) -> None:
        """Collect the rows of a subclass."""
        cls.rows = {}
        for key, row in list(vars(cls).items()):
            if isinstance(row, Setting):
                cls.add(key, cast(Setting[Any], row))

    @classmethod
    def add(cls, key: str, row: Setting[Any]) -> None:
        """Add a row.

        Raises:
            ValueError: it is incomplete, or there is one of that key; the message is one line that names it.
        """
        row.key = key
        lack = row.lack() if getattr(cls, key, row) is row else "exists already"
        if lack:
            raise ValueError(f"setting {key}: {lack}")
        cls.rows[key] = row
        setattr(cls, key, row)
