"""Fight behind the title: an invulnerable bot and squads that spawn in front of it.

The title screen begins one when it is made and reinforces it after every tick; `arena shot --scene title`
and the golden pictures show how it begins.

Waves of the endless mode were tried first and rejected: a dozen of one kind, from any side, then a hundred.
Squads here suit a picture: few of each kind, many kinds, in front of the camera.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds, modules
from arena.catalogue.kind_row import KINDS
from arena.game.match import Match
from arena.game.mode import Request, Setup
from arena.game.modes.practice import Practice
from arena.sim.crates import fit_module
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.sphere import exp_map, unit

F64 = NDArray[np.float64]

LEVEL = """
name = "Title"
world = 1
field = { count = 46, keep = 40, rock = 3, ice = 2, metal = 2 }
[[phase]]
name = "Title"
objective = { kind = "destroy" }
[[phase.group]]
kind = "weaver"
count = 1
time = 600
times = 30
every = 600
"""
"""Level with a phase of five hours, so that only `reinforce` spawns enemies."""
MODULES_WORN = (modules.TWIN, modules.HEAVY)
"""Modules of the bot: visible fire, but no beam over half of the picture."""


def squad(names: str) -> tuple[int, ...]:
    """Numbers of kinds by their names."""
    return tuple(KINDS.named(name).number for name in names.split())


FIRST_RING = squad(
    "drone drone drone gunner drone drone drone weaver lancer drone drone drone gunner miner "
    "drone drone drone weaver stalker"
)
"""First squad, nearest first."""
NEAREST, SPREAD = 6.5, 0.85  # [u] from the ship, and how much farther the next of them stands each time
FAN = 0.9  # [rad] to both sides of where the fight is
ROCK, ROCK_RADIUS = (13.0, -9.0), 1.7  # [u] ahead of the ship and to its right; of a rock to shoot at
SQUADS = (
    squad("drone drone drone drone drone drone drone"),
    squad("gunner gunner drone drone drone"),
    squad("weaver drone drone drone drone weaver"),
    squad("lancer drone drone drone drone"),
    squad("stalker gunner drone drone miner"),
)
"""Later squads, in turn."""
FEW = 13
"""Number of enemies in front of the ship below which a squad spawns."""
IN_SIGHT, CONE = 20.0, 0.5
"""Maximum distance of an enemy in view [u], and minimum cosine of its angle to the picture's up."""
BEHIND, LOST = -7.0, 32.0
"""Distances behind the ship, and in all, beyond which an enemy is removed: the bot would turn around [u]."""
LANDING = (8.0, 18.0)  # [u] from where the ship will be
FALL, PREDICTED = 1.2, 0.6  # [s] from outer orbit to the shell, and how much of it the ship flies straight on
PAUSE = 30  # [ticks] between two looks at how many there are
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))


def attract_setup(seed: int, difficulty: str = "normal") -> Setup:
    """Setup of the match behind the title."""
    return Practice.setup_for(Request(seed, 1, difficulty, LEVEL, invulnerable=True))


def tangent_frame(world: World) -> tuple[F64, F64, F64]:
    """Place of the first ship [u], and the directions of its picture's up and right."""
    here, up = world.bodies.position[0].astype(np.float64), world.players.up[0].astype(np.float64)
    return here, up, np.cross(up, unit(here)).astype(np.float64)


def stage_fight(match: Match) -> None:
    """Place the first squad before the first tick, in front of the camera."""
    world = match.world
    for module in MODULES_WORN:
        fit_module(world.players, world.module_table, 0, module.number)
    _arm(match)
    here, up, right = tangent_frame(world)
    for index, kind in enumerate(FIRST_RING):
        world.place(kind, _fan_out(here, up, index, NEAREST + SPREAD * index))
    world.place(
        kinds.ASTEROID.number, unit(exp_map(here, up * ROCK[0] + right * ROCK[1])), radius=ROCK_RADIUS
    )


def reinforce(match: Match) -> None:
    """Remove enemies behind the ship and spawn a squad if few are in front; call it after every tick."""
    world = match.world
    if world.tick % PAUSE:
        return
    _arm(match)
    bodies, pool = world.bodies, world.pools[Pool.ENEMY]
    here, up, _ = tangent_frame(world)
    enemies = world.rows(Pool.ENEMY)
    apart = bodies.position[enemies] - here
    ahead, away = apart @ up, np.linalg.norm(apart, axis=1)
    for row in enemies[(ahead < BEHIND) | (away > LOST)]:
        pool.give(int(row))
    if np.count_nonzero((away < IN_SIGHT) & (ahead > CONE * away)) >= FEW:
        return
    turn = world.tick // PAUSE
    coming = SQUADS[turn // 3 % len(SQUADS)]
    there = here + bodies.velocity[0] * (FALL * PREDICTED)
    for index, kind in enumerate(coming):
        distance = LANDING[0] + (LANDING[1] - LANDING[0]) * index / len(coming)
        world.drop_in(kind, _fan_out(there, up, turn + index, distance), seconds=FALL)


def _arm(match: Match) -> None:
    """Take the bot's bombs, which would clear the picture in one white flash."""
    match.world.players.bombs[:] = 0


def _fan_out(here: F64, ahead: F64, index: int, distance: float) -> F64:
    """Position of number `index` in a fan in front of a ship, far from lower numbers."""
    bearing = FAN * (index * GOLDEN_ANGLE / math.pi % 2.0 - 1.0)
    right = np.cross(ahead, unit(here))
    return unit(exp_map(here, (ahead * math.cos(bearing) + right * math.sin(bearing)) * distance))
