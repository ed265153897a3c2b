"""Level files as nobody should write them: what the parser makes of each."""

import random

from arena.game.levels import Level, LevelError, parse_level
from arena.game.levels.schema import LEVEL_BYTES
from tests.fuzzing.text_mutations import damage
from tests.game.levels.broken import WHOLE

SMALL = """
[[phase]]
name = "x"
objective = {kind = "hold", place = [0, 0, 1], seconds = 9}
[[phase.group]]
kind = "drone"
"""
HEAD = 'name = "x"\nworld = 1\n'
KEYS = ("count", "time", "after", "place", "route", "kind", "objective", "phase", "group", "limit", "zone")
VALUES = ("1e999", "-0.0", "[nan, 0, 1]", "[0, 0, 0]", '"boss"', "{}", "[{}]", "99", "[]")


def mutate(chance: random.Random) -> bytes:
    """Return a level file that is damaged, or of the right shape with wrong content."""
    base = HEAD + SMALL * chance.choice((1, 1, 1, 1, 2, 2, 2, 2, 13)) if chance.random() < 0.8 else WHOLE
    lines = base.splitlines()
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        lines.insert(chance.randrange(len(lines) + 1), f"{chance.choice(KEYS)} = {chance.choice(VALUES)}")
    text = "\n".join(lines).encode()
    largest = 2 * LEVEL_BYTES if chance.random() < 0.01 else LEVEL_BYTES
    return damage(text, chance, largest) if chance.random() < 0.7 else text


def check(data: bytes) -> str:
    """Let the parser read a file; says how far it came.

    Raises:
        AssertionError: it raised something else than its refusal, or told it badly.
    """
    text = data.decode("utf-8", "replace")
    try:
        level = parse_level(text, "file")
    except LevelError as error:
        check_refusal(error, text)
        return "refused as TOML" if "no TOML" in str(error) else "refused"
    assert isinstance(level, Level) and level.phase
    return "read"


def check_refusal(error: LevelError, text: str) -> None:
    """Every problem has a line that is there, and is told in one line."""
    last = text.count("\n") + 1
    for (line, _, _), told in zip(error.problems, error.lines(), strict=True):
        assert 0 <= line <= last, f"line {line} of {last}"
        assert told.isprintable() and len(told) < 500, told
