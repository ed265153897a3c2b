"""Players' weapons, the pickup that feeds each with energy, and the kind of all bullets.

`Players.weapon` holds a weapon's number, which indexes `Players.energy`. `Bullets.weapon` holds the number
plus 1, or `NOBODYS` for bullets of other ships.
"""

from arena.catalogue.kind_row import KINDS, Guide, KindRow, KindRules, KindShow, Trait
from arena.catalogue.pickups import PICKUPS, PickupRow, PickupRules, PickupShow
from arena.catalogue.registry import CatalogueError, Registry, row_type


@row_type
class WeaponLevel:
    """One level of a weapon."""

    interval: float  # [s] between shots
    bullets: int  # in one shot
    fan: float  # [rad] between the outermost of them
    jitter: float  # [rad] width of the random spread of each bullet's direction
    speed: float  # [u/s]
    range: float  # [u] along the great circle
    damage: float  # [hit points] of each bullet
    pierces: int  # bodies that a bullet passes through before one stops it


def levels(**columns: tuple[float, ...]) -> tuple[WeaponLevel, ...]:
    """Levels of a weapon from columns: each field's values from the first level to the last.

    Raises:
        CatalogueError: columns differ in length.
    """
    if len({len(column) for column in columns.values()}) != 1:
        lengths = ", ".join(f"{name} {len(column)}" for name, column in columns.items())
        raise CatalogueError(f"levels of a weapon need columns of one length, not {lengths}")
    rows = zip(*columns.values(), strict=True)
    return tuple(WeaponLevel(**dict(zip(columns, row, strict=True))) for row in rows)


@row_type
class WeaponRules:
    """Numbers of a weapon for the simulation. Materials scale its damage; armour subtracts from it."""

    materials: dict[str, float]  # factor on damage by material, 1 by default
    levels: tuple[WeaponLevel, ...]  # four, bought with energy


@row_type
class WeaponShow:
    """Appearance, sounds and texts of a weapon."""

    colour: str  # role in the palette
    shot_sound: str
    shot_gain: float  # loudness nearby, 0 to 1
    trail: float  # length of a bullet's trail over the usual
    width: float  # of a bullet over the usual
    shot_effect: str  # effect recipe of a shot
    hit_effect: str  # effect recipe of a hit


@row_type
class WeaponRow:
    """One weapon."""

    number: int
    name: str
    rules: WeaponRules
    show: WeaponShow

    @property
    def fired(self) -> int:
        """Value of `Bullets.weapon` for bullets of this weapon."""
        return self.number + 1


NOBODYS = 0
"""Value of `Bullets.weapon` for bullets of other ships than players."""

WEAPONS: Registry[WeaponRow] = Registry("weapon", 8)

BULLET = KINDS.add(
    KindRow(
        number=15,
        name="bullet",
        rules=KindRules(pool="bullet", traits=Trait(0), ship=None),
        show=KindShow(shot_sound=None),
    )
)

PULSE = WEAPONS.add(
    WeaponRow(
        number=0,
        name="pulse",
        rules=WeaponRules(
            materials={"rock": 0.8, "ice": 1.8, "metal": 0.5},
            levels=levels(
                interval=(0.11, 0.11, 0.1, 0.1),
                bullets=(1, 2, 2, 3),
                fan=(0.0, 0.05, 0.05, 0.12),
                jitter=(0.0, 0.0, 0.0, 0.0),
                speed=(46.0, 46.0, 50.0, 52.0),
                range=(42.0, 42.0, 44.0, 46.0),
                damage=(12.0, 8.0, 10.0, 9.0),
                pierces=(0, 0, 0, 0),
            ),
        ),
        show=WeaponShow(
            colour="player_bullet",
            shot_sound="shot",
            shot_gain=0.26,
            trail=1.0,
            width=1.0,
            shot_effect="pulse_shot",
            hit_effect="pulse_hit",
        ),
    )
)
"""A stream."""
PULSE_ENERGY = PICKUPS.add(
    PickupRow(
        number=0,
        name="pulse",
        rules=PickupRules(energy="pulse"),
        show=PickupShow(
            sign="P",
            colour="player_bullet",
            sound="energy",
            gain=None,
        ),
    )
)

SCATTER = WEAPONS.add(
    WeaponRow(
        number=1,
        name="scatter",
        rules=WeaponRules(
            materials={"rock": 1.8, "ice": 0.9, "metal": 0.5},
            levels=levels(
                interval=(0.4, 0.38, 0.36, 0.34),
                bullets=(7, 9, 11, 13),
                fan=(0.6, 0.66, 0.72, 0.8),
                jitter=(0.08, 0.08, 0.08, 0.08),
                speed=(42.0, 42.0, 44.0, 46.0),
                range=(15.0, 16.0, 17.0, 18.0),
                damage=(8.0, 8.5, 9.0, 10.0),
                pierces=(0, 0, 0, 0),
            ),
        ),
        show=WeaponShow(
            colour="scatter",
            shot_sound="scatter",
            shot_gain=0.3,
            trail=0.55,
            width=0.9,
            shot_effect="scatter_shot",
            hit_effect="scatter_hit",
        ),
    )
)
"""A short wide fan."""
SCATTER_ENERGY = PICKUPS.add(
    PickupRow(
        number=1,
        name="scatter",
        rules=PickupRules(energy="scatter"),
        show=PickupShow(
            sign="S",
            colour="scatter",
            sound="energy",
            gain=None,
            guide=Guide(
                place=23,
                title="P  S  L",
                look="letter in a ring",
                answer="Energy for each weapon: four make a level.",
            ),
        ),
    )
)

LANCE = WEAPONS.add(
    WeaponRow(
        number=2,
        name="lance",
        rules=WeaponRules(
            materials={"rock": 0.7, "ice": 0.7, "metal": 2.2},
            levels=levels(
                interval=(0.5, 0.47, 0.44, 0.4),
                bullets=(1, 1, 1, 1),
                fan=(0.0, 0.0, 0.0, 0.0),
                jitter=(0.0, 0.0, 0.0, 0.0),
                speed=(72.0, 76.0, 80.0, 84.0),
                range=(54.0, 56.0, 58.0, 60.0),
                damage=(46.0, 60.0, 75.0, 92.0),
                pierces=(3, 4, 6, 9),
            ),
        ),
        show=WeaponShow(
            colour="lance",
            shot_sound="lance",
            shot_gain=0.3,
            trail=2.1,
            width=1.1,
            shot_effect="lance_shot",
            hit_effect="lance_hit",
        ),
    )
)
"""A heavy bolt that pierces what it hits."""
LANCE_ENERGY = PICKUPS.add(
    PickupRow(
        number=2,
        name="lance",
        rules=PickupRules(energy="lance"),
        show=PickupShow(sign="L", colour="lance", sound="energy", gain=None),
    )
)
