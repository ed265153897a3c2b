"""Every number of the bosses, with its unit: who they are, what their parts do, what each stage of them does.

A boss is a row of `BOSSES`, a stage a row of its `stages`, a part a `Role` in its `roles`.
`arena.sim.bosses.columns` hands them to kernels as columns. They count as tuning: `arena.tuning.tuning_hash`
covers them.

Units as in `arena.tuning`: lengths [u], times [s] or [ticks], angles [rad].
"""

import math
from dataclasses import dataclass
from enum import IntEnum


class Role(IntEnum):
    """What a part of a boss does."""

    TURRET = 0  # shoots at the player while the boss itself does not
    SHIELD = 1  # while one lives, the boss loses only a share of what hits it
    LAUNCHER = 2  # launches ships of the brood
    LAYER = 3  # throws mines
    PLATE = 4  # armour: stops what would hit the boss


class Brood(IntEnum):
    """Whom launchers launch."""

    NONE = 0
    DRONES = 1
    WEAVERS = 2


@dataclass(frozen=True)
class PartTuning:
    """What sets parts of a role apart."""

    radius: float  # [u]
    health: float  # [hit points]
    windup: int = 0  # [ticks] of glow before it acts, at least `WARNING`
    act: int = 0  # [ticks]


@dataclass(frozen=True)
class StageTuning:
    """One stage of a boss, which holds below a share of its health.

    It seeks its range, winds up, acts and rests. While it acts it fires `arms` bullets evenly around at once,
    from its nose, or from the ring's axis where they spin, or it charges, or both.
    """

    health: float  # share of full health from which on down this stage holds
    thrust: float  # share of full thrust
    windup: int  # [ticks], at least `WARNING`
    act: int  # [ticks]
    rest: int  # [ticks]
    arms: int  # directions; 0: it fires nothing
    interval: int = 60  # [ticks] from shot to shot
    spin: float = 0.0  # [rad] by which they turn in a tick
    fan: float = 0.0  # [rad] to each side by which they swing
    fan_ticks: int = 1  # [ticks] of a swing to and fro
    offset: float = 0.0  # [rad] from the nose to the first of them
    speed: float = 15.0  # [u/s] of the bullets
    damage: float = 8.0  # [hit points]
    charges: bool = False  # whether it dashes along its nose while it acts
    gap: float = 0.4  # [u] between its hull and its parts'
    sway: float = 0.0  # [u] by which they swing out from there
    sway_ticks: int = 1  # [ticks] of a swing out and back
    turn: float = 0.0  # [rad/s] with which they circle
    part_rest: int = 60  # [ticks] between two deeds of a part
    mines: int = 0  # that a layer throws at once
    brood: Brood = Brood.NONE  # whom its launchers launch
    pull: float = 0.0  # [u/s^2] of the gravity well around it
    line: str = ""  # what it brings and what answers it, shown as it begins


@dataclass(frozen=True)
class BossTuning:
    """One boss."""

    name: str
    health: float  # [hit points]
    radius: float  # [u]
    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float  # sideways share while in range
    nose_turn: float  # [rad/s] with which it turns at most
    roles: tuple[Role, ...]  # of its parts, in the order of the ring
    arc: float  # [rad] around the nose over which they stand; 2 pi: a ring that turns by itself
    stages: tuple[StageTuning, ...]
    shielded: float = 1.0  # share of damage that it takes while a shield lives
    pull_radius: float = 0.0  # [u] of the gravity well


WARNING = 30
"""Ticks for which everything that a boss and its parts do is announced, at least: half a second."""

STAGGER = 90
"""[ticks] from one stage to the next in which boss and parts only show that it came."""

REGROUP_SPEED = 4.5
"""[u/s] with which parts take up the distance that a new stage wants."""

FULL_CIRCLE = 2.0 * math.pi

PARTS = {
    Role.TURRET: PartTuning(1.7, 300.0, 36, 24),
    Role.SHIELD: PartTuning(1.6, 320.0),
    Role.LAUNCHER: PartTuning(1.9, 340.0, 45, 6),
    Role.LAYER: PartTuning(1.7, 320.0, 40, 6),
    Role.PLATE: PartTuning(1.9, 380.0),
}

BROOD_MOST = 10
"""Ships that one launcher launches in its life."""

MINE_SPEEDS = (19.0, 12.0)
"""[u/s] of a layer's mines, by turns; drag stops them after about two thirds of that in [u]."""

MINE_FAN = 0.9
"""[rad] between the outermost mines that a layer throws at once."""

CHARGE_LOCK = 22
"""[ticks] before its charge in which a boss no longer follows its target."""

T, S, L, M, P = Role.TURRET, Role.SHIELD, Role.LAUNCHER, Role.LAYER, Role.PLATE

BASTION = BossTuning(
    "BASTION", 4000.0, 6.0, 20.0, 6.0, 0.5, 2.5, (T, T, T, T, T, T), FULL_CIRCLE,
    (
        StageTuning(
            1.0, 0.35, 70, 200, 40, 1, interval=4, fan=0.75, fan_ticks=100, turn=0.25,
            line="Break the turrets, sidestep the stream",
        ),
        StageTuning(
            0.66, 0.46, 70, 220, 50, 3, interval=9, spin=0.021, turn=0.35, gap=1.2, damage=9.0,
            line="Three arms turn: fly with a gap",
        ),
        StageTuning(
            0.33, 0.58, 60, 220, 50, 5, interval=14, spin=-0.024, fan=0.2, fan_ticks=60, turn=-0.5,
            damage=9.0, line="Five arms, and they turn back",
        ),
    ),
)  # fmt: skip
"""A fortress with turning arms of fire: shoot off the turrets, and fly with the gap between two arms."""

RAM = BossTuning(
    "RAM", 4600.0, 4.6, 9.0, 4.0, 0.35, 1.7, (P, P, P, P, P), 2.3,
    (
        StageTuning(
            1.0, 1.0, 55, 42, 80, 2, interval=10, offset=0.5 * math.pi, speed=7.0, damage=10.0, charges=True,
            line="Leave its lane, then take its stern",
        ),
        StageTuning(
            0.66, 1.0, 48, 44, 60, 4, interval=7, offset=0.25 * math.pi, speed=8.5, damage=10.0, charges=True,
            line="Its wake burns to all sides",
        ),
        StageTuning(
            0.33, 1.0, 40, 42, 34, 6, interval=7, offset=math.pi / 6.0, speed=9.5, damage=10.0, charges=True,
            line="It hardly rests: keep turning",
        ),
    ),
)  # fmt: skip
"""A charger with plates before its bow: step out of its lane, and shoot its stern while it rests."""

MATRIARCH = BossTuning(
    "MATRIARCH", 3600.0, 5.6, 22.0, 5.0, 0.6, 2.0, (S, L, S, L, S, L), FULL_CIRCLE,
    (
        StageTuning(
            1.0, 0.5, 60, 110, 80, 5, interval=22, fan=0.5, fan_ticks=80, speed=14.0, turn=0.3, part_rest=110,
            brood=Brood.DRONES, line="Break the three generators first",
        ),
        StageTuning(
            0.66, 0.6, 60, 130, 70, 7, interval=20, fan=0.4, fan_ticks=90, speed=14.0, damage=9.0, turn=-0.4,
            part_rest=120, brood=Brood.WEAVERS, line="Weavers now: shut the hangars",
        ),
        StageTuning(
            0.33, 0.9, 50, 180, 50, 9, interval=16, spin=0.012, speed=13.0, damage=10.0, turn=0.7,
            part_rest=80, brood=Brood.DRONES, line="She comes for you herself",
        ),
    ),
    shielded=0.2,
)  # fmt: skip
"""A mother behind shields: break the three generators first, and keep her brood off your back."""

SOWER = BossTuning(
    "SOWER", 4800.0, 5.2, 20.0, 5.0, 0.7, 2.0, (M, M, M, M), FULL_CIRCLE,
    (
        StageTuning(
            1.0, 0.55, 60, 120, 90, 18, interval=40, spin=0.003, speed=12.0, damage=9.0, turn=0.4,
            part_rest=150, mines=3, line="Clear a lane through the mines",
        ),
        StageTuning(
            0.66, 0.65, 60, 150, 80, 20, interval=36, spin=0.004, speed=13.0, damage=10.0, turn=-0.5,
            part_rest=130, mines=3, pull=9.0, line="A gravity well bends all shots",
        ),
        StageTuning(
            0.33, 0.8, 50, 200, 60, 22, interval=30, spin=-0.005, speed=14.0, damage=11.0, turn=0.8,
            part_rest=110, mines=4, pull=14.0, line="Rings of fire: find the gap between two",
        ),
    ),
    pull_radius=26.0,
)  # fmt: skip
"""A sower of mines that draws everything in: clear a lane, and shoot through it from outside the pull."""

CROWN = BossTuning(
    "CROWN", 5600.0, 5.4, 18.0, 5.0, 0.6, 2.2, (T, S, M, L, T, S, M, L), FULL_CIRCLE,
    (
        StageTuning(
            1.0, 0.5, 60, 170, 60, 4, interval=9, spin=0.018, damage=10.0, turn=0.4, gap=0.6, part_rest=150,
            mines=2, brood=Brood.DRONES, line="All that you have met, at once",
        ),
        StageTuning(
            0.66, 0.5, 60, 170, 60, 20, interval=36, spin=0.004, speed=13.0, damage=10.0, turn=-0.55, gap=5.0,
            sway=3.0, sway_ticks=300, part_rest=150, mines=2, brood=Brood.WEAVERS, pull=8.0,
            line="Its thorns swing out: keep your distance",
        ),
        StageTuning(
            0.33, 1.0, 44, 42, 40, 8, interval=7, offset=math.pi / 8.0, speed=10.0, damage=11.0, charges=True,
            turn=1.1, gap=0.3, part_rest=120, mines=2, brood=Brood.DRONES,
            line="The ring closes, and it charges",
        ),
    ),
    shielded=0.3,
    pull_radius=22.0,
)  # fmt: skip
"""The last one: a bit of each of them, and its parts regroup from stage to stage."""

BOSSES = (BASTION, RAM, MATRIARCH, SOWER, CROWN)
"""By `Bodies.variant` of a boss; its parts carry the same."""
