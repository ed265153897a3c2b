"""`BossRow` and `PartRow`: rows of bosses and of their parts.

`Bodies.variant` of a boss and of its parts holds the boss's number. `Memory.ring_slot` of a part is its place
in the boss's list of parts. Lengths [u], times [s] or [ticks], angles [rad].
"""

import math

from arena.catalogue.registry import Registry, row_type


@row_type
class PartRules:
    """Numbers of a part for the simulation."""

    deed: str | None  # fire, guard, launch or lay; None: armour that stops bullets
    radius: float  # [u]
    health: float  # [hit points]
    windup: int  # [ticks] of telegraph before it acts, at least `WARNING` if it acts
    act: int  # [ticks]


@row_type
class PartShow:
    """Appearance of a part."""

    hull: str  # mesh
    sign: str  # sign at the boss's health bar


@row_type
class PartRow:
    """One type of part."""

    number: int
    name: str
    rules: PartRules
    show: PartShow


@row_type
class BossStage:
    """One stage of a boss, entered below a share of its health.

    The boss seeks its range, winds up, acts and rests. In its act phase it fires `arms` bullets at once,
    spaced evenly from its nose, or from the ring's axis if they spin. A boss with `charges` dashes in its act
    phase.
    """

    health: float  # share of full health at which the stage begins
    thrust: float  # share of full thrust
    windup: int  # [ticks], at least `WARNING`
    act: int  # [ticks]
    rest: int  # [ticks]
    arms: int  # directions of fire; 0: none
    interval: int = 60  # [ticks] from shot to shot
    spin: float = 0.0  # [rad/tick] of rotation of the arms
    fan: float = 0.0  # [rad] amplitude of the arms' swing
    fan_ticks: int = 1  # [ticks] period of the swing
    offset: float = 0.0  # [rad] from the nose to the first arm
    speed: float = 15.0  # [u/s] of the bullets
    damage: float = 8.0  # [hit points]
    charges: bool = False  # True: it dashes along its nose in its act phase
    gap: float = 0.4  # [u] between its hull and the hulls of its parts
    sway: float = 0.0  # [u] by which parts swing out from there
    sway_ticks: int = 1  # [ticks] period of that swing
    turn: float = 0.0  # [rad/s] of rotation of the ring of parts
    part_rest: int = 60  # [ticks] between two acts of a part
    mines: int = 0  # laid at once by a layer
    brood: str | None = None  # kind that its launchers launch
    pull: float = 0.0  # [u/s^2] of the gravity well around it


@row_type
class BossRules:
    """Numbers of a boss for the simulation."""

    health: float  # [hit points]
    radius: float  # [u]
    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float  # sideways share while in range
    nose_turn: float  # [rad/s] largest turn rate of the nose
    parts: tuple[str, ...]  # names of `PARTS`, in the order of the ring
    arc: float  # [rad] around the nose covered by the parts; 2 pi: a ring that turns by itself
    shielded: float  # share of damage taken while a shield generator is alive
    pull_radius: float  # [u] of the gravity well
    stages: tuple[BossStage, ...]


@row_type
class BossShow:
    """Appearance and texts of a boss."""

    colour: str  # role in the palette
    parts_colour: str
    hulls: tuple[str, ...]  # mesh of each stage
    lines: tuple[str, ...]  # text for each stage with its threat and counter, shown as it begins


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
"""[ticks] Shortest telegraph of a boss or part: half a second."""

STAGGER = 90
"""[ticks] of rest of a boss and its parts at the beginning of a stage."""

REGROUP_SPEED = 4.5
"""[u/s] at which parts approach the distance of a new stage."""

FULL_CIRCLE = 2.0 * math.pi

BROOD_MOST = 10
"""Ships that one launcher launches in its life."""

MINE_SPEEDS = (19.0, 12.0)
"""[u/s] of a layer's mines, alternating; drag stops them after about two thirds of that number in [u]."""

MINE_FAN = 0.9
"""[rad] between the outermost mines of one volley of a layer."""

CHARGE_LOCK = 22
"""[ticks] before a charge in which the aim is locked."""
