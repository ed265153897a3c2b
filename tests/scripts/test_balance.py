"""The balance script: every game leaves a row that adds up, and better pilots do better."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sphere import unit
from tests.scripts.conftest import Refused, read_table


def lone_match(kind: int, distance: float) -> tuple[Match, int]:
    """A match without asteroids and companion, and the row of the one ship, `distance` [u] ahead."""
    match = Match(seed=1, workers=1)
    world = match.world
    world.pools[Pool.ASTEROID].clear()
    world.pools[Pool.COMPANION].clear()
    here = world.bodies.position[0].astype(np.float64) / world.shell_radius
    way, angle = world.players.up[0].astype(np.float64), distance / world.shell_radius
    return match, world.place(kind, here * np.cos(angle) + way * np.sin(angle))


@pytest.mark.slow
def test_it_prints_a_table_and_leaves_rows_and_pictures(
    scripts: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--skill", "idle,best", "--seeds", "1", "--minutes", "1", "--jobs", "1"]
    scripts.balance.main([*words, "--output", str(tmp_path)])
    told = capsys.readouterr().out.splitlines()
    assert told[0].split() == " ".join(scripts.balance.HEAD).split()
    assert told[1].split()[:3] == ["normal", "idle", "1"]
    assert told[2].split()[:4] == ["normal", "best", "1", "1"]
    rows = read_table(tmp_path / "balance.csv")
    assert [(row["skill"], row["seed"]) for row in rows] == [("idle", "1"), ("best", "1")]
    assert rows[0]["shots: pulse"] == "" and int(rows[1]["shots: pulse"]) > 50
    assert float(rows[1]["seconds"]) == 60.0 and rows[1]["ended"] == "0"
    assert (tmp_path / "balance.png").stat().st_size > 10_000
    assert any(line.strip().startswith("warning") for line in told)
    for row in rows:
        threats = [int(count) for count in row["threats"].split()]
        assert len(threats) == int(float(row["seconds"]) // 2) and max(threats) > 3
        assert row["waves_begun"].split()[0] in {"0", "1"}
        points = sum(int(value or 0) for name, value in row.items() if name.startswith("points: "))
        assert points == int(row["score"])


def test_without_matplotlib_there_is_a_table_and_a_line_about_pictures(
    scripts: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = ["--skill", "idle", "--seeds", "1", "--minutes", "1", "--jobs", "1"]
    scripts.balance.main([*words, "--output", str(tmp_path)])
    told = capsys.readouterr()
    assert told.out.splitlines()[1].split()[:3] == ["normal", "idle", "1"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["balance.csv", "balance.jsonl"]
    (line,) = told.err.splitlines()
    assert line.startswith("balance: no pictures: ") and line.endswith(".[bench]'")


def test_games_of_a_run_that_was_cut_off_are_not_played_again(scripts: Any, tmp_path: Path) -> None:
    journal, play_all = tmp_path / "balance.jsonl", scripts.balance.play_all
    games = [scripts.balance_games.Game("endless", "hard", "middle", seed, 60) for seed in (3, 4, 5)]
    whole = play_all(games, 1, journal)
    first, second, third = filter(None, journal.read_text("utf-8").splitlines())
    other = json.loads(second)
    other["row"]["score"] = -1
    foreign = {"key": "of other rules", "row": {"score": -2}}
    journal.write_text("\n".join([json.dumps(foreign), first, json.dumps(other), third[:40]]), "utf-8")
    again = play_all(games, 1, journal, resume=True)
    assert [row["score"] for row in again] == [whole[0]["score"], -1, whole[2]["score"]]
    assert again[2] == whole[2]
    assert play_all(games, 1, journal, resume=True) == again, "a cut line spoils none that follows"
    assert play_all(games, 1, journal) == whole, "without --resume it begins anew"
    assert len(scripts.balance.read_journal(journal)) == 3


@pytest.mark.parametrize("policy", ["scatter only", "no bombs", "no strikes"])
def test_a_policy_does_without(scripts: Any, policy: str) -> None:
    game = scripts.balance_games.Game("endless", "hard", "best", 3, 1800, policy=policy)
    (row,) = scripts.balance.play_all([game], 1)
    assert row["policy"] == policy and row["score"] > 0
    shots = {name for name in row if name.startswith("shots: ")}
    if policy == "scatter only":
        assert shots == {"shots: scatter"}
    else:
        assert len(shots) > 1
    assert policy != "no bombs" or "bombs" not in row


TWO_PHASES = """
[[phase]]
name = "Gates"
objective = { kind = "race", place = [0, 0, 1], towards = [0, 1, 0], gates = 2, turn = 20, radius = 12 }
[[phase]]
name = "Guests"
objective = { kind = "survive", seconds = 20 }
[[phase.group]]
kind = "drone"
count = 3
place = [0, 0.3, 1]
"""


def test_density_is_measured_outside_races(scripts: Any) -> None:
    """Phases: a race; then 20 s with three drones after its calm of 40 ticks."""
    density = scripts.balance_density.Density()
    with Match("campaign", workers=1, level=f'name = "Probe"\nworld = 1\n{TWO_PHASES}') as match:
        while match.hud().progress == 1:
            goal = match.world.tables["goal"]
            if goal.kind[0]:
                match.world.bodies.position[0] = goal.place * match.world.shell_radius
            match.tick()
            density.observe(match)
        for tick in range(1, 501):
            match.world.ships.untouchable_until[0] = match.world.tick + 100
            if tick == 400:
                rows = match.world.rows(Pool.ENEMY)[:2]
                match.world.bodies.health[rows], match.world.bodies.hit_by[rows] = 0.0, 0
            match.tick()
            density.observe(match)
    found = density.figures()
    begun = 40  # [ticks] until the drones are there; at first three, from tick 401 on one
    assert found["empty: Gates"] == 1.0 and found["gap: Gates"] == 0.0
    assert found["seconds: Guests"] == pytest.approx(501 / 60, abs=0.1)
    assert found["empty"] == found["empty: Guests"] == pytest.approx(begun / 501, abs=0.01)
    assert found["hunting"] == pytest.approx((3 * (400 - begun) + 100) / 501, abs=0.05)
    assert (found["gap"], found["gap_part"]) == (pytest.approx(400 / 60, abs=0.1), "Guests")
    assert found["peaks"] == "0 3"


def test_what_could_touch_the_player_within_a_second(scripts: Any) -> None:
    """A drone that hunts turns at the player; one that flows goes on, and may meet it."""
    count = scripts.balance_density.count_touchable
    drone = KINDS[kinds.DRONE.number].rules.ship
    assert drone is not None
    reach = drone.flight.max_speed + 0.5  # [u], about
    for distance, hunts, towards, touches in (
        (reach - 1.0, True, 0.0, 1),
        (reach + 2.0, True, 0.0, 0),
        (reach - 1.0, False, 0.0, 0),
        (reach - 1.0, False, reach, 1),
        (reach - 1.0, False, -reach, 0),
        (reach + 3.0, False, reach, 0),
    ):
        match, row = lone_match(kinds.DRONE.number, distance)
        world = match.world
        world.sleep.allow_wake[row] = hunts
        axis = np.cross(world.bodies.position[0], world.players.up[0])
        world.bodies.velocity[row] = towards * unit(np.cross(world.bodies.position[row], axis))
        assert count(world) == touches, (distance, hunts, towards)
        match.close()


def test_cascades_are_told_by_size_minute_and_choice(scripts: Any) -> None:
    lines = scripts.balance_cascades.cascade_lines
    rows = [{"cascades": "600:3 1200:9* 4000:40*"}, {"cascades": "4100:20"}]
    assert list(lines(rows)) == [
        "all: 2.0 a game, median 14.5, largest 40; median by minute 6 30",
        "by choice: 1.0 a game, median 24.5, largest 40; median by minute 9 40",
    ]
    assert list(lines([{"cascades": ""}])) == []
    game = scripts.balance_games.Game("tide", "normal", "best", 1, 900, policy="any spark")
    (row,) = scripts.balance.play_all([game], 1)
    cascades = list(scripts.balance_cascades.read_cascades(row["cascades"]))
    assert len(cascades) > 3 and max(one.ships for one in cascades) > 10
    assert 0 < sum(one.chosen for one in cascades) < len(cascades)
    assert len(row["touchable"].split()) == 30


def test_processes_play_the_same_games(scripts: Any) -> None:
    games = [scripts.balance_games.Game("endless", "hard", "middle", seed, 120) for seed in (3, 4)]
    play_all = scripts.balance.play_all
    assert play_all(games, jobs=2) == play_all(games, jobs=1)


@pytest.mark.slow
def test_better_pilots_do_better(scripts: Any) -> None:
    """Played on hard, where two minutes are enough to lose all ships."""
    games = [scripts.balance_games.Game("endless", "hard", skill, 5, 7200) for skill in ("weak", "best")]
    weak, best = scripts.balance.play_all(games, jobs=1)
    for what in ("seconds", "score", "wave"):
        assert weak[what] < best[what]
    deaths = [sum(scripts.balance_games.counted([row], "death").values()) for row in (weak, best)]
    assert deaths[0] > deaths[1]
    assert scripts.balance.companion_share([weak, best]) <= 0.25


def test_the_first_wave_does_not_clear_itself(scripts: Any) -> None:
    games = [scripts.balance_games.Game("endless", "normal", "idle", seed, 7200) for seed in range(1, 4)]
    for row in scripts.balance.play_all(games, jobs=1):
        assert (row["ended"], row["wave"]) == (1, 1)


@pytest.mark.parametrize("weapon", WEAPONS, ids=WEAPONS.names)
def test_a_kill_is_told_by_its_weapon(scripts: Any, weapon: WeaponRow) -> None:
    match, row = lone_match(kinds.GUNNER.number, 8.0)
    chronicle, bot = scripts.balance_games.Chronicle(), Bot()
    with match:
        match.world.players.weapon[0] = weapon.number
        bot.skill = replace(bot.skill, changes_weapon=False)
        for _ in range(180):
            match.tick([bot.command(match.world)])
            chronicle.observe(match.world)
            if not match.world.bodies.alive[row]:
                break
    assert chronicle.counts[f"kills: {weapon.name}"] == 1
    assert chronicle.counts[f"damage: {weapon.name}"] >= 40
    assert chronicle.counts[f"shots: {weapon.name}"] >= 1


@pytest.mark.parametrize(
    ("kind", "distance", "cause"),
    [
        (kinds.GUNNER.number, 11.0, "gunner bullet"),
        (kinds.DRONE.number, 3.0, "drone touch"),
        (kinds.MINE.number, 1.3, "mine"),
    ],
)
def test_a_death_is_told_by_its_cause(scripts: Any, kind: int, distance: float, cause: str) -> None:
    match, row = lone_match(kind, distance)
    with match:
        match.world.ships.untouchable_until[0] = 0
        move = (0.0, 1.0) if kind == kinds.MINE.number else (0.0, 0.0)
        for _ in range(240):
            match.world.bodies.health[0] = 1.0
            match.tick([PlayerCommand.from_sticks(move, (0.0, 1.0), Button.NONE)])
            if not match.world.bodies.alive[0]:
                break
        harm = scripts.balance_games.count_harm(match)
    name = KINDS[kind].name
    assert row > 0
    assert {key: count for key, count in harm.items() if key.startswith("death")} == {f"death: {cause}": 1}
    assert harm[f"hits: {name}"] == 1
    # Ships that drop in load before they fire; who is put there does not, and nobody saw it coming.
    assert harm[f"unwarned: {name}"] == (kind == kinds.GUNNER.number)


def test_unknown_names_are_refused_in_one_line(refused: Refused) -> None:
    assert "there is idle, weak, middle, best, not 'worst'" in refused(["--skill", "best,worst"])
