"""`BossRow` and `PartRow`: all that is known of one boss and of one sort of parts.

A boss's number is stored in `Bodies.variant`, its parts carry the same; `Memory.ring_slot` says which of the
boss's parts one is. Lengths [u], times [s] or [ticks], angles [rad].
"""

import math

from arena.catalogue.registry import Registry, row_type


@row_type
class PartRules:
    """What sets parts of one sort apart."""

    deed: str | None  # fire, guard, launch or lay; None: it is armour that stops what would hit the boss
    radius: float  # [u]
    health: float  # [hit points]
    windup: int  # [ticks] of glow before it acts, at least `WARNING` where it acts at all
    act: int  # [ticks]


@row_type
class PartShow:
    """How a part looks."""

    hull: str  # mesh
    sign: str  # at the boss's bar


@row_type
class PartRow:
    """One sort of part."""

    number: int
    name: str
    rules: PartRules
    show: PartShow


@row_type
class BossStage:
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
    part_rest: int = 60  # [ticks] between two acts of a part
    mines: int = 0  # that a layer throws at once
    brood: str | None = None  # kind that its launchers launch
    pull: float = 0.0  # [u/s^2] of the gravity well around it


@row_type
class BossRules:
    """What the simulation knows of a boss."""

    health: float  # [hit points]
    radius: float  # [u]
    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float  # sideways share while in range
    nose_turn: float  # [rad/s] with which it turns at most
    parts: tuple[str, ...]  # names of `PARTS`, in the order of the ring
    arc: float  # [rad] around the nose over which they stand; 2 pi: a ring that turns by itself
    shielded: float  # share of damage that it takes while a shield lives
    pull_radius: float  # [u] of the gravity well
    stages: tuple[BossStage, ...]


@row_type
class BossShow:
    """What a player sees and reads of a boss."""

    colour: str  # role in the palette
    parts_colour: str
    hulls: tuple[str, ...]  # mesh of each stage
    lines: tuple[str, ...]  # what each stage brings and what answers it, shown as it begins


@row_type
class BossRow:
    """One boss."""

    number: int
    name: str
    rules: BossRules
    show: BossShow


BOSSES: Registry[BossRow] = Registry("boss", 64)
PARTS: Registry[PartRow] = Registry("part", 32)

WARNING = 30
"""Ticks for which everything that a boss and its parts do is announced, at least: half a second."""

STAGGER = 90
"""[ticks] from one stage to the next in which boss and parts only show that it came."""

REGROUP_SPEED = 4.5
"""[u/s] with which parts take up the distance that a new stage wants."""

FULL_CIRCLE = 2.0 * math.pi

BROOD_MOST = 10
"""Ships that one launcher launches in its life."""

MINE_SPEEDS = (19.0, 12.0)
"""[u/s] of a layer's mines, by turns; drag stops them after about two thirds of that in [u]."""

MINE_FAN = 0.9
"""[rad] between the outermost mines that a layer throws at once."""

CHARGE_LOCK = 22
"""[ticks] before its charge in which a boss no longer follows its target."""
