"""Menu items of the rows of settings: a slider over a range, or the choices of the row."""

from typing import Any

from arena.app.menus.menu import Item, options, slider
from arena.app.storage.setting_row import Choices, Setting
from arena.app.storage.settings import Settings
from arena.toml_reader.values import RealNumber


def setting_item(settings: Settings, row: Setting[Any]) -> Item:
    """Make the item that shows and changes a setting."""

    def get() -> Any:
        return getattr(settings, row.key)

    def put(value: Any) -> None:
        setattr(settings, row.key, value)

    choices = row.choices(settings.applier)
    if isinstance(row.check, RealNumber) and not choices:
        item = slider(row.label, get, put, row.check.least, row.check.most)
    else:
        values = dict(choices)
        item = options(
            row.label, tuple(values), lambda: _word(choices, get()), lambda word: put(values[word])
        )
    item.help = row.help
    return item


def _word(choices: Choices[Any], value: object) -> str:
    """Word of a value; the file may hold a value between the choices."""
    plain = f"{value:.0%}" if isinstance(value, float) else str(value)
    return next((word for word, choice in choices if choice == value), plain)
