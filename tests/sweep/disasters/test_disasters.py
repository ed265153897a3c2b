"""`arena sweep disasters`: plans follow from seeds, laws see what is wrong, violations are cut down."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.ai.minds import Minds
from arena.cli import main
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.file import RecordingFile
from arena.jit.simd.registers import F64_LANES
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand, pack_command
from arena.sim.world import World
from arena.sphere import project_tangent, unit
from arena.sweep.disasters.acts import ACTS, KILLED
from arena.sweep.disasters.draws import Draws
from arena.sweep.disasters.games import DisasterGame, disaster_table, play_plan, play_script
from arena.sweep.disasters.laws import CHILDHOOD, FREE_STRIDE, LAWS, broken_laws, create_scratch
from arena.sweep.disasters.pilots import PILOTS
from arena.sweep.disasters.plan import TICKS, TICKS_LEAST, make_plan
from arena.sweep.disasters.reduction import Reducer, minimise
from arena.sweep.disasters.run import BreachError, DisasterRun
from arena.sweep.disasters.script import Act, Script, Surroundings, read_script
from arena.sweep.disasters.touches import TOUCH_LAWS, TouchCheck
from arena.sweep.store import RowStore
from arena.sweep.tasks import run_task, this_release

NAN = float("nan")
FIRE = PlayerCommand(60, 0, 0, 127, Button.FIRE)
SETUP = Setup("endless", 5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_plan_follows_from_its_seed_alone(seed: int) -> None:
    plan = make_plan(seed)
    assert plan == make_plan(seed) != make_plan(seed + 1)
    assert plan.words() == make_plan(seed).words() and "\n" not in plan.words()
    assert list(plan.acts) == sorted(plan.acts) and all(0 < act.step < plan.ticks for act in plan.acts)


def test_draws_are_the_same_on_every_version_of_python() -> None:
    draws = Draws(7)
    assert [draws.below(1000) for _ in range(6)] == [551, 524, 68, 652, 655, 145]
    assert draws.seed() == 4269499848594528111
    assert draws.uniform(-1.0, 1.0) == 0.7830371430057343
    assert {draws.within(2, 4) for _ in range(100)} == {2, 3, 4}
    assert {draws.choose("ab") for _ in range(100)} == {"a", "b"}
    drawn = Counter(draws.choose_by("abc", (1, 0, 3)) for _ in range(1000))
    assert set(drawn) == {"a", "c"} and 700 < drawn["c"] < 800
    assert 200 < sum(draws.happens(0.25) for _ in range(1000)) < 300


def test_seeds_reach_everything() -> None:
    plans = [make_plan(seed) for seed in range(400)]
    assert {plan.setup.mode for plan in plans} == set(MODES)
    assert {act.name for plan in plans for act in plan.acts} == set(ACTS)
    assert {one.pilot for plan in plans for one in plan.stretches} == set(PILOTS)
    assert {plan.around.workers for plan in plans} == {1, 2, 3, 5, 8, 16}
    lengths = [plan.ticks for plan in plans]
    assert TICKS_LEAST <= min(lengths) < TICKS[0], "a crowded world is left sooner"
    assert 0.9 * TICKS[1] < max(lengths) <= TICKS[1]
    for flag in ("hesitant", "recorded"):
        assert {getattr(plan.around, flag) for plan in plans} == {True, False}
    assert any(plan.setup.seats > plan.setup.players for plan in plans)
    exercises = [plan.setup.level for plan in plans if plan.setup.mode == "practice"]
    assert {"invulnerable" in exercise.split("\n")[0] for exercise in exercises} == {True, False}
    verified = {plan.verifies for plan in plans if plan.around.recorded}
    assert verified == {True, False} and not any(plan.verifies > plan.around.recorded for plan in plans)


def played_world(ticks: int) -> Match:
    """A match in which somebody shoots."""
    match = Match(seed=4, workers=1)
    for _ in range(ticks):
        match.tick([FIRE])
    match.snapshot()  # the minds are done
    return match


Plant = Callable[[World], object]


def first(world: World, pool: Pool) -> int:
    return int(world.rows(pool)[0])


def fill(column: str, pool: Pool, value: Any) -> Plant:
    """Write a value into a column of a live body of a pool."""
    table, name = column.split(".")

    def plant(world: World) -> None:
        row = first(world, pool)
        start = world.pools[pool].start if table == "bullets" else 0
        getattr(getattr(world, table), name)[row - start] = value

    return plant


def lift(world: World) -> None:
    world.bodies.position[first(world, Pool.ASTEROID)] *= 1.01


def fall_too_far(world: World) -> None:
    row = first(world, Pool.ASTEROID)
    world.bodies.position[row] *= 1.5
    world.bodies.radial_speed[row] = -1.0


def tilt(column: str) -> Plant:
    """Turn a tangent of an old asteroid, or of the player, upwards."""
    table, name = column.split(".")

    def plant(world: World) -> None:
        row = 0 if table == "players" else first(world, Pool.ASTEROID)
        up = world.bodies.position[row] / np.linalg.norm(world.bodies.position[row])
        getattr(getattr(world, table), name)[row] = up

    return plant


def lose_row(world: World) -> None:
    world.pool_rows.available[Pool.ASTEROID] -= 1


def name_row_twice(world: World) -> None:
    start = world.pools[Pool.BULLET].start
    world.pool_rows.free[start] = world.pool_rows.free[start + 1]


def vanish(world: World) -> None:
    """Let the grid forget everything."""
    n = world.config.capacity
    world.grid.rebuild(np.zeros((n, 3), np.float32), np.zeros(n, np.float32), np.zeros(n, np.bool_))
    world.follow_grid()


def overflow(table: str, column: str) -> Plant:
    return lambda world: getattr(world, table).count.__setitem__(
        0, len(getattr(getattr(world, table), column)) + 1
    )


PLANTED: dict[tuple[str, str], Plant] = {
    ("finite", "bodies.position"): fill("bodies.position", Pool.ASTEROID, NAN),
    ("finite", "bodies.velocity"): fill("bodies.velocity", Pool.ASTEROID, np.inf),
    ("finite", "bodies.heading"): fill("bodies.heading", Pool.ASTEROID, NAN),
    ("finite", "bodies.health"): fill("bodies.health", Pool.ASTEROID, NAN),
    ("finite", "bodies.radial_speed"): fill("bodies.radial_speed", Pool.ASTEROID, -np.inf),
    ("finite", "memory.cover"): fill("memory.cover", Pool.COMPANION, NAN),
    ("finite", "memory.ring_axis"): fill("memory.ring_axis", Pool.COMPANION, NAN),
    ("finite", "commands.move"): fill("commands.move", Pool.COMPANION, NAN),
    ("finite", "commands.aim"): fill("commands.aim", Pool.PLAYER, np.inf),
    ("finite", "bullets.damage"): fill("bullets.damage", Pool.BULLET, NAN),
    ("range", "bodies.radius"): fill("bodies.radius", Pool.ASTEROID, 0.0),
    ("range", "bodies.inv_mass"): fill("bodies.inv_mass", Pool.ASTEROID, -1.0),
    ("range", "players.boost"): fill("players.boost", Pool.PLAYER, 1.5),
    ("range", "players.weapon"): fill("players.weapon", Pool.PLAYER, 200),
    ("range", "players.bombs"): fill("players.bombs", Pool.PLAYER, -1),
    ("shell", "bodies.position"): lift,
    ("fall", "bodies.position"): fall_too_far,
    ("tangent", "bodies.velocity"): tilt("bodies.velocity"),
    ("unit", "bodies.heading"): fill("bodies.heading", Pool.ASTEROID, 0.0),
    ("tangent", "bodies.heading"): tilt("bodies.heading"),
    ("unit", "players.up"): fill("players.up", Pool.PLAYER, 0.0),
    ("tangent", "players.up"): tilt("players.up"),
    ("alive", "bodies.health"): fill("bodies.health", Pool.PLAYER, -1.0),
    ("count", "pools.available"): lose_row,
    ("count", "pools.free"): name_row_twice,
    ("kind", "bodies.kind"): fill("bodies.kind", Pool.ASTEROID, 0),
    ("reference", "bodies.hit_by"): fill("bodies.hit_by", Pool.ASTEROID, 10**6),
    ("reference", "memory.target"): fill("memory.target", Pool.COMPANION, -2),
    ("reference", "ships.shielder"): fill("ships.shielder", Pool.COMPANION, 10**6),
    ("reference", "bullets.owner"): fill("bullets.owner", Pool.BULLET, 10**6),
    ("grid", ""): vanish,
    ("count", "events.count"): overflow("events", "kind"),
    ("count", "contacts.count"): overflow("contacts", "first"),
}


def test_each_law_sees_what_breaks_it() -> None:
    assert list(PLANTED) == [(law.name, law.column) for law in LAWS]
    with played_world(FREE_STRIDE * 8 - 1) as match:
        world, scratch, saved = match.world, create_scratch(match.world), match.snapshot()
        for name, plant in PLANTED.items():
            match.restore(saved)
            match.tick([FIRE])
            match.snapshot()
            for boost in (0.0, 0.5, 1.0):
                world.players.boost[0] = boost
                assert broken_laws(world, scratch) == [], name
            plant(world)
            assert name in [(law.name, law.column) for law, _ in broken_laws(world, scratch)], name


@pytest.mark.parametrize("column", ["velocity", "heading"])
def test_a_tangent_is_looked_at_from_the_tick_after_a_birth_on(column: str) -> None:
    with played_world(20) as match:
        world, scratch = match.world, create_scratch(match.world)
        tilt(f"bodies.{column}")(world)
        row = first(world, Pool.ASTEROID)
        for age, broken in ((0, []), (1, [("tangent", f"bodies.{column}")])):
            world.bodies.born[row] = world.tick - age
            assert [(law.name, law.column) for law, _ in broken_laws(world, scratch)] == broken


def test_the_grid_is_searched_in_every_tick_of_a_long_game() -> None:
    with played_world(1) as match:
        world, scratch = match.world, create_scratch(match.world)
        for tick in range(5, 5000, 977):
            world.tick = tick
            match.tick([FIRE])
            match.snapshot()
            assert broken_laws(world, scratch) == []
            vanish(world)
            assert [law.name for law, _ in broken_laws(world, scratch)] == ["grid"]


@pytest.mark.parametrize("drift", [-0.249, 0.198, 0.249])
def test_a_heading_that_a_contact_left_askew_comes_back_within_its_laws(drift: float) -> None:
    """A pile moves a body by ten units in a tick, as it did in `arena sweep disasters --seed 303003`."""
    with Match("stress", 3, workers=1, level="enemies = 0\nasteroids = 20") as match:
        for _ in range(CHILDHOOD + 1):
            match.tick()
        world, scratch = match.world, create_scratch(match.world)
        row = first(world, Pool.ASTEROID)
        outward = unit(world.bodies.position[row])
        heading = unit(project_tangent(outward, world.bodies.heading[row]))
        world.bodies.heading[row] = np.sqrt(1.0 - drift * drift) * heading + drift * outward
        lengths = []
        for _ in range(3):
            match.snapshot()
            assert broken_laws(world, scratch) == []
            lengths.append(float(np.linalg.norm(world.bodies.heading[row])))
            match.tick()
        assert lengths[1] < 1.0 - 0.3 * drift**4, "motion took the drift away in one step"
        assert abs(lengths[2] - 1.0) < 1e-4


def test_a_law_names_the_first_row_that_breaks_it() -> None:
    with Match("stress", 3, workers=1, level="enemies = 37\nasteroids = 20") as match:
        match.tick()
        match.snapshot()
        world, scratch = match.world, create_scratch(match.world)
        rows = np.flatnonzero(world.bodies.alive)
        ships = rows[rows < world.config.ships]
        for broken, column, value, law in (
            (rows, world.bodies.health, NAN, ("finite", "bodies.health")),
            (ships, world.memory.target, -2, ("reference", "memory.target")),
        ):
            assert len(broken) % F64_LANES and len(broken) > F64_LANES, "more than a register, not two"
            for row in broken.tolist()[::-1]:
                column[row] = value
                found = {(law.name, law.column): at for law, at in broken_laws(world, scratch)}
                assert found[law] == row


@pytest.mark.parametrize(
    ("law", "spoil"),
    [
        ("push", lambda world: world.contacts.impulse.fill(-1.0)),
        ("momentum", lambda world: world.bodies.velocity[world.contacts.first[0]].__imul__(-1.5)),
        ("energy", lambda world: world.bodies.velocity.__imul__(1.01)),
    ],
)
def test_each_law_of_contacts_sees_what_breaks_it(law: str, spoil: Plant) -> None:
    assert law in [one.name for one in TOUCH_LAWS]
    with Match("stress", 3, workers=1) as match:
        check, found = TouchCheck(match.world), set[str]()
        for spoiled in (False, True):

            def mark(name: str, spoiled: bool = spoiled) -> None:
                if spoiled and name == "solve_contacts" and match.world.contacts.count[0]:
                    spoil(match.world)
                check.mark(name)

            match.mark = mark
            for _ in range(60):
                match.tick()
                found |= {one.name for one, _ in check.broken}
            assert (law in found) == spoiled


def script_of(ticks: int, acts: list[Act] | None = None, **around: Any) -> Script:
    """Somebody who flies and fires now and then."""
    script = Script(SETUP, Surroundings(**around), acts=acts or [])
    rest, busy = script.rest(), pack_command(FIRE)
    script.steps = [busy if tick % 3 else rest for tick in range(ticks)]
    return script


@pytest.mark.parametrize("name", ACTS)
def test_each_act_leaves_a_match_that_goes_on(name: str) -> None:
    acts = [Act(20, "save", 1), *(Act(30 + 4 * number, name, number) for number in range(6))]
    played = play_script(script_of(70, acts, recorded=True))
    assert played.violation is None and len(played.script.steps) == 70
    assert played.state == play_script(script_of(70, acts, recorded=True, workers=2, hesitant=True)).state


def test_a_disk_of_any_size_leaves_a_recording_of_its_beginning() -> None:
    for disk in (1, 100, 8_000, 30_000):
        script = script_of(200, recorded=True, disk=disk)
        script.verifies = True
        assert play_script(script).violation is None


def test_a_script_is_the_same_as_json() -> None:
    script = script_of(50, [Act(7, "save", 3)], workers=2)
    again = read_script(script.to_json(violation="none"))
    assert again == script and json.loads(script.to_json())["steps"] == 50
    for text in ("[]", "{}", '{"format": 2}', '{"format": 1}', "no JSON"):
        with pytest.raises(ValueError):
            read_script(text)


def test_the_fewest_items_are_found() -> None:
    asked: list[list[int]] = []

    def fails(items: list[int]) -> bool:
        asked.append(items)
        return {3, 60, 61} <= set(items)

    assert minimise(range(100), fails) == [3, 60, 61]
    assert len(asked) < 100
    assert minimise([1, 2], lambda items: True) == []
    assert minimise([1, 2], lambda items: len(items) == 2) == [1, 2]


def test_a_planted_fault_is_cut_down_to_tick_system_column_and_few_commands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rules that lift an asteroid off the shell when two bombs are asked for with a stick aside."""
    rules = MODES["endless"].tick
    pressed = {"bombs": 0}

    def lift_one(mode: Any, world: World) -> None:
        rules(mode, world)
        if world.tick == 1:
            pressed["bombs"] = 0
        pressed["bombs"] += bool(world.commands.buttons[0] & Button.BOMB)
        if pressed["bombs"] == 2:
            world.bodies.position[first(world, Pool.ASTEROID)] *= np.float32(1.001)

    monkeypatch.setattr(MODES["endless"], "tick", lift_one)
    script = script_of(90, [Act(5, "save", 1), Act(30, "damage", 2)], workers=2, recorded=True)
    bomb = pack_command(PlayerCommand(90, buttons=Button.BOMB))
    script.steps[40] = script.steps[71] = bomb
    played = play_script(script)
    assert played.violation is not None
    assert (played.violation.law, played.violation.step) == ("shell", 71)
    reducer = Reducer(played.script, played.violation)
    assert reducer.repeats()
    found = reducer.reduce()
    assert found.part == "keep_rules" and found.violation.column == "bodies.position"
    assert found.violation.tick == 72 and found.script.given() == [(40, 0), (71, 0)]
    assert found.script.acts == [] and found.script.around == Surroundings()
    assert "system  keep_rules" in found.words() and "2 commands of 72 steps" in found.words()


def test_a_fault_of_a_system_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.sim import step as step_module

    def slow_down(world: World) -> None:
        known["collect_pickups"](world)
        if world.tick == 20:
            world.bodies.heading[first(world, Pool.ASTEROID)] *= 0.9

    known = dict(step_module.NAMED_SYSTEMS)
    systems = tuple((name, slow_down if name == "collect_pickups" else run) for name, run in known.items())
    monkeypatch.setattr(step_module, "NAMED_SYSTEMS", systems)
    played = play_script(script_of(30))
    assert played.violation is not None
    found = Reducer(played.script, played.violation).reduce()
    assert (found.part, found.violation.column, found.violation.tick) == (
        "collect_pickups", "bodies.heading", 20,
    )  # fmt: skip
    assert found.script.given() == []


def test_an_error_is_a_violation_and_names_its_system(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = MODES["endless"].tick

    def fail(mode: Any, world: World) -> None:
        rules(mode, world)
        if world.tick == 12:
            raise KeyError("lost")

    monkeypatch.setattr(MODES["endless"], "tick", fail)
    played = play_script(script_of(30))
    assert played.violation is not None and played.violation.law == "raises"
    found = Reducer(played.script, played.violation).reduce()
    assert (found.part, found.violation.step) == ("keep_rules", 11)


def test_a_snapshot_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    restore = Match.restore

    def forget(match: Match, saved: bytes) -> None:
        restore(match, saved)
        match.world.bodies.health[first(match.world, Pool.ASTEROID)] += 1.0

    monkeypatch.setattr(Match, "restore", forget)
    played = play_script(script_of(30, [Act(5, "save", 1), Act(9, "restore", 1)]))
    assert played.violation is not None
    assert played.violation.name == ("restore", "bodies.health")
    assert Reducer(played.script, played.violation).reduce().part == "restore"


def test_a_state_that_depends_on_threads_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tick = Match.tick

    def drift(match: Match, commands: Any = None) -> None:
        tick(match, commands)
        if match.world.workers.workers == 2 and match.world.tick == 15:
            match.world.bodies.velocity[first(match.world, Pool.ASTEROID), 0] += 1e-3

    monkeypatch.setattr(Match, "tick", drift)
    script = script_of(30, recorded=True)
    script.verifies = True
    played = play_script(script)
    assert played.violation is not None and played.violation.law == "recording"


def test_minds_whose_failure_is_swallowed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    script = script_of(90, [Act(60 + number, "minds", number) for number in range(6)])
    assert play_script(script).violation is None
    monkeypatch.setattr(Minds, "_finish", lambda minds: None)
    played = play_script(script)
    assert played.violation is not None and played.violation.words == "a mind that failed was not heard"


def test_a_recording_that_a_kill_would_shorten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    script = script_of(130, [Act(125, "cut", 1)], recorded=True)
    assert play_script(script).violation is None
    append = RecordingFile.append
    monkeypatch.setattr(
        RecordingFile, "append", lambda file, piece: append(file, piece) if file.pieces != 2 else None
    )
    played = play_script(script)
    assert played.violation is not None and played.violation.words.endswith("it has 0 of 125 ticks")


def test_quarantine_without_poison_is_a_violation() -> None:
    run = DisasterRun(SETUP, Surroundings())
    try:
        run.play_tick([FIRE])
        run.match.snapshot()
        run.match.world.bodies.health[first(run.match.world, Pool.ASTEROID)] = NAN
        with pytest.raises(Exception, match="nobody poisoned"):
            run.play_tick([FIRE])
    finally:
        run.close()


def test_a_violation_is_told_with_the_command_that_looks_into_it() -> None:
    row = {"mode": "tide", "seed": 7, "ticks": 600, "acts": 3, "processor_seconds": 0.5}
    row |= {"violation": "", "column": ""}
    wrong = row | {"seed": 8, "violation": "unit", "step": 9, "tick": 41, "row": 2, "words": "of length 2"}
    assert "seed" not in disaster_table([row])
    table = disaster_table([row, wrong, wrong | {"seed": 9, "column": "players.up"}])
    assert "seed 8: unit of no column at step 9, tick 41, row 2: of length 2\n  again: arena sweep" in table
    assert "seed 9: unit of players.up at step 9" in table and table.endswith("disasters --seed 9")


COMPARED = {
    "save": "snapshot",
    **dict.fromkeys(("restore", "undo", "twin", "fail", "minds"), "restore"),
    "reset": "reset",
}
"""Method of a match that an act looks at, by the act's name."""


@pytest.mark.parametrize(("name", "method"), COMPARED.items())
def test_an_act_sees_a_state_that_is_another(name: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, faults = getattr(Match, method), count(1)

    def change(match: Match, *arguments: Any, **named: Any) -> Any:
        found = plain(match, *arguments, **named)
        match.world.players.boost[0] = next(faults) / 1024
        return found

    run = DisasterRun(SETUP, Surroundings())
    try:
        run.play_tick([FIRE])
        run.save()
        ACTS[name].do(run, Draws(1))
        run.play_tick([FIRE])
        run.save()
        monkeypatch.setattr(Match, method, change)
        with pytest.raises(BreachError, match="the state is another"):
            ACTS[name].do(run, Draws(1))
    finally:
        run.close()


def test_a_kill_takes_one_body_or_a_handful() -> None:
    run = DisasterRun(SETUP, Surroundings())
    try:
        run.play_tick([FIRE])
        run.save()
        bodies, counts = run.match.world.bodies, set[int]()
        for seed in range(100):
            bodies.health[:] = 1.0
            ACTS["kill"].do(run, Draws(seed))
            killed = bodies.health == 0.0
            assert bodies.alive[killed].all()
            if not killed[: run.match.world.config.players].any():  # of the few players
                counts.add(int(np.count_nonzero(killed)))
        assert min(counts) == 1 and KILLED / 2 < max(counts) <= KILLED
    finally:
        run.close()


def short_seed() -> int:
    """A seed with a short game."""
    return min(range(60), key=lambda seed: make_plan(seed).ticks)


def test_a_plan_is_told_with_its_acts_or_that_there_are_none() -> None:
    plan = make_plan(short_seed())._replace(acts=(Act(5, "save", 1), Act(9, "restore", 1)))
    assert plan.words().endswith("; save at 5, restore at 9")
    assert plan._replace(acts=()).words().endswith("; nothing")


def test_a_seed_is_a_row_and_its_game_is_the_same_again() -> None:
    seed = short_seed()
    row = run_task(DisasterGame(seed), this_release())
    figures = row.figures
    assert figures["violation"] == "" and figures["ticks"] == make_plan(seed).ticks
    assert [figures[name] for name in ("step", "tick", "row")] == [-1, -1, -1]
    assert int(row.state_hash, 16) == play_plan(make_plan(seed)).state


def test_the_command_plays_seeds_and_looks_into_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seed, words = short_seed(), ["sweep", "disasters", "--jobs", "1", "--output", str(tmp_path)]
    assert main([*words, "--first", str(seed), "--seeds", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-3].split()[:2] == ["all", "1"]
    assert len(RowStore(tmp_path / "rows.parquet").read()) == 1
    assert main([*words, "--seed", str(seed)]) == 0
    assert "no violation in" in capsys.readouterr().out

    script = script_of(40, [Act(9, "restore", 1)])
    path = tmp_path / "mine.json"
    path.write_text(script.to_json(), encoding="utf-8")
    assert main([*words, "--script", str(path)]) == 0
    restore = Match.restore
    monkeypatch.setattr(
        Match, "restore", lambda match, saved: restore(match, saved) or match.world.bodies.health.fill(1.0)
    )
    path.write_text(script_of(40, [Act(5, "save", 1), Act(9, "restore", 1)]).to_json(), encoding="utf-8")
    found = tmp_path / "new" / "folder"
    assert main([*words[:-1], str(found), "--script", str(path)]) == 1
    told = capsys.readouterr().out
    assert "law     restore" in told and "column  bodies.health" in told
    assert json.loads((found / "mine.json").read_bytes())["violation"]["law"] == "restore"
    path.write_text("{}", encoding="utf-8")
    assert main([*words, "--script", str(path)]) == 2
    assert main([*words, "--script", str(tmp_path / "gone.json")]) == 2
