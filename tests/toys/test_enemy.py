"""An enemy is a row and its mind: it flies, fights, pays, is sent by levels and waves, and bothers nobody."""

import io
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.kind_row import (
    ENEMY,
    KINDS,
    Behaviour,
    Debut,
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
from arena.jit import inline
from tests.toys.harness import play_story
from tests.toys.headless import (
    hold_corpus,
    level,
    plain_kernels,
    play_recorded,
    print_kernels,
    refused_elsewhere,
)

DESTROY = 'objective = {kind = "destroy"}\n'
FIRE = 1
SWEEP = 4.0
"""[u] off the distance that it keeps, within which it flies around its target."""
ASIDE = 0.3
"""Share of full thrust with which it does."""

USUAL = ENEMY | Trait.FIRES_WHEN_READY | Trait.VOLLEYS | Trait.FOLLOWS_FLOW | Trait.STRIKABLE
"""Those of most enemies: kernels that ask for them know no kinds."""


def orbiter(hull: str = "drone", traits: Trait = ENEMY, **ship: Any) -> KindRow:
    """A kind with a number far from the others'."""
    parts: dict[str, Any] = {
        "mind": "orbit", "behaviour": Behaviour(range=9.0, band=6.0, fire_range=16.0, lane=20.0),
        "body": ShipBody(radius=0.9, health=24.0, armour=0.0, contact_damage=20.0),
        "flight": Flight(max_speed=8.0, acceleration=30.0),
        "weapon": Gun(interval=0.6, speed=18.0, damage=5.0, range=20.0), "dash": None,
        "reward": Reward(score=70, shards=3, drop_chance=0.0), "debut": None,
    }  # fmt: skip
    return KindRow(
        number=KINDS.free_number,
        name="orbiter",
        rules=KindRules(pool="enemy", traits=traits, ship=Ship(**(parts | ship))),
        show=KindShow(
            hull=hull,
            colour="drone",
            radar=RadarSign(shape="disc", radius=2.0),
            shot_sound="stalker_shot",
            hit_sound="hull_hit",
            guide=Guide(place=40, title="Orbiter", look="a ring", answer="Lead your shots."),
            first_met="Orbiter. It circles you.",
            mark=((-1.0, 0.0), (1.0, 0.0)),
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


def add(hull: str = "drone", **ship: Any) -> KindRow:
    """Register the kind, then its mind."""
    row = KINDS.add(orbiter(hull, **ship))
    from arena.ai.specialists import MINDS, specialist

    MINDS["orbit"] = specialist("orbit", orbit)
    return row


def test_it_is_sent_by_a_level_fights_and_is_verified(tmp_path: Path) -> None:
    play_story(fight, tmp_path)
    refused_elsewhere(tmp_path)


def fight(folder: Path) -> None:
    """Three come, fly around a player who rests and hit it; a bot shoots them, and that pays."""
    row = add()
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
        if 180 < world.tick < 420 and world.bodies.alive[0]:
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


def test_it_comes_in_waves_from_its_first_on(tmp_path: Path) -> None:
    from arena.game.rules import DIFFICULTIES
    from arena.game.waves.plans import wave_plan

    before = play_story(plan_waves, tmp_path).split("\n")
    assert before[:-1] == [repr(wave_plan(number, DIFFICULTIES["normal"], 3)) for number in range(1, 12)]


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


def test_it_is_named_and_offered(tmp_path: Path) -> None:
    play_story(look_around, tmp_path)


def look_around(folder: Path) -> None:
    """Its companion's line, its piece in the editor, its name in statistics."""
    row = add()
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
    with pytest.raises(ValueError, match=r'"carrier", .*"orbiter"'):
        parse_level(level(DESTROY + group))


def test_no_other_game_changes_and_only_its_mind_is_compiled(tmp_path: Path) -> None:
    changed = set(plain_kernels().split("\n")) ^ set(play_story(play_without_it, tmp_path).split("\n"))
    assert [line.split()[0] for line in changed] == ["think_orbit"]


def play_without_it(folder: Path) -> None:
    """It is there, and a game that was recorded before it goes as it went."""
    add(traits=USUAL)
    print_kernels()
    hold_corpus("own_level")


def test_a_mind_that_is_not_there_is_told(tmp_path: Path) -> None:
    play_story(forget_the_mind, tmp_path)


def forget_the_mind(folder: Path) -> None:
    KINDS.add(orbiter(mind="orbits"))
    from arena.ai.specialists import MINDS, specialist
    from arena.catalogue.registry import CatalogueError
    from arena.cli import main
    from arena.game.match import Match

    MINDS["orbit"] = specialist("orbit", orbit)
    path = folder / "nest.toml"
    path.write_text(level(DESTROY + '[[phase.group]]\nkind = "orbiter"\ncount = 3\n'), encoding="utf-8")
    with redirect_stderr(io.StringIO()) as told:
        assert main(["levels", "--check", str(path)]) == 1
    fault = "kind orbiter: no mind 'orbits'; perhaps 'orbit'"
    assert told.getvalue() == f"error: no level can be played: {fault}\n"
    with pytest.raises(CatalogueError, match=f"^{fault}$"):
        Match(workers=1)


def test_it_is_drawn_heard_and_told_of(tmp_path: Path) -> None:
    play_story(show, tmp_path)


def show(folder: Path) -> None:
    """It has a hull and a lane, a dot on the radar, a row in the guide, a marker, a shot and a blast."""
    row = add(hull="hoop")
    from arena.commands.scenes import SCENES
    from arena.render.ship_meshes import PlateRow, load_hulls

    load_hulls()["hoop"] = [PlateRow((-0.1, 0.3), 0.05, ("lamp",), circle=(0.9, 12))]

    from arena.sim.kinds import Pool
    from arena.sim.tables.events import Event
    from arena.view.marks.warnings import LINE_PIECES
    from tests.toys.drawn import (
        ahead,
        assert_drawn,
        guide_answers,
        heard,
        lane_sprites,
        marker_parts,
        palette_offers,
        quiet_match,
        radar_dots,
    )

    with quiet_match() as match:
        world, placed = match.world, list[int]()
        assert_drawn(
            match,
            lambda: placed.append(world.place(row.number, ahead(match))),
            lambda: world.bodies.position[placed],
            reach=40.0,
        )
        there = world.bodies.position[placed[0]].copy()
        dots = radar_dots(world, there)
        assert lane_sprites(world, placed[0]) == LINE_PIECES + 1, "its muzzle glows, too"
        world.bodies.alive[placed] = False
        assert dots > radar_dots(world, there) == 0
        prepare = SCENES["cast"].prepare
        assert prepare is not None
        prepare(match)
        assert row.number in world.bodies.kind[world.rows(Pool.ENEMY)]
    assert heard(Event.SHOT, row.number, 0.0) == ["stalker_shot"]
    assert heard(Event.HIT, row.number, 1.0) == ["hull_hit"]
    assert heard(Event.KILLED, row.number, 0.9) == ["medium_blast"]
    assert row.show.guide is not None and guide_answers(row.show.guide) == ["Lead your shots."]
    assert palette_offers("orbiter") and not palette_offers("orbiters")
    assert marker_parts("orbiter") == 1 and marker_parts("orbiters") == 3
