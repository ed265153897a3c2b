"""Levels that are wrong in one way each: what stands there, in which line, under which key."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arena.game.levels.schema import LEVEL_BYTES

WHOLE = Path(__file__).with_name("whole.toml").read_text(encoding="utf-8")
"""A level that says all that a level can say."""
LINES = WHOLE.splitlines()
WORST = ("true", "nan", "-1e9", "1e9", '"zzz"', "[]", "{}", "[[[1]]]", "1979-05-27", '"a\\u0007b"')
"""Values of which every key refuses most."""
ALLOWED = {("name", '"zzz"'), ("brief", '"zzz"')}


class Broken(NamedTuple):
    """One of them."""

    what: str
    text: str
    line: int
    key: str  # how its full name ends


def broken_levels() -> Iterator[Broken]:
    """All kinds."""
    yield from wrong_values()
    yield from missing_keys()
    yield from unknown_keys()
    yield from contradictions()
    yield from broken_texts()


def wrong_values() -> Iterator[Broken]:
    """Every key with values of other types and out of every range."""
    for number, line in enumerate(LINES, 1):
        key, equals, _ = line.partition(" = ")
        for value in WORST if equals else ():
            if (key, value) not in ALLOWED:
                text = replaced(number, f"{key} = {value}")
                yield Broken(f"{key} = {value} in line {number}", text, number, key)


def missing_keys() -> Iterator[Broken]:
    """Every key that must be there, taken away; the table that lacks it is named by its first line."""
    for number, line in enumerate(LINES, 1):
        key = line.partition(" = ")[0]
        if key not in ("name", "world", "kind", "place", "count", "seconds", "route", "towards", "variant"):
            continue
        head = next(at for at in range(number, 0, -1) if at == 1 or LINES[at - 1].startswith("["))
        if key == "place" and ("group" in LINES[head - 1] or "boss" in LINES[head]):
            continue
        if key == "count" and "field" in LINES[head - 1]:
            continue
        if key == "towards" and LINES[head - 1] in ("[[phase.group]]", "[[asteroid]]"):
            continue
        yield Broken(f"no {key} in line {number}", replaced(number, ""), 0 if head == 1 else head, key)


def unknown_keys() -> Iterator[Broken]:
    """A key that nobody knows, in every table."""
    for number, line in enumerate(LINES, 1):
        if number == 1 or line.startswith("["):
            text = replaced(number, f"{line}\nfoo = 1")
            yield Broken(f"foo below line {number}", text, number + 1, "foo")


def contradictions() -> Iterator[Broken]:
    """Values that are right each by itself."""
    shares = "rock = 1\nice = 2\nmetal = 3"
    yield edited("no share", shares, "rock = 0\nice = 0\nmetal = 0", "rock = 0", "rock")
    yield edited("no such phase", "phases = [1, 2]", "phases = [1, 9]", "phases = [1, 9]", "phases")
    yield edited("after itself", "after = 1", "after = 2", "after = 2", "after")
    yield edited("after nobody", "count = 5", "count = 5\nafter = 1", "after = 1", "after")
    drone, rock = ('kind = "drone"\ncount = 5', 'kind = "asteroid"\ncount = 5')
    yield edited("after rocks", drone, rock, "after = 1", "after")
    every = 'difficulty = ["easy", "normal", "hard"]'
    yield edited("not for all", every, 'difficulty = ["hard"]', "after = 1", "after")
    hold = 'name = "Hold it"'
    yield edited("a limit too short", hold, f"{hold}\nlimit = 12", "limit = 12", "limit")
    wait = 'name = "Wait"'
    yield edited("a limit of survival", wait, f"{wait}\nlimit = 30", "limit = 30", "limit")
    yield edited("no way", "towards = [0, 1, 0]", "towards = [-2, 0, 0]", "towards = [-2", "towards")
    drift = "speed = 2\ntowards = [0, 1, 3]"
    yield edited("nowhere to drift", drift, "speed = 2", "speed = 2", "speed")
    yield edited("no way to drift", drift, "towards = [-2, -4, 0]", "towards = [-2", "asteroid[1].towards")
    look = "place = [0, 1, 1]\ntowards = [1, 1, 0]"
    yield edited("nowhere to look from", look, "towards = [1, 1, 0]", "towards = [1, 1", "group[2].towards")
    yield edited("nowhere to look", look, f"{look[:17]}\ntowards = [0, 3, 3]", "towards = [0, 3", "towards")
    yield edited("twice there", "[0, 1, 0], [0, 0, 1]]", "[1, 0, 0], [0, 0, 1]]", "route = ", "route[2]")
    yield edited("no place", 'near = "player"', 'near = "goal"', "near = ", "near")
    carrier = 'kind = "carrier"\ncount = 1'
    yield edited("six are enough", carrier, 'kind = "carrier"\ncount = 7', "count = 7", "count")
    yield edited("no carrier", 'kind = "carrier"', 'kind = "drone"', 'kind = "brood"', "objective", above=1)
    crowd = '\n[[phase.group]]\nkind = "drone"\ncount = 40\ntimes = 30' * 3
    yield edited("a crowd", carrier, carrier + crowd, 'kind = "carrier"', "group", above=1)


def edited(what: str, old: str, new: str, line: str, key: str, above: int = 0) -> Broken:
    """`WHOLE` with `new` for the first `old`; the problem is some lines above the first that begins so."""
    text = WHOLE.replace(old, new, 1)
    numbers = [number for number, found in enumerate(text.splitlines(), 1) if found.startswith(line)]
    return Broken(what, text, numbers[0] - above, key)


def broken_texts() -> Iterator[Broken]:
    """Texts that are no TOML, and ones with missing tables or too many of them."""
    for what, line in (
        ("an open text", 'limit = "2'),
        ("no value", "limit ="),
        ("no key", "= 5"),
        ("two values", "limit = 5 6"),
        ("an open heading", "[[phase"),
        ("a word alone", "limit"),
        ("a colon", "limit: 5"),
        ("a bad escape", 'limit = "\\q"'),
        ("the same again", 'name = "twice"'),
        ("a bad number", "limit = 0x"),
        ("a control character", "limit = 5\x01"),
    ):
        yield Broken(what, replaced(24, line), 24, "")
    yield Broken("an open list", replaced(24, "limit = [1, 2"), 0, "")
    yield Broken("one phase for many", WHOLE.replace("[[phase]]", "[phase]", 1), 0, "")
    yield Broken("no tables", 'name = "x"\nworld = 1\nphase = 5\n', 3, "phase")
    yield Broken("an empty file", "", 1, "name")
    yield Broken("no phases", "\n".join(LINES[:19]), 1, "phase")
    yield Broken("too long", WHOLE + "#" * LEVEL_BYTES, 0, "")
    yield Broken("too deep", WHOLE + "a = " + "[" * 900 + "]" * 900, 0, "")
    more = '[[phase]]\nname = "x"\nobjective = {kind = "destroy"}\n' * 9
    yield Broken("too many phases", WHOLE + more, 21, "phase")


def replaced(number: int, line: str) -> str:
    """`WHOLE` with another line in the place of one."""
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"
