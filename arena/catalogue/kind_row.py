"""`KindRow`: everything that is known of one kind of body, and `KINDS`, the registry of all.

The rows stand in `enemies`, `friends`, `bosses`, `materials`, `pickups` and `weapons`. Numbers are stored in
`Bodies.kind` and in masks of 32 bits.
"""

from arena.catalogue.registry import Registry, row_type


@row_type
class ShipWeapon:
    """What a ship's command to fire does."""

    interval: float  # [s] between shots
    speed: float  # [u/s] with which a bullet or body leaves
    damage: float  # [hit points]
    range: float  # [u] along the great circle
    deploys: str | None  # kind that it puts into the world; None: it fires bullets
    fires_when_ready: bool  # the muzzle glows while it loads, which is the warning


@row_type
class Dash:
    """What a ship's command to boost does; players dash by rules of their own."""

    speed: float  # [u/s]
    acceleration: float  # [u/s^2]


@row_type
class Behaviour:
    """Numbers of a specialist's mind. Weights are shares of full thrust.

    A cycle is: seek, and near the target wind up, act, rest; see `arena.ai.cycle`.
    """

    range: float  # [u] kept from the target
    band: float  # [u] around it within which the approach eases off
    strafe: float = 0.0  # sideways share while in range
    strafe_ticks: int = 120  # [ticks] before it changes side
    flocking: float = 1.0  # factor on what ships nearby make it do; at 0 asteroids do not matter either
    dodge: float = 0.0  # weight of stepping out of a bullet's way
    fire_range: float = 0.0  # [u]
    spread: float = 0.0  # [rad] of error in each shot
    reach: float = 0.0  # [u] from the target at which the cycle begins
    windup_ticks: int = 0  # [ticks]
    act_ticks: int = 0  # [ticks]
    rest_ticks: int = 0  # [ticks]


@row_type
class Debut:
    """How endless waves use a kind."""

    first: int  # wave that brings the first one
    weight: float  # of one, in drones
    most: int  # in one group of the first waves


@row_type
class Ship:
    """Numbers and flags of what has a hull: ships, mines, parts of bosses."""

    mind: str | None  # one of `arena.ai.specialists`; None: the mode, a player or nobody commands it
    behaviour: Behaviour | None  # numbers of that mind
    radius: float  # [u]
    health: float  # [hit points]
    max_speed: float  # [u/s]
    acceleration: float  # [u/s^2] towards the commanded velocity
    contact_damage: float  # [hit points] dealt to an enemy of its team on touch
    armour: float  # [hit points] that each bullet loses on it
    weapon: ShipWeapon | None
    dash: Dash | None
    score: int  # points for destroying it
    charge: int  # of the multiplier for destroying it
    drop_chance: float  # that it leaves a pickup when it is destroyed, 0 to 1
    debut: Debut | None  # None: waves do not send it
    sleeps: bool  # far from every player it coasts without thinking
    beatable: bool  # a wave or group is beaten only when it is gone
    lethal: bool  # it can hurt a player
    plans_routes: bool  # it flies by a route of its own through asteroid fields
    follows_flow: bool  # far from players it follows the swarm's flow field

    @property
    def shot(self) -> ShipWeapon:
        """The weapon.

        Raises:
            ValueError: it has none.
        """
        if self.weapon is None:
            raise ValueError("this ship has no weapon")
        return self.weapon


@row_type
class KindRules:
    """What the simulation, minds and modes know of a kind."""

    pool: str  # whose rows it takes
    friendly: bool  # it is on the players' side
    placeable: bool  # groups of levels may hold it
    ship: Ship | None  # None: asteroids, pickups and bullets, which have rules of their own


@row_type
class RadarSign:
    """A dot on the round map."""

    shape: str
    radius: float  # [virtual px]


@row_type
class Guide:
    """An entry of the page "Who is who"."""

    place: int  # in the list
    title: str
    look: str
    answer: str


@row_type
class KindShow:
    """What a player sees and hears of a kind."""

    hull: str | None = None  # mesh; None: it is drawn by a pass of its own
    colour: str | None = None  # role in the palette
    scale: float = 1.35  # of the drawn hull over the body's radius, in the player's favour
    radar: RadarSign | None = None
    radar_on_top: bool = False  # drawn over smaller ships
    shot_sound: str | None = "enemy_shot"
    hit_sound: str = "hit"
    killed_sound: str | None = None  # None: by size
    deploy_sound: str | None = None
    guide: Guide | None = None
    first_met: str | None = None  # what a companion says of the first one


@row_type
class KindRow:
    """One kind."""

    number: int
    name: str
    rules: KindRules
    show: KindShow

    @property
    def ship(self) -> Ship:
        """The hull's numbers.

        Raises:
            ValueError: it has none.
        """
        if self.rules.ship is None:
            raise ValueError(f"kind {self.name} has no hull")
        return self.rules.ship


KINDS: Registry[KindRow] = Registry("kind", 32)
