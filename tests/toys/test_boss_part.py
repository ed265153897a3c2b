"""A boss is a row, and so is a sort of parts; this one has more stages and parts than any other."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.boss_row import (
    BOSSES,
    FULL_CIRCLE,
    PARTS,
    BossRow,
    BossRules,
    BossShow,
    BossStage,
    PartRow,
    PartRules,
    PartShow,
)
from tests.toys.harness import play_stories
from tests.toys.headless import hold_corpus, level, play_recorded, refuse, refused_elsewhere

MORTAR = PartRow(
    number=12,
    name="mortar",
    rules=PartRules(deed="launch", radius=1.4, health=60.0, windup=35, act=8),
    show=PartShow(hull="launcher", sign="frame"),
)
SHELL = PartRow(
    number=9,
    name="shell",
    rules=PartRules(deed=None, radius=1.1, health=80.0, windup=0, act=0),
    show=PartShow(hull="plate", sign="plate"),
)


def hydra(parts: Sequence[str] = ("mortar", "shell") * 5, arc: float = FULL_CIRCLE, **rules: Any) -> BossRow:
    """A boss with a gap before its number, four stages and ten parts."""
    stages = tuple(
        BossStage(health=share, thrust=0.5, windup=40, act=60, rest=30, arms=2, interval=10, brood="weaver")
        for share in (1.0, 0.75, 0.5, 0.25)
    )
    numbers: dict[str, Any] = {
        "health": 200.0, "radius": 5.0, "range": 18.0, "band": 5.0, "strafe": 0.5, "nose_turn": 2.0,
        "shielded": 1.0, "pull_radius": 0.0, "stages": stages, "parts": tuple(parts), "arc": arc,
    }  # fmt: skip
    show = BossShow(
        colour="ram", parts_colour="ram_parts", hulls=("ram_0", "ram_1", "ram_2", "ram_2"),
        lines=("One", "Two", "Three", "Four"),
    )  # fmt: skip
    return BossRow(number=7, name="hydra", rules=BossRules(**(numbers | rules)), show=show)


def add(*parts: PartRow, **rules: Any) -> BossRow:
    for part in parts or (MORTAR, SHELL):
        PARTS.add(part)
    return BOSSES.add(hydra(**rules))


def test_a_boss_and_its_parts_are_rows(tmp_path: Path) -> None:
    play_stories(tmp_path, play, place_alone, place_with_one, lack_a_part, lack_a_brood, lack_a_deed)
    refused_elsewhere(tmp_path)


def play(folder: Path) -> None:
    """It is placed, beaten, sent by waves, drawn and heard; a game recorded before it goes as it went."""
    row = add()
    place(row)
    beat(folder, row)
    send()
    show(row)
    hold_corpus("bastion")


def beat(folder: Path, row: BossRow) -> None:
    """Bots shoot parts and boss; it goes through its stages, its mortars launch weavers."""
    from arena.catalogue import kinds
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.tables.events import Event

    phase = 'objective = {kind = "boss", variant = 8, place = [0.4, 0, 1]}\n'
    bot, stages, launched, most = Bot(skill="best"), list[float](), set[int](), [0]

    def pilot(match: Match) -> PlayerCommand:
        return bot.command(match.world)

    def look(match: Match) -> None:
        world, events = match.world, match.world.events
        count = int(events.count[0])
        stages.extend(events.size[:count][events.kind[:count] == Event.BOSS_STAGE].tolist())
        deployed = events.other[:count][events.kind[:count] == Event.DEPLOYED]
        launched.update(world.bodies.kind[deployed].tolist())
        kind = world.bodies.kind[world.rows(Pool.ENEMY)]
        most[0] = max(most[0], int((kind == kinds.BOSS_PART.number).sum()))

    match = play_recorded(folder, pilot, 9000, look, mode="campaign", level=level(phase), difficulty="easy")
    assert match.won and stages == [1.0, 2.0, 3.0]
    assert launched == {kinds.WEAVER.number} and most == [len(row.rules.parts)]
    assert match.world.tables["score"].kills[kinds.BOSS.number] == 1


def place(row: BossRow) -> None:
    """Each part is of its own sort."""
    import numpy as np

    from arena.sim.bosses.columns import PART, PART_DEED, PLACE_ANGLE, STAGE_COUNT, STAGE_HEALTH
    from arena.sim.kinds import Pool
    from arena.sim.world import World, WorldConfig

    assert PART[row.number].tolist() == [12, 9] * 5 and PART_DEED[[9, 12]].tolist() == [0, 3]
    assert STAGE_COUNT.tolist() == [3, 3, 3, 3, 3, 0, 0, 4]
    assert STAGE_HEALTH[0].tolist() == [1.0, 0.66, 0.33, 0.33]
    assert np.diff(PLACE_ANGLE[row.number]) == pytest.approx(0.2 * np.pi)
    world = World(WorldConfig(enemies=40, asteroids=0, bullets=8))
    world.spawn_player(0)
    boss = world.place_boss((1.0, 0.0, 0.0), row.number)
    rows = [other for other in world.rows(Pool.ENEMY).tolist() if other != boss]
    assert world.bodies.health[rows].tolist() == [60.0, 80.0] * 5
    assert world.bodies.radius[rows].tolist() == np.array([1.4, 1.1] * 5, np.float32).tolist()
    for variant in (5, 6, 8):
        with pytest.raises(ValueError, match=r"no boss with number [56]|variant must be"):
            world.place_boss((1.0, 0.0, 0.0), variant)


def send() -> None:
    """Waves send it after the others."""
    from arena.game.levels.parser import parse_level
    from arena.game.match import Match
    from arena.game.rules import DIFFICULTIES, WAVES
    from arena.game.waves.director import send_boss
    from arena.game.waves.plans import wave_plan
    from arena.sim.kinds import Pool

    with Match(seed=3, workers=1) as match:
        met = list[int]()
        for turn in range(1, 8):
            match.world.pools[Pool.ENEMY].clear()
            number = turn * WAVES.boss_every
            send_boss(match.world, wave_plan(number, DIFFICULTIES["normal"]), number)
            met.append(int(match.world.bodies.variant[match.world.rows(Pool.ENEMY)[0]]))
    assert met == [0, 1, 2, 3, 4, 7, 0]
    with pytest.raises(ValueError, match="there is no boss 6; there is 1, 2, 3, 4, 5, 8"):
        parse_level(level('objective = {kind = "boss", variant = 6}\n'))


def place_alone(folder: Path) -> None:
    add(parts=())
    from arena.sim.bosses.columns import PART_COUNT

    assert PART_COUNT[7] == 0


def place_with_one(folder: Path) -> None:
    """It stands before the bow."""
    add(parts=("shell",), arc=1.0)
    from arena.sim.bosses.columns import PLACE_ANGLE

    assert PLACE_ANGLE[7, 0] == 0.0


def import_simulation() -> None:
    import arena.sim.step  # noqa: F401  # pyright: ignore[reportUnusedImport]


def lack_a_part(folder: Path) -> None:
    add(parts=("mortars",))
    refuse("boss hydra: no part 'mortars'; perhaps 'mortar'", import_simulation)


def lack_a_brood(folder: Path) -> None:
    stage = BossStage(health=1.0, thrust=0.5, windup=40, act=60, rest=30, arms=0, brood="weavers")
    add(stages=(stage,))
    refuse("boss hydra: no brood 'weavers'; perhaps 'weaver'", import_simulation)


def lack_a_deed(folder: Path) -> None:
    rules = PartRules(deed="lunch", radius=1.0, health=1.0, windup=30, act=1)
    PARTS.add(PartRow(number=12, name="mortar", rules=rules, show=MORTAR.show))
    refuse("part mortar: no deed 'lunch'; perhaps 'launch'", import_simulation)


def show(row: BossRow) -> None:
    """Boss and parts stand in the picture and on the radar, its bar has a sign for each of its parts."""
    from arena.catalogue import kinds
    from arena.sim.kinds import Pool
    from arena.sim.tables.events import Event
    from tests.toys.drawn import ahead, assert_drawn, heard, palette_offers, quiet_match, radar_dots

    with quiet_match() as match:
        world = match.world
        assert_drawn(
            match,
            lambda: world.place_boss(ahead(match), row.number),
            lambda: world.bodies.position[world.rows(Pool.ENEMY)],
            reach=90.0,
        )
        rows = world.rows(Pool.ENEMY)
        assert len(rows) == 1 + len(row.rules.parts)
        assert all(radar_dots(world, world.bodies.position[at]) for at in rows)
    assert heard(Event.KILLED, kinds.BOSS.number, 5.0) == ["boss_killed"]
    assert palette_offers("boss")
