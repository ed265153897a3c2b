"""`Layout`: the rows of an observation, what they mean and what they are divided by.

The plane is that of the player's sticks: right and up are arcs along the shell [u], as the log map at the
ship gives them. Velocities are parallel-transported to the ship. Lists are sorted, nearest hull first, and
padded with zeros. `arena.env.observation` writes them.
"""

import math
from dataclasses import dataclass

import numpy as np

from arena.catalogue.weapons import WEAPONS
from arena.game.goal import GoalKind
from arena.game.rules import SCORE
from arena.jit.annotations import F32
from arena.sim.config import PLAYERS_MAX, check_real, check_whole
from arena.tuning import ARENA

SPEED = 40.0
"""[u/s] that velocities are divided by."""
RADIUS = 4.0
"""[u] that radii are divided by."""
ALTITUDE = ARENA.outer_altitude
"""[u] that altitudes are divided by."""
UNTOUCHABLE, TIME = 120.0, 18_000.0
"""[ticks] that times are divided by: of being untouchable, and of the game."""
BOMBS, LIVES, MULTIPLIER = 10.0, 10.0, float(SCORE.multiplier_max)
"""Divisors of counts; what exceeds them is 1."""
LIST_MOST = 256
"""Entries of one list at most."""
RADAR_MOST = 256
"""Cells along a side of the radar at most."""

OWN = {
    "alive": "1 while the ship flies; without one all other rows but lives, multiplier and time are 0",
    "shield": "share of its full health",
    "boost": "charge of the dash",
    "dashing": "1 during a dash",
    "untouchable": "time for which nothing hurts it, over 2 s",
    "bombs": "bombs, over 10",
    "velocity_right": "over 40 u/s",
    "velocity_up": "over 40 u/s",
    "nose_right": "direction of the nose",
    "nose_up": "direction of the nose",
    "lives": "lives of the team, over 10",
    "multiplier": "multiplier of the score, over the largest there is",
    "time": "ticks of the game, over 18,000",
    **{f"weapon_{row.name}": "1 while it is in hand" for row in WEAPONS},
}
"""Rows of the ship's own state."""
GOAL = {
    **{f"goal_{kind.name.lower()}": "1 while the mode wants that" for kind in GoalKind if kind},
    "goal_right": "bearing of the goal, over the reach, at most 1 in length",
    "goal_up": "likewise",
    "goal_radius": "of the place to be, over the reach",
}
"""Rows of the mode's goal; 0 where it has none."""
PLACE = {"present": "1 where there is a body", "right": "arc over the reach", "up": "arc over the reach"}
MOTION = {
    "velocity_right": "relative to the ship, over 40 u/s",
    "velocity_up": "relative to the ship, over 40 u/s",
    "radius": "over 4 u",
}
THREAT = {
    **PLACE,
    **MOTION,
    "altitude": "above the shell, over that of the outer orbit",
    "awake": "1 where it hunts",
    "winding_up": "1 while it announces an attack",
    "mine": "1 for a mine",
    "volatile": "1 for a body that explodes",
    "boss": "1 for a boss or a part of one",
}
"""Rows of an enemy ship or mine."""
BULLET = {**PLACE, **MOTION}
"""Rows of an enemy's bullet."""
ROCK = {**PLACE, **MOTION, "loaded": "1 where a pickup is in it"}
"""Rows of an asteroid."""
PICKUP = {**PLACE, "crate": "1 for a crate of modules"}
"""Rows of a pickup or crate."""
MATE = {**PLACE, **MOTION, "shield": "share of its full health"}
"""Rows of another player, wherever it is; right and up end at 1."""
SHARD = {**PLACE, "left": "share of its life that is left"}
"""Rows of a shard."""
LISTS = (
    ("threat", THREAT), ("bullet", BULLET), ("rock", ROCK), ("pickup", PICKUP), ("mate", MATE),
    ("shard", SHARD),
)  # fmt: skip
RADAR = {
    "threat": "enemy ships and mines",
    "bullet": "enemies' bullets",
    "rock": "asteroids",
}
"""Planes of the radar, see `arena.env.radar`."""
WIDTHS = np.array([len(rows) for _, rows in LISTS], np.int64)
LIST_COUNT = len(LISTS)
THREATS, BULLETS, ROCKS, PICKUPS, MATES, SHARD_LIST = range(LIST_COUNT)
OWN_ROWS, GOAL_ROWS, GOAL_KINDS = len(OWN), len(GOAL), len(GoalKind) - 1
WEAPON_COUNT, FIRST_WEAPON = WEAPONS.size, OWN_ROWS - WEAPONS.size


@dataclass(frozen=True)
class Layout:
    """Sizes of an observation.

    `names` lists its rows; `describe` also says what they mean.
    """

    threats: int = 32  # enemy ships and mines
    bullets: int = 16  # of enemies
    rocks: int = 8
    pickups: int = 4
    mates: int = 0  # other players
    shards: int = 0
    reach: float = 36.0  # [u] from the ship's centre to a hull within which bodies are seen
    radar: int = 0  # cells along a side of the planes of `arena.env.radar`; 0: there are none

    def __post_init__(self) -> None:
        """Refuse sizes out of range.

        Raises:
            ValueError: names the field.
        """
        for name in ("threats", "bullets", "rocks", "pickups", "shards"):
            check_whole(name, getattr(self, name), 0, LIST_MOST)
        check_whole("mates", self.mates, 0, PLAYERS_MAX - 1)
        check_real("reach", self.reach, 1.0, 80.0)
        check_whole("radar", self.radar, 0, RADAR_MOST)

    @property
    def counts(self) -> tuple[int, ...]:
        """Entries of each list, in order."""
        return self.threats, self.bullets, self.rocks, self.pickups, self.mates, self.shards

    @property
    def rows(self) -> int:
        """Rows of an observation."""
        return OWN_ROWS + GOAL_ROWS + int(np.dot(self.counts, WIDTHS))

    @property
    def planes(self) -> tuple[int, int, int]:
        """Shape of the radar's planes."""
        return len(RADAR), self.radar, self.radar

    @property
    def size(self) -> int:
        """Numbers of an observation: its rows, then the planes."""
        return self.rows + math.prod(self.planes)

    def describe(self) -> list[tuple[str, float, str]]:
        """(name, lowest value, meaning) of every row, in order; the highest value is 1."""
        rows = {**OWN, **GOAL}
        for (name, columns), count in zip(LISTS, self.counts, strict=True):
            for number in range(count):
                rows |= {f"{name}_{number}_{column}": words for column, words in columns.items()}
        signed = ("_right", "_up")
        return [(name, -1.0 if name.endswith(signed) else 0.0, words) for name, words in rows.items()]

    @property
    def names(self) -> list[str]:
        """Names of all rows, in order."""
        return [name for name, _, _ in self.describe()]

    @property
    def lowest(self) -> F32:
        """Lowest value of every row, shape (rows,)."""
        return np.array([least for _, least, _ in self.describe()], np.float32)
