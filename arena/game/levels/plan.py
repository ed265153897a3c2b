"""`Level`: what a level says, checked and frozen. Lengths [u], times [s], places are unit directions.

The parser fills these tables by the schema. A field that a level leaves out has the schema's default.
"""

from typing import NamedTuple

from arena.sphere import UnitVector


class FieldPlan(NamedTuple):
    """The asteroids of a level."""

    count: int  # at the start
    keep: int  # whole ones below which more drop in
    shares: tuple[float, ...]  # of materials in the order of their numbers, in any measure


class AsteroidPlan(NamedTuple):
    """An asteroid placed by hand."""

    place: UnitVector
    radius: float
    material: int  # number of a row of the catalogue's materials
    speed: float  # [u/s] with which it drifts
    towards: UnitVector | None  # direction of its drift; None: it stands still


class ZonePlan(NamedTuple):
    """Zone: a ball on the shell that acts on all bodies inside, see `arena.sim.zones`."""

    kind: str
    place: UnitVector
    radius: float
    strength: float
    axis: UnitVector  # of a wind's rotation
    growth: float  # [u/s] by which its radius grows in a phase
    phases: tuple[int, ...]  # in which it is there, from 1; empty: in all


class GroupPlan(NamedTuple):
    """Ships, or asteroids, that drop in together."""

    kind: int
    count: int
    formation: str
    time: float  # [s] after the phase's calm, or after group `after` was beaten
    after: int  # number of an earlier group of the phase, 0: none
    times: int  # number of comings
    every: float  # [s] from one time to the next
    near: str  # "player" or "goal": centre of the landing, where it has no place of its own
    place: UnitVector | None
    towards: UnitVector | None  # direction in which ships with a place look; None: to a player
    distance: float  # [u] from what it lands around
    bearing: float | None  # [degrees] clockwise from the player's up; None: anywhere around
    difficulty: tuple[str, ...]  # on which it comes


class Destroy(NamedTuple):
    """Beat everyone that the phase sends."""


class Survive(NamedTuple):
    """Last for a while."""

    seconds: float


class Hold(NamedTuple):
    """Be in a place, for so long in all."""

    place: UnitVector
    radius: float
    seconds: float


class Escort(NamedTuple):
    """Bring a freighter along a route alive."""

    route: tuple[UnitVector, ...]
    health: float


class Brood(NamedTuple):
    """Destroy the carriers; their drones end with them."""


class Race(NamedTuple):
    """Fly through gates on a great circle, in order."""

    place: UnitVector  # of the first one
    towards: UnitVector  # direction of the circle at the first gate
    gates: int
    turn: float  # [degrees] from the first gate to the last
    radius: float


class Boss(NamedTuple):
    """Destroy a boss."""

    variant: int
    place: UnitVector | None


class Beacons(NamedTuple):
    """Light beacons in turn: be at each for a while."""

    places: tuple[UnitVector, ...]
    radius: float
    seconds: float  # at each


class Siege(NamedTuple):
    """Guard a freighter that lies still, for a while."""

    place: UnitVector
    seconds: float
    health: float


class Chase(NamedTuple):
    """Destroy a runner that flees along a great circle, through a belt of asteroids, before it is away."""

    place: UnitVector  # where it begins
    towards: UnitVector  # direction in which it flees
    turn: float  # [degrees] after which it is away
    health: float
    rocks: int  # asteroids of the belt


class Flood(NamedTuple):
    """Destroy drones of the rivers of a tide."""

    count: int


Objective = Destroy | Survive | Hold | Escort | Brood | Race | Boss | Beacons | Siege | Chase | Flood


class MedalPlan(NamedTuple):
    """Conditions of a phase's medals; the one for no hit has no numbers."""

    time: float  # [s] from the phase's begin in which it is to be cleared, 0: no such medal
    score: int  # points in the phase on normal difficulty, 0: no such medal


class ExtraPlan(NamedTuple):
    """Second goal of a phase, which pays points and gates nothing."""

    kind: str  # what counts
    count: int


class PhasePlan(NamedTuple):
    """One phase of a level."""

    name: str
    brief: str
    objective: Objective
    limit: float  # [s] after which it is lost, 0: never
    few: int  # ships alive with which the next group comes early, -1: none does
    most: int  # ships alive beyond which no group comes
    wait: float  # [s] after the last group's coming, at most, until the next one's
    dark: float  # share of the sun's light that is gone
    medals: MedalPlan
    extra: ExtraPlan | None
    group: tuple[GroupPlan, ...]


class Level(NamedTuple):
    """Plan of a level."""

    name: str
    world: int
    look: str
    brief: str
    ships: int  # lives of each player beyond those of the difficulty
    field: FieldPlan
    asteroid: tuple[AsteroidPlan, ...]
    zone: tuple[ZonePlan, ...]
    phase: tuple[PhasePlan, ...]
