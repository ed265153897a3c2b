"""Templates of new things: a first level, a phase, an objective, and each thing that can be placed."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.catalogue.zones import ZONES
from arena.game.editing.bearings import ahead, written
from arena.game.levels.schema import SENT
from arena.game.levels.writer import Document

GROUP_COUNTS = {"drone": 8, "carrier": 1, "asteroid": 6}
GROUP_COUNT = 4
"""Ships of a new group, unless its kind says otherwise."""


class Family(StrEnum):
    """Groups of things that can be placed."""

    ASTEROID = "asteroid"
    ZONE = "zone"
    SPAWNER = "spawner"
    GOAL = "goal"


class Piece(NamedTuple):
    """A thing that can be placed."""

    family: Family
    name: str
    about: str


PIECES = (
    *(Piece(Family.ASTEROID, name, f"an asteroid of {name}") for name in MATERIALS.names),
    *(Piece(Family.ZONE, row.name, row.show.about) for row in ZONES),
    *(Piece(Family.SPAWNER, kind, f"{kind}s drop in here in this phase") for kind in SENT),
    Piece(Family.GOAL, "hold", "this phase: be in a ring here"),
    Piece(Family.GOAL, "race", "this phase: gates, from here on"),
    Piece(Family.GOAL, "escort", "this phase: a freighter's route; again: its next point"),
    Piece(Family.GOAL, "boss", "this phase: a boss, here"),
)
"""All pieces, in the order in which they are offered."""


def new_level() -> Document:
    """Level that can be played at once: it is empty, and its objective is to survive for a while."""
    return {
        "name": "New level",
        "world": 1,
        "field": {"count": 0, "keep": 0},
        "phase": [new_phase(1)],
    }


def new_phase(number: int) -> Document:
    """Phase with the objective to survive for a while."""
    return {"name": f"Phase {number}", "objective": {"kind": "survive", "seconds": 30}}


def new_asteroid(material: str, place: Sequence[float]) -> Document:
    """Asteroid that stands still."""
    return {"place": written(place), "radius": 2, "material": material}


def new_zone(kind: str, place: Sequence[float], up: Sequence[float]) -> Document:
    """Zone of a usual size; a swirl, like a wind, blows to `up`."""
    rules = ZONES.named(kind).rules
    radius, strength = rules.usual_radius, rules.usual_strength
    table: Document = {"kind": kind, "place": written(place), "radius": radius, "strength": strength}
    return {**table, "axis": written(np.cross(place, up))} if rules.effect == "swirl" else table


def new_group(kind: str, place: Sequence[float] | None) -> Document:
    """Group of a few ships of a kind, at a place or around the players."""
    group: Document = {"kind": kind, "count": GROUP_COUNTS.get(kind, GROUP_COUNT)}
    if kind == kinds.ASTEROID.name:
        group["times"] = 2
    return group if place is None else {**group, "place": written(place)}


def new_objective(kind: str, place: Sequence[float], up: Sequence[float]) -> Document:
    """Objective with its places, if it has any, here and ahead."""
    here, there = written(place), written(ahead(place, up))
    return {
        "destroy": {"kind": "destroy"},
        "survive": {"kind": "survive", "seconds": 30},
        "hold": {"kind": "hold", "place": here, "seconds": 20},
        "escort": {"kind": "escort", "route": [here, there]},
        "brood": {"kind": "brood"},
        "race": {"kind": "race", "place": here, "towards": there},
        "boss": {"kind": "boss", "variant": 1, "place": here},
        "beacons": {"kind": "beacons", "places": [here, there]},
        "siege": {"kind": "siege", "place": here, "seconds": 45},
        "chase": {"kind": "chase", "place": here, "towards": there},
        "tide": {"kind": "tide", "count": 200},
    }[kind]
