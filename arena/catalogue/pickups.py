"""Pickups that destroyed enemies and loaded rocks leave, one row each, and the kind of all pickups.

`Bodies.variant` of a pickup is its number.
"""

from arena.catalogue.kind_row import KINDS, Guide, KindRow, KindRules, KindShow, Sign, Trait
from arena.catalogue.registry import Registry, row_type


@row_type
class PickupRules:
    """Effects on the player that collects it: at least one.

    `arena.sim.tables.pickups` says how to add a new effect.
    """

    heals: bool = False  # it restores full health
    bombs: int = 0  # added
    lives: int = 0  # added
    untouchable: float = 0.0  # [s] during which nothing hurts the player
    weight: int = 0  # probability among drops, relative to the other pickups'
    loads: tuple[tuple[str, int], ...] = ()  # (material, weight) in its loaded rocks


@row_type
class PickupShow:
    """Appearance, sound and texts of a pickup."""

    sign: Sign  # in its ring and on the radar
    colour: str  # role in the palette
    sound: str
    gain: str  # text on collection
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
        rules=KindRules(pool="pickup", traits=Trait(0), ship=None),
        show=KindShow(shot_sound=None),
    )
)

SHIELD = PICKUPS.add(
    PickupRow(
        number=3,
        name="shield",
        rules=PickupRules(heals=True, loads=(("ice", 8), ("metal", 5))),
        show=PickupShow(
            sign=(
                ((-0.8, 0.8), (0.8, 0.8), (0.8, 0.0), (0.0, -1.0), (-0.8, 0.0), (-0.8, 0.8)),
                ((-0.4, 0.2), (0.4, 0.2)),
                ((0.0, 0.6), (0.0, -0.2)),
            ),
            colour="health",
            sound="shield",
            gain="FULL SHIELD",
            guide=Guide(
                place=24, title="Shield, bomb", look="sign of light", answer="A full shield. One more bomb."
            ),
        ),
    )
)
BOMB = PICKUPS.add(
    PickupRow(
        number=4,
        name="bomb",
        rules=PickupRules(bombs=1, loads=(("rock", 8), ("metal", 5))),
        show=PickupShow(
            sign=(
                (
                    (-0.1, 0.4),
                    (-0.6, 0.15),
                    (-0.8, -0.3),
                    (-0.6, -0.75),
                    (-0.1, -1.0),
                    (0.4, -0.75),
                    (0.6, -0.3),
                    (0.4, 0.15),
                    (-0.1, 0.4),
                ),
                ((0.3, 0.4), (0.5, 0.75), (0.9, 0.85)),
            ),
            colour="boost",
            sound="bomb_gained",
            gain="BOMB +1",
        ),
    )
)
LIFE = PICKUPS.add(
    PickupRow(
        number=6,
        name="life",
        rules=PickupRules(lives=1, loads=(("metal", 1),)),
        show=PickupShow(
            sign=(((0.0, 1.0), (0.8, -0.8), (0.0, -0.4), (-0.8, -0.8), (0.0, 1.0)),),
            colour="player",
            sound="life",
            gain="SHIP +1",
            guide=Guide(place=25, title="Ship", look="ship of light", answer="One more ship."),
        ),
    )
)
GUARD = PICKUPS.add(
    PickupRow(
        number=7,
        name="guard",
        rules=PickupRules(untouchable=3.0, weight=1, loads=(("ice", 2), ("rock", 2), ("metal", 5))),
        show=PickupShow(
            sign=(
                (
                    (-1.0, 0.0),
                    (-0.7, 0.7),
                    (0.0, 1.0),
                    (0.7, 0.7),
                    (1.0, 0.0),
                    (0.7, -0.7),
                    (0.0, -1.0),
                    (-0.7, -0.7),
                    (-1.0, 0.0),
                ),
                ((0.0, 0.45), (0.35, -0.35), (-0.35, -0.35), (0.0, 0.45)),
            ),
            colour="player",
            sound="boost",
            gain="UNTOUCHABLE",
            guide=Guide(
                place=25,
                title="Guard",
                look="ship in a ring",
                answer="Nothing hurts you while a ring is about your ship.",
            ),
        ),
    )
)
