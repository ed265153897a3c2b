"""Tables of bindings as nobody should write them: what the parser makes of each."""

import random
import tomllib
from typing import Any

from arena.app.input.actions import STICKS, Action
from arena.app.input.bindings import ANALOGUE_SOURCES, DEFAULTS, actions_by_source
from arena.app.storage.settings import MAX_BYTES
from tests.fuzzing import settings_cases
from tests.fuzzing.text_mutations import WORDS, damage

NAMES = (
    *(str(action) for action in DEFAULTS),
    "",
    "FIRE",
    "jump",
    "fire ",
    "\u017fire",
    "a\nb",
    "\x1b[2J",
    "x" * 500,
)
SOURCES: tuple[str, ...] = (
    *("key:W", "key:W", "key:SPACE", "mouse:LEFT", "pad:a", "pad:leftstick", "pad:rightstick", "pad:dpup"),
    *("", ":", "key:", "key:w w", "key:W\n", "key:\u017f", "KEY:W", "joy:1", "pad:leftstick\x00"),
    "key:" + "A" * 33,
)
OTHERS = (
    *("1", "0.5", "nan", "true", "[]", "[[]]", "{}", "[{a.b.c = 1}]", "0x" + "F" * 4_000, "1979-05-27"),
    "'key:W'",
)


def mutate(chance: random.Random) -> bytes:
    """Return a settings file with bindings of the right shape and wrong content, or damaged like any text."""
    lines = [f"{_name(chance)} = {_sources(chance)}" for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 12)))]
    text = "\n".join(["[bindings]", *lines, ""]).encode("utf-8", "replace")[:MAX_BYTES]
    return damage(text, chance, MAX_BYTES) if chance.random() < 0.3 else text


def check(data: bytes) -> str:
    """Let the parser read a file, and see whether its bindings can be played with.

    Raises:
        AssertionError: something was raised, or came of it that nobody can play with.
    """
    settings, problems = settings_cases.read(data)
    bindings = settings.bindings
    for action, sources in bindings.items():
        analogue = [source in ANALOGUE_SOURCES for source in sources]
        assert all(analogue) if action in STICKS else not any(analogue), f"{action} has {sources}"
    assert {action for found in actions_by_source(bindings).values() for action in found} == DEFAULTS.keys()
    if not problems:
        table: dict[str, Any] = tomllib.loads(data.decode("utf-8-sig")).get("bindings", {})
        for name, sources in table.items():
            assert list(bindings[Action(name)]) == list(dict.fromkeys(sources)), (
                f"{name} is not what is written"
            )
    return "refused in part" if problems else "read"


def _name(chance: random.Random) -> str:
    """A key of the table, each about once."""
    name = chance.choice(NAMES) if chance.random() < 0.9 else chance.choice(WORDS)
    return name if name.isidentifier() and name.isascii() else _quoted(name)


def _sources(chance: random.Random) -> str:
    if chance.random() < 0.15:
        return chance.choice(OTHERS)
    likely = SOURCES[:8] if chance.random() < 0.6 else SOURCES
    count = chance.choice((0, 1, 1, 1, 2, 2, 3, 3, 8, 9)) if chance.random() < 0.99 else 1_000
    words = [_quoted(chance.choice(likely)) for _ in range(count)]
    if words and chance.random() < 0.1:
        words[chance.randrange(len(words))] = chance.choice(OTHERS)
    return f"[{', '.join(words)}]"


def _quoted(word: str) -> str:
    """A TOML string; what it cannot hold as it is stands escaped."""
    letters = (c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in word)
    return f'"{"".join(letters)}"'
