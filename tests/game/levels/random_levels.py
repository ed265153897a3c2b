"""Levels as chance would make them from the schema: every one of them is a document that the parser takes,
or one whose only faults lie between several keys.
"""

import random
from typing import Any

from arena.game.levels.direction import Direction
from arena.game.levels.schema import LEVEL
from arena.game.levels.writer import Document
from arena.toml_reader.shapes import Key, Shapes, TableShape, Variants
from arena.toml_reader.values import Choice, RealNumber, Several, Text, Value, Whole

LETTERS = "aZ09 \"\\#=[]{}'~äß漢é.,"


def random_level(chance: random.Random) -> Document:
    """A level with a little of everything."""
    return _table(LEVEL, chance)


def _table(shape: TableShape, chance: random.Random) -> Document:
    keys = [name for name, key in shape.keys.items() if key.required or chance.random() < 0.6]
    chance.shuffle(keys)
    return {name: _of(shape.keys[name], chance) for name in keys}


def _of(key: Key, chance: random.Random) -> Any:
    holds = key.holds
    if isinstance(holds, Value):
        return _value(holds, chance)
    if isinstance(holds, TableShape):
        return _table(holds, chance)
    if isinstance(holds, Variants):
        kind = chance.choice(list(holds.shapes))
        return {"kind": kind, **_table(holds.shapes[kind], chance)}
    assert isinstance(holds, Shapes)
    return [_table(holds.of, chance) for _ in range(chance.randint(max(1, holds.least), min(holds.most, 3)))]


def _value(holds: Value, chance: random.Random) -> Any:
    if isinstance(holds, Whole):
        return chance.randint(holds.least, holds.most)
    if isinstance(holds, RealNumber):
        whole = chance.random() < 0.3
        return round(holds.most) if whole else chance.uniform(holds.least, holds.most)
    if isinstance(holds, Text):
        return "".join(chance.choices(LETTERS, k=chance.randint(holds.least, holds.most)))
    if isinstance(holds, Choice):
        return chance.choice(list(holds.meanings))
    if isinstance(holds, Direction):
        return [chance.uniform(-2.0, 2.0) for _ in range(3)]
    assert isinstance(holds, Several)
    return [_value(holds.of, chance) for _ in range(chance.randint(max(1, holds.least), min(holds.most, 3)))]
