"""Things that a level puts on the planet: asteroids, zones, spawners, and the places of objectives."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from arena.catalogue.boss_row import BOSSES
from arena.catalogue.materials import MATERIALS
from arena.catalogue.zones import ZONES
from arena.game.editing.bearings import direction
from arena.game.levels.schema import ASTEROID, OBJECTIVE
from arena.game.levels.writer import Document
from arena.sphere import UnitVector
from arena.toml_text import Path

POINT_RADIUS, SHIP_RADIUS = 3.0, 2.2
"""Radius at which a thing without a size of its own is shown [u]."""
SHIP_ROOM = {"carrier": 5.0, "asteroid": 3.0}


class Role(StrEnum):
    """Type of a thing."""

    ASTEROID = "asteroid"
    ZONE = "zone"
    SPAWNER = "spawner"
    HOLD = "ring to hold"
    GATE = "first gate"
    WAY = "way of the gates"
    ROUTE = "route"
    BOSS = "boss"


class Thing(NamedTuple):
    """A thing on the planet."""

    path: Path  # of its table; of its place, where it is a place of an objective
    place_path: Path
    role: Role
    kind: str  # its material, its kind of zone, ship or objective
    label: str
    place: UnitVector
    radius: float  # [u]
    towards: UnitVector | None  # direction in which it drifts, looks or blows
    here: bool  # it is in the shown phase


def list_things(document: Document, phase: int) -> list[Thing]:
    """All things of a level, of the phases those of phase `phase`, from 0, alone."""
    found = [*_asteroids(document), *_zones(document, phase)]
    if phase < len(document["phase"]):
        found += [*_spawners(document, phase), *_goals(document, phase)]
    return found


def find_thing(things: Sequence[Thing], path: Path) -> Thing | None:
    """Thing at a path."""
    return next((thing for thing in things if thing.path == path), None)


def _asteroids(document: Document) -> Iterator[Thing]:
    for number, table in enumerate(document.get("asteroid", [])):
        path, kind = ("asteroid", number), table.get("material", MATERIALS[0].name)
        radius = float(table.get("radius", ASTEROID.keys["radius"].default))
        towards = direction(table["towards"]) if "towards" in table else None
        place, label = direction(table["place"]), f"{kind} asteroid"
        yield Thing(path, (*path, "place"), Role.ASTEROID, kind, label, place, radius, towards, True)


def _zones(document: Document, phase: int) -> Iterator[Thing]:
    for number, table in enumerate(document.get("zone", [])):
        path, place = ("zone", number), direction(table["place"])
        there = not table.get("phases") or phase + 1 in table["phases"]
        yield Thing(
            path, (*path, "place"), Role.ZONE, table["kind"], table["kind"], place, float(table["radius"]),
            _blown_to(table, place), there,
        )  # fmt: skip


def _blown_to(table: dict[str, Any], place: UnitVector) -> UnitVector | None:
    """Direction of a wind at its middle."""
    if ZONES.named(table["kind"]).rules.effect != "swirl":
        return None
    (a, b, c), (x, y, z) = direction(table.get("axis", (0.0, 0.0, 1.0))), place
    way = (b * z - c * y, c * x - a * z, a * y - b * x)
    return direction([p + w for p, w in zip(place, way, strict=True)])


def _spawners(document: Document, phase: int) -> Iterator[Thing]:
    for number, table in enumerate(document["phase"][phase].get("group", [])):
        if "place" in table:
            path, kind = ("phase", phase, "group", number), table["kind"]
            place, label = direction(table["place"]), group_label(table)
            towards = direction(table["towards"]) if "towards" in table else None
            room = SHIP_ROOM.get(kind, SHIP_RADIUS)
            yield Thing(path, (*path, "place"), Role.SPAWNER, kind, label, place, room, towards, True)


def group_label(table: dict[str, Any]) -> str:
    """Label of a group, in a few words."""
    kind, count, times = table["kind"], table["count"], table.get("times", 1)
    return f"{f'{times} x ' if times > 1 else ''}{count} {kind}{'s' if count > 1 else ''}"


def _goals(document: Document, phase: int) -> Iterator[Thing]:
    table = document["phase"][phase]["objective"]
    kind, path = table["kind"], ("phase", phase, "objective")
    if kind == "hold":
        yield _goal(path, Role.HOLD, "hold", table["place"], _radius(table))
    elif kind == "race":
        gate = _goal(path, Role.GATE, "first gate", table["place"], _radius(table))
        yield gate._replace(towards=direction(table["towards"]))
        yield _goal((*path, "towards"), Role.WAY, "way", table["towards"], POINT_RADIUS, whole=True)
    elif kind == "escort":
        for number, place in enumerate(table["route"]):
            label = "start" if number == 0 else f"way {number}"
            yield _goal((*path, "route", number), Role.ROUTE, label, place, POINT_RADIUS, whole=True)
    elif kind == "boss" and "place" in table:
        boss = BOSSES[table["variant"] - 1]
        yield _goal(path, Role.BOSS, boss.name, table["place"], boss.rules.radius)


def _goal(
    path: Path, role: Role, label: str, place: Sequence[float], radius: float, whole: bool = False
) -> Thing:
    """Thing of one place of an objective. `whole`: the path leads to the place itself."""
    kind = role.value
    return Thing(
        path, path if whole else (*path, "place"), role, kind, label, direction(place), radius, None, True
    )


def _radius(table: dict[str, Any]) -> float:
    """Label of a place of an objective."""
    return float(table.get("radius", OBJECTIVE.shapes[table["kind"]].keys["radius"].default))


def owner_of(path: Path) -> Path:
    """Path of the table with a thing's numbers: its own, or the objective that it is a place of."""
    return path[:3] if path[:1] == ("phase",) and path[2:3] == ("objective",) else path
