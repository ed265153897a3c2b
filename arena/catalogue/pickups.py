"""Pickups: what destroyed enemies leave, one row each, and the kind of all of them.

Energy for a weapon stands beside the weapon. A pickup's number is stored in `Bodies.variant`.
"""

from arena.catalogue.kind_row import KINDS, Guide, KindRow, KindRules, KindShow
from arena.catalogue.registry import Registry, row_type


@row_type
class PickupRules:
    """What it does to the ship that takes it. A pickup may do several things at once."""

    energy: str | None  # weapon that it feeds by one
    heals: bool  # it fills the shield
    bombs: int  # that it adds
    multiplies: bool  # it charges the multiplier
    lives: int  # that it adds
    weight: int  # chance that it is what is left, in hundredths; the rest is weapon energy


@row_type
class PickupShow:
    """What a player sees, reads and hears of it."""

    sign: str  # in its ring and on the radar
    colour: str  # role in the palette
    sound: str
    gain: str | None  # words when it is taken; None: those of the weapon that it feeds
    guide: Guide | None = None


@row_type
class PickupRow:
    """One pickup."""

    number: int
    name: str
    rules: PickupRules
    show: PickupShow


PICKUPS: Registry[PickupRow] = Registry("pickup", 32)

PICKUP = KINDS.add(
    KindRow(
        number=14,
        name="pickup",
        rules=KindRules(pool="pickup", friendly=False, placeable=False, ship=None),
        show=KindShow(shot_sound=None),
    )
)

SHIELD = PICKUPS.add(
    PickupRow(
        number=3,
        name="shield",
        rules=PickupRules(energy=None, heals=True, bombs=0, multiplies=False, lives=0, weight=10),
        show=PickupShow(
            sign="+",
            colour="health",
            sound="shield",
            gain="FULL SHIELD",
            guide=Guide(
                place=24, title="+  B", look="sign in a ring", answer="A full shield. One more bomb."
            ),
        ),
    )
)
BOMB = PICKUPS.add(
    PickupRow(
        number=4,
        name="bomb",
        rules=PickupRules(energy=None, heals=False, bombs=1, multiplies=False, lives=0, weight=6),
        show=PickupShow(sign="B", colour="boost", sound="bomb_gained", gain="BOMB +1"),
    )
)
MULTIPLIER = PICKUPS.add(
    PickupRow(
        number=5,
        name="multiplier",
        rules=PickupRules(energy=None, heals=False, bombs=0, multiplies=True, lives=0, weight=10),
        show=PickupShow(
            sign="×",
            colour="score",
            sound="multiplier",
            gain="MULTIPLIER +1",
            guide=Guide(
                place=25,
                title="×  1UP",
                look="sign in a ring",
                answer="A higher multiplier. One more ship.",
            ),
        ),
    )
)
LIFE = PICKUPS.add(
    PickupRow(
        number=6,
        name="life",
        rules=PickupRules(energy=None, heals=False, bombs=0, multiplies=False, lives=1, weight=1),
        show=PickupShow(sign="1UP", colour="player", sound="life", gain="SHIP +1"),
    )
)
