"""`format_level`: a level as a document, nested tables as a TOML parser gives them, back to text.

Keys stand in the schema's order, arrays of tables below them under headings, tables that vary (objectives) in
one line: as the shipped worlds are written. Numbers are written so that the parser reads the same bits.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from arena.game.levels.schema import LEVEL
from arena.toml_reader.shapes import Shapes, TableShape, Variants

Document = dict[str, Any]
"""Part of a level: words, numbers, lists, and tables of them."""


def format_level(document: Mapping[str, Any]) -> str:
    """Text of a level.

    Args:
        document: its tables; a value may be wrong, which the parser tells, but every key is the schema's.

    Raises:
        ValueError: a key that the schema does not know, or a value that TOML has no words for.
    """
    return "\n".join(_table(LEVEL, document, "")) + "\n"


def _table(shape: TableShape, table: Mapping[str, Any], path: str) -> Iterator[str]:
    """Lines of a table: plain keys first, because those behind a heading belong to that."""
    if unknown := [key for key in table if key not in shape.keys]:
        raise ValueError(f"{path or 'a level'} has no key {unknown[0]!r}; there is {', '.join(shape.keys)}")
    below = {key: shape.keys[key].holds for key in shape.keys if key in table}
    for key, holds in below.items():
        if not isinstance(holds, TableShape | Shapes):
            order = holds if isinstance(holds, Variants) else None
            yield f"{key} = {_written(table[key], order)}"
    for key, holds in below.items():
        name = f"{path}.{key}" if path else key
        if isinstance(holds, TableShape):
            yield from ("", f"[{name}]", *_table(holds, table[key], name))
        elif isinstance(holds, Shapes):
            for part in table[key]:
                yield from ("", f"[[{name}]]", *_table(holds.of, part, name))


def _written(value: Any, order: Variants | None = None) -> str:
    """Value in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(part) for part in value)}]"
    if isinstance(value, dict):
        keys = _ordered(value, order)
        return f"{{ {', '.join(f'{key} = {_written(value[key])}' for key in keys)} }}" if keys else "{}"
    raise ValueError(f"a level cannot hold a {type(value).__name__}")


def _ordered(table: Mapping[str, Any], order: Variants | None) -> list[str]:
    """Keys of a table that varies, `kind` first; any other order of keys means the same."""
    kind = table.get("kind")
    known = order.shapes[kind].keys if order and isinstance(kind, str) and kind in order.shapes else {}
    names = ["kind", *known]
    if unknown := [key for key in table if not key.isidentifier()]:
        raise ValueError(f"a level has no key {unknown[0]!r}")
    return [key for key in names if key in table] + [key for key in table if key not in names]


def _quoted(text: str) -> str:
    """Quoted string; quotes, backslashes and unprintable characters are escaped."""
    return '"' + "".join(_escaped(letter) for letter in text) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
