"""Schema of levels, as data: the parser reads by it, and the documents about levels are made from it."""

from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.materials import MATERIALS
from arena.catalogue.zones import ZONES
from arena.game.levels.direction import Direction
from arena.game.levels.plan import (
    AsteroidPlan,
    Beacons,
    Boss,
    Brood,
    Chase,
    Destroy,
    Escort,
    ExtraPlan,
    FieldPlan,
    Flood,
    GroupPlan,
    Hold,
    Level,
    MedalPlan,
    PhasePlan,
    Race,
    Siege,
    Survive,
    ZonePlan,
)
from arena.game.rules import DIFFICULTIES, MATCH
from arena.game.spawning.formations import FORMATIONS
from arena.toml_reader.shapes import Key, Shapes, TableShape, Variants
from arena.toml_reader.values import Choice, RealNumber, Several, Text, Whole, choice
from arena.tuning import ASTEROID as ASTEROID_TUNING

LEVEL_BYTES = 32_768
"""Limit of a level's text; longer ones are refused unread. The shipped worlds take a fifth of it."""
WORLDS = 5
PHASES_MAX, GROUPS_MAX, ZONES_MAX, ASTEROIDS_MAX = 12, 16, 16, 64
ZONE_RADIUS_MAX = 40.0
"""[u]"""
LOOKS = ("terra", "rime", "forge", "squall", "umbra")
"""Palettes that a level may ask for."""
SENT = {row.name: row.number for row in KINDS if Trait.PLACEABLE in row.rules.traits}
"""Kinds that groups may hold."""

PLACE = Direction()


def make_field(count: int, keep: int, **shares: float) -> FieldPlan:
    """Field from the keys of its table: each material is a key."""
    return FieldPlan(count, keep, tuple(shares[row.name] for row in MATERIALS))


FIELD = TableShape(
    "[field]",
    "The asteroids of the level.",
    make_field,
    {
        "count": Key("asteroids at the start", Whole(0, 200), 70),
        "keep": Key("whole asteroids below which more drop in", Whole(0, 200), 50),
        **{
            row.name: Key(f"share of {row.name}, in any measure", RealNumber(0, 100), row.rules.share)
            for row in MATERIALS
        },
    },
)

ASTEROID = TableShape(
    "[[asteroid]]",
    "An asteroid placed by hand; those of `[field]` lie where chance puts them.",
    AsteroidPlan,
    {
        "place": Key("where it begins", PLACE),
        "radius": Key(
            "its size", RealNumber(ASTEROID_TUNING.radius_min, ASTEROID_TUNING.radius_max, "u"), 2.0
        ),
        "material": Key("what it is of; left out: rock", Choice(MATERIALS.numbers), 0),
        "speed": Key(
            "with which it drifts; left out: it stands still",
            RealNumber(0, 2 * ASTEROID_TUNING.speed_max, "u/s"),
            0.0,
        ),
        "towards": Key("a place to which its way leads", PLACE, None),
    },
)

ZONE = TableShape(
    "[[zone]]",
    "A ball on the shell that acts on everything inside.",
    ZonePlan,
    {
        "kind": Key(
            "; ".join(f"{row.name} {row.show.about}" for row in ZONES),
            choice(ZONES.names),
        ),
        "place": Key("where its middle is", PLACE),
        "radius": Key("how far it reaches", RealNumber(2, ZONE_RADIUS_MAX, "u")),
        "strength": Key("of a wind or a well [u/s^2], of a nebula [1/s]", RealNumber(0, 40)),
        "axis": Key("a wind blows around it, counter-clockwise seen from its tip", PLACE, (0.0, 0.0, 1.0)),
        "growth": Key(
            f"by which its radius grows while a phase lasts, up to {ZONE_RADIUS_MAX:g} u",
            RealNumber(0, 5, "u/s"),
            0.0,
        ),
        "phases": Key(
            "numbers of the phases it is there; left out: all", Several(Whole(1, PHASES_MAX), 1, 12), ()
        ),
    },
)

GROUP = TableShape(
    "[[phase.group]]",
    "Ships, or asteroids, that drop in together.",
    GroupPlan,
    {
        "kind": Key("who comes", Choice(SENT)),
        "count": Key("how many, on normal difficulty", Whole(1, 40)),
        "formation": Key("how they stand to each other", choice(tuple(FORMATIONS)), "swarm"),
        "time": Key(
            "when, after the phase's calm or after the group named by `after`", RealNumber(0, 600, "s"), 0.0
        ),
        "after": Key(
            "number of an earlier group of the phase that must be beaten first", Whole(1, GROUPS_MAX), 0
        ),
        "times": Key("how often it comes", Whole(1, 30), 1),
        "every": Key("time from one coming to the next", RealNumber(1, 600, "s"), 15.0),
        "near": Key(
            "what it lands around: the player, or the place of the objective",
            choice(("player", "goal")),
            "player",
        ),
        "place": Key("where it lands, instead of around something", PLACE, None),
        "towards": Key("a place that those look to who land at a place; left out: the player", PLACE, None),
        "distance": Key("from what it lands around", RealNumber(8, 60, "u"), 20.0),
        "bearing": Key(
            "clockwise from the player's up, or from the way of a runner; left out: anywhere around",
            RealNumber(-360, 360, "degrees"),
            None,
        ),
        "difficulty": Key(
            "on which it comes; left out: on all",
            Several(choice(tuple(DIFFICULTIES)), 1, len(DIFFICULTIES)),
            tuple(DIFFICULTIES),
        ),
    },
)

OBJECTIVE = Variants(
    "objective",
    "What ends a phase well.",
    {
        "destroy": TableShape("a destroy objective", "Beat everyone that the phase sends.", Destroy, {}),
        "survive": TableShape(
            "a survive objective",
            "Last for a while.",
            Survive,
            {"seconds": Key("how long, after the phase's calm", RealNumber(5, 600, "s"))},
        ),
        "hold": TableShape(
            "a hold objective",
            "Be in a place, for so long in all.",
            Hold,
            {
                "place": Key("where", PLACE),
                "radius": Key("how far it reaches", RealNumber(4, 30, "u"), 10.0),
                "seconds": Key("how long in all", RealNumber(3, 300, "s")),
            },
        ),
        "escort": TableShape(
            "an escort objective",
            "Bring a freighter along a route alive; it is lost when the freighter is.",
            Escort,
            {
                "route": Key("where it begins and what it flies to, in turn", Several(PLACE, 2, 12)),
                "health": Key("what it can take [hit points]", RealNumber(50, 5000), 600.0),
            },
        ),
        "brood": TableShape(
            "a brood objective", "Destroy the phase's carriers; their drones end with them.", Brood, {}
        ),
        "race": TableShape(
            "a race objective",
            "Fly through gates on a great circle around the planet, in order.",
            Race,
            {
                "place": Key("where the first gate stands", PLACE),
                "towards": Key("a place through which the circle leads from there", PLACE),
                "gates": Key("how many", Whole(2, 40), 12),
                "turn": Key("from the first gate to the last", RealNumber(20, 720, "degrees"), 330.0),
                "radius": Key("of each gate", RealNumber(3, 12, "u"), 5.0),
            },
        ),
        "boss": TableShape(
            "a boss objective",
            "Destroy a boss.",
            Boss,
            {
                "variant": Key("which one", Whole(1, BOSSES.size)),
                "place": Key("where it begins; left out: on the far side of the players", PLACE, None),
            },
        ),
        "beacons": TableShape(
            "a beacons objective",
            "Light beacons one after the other: be at each for a while.",
            Beacons,
            {
                "places": Key("where they stand, in turn", Several(PLACE, 2, 12)),
                "radius": Key("how far each reaches", RealNumber(4, 30, "u"), 8.0),
                "seconds": Key("how long at each, in all", RealNumber(1, 60, "s"), 6.0),
            },
        ),
        "siege": TableShape(
            "a siege objective",
            "Guard a freighter that lies still; it is lost when the freighter is.",
            Siege,
            {
                "place": Key("where it lies", PLACE),
                "seconds": Key("how long, after the phase's calm", RealNumber(5, 600, "s")),
                "health": Key("what it can take [hit points]", RealNumber(50, 5000), 1500.0),
            },
        ),
        "chase": TableShape(
            "a chase objective",
            "Destroy a runner that flees around the planet through a belt; it is lost when that is away.",
            Chase,
            {
                "place": Key("where it begins", PLACE),
                "towards": Key("a place through which its way leads from there", PLACE),
                "turn": Key("of its way, after which it is away", RealNumber(90, 1440, "degrees"), 360.0),
                "health": Key("what it can take [hit points]", RealNumber(50, 5000), 900.0),
                "rocks": Key("asteroids of the belt along its way", Whole(0, 120), 40),
            },
        ),
        "tide": TableShape(
            "a tide objective",
            "Destroy drones of the rivers that flow around the planet, of which few hunt.",
            Flood,
            {"count": Key("how many", Whole(10, 5000))},
        ),
    },
)

MEDALS = TableShape(
    "[phase.medals]",
    "What the medals of a phase take; there is always one for not being hit.",
    MedalPlan,
    {
        "time": Key("in which it is to be cleared; left out: no medal for it", RealNumber(5, 900, "s"), 0.0),
        "score": Key(
            "points in it, on normal difficulty; left out: no medal for it", Whole(1, 10_000_000), 0
        ),
    },
)

EXTRAS = ("strikes", "shards", "rocks")
"""Counts of second goals: enemies struck with boost, shards collected, asteroids shot."""
EXTRA = TableShape(
    "[phase.extra]",
    "A second goal, on the way: it pays points.",
    ExtraPlan,
    {
        "kind": Key("what counts: enemies struck, shards collected, or asteroids shot", choice(EXTRAS)),
        "count": Key("how many in this phase", Whole(1, 999)),
    },
)

PHASE = TableShape(
    "[[phase]]",
    "One part of a level; the next begins when its objective is reached, the same again when it is lost.",
    PhasePlan,
    {
        "name": Key("its title", Text(24, 1)),
        "brief": Key("a line below the title", Text(70), ""),
        "objective": Key("what ends it well", OBJECTIVE),
        "limit": Key("time after which it is lost; left out: never", RealNumber(10, 900, "s"), 0.0),
        "few": Key(
            "ships alive, a tide's rivers apart, with which the next group comes at once", Whole(0, 200), 0
        ),
        "most": Key("ships alive, a tide's rivers apart, beyond which no group comes", Whole(1, 1000), 1000),
        "wait": Key(
            "time from one group to the next, at most, whatever their own times say",
            RealNumber(1, 600, "s"),
            6.0,
        ),
        "dark": Key("share of the sun's light that is gone", RealNumber(0, 1), 0.0),
        "medals": Key("what its medals take", MEDALS, MedalPlan(0.0, 0)),
        "extra": Key("a second goal", EXTRA, None),
        "group": Key("who comes", Shapes(GROUP, 0, GROUPS_MAX), ()),
    },
)

LEVEL = TableShape(
    "a level",
    "A level is a TOML file in UTF-8.",
    Level,
    {
        "name": Key("its name, under which scores are kept", Text(24, 1)),
        "world": Key("which world it belongs to", Whole(1, WORLDS)),
        "look": Key("how planet and sky look", choice(LOOKS), LOOKS[0]),
        "brief": Key("a line on what it is about", Text(70), ""),
        "ships": Key("lives of each player beyond those of the difficulty", Whole(0, 9), 0),
        "field": Key("its asteroids", FIELD, FieldPlan(70, 50, tuple(row.rules.share for row in MATERIALS))),
        "asteroid": Key("asteroids placed by hand", Shapes(ASTEROID, 0, ASTEROIDS_MAX), ()),
        "zone": Key("what acts on all bodies in some places", Shapes(ZONE, 0, ZONES_MAX), ()),
        "phase": Key("its parts, one after the other", Shapes(PHASE, 1, PHASES_MAX)),
    },
)

SHIPS_MAX = 10 * MATCH.enemies
"""Ships that one phase may send in all."""
