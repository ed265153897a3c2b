"""Documentation of levels: it states the rules by which the code checks."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena.game.levels.document import json_schema, readable_schema
from tests.game.levels.broken import WHOLE

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "levels"
COMMITTED = {"README.md": readable_schema, "level.schema.json": json_schema}


@pytest.mark.parametrize("name", COMMITTED)
def test_what_is_committed_is_what_the_code_says(name: str) -> None:
    """Mend it with: arena levels --schema > assets/levels/README.md, and --schema json for the other."""
    assert (FOLDER / name).read_text(encoding="utf-8") == COMMITTED[name]()


def test_json_schema_takes_the_whole_level_and_names_every_key() -> None:
    schema = json.loads(json_schema())
    check(schema, tomllib.loads(WHOLE), "level")


def check(schema: dict[str, Any], value: Any, where: str) -> None:
    """As much of JSON Schema as ours uses."""
    if "oneOf" in schema:
        schema = next(one for one in schema["oneOf"] if one["properties"]["kind"]["const"] == value["kind"])
    if "const" in schema:
        assert value == schema["const"], where
    elif schema["type"] == "object":
        assert set(schema["required"]) <= set(value) <= set(schema["properties"]), where
        for key, part in value.items():
            check(schema["properties"][key], part, f"{where}.{key}")
    elif schema["type"] == "array":
        assert schema["minItems"] <= len(value) <= schema["maxItems"], where
        for part in value:
            check(schema["items"], part, where)
    elif schema["type"] == "string":
        assert value in schema.get("enum", [value]) and len(value) <= schema.get("maxLength", 99), where
    else:
        assert schema["minimum"] <= value <= schema["maximum"], where
