"""An enemy of your own: a row of the catalogue and a mind, without touching the package.

    python scripts/examples/own_enemy.py

The row says what it is, how it flies and fights, what it pays and how it looks; the mind is one small
function that kernels call: from what a ship senses to where it wants to fly, where it aims and whether it
fires. Rows are added before `arena.sim` is imported, which seals the catalogue: hence the imports in `main`.
Names of hull, colour and sounds are looked up by picture and sound, so a game without a window takes any. To
keep the enemy, put its row into `arena/catalogue/enemies.py`, in `KINDS.add(...)` and with a free number
written out (as this prints it: numbers are given out once and never again), and its mind into
`arena/ai/strikes.py`, with an entry `"swerve": swerve` in `STRIKES` there; `arena shot --kind hornet` shows
whether it flies and is drawn. `python scripts/record_kernels.py` notes its kernel; `arena.catalogue` says
which lists, recordings and tests concern a row that stays, and how to record anew. With a `Debut` it comes in
waves, too, from a late one on. Once a hornet is kept, this example plays that one.
"""

from typing import Any

from arena.catalogue.kind_row import (
    ENEMY,
    KINDS,
    Behaviour,
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
)
from arena.jit import inline

FIRE = 1
LEVEL = """
name = "Nest"
world = 1
[field]
count = 0
keep = 0
[[phase]]
name = "Hornets"
objective = {kind = "destroy"}
"""

HORNET = KindRow(
    number=KINDS.free_number,
    name="hornet",
    rules=KindRules(
        pool="enemy",
        traits=ENEMY,
        ship=Ship(
            mind="swerve",
            behaviour=Behaviour(range=7.0, band=5.0, fire_range=14.0, lane=18.0),
            body=ShipBody(radius=0.7, health=20.0, armour=0.0, contact_damage=15.0),
            flight=Flight(max_speed=9.0, acceleration=35.0),
            weapon=Gun(interval=0.8, speed=17.0, damage=6.0, range=20.0),
            dash=None,
            reward=Reward(score=80, shards=3, drop_chance=0.0),
            debut=None,
        ),
    ),
    show=KindShow(
        hull="weaver",
        colour="weaver",
        radar=RadarSign(shape="disc", radius=2.0),
        shot_sound="stalker_shot",
        hit_sound="hull_hit",
        guide=Guide(place=41, title="Hornet", look="striped", answer="Wait for its turn."),
        first_met="Hornet. It swerves.",
    ),
)


@inline
def swerve(
    row: Any, target: Any, seed: Any, tick: Any, pose: Any, bearing: Any, senses: Any, thoughts_inout: Any
) -> Any:
    """Come near in curves, now to the left, now to the right, and fire ahead within range.

    `bearing` is the unit vector to the target and its distance, `pose` the unit vector from the planet's
    middle; what comes back is the wish (a tangent vector, at most 1 long), the aim, and the button.
    """
    kind = senses.bodies.kind[row]
    x, y, z = bearing[0], bearing[1], bearing[2]
    side = (pose[1] * z - pose[2] * y, pose[2] * x - pose[0] * z, pose[0] * y - pose[1] * x)
    turn = 0.7 if (tick // 50 + row) % 2 == 0 else -0.7
    wish = (0.7 * x + turn * side[0], 0.7 * y + turn * side[1], 0.7 * z + turn * side[2])
    near = bearing[3] < senses.behaviours.fire_range[kind]
    return wish, (x, y, z), FIRE if near else 0


def main() -> None:
    """Let three groups of them come, and a bot fight them."""
    is_kept = HORNET.name in KINDS.names
    if is_kept:
        print("already kept: this plays the hornet of the catalogue")
    else:
        print(f"to keep it, take number {HORNET.number}")
    row = KINDS.named(HORNET.name) if is_kept else KINDS.add(HORNET)
    from arena.ai.specialists import MINDS, specialist  # importing minds binds the rows that are there

    MINDS.setdefault("swerve", specialist("swerve", swerve))
    from arena.game.bots.bot import Bot
    from arena.game.match import Match

    # Each comes at its time, or once few of those before it are left.
    groups = [f'[[phase.group]]\nkind = "hornet"\ncount = 4\ntime = {time}.0\n' for time in (0, 6, 12)]
    level = LEVEL + "".join(groups)
    bot = Bot()
    with Match("campaign", seed=1, level=level, workers=1) as match:
        while not match.over:
            match.tick([bot.command(match.world)])
        score, harm = match.world.tables["score"], match.world.tables["harm"]
        print(f"{'won' if match.won else 'lost'} after {match.world.tick / 60:.1f} s")
        print(f"{score.kills[row.number]} hornets down, hit by them {harm.hits[row.number]} times")


if __name__ == "__main__":
    main()
