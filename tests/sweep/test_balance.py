"""`arena sweep balance`: every game leaves a row that adds up, and better pilots do better."""

import csv
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.cli import main
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sphere import unit
from arena.sweep import tasks
from arena.sweep.balance import companion_share, quartiles
from arena.sweep.cascades import CascadeLog, cascade_lines, read_cascades
from arena.sweep.columns import BALANCE
from arena.sweep.density import Density, count_touchable, part_lines
from arena.sweep.games import BotGame, Chronicle, WaveCourse, count_harm, counted
from arena.sweep.tasks import Release, run_task, task_key, this_release


def lone_match(kind: int, distance: float) -> tuple[Match, int]:
    """A match without asteroids and companion, and the row of the one ship, `distance` [u] ahead."""
    match = Match(seed=1, workers=1)
    world = match.world
    world.pools[Pool.ASTEROID].clear()
    world.pools[Pool.COMPANION].clear()
    here = world.bodies.position[0].astype(np.float64) / world.shell_radius
    way, angle = world.players.up[0].astype(np.float64), distance / world.shell_radius
    return match, world.place(kind, here * np.cos(angle) + way * np.sin(angle))


def play(*games: BotGame) -> list[dict[str, Any]]:
    """Figures of games, played here."""
    return [run_task(game, this_release()).figures for game in games]


def sweep(folder: Path, *words: str) -> int:
    """Run `arena sweep balance` in this process, for one policy and few games."""
    return main(["sweep", "balance", "--jobs", "1", "--output", str(folder), *words])


def test_a_game_by_another_release_or_other_rules_is_another_task(monkeypatch: pytest.MonkeyPatch) -> None:
    keys, (version, numbers) = set[str](), this_release()
    for release in (Release(version, numbers), Release("0.0.1", numbers), Release(version, "0123")):
        monkeypatch.setattr(tasks, "this_release", lambda release=release: release)
        keys.add(task_key(BotGame("endless", "hard", "middle", 3, 60)))
    assert len(keys) == 3


@pytest.mark.slow
def test_it_prints_a_table_and_leaves_rows_and_plots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sweep(tmp_path, "--skill", "idle,best", "--seeds", "1", "--seconds", "60") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split() == " ".join(BALANCE).split()
    assert told[1].split()[:3] == ["normal", "idle", "1"]
    assert told[2].split()[:4] == ["normal", "best", "1", "1"]
    assert any(line.strip().startswith("warning") for line in told)
    with (tmp_path / "balance.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["skill"], row["seed"]) for row in rows] == [("idle", "1"), ("best", "1")]
    assert rows[0]["shots: pulse"] == "" and int(rows[1]["shots: pulse"]) > 50
    assert float(rows[1]["seconds"]) == 60.0 and rows[1]["ended"] == "0"
    assert (tmp_path / "balance.png").stat().st_size > 10_000
    for row in rows:
        threats = [int(count) for count in row["threats"].split()]
        assert len(threats) == int(float(row["seconds"]) // 2) and max(threats) > 3
        assert row["waves_begun"].split()[0] in {"0", "1"}
        points = sum(int(value or 0) for name, value in row.items() if name.startswith("points: "))
        assert points == int(row["score"])


def test_without_matplotlib_there_is_a_table_and_a_line_about_plots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert sweep(tmp_path, "--skill", "idle", "--seeds", "1", "--seconds", "2") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[1].split()[:3] == ["normal", "idle", "1"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["balance.csv", "rows.parquet"]
    assert told.err.splitlines()[-1].startswith("no plots: ")


@pytest.mark.parametrize("policy", ["scatter only", "no bombs", "no strikes"])
def test_a_policy_does_without(policy: str) -> None:
    (row,) = play(BotGame("tide", "hard", "middle", 2, 600, policy=policy))
    assert row["policy"] == policy and row["score"] > 0
    shots = {name for name in row if name.startswith("shots: ")}
    if policy == "scatter only":
        assert shots == {"shots: scatter"}
    else:
        assert len(shots) > 1
        assert ("bombs" in row) == (policy != "no bombs")
        assert (row["points: strikes"] > 0) == (policy != "no strikes")


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


def test_density_is_measured_outside_races() -> None:
    """Phases: a race; then 20 s with three drones after its calm of 40 ticks."""
    density = Density()
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
    assert [line.split()[0] for line in part_lines([found])] == ["Gates", "Guests"]
    assert "gap 99.0 s" in list(part_lines([found, found | {"gap: Guests": 99.0}]))[1], "the longest"
    one = {name: value for name, value in found.items() if "Gates" not in name}
    assert list(part_lines([one])) == [], "it is told already"


def test_what_could_touch_the_player_within_a_second() -> None:
    """A drone that hunts turns at the player; one that flows goes on, and may meet it."""
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
        assert count_touchable(world) == touches, (distance, hunts, towards)
        match.close()


def test_cascades_are_told_by_size_minute_and_choice() -> None:
    rows = [{"cascades": "600:3 1200:9* 4000:40*"}, {"cascades": "4100:20"}]
    assert list(cascade_lines(rows)) == [
        "all: 2.0 a game, median 14.5, largest 40; median by minute 6 30",
        "by choice: 1.0 a game, median 24.5, largest 40; median by minute 9 40",
    ]
    assert list(cascade_lines([{"cascades": ""}])) == []
    game = BotGame("tide", "normal", "best", 1, 900, policy="any spark")
    (row,) = play(game)
    cascades = list(read_cascades(row["cascades"]))
    assert len(cascades) > 3 and max(one.ships for one in cascades) > 10
    assert 0 < sum(one.chosen for one in cascades) < len(cascades)
    assert len(row["touchable"].split()) == 30


@pytest.mark.parametrize(
    ("values", "found"), [([7], (7, 7, 7)), ([1, 3], (1.5, 2, 2.5)), ([5, 1, 2, 4, 3], (2, 3, 4))]
)
def test_quartiles_are_of_all_games_and_of_one(
    values: list[float], found: tuple[float, float, float]
) -> None:
    assert quartiles(values) == found


def test_counts_of_all_games_come_largest_first() -> None:
    rows = [
        {"kills: bomb": 2, "kills: pulse": 1, "deaths: mine": 9},
        {"kills: pulse": 4, "kills: ramming": 3},
    ]
    assert list(counted(rows, "kills").items()) == [("pulse", 5), ("ramming", 3), ("bomb", 2)]


def test_a_plot_keeps_the_commonest_causes_and_puts_the_others_together() -> None:
    plots = pytest.importorskip("arena.sweep.balance_plots")
    count = plots.CAUSES + 2
    causes = {f"cause {number}": (number + 1) / 1000.0 for number in range(count)}
    found = plots.largest_parts({"a": causes, "b": {"cause 0": 0.001}})
    assert list(found["a"]) == [*reversed(list(causes)[2:]), "others"]
    assert found["a"]["others"] == causes["cause 0"] + causes["cause 1"]
    assert found["b"] == {"others": 0.001}, "of all games together"


def test_counts_are_drawn_from_zero_up() -> None:
    plots, figures = (
        pytest.importorskip("arena.sweep.balance_plots"),
        pytest.importorskip("matplotlib.figure"),
    )
    rows = [{"seconds": 20, "seed": 1, "threats": "5 7 6", "waves_begun": "0.0 9.5 20.0"}]
    for draw in (plots.draw_threats, plots.draw_wave_lengths):
        axes = figures.Figure().subplots()
        draw(axes, {"a": rows})
        assert axes.get_ylim()[0] == 0.0


def test_each_plot_has_a_panel_and_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plots, figures = pytest.importorskip("arena.sweep.balance_plots"), list[Any]()
    close = plots.plt.close
    monkeypatch.setattr(plots.plt, "close", lambda figure: figures.append(figure) or close(figure))
    row = {"death: drone touch": 1, "pickup: bomb": 1, "waves_begun": "0.5 9.0", "threats": "1 2"}
    plots.draw_balance(
        [play(BotGame("endless", "normal", "best", 1, 600))[0] | row], tmp_path / "balance.png"
    )
    (figure,) = figures
    named = [axes.get_title("left") for axes in figure.axes]
    assert named == [
        *("Survival", "Waves", "Score", "Deaths by cause", "Kills by weapon", "Pickups by kind"),
        *("Wave lengths", "Enemy ships over time", ""),
    ]
    assert [axes.has_data() for axes in figure.axes] == [bool(name) for name in named]


def test_a_course_keeps_the_highest_multiplier_and_the_start_of_each_wave() -> None:
    course = WaveCourse()
    for tick, wave, multiplier in ((30, 1, 1), (90, 1, 3), (150, 2, 2)):
        hud = SimpleNamespace(progress=wave, multiplier=multiplier)
        course.observe(
            cast("Match", SimpleNamespace(world=SimpleNamespace(tick=tick), hud=lambda hud=hud: hud))
        )
    assert (course.multiplier, course.begun) == (3, [0.5, 2.5])


@pytest.mark.slow
def test_better_pilots_do_better() -> None:
    """Played on hard, where two minutes are enough to lose all ships."""
    weak, best = (
        play(*(BotGame("endless", "hard", skill, seed, 7200) for seed in range(5, 9)))
        for skill in ("weak", "best")
    )
    for what in ("seconds", "score", "wave"):
        assert sum(row[what] for row in weak) < sum(row[what] for row in best)
    deaths = [sum(counted(rows, "death").values()) for rows in (weak, best)]
    assert deaths[0] > deaths[1]
    assert companion_share([*weak, *best]) <= 0.25


def test_the_first_wave_does_not_clear_itself() -> None:
    games = [BotGame("endless", "normal", "idle", seed, 7200) for seed in range(1, 4)]
    for row in play(*games):
        assert (row["ended"], row["wave"]) == (1, 1)


@pytest.mark.parametrize("weapon", WEAPONS, ids=WEAPONS.names)
def test_a_kill_is_told_by_its_weapon(weapon: WeaponRow) -> None:
    match, row = lone_match(kinds.GUNNER.number, 8.0)
    chronicle, bot = Chronicle(), Bot()
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
def test_a_death_is_told_by_its_cause(kind: int, distance: float, cause: str) -> None:
    match, row = lone_match(kind, distance)
    with match:
        match.world.ships.untouchable_until[0] = 0
        move = (0.0, 1.0) if kind == kinds.MINE.number else (0.0, 0.0)
        for _ in range(240):
            match.world.bodies.health[0] = 1.0
            match.tick([PlayerCommand.from_sticks(move, (0.0, 1.0), Button.NONE)])
            if not match.world.bodies.alive[0]:
                break
        harm = count_harm(match)
    name = KINDS[kind].name
    assert row > 0
    assert {key: count for key, count in harm.items() if key.startswith("death")} == {f"death: {cause}": 1}
    assert harm[f"hits: {name}"] == 1
    # Ships that drop in load before they fire; who is put there does not, and nobody saw it coming.
    assert harm[f"unwarned: {name}"] == (kind == kinds.GUNNER.number)


def test_unknown_names_are_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sweep(tmp_path, "--skill", "best,worst")
    assert "there is idle, weak, middle, best, not 'worst'" in capsys.readouterr().err


def test_each_cascade_has_a_choice_of_its_own_though_it_takes_the_row_of_one_before() -> None:
    """Ship 5, which the bot aims at, is the spark of the first one, and ship 6 of the second."""
    log = CascadeLog()
    for tick, target, event, row, size in (
        (10, 5, Event.SPARK, 5, 0.5), (40, -1, Event.CASCADE, 5, 4.0),
        (900, -1, Event.SPARK, 6, 0.5), (930, -1, Event.CASCADE, 6, 2.0),
    ):  # fmt: skip
        world: Any = SimpleNamespace(
            tick=tick,
            events=SimpleNamespace(
                count=np.ones(1, np.int64), kind=np.array([event]), row=np.array([row]),
                other=np.zeros(1, np.int32), size=np.array([size]),
            ),
            cascades=SimpleNamespace(began=np.array([tick if event == Event.SPARK else 0])),
            ships=SimpleNamespace(cascade=np.zeros(9, np.int32)),
        )  # fmt: skip
        log.observe(SimpleNamespace(world=world), target)  # type: ignore[arg-type]
    assert log.figures() == {"cascades": "40:4* 930:2"}


@pytest.mark.parametrize(
    ("weapons", "counted_as"), [((0, 2), "scatter"), ((2, 0), "scatter"), ((0, 0), "module")]
)
def test_damage_counts_for_the_bullet_of_a_player_at_the_place_of_the_hit(
    weapons: tuple[int, int], counted_as: str
) -> None:
    """A companion's bullet lies there, too, and another one of the player's beside it."""
    there, beside = (1.0, 2.0, 3.0), (1.0, 2.5, 3.0)
    world: Any = SimpleNamespace(
        events=SimpleNamespace(
            count=np.ones(1, np.int64), kind=np.array([Event.HIT]), row=np.array([9]), other=np.array([0]),
            size=np.array([12.0]), position=np.array([there]),
        ),
        bodies=SimpleNamespace(position=np.array([(9.0, 9.0, 9.0), beside, there, there])),
        bullets=SimpleNamespace(weapon=np.array([1, *weapons])),
        pools={Pool.BULLET: SimpleNamespace(start=1)},
    )  # fmt: skip
    chronicle = Chronicle()
    chronicle.observe(world)
    assert chronicle.counts == {f"damage: {counted_as}": 12}


@pytest.mark.parametrize(
    ("before", "means"), [((), "ramming"), ((Event.HIT,), "scatter"), ((Event.BOMB,), "bomb")]
)
def test_a_kill_is_told_by_what_happened_in_its_tick(before: tuple[Event, ...], means: str) -> None:
    """Not by a bomb or a hit some time ago."""
    chronicle, there = Chronicle(), (1.0, 2.0, 3.0)
    for told in ((Event.HIT, Event.BOMB), (*before, Event.KILLED)):
        count = len(told)
        world: Any = SimpleNamespace(
            events=SimpleNamespace(
                count=np.array([count]), kind=np.array(told), row=np.full(count, 9),
                other=np.zeros(count, int),
                size=np.full(count, 12.0), position=np.array([there] * count),
                subject=np.full(count, kinds.GUNNER.number),
            ),
            bodies=SimpleNamespace(position=np.array([(9.0, 9.0, 9.0), there])),
            bullets=SimpleNamespace(weapon=np.array([2])),
            pools={Pool.BULLET: SimpleNamespace(start=1)},
        )  # fmt: skip
        chronicle.observe(world)
    assert {name: count for name, count in chronicle.counts.items() if name.startswith("kills")} == {
        f"kills: {means}": 1
    }
