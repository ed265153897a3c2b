"""Rows of bosses and boss parts, and the two kinds of body for them."""

import math

from arena.catalogue.boss_row import (
    BOSSES,
    PARTS,
    Approach,
    Attack,
    BossRow,
    BossRules,
    BossShow,
    BossStage,
    Charge,
    Cycle,
    PartRow,
    PartRules,
    PartShow,
    Portrait,
    Ring,
    RingMotion,
    Volley,
    Well,
)
from arena.catalogue.kind_row import (
    KINDS,
    Behaviour,
    Dash,
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
    Trait,
)

BOSS = KINDS.add(
    KindRow(
        number=8,
        name="boss",
        rules=KindRules(
            pool="enemy",
            traits=Trait(0),
            ship=Ship(
                mind="think_boss",
                behaviour=Behaviour(range=0.0, band=1.0, strafe_ticks=700, flocking=0.0, reach=60.0),
                body=ShipBody(radius=6.0, health=4000.0, armour=3.0, contact_damage=35.0),
                flight=Flight(max_speed=6.0, acceleration=8.0),
                weapon=Gun(interval=0.0, speed=15.0, damage=8.0, range=46.0),
                dash=Dash(speed=32.0, acceleration=110.0),
                reward=Reward(score=6000, shards=40, drop_chance=1.0),
                debut=None,
            ),
        ),
        show=KindShow(
            hull="boss",
            colour="boss",
            radar=RadarSign(shape="thick_ring", radius=11.0),
            radar_on_top=True,
            shot_sound="boss_shot",
            hit_sound="hull_hit",
            killed_sound="boss_killed",
            deploy_sound="launched",
            guide=Guide(
                place=10,
                title="Boss",
                look="the largest",
                answer="Break the parts that protect it, then its heart.",
            ),
            first_met="There it is. Its parts first, then the heart.",
        ),
    )
)

BOSS_PART = KINDS.add(
    KindRow(
        number=9,
        name="boss_part",
        rules=KindRules(
            pool="enemy",
            traits=Trait(0),
            ship=Ship(
                mind="think_boss_part",
                behaviour=Behaviour(range=0.0, band=1.0, flocking=0.0, fire_range=34.0, spread=0.08),
                body=ShipBody(radius=1.7, health=300.0, armour=0.0, contact_damage=25.0),
                flight=Flight(max_speed=0.0, acceleration=0.0),
                weapon=Gun(interval=0.2, speed=20.0, damage=8.0, range=36.0),
                dash=None,
                reward=Reward(score=500, shards=5, drop_chance=0.7),
                debut=None,
            ),
        ),
        show=KindShow(
            hull="boss_part",
            colour="boss",
            radar=RadarSign(shape="block", radius=3.6),
            radar_on_top=True,
            shot_sound="boss_shot",
            hit_sound="hull_hit",
            deploy_sound="launched",
        ),
    )
)

TURRET = PARTS.add(PartRow(
    number=0, name="turret",
    rules=PartRules(radius=1.7, health=300.0, attack=Attack(deed="fire", windup=36, act=24, aims=True)),
    show=PartShow(hull="boss_part"),
))  # fmt: skip
SHIELD = PARTS.add(PartRow(
    number=1, name="shield",
    rules=PartRules(radius=1.6, health=320.0, shields=True),
    show=PartShow(hull="shield"),
))  # fmt: skip
LAUNCHER = PARTS.add(PartRow(
    number=2, name="launcher",
    rules=PartRules(
        radius=1.9, health=340.0,
        attack=Attack(deed="launch", windup=45, act=6, speeds=(9.0, 9.0), most=10),
    ),
    show=PartShow(hull="launcher"),
))  # fmt: skip
LAYER = PARTS.add(PartRow(
    number=3, name="layer",
    rules=PartRules(
        radius=1.7, health=320.0,
        # Drag stops a mine after about two thirds of its speed's number in units.
        attack=Attack(deed="lay", windup=40, act=6, speeds=(19.0, 12.0), spread=0.9),
    ),
    show=PartShow(hull="layer"),
))  # fmt: skip
PLATE = PARTS.add(PartRow(
    number=4, name="plate",
    rules=PartRules(radius=1.9, health=380.0),
    show=PartShow(hull="plate"),
))  # fmt: skip
MORTAR = PARTS.add(PartRow(
    number=5, name="mortar",
    rules=PartRules(
        radius=1.8, health=340.0,
        # Two salvos; the second one flies into the gaps of the first.
        attack=Attack(
            deed="burst", windup=54, act=13, aims=True,
            volley=Volley(arms=4, interval=12, speed=11.0, damage=9.0, arc=0.72, fan=0.06, fan_ticks=24),
        ),
    ),
    show=PartShow(hull="mortar"),
))  # fmt: skip

RAMMING = Charge(reach=26.0, aligned=0.7, lock=22)
"""Of the ram, and of the crown's last stage."""

BASTION = BOSSES.add(BossRow(
    number=0, name="bastion",
    rules=BossRules(
        health=4000.0, radius=6.0, stagger=90, debut=5,
        approach=Approach(range=20.0, band=6.0, strafe=0.5, nose_turn=2.5),
        ring=Ring(parts=("turret",) * 6, regroup=4.5),
        stages=(
            BossStage(
                health=1.0, thrust=0.35, cycle=Cycle(windup=70, act=200, rest=40),
                fire=Volley(arms=1, interval=4, speed=15.0, damage=8.0, fan=0.75, fan_ticks=100),
                ring=RingMotion(gap=0.4, turn=0.25), part_rest=60,
            ),
            BossStage(
                health=0.66, thrust=0.46, cycle=Cycle(windup=70, act=220, rest=50),
                fire=Volley(arms=3, interval=9, speed=15.0, damage=9.0, spin=0.021),
                ring=RingMotion(gap=1.2, turn=0.35), part_rest=60,
            ),
            BossStage(
                health=0.33, thrust=0.58, cycle=Cycle(windup=60, act=220, rest=50),
                fire=Volley(arms=5, interval=14, speed=15.0, damage=9.0, spin=-0.024, fan=0.2, fan_ticks=60),
                ring=RingMotion(gap=0.4, turn=-0.5), part_rest=60,
            ),
        ),
    ),
    show=BossShow(
        colour="bastion", parts_colour="bastion_parts", hulls=("boss", "bastion_1", "bastion_2"),
        lines=(
            "Break the turrets, sidestep the stream",
            "Three arms turn: fly with a gap",
            "Five arms, and they turn back",
        ),
        portrait=Portrait(about="with its arms of fire", stage=1, ticks=330),
    ),
))  # fmt: skip
"""A fortress with turning arms of fire: shoot off the turrets, and fly with the gap between two arms."""

RAM = BOSSES.add(BossRow(
    number=1, name="ram",
    rules=BossRules(
        health=4600.0, radius=4.6, stagger=90, debut=10,
        approach=Approach(range=9.0, band=4.0, strafe=0.35, nose_turn=1.7),
        ring=Ring(parts=("plate",) * 5, regroup=4.5, arc=2.3),
        stages=(
            BossStage(
                health=1.0, thrust=1.0, cycle=Cycle(windup=55, act=42, rest=80), charge=RAMMING,
                fire=Volley(arms=2, interval=10, speed=7.0, damage=10.0, offset=0.5 * math.pi),
                ring=RingMotion(gap=0.4),
            ),
            BossStage(
                health=0.66, thrust=1.0, cycle=Cycle(windup=48, act=44, rest=60), charge=RAMMING,
                fire=Volley(arms=4, interval=7, speed=8.5, damage=10.0, offset=0.25 * math.pi),
                ring=RingMotion(gap=0.4),
            ),
            BossStage(
                health=0.33, thrust=1.0, cycle=Cycle(windup=40, act=42, rest=34), charge=RAMMING,
                fire=Volley(arms=6, interval=7, speed=9.5, damage=10.0, offset=math.pi / 6.0),
                ring=RingMotion(gap=0.4),
            ),
        ),
    ),
    show=BossShow(
        colour="ram", parts_colour="ram_parts", hulls=("ram_0", "ram_1", "ram_2"),
        lines=(
            "Leave its lane, then take its stern",
            "Its wake burns to all sides",
            "It hardly rests: keep turning",
        ),
        portrait=Portrait(about="about to charge", stage=0, ticks=90),
    ),
))  # fmt: skip
"""A charger with plates before its bow: step out of its lane, and shoot its stern while it rests."""

MATRIARCH = BOSSES.add(BossRow(
    number=2, name="matriarch",
    rules=BossRules(
        health=3600.0, radius=5.6, stagger=90, debut=15, shielded=0.2,
        approach=Approach(range=22.0, band=5.0, strafe=0.6, nose_turn=2.0),
        ring=Ring(parts=("shield", "launcher") * 3, regroup=4.5),
        stages=(
            BossStage(
                health=1.0, thrust=0.5, cycle=Cycle(windup=60, act=110, rest=80),
                fire=Volley(arms=5, interval=22, speed=14.0, damage=8.0, fan=0.5, fan_ticks=80),
                ring=RingMotion(gap=0.4, turn=0.3), part_rest=110, brood="drone",
            ),
            BossStage(
                health=0.66, thrust=0.6, cycle=Cycle(windup=60, act=130, rest=70),
                fire=Volley(arms=7, interval=20, speed=14.0, damage=9.0, fan=0.4, fan_ticks=90),
                ring=RingMotion(gap=0.4, turn=-0.4), part_rest=120, brood="weaver",
            ),
            BossStage(
                health=0.33, thrust=0.9, cycle=Cycle(windup=50, act=180, rest=50),
                fire=Volley(arms=9, interval=16, speed=13.0, damage=10.0, spin=0.012),
                ring=RingMotion(gap=0.4, turn=0.7), part_rest=80, brood="drone",
            ),
        ),
    ),
    show=BossShow(
        colour="matriarch", parts_colour="matriarch_parts",
        hulls=("matriarch_0", "matriarch_1", "matriarch_2"),
        lines=(
            "Break the three generators first",
            "Weavers now: shut the hangars",
            "She comes for you herself",
        ),
        portrait=Portrait(about="behind her shields", stage=0, ticks=300),
    ),
))  # fmt: skip
"""A mother behind shields: break the three generators first, and keep her brood off your back."""

SOWER = BOSSES.add(BossRow(
    number=3, name="sower",
    rules=BossRules(
        health=4800.0, radius=5.2, stagger=90, debut=20,
        approach=Approach(range=20.0, band=5.0, strafe=0.7, nose_turn=2.0),
        ring=Ring(parts=("layer",) * 4, regroup=4.5),
        well=Well(radius=26.0, opening=120, narrowest=0.1),
        stages=(
            BossStage(
                health=1.0, thrust=0.55, cycle=Cycle(windup=60, act=120, rest=90),
                fire=Volley(arms=18, interval=40, speed=12.0, damage=9.0, spin=0.003),
                ring=RingMotion(gap=0.4, turn=0.4), part_rest=150, mines=3,
            ),
            BossStage(
                health=0.66, thrust=0.65, cycle=Cycle(windup=60, act=150, rest=80),
                fire=Volley(arms=20, interval=36, speed=13.0, damage=10.0, spin=0.004),
                ring=RingMotion(gap=0.4, turn=-0.5), part_rest=130, mines=3, pull=9.0,
            ),
            BossStage(
                health=0.33, thrust=0.8, cycle=Cycle(windup=50, act=200, rest=60),
                fire=Volley(arms=22, interval=30, speed=14.0, damage=11.0, spin=-0.005),
                ring=RingMotion(gap=0.4, turn=0.8), part_rest=110, mines=4, pull=14.0,
            ),
        ),
    ),
    show=BossShow(
        colour="sower", parts_colour="sower_parts", hulls=("sower_0", "sower_1", "sower_2"),
        lines=(
            "Clear a lane through the mines",
            "A gravity well bends all shots",
            "Rings of fire: find the gap between two",
        ),
        portrait=Portrait(about="in its well", stage=1, ticks=420),
    ),
))  # fmt: skip
"""A sower of mines that draws everything in: clear a lane, and shoot through it from outside the pull."""

CROWN = BOSSES.add(BossRow(
    number=4, name="crown",
    rules=BossRules(
        health=5600.0, radius=5.4, stagger=90, debut=25, shielded=0.3,
        approach=Approach(range=18.0, band=5.0, strafe=0.6, nose_turn=2.2),
        ring=Ring(parts=("turret", "shield", "layer", "launcher") * 2, regroup=4.5),
        well=Well(radius=22.0, opening=120, narrowest=0.1),
        stages=(
            BossStage(
                health=1.0, thrust=0.5, cycle=Cycle(windup=60, act=170, rest=60),
                fire=Volley(arms=4, interval=9, speed=15.0, damage=10.0, spin=0.018),
                ring=RingMotion(gap=0.6, turn=0.4), part_rest=150, mines=2, brood="drone",
            ),
            BossStage(
                health=0.66, thrust=0.5, cycle=Cycle(windup=60, act=170, rest=60),
                fire=Volley(arms=20, interval=36, speed=13.0, damage=10.0, spin=0.004),
                ring=RingMotion(gap=5.0, turn=-0.55, sway=3.0, sway_ticks=300), part_rest=150,
                mines=2, brood="weaver", pull=8.0,
            ),
            BossStage(
                health=0.33, thrust=1.0, cycle=Cycle(windup=44, act=42, rest=40), charge=RAMMING,
                fire=Volley(arms=8, interval=7, speed=10.0, damage=11.0, offset=math.pi / 8.0),
                ring=RingMotion(gap=0.3, turn=1.1), part_rest=120, mines=2, brood="drone",
            ),
        ),
    ),
    show=BossShow(
        colour="crown", parts_colour="crown_parts", hulls=("crown_0", "crown_1", "crown_2"),
        lines=(
            "All that you have met, at once",
            "Its thorns swing out: keep your distance",
            "The ring closes, and it charges",
        ),
        portrait=Portrait(about="with its ring wide", stage=1, ticks=420),
    ),
))  # fmt: skip
"""The final boss: it combines the attacks of the others, and its parts regroup from stage to stage."""

SIEGE = BOSSES.add(BossRow(
    number=5, name="siege",
    rules=BossRules(
        health=5200.0, radius=5.5, stagger=90, debut=35,
        approach=Approach(range=24.0, band=6.0, strafe=0.55, nose_turn=2.0),
        ring=Ring(parts=("mortar", "plate") * 4, regroup=4.5),
        stages=(
            BossStage(
                health=1.0, thrust=0.45, cycle=Cycle(windup=60, act=120, rest=90),
                fire=Volley(arms=4, interval=24, speed=14.0, damage=9.0, arc=1.2, fan=0.2, fan_ticks=48),
                ring=RingMotion(gap=0.8, turn=0.3), part_rest=130,
            ),
            BossStage(
                health=0.66, thrust=0.5, cycle=Cycle(windup=60, act=150, rest=80),
                fire=Volley(arms=6, interval=18, speed=13.0, damage=10.0, spin=0.014),
                ring=RingMotion(gap=3.0, turn=-0.4, sway=2.0, sway_ticks=260), part_rest=100,
            ),
            BossStage(
                health=0.33, thrust=0.65, cycle=Cycle(windup=50, act=150, rest=60),
                fire=Volley(arms=7, interval=16, speed=14.0, damage=10.0, arc=2.0, fan=0.17, fan_ticks=32),
                ring=RingMotion(gap=0.6, turn=0.6), part_rest=80,
            ),
        ),
    ),
    show=BossShow(
        colour="miner", parts_colour="ram_parts", hulls=("siege_0", "siege_1", "siege_2"),
        lines=(
            "Mortars fire in fans: slip between two shells",
            "They swing out: break one after another",
            "Its mortars hardly rest: keep moving",
        ),
        portrait=Portrait(about="with its mortars firing", stage=0, ticks=300),
    ),
))  # fmt: skip
"""A platform of artillery that keeps its distance: slip through the fans, and silence its mortars."""
