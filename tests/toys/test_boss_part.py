"""A boss is a row, and so is a sort of parts; this one has more stages and parts than any other."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from arena.catalogue.boss_row import (
    BOSSES,
    PARTS,
    Approach,
    Attack,
    BossRow,
    BossRules,
    BossShow,
    BossStage,
    Cycle,
    PartRow,
    PartRules,
    PartShow,
    Portrait,
    Ring,
    RingMotion,
    Volley,
)
from arena.jit import is_interpreted
from tests.catalogue.rows import changed
from tests.toys.harness import play_story
from tests.toys.headless import hold_corpus, level, play_recorded, refused_elsewhere

CANNON = PartRow(
    number=12,
    name="cannon",
    rules=PartRules(
        radius=1.4, health=60.0, attack=Attack(deed="launch", windup=35, act=8, speeds=(9.0, 9.0), most=10)
    ),
    show=PartShow(hull="launcher"),
)
SHELL = PartRow(
    number=9,
    name="shell",
    rules=PartRules(radius=1.1, health=80.0),
    show=PartShow(hull="plate"),
)


def ring(parts: tuple[str, ...], arc: float | None = None) -> Ring:
    """Parts that regroup as those of other bosses do."""
    return Ring(parts=parts, arc=arc, regroup=4.5)


def stage(share: float, brood: str) -> BossStage:
    """A stage whose launchers launch a brood."""
    return BossStage(
        health=share,
        thrust=0.5,
        cycle=Cycle(windup=40, act=60, rest=30),
        fire=Volley(arms=2, interval=10, speed=15.0, damage=8.0),
        ring=RingMotion(gap=0.4),
        part_rest=60,
        brood=brood,
    )


def hydra(**rules: Any) -> BossRow:
    """A boss with a gap before its number, four stages and ten parts."""
    numbers: dict[str, Any] = {
        "health": 400.0, "radius": 5.0, "stagger": 90, "debut": 40, "ring": ring(("cannon", "shell") * 5),
        "approach": Approach(range=18.0, band=5.0, strafe=0.5, nose_turn=2.0),
        "stages": tuple(stage(share, "weaver") for share in (1.0, 0.75, 0.5, 0.25)),
    }  # fmt: skip
    return BossRow(
        number=7,
        name="hydra",
        rules=BossRules(**(numbers | rules)),
        show=BossShow(
            colour="ram",
            parts_colour="ram_parts",
            hulls=("ram_0", "ram_1", "ram_2", "ram_2"),
            lines=("One", "Two", "Three", "Four"),
            portrait=Portrait(about="with four stages", stage=3, ticks=60),
        ),
    )


def add(**rules: Any) -> BossRow:
    PARTS.add(CANNON)
    PARTS.add(SHELL)
    return BOSSES.add(hydra(**rules))


def test_it_comes_in_a_level_with_its_parts_and_is_beaten(tmp_path: Path) -> None:
    play_story(beat, tmp_path)
    refused_elsewhere(tmp_path)


def beat(folder: Path) -> None:
    """Bots shoot parts and boss; it goes through its stages, its cannons launch weavers."""
    row = add()
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
        launched.update(
            world.bodies.kind[events.other[:count][events.kind[:count] == Event.DEPLOYED]].tolist()
        )
        kind = world.bodies.kind[world.rows(Pool.ENEMY)]
        most[0] = max(most[0], int((kind == kinds.BOSS_PART.number).sum()))

    match = play_recorded(folder, pilot, 9000, look, mode="campaign", level=level(phase), difficulty="easy")
    assert match.won and stages == [1.0, 2.0, 3.0]
    assert launched == {kinds.WEAVER.number} and most == [len(row.rules.ring.parts)]
    assert match.world.tables["score"].kills[kinds.BOSS.number] == 1


def test_each_part_is_of_its_own_sort(tmp_path: Path) -> None:
    play_story(place, tmp_path)


def place(folder: Path) -> None:
    row = add()
    import numpy as np

    from arena.sim.bosses.deeds import LAUNCH
    from arena.sim.bosses.rules import BOSS_RULES as RULES
    from arena.sim.kinds import Pool
    from arena.sim.world import World, WorldConfig

    assert RULES.part[row.number].tolist() == [12, 9] * 5
    assert RULES.parts.deed[[9, 12]].tolist() == [0, LAUNCH]
    assert RULES.stage_count.tolist() == [3, 3, 3, 3, 3, 3, 0, 4]
    shares = [stage.health for stage in BOSSES[0].rules.stages]
    assert RULES.stages.health[0].tolist() == [*shares, shares[-1]]
    assert np.diff(RULES.angle[row.number]) == pytest.approx(0.2 * np.pi)
    world = World(WorldConfig(enemies=40, asteroids=0, bullets=8))
    world.spawn_player(0)
    boss = world.place_boss((1.0, 0.0, 0.0), row.number)
    rows = [other for other in world.rows(Pool.ENEMY).tolist() if other != boss]
    assert world.bodies.health[rows].tolist() == [60.0, 80.0] * 5
    assert world.bodies.radius[rows].tolist() == np.array([1.4, 1.1] * 5, np.float32).tolist()
    for variant in (6, 8):
        with pytest.raises(ValueError, match=r"no boss with number 6|variant must be"):
            world.place_boss((1.0, 0.0, 0.0), variant)


def test_waves_send_it_after_the_others(tmp_path: Path) -> None:
    play_story(send, tmp_path)


def send(folder: Path) -> None:
    add()
    from arena.game.levels.parser import parse_level
    from arena.game.match import Match
    from arena.game.rules import DIFFICULTIES, WAVES
    from arena.game.waves.director import send_boss
    from arena.game.waves.plans import wave_plan
    from arena.sim.kinds import Pool

    with Match(seed=3, workers=1) as match:
        met = list[int]()
        for turn in range(1, 9):
            match.world.pools[Pool.ENEMY].clear()
            number = turn * WAVES.boss_every
            send_boss(match.world, wave_plan(number, DIFFICULTIES["normal"]), number)
            met.append(int(match.world.bodies.variant[match.world.rows(Pool.ENEMY)[0]]))
    assert met == [0, 1, 2, 3, 4, 0, 5, 7]
    with pytest.raises(ValueError, match="there is no boss 7; there is 1, 2, 3, 4, 5, 6, 8"):
        parse_level(level('objective = {kind = "boss", variant = 7}\n'))


def test_another_boss_does_what_it_did(tmp_path: Path) -> None:
    play_story(play_without_it, tmp_path)


def play_without_it(folder: Path) -> None:
    """It is there, and a game that was recorded before it goes as it went."""
    add()
    hold_corpus("bastion")


@pytest.mark.parametrize("count", [0, 1])
def test_a_boss_with_few_parts_is_one_too(tmp_path: Path, count: int) -> None:
    play_story((place_alone, place_with_one)[count], tmp_path)


def place_alone(folder: Path) -> None:
    add(ring=ring(()))
    from arena.sim.kinds import Pool
    from arena.sim.world import World, WorldConfig

    world = World(WorldConfig(enemies=40, asteroids=0, bullets=8))
    boss = world.place_boss((1.0, 0.0, 0.0), 7)
    assert world.rows(Pool.ENEMY).tolist() == [boss]


def place_with_one(folder: Path) -> None:
    """It stands before the bow."""
    add(ring=ring(("shell",), arc=1.0))
    from arena.sim.bosses.rules import BOSS_RULES

    assert BOSS_RULES.angle[7, 0] == 0.0


@pytest.mark.parametrize("what", ["part", "brood", "deed"])
def test_what_is_not_there_is_told(tmp_path: Path, what: str) -> None:
    play_story({"part": lack_a_part, "brood": lack_a_brood, "deed": lack_a_deed}[what], tmp_path)


def refuse_import(told: str) -> None:
    """Check that an import of the simulation fails and names the part that a row lacks."""
    from arena.catalogue.registry import CatalogueError

    with pytest.raises(CatalogueError) as error:
        import arena.sim.step  # noqa: F401  # pyright: ignore[reportUnusedImport]
    assert str(error.value) == told


def lack_a_part(folder: Path) -> None:
    add(ring=ring(("cannons",)))
    refuse_import("boss hydra: no part 'cannons'; perhaps 'cannon'")


def lack_a_brood(folder: Path) -> None:
    add(stages=(stage(1.0, "weavers"),))
    refuse_import("boss hydra: no brood 'weavers'; perhaps 'weaver'")


def lack_a_deed(folder: Path) -> None:
    rules = PartRules(radius=1.0, health=1.0, attack=Attack(deed="lunch", windup=30, act=1))
    PARTS.add(PartRow(number=12, name="cannon", rules=rules, show=CANNON.show))
    refuse_import("part cannon: no deed 'lunch'; perhaps 'launch'")


@pytest.mark.skipif(is_interpreted, reason="there are no digests without the compiler")
def test_neither_other_numbers_nor_another_boss_compile_anything(tmp_path: Path) -> None:
    """Digests of the game's kernels are the same with every number changed and a boss more."""
    for story, name in ((note_digests, "plain"), (note_digests_of_changed, "changed")):
        (tmp_path / name).mkdir()
        play_story(story, tmp_path / name)
    plain, altered = (
        json.loads((tmp_path / name / "digests.json").read_text()) for name in ("plain", "changed")
    )
    assert len(plain) > 150
    assert [kernel for kernel, digest in plain.items() if altered[kernel] != digest] == []


def note_digests(folder: Path) -> None:
    """Write the digest of each kernel of the record."""
    import arena.startup.kernels
    from arena import resources
    from arena.jit.digest import kernel_digest
    from arena.jit.signatures import Record, find_kernel

    record = Record.read(resources.path(arena.startup.kernels.RECORD).read_text("utf-8"))
    digests = {
        f"{one.kernel} {one.arguments}": kernel_digest(find_kernel(one), record.types_of(one))
        for one in record.signatures
    }
    (folder / "digests.json").write_text(json.dumps(digests))


def note_digests_of_changed(folder: Path) -> None:
    """With a boss more, and every number of every boss and part another one."""
    for registry in (BOSSES, PARTS):
        for row in registry:
            altered = changed(row, ("rules",), other_numbers(row.rules))
            registry._rows[row.number] = registry._names[row.name] = altered  # pyright: ignore[reportPrivateUsage]
    add()
    note_digests(folder)


def other_numbers(value: Any) -> Any:
    """Rules with every number changed."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return type(value)(**{field.name: other_numbers(getattr(value, field.name)) for field in fields})
    if isinstance(value, tuple):
        return tuple(other_numbers(one) for one in value)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, float):
        return 1.25 * value
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else value


def test_it_is_drawn_with_its_parts_and_heard(tmp_path: Path) -> None:
    play_story(show, tmp_path)


def show(folder: Path) -> None:
    """Boss and parts stand in the picture and on the radar, its bar counts its parts."""
    row = add()
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
        assert len(rows) == 1 + len(row.rules.ring.parts)
        assert all(radar_dots(world, world.bodies.position[at]) for at in rows)
    assert heard(Event.KILLED, kinds.BOSS.number, 5.0) == ["boss_killed"]
    assert palette_offers("boss")
