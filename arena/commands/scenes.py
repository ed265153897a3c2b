"""Scenes of `arena shot`. Each is a match that the bot plays from a fixed seed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds, zones
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS
from arena.commands import CommandError

if TYPE_CHECKING:
    from arena.game.match import Match
    from arena.sim.world import World

F64 = NDArray[np.float64]


SETTLING = 300
"""Ticks that the rivers of the scene `tide` flow before its picture begins."""
OPENING = 210
"""Ticks for which the camera shows the beginning of a game from near by."""
SPARK_REACH, SPARK_AWAY = 9.0, 16.0
"""About its spark, within which most volatiles are; and distance of the player from it [u]."""


@dataclass(frozen=True)
class ShotScene:
    """Recipe for one moment worth a picture."""

    about: str
    seed: int
    ticks: int  # played before the picture
    title: bool = False  # true for the title's camera
    world: int = 0  # of the campaign; 0: none of it
    mode: str = ""  # where it is no world of the campaign; "": the usual mode
    prepare: "Callable[[Match], None] | None" = None  # changes the match before its first tick


def _frame(world: "World") -> tuple[Callable[[F64], F64], F64, F64]:
    """Place so far away from the first ship [u], and the directions of its picture's up and right."""
    from arena.app.play.attract import tangent_frame
    from arena.sphere import exp_map, unit

    here, up, right = tangent_frame(world)
    return lambda away: unit(exp_map(here, away)), up, right


def _crowd(match: "Match") -> None:
    """Place a ring of drones and gunners around the player, farther out than they shoot."""
    world = match.world
    at, up, right = _frame(world)
    ships = 96
    for index in range(ships):
        angle = index * 2.399963  # the golden angle: no two in line
        distance = 9.0 + 26.0 * index / ships
        away = (right * np.cos(angle) + up * np.sin(angle)) * distance
        kind = kinds.GUNNER.number if index % 6 == 0 else kinds.DRONE.number
        world.place(kind, at(away))


def _attract(match: "Match") -> None:
    """Place the ships of the title."""
    from arena.app.play.attract import stage_fight

    stage_fight(match)


def _cast(match: "Match") -> None:
    """Place one of each kind in a ring around the player, and a boss beyond; disarm player and companion."""
    world = match.world
    _disarm(match)
    at, up, right = _frame(world)
    told = [row for row in KINDS if row.rules.pool in ("enemy", "mine") and row.show.guide is not None]
    told.sort(key=lambda row: row.show.guide.place if row.show.guide else 0)
    ring = [row.number for row in told if row.ship.body.radius < kinds.CARRIER.ship.body.radius]
    for index, kind in enumerate(ring):
        angle = np.pi * (0.5 + 1.0 * index / (len(ring) - 1))
        row = world.place(kind, at((right * np.sin(angle) + up * np.cos(angle)) * 7.5))
        world.bodies.heading[row] = up
    carrier = world.place(kinds.CARRIER.number, at(right * -12.0 + up * 8.5))
    world.bodies.heading[carrier] = up
    world.place_boss(at(up * 22.0 + right * 7.0))


def kind_scene(name: str) -> ShotScene:
    """Scene of three ships of a hostile kind before a player who holds fire.

    Raises:
        CommandError: there is no such kind.
    """
    known = [row.name for row in KINDS if row.rules.pool in ("enemy", "mine")]
    if name not in known:
        raise CommandError(f"there is no hostile kind {name!r}; there are {', '.join(known)}")
    row = KINDS.named(name)

    def prepare(match: "Match") -> None:
        at, up, right = _frame(match.world)
        _disarm(match)
        for aside in (-5.0, 0.0, 5.0):
            match.world.place(row.number, at(up * 10.0 + right * aside))

    return ShotScene(f"three of the kind {name}", 2, 30, prepare=prepare)


def _disarm(match: "Match") -> None:
    """Take away asteroids, bombs, and for a while the fire of player and companion."""
    from arena.sim.kinds import Pool

    world = match.world
    world.pools[Pool.ASTEROID].clear()
    world.players.bombs[:] = 0
    world.ships.cooldown[: world.pools[Pool.ENEMY].start] = 600


def _rest(match: "Match", ticks: int) -> None:
    """Let the player rest unharmed."""
    for _ in range(ticks):
        match.world.ships.untouchable_until[0] = match.world.tick + ticks
        match.tick()


def _zones(match: "Match") -> None:
    """Place one zone of each kind around the player, when the beginning is over."""
    from arena.sim.zones import add_zone

    _rest(match, OPENING)
    world = match.world
    at, up, right = _frame(world)
    add_zone(
        world, zones.WIND.number, at(up * -5.0 + right * 14.0), 7.0, 8.0, axis=up + world.bodies.position[0]
    )
    add_zone(world, zones.NEBULA.number, at(up * 8.0 + right * 20.0), 8.0, 0.8)
    add_zone(world, zones.WELL.number, at(up * 12.0 + right * 4.0), 6.0, 6.0)


def _crates(match: "Match") -> None:
    """Let three crates land around the player, when the beginning is over."""
    from arena.game.crates import fit_past_offers, send_crates

    _rest(match, OPENING)
    fit_past_offers(match.world, 5)
    send_crates(match.world, [0])


def _cascade(match: "Match") -> None:
    """Let the rivers flow for a while, put the player before the densest place, and light it."""
    from arena.game.modes.tide import Tide
    from arena.sim.kinds import Pool
    from arena.sphere import exp_map, unit

    world, bodies = match.world, match.world.bodies
    _rest(match, SETTLING)
    drones = world.rows(Pool.ENEMY)
    volatile = drones[bodies.kind[drones] == kinds.VOLATILE.number]
    places = unit(bodies.position[volatile])
    spark = int(np.argmax((places @ places.T > np.cos(SPARK_REACH / world.shell_radius)).sum(axis=1)))
    axes = cast("Tide", match.mode).axes
    axis = axes[volatile[spark] % len(axes)]
    way = axis - places[spark] * (axis @ places[spark])
    here = unit(exp_map(places[spark], unit(way) * (SPARK_AWAY / world.shell_radius)))
    world.players.up[0] = unit(places[spark] - here * (here @ places[spark]))
    for column in (bodies.position, bodies.previous_position):
        column[0] = here * world.shell_radius
    world.players.bombs[0] = 0
    bodies.health[volatile[spark]], bodies.hit_by[volatile[spark]] = 0.0, 0


def _duel(variant: int, stage: int) -> "Callable[[Match], None]":
    """Place only a boss, at a stage of its health, in front of the player."""

    def prepare(match: "Match") -> None:
        from arena.sim.kinds import Pool

        world = match.world
        world.pools[Pool.ASTEROID].clear()
        world.place(kinds.ASTEROID.number, -world.bodies.position[0], radius=3.0)
        at, up, _ = _frame(world)
        boss = world.place_boss(at(up * 20.0), variant)
        rules = BOSSES[variant].rules
        world.bodies.health[boss] = rules.stages[stage].health * rules.health
        world.memory.stage[boss] = stage

    return prepare


SCENES = {
    "title": ShotScene("the fight behind the title screen", seed=7, ticks=1500, title=True, prepare=_attract),
    "calm": ShotScene("the first seconds of a game", seed=3, ticks=150),
    "landing": ShotScene("the first group falls in from outer orbit", seed=3, ticks=190),
    "fight": ShotScene("the bot in its first minute", seed=5, ticks=1500),
    "crowded": ShotScene("a hundred ships close in", seed=11, ticks=130, prepare=_crowd),
    "world1": ShotScene("Haven, the campaign's first world", seed=7, ticks=1036, world=1),
    "world2": ShotScene("its second", seed=5, ticks=1216, world=2),
    "world3": ShotScene("its third", seed=7, ticks=1186, world=3),
    "world4": ShotScene("its fourth", seed=6, ticks=1351, world=4),
    "world5": ShotScene("its last", seed=7, ticks=1366, world=5),
    "cast": ShotScene("one of every kind that flies", seed=2, ticks=2, prepare=_cast),
    "crates": ShotScene("three crates, of which one may be taken", seed=3, ticks=72, prepare=_crates),
    **{
        f"boss{boss.number + 1}": ShotScene(
            f"the {boss.name} {boss.show.portrait.about}",
            4,
            boss.show.portrait.ticks,
            prepare=_duel(boss.number, boss.show.portrait.stage),
        )
        for boss in BOSSES
    },
    "tide": ShotScene("a cascade runs through a river", seed=6, ticks=70, mode="tide", prepare=_cascade),
    "zones": ShotScene("solar wind, a nebula and a gravity well", seed=9, ticks=20, prepare=_zones),
}
