"""An enemy is a row and its mind: it flies, fights, pays, is sent by levels and waves, and bothers nobody."""

from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.kind_row import (
    KINDS,
    Behaviour,
    Debut,
    Guide,
    KindRow,
    KindRules,
    KindShow,
    RadarSign,
    Ship,
    ShipWeapon,
)
from arena.jit import inline
from tests.toys.harness import play_stories
from tests.toys.headless import (
    changed_kernels,
    hold_corpus,
    level,
    make_match,
    play_recorded,
    print_kernels,
    refuse,
    refused_elsewhere,
)

DESTROY = 'objective = {kind = "destroy"}\n'
FIRE = 1
SWEEP = 4.0
"""[u] off the distance that it keeps, within which it flies around its target."""
ASIDE = 0.3
"""Share of full thrust with which it does."""


def orbiter(hull: str = "drone", **ship: Any) -> KindRow:
    """A kind with a number far from the others'."""
    numbers: dict[str, Any] = {
        "mind": "orbit", "behaviour": Behaviour(range=9.0, band=6.0, fire_range=16.0), "radius": 0.9,
        "health": 24.0, "max_speed": 8.0, "acceleration": 30.0, "contact_damage": 20.0, "armour": 0.0,
        "weapon": ShipWeapon(
            interval=0.6, speed=18.0, damage=5.0, range=20.0, deploys=None, fires_when_ready=False
        ),
        "dash": None, "score": 70, "charge": 3, "drop_chance": 0.0, "debut": None, "sleeps": True,
        "beatable": True, "lethal": True, "plans_routes": False, "follows_flow": False,
    }  # fmt: skip
    return KindRow(
        number=21,
        name="orbiter",
        rules=KindRules(pool="enemy", friendly=False, placeable=True, ship=Ship(**(numbers | ship))),
        show=KindShow(
            hull=hull,
            colour="drone",
            radar=RadarSign(shape="disc", radius=2.0),
            shot_sound="stalker_shot",
            hit_sound="hull_hit",
            guide=Guide(place=40, title="Orbiter", look="a ring", answer="Lead your shots."),
            first_met="Orbiter. It circles you.",
        ),
    )


@inline
def orbit(
    row: Any, target: Any, seed: Any, tick: Any, pose: Any, bearing: Any, senses: Any, thoughts_inout: Any
) -> Any:
    """Come near, then fly around the target, and fire at it where it is."""
    kind = senses.bodies.kind[row]
    off = (bearing[3] - senses.behaviours.range[kind]) / SWEEP
    ahead = min(max(off, -1.0), 1.0)
    x, y, z = bearing[0], bearing[1], bearing[2]
    side = (pose[1] * z - pose[2] * y, pose[2] * x - pose[0] * z, pose[0] * y - pose[1] * x)
    wish = (ahead * x + ASIDE * side[0], ahead * y + ASIDE * side[1], ahead * z + ASIDE * side[2])
    near = bearing[3] < senses.behaviours.fire_range[kind]
    return wish, (x, y, z), FIRE if near else 0


def add(**ship: Any) -> KindRow:
    """Register the kind, then its mind."""
    row = KINDS.add(orbiter(**ship))
    from arena.ai.specialists import MINDS, specialist

    MINDS["orbit"] = specialist("orbit", orbit)
    return row


def test_an_enemy_is_a_row_and_its_mind(tmp_path: Path) -> None:
    from arena.game.rules import DIFFICULTIES
    from arena.game.waves.plans import wave_plan

    waves, _, kernels, _ = play_stories(tmp_path, plan_waves, play, play_without_it, forget_the_mind)
    refused_elsewhere(tmp_path)
    assert waves.split("\n")[:-1] == [
        repr(wave_plan(wave, DIFFICULTIES["normal"], 3)) for wave in range(1, 12)
    ]
    assert [name for name, *_ in changed_kernels(kernels)] == ["think_orbit"]


def play(folder: Path) -> None:
    """It is sent by a level, named, offered, drawn, heard and told of."""
    row = add(hull="hoop")
    fight(folder, row)
    look_around(row)
    show(row)


def fight(folder: Path, row: KindRow) -> None:
    """Three come, fly around a player who rests and hit it; a bot shoots them, and that pays."""
    import numpy as np

    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.tables.events import Event

    group = '[[phase.group]]\nkind = "orbiter"\ncount = 3\nplace = [0, 0, 1]\n'
    bot, told, sides, away = Bot(skill="best"), list[tuple[int, int]](), list[float](), list[float]()

    def pilot(match: Match) -> PlayerCommand:
        return PlayerCommand() if match.world.tick < 600 else bot.command(match.world)

    def look(match: Match) -> None:
        world, events = match.world, match.world.events
        count = int(events.count[0])
        told.extend(zip(events.kind[:count].tolist(), events.subject[:count].tolist(), strict=True))
        rows = world.rows(Pool.ENEMY)
        assert (world.bodies.kind[rows] == row.number).all()
        if 480 < world.tick < 600 and world.bodies.alive[0]:
            here, place = (world.bodies.position[at].astype(float) for at in (0, rows))
            across = np.cross(here, place - here)
            across /= np.linalg.norm(across, axis=1, keepdims=True)
            sides.extend((across * world.bodies.velocity[rows]).sum(axis=1).tolist())
            away.extend(np.linalg.norm(place - here, axis=1).tolist())

    match = play_recorded(folder, pilot, 6000, look, mode="campaign", level=level(DESTROY + group))
    assert match.won and match.world.tables["score"].kills[row.number] == 3
    assert told.count((Event.KILLED, row.number)) == 3 and told.count((Event.SHOT, row.number)) > 10
    assert match.world.tables["harm"].hits[row.number] > 1
    assert len(away) > 200 and 6.0 < np.median(away) < 13.0
    assert 1.5 < abs(np.median(sides)) < 4.0, "all the same way around"
    assert match.mode.earnings(match.world)["kills"] >= 3 * 70


def plan_waves(folder: Path) -> None:
    """Its debut is wave 12: it is shown there, and no earlier wave changes."""
    row = add(debut=Debut(first=12, weight=4.0, most=5))
    from arena.game.rules import DIFFICULTIES
    from arena.game.waves.plans import kinds_of, wave_plan
    from arena.game.waves.words import describe_groups

    for number in range(1, 12):
        plan = wave_plan(number, DIFFICULTIES["normal"], 3)
        assert plan.count(row.number) == 0
        print(plan)
    assert kinds_of(12)[-1] == row.number
    plan = wave_plan(12, DIFFICULTIES["normal"], 3)
    assert plan.count(row.number) > 0
    assert any("orbiter" in describe_groups(beat) for beat in plan.beats)


def look_around(row: KindRow) -> None:
    """Its companion's line, its piece in the editor, its name in statistics."""
    from arena.game.companion_voice import create_voices, line_text, listen
    from arena.game.editing.templates import PIECES, new_group
    from arena.game.levels.parser import parse_level
    from arena.game.match import Match
    from arena.game.scoring.statistics import take_statistics
    from arena.sim.kinds import POOL_OF, Pool

    assert POOL_OF[row.number] == Pool.ENEMY
    assert "orbiter" in {piece.name for piece in PIECES}
    assert new_group("orbiter", None)["kind"] == "orbiter"
    with Match(seed=2, workers=1) as match:
        voices, world = create_voices(1), match.world
        world.place(row.number, world.bodies.position[0] + world.bodies.heading[0] * 12.0)
        world.tick += 60
        listen(voices, world, 3, 500)
        assert line_text(voices, 0) == row.show.first_met
        assert take_statistics(world).kinds["orbiter"] == 1
    group = '[[phase.group]]\nkind = "orbiters"\ncount = 3\n'
    with pytest.raises(ValueError, match='"carrier", "asteroid", "orbiter"'):
        parse_level(level(DESTROY + group))


def play_without_it(folder: Path) -> None:
    """It is there, and a game that was recorded before it goes as it went."""
    add()
    print_kernels()
    hold_corpus("own_level")


def forget_the_mind(folder: Path) -> None:
    add(mind="orbits")
    refuse("kind orbiter: no mind 'orbits'; perhaps 'orbit'", make_match)


def show(row: KindRow) -> None:
    """It has a hull of its own, a dot on the radar, a row in the guide, a shot and a blast."""
    from arena.render import ship_meshes
    from arena.render.hulls import LAMP, Hull, circle
    from arena.sim.tables.events import Event
    from tests.toys.drawn import (
        ahead,
        assert_drawn,
        guide_answers,
        heard,
        palette_offers,
        quiet_match,
        radar_dots,
    )  # fmt: skip

    built = list[str]()

    def hoop() -> ship_meshes.ShipMesh:
        built.append("hoop")
        hull = Hull()
        hull.plate(circle(0.9, 12), -0.1, 0.3, 0.05, LAMP)
        return hull.mesh()

    ship_meshes.HULLS["hoop"] = hoop
    with quiet_match() as match:
        world, placed = match.world, list[int]()
        assert_drawn(
            match,
            lambda: placed.append(world.place(row.number, ahead(match))),
            lambda: world.bodies.position[placed],
            reach=40.0,
        )
        assert built == ["hoop"]
        there = world.bodies.position[placed[0]].copy()
        dots = radar_dots(world, there)
        world.bodies.alive[placed] = False
        assert dots > radar_dots(world, there) == 0
    for event, size, sound in (
        (Event.SHOT, 0.0, "stalker_shot"), (Event.HIT, 1.0, "hull_hit"), (Event.KILLED, 0.9, "medium_blast"),
    ):  # fmt: skip
        assert heard(event, row.number, size) == [sound]
    assert row.show.guide is not None and guide_answers(row.show.guide) == ["Lead your shots."]
    assert palette_offers("orbiter") and not palette_offers("orbiters")
