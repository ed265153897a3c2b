"""Players' ships and the ships on their side."""

from arena.catalogue.kind_row import (
    KINDS,
    Behaviour,
    Flight,
    Guide,
    Gun,
    KindRow,
    KindRules,
    KindShow,
    RadarSign,
    Ship,
    ShipBody,
    Trait,
)

PLAYER = KINDS.add(
    KindRow(
        number=0,
        name="player",
        rules=KindRules(
            pool="player",
            traits=Trait.FRIENDLY,
            ship=Ship(
                mind=None,
                behaviour=None,
                body=ShipBody(radius=0.7, health=100.0, armour=0.0, contact_damage=60.0),
                flight=Flight(max_speed=17.0, acceleration=90.0),
                weapon=Gun(interval=0.11, speed=46.0, damage=12.0, range=42.0),
                dash=None,
                reward=None,
                debut=None,
            ),
        ),
        show=KindShow(
            hull="player",
            colour="player",
            scale=1.6,
            radar=RadarSign(shape="disc", radius=5.4),
            shot_sound=None,
        ),
    )
)

COMPANION = KINDS.add(
    KindRow(
        number=10,
        name="companion",
        rules=KindRules(
            pool="companion",
            traits=Trait.FRIENDLY,
            ship=Ship(
                mind="escort",
                behaviour=Behaviour(range=0.0, band=1.0, flocking=0.5, fire_range=26.0, spread=0.03),
                body=ShipBody(radius=0.5, health=100.0, armour=0.0, contact_damage=0.0),
                flight=Flight(max_speed=21.0, acceleration=110.0),
                weapon=Gun(interval=0.9, speed=46.0, damage=10.0, range=34.0),
                dash=None,
                reward=None,
                debut=None,
            ),
        ),
        show=KindShow(
            hull="companion",
            colour="companion",
            radar=RadarSign(shape="ring", radius=4.2),
            shot_sound="shot",
            guide=Guide(
                place=20,
                title="Wingman",
                look="small and pale",
                answer="Yours. Covers your back for as long as you fight.",
            ),
        ),
    )
)

FREIGHTER = KINDS.add(
    KindRow(
        number=12,
        name="freighter",
        rules=KindRules(
            pool="companion",
            traits=Trait.FRIENDLY,
            ship=Ship(
                mind=None,
                behaviour=None,
                body=ShipBody(radius=2.4, health=600.0, armour=1.0, contact_damage=60.0),
                flight=Flight(max_speed=5.0, acceleration=8.0),
                weapon=None,
                dash=None,
                reward=None,
                debut=None,
            ),
        ),
        show=KindShow(
            hull="freighter",
            colour="companion",
            radar=RadarSign(shape="ring", radius=7.0),
            guide=Guide(
                place=21,
                title="Freighter",
                look="long container barge",
                answer="Yours to guard. It is slow, and does not fight.",
            ),
        ),
    )
)
