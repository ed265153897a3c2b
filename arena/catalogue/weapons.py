"""Players' weapons and the kind of all bullets.

`Players.weapon` holds a weapon's number, `Bullets.weapon` the number plus 1, or `NOBODYS` for bullets of
other ships.
"""

from arena.catalogue.kind_row import KINDS, KindRow, KindRules, KindShow, Sign, Trait
from arena.catalogue.registry import Registry, row_type


@row_type
class Shots:
    """Numbers of a weapon's shots; modules change them."""

    interval: float  # [s] between shots
    bullets: int  # in one shot
    fan: float  # [rad] between the outermost of them
    jitter: float  # [rad] width of the random spread of each bullet's direction
    speed: float  # [u/s]
    range: float  # [u] along the great circle
    damage: float  # [hit points] of each bullet
    pierces: int  # bodies that a bullet passes through before one stops it


@row_type
class WeaponRules:
    """Numbers of a weapon for the simulation. Materials scale its damage; armour subtracts from it."""

    materials: dict[str, float]  # factor on damage by material, 1 by default
    shots: Shots


@row_type
class WeaponShow:
    """Appearance, sounds and texts of a weapon."""

    sign: Sign
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
            materials={"rock": 0.7, "ice": 1.8, "metal": 0.4},
            shots=Shots(
                interval=0.11,
                bullets=1,
                fan=0.06,
                jitter=0.0,
                speed=46.0,
                range=42.0,
                damage=12.0,
                pierces=0,
            ),
        ),
        show=WeaponShow(
            sign=(((-0.4, -0.9), (-0.4, -0.3)), ((0.4, -0.5), (0.4, 0.1)), ((-0.4, 0.3), (-0.4, 0.9))),
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

SCATTER = WEAPONS.add(
    WeaponRow(
        number=1,
        name="scatter",
        rules=WeaponRules(
            materials={"rock": 1.8, "ice": 0.9, "metal": 0.3},
            shots=Shots(
                interval=0.4,
                bullets=7,
                fan=0.6,
                jitter=0.08,
                speed=42.0,
                range=13.0,
                damage=11.0,
                pierces=0,
            ),
        ),
        show=WeaponShow(
            sign=(
                ((-0.25, -0.4), (-0.9, 0.6)),
                ((0.0, -0.3), (0.0, 0.9)),
                ((0.25, -0.4), (0.9, 0.6)),
                ((0.0, -0.95), (0.0, -0.85)),
            ),
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

LANCE = WEAPONS.add(
    WeaponRow(
        number=2,
        name="lance",
        rules=WeaponRules(
            materials={"rock": 0.2, "ice": 0.2, "metal": 3.0},
            shots=Shots(
                interval=0.92,
                bullets=1,
                fan=0.0,
                jitter=0.0,
                speed=72.0,
                range=54.0,
                damage=90.0,
                pierces=4,
            ),
        ),
        show=WeaponShow(
            sign=(((0.0, -1.0), (0.0, 1.0)), ((-0.5, 0.3), (0.0, 1.0), (0.5, 0.3))),
            colour="lance",
            shot_sound="lance",
            shot_gain=0.3,
            trail=2.8,
            width=1.9,
            shot_effect="lance_shot",
            hit_effect="lance_hit",
        ),
    )
)
"""A heavy bolt that pierces what it hits."""
