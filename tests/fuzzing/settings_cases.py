"""Settings files as nobody should write them, and as anybody may: what the parser makes of each."""

import random
import zlib

from arena.app.input.actions import STICKS, Action
from arena.app.input.bindings import DEFAULTS, MAX_SOURCES
from arena.app.storage.settings import (
    MAX_BYTES,
    QUALITIES,
    RENDER_SCALES,
    Settings,
    format_settings,
    parse_settings,
)
from arena.toml_reader.problems import Problem
from arena.view.palette import COLOR_SETS
from tests.fuzzing.text_mutations import damage

LINE_MOST = 1_000
"""Letters of a problem, which lists all actions there are."""

ROUND_TRIPS = 40
"""One file in so many is also saved and read again, which takes longer than all the rest."""

SMALL = b"""version = 1
[audio]
volume = 0.25
effects = 1
[video]
quality = "low"  # my laptop
fullscreen = false
shake = 0.5
[bindings]
fire = ["mouse:LEFT", 'key:SPACE']
move_stick = ["pad:leftstick"]
"""


def mutate(chance: random.Random) -> bytes:
    """Return a settings file that is damaged, or larger than any may be."""
    base = SMALL if chance.random() < 0.9 else format_settings(Settings())
    return damage(base, chance, 2 * MAX_BYTES if chance.random() < 0.01 else MAX_BYTES)


def check(data: bytes) -> str:
    """Let the parser read a file; returns how much of it is used.

    Raises:
        AssertionError: it raised something, or returned what nobody can play with.
    """
    _, problems = read(data)
    return "refused in part" if problems else "read"


def read(data: bytes) -> tuple[Settings, list[Problem]]:
    """Return what the parser makes of a file, and check it; see `check`."""
    settings, problems = parse_settings(data)
    check_settings(settings)
    for problem in (found.told_of("settings.toml") for found in problems):
        assert problem.isprintable() and len(problem) < LINE_MOST, f"not one line: {problem[:300]!r}"
    if zlib.crc32(data) % ROUND_TRIPS == 0:
        assert parse_settings(format_settings(settings)) == (settings, []), "is not saved as it was read"
    return settings, problems


def check_settings(settings: Settings) -> None:
    """Look at every field.

    Raises:
        AssertionError: one is out of its range.
    """
    for name in ("volume", "effects", "music", "shake"):
        value = getattr(settings, name)
        assert type(value) is float and 0.0 <= value <= 1.0, f"{name} is {value!r}"
    assert settings.quality in QUALITIES, f"quality is {settings.quality!r}"
    assert type(settings.fullscreen) is bool, "fullscreen is no switch"
    assert settings.bindings.keys() == DEFAULTS.keys(), "an action is lost, or one too many"
    for action, sources in settings.bindings.items():
        assert 1 <= len(sources) <= MAX_SOURCES, f"{action} has {len(sources)} sources"
        assert all(type(source) is str for source in sources), f"{action} has a source that is no text"


def legal(chance: random.Random) -> tuple[bytes, Settings]:
    """Return a file as a person might write it, and what it says."""
    settings = Settings(
        volume=chance.choice((0.0, 1.0, round(chance.random(), 3))),
        effects=round(chance.random(), 3),
        music=round(chance.random(), 3),
        quality=chance.choice(QUALITIES),
        render_scale=chance.choice(RENDER_SCALES),
        fullscreen=chance.random() < 0.5,
        colors=chance.choice(COLOR_SETS),
        high_contrast=chance.random() < 0.5,
        reduced_motion=chance.random() < 0.5,
        flash_limit=chance.random() < 0.5,
        shake=round(chance.random(), 3),
    )
    actions = chance.sample(sorted(DEFAULTS), chance.randint(0, 4))
    chosen = {action: _some_sources(action, chance) for action in actions}
    settings.bindings.update(chosen)
    audio = {name: getattr(settings, name) for name in ("volume", "effects", "music")}
    names = ("quality", "render_scale", "fullscreen", "shake", "colors", "high_contrast", "reduced_motion")
    video = {name: getattr(settings, name) for name in (*names, "flash_limit")}
    tables = [("audio", audio), ("video", video), ("bindings", chosen)]
    chance.shuffle(tables)
    top, sections = [f"version{_gap(chance)}={_gap(chance)}1{_remark(chance)}\n"], list[str]()
    for name, table in tables:
        _write_table(name, {str(key): value for key, value in table.items()}, chance, top, sections)
    text = "".join(top + sections)
    text = text.replace("\n", "\r\n") if chance.random() < 0.3 else text
    return text.encode("utf-8-sig" if chance.random() < 0.2 else "utf-8"), settings


def _some_sources(action: Action, chance: random.Random) -> tuple[str, ...]:
    if action in STICKS:
        return ("pad:rightstick",)
    numbers = chance.sample(range(100), chance.randint(1, MAX_SOURCES))
    return tuple(f"key:K_{number}" for number in numbers)


def _write_table(
    name: str, table: dict[str, object], chance: random.Random, top: list[str], sections: list[str]
) -> None:
    """As a section, as an inline table, or with dotted keys; the latter two stand above all sections."""
    lines = [(_quoted(key, chance), _value(value, chance)) for key, value in table.items()]
    style = chance.choice(("section", "section", "inline", "dotted"))
    if style == "inline":
        comma = f"{_gap(chance)},{_gap(chance)}"
        pairs = comma.join(f"{key}{_gap(chance)}= {value}" for key, value in lines)
        top.append(f"{name} = {{{_gap(chance)}{pairs}{_gap(chance)}}}{_remark(chance)}\n")
    elif style == "dotted":
        dot = f"{_gap(chance)}.{_gap(chance)}"
        top += [f"{name}{dot}{key} ={_gap(chance)}{value}{_remark(chance)}\n" for key, value in lines]
    else:
        sections.append(f"{_gap(chance)}[{_gap(chance)}{name}{_gap(chance)}]{_remark(chance)}\n")
        sections += [f"{_gap(chance)}{key}{_gap(chance)}= {value}{_remark(chance)}\n" for key, value in lines]


def _value(value: object, chance: random.Random) -> str:
    if isinstance(value, tuple):
        between = chance.choice((",", ", ", " ,\n  ", ",  # and [[[{ a.b.c.d.e.f.g.h.i.j\n\t", ",\n\n"))
        end = chance.choice(("", ",", "\n", ",\n# that is all ]]]\n"))
        return (
            f"[{chance.choice(('', ' ', chr(10)))}{between.join(_text(word, chance) for word in value)}{end}]"
        )
    if isinstance(value, bool):
        return str(value).lower()
    return _text(value, chance) if isinstance(value, str) else repr(value)


def _text(word: str, chance: random.Random) -> str:
    plain = chance.choice(('"%s"', "'%s'", '"""%s"""', "'''%s'''", '"""\n%s"""'))
    if chance.random() < 0.1:
        return '"' + "".join(f"\\u{ord(letter):04x}" for letter in word) + '"'
    return plain % word


def _quoted(key: str, chance: random.Random) -> str:
    return chance.choice((key, key, f'"{key}"', f"'{key}'"))


def _gap(chance: random.Random) -> str:
    return chance.choice(("", "", " ", " ", "\t", "   "))


def _remark(chance: random.Random) -> str:
    return chance.choice(
        (
            "",
            "",
            "",
            "  # why not",
            "\t#",
            "# [[[[[[[[[[[[[[[[",
            " # a.b.c.d.e.f.g.h.i.j = {",
            ' # it\'s """ ü',
            "\n\n",
        )
    )
