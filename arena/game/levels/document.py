"""Documents about levels, made from the schema: a JSON Schema for editors, and tables for people."""

import json
from collections.abc import Iterator
from typing import Any

from arena.game.levels.schema import ASTEROID, FIELD, GROUP, LEVEL, LEVEL_BYTES, OBJECTIVE, PHASE, ZONE
from arena.toml_reader.shapes import Key, NamedTables, Shapes, TableShape, Variants
from arena.toml_reader.values import Value

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> str:
    """Schema as JSON Schema; editors that know TOML check and complete by it."""
    document = {"$schema": DRAFT, "title": "A level of Arena", **_shape_json(LEVEL)}
    return json.dumps(document, indent=2) + "\n"


def _shape_json(shape: TableShape, kind: str = "") -> dict[str, Any]:
    own: dict[str, Any] = {"kind": {"const": kind}} if kind else {}
    properties = own | {
        name: {"description": key.about, **_json_of(key.holds)} for name, key in shape.keys.items()
    }
    required = [*own, *(name for name, key in shape.keys.items() if key.required)]
    return {
        "description": shape.about,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _json_of(holds: Value | TableShape | Shapes | Variants | NamedTables) -> dict[str, Any]:
    if isinstance(holds, Value):
        return holds.json
    if isinstance(holds, TableShape):
        return _shape_json(holds)
    if isinstance(holds, Variants):
        return {"oneOf": [_shape_json(shape, kind) for kind, shape in holds.shapes.items()]}
    if isinstance(holds, NamedTables):
        return {"type": "object", "additionalProperties": _shape_json(holds.of), "maxProperties": holds.most}
    return {"type": "array", "minItems": holds.least, "maxItems": holds.most, "items": _shape_json(holds.of)}


def readable_schema() -> str:
    """Schema as Markdown: a table for each heading that a level may have."""
    lines = [
        "# Levels",
        "",
        "Made by `arena levels --schema`; do not edit. `arena levels --check FILE` checks a level by it, and",
        "`arena play --level FILE` plays one.",
        "",
        f"A level is a TOML file in UTF-8 of at most {LEVEL_BYTES:,} bytes. Lengths are in units [u], the",
        "planet's radius is 50; a place is a direction from its centre, three numbers of any length; players",
        "begin at [0, 0, 1].",
    ]
    for title, shape in (
        ("Top of the file", LEVEL),
        *((s.name, s) for s in (FIELD, ASTEROID, ZONE, PHASE, GROUP)),
    ):
        lines += ["", f"## {title}", "", shape.about, "", *_table(shape)]
    lines += ["", "## objective", "", OBJECTIVE.about + ' Written as `objective = { kind = "...", ... }`.']
    for kind, shape in OBJECTIVE.shapes.items():
        lines += ["", f'### kind = "{kind}"', "", shape.about]
        lines += ["", *_table(shape)] if shape.keys else []
    return "\n".join(lines) + "\n"


def _table(shape: TableShape) -> Iterator[str]:
    yield "| key | what | allowed | left out |"
    yield "|---|---|---|---|"
    for name, key in shape.keys.items():
        yield f"| `{name}` | {key.about} | {_allowed(key)} | {_default(key)} |"


def _allowed(key: Key) -> str:
    holds = key.holds
    if isinstance(holds, Value):
        return holds.words
    if isinstance(holds, Shapes):
        return f"{holds.least} to {holds.most} tables, see {holds.of.name}"
    return f"a table, see {holds.name}"


def _default(key: Key) -> str:
    if key.required:
        return "must be there"
    default = key.default
    if isinstance(default, str):
        return f'"{default}"'
    if isinstance(default, tuple | None) or default == 0:
        return "as said" if isinstance(key.holds, Value) else "none, or its defaults"
    return f"{default:g}"
