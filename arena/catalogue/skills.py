"""Skills of bots, one row each: what a pilot sees, how it aims, and what it has learnt to use."""

from arena.catalogue.registry import Registry, row_type

NEVER_DASHES, NEVER_BOMBS, NEVER_STRIKES, ANY_SPARK = 1e9, 1_000_000, 1_000_000, 0


@row_type
class SkillRules:
    """Numbers of a skill."""

    reaction: int  # [ticks] between looks at where to fly
    sight: float  # [u] within which it heeds bodies
    bullet_sight: float  # [u] within which it heeds bullets
    caution: float  # share of dangers that it takes to heart
    crowd_fear: float  # danger of each ship that hunts, where a course ends
    aim_rate: float  # [rad] that the aim turns in a tick, about
    aim_wander: float  # [rad] by which it wanders off to each side of the lead
    boost_danger: float  # danger that it dashes out of
    bomb_ships: int  # landed ships within `BotRules.bomb_share` of the bomb's reach that it bombs
    changes_weapon: bool
    pickup_reach: float  # [u] within which it fetches pickups
    module_taste: float  # weight of a module's worth in its choice of a crate; 0: it takes the nearest
    module_foresight: float  # weight of what an evolution lacks yet
    shard_reach: float  # [u] within which it fetches shards
    shard_wish: float  # share of its wish that goes to them, at most
    strike_ships: int  # enemies that it strikes with one dash, at least
    spark_volatiles: int  # volatile ships that one spark lights, at least; it does not shoot at smaller ones


@row_type
class SkillRow:
    """One skill."""

    number: int
    name: str
    rules: SkillRules


SKILLS: Registry[SkillRow] = Registry("skill", 16)

WEAK = SKILLS.add(
    SkillRow(
        number=0,
        name="weak",
        rules=SkillRules(
            reaction=40,
            sight=18.0,
            bullet_sight=4.0,
            caution=0.3,
            crowd_fear=0.0,
            aim_rate=0.06,
            aim_wander=0.2,
            boost_danger=NEVER_DASHES,
            bomb_ships=NEVER_BOMBS,
            changes_weapon=False,
            pickup_reach=3.0,
            module_taste=0.0,
            module_foresight=0.0,
            shard_reach=14.0,
            shard_wish=0.7,
            strike_ships=NEVER_STRIKES,
            spark_volatiles=ANY_SPARK,
        ),
    )
)
MIDDLE = SKILLS.add(
    SkillRow(
        number=1,
        name="middle",
        rules=SkillRules(
            reaction=22,
            sight=24.0,
            bullet_sight=5.0,
            caution=0.7,
            crowd_fear=0.1,
            aim_rate=0.10,
            aim_wander=0.12,
            boost_danger=4.0,
            bomb_ships=10,
            changes_weapon=True,
            pickup_reach=9.0,
            module_taste=1.0,
            module_foresight=0.4,
            shard_reach=16.0,
            shard_wish=0.8,
            strike_ships=3,
            spark_volatiles=6,
        ),
    )
)
BEST = SKILLS.add(
    SkillRow(
        number=2,
        name="best",
        rules=SkillRules(
            reaction=14,
            sight=26.0,
            bullet_sight=7.0,
            caution=1.0,
            crowd_fear=0.25,
            aim_rate=0.16,
            aim_wander=0.07,
            boost_danger=2.6,
            bomb_ships=7,
            changes_weapon=True,
            pickup_reach=16.0,
            module_taste=1.0,
            module_foresight=1.0,
            shard_reach=22.0,
            shard_wish=0.5,
            strike_ships=3,
            spark_volatiles=10,
        ),
    )
)
