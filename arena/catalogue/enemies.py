"""Enemies: one row per kind that fights the players, mines included.

`arena shot --kind NAME` draws a new one.
"""

from arena.catalogue.kind_row import (
    ENEMY,
    KINDS,
    Behaviour,
    Dash,
    Debut,
    Deployer,
    Flight,
    Guide,
    Gun,
    KindRow,
    KindRules,
    KindShow,
    RadarSign,
    Reward,
    Ship,
    ShipBody,
    Split,
    Trait,
)

DRONE = KINDS.add(
    KindRow(
        number=1,
        name="drone",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.FOLLOWS_FLOW | Trait.STRIKABLE,
            ship=Ship(
                mind="hunt",
                behaviour=None,
                body=ShipBody(radius=0.5, health=20.0, armour=0.0, contact_damage=30.0),
                flight=Flight(max_speed=13.0, acceleration=34.0),
                weapon=Gun(interval=1.0, speed=20.0, damage=5.0, range=20.0),
                dash=None,
                reward=Reward(score=50, shards=5, drop_chance=0.07),
                debut=Debut(first=1, weight=1.0, most=36),
            ),
        ),
        show=KindShow(
            hull="drone",
            blast="drone",
            colour="drone",
            radar=RadarSign(shape="disc", radius=4.2),
            guide=Guide(
                place=0,
                title="Drone",
                look="small claw",
                answer="The swarm: it rams. Keep moving, scatter breaks a crowd.",
            ),
            first_met="Drones inbound. Keep moving.",
        ),
    )
)

VOLATILE = KINDS.add(
    KindRow(
        number=17,
        name="volatile",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.FOLLOWS_FLOW | Trait.VOLATILE | Trait.STRIKABLE,
            ship=Ship(
                mind="hunt",
                behaviour=None,
                body=ShipBody(radius=0.5, health=20.0, armour=0.0, contact_damage=30.0),
                flight=Flight(max_speed=11.0, acceleration=28.0),
                weapon=None,
                dash=None,
                reward=Reward(score=50, shards=1, drop_chance=0.0),
                debut=None,
            ),
        ),
        show=KindShow(
            hull="volatile",
            blast="volatile",
            colour="volatile",
            scale=1.6,
            radar=RadarSign(shape="diamond", radius=5.0),
            mark=((0.0, 0.0), (-0.6, 0.7), (0.6, 0.7), (0.0, 0.0), (0.8, -0.6), (-0.8, -0.6), (0.0, 0.0)),
            guide=Guide(
                place=0,
                title="Volatile",
                look="clover of three tanks",
                answer="Shot, it bursts and takes all near it along. Shoot it in a crowd.",
            ),
            first_met="A volatile. Light it where they are dense.",
        ),
    )
)

GUNNER = KINDS.add(
    KindRow(
        number=2,
        name="gunner",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.FIRES_WHEN_READY | Trait.VOLLEYS,
            ship=Ship(
                mind="shoot",
                behaviour=None,
                body=ShipBody(radius=0.7, health=40.0, armour=0.0, contact_damage=18.0),
                flight=Flight(max_speed=9.0, acceleration=20.0),
                weapon=Gun(interval=1.4, speed=23.0, damage=6.0, range=34.0),
                dash=None,
                reward=Reward(score=120, shards=5, drop_chance=0.18),
                debut=Debut(first=1, weight=2.5, most=14),
            ),
        ),
        show=KindShow(
            hull="gunner",
            blast="gunner",
            colour="gunner",
            radar=RadarSign(shape="disc", radius=5.4),
            guide=Guide(
                place=1,
                title="Gunner",
                look="disc, two barrels",
                answer="Aims ahead of you: change course as it glows.",
            ),
            first_met="Gunner. It aims where you will be.",
        ),
    )
)

LANCER = KINDS.add(
    KindRow(
        number=3,
        name="lancer",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.STRIKABLE_AT_REST,
            ship=Ship(
                mind="lance",
                behaviour=Behaviour(
                    range=11.0,
                    band=3.0,
                    strafe=0.5,
                    strafe_ticks=100,
                    reach=14.0,
                    windup_ticks=48,
                    act_ticks=36,
                    rest_ticks=50,
                    lock_ticks=12,
                    lane=17.0,
                ),
                body=ShipBody(radius=0.8, health=80.0, armour=8.0, contact_damage=45.0),
                flight=Flight(max_speed=9.0, acceleration=30.0),
                weapon=None,
                dash=Dash(speed=42.0, acceleration=190.0),
                reward=Reward(score=160, shards=6, drop_chance=0.25),
                debut=Debut(first=1, weight=3.5, most=10),
            ),
        ),
        show=KindShow(
            hull="lancer",
            blast="lancer",
            colour="lancer",
            radar=RadarSign(shape="disc", radius=5.4),
            guide=Guide(
                place=2,
                title="Lancer",
                look="long sword, armoured",
                answer="Stops, marks a line, charges along it. Leave the line.",
            ),
            first_met="Lancer, armoured: the lance. When it aims, leave its line.",
        ),
    )
)

WEAVER = KINDS.add(
    KindRow(
        number=4,
        name="weaver",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.STRIKABLE,
            ship=Ship(
                mind="weave",
                behaviour=Behaviour(range=0.0, band=1.0, strafe=0.9, strafe_ticks=55, dodge=6.0),
                body=ShipBody(radius=0.5, health=24.0, armour=0.0, contact_damage=34.0),
                flight=Flight(max_speed=18.5, acceleration=85.0),
                weapon=None,
                dash=None,
                reward=Reward(score=140, shards=5, drop_chance=0.2),
                debut=Debut(first=3, weight=2.5, most=12),
            ),
        ),
        show=KindShow(
            hull="weaver",
            blast="weaver",
            colour="weaver",
            radar=RadarSign(shape="disc", radius=5.4),
            guide=Guide(
                place=3,
                title="Weaver",
                look="crescent",
                answer="Sidesteps what it sees coming. Shoot from near.",
            ),
            first_met="Weaver. It dodges; get close.",
            mark=((-0.9, 0.6), (-0.3, -0.6), (0.3, 0.6), (0.9, -0.6)),
        ),
    )
)

MINER = KINDS.add(
    KindRow(
        number=5,
        name="miner",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY,
            ship=Ship(
                mind="lay_mines",
                behaviour=Behaviour(range=19.0, band=4.0, strafe=1.0, strafe_ticks=200, fire_range=34.0),
                body=ShipBody(radius=0.9, health=80.0, armour=8.0, contact_damage=12.0),
                flight=Flight(max_speed=11.0, acceleration=30.0),
                weapon=Deployer(interval=1.5, speed=20.0, deploys="mine"),
                dash=None,
                reward=Reward(score=180, shards=6, drop_chance=0.3),
                debut=Debut(first=6, weight=3.5, most=5),
            ),
        ),
        show=KindShow(
            hull="miner",
            blast="miner",
            colour="miner",
            radar=RadarSign(shape="disc", radius=5.4),
            deploy_sound="mine_laid",
            guide=Guide(
                place=4,
                title="Miner",
                look="box on four legs, armoured",
                answer="Flees and leaves mines. Do not follow in its wake.",
            ),
            first_met="Miner, armoured. Mind what it leaves behind.",
        ),
    )
)

MINE = KINDS.add(
    KindRow(
        number=11,
        name="mine",
        rules=KindRules(
            pool="mine",
            traits=Trait.SLEEPS | Trait.STRIKABLE,
            ship=Ship(
                mind=None,
                behaviour=None,
                body=ShipBody(radius=0.45, health=10.0, armour=0.0, contact_damage=40.0),
                flight=Flight(max_speed=0.0, acceleration=4.0),
                weapon=None,
                dash=None,
                reward=Reward(score=20, shards=1, drop_chance=0.0),
                debut=None,
            ),
        ),
        show=KindShow(
            hull="mine",
            blast="mine",
            colour="mine",
            scale=2.0,
            radar=RadarSign(shape="diamond", radius=4.4),
            guide=Guide(
                place=5, title="Mine", look="star in a ring", answer="Bursts on touch. Shoot it from afar."
            ),
        ),
    )
)

STALKER = KINDS.add(
    KindRow(
        number=6,
        name="stalker",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.PLANS_ROUTES | Trait.STRIKABLE_AT_REST,
            ship=Ship(
                mind="stalk",
                behaviour=Behaviour(
                    range=10.0,
                    band=3.0,
                    strafe=0.7,
                    strafe_ticks=70,
                    flocking=0.7,
                    fire_range=16.0,
                    spread=0.05,
                    reach=14.0,
                    windup_ticks=36,
                    act_ticks=62,
                    rest_ticks=200,
                ),
                body=ShipBody(radius=0.8, health=80.0, armour=8.0, contact_damage=20.0),
                flight=Flight(max_speed=12.0, acceleration=34.0),
                weapon=Gun(interval=0.25, speed=30.0, damage=8.0, range=30.0),
                dash=None,
                reward=Reward(score=220, shards=6, drop_chance=0.3),
                debut=Debut(first=4, weight=4.5, most=8),
            ),
        ),
        show=KindShow(
            hull="stalker",
            blast="stalker",
            colour="stalker",
            radar=RadarSign(shape="disc", radius=5.4),
            shot_sound="stalker_shot",
            guide=Guide(
                place=6,
                title="Stalker",
                look="bat, armoured",
                answer="Strikes from behind rocks. Break them, or fly out.",
            ),
            first_met="Stalker, armoured. Watch the rocks.",
            mark=((-0.8, -0.6), (0.0, 0.7), (0.8, -0.6), (0.0, -0.1), (-0.8, -0.6)),
        ),
    )
)

SNIPER = KINDS.add(
    KindRow(
        number=16,
        name="sniper",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY,
            ship=Ship(
                mind="snipe",
                behaviour=Behaviour(
                    range=30.0,
                    band=5.0,
                    strafe=1.0,
                    strafe_ticks=420,
                    reach=38.0,
                    windup_ticks=66,
                    act_ticks=6,
                    rest_ticks=130,
                    lock_ticks=20,
                    lane=48.0,
                ),
                body=ShipBody(radius=0.8, health=30.0, armour=0.0, contact_damage=12.0),
                flight=Flight(max_speed=7.0, acceleration=16.0),
                weapon=Gun(interval=1.0, speed=70.0, damage=34.0, range=48.0),
                dash=None,
                reward=Reward(score=260, shards=6, drop_chance=0.35),
                debut=Debut(first=9, weight=7.0, most=1, more_every=6),
            ),
        ),
        show=KindShow(
            hull="sniper",
            colour="lancer",
            radar=RadarSign(shape="disc", radius=5.4),
            shot_sound="boss_shot",
            guide=Guide(
                place=6,
                title="Sniper",
                look="ring, long barrel",
                answer="A line from afar, a shot along it. Cross it, or hunt.",
            ),
            first_met="Sniper. Get off its line, then hunt it.",
            mark=((0.0, 0.9), (0.0, 0.1), (0.6, -0.4), (0.0, -0.9), (-0.6, -0.4), (0.0, 0.1)),
        ),
    )
)

SPLITTER = KINDS.add(
    KindRow(
        number=19,
        name="splitter",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.FOLLOWS_FLOW,
            ship=Ship(
                mind="hunt",
                behaviour=None,
                body=ShipBody(radius=1.3, health=160.0, armour=8.0, contact_damage=34.0),
                flight=Flight(max_speed=8.0, acceleration=16.0),
                weapon=None,
                dash=None,
                reward=Reward(score=150, shards=5, drop_chance=0.2),
                debut=Debut(first=5, weight=6.0, most=4),
                split=Split(kind="drone", count=5, speed=11.0),
            ),
        ),
        show=KindShow(
            hull="splitter",
            colour="drone",
            radar=RadarSign(shape="disc", radius=6.2),
            hit_sound="hull_hit",
            guide=Guide(
                place=7,
                title="Splitter",
                look="five drones in a ring, armoured",
                answer="Shot, it comes apart into five drones. Break it far off.",
            ),
            first_met="Splitter. It comes apart; break it far from us.",
            mark=((0.0, 0.9), (-0.9, 0.2), (-0.5, -0.8), (0.5, -0.8), (0.9, 0.2), (0.0, 0.9)),
        ),
    )
)

SHIELDER = KINDS.add(
    KindRow(
        number=18,
        name="shielder",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY | Trait.SHIELDS,
            ship=Ship(
                mind="weave",
                behaviour=Behaviour(range=12.0, band=4.0, strafe=0.6, strafe_ticks=240),
                body=ShipBody(radius=1.0, health=80.0, armour=8.0, contact_damage=14.0),
                flight=Flight(max_speed=9.0, acceleration=22.0),
                weapon=None,
                dash=None,
                reward=Reward(score=240, shards=7, drop_chance=0.35),
                debut=Debut(first=8, weight=8.0, most=1, more_every=6),
            ),
        ),
        show=KindShow(
            hull="shielder",
            blast="shielder",
            colour="weaver",
            radar=RadarSign(shape="ring", radius=6.0),
            hit_sound="hull_hit",
            guide=Guide(
                place=7,
                title="Shielder",
                look="open ring of three arms, armoured",
                answer="What its threads reach cannot be hurt. Cross them, or kill it.",
            ),
            first_met="Shielder. Cut its threads, or end it first.",
            mark=((0.0, 0.9), (-0.8, -0.5), (0.8, -0.5), (0.0, 0.9)),
        ),
    )
)

CARRIER = KINDS.add(
    KindRow(
        number=7,
        name="carrier",
        rules=KindRules(
            pool="enemy",
            traits=ENEMY,
            ship=Ship(
                mind="carry_brood",
                behaviour=Behaviour(range=24.0, band=5.0, strafe=0.6, strafe_ticks=600, fire_range=60.0),
                body=ShipBody(radius=3.0, health=420.0, armour=8.0, contact_damage=30.0),
                flight=Flight(max_speed=4.0, acceleration=6.0),
                weapon=Deployer(interval=2.4, speed=9.0, deploys="drone"),
                dash=None,
                reward=Reward(score=800, shards=12, drop_chance=1.0),
                debut=Debut(first=7, weight=12.0, most=3),
            ),
        ),
        show=KindShow(
            hull="carrier",
            colour="carrier",
            radar=RadarSign(shape="disc", radius=7.2),
            radar_on_top=True,
            hit_sound="hull_hit",
            deploy_sound="launched",
            guide=Guide(
                place=7,
                title="Carrier",
                look="huge hull, armoured",
                answer="Launches drones. The lance, and soon.",
            ),
            first_met="Carrier. End it before its brood is out.",
        ),
    )
)
