"""`parse_level`: a level's text to a `Level`, or to everything that is wrong with it.

Size and depth are checked before anything parses the text, so that no file exhausts time or stack. Tables are
read by `arena.game.levels.schema`. Rules between several keys, which no schema can state, are checked here.
"""

import re
import tomllib
from collections.abc import Container, Iterator
from typing import Any

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.game.levels.plan import (
    AsteroidPlan,
    Beacons,
    Boss,
    Brood,
    Chase,
    Destroy,
    Escort,
    Hold,
    Level,
    PhasePlan,
    Race,
    Siege,
    Survive,
)
from arena.game.levels.problems import LevelError, Problem, shorten
from arena.game.levels.schema import LEVEL, LEVEL_BYTES, SHIPS_MAX
from arena.game.levels.shapes import Reader
from arena.game.rules import DIFFICULTIES
from arena.toml_text import Path, check_depth, locate_keys

__all__ = ["LevelError", "parse_level"]

WITH_PLACE = Hold | Escort | Race | Boss | Beacons | Siege | Chase
"""Objectives that groups may land around."""
SHIPS = frozenset(row.number for row in KINDS if row.rules.ship is not None)
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
"""Ending of the parser's messages."""


def parse_level(text: str, name: str = "level") -> Level:
    """Level that a text describes.

    Args:
        text: TOML.
        name: of the file, for the problems.

    Raises:
        LevelError: it describes none; each problem has its line and key.
    """
    document = _read_document(text, name)
    reader = Reader(locate_keys(text))
    level = reader.read(LEVEL, document)
    if isinstance(level, Level) and not reader.problems:
        for path, problem in _check_level(level):
            reader.refuse(path, problem)
    if reader.problems:
        raise LevelError(name, reader.problems)
    assert isinstance(level, Level)
    return level


def plan_of(document: dict[str, Any]) -> Level:
    """Plan of a document whose every value fits the schema, whatever is wrong between several keys.

    Raises:
        LevelError: a value does not fit.
    """
    reader = Reader({})
    level = reader.read(LEVEL, document)
    if not isinstance(level, Level):
        raise LevelError("level", reader.problems)
    return level


def _read_document(text: str, name: str) -> dict[str, Any]:
    size = len(text.encode("utf-8", "replace"))
    if size > LEVEL_BYTES:
        raise LevelError(name, [Problem(0, (), f"has {size:,} bytes; shorten it to {LEVEL_BYTES:,} at most")])
    try:
        check_depth(text)
    except ValueError as problem:
        raise LevelError(
            name, [Problem(0, (), f"is {problem}; write it flatter, as the schema shows")]
        ) from None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise LevelError(name, [_syntax_problem(text, str(problem))]) from None


def _syntax_problem(text: str, message: str) -> Problem:
    """Position of a syntax error in TOML, and the key above it."""
    found = _WHERE.search(message)
    line = int(found[1]) if found and found[1] else text.count("\n") + 1
    said = shorten(message[: found.start()] if found else message, 100)
    before = "\n".join(text.split("\n")[:line])
    keys = [(at, key) for key, at in locate_keys(before).items() if at <= line]
    path = max(keys, key=lambda entry: entry[0])[1] if keys else ()
    return Problem(line, path, f"no TOML: {said}; mend this line or the one before")


def _check_level(level: Level) -> Iterator[tuple[Path, str]]:
    """Problems between several keys."""
    if sum(level.field.shares) <= 0.0:
        *first, last = MATERIALS.names
        told = f"{', '.join(first)} and {last} are all 0; give one of them a share"
        yield ("field", MATERIALS.names[0]), told
    for place, asteroid in enumerate(level.asteroid):
        for key, problem in _check_drift(asteroid):
            yield ("asteroid", place, key), problem
    for place, zone in enumerate(level.zone):
        for number in zone.phases:
            if number > len(level.phase):
                yield ("zone", place, "phases"), f"there is no phase {number}; write 1 to {len(level.phase)}"
    for place, phase in enumerate(level.phase):
        for path, problem in _check_phase(phase):
            yield ("phase", place, *path), problem


def _check_drift(asteroid: AsteroidPlan) -> Iterator[tuple[str, str]]:
    if asteroid.towards is None:
        if asteroid.speed > 0.0:
            yield "speed", "it drifts nowhere; give it a towards, or leave the speed out"
    elif _parallel(asteroid.place, asteroid.towards):
        yield "towards", "lies under or opposite its place; name another place, so that there is a way"


def _check_phase(phase: PhasePlan) -> Iterator[tuple[Path, str]]:
    objective = phase.objective
    yield from _check_groups(phase)
    for difficulty in DIFFICULTIES:
        if isinstance(objective, Destroy) and not _ships(phase, difficulty):
            yield (
                ("objective",),
                f"there is nobody to destroy on {difficulty}; add a [[phase.group]] of ships",
            )
        if isinstance(objective, Brood) and not _ships(phase, difficulty, (kinds.CARRIER.number,)):
            yield ("objective",), f"there is no carrier on {difficulty}; add a [[phase.group]] of carriers"
    if isinstance(objective, Boss) and objective.variant - 1 not in BOSSES:
        known = ", ".join(str(boss.number + 1) for boss in BOSSES)
        yield ("objective", "variant"), f"there is no boss {objective.variant}; there is {known}"
    if isinstance(objective, Survive | Siege) and phase.limit:
        yield ("limit",), "the objective ends by itself; leave the limit out"
    if isinstance(objective, Hold) and 0.0 < phase.limit <= objective.seconds:
        yield ("limit",), f"nobody can be done before; write more than {objective.seconds:g} or leave it out"
    if isinstance(objective, Race | Chase) and _parallel(objective.place, objective.towards):
        yield (
            ("objective", "towards"),
            "lies in one line with place; name another place, so that there is a way",
        )
    if isinstance(objective, Escort):
        yield from _check_route(objective)


def _check_groups(phase: PhasePlan) -> Iterator[tuple[Path, str]]:
    for place, group in enumerate(phase.group):
        if group.after > place:
            yield (
                ("group", place, "after"),
                f"is no earlier group; write 1 to {place}"
                if place
                else ("there is no earlier group; leave it out"),
            )
        elif group.after and phase.group[group.after - 1].kind == kinds.ASTEROID.number:
            yield ("group", place, "after"), "asteroids are never beaten; name a group of ships"
        elif group.after and not set(group.difficulty) <= set(phase.group[group.after - 1].difficulty):
            said = "that group stays away on a difficulty on which this one comes; name another group"
            yield ("group", place, "after"), said
        if group.near == "goal" and not isinstance(phase.objective, WITH_PLACE):
            yield ("group", place, "near"), 'this objective has no place; write "player", or give a place'
        if group.towards is not None and group.place is None:
            yield (
                ("group", place, "towards"),
                "who has no place faces the players; leave it out, or give a place",
            )
        elif group.towards is not None and group.place is not None and _parallel(group.place, group.towards):
            yield ("group", place, "towards"), "lies under or opposite its place; name another one"
        if group.kind == kinds.CARRIER.number and group.count > 6:
            yield ("group", place, "count"), f"{group.count} carriers are too many; write 1 to 6"
    ships = max(_ships(phase, difficulty) for difficulty in DIFFICULTIES)
    if ships > SHIPS_MAX:
        yield ("group",), f"the phase sends {ships} ships; write {SHIPS_MAX} at most, all times included"


def _ships(phase: PhasePlan, difficulty: str, among: Container[int] = SHIPS) -> int:
    """Number of ships that come on a difficulty, all times included."""
    groups = [group for group in phase.group if group.kind in among and difficulty in group.difficulty]
    return sum(group.count * group.times for group in groups)


def _check_route(objective: Escort) -> Iterator[tuple[Path, str]]:
    for place, (here, there) in enumerate(zip(objective.route, objective.route[1:], strict=False)):
        if _parallel(here, there):
            yield (
                ("objective", "route", place + 1),
                "lies under or opposite the place before; put one in between",
            )


def _parallel(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    """Return whether two directions are equal or opposite: no great circle leads from one to the other."""
    return abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) > 0.9995
