"""`KindRow`: the row of one kind of body, and `KINDS`, the registry of kinds.

The rows are in `enemies`, `friends`, `bosses`, `materials`, `pickups` and `weapons`. Numbers are stored in
`Bodies.kind` and in masks of 32 bits.
"""

import enum

from arena.catalogue.registry import Registry, row_type


class Trait(enum.Flag):
    """Yes-or-no facts of a kind."""

    FRIENDLY = enum.auto()  # on the players' side
    PLACEABLE = enum.auto()  # groups of levels may contain it
    SLEEPS = enum.auto()  # falls asleep far from every player
    BEATABLE = enum.auto()  # a wave or group is beaten only when it is gone
    PLANS_ROUTES = enum.auto()  # it follows its own A* path through asteroid fields
    FOLLOWS_FLOW = enum.auto()  # it follows the flow field far from players
    FIRES_WHEN_READY = enum.auto()  # it fires as soon as it is loaded; the muzzle glows before
    VOLATILE = enum.auto()  # killed by a player or a burst, it bursts a moment later
    STRIKABLE = enum.auto()  # a player's dash destroys it
    STRIKABLE_AT_REST = enum.auto()  # the same, in the rest phase of its attack cycle
    SHIELDS = enum.auto()  # its links protect the enemies near it
    VOLLEYS = enum.auto()  # several near one another fire patterns together


ENEMY = Trait.PLACEABLE | Trait.SLEEPS | Trait.BEATABLE
"""Traits of ordinary enemies."""


@row_type
class Gun:
    """A ship's FIRE button fires bullets."""

    interval: float  # [s] between shots
    speed: float  # [u/s] of a bullet
    damage: float  # [hit points]
    range: float  # [u] along the great circle


@row_type
class Deployer:
    """A ship's FIRE button sets out a body of another kind."""

    interval: float  # [s] between two of them
    speed: float  # [u/s] of a body as it leaves
    deploys: str  # its kind


@row_type
class Dash:
    """Effect of a ship's BOOST button; players have their own dash rules."""

    speed: float  # [u/s]
    acceleration: float  # [u/s^2]


@row_type
class Behaviour:
    """Parameters of a specialist's mind. Weights are shares of full thrust.

    `arena.ai.cycle` explains the attack cycle of seek, windup, act and rest. A lane is drawn as a line
    that brightens from the ship on, until the aim is held; it is wider for a kind with a dash.
    """

    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float = 0.0  # sideways share while in range
    strafe_ticks: int = 120  # [ticks] before it changes side
    flocking: float = 1.0  # weight of flocking; 0 also switches avoidance off
    dodge: float = 0.0  # weight of dodging bullets
    fire_range: float = 0.0  # [u]
    spread: float = 0.0  # [rad] of error in each shot
    reach: float = 0.0  # [u] from the target at which the cycle begins
    windup_ticks: int = 0  # [ticks]
    act_ticks: int = 0  # [ticks]
    rest_ticks: int = 0  # [ticks]
    lock_ticks: int = 0  # [ticks] at the end of the windup in which it holds its aim
    lane: float = 0.0  # [u] of the line ahead that announces the act in the windup; 0: no line


@row_type
class Debut:
    """Use of a kind in endless waves."""

    first: int  # wave with the first one; up to `dealt_until` of `arena.game.rules.WAVES`, seeds swap them
    weight: float  # cost of one, in drones
    most: int  # in one group of the first waves
    more_every: int = 2  # [waves] after which a group may have one more


@row_type
class ShipBody:
    """Size, strength and weight in a collision."""

    radius: float  # [u]
    health: float  # [hit points]
    armour: float  # [hit points] subtracted from the damage of each bullet
    contact_damage: float  # [hit points] dealt to an enemy of its team on touch


@row_type
class Flight:
    """Ordinary flight."""

    max_speed: float  # [u/s]
    acceleration: float  # [u/s^2] towards the commanded velocity


@row_type
class Reward:
    """Gain of the players who destroy it."""

    score: int  # points
    shards: int  # left behind; they raise the multiplier of whoever collects them
    drop_chance: float  # probability that it leaves a pickup, 0 to 1


@row_type
class Split:
    """A ship comes apart into others when it is destroyed."""

    kind: str  # that it becomes
    count: int
    speed: float  # [u/s] with which they part


@row_type
class Ship:
    """Numbers of ships, mines and boss parts."""

    mind: str | None  # a name of `arena.ai.specialists`; None: commanded by a player, the mode or nothing
    behaviour: Behaviour | None  # parameters of that mind
    body: ShipBody
    flight: Flight
    weapon: Gun | Deployer | None
    dash: Dash | None
    reward: Reward | None
    debut: Debut | None  # None: not part of waves
    split: Split | None = None

    @property
    def gun(self) -> Gun:
        """The gun, for kinds that have one.

        Raises:
            ValueError: the ship has no gun.
        """
        if not isinstance(self.weapon, Gun):
            raise ValueError("this ship has no gun")
        return self.weapon


@row_type
class KindRules:
    """Numbers and traits of a kind for sim, ai and game."""

    pool: str  # name of its pool, lower case
    traits: Trait
    ship: Ship | None  # None: asteroids, pickups and bullets, which have other rules


Sign = tuple[tuple[tuple[float, float], ...], ...]
"""Strokes of a pictogram, each through points from -1 to 1 right and up."""


@row_type
class RadarSign:
    """Dot on the radar."""

    shape: str
    radius: float  # [virtual px]


@row_type
class Guide:
    """Entry on the page "Who is who"."""

    place: int  # in the list; equal ones are ordered by title
    title: str
    look: str
    answer: str


@row_type
class KindShow:
    """Appearance, sounds and texts of a kind."""

    hull: str | None = None  # mesh; None: drawn by another pass
    colour: str | None = None  # role in the palette
    scale: float = 1.35  # drawn hull over the body's radius; above 1 in the player's favour
    radar: RadarSign | None = None
    radar_on_top: bool = False  # drawn over smaller ships
    shot_sound: str | None = "enemy_shot"
    hit_sound: str = "hit"
    killed_sound: str | None = None  # None: by size
    blast: str = "usual"  # explosion; large ships have their own
    deploy_sound: str | None = None
    mark: tuple[tuple[float, float], ...] | None = None  # line in the editor, -1 to 1 right and up
    guide: Guide | None = None
    first_met: str | None = None  # words of a companion at the first one


@row_type
class KindRow:
    """One kind."""

    number: int
    name: str
    rules: KindRules
    show: KindShow

    @property
    def ship(self) -> Ship:
        """Numbers of the ship, for kinds that are ships.

        Raises:
            ValueError: the kind is not a ship.
        """
        if self.rules.ship is None:
            raise ValueError(f"kind {self.name} has no hull")
        return self.rules.ship

    @property
    def words(self) -> str:
        """Name in words."""
        return self.name.replace("_", " ")

    @property
    def one(self) -> str:
        """One of the kind in words, such as "a gunner"."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.words}"

    @property
    def reward(self) -> Reward:
        """Gain of the players who destroy one; zeros for kinds without."""
        ship = self.rules.ship
        return (ship and ship.reward) or Reward(score=0, shards=0, drop_chance=0.0)


def kind_fault(row: KindRow) -> str | None:
    """Fault of a kind whose fields do not fit together, or None."""
    ship, show = row.rules.ship, row.show
    if ship is None:
        return "rules.ship is missing: the pool enemy is of ships" if row.rules.pool == "enemy" else None
    if ship.body.radius <= 0.0 or ship.body.health <= 0.0:
        return "rules.ship.body needs a radius and health above 0"
    unseen = ship.debut is not None and (show.hull is None or show.colour is None)
    return "show.hull and show.colour are missing: it comes in waves" if unseen else None


KINDS: Registry[KindRow] = Registry("kind", 32, kind_fault)
