"""`parse_level`: a level's text to a `Level`, or to everything that is wrong with it.

Tables are read by `arena.game.levels.schema`. Rules between several keys, which no schema can state, are
checked here.
"""

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
from arena.game.levels.schema import LEVEL, LEVEL_BYTES, SHIPS_MAX
from arena.game.rules import DIFFICULTIES
from arena.toml_reader.problems import TomlError
from arena.toml_reader.reader import Reader, read_toml
from arena.toml_text import Path

WITH_PLACE = Hold | Escort | Race | Boss | Beacons | Siege | Chase
"""Objectives that groups may land around."""
SHIPS = frozenset(row.number for row in KINDS if row.rules.ship is not None)


class LevelError(TomlError):
    """Refusal of a text that is no level."""


def parse_level(text: str, name: str = "level") -> Level:
    """Level that a text describes.

    Args:
        text: TOML.
        name: of the file, for the problems.

    Raises:
        LevelError: it describes none; each problem has its line and key.
    """
    try:
        reader = read_toml(text, LEVEL_BYTES, name)
    except TomlError as error:
        raise LevelError(name, error.problems) from None
    level = reader.read(LEVEL)
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
    reader = Reader(document)
    level = reader.read(LEVEL)
    if not isinstance(level, Level):
        raise LevelError("level", reader.problems)
    return level


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
