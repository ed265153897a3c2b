"""The fight behind the title: a bot that cannot lose, in the middle of a wave, with company that is near.

The title screen begins one when it is made and reinforces it after every tick; `arena shot --scene title`
and the golden pictures show how it begins.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.practice import Exercise, Practice, format_exercise
from arena.sim.kinds import Kind, Pool
from arena.sphere import exp_map, unit

F64 = NDArray[np.float64]

WAVE = 14
"""Of endless: of every kind that flies, and many."""
FIRST_RING = (
    *(Kind.DRONE,) * 5, Kind.GUNNER, *(Kind.DRONE,) * 5, Kind.WEAVER, Kind.LANCER, *(Kind.DRONE,) * 4,
    Kind.GUNNER, *(Kind.DRONE,) * 4, Kind.WEAVER, Kind.STALKER,
)  # fmt: skip
"""Who is there from the first moment, the nearest first."""
NEAREST, SPREAD = 6.5, 0.85  # [u] from the ship, and how much farther the next of them stands each time
BEARING, FAN = 0.55, 2.6  # [rad], to the right of up in the picture, and to both sides of it
ROCK, ROCK_RADIUS = (9.0, -8.0), 2.2  # [u] ahead of the ship and to its right; of a rock to shoot at
FEW = 11
"""Fewer enemies than this within sight are reinforced."""
IN_SIGHT = 22.0  # [u]
REINFORCEMENT = 7
LANDING = (9.0, 17.0)  # [u] from the ship
PAUSE = 60  # [ticks] between two looks at how many there are
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))


def attract_setup(seed: int, difficulty: str = "normal") -> Setup:
    """What the match behind the title is made from."""
    return Setup(Practice.name, seed, 1, difficulty, format_exercise(Exercise(wave=WAVE, invulnerable=True)))


def stage_fight(match: Match) -> None:
    """Place the first ring before the first tick, in front of where the picture looks."""
    world = match.world
    here, up, right = _frame(match)
    for index, kind in enumerate(FIRST_RING):
        bearing = BEARING + FAN * (index * GOLDEN_ANGLE / math.pi % 2.0 - 1.0) / 2.0
        away = (up * math.cos(bearing) + right * math.sin(bearing)) * (NEAREST + SPREAD * index)
        world.place(kind, unit(exp_map(here, away)))
    world.place(Kind.ASTEROID, unit(exp_map(here, up * ROCK[0] + right * ROCK[1])), radius=ROCK_RADIUS)


def reinforce(match: Match) -> None:
    """Let a few more fall in from outer orbit, where the fight has become thin; call it after every tick."""
    world = match.world
    if world.tick % PAUSE:
        return
    enemies = world.rows(Pool.ENEMY)
    apart = world.bodies.position[enemies] - world.bodies.position[0]
    if np.count_nonzero(np.linalg.norm(apart, axis=1) < IN_SIGHT) >= FEW:
        return
    here, up, right = _frame(match)
    for index in range(REINFORCEMENT):
        bearing = BEARING + (world.tick // PAUSE + index) * GOLDEN_ANGLE
        distance = LANDING[0] + (LANDING[1] - LANDING[0]) * index / REINFORCEMENT
        away = (up * math.cos(bearing) + right * math.sin(bearing)) * distance
        world.drop_in(Kind.GUNNER if index == 0 else Kind.DRONE, unit(exp_map(here, away)))


def _frame(match: Match) -> tuple[F64, F64, F64]:
    """The place of the bot's ship [u], and up and right of the picture there, unit."""
    world = match.world
    here = world.bodies.position[0].astype(np.float64)
    up = world.players.up[0].astype(np.float64)
    return here, up, np.asarray(np.cross(up, unit(here)), np.float64)
