"""Trials: games of one to two minutes on a fixed seed with one twist, one row each.

A row says what the player has, what comes, when it ends and what is measured. The rules that play it are
`arena.game.modes.trial`. Names of kinds, formations, zones, bosses and hulls are checked there, at import.
"""

from arena.catalogue.registry import Registry, row_type

POINTS, LEFT, HELD = "points", "left", "held"
"""Measures: the score, the time that is left at the goal, and the time that was held out."""


@row_type
class TrialGroup:
    """Ships, or asteroids, that land together, once or again and again."""

    kind: str
    count: int
    at: float = 0.0  # [s] of the first landing's announcement
    times: int = 1
    every: float = 0.0  # [s] from one to the next
    formation: str = "swarm"
    distance: float = 20.0  # [u] from the player


@row_type
class TrialZone:
    """A zone that is there all the time."""

    kind: str
    place: tuple[float, float, float]  # direction from the planet's centre; players begin at (0, 0, 1)
    radius: float  # [u]
    strength: float
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)  # of a wind


@row_type
class TrialRules:
    """Numbers of a trial for the simulation."""

    seed: int
    seconds: float  # after which it ends
    measure: str  # POINTS, LEFT or HELD
    goal: int = 0  # points at which it ends; 0: none
    clear: bool = False  # it ends when all that comes is beaten
    hull: str = "standard"
    lives: int = 1
    weapon: str = "pulse"  # in hand at the start of a life
    barred: tuple[str, ...] = ()  # buttons that do nothing
    bombs: int = 2  # at the start of a life
    shots: int | None = None  # after which the gun is barred; None: without end
    look: str = "terra"
    rocks: int = 30  # asteroids at the start, kept up
    materials: tuple[float, float, float] = (0.5, 0.3, 0.2)  # shares of rock, ice and metal
    zones: tuple[TrialZone, ...] = ()
    groups: tuple[TrialGroup, ...] = ()
    boss: str | None = None
    rivers: bool = False  # Tide's flow, and hunt as there
    after_shots: float = 0.0  # [s] after the last shot at which it ends; 0: it goes on


@row_type
class TrialShow:
    """Texts of a trial."""

    title: str
    line: str  # its twist


@row_type
class TrialRow:
    """One trial."""

    number: int
    name: str
    rules: TrialRules
    show: TrialShow


TRIALS: Registry[TrialRow] = Registry("trial", 64)

ONE_GUN = ("next_weapon", "previous_weapon")
NO_GUN = ("fire", *ONE_GUN)
BARE = (*NO_GUN, "boost", "bomb")
FRONT, BACK = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
RIGHT, LEFT_SIDE, ABOVE, BELOW = (0.4, 0.0, 0.92), (-0.4, 0.0, 0.92), (0.0, 0.4, 0.92), (0.0, -0.4, 0.92)


def _trial(number: int, name: str, title: str, line: str, **rules: object) -> TrialRow:
    """Add a trial; its seed is its number's, so that no two share one."""
    row = TrialRow(
        number=number,
        name=name,
        rules=TrialRules(seed=7000 + number, **rules),  # type: ignore[arg-type]
        show=TrialShow(title=title, line=line),
    )
    return TRIALS.add(row)


def _group(kind: str, count: int, at: float = 0.0, times: int = 1, every: float = 0.0, **more: object):
    return TrialGroup(kind=kind, count=count, at=at, times=times, every=every, **more)  # type: ignore[arg-type]


_trial(
    1, "warm_up", "Warm-up", "Sixty seconds of drones. As many points as you can.",
    seconds=60.0, measure=POINTS, lives=2,
    groups=(_group("drone", 8, times=9, every=6.0), _group("drone", 6, 3.0, 9, 6.0, formation="wedge")),
)  # fmt: skip
_trial(
    2, "no_guns", "No guns", "Your guns are gone. Hold out: time counts while you steer.",
    seconds=75.0, measure=HELD, barred=NO_GUN, bombs=1,
    groups=(_group("drone", 7, times=14, every=5.0), _group("lancer", 2, 10.0, 12, 5.0)),
)  # fmt: skip
_trial(
    3, "one_bomb", "One bomb", "No guns, and a single bomb. Gather them, then light it.",
    seconds=60.0, measure=POINTS, barred=NO_GUN, bombs=1, rocks=10,
    groups=(_group("drone", 10, times=8, every=5.0, formation="ring"),),
)  # fmt: skip
_trial(
    4, "lance_only", "Lance only", "The lance, and nothing else. Line them up.",
    seconds=75.0, measure=POINTS, weapon="lance", barred=ONE_GUN, bombs=0,
    groups=(_group("drone", 10, times=10, every=7.0, formation="column"), _group("gunner", 2, 12.0, 6, 10.0)),
)  # fmt: skip
_trial(
    5, "scatter_only", "Arm's length", "The scatter alone: go near.",
    seconds=75.0, measure=POINTS, weapon="scatter", barred=ONE_GUN, bombs=0,
    groups=(_group("drone", 14, times=10, every=7.0, formation="block"), _group("weaver", 3, 8.0, 8, 8.0)),
)  # fmt: skip
_trial(
    6, "ice_field", "Ice field", "Ice all around, and the pulse that breaks it.",
    seconds=60.0, measure=POINTS, barred=ONE_GUN, bombs=0, look="rime",
    rocks=150, materials=(0.0, 1.0, 0.0), groups=(_group("drone", 3, 4.0, 8, 7.0),),
)  # fmt: skip
_trial(
    7, "metal_rain", "Metal rain", "Metal falls. Only the lance cuts it.",
    seconds=75.0, measure=POINTS, weapon="lance", bombs=0, look="forge",
    rocks=60, materials=(0.0, 0.0, 1.0),
    groups=(_group("asteroid", 6, times=10, every=7.0), _group("drone", 4, 5.0, 9, 7.0)),
)  # fmt: skip
_trial(
    8, "one_heart", "One heart", "Anything that touches you ends it. Time counts while you steer.",
    seconds=90.0, measure=HELD, hull="glass", bombs=1,
    groups=(_group("drone", 6, times=17, every=5.0), _group("gunner", 1, 20.0, 7, 10.0)),
)  # fmt: skip
_trial(
    9, "crossfire", "Crossfire", "Gunners on every side. Weave.",
    seconds=75.0, measure=POINTS, bombs=1, rocks=20,
    groups=(_group("gunner", 6, times=9, every=8.0, formation="ring", distance=24.0),),
)  # fmt: skip
_trial(
    10, "in_the_dark", "In the dark", "Stalkers in a nebula: the radar sees nothing.",
    seconds=90.0, measure=POINTS, look="umbra", rocks=90,
    zones=(TrialZone(kind="nebula", place=FRONT, radius=38.0, strength=0.6),),
    groups=(_group("stalker", 3, times=11, every=8.0, distance=26.0), _group("drone", 4, 3.0, 10, 8.0)),
)  # fmt: skip
_trial(
    11, "wells", "Wells", "Four wells. What falls in is easy prey.",
    seconds=75.0, measure=POINTS, bombs=0,
    zones=tuple(
        TrialZone(kind="well", place=place, radius=14.0, strength=11.0)
        for place in (RIGHT, LEFT_SIDE, ABOVE, BELOW)
    ),
    groups=(_group("drone", 12, times=10, every=7.0), _group("weaver", 4, 10.0, 8, 8.0)),
)  # fmt: skip
_trial(
    12, "headwind", "Headwind", "The wind never stops. Neither do they.",
    seconds=75.0, measure=POINTS, look="squall",
    zones=(TrialZone(kind="wind", place=FRONT, radius=40.0, strength=9.0, axis=(1.0, 0.0, 0.0)),),
    groups=(_group("drone", 9, times=10, every=7.0), _group("lancer", 2, 9.0, 8, 8.0)),
)  # fmt: skip
_trial(
    13, "minefield", "Minefield", "Miners lay, you shoot. Hold out without a boost.",
    seconds=90.0, measure=POINTS, barred=("boost",), bombs=1,
    groups=(_group("miner", 4, times=11, every=8.0), _group("drone", 5, 4.0, 10, 8.0)),
)  # fmt: skip
_trial(
    14, "lancers", "Tilt", "Lancers, and more lancers. Step aside, then strike back.",
    seconds=75.0, measure=POINTS, bombs=0,
    groups=(_group("lancer", 4, times=11, every=6.0, formation="wall"),),
)  # fmt: skip
_trial(
    15, "weavers", "Catch me", "Weavers only. They see your shots coming.",
    seconds=75.0, measure=POINTS, barred=ONE_GUN, bombs=0,
    groups=(_group("weaver", 5, times=11, every=6.0, formation="swarm"),),
)  # fmt: skip
_trial(
    16, "snipers", "Long shot", "Snipers from far away. Reach them.",
    seconds=75.0, measure=POINTS, bombs=0,
    groups=(_group("sniper", 3, times=9, every=8.0, distance=32.0), _group("drone", 5, 4.0, 9, 8.0)),
)  # fmt: skip
_trial(
    17, "carriers", "Mother ships", "Two carriers. Every second that they live is one drone more.",
    seconds=120.0, measure=LEFT, clear=True, weapon="lance", bombs=2, lives=3,
    groups=(_group("carrier", 2, distance=26.0, formation="wall"),),
)  # fmt: skip
_trial(
    18, "duel", "Duel", "You and the bastion. Be quick.",
    seconds=120.0, measure=LEFT, clear=True, bombs=2, lives=3, rocks=20, boss="bastion",
)  # fmt: skip
_trial(
    19, "ram", "The ram", "It charges. You have no boost to dodge it.",
    seconds=120.0, measure=LEFT, clear=True, barred=("boost",), lives=3, rocks=20, look="forge", boss="ram",
)  # fmt: skip
_trial(
    20, "forty_shots", "Forty shots", "Your gun holds forty shots. Make each of them count.",
    seconds=60.0, measure=POINTS, barred=ONE_GUN, shots=40, bombs=0, lives=2,
    groups=(_group("drone", 9, times=9, every=6.0, formation="block"),),
)  # fmt: skip
_trial(
    21, "sprint", "Sprint", "The first three thousand points, as fast as you can.",
    seconds=90.0, measure=LEFT, goal=3000, lives=2,
    groups=(_group("drone", 12, times=16, every=5.0), _group("gunner", 2, 10.0, 9, 8.0)),
)  # fmt: skip
_trial(
    22, "clean_up", "Clean up", "Forty drones are here already. Leave none.",
    seconds=75.0, measure=LEFT, clear=True, bombs=1, lives=2, rocks=10,
    groups=(_group("drone", 20, formation="ring", distance=18.0), _group("drone", 20, 1.0, distance=24.0)),
)  # fmt: skip
_trial(
    23, "dart", "Dart", "A hull that is all speed. Outrun them.",
    seconds=75.0, measure=POINTS, hull="dart", bombs=0,
    groups=(_group("drone", 10, times=10, every=7.0, formation="ring"), _group("lancer", 2, 8.0, 8, 8.0)),
)  # fmt: skip
_trial(
    24, "bulwark", "Bulwark", "A hull that takes a beating. Give one back.",
    seconds=75.0, measure=POINTS, hull="bulwark", bombs=1,
    groups=(_group("drone", 16, times=11, every=6.0, formation="ring"), _group("gunner", 3, 8.0, 8, 8.0)),
)  # fmt: skip
_trial(
    25, "comet", "Comet", "No guns, but a boost that is soon back. Time counts while you steer.",
    seconds=75.0, measure=HELD, hull="comet", barred=NO_GUN, bombs=0,
    groups=(_group("drone", 7, times=14, every=5.0, formation="ring"), _group("lancer", 2, 8.0, 12, 5.0)),
)  # fmt: skip
_trial(
    26, "bare", "Bare hands", "No gun, no boost, no bomb. Time counts while you steer.",
    seconds=60.0, measure=HELD, barred=BARE, rocks=15,
    groups=(_group("drone", 5, times=14, every=4.0), _group("lancer", 1, 10.0, 9, 5.0)),
)  # fmt: skip
_trial(
    27, "parade", "Parade", "One of every kind, from the smallest to the largest. Beat them all.",
    seconds=120.0, measure=LEFT, clear=True, lives=3, bombs=2,
    groups=tuple(
        _group(kind, count, 6.0 * place)
        for place, (kind, count) in enumerate(
            (
                ("drone", 8), ("weaver", 3), ("gunner", 3), ("miner", 2), ("lancer", 3), ("stalker", 2),
                ("sniper", 2), ("carrier", 1),
            )
        )
    ),
)  # fmt: skip
_trial(
    28, "repulsors", "Pushed", "Repulsors keep everything away from the middle. You, too.",
    seconds=75.0, measure=POINTS, bombs=0,
    zones=(
        TrialZone(kind="repulsor", place=FRONT, radius=16.0, strength=12.0),
        TrialZone(kind="repulsor", place=RIGHT, radius=12.0, strength=10.0),
    ),
    groups=(_group("drone", 11, times=10, every=7.0), _group("gunner", 2, 10.0, 8, 8.0)),
)  # fmt: skip
_trial(
    29, "one_spark", "One spark", "Tide, and a single shot. Choose the volatile that takes most along.",
    seconds=60.0, measure=POINTS, weapon="lance", barred=(*ONE_GUN, "boost"), shots=1, bombs=0, lives=2,
    rocks=0, rivers=True, after_shots=12.0,
)  # fmt: skip
_trial(
    30, "powder", "Powder keg", "Every third of them is volatile. Let them gather, then light one.",
    seconds=75.0, measure=POINTS, barred=ONE_GUN, bombs=0, rocks=10,
    groups=(
        _group("drone", 16, times=10, every=7.0, formation="block"),
        _group("volatile", 8, 1.0, 10, 7.0, formation="block"),
    ),
)  # fmt: skip
