"""Runners: what a level's chases are after. The mode commands them, not a mind."""

from arena.catalogue.kind_row import (
    KINDS,
    Flight,
    Guide,
    KindRow,
    KindRules,
    KindShow,
    RadarSign,
    Reward,
    Ship,
    ShipBody,
    Trait,
)

RUNNER = KINDS.add(
    KindRow(
        number=24,
        name="runner",
        rules=KindRules(
            pool="enemy",
            traits=Trait.BEATABLE,
            ship=Ship(
                mind=None,
                behaviour=None,
                body=ShipBody(radius=2.0, health=900.0, armour=0.0, contact_damage=45.0),
                flight=Flight(max_speed=12.0, acceleration=30.0),
                weapon=None,
                dash=None,
                reward=Reward(score=1500, shards=12, drop_chance=0.0),
                debut=None,
            ),
        ),
        show=KindShow(
            hull="freighter",
            colour="carrier",
            radar=RadarSign(shape="ring", radius=8.0),
            guide=Guide(
                place=9,
                title="Runner",
                look="barge that flees",
                answer="Flees through its belt and is gone after a lap. Boost after it.",
            ),
            first_met="A runner. Do not let it get round.",
        ),
    )
)
