"""Mappings of gamepads as nobody should write them: what gets through, pyglet must be able to parse."""

import random
from functools import cache
from importlib import import_module
from typing import Any

from arena.app.input.mappings import BYTES_MAX, parse_mappings
from tests.fuzzing.text_mutations import damage

LINE = (
    "030000005e0400008e02000014010000,My Pad,a:b0,b:b1,leftx:a0,lefty:a1~,dpup:h0.1,lefttrigger:+a2,"
    "hint:!X:=1,platform:Linux,"
)
LETTERS = f"{LINE}\0\u00e9,:~+-hab0123456789."


def mutate(chance: random.Random) -> bytes:
    """Return some lines of which most are spoilt, now and then beyond recognition."""
    lines: list[str] = []
    for _ in range(chance.choice((1, 1, 2, 5))):
        line = list(LINE)
        for _ in range(chance.randrange(6)):
            line[chance.randrange(len(line))] = chance.choice(LETTERS)
        lines.append("".join(line))
    text = "\n".join(lines).encode()
    return damage(text, chance, BYTES_MAX // 100) if chance.random() < 0.2 else text


@cache
def _pyglet() -> Any:
    import_module("arena.app.window.backend")  # sets options that let pyglet be imported without a display
    return import_module("pyglet.input.controller")


def check(data: bytes) -> str:
    """Let the parser read a file; says how much of it is used.

    Raises:
        AssertionError: it raised something, or let pass what pyglet cannot parse.
    """
    mappings = parse_mappings(data, "mappings.txt")
    assert not mappings.problem or mappings.problem.isprintable(), mappings.problem
    for line in mappings.lines:
        _pyglet()._parse_mapping(line)
    return "refused in part" if mappings.problem else "read"
