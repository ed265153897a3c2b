"""Modules: what a player's ship is fitted with in the course of a run, and the kind of their crates.

A module changes numbers of its player; `arena.sim.tables.loadout` adds them up, one column for each field of
`ModuleEffects`. `Bodies.variant` of a crate is the number of the module in it.
"""

from arena.catalogue.kind_row import KINDS, Guide, KindRow, KindRules, KindShow, RadarSign, Sign, Trait
from arena.catalogue.registry import Registry, row_type


@row_type
class ModuleEffects:
    """Changes by each level of a module. A field of 1 by default is a factor, any other a summand."""

    interval: float = 1.0  # between shots
    damage: float = 1.0  # of bullets
    range: float = 1.0  # of bullets
    speed: float = 1.0  # of bullets
    fan: float = 1.0
    bullets: float = 0.0  # in a shot
    rear: float = 0.0  # bullets that a shot fires backwards
    pierces: float = 0.0  # bodies that a bullet passes through
    ricochets: float = 0.0  # bodies off which a bullet flies on to the next enemy
    splinters: float = 0.0  # bullets into which one bursts where it hits first
    arc: float = 0.0  # [hit points] that jump from an enemy hit to the nearest
    chill: float = 0.0  # [s] for which an enemy hit is slow
    blast: float = 0.0  # [hit points] to enemies around one that is hit
    sparks: float = 0.0  # [u] from an enemy that a bullet destroys, within which volatiles are lit
    shield: float = 0.0  # [hit points] of full health
    shield_rate: float = 1.0
    shield_delay: float = 1.0
    recharge: float = 1.0  # of the boost, in time
    trail: float = 0.0  # [hit points] of each flame that a dash leaves behind
    mines: float = 0.0  # [hit points] of the charges that are laid behind the ship
    repel: float = 0.0  # [u/s^2] with which enemies near the ship are pushed away
    bombs: float = 0.0  # gained with every crate from then on; the ship carries that many more
    bomb_radius: float = 1.0
    magnet: float = 1.0  # distance from which pickups and shards come
    ram: float = 0.0  # [hit points] more to enemies by touch
    armour: float = 1.0  # damage taken by touch
    orbs: float = 0.0  # shields that circle the ship; they stop hostile bullets and burn what they touch
    wingmen: float = 0.0  # companions beside the one that every player has


@row_type
class ModuleRules:
    """Numbers of a module for the simulation."""

    levels: int  # up to which it can be taken again
    weapon: str | None  # whose shots it changes; None: those of all
    evolves_from: tuple[str, str] | None  # modules that it replaces; the first has to be full
    worth: float  # to a bot; 1 is ordinary
    effects: ModuleEffects  # of each level


@row_type
class ModuleShow:
    """Name, sign and words of a module."""

    title: str  # one or two words
    line: str  # what it does
    sign: Sign
    colour: str  # role in the palette


@row_type
class ModuleRow:
    """One module."""

    number: int
    name: str
    rules: ModuleRules
    show: ModuleShow


MODULES: Registry[ModuleRow] = Registry("module", 64)

CRATE = KINDS.add(
    KindRow(
        number=20,
        name="crate",
        rules=KindRules(pool="pickup", traits=Trait(0), ship=None),
        show=KindShow(
            colour="score",
            radar=RadarSign(shape="ring", radius=6.0),
            shot_sound=None,
            guide=Guide(
                place=23,
                title="Crates",
                look="three crates of light",
                answer="Fly into one: its module is yours, the others leave.",
            ),
            first_met="Crates. Fly into one, the others leave.",
        ),
    )
)


def _module(
    number: int,
    name: str,
    title: str,
    line: str,
    colour: str,
    sign: Sign,
    levels: int = 2,
    weapon: str | None = None,
    evolves_from: tuple[str, str] | None = None,
    worth: float = 1.0,
    **effects: float,
) -> ModuleRow:
    return MODULES.add(
        ModuleRow(
            number=number,
            name=name,
            rules=ModuleRules(
                levels=levels,
                weapon=weapon,
                evolves_from=evolves_from,
                worth=worth,
                effects=ModuleEffects(**effects),
            ),
            show=ModuleShow(title=title, line=line, sign=sign, colour=colour),
        )
    )


# Every weapon.
RAPID = _module(
    0, "rapid", "QUICK FEED", "every weapon fires faster", "player",
    (((-0.8, -0.8), (-0.2, 0.0), (-0.8, 0.8)), ((0.1, -0.8), (0.7, 0.0), (0.1, 0.8))),
    interval=0.86,
)  # fmt: skip
OVERCHARGE = _module(
    1, "overcharge", "OVERCHARGE", "every shot hits harder", "player",
    (((0.3, 1.0), (-0.5, -0.1), (0.4, 0.1), (-0.3, -1.0)),),
    damage=1.2,
)  # fmt: skip
BARREL = _module(
    2, "barrel", "LONG BARREL", "shots reach farther", "player",
    (((-0.9, 0.0), (0.9, 0.0)), ((0.4, 0.5), (0.9, 0.0), (0.4, -0.5))),
    range=1.3, speed=1.15,
)  # fmt: skip
RICOCHET = _module(
    4, "ricochet", "RICOCHET", "shots fly on to the next enemy", "player",
    (((-0.9, 0.7), (0.0, -0.6), (0.9, 0.7)), ((-0.6, -0.9), (0.6, -0.9))),
    ricochets=1, worth=1.2,
)  # fmt: skip
ARC = _module(
    5, "arc", "CHAIN ARC", "hits spark over to the nearest enemy", "boost",
    (((-1.0, -0.4), (-0.3, 0.5), (0.2, -0.5), (1.0, 0.4)),),
    arc=5.0, worth=1.1,
)  # fmt: skip
FROST = _module(
    6, "frost", "FROST ROUNDS", "what you hit flies slowly", "boost",
    (((-0.9, 0.0), (0.9, 0.0)), ((-0.45, 0.8), (0.45, -0.8)), ((-0.45, -0.8), (0.45, 0.8))),
    chill=0.7, worth=0.9,
)  # fmt: skip
BLAST = _module(
    7, "blast", "BURSTING ROUNDS", "hits hurt what is near, too", "scatter",
    (((0.0, 1.0), (0.3, 0.3), (1.0, 0.0), (0.3, -0.3), (0.0, -1.0), (-0.3, -0.3), (-1.0, 0.0), (-0.3, 0.3),
      (0.0, 1.0)),),
    blast=6.0, worth=1.1,
)  # fmt: skip
SPARKS = _module(
    21, "sparks", "VOLATILE ROUNDS", "kills light volatiles near by", "scatter",
    (((-0.9, 0.0), (-0.2, 0.0)), ((0.2, 0.0), (0.9, 0.0)), ((0.0, 0.9), (0.0, 0.2)),
     ((0.0, -0.9), (0.0, -0.2))),
    sparks=6.0, damage=1.2,
)  # fmt: skip
REAR = _module(
    3, "rear", "REAR GUN", "fires backwards, too", "player",
    (((-0.8, 0.2), (0.0, 1.0), (0.8, 0.2)), ((0.0, 0.4), (0.0, -0.9)),
     ((-0.4, -0.5), (0.0, -1.0), (0.4, -0.5))),
    rear=1,
)  # fmt: skip

# One weapon.
TWIN = _module(
    8, "twin", "TWIN PULSE", "pulse: one more stream", "player_bullet",
    (((-0.4, -0.9), (-0.4, 0.9)), ((0.4, -0.9), (0.4, 0.9))),
    weapon="pulse", bullets=1, fan=1.0, damage=0.85,
)  # fmt: skip
PIERCE = _module(
    9, "pierce", "PIERCING PULSE", "pulse: goes through one more", "player_bullet",
    (((0.0, -1.0), (0.0, 1.0)), ((-0.7, 0.3), (0.7, 0.3)), ((-0.4, 0.6), (0.0, 1.0), (0.4, 0.6))),
    weapon="pulse", pierces=1,
)  # fmt: skip
BROAD = _module(
    10, "broad", "WIDE SCATTER", "scatter: four more pellets", "scatter",
    (((0.0, -0.9), (-0.9, 0.7)), ((0.0, -0.9), (0.0, 0.9)), ((0.0, -0.9), (0.9, 0.7))),
    weapon="scatter", bullets=4, fan=1.2, range=1.15,
)  # fmt: skip
HEAVY = _module(
    11, "heavy", "HEAVY LANCE", "lance: hits harder, goes deeper", "lance",
    (((0.0, -1.0), (0.0, 0.2)), ((-0.6, 0.2), (0.0, 1.0), (0.6, 0.2), (-0.6, 0.2))),
    weapon="lance", damage=1.35, pierces=2,
)  # fmt: skip
SPLIT = _module(
    12, "split", "SPLITTING LANCE", "lance: bursts into splinters", "lance",
    (((0.0, -1.0), (0.0, -0.1)), ((0.0, -0.1), (-0.8, 0.8)), ((0.0, -0.1), (0.0, 1.0)),
     ((0.0, -0.1), (0.8, 0.8))),
    weapon="lance", splinters=3, worth=0.9,
)  # fmt: skip

# The ship.
PLATING = _module(
    13, "plating", "THICK SHIELD", "a larger shield", "health",
    (((-0.8, 0.8), (0.8, 0.8), (0.8, 0.0), (0.0, -1.0), (-0.8, 0.0), (-0.8, 0.8)),),
    shield=8.0,
)  # fmt: skip
CAPACITOR = _module(
    14, "capacitor", "FAST SHIELD", "the shield mends sooner", "health",
    (((-0.8, 0.8), (0.8, 0.8), (0.8, 0.0), (0.0, -1.0), (-0.8, 0.0), (-0.8, 0.8)), ((0.0, 0.5), (0.0, -0.5))),
    shield_rate=1.15, shield_delay=0.94,
)  # fmt: skip
BURNER = _module(
    15, "burner", "BOOST COIL", "boost is ready sooner", "boost",
    (((-0.8, -0.9), (0.0, -0.2), (0.8, -0.9)), ((-0.8, 0.0), (0.0, 0.7), (0.8, 0.0))),
    recharge=0.75,
)  # fmt: skip
TRAIL = _module(
    16, "trail", "BURNING TRAIL", "boost leaves fire behind", "scatter",
    (((0.0, 1.0), (0.5, 0.2), (0.0, 0.4), (-0.5, 0.2), (0.0, 1.0)), ((-0.3, -0.2), (-0.3, -0.9)),
     ((0.3, -0.2), (0.3, -0.9))),
    trail=25.0, worth=0.8,
)  # fmt: skip
RACK = _module(
    17, "rack", "BOMB RACK", "every crate brings a bomb, too", "boost",
    (((0.0, 0.9), (0.6, 0.2), (0.3, -0.7), (-0.3, -0.7), (-0.6, 0.2), (0.0, 0.9)),),
    bombs=1,
)  # fmt: skip
FALLOUT = _module(
    18, "fallout", "WIDE BOMB", "bombs reach farther", "boost",
    (((-1.0, 0.0), (-0.7, 0.7), (0.0, 1.0), (0.7, 0.7), (1.0, 0.0), (0.7, -0.7), (0.0, -1.0), (-0.7, -0.7),
      (-1.0, 0.0)), ((-0.2, 0.0), (0.2, 0.0))),
    bomb_radius=1.25,
)  # fmt: skip
MAGNET = _module(
    19, "magnet", "MAGNET", "what lies about comes from afar", "score",
    (((-0.7, 0.9), (-0.7, -0.2), (-0.4, -0.8), (0.4, -0.8), (0.7, -0.2), (0.7, 0.9)),),
    magnet=1.7,
)  # fmt: skip
REPEL = _module(
    20, "repel", "REPELLING HULL", "enemies near you are pushed away", "health",
    (((-0.6, 0.4), (-1.0, 0.0), (-0.6, -0.4)), ((0.6, 0.4), (1.0, 0.0), (0.6, -0.4)),
     ((-0.4, 0.6), (0.0, 1.0), (0.4, 0.6)), ((-0.4, -0.6), (0.0, -1.0), (0.4, -0.6))),
    repel=9.0, worth=1.0,
)  # fmt: skip
MINES = _module(
    22, "mines", "MINE LAYER", "drops charges behind you", "scatter",
    (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)), ((0.0, 0.5), (0.0, 1.0)),
     ((0.0, -0.5), (0.0, -1.0))),
    mines=80.0, worth=0.8,
)  # fmt: skip
RAM = _module(
    23, "ram", "RAM PROW", "touch hurts them more, you less", "health",
    (((-0.8, -0.8), (0.0, 0.9), (0.8, -0.8)), ((-0.4, -0.8), (0.4, -0.8))),
    ram=60.0, armour=0.75,
)  # fmt: skip
ORBITERS = _module(
    24, "orbiters", "ORBITING SHIELDS", "two orbs circle you, stop bullets and burn", "health",
    (((-0.25, 0.0), (0.0, 0.3), (0.25, 0.0), (0.0, -0.3), (-0.25, 0.0)),
     ((-1.0, 0.2), (-0.6, 0.7), (0.0, 0.9)), ((1.0, -0.2), (0.6, -0.7), (0.0, -0.9))),
    orbs=2,
)  # fmt: skip
WINGMAN = _module(
    25, "wingman", "SECOND WINGMAN", "one more flies with you, on your left", "companion",
    (((-0.5, 0.9), (-0.1, -0.7), (-0.5, -0.3), (-0.9, -0.7), (-0.5, 0.9)),
     ((0.5, 0.9), (0.9, -0.7), (0.5, -0.3), (0.1, -0.7), (0.5, 0.9))),
    levels=1, wingmen=1,
)  # fmt: skip

# Evolutions: offered when the first of the two is full and the second is held; they replace both.
STORM = _module(
    32, "storm", "PULSE STORM", "pulse: a storm of streams", "player_bullet",
    (((-0.7, -0.9), (-0.7, 0.9)), ((-0.25, -0.9), (-0.25, 0.9)), ((0.25, -0.9), (0.25, 0.9)),
     ((0.7, -0.9), (0.7, 0.9))),
    levels=1, evolves_from=("twin", "rapid"), weapon="pulse", bullets=2, interval=0.7, fan=1.6,
)  # fmt: skip
PRISM = _module(
    33, "prism", "PRISM", "shots go through and fly on, again and again", "player_bullet",
    (((-0.8, -0.7), (0.8, -0.7), (0.0, 0.8), (-0.8, -0.7)), ((-1.0, 0.4), (1.0, -0.2))),
    levels=1, evolves_from=("ricochet", "pierce"), ricochets=3, pierces=2,
)  # fmt: skip
THUNDER = _module(
    34, "thunder", "THUNDER", "every hit is a bolt of lightning", "boost",
    (((0.0, 1.0), (-0.6, 0.0), (0.0, 0.0), (-0.2, -1.0), (0.7, 0.2), (0.1, 0.2), (0.4, 1.0), (0.0, 1.0)),),
    levels=1, evolves_from=("arc", "overcharge"), arc=11.0, damage=1.45,
)  # fmt: skip
BLIZZARD = _module(
    35, "blizzard", "BLIZZARD", "scatter: a wall of ice", "scatter",
    (((-0.9, 0.0), (0.9, 0.0)), ((-0.45, 0.8), (0.45, -0.8)), ((-0.45, -0.8), (0.45, 0.8)),
     ((-0.9, 0.5), (-0.6, 0.9)), ((0.9, -0.5), (0.6, -0.9))),
    levels=1, evolves_from=("broad", "frost"), chill=2.0, bullets=8, fan=1.5, range=1.4, weapon="scatter",
)  # fmt: skip
SHRAPNEL = _module(
    36, "shrapnel", "SHRAPNEL LANCE", "lance: each hit is a fan of bolts", "lance",
    (((0.0, -1.0), (0.0, -0.2)), ((0.0, -0.2), (-0.9, 0.4)), ((0.0, -0.2), (-0.4, 0.9)),
     ((0.0, -0.2), (0.4, 0.9)), ((0.0, -0.2), (0.9, 0.4))),
    levels=1, evolves_from=("split", "heavy"), weapon="lance", splinters=9, damage=1.9, pierces=5,
)  # fmt: skip
CHAIN_REACTION = _module(
    37, "reaction", "REACTION", "charges and hits burst wide", "scatter",
    (((-0.9, 0.0), (-0.3, 0.0)), ((0.9, 0.0), (0.3, 0.0)), ((0.0, 0.9), (0.0, 0.3)),
     ((0.0, -0.9), (0.0, -0.3)), ((-0.6, 0.6), (0.6, -0.6)), ((-0.6, -0.6), (0.6, 0.6))),
    levels=1, evolves_from=("blast", "mines"), blast=16.0, mines=160.0,
)  # fmt: skip
AEGIS = _module(
    38, "aegis", "AEGIS", "a larger shield that mends sooner", "health",
    (((-0.9, 0.9), (0.9, 0.9), (0.9, 0.0), (0.0, -1.0), (-0.9, 0.0), (-0.9, 0.9)),
     ((-0.4, 0.5), (0.4, 0.5), (0.0, -0.4), (-0.4, 0.5))),
    levels=1, evolves_from=("plating", "capacitor"), shield=28.0, shield_rate=1.4, shield_delay=0.85,
)  # fmt: skip
COMET = _module(
    39, "comet", "COMET", "boost again and again, through fire", "scatter",
    (((0.0, 1.0), (0.6, 0.3), (0.0, 0.5), (-0.6, 0.3), (0.0, 1.0)), ((-0.6, -0.1), (-0.6, -0.9)),
     ((0.0, 0.1), (0.0, -1.0)), ((0.6, -0.1), (0.6, -0.9))),
    levels=1, evolves_from=("trail", "burner"), trail=60.0, recharge=0.45,
)  # fmt: skip
NOVA = _module(
    41, "nova", "NOVA", "bombs clear half of the sky", "boost",
    (((-1.0, 0.0), (-0.7, 0.7), (0.0, 1.0), (0.7, 0.7), (1.0, 0.0), (0.7, -0.7), (0.0, -1.0), (-0.7, -0.7),
      (-1.0, 0.0)), ((-0.5, -0.5), (0.5, 0.5)), ((-0.5, 0.5), (0.5, -0.5))),
    levels=1, evolves_from=("fallout", "rack"), bomb_radius=1.9, bombs=3,
)  # fmt: skip
