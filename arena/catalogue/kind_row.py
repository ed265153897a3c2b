"""`KindRow`: the row of one kind of body, and `KINDS`, the registry of kinds.

The rows are in `enemies`, `friends`, `bosses`, `materials`, `pickups` and `weapons`. Numbers are stored in
`Bodies.kind` and in masks of 32 bits.
"""

from arena.catalogue.registry import Registry, row_type


@row_type
class ShipWeapon:
    """Effect of a ship's FIRE button."""

    interval: float  # [s] between shots
    speed: float  # [u/s] of a bullet or body as it leaves
    damage: float  # [hit points]
    range: float  # [u] along the great circle
    deploys: str | None  # kind that it deploys; None: it fires bullets
    fires_when_ready: bool  # it fires as soon as it is loaded; the muzzle glows before


@row_type
class Dash:
    """Effect of a ship's BOOST button; players have their own dash rules."""

    speed: float  # [u/s]
    acceleration: float  # [u/s^2]


@row_type
class Behaviour:
    """Parameters of a specialist's mind. Weights are shares of full thrust.

    `arena.ai.cycle` explains the attack cycle of seek, windup, act and rest.
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


@row_type
class Debut:
    """Use of a kind in endless waves."""

    first: int  # number of the wave with the first one
    weight: float  # cost of one, in drones
    most: int  # in one group of the first waves


@row_type
class Ship:
    """Numbers and flags of ships, mines and boss parts."""

    mind: str | None  # a name of `arena.ai.specialists`; None: commanded by a player, the mode or nothing
    behaviour: Behaviour | None  # parameters of that mind
    radius: float  # [u]
    health: float  # [hit points]
    max_speed: float  # [u/s]
    acceleration: float  # [u/s^2] towards the commanded velocity
    contact_damage: float  # [hit points] dealt to an enemy of its team on touch
    armour: float  # [hit points] subtracted from the damage of each bullet
    weapon: ShipWeapon | None
    dash: Dash | None
    score: int  # points for destroying it
    charge: int  # added to the multiplier for destroying it
    drop_chance: float  # probability that it leaves a pickup, 0 to 1
    debut: Debut | None  # None: not part of waves
    sleeps: bool  # falls asleep far from every player
    beatable: bool  # True: a wave or group is beaten only when it is gone
    lethal: bool  # it can hurt a player
    plans_routes: bool  # it follows its own A* path through asteroid fields
    follows_flow: bool  # it follows the flow field far from players

    @property
    def shot(self) -> ShipWeapon:
        """The weapon, for kinds that have one.

        Raises:
            ValueError: the ship has no weapon.
        """
        if self.weapon is None:
            raise ValueError("this ship has no weapon")
        return self.weapon


@row_type
class KindRules:
    """Numbers and flags of a kind for sim, ai and game."""

    pool: str  # name of its pool, lower case
    friendly: bool  # on the players' side
    placeable: bool  # groups of levels may contain it
    ship: Ship | None  # None: asteroids, pickups and bullets, which have other rules


@row_type
class RadarSign:
    """Dot on the radar."""

    shape: str
    radius: float  # [virtual px]


@row_type
class Guide:
    """Entry on the page "Who is who"."""

    place: int  # in the list
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
    deploy_sound: str | None = None
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


KINDS: Registry[KindRow] = Registry("kind", 32)
