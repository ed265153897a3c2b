"""Row of a setting: key, default, check, page, words, choices and the function that applies it."""

from collections.abc import Callable, Container, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast, overload

from arena.toml_reader.values import RealNumber, Value

ValueT = TypeVar("ValueT")

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


Choices = Sequence[tuple[str, ValueT]]


class Setting(Generic[ValueT]):
    """A setting as a descriptor of `Settings`: `settings.shake` is its value, `Settings.shake` this row."""

    key = ""
    """Name of the attribute and of the key in the file."""

    def __init__(
        self,
        default: ValueT,
        check: Value,
        table: str = "",
        page: str = "",
        label: str = "",
        help: str = "",
        choices: "Choices[ValueT] | Callable[[Applier | None], Choices[ValueT]]" = (),
        apply: Callable[[Applier, ValueT], None] | None = None,
    ) -> None:
        """Declare a setting; `SettingRows` refuses an incomplete one.

        Args:
            default: its value until the player chooses another.
            check: type of the values that may be used.
            table: of the file.
            page: one of `PAGES`, or ELSEWHERE.
            label: its name on the page.
            help: what it does, in a sentence.
            choices: words and value of each that a menu offers; none: a slider over the range of `check`.
                A function returns those of the open window, and all of them without one.
            apply: called with the value when a window opens, and with each that is set while it is open. A
                setting without is read wherever it is used. An object that copies a value reads it when it is
                made.
        """
        self.default, self.check, self.table, self.page = default, check, table, page
        self.label, self.help, self._choices, self.apply = label, help, choices, apply

    def choices(self, applier: Applier | None = None) -> Choices[ValueT]:
        """Words and values that a menu offers in the open window."""
        return self._choices(applier) if callable(self._choices) else self._choices

    @overload
    def __get__(self, settings: None, owner: type) -> "Setting[ValueT]": ...
    @overload
    def __get__(self, settings: "SettingRows", owner: type) -> ValueT: ...
    def __get__(self, settings: "SettingRows | None", owner: type) -> "Setting[ValueT] | ValueT":
        """Return the value; the row for access on the class."""
        return self if settings is None else cast(ValueT, settings.values.get(self.key, self.default))

    def __set__(self, settings: "SettingRows", value: ValueT) -> None:
        """Check, keep and apply a value.

        Raises:
            ValueError: the check refuses it.
        """
        settings.values[self.key] = value = self.check.read(value)
        if self.apply is not None and settings.applier is not None:
            self.apply(settings.applier, value)

    def lack(self) -> str:
        """Return the problem of the row, "" if it is complete."""
        if self.table in RESERVED or not self.table:
            return f"no table of the file {self.table!r}" if self.table else "no table of the file"
        for value in (self.default, *(value for _, value in self.choices())):
            try:
                self.check.read(value)
            except ValueError as error:
                return str(error)
        if self.page == ELSEWHERE:
            return ""
        if self.page not in PAGES or self.page == CONTROLS:
            pages = ", ".join(page for page in (*PAGES, ELSEWHERE) if page != CONTROLS)
            return f"no page {self.page!r}; there is {pages}"
        if not self.label or not self.help:
            return "no help" if self.label else "no label"
        if not self.choices() and not isinstance(self.check, RealNumber):
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
