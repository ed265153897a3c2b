"""`BossRow` and `PartRow`: rows of bosses and of their parts.

`Bodies.variant` of a boss and of its parts holds the boss's number. `Memory.ring_slot` of a part is its place
in the boss's list of parts. Lengths [u], times [s] or [ticks], angles [rad].
"""

from arena.catalogue.registry import Registry, row_type

WARNING = 30
"""[ticks] Shortest telegraph of a boss or part: half a second."""


@row_type
class Volley:
    """Pattern of fire: `arms` bullets at once, spaced evenly over a circle or an arc around the nose.

    A spinning pattern of a boss is measured from the axis of its ring, any other from the nose.
    """

    arms: int  # directions of fire
    interval: int  # [ticks] from shot to shot
    speed: float  # [u/s] of the bullets
    damage: float  # [hit points]
    spin: float = 0.0  # [rad/tick] of rotation of the arms
    fan: float = 0.0  # [rad] amplitude of the arms' swing
    fan_ticks: int = 1  # [ticks] period of the swing
    offset: float = 0.0  # [rad] from the nose to the first arm, or to the middle of the arc
    arc: float | None = None  # [rad] between the outermost arms; None: a full circle
    gap: int = 0  # arms left out in the middle of them


@row_type
class Attack:
    """Attack of a part: a cycle of windup and act; the rest is `BossStage.part_rest`."""

    deed: str  # name in `arena.sim.bosses.deeds`
    windup: int  # [ticks] of telegraph, at least `WARNING`
    act: int  # [ticks]
    aims: bool = (
        False  # True: at its target, begun outside of its boss's act phase; False: away from its boss
    )
    volley: Volley | None = None  # bullets that it fires
    speeds: tuple[float, float] = (0.0, 0.0)  # [u/s] of bodies as they leave it, by turns
    spread: float = 0.0  # [rad] between the outermost of several bodies
    most: int = 0  # bodies that it releases in its life; 0: no limit


@row_type
class PartRules:
    """Numbers of a part for the simulation."""

    radius: float  # [u]
    health: float  # [hit points]
    attack: Attack | None = None  # None: armour that stops bullets
    shields: bool = False  # its boss takes less damage while it is alive


@row_type
class PartShow:
    """Appearance of a part."""

    hull: str  # mesh


@row_type
class PartRow:
    """One type of part."""

    number: int
    name: str
    rules: PartRules
    show: PartShow


@row_type
class Cycle:
    """Durations of a boss's attack cycle: it seeks its range, winds up, acts and rests."""

    windup: int  # [ticks], at least `WARNING`
    act: int  # [ticks]
    rest: int  # [ticks]


@row_type
class Charge:
    """A dash along the nose in the act phase; its speed is that of the kind."""

    reach: float  # [u] to the target within which it winds up
    aligned: float  # cosine between nose and target from which it winds up
    lock: int  # [ticks] before the charge in which the aim is locked


@row_type
class RingMotion:
    """Distance and motion of the ring of parts in a stage."""

    gap: float  # [u] between the hulls of a boss and its parts
    turn: float = 0.0  # [rad/s] of rotation
    sway: float = 0.0  # [u] by which parts swing out from the gap
    sway_ticks: int = 1  # [ticks] period of that swing


@row_type
class BossStage:
    """One stage of a boss, entered below a share of its health."""

    health: float  # share of full health at which the stage begins
    thrust: float  # share of full thrust
    cycle: Cycle
    fire: Volley | None  # in its act phase
    ring: RingMotion
    charge: Charge | None = None
    part_rest: int = 0  # [ticks] between two acts of a part
    mines: int = 0  # laid at once by a layer
    brood: str | None = None  # kind that its launchers launch
    pull: float = 0.0  # [u/s^2] of the gravity well around it


@row_type
class Approach:
    """Movement of a boss between its attacks."""

    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float  # sideways share while in range
    nose_turn: float  # [rad/s] largest turn rate of the nose


@row_type
class Ring:
    """Parts of a boss around it."""

    parts: tuple[str, ...]  # names of `PARTS`, in the order of the ring
    regroup: float  # [u/s] at which they approach the distance of a new stage, because they hurt on touch
    arc: float | None = None  # [rad] around the nose covered by them; None: a full ring that turns by itself


@row_type
class Well:
    """Gravity well around a boss, in the stages that pull."""

    radius: float  # [u]
    opening: int  # [ticks] in which it grows to that radius; long enough to see it come
    narrowest: float  # share of the radius at which it opens


@row_type
class BossRules:
    """Numbers of a boss for the simulation."""

    health: float  # [hit points]
    radius: float  # [u]
    approach: Approach
    ring: Ring
    stagger: int  # [ticks] of rest of the boss and its parts at the beginning of a stage
    stages: tuple[BossStage, ...]
    debut: int | None  # endless wave with the first one; None: only levels send it
    shielded: float = 1.0  # share of damage taken while a part that shields is alive
    well: Well | None = None


@row_type
class Portrait:
    """Scene of `arena shot` with a boss."""

    about: str  # what it shows, behind "the" and its name
    stage: int  # from 0
    ticks: int  # [ticks] after its arrival


@row_type
class BossShow:
    """Appearance and texts of a boss."""

    colour: str  # role in the palette
    parts_colour: str
    hulls: tuple[str, ...]  # mesh of each stage
    lines: tuple[str, ...]  # text for each stage with its threat and counter, shown as it begins
    portrait: Portrait


@row_type
class BossRow:
    """One boss."""

    number: int
    name: str
    rules: BossRules
    show: BossShow


BOSSES: Registry[BossRow] = Registry("boss", 64)
PARTS: Registry[PartRow] = Registry("part", 32)
