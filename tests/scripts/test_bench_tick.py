"""The tick's benchmark: one state for any number of workers, and rivals that do the same work."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.scripts.conftest import Refused, read_table


def no_engine(name: str) -> None:
    """Nothing is installed."""
    raise ModuleNotFoundError(f"No module named {name!r}")


@pytest.mark.slow
def test_everything_runs_and_leaves_tables_and_pictures(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scripts.benchmarking, "import_module", no_engine)
    sizes = ["--sizes", "100,200", "--ticks", "10", "--repeats", "2", "--output", str(tmp_path)]
    scripts.bench_tick.main(sizes)
    told = capsys.readouterr().out
    assert "pybullet: skipped, is not installed; install with: pip install" in told
    load, tree, physics = (read_table(tmp_path / f"tick-{part}.csv") for part in ("load", "tree", "physics"))
    assert [(row["bodies"], row["workers"]) for row in load] == [
        ("101", "1"),
        ("101", "2"),
        ("201", "1"),
        ("201", "2"),
    ]
    assert load[0]["state_hash"] == load[1]["state_hash"] != load[2]["state_hash"] == load[3]["state_hash"]
    assert load[0]["state_hash"] in told
    assert all(float(load[0][f"ms_{system}"]) > 0 for system in ("ai", "move_bodies", "find_contacts"))
    assert {row["contender"] for row in physics} == {"arena, 1 worker", "arena, 2 workers"}
    assert all(float(row["median_ms"]) > 0 for row in physics)
    assert [(row["bodies"], row["workers"]) for row in tree] == [
        (row["bodies"], row["workers"]) for row in load
    ]
    for row in tree:
        assert float(row["over_tree"]) == pytest.approx(float(row["p50"]) / float(row["tree"]), rel=0.05)
        assert float(row["p99"]) >= float(row["p50"]) > 0
    assert tree[0]["speedup"] == "1.0"
    for part in ("load", "tree", "physics"):
        assert (tmp_path / f"tick-{part}.png").read_bytes().startswith(b"\x89PNG")


def load_row(bodies: int, workers: int, ms: float) -> dict[str, Any]:
    """A row of the load as it is drawn."""
    systems = {"ms_ai": ms / 2, "ms_move_bodies": ms / 4}
    return {"bodies": bodies, "workers": workers, "p50": ms, "p99": 1.3 * ms, "tree": ms / 2} | systems


@pytest.mark.parametrize("sizes", [(1001, 3001), (1001, 3001, 10_001), (1001, 10_001, 200_001)])
def test_what_was_measured_fills_the_picture(scripts: Any, sizes: tuple[int, ...]) -> None:
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots()
    rows = [load_row(n, workers, n * 2e-4 / workers**0.5) for n in sizes for workers in (1, 2)]
    scripts.tick_plots._draw_scaling(axes, rows)
    corners = [(sizes[0], rows[1]["p50"]), (sizes[-1], rows[-2]["p99"])]
    (left, bottom), (right, top) = axes.transAxes.inverted().transform(axes.transData.transform(corners))
    assert right - left > 0.7, "room for the names of lines is a share of the axis, not a factor of bodies"
    assert top - bottom > 0.6, "a budget far above what was measured is not shown"
    assert [label.get_text() for label in axes.get_xticklabels()] == [f"{n:,}" for n in sizes]
    plt.close(figure)


def test_a_single_size_can_be_drawn(scripts: Any, tmp_path: Path) -> None:
    rows = [load_row(1001, workers, 0.2) for workers in (1, 2)]
    for draw in (scripts.tick_plots.draw_load, scripts.tick_plots.draw_tree):
        draw(rows, "machine", tmp_path / "single.png")
        assert (tmp_path / "single.png").read_bytes().startswith(b"\x89PNG")


def test_another_state_for_another_number_of_workers_stops_it(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_stress = scripts.tick_load.run_stress

    def diverge(config: Any, progress: Any) -> dict[str, Any]:
        return run_stress(config, progress) | {"state_hash": f"{config.workers:016x}"}

    monkeypatch.setattr(scripts.tick_load, "run_stress", diverge)
    words = ["load", "--sizes", "100", "--ticks", "5", "--repeats", "1", "--output", str(tmp_path)]
    with pytest.raises(SystemExit) as left:
        scripts.bench_tick.main(words)
    assert "101 bodies end in state 0000000000000002 with 2 workers, but in 0000000000000001" in str(
        left.value.code
    )
    assert list(tmp_path.iterdir()) == []


def test_repeats_are_summed_up_by_their_medians(scripts: Any) -> None:
    def run(ms: float, state: str = "ab") -> dict[str, Any]:
        times = dict.fromkeys(("p50", "p95", "p99", "max"), ms)
        counts = dict.fromkeys(("pairs", "contacts", "awake", "asleep"), 7)
        return {
            "bodies": 9,
            "ticks": 5,
            "tick_ms": times,
            "systems_ms": {"ai": ms},
            "state_hash": state,
        } | counts

    row = scripts.tick_load.summarise(2, [run(5.0), run(1.0), run(2.0)])
    assert (row["p50"], row["ms_ai"], row["workers"], row["pairs"]) == (2.0, 2.0, 2, 7)
    with pytest.raises(scripts.benchmarking.Failure):
        scripts.tick_load.summarise(2, [run(5.0), run(1.0, "cd")])


def test_our_physics_runs_the_ticks_of_the_game(scripts: Any) -> None:
    """Asteroids alone: what the benchmark leaves out of a tick changes nothing."""
    from arena.sim.step import step
    from arena.sim.tables.commands import PlayerCommand

    engines = scripts.physics_engines
    ours, game = engines.ArenaPhysics(300, 3, 1), engines.ArenaPhysics(300, 3, 1)
    spheres = ours.spheres(2, apart=8)
    game.load(spheres.states[0])
    for _ in range(8):
        step(game.world, [PlayerCommand()])
    position = game.world.bodies.position[game.world.bodies.alive]
    assert np.array_equal(position, spheres.states[1].position.astype(np.float32))
    assert not np.array_equal(position, spheres.states[0].position.astype(np.float32))


def test_wrong_contacts_are_told_from_rounding(scripts: Any) -> None:
    engines = scripts.physics_engines
    position = np.array([[0.0, 0, 0], [1.5, 0, 0], [5.0, 0, 0], [7.0 + 1e-5, 0, 0]])
    state = engines.State(position, np.zeros((4, 3)), b"")
    spheres = engines.Spheres(np.ones(4), np.ones(4), [state])
    assert engines.overlapping_pairs(spheres, state) == {(0, 1)}
    engines.check_overlaps("someone", {(0, 1)}, spheres, state)
    engines.check_overlaps("someone", {(0, 1), (2, 3)}, spheres, state)
    with pytest.raises(engines.Mismatch, match="someone misses a contact: spheres 0 and 1"):
        engines.check_overlaps("someone", set(), spheres, state)
    with pytest.raises(engines.Mismatch, match="someone invents a contact: spheres 1 and 2"):
        engines.check_overlaps("someone", {(0, 1), (1, 2)}, spheres, state)


def test_pybullet_bounces_the_same_spheres(scripts: Any) -> None:
    pytest.importorskip("pybullet")
    engines = scripts.physics_engines
    position = np.array([[0.0, 0, 50.0], [2.02, 0, 50.0], [9.0, 0, 50.0]])
    velocity = np.array([[3.0, 0, 0], [0.0, 0, 0], [0.0, 1.0, 0.0]])
    state = engines.State(position, velocity, b"")
    bullet = engines.BulletPhysics(engines.Spheres(np.ones(3), np.array([4.0, 4.0, 4.0]), [state]))
    for _ in range(6):
        bullet.run()
    exchanged = np.array([[0.0, 0, 0], [3.0, 0, 0], [0.0, 1.0, 0.0]])
    assert bullet.velocities() == pytest.approx(exchanged, abs=0.1)  # it pushes overlaps apart as well
    bullet.load(state)
    assert bullet.velocities() == pytest.approx(velocity)
    bullet.close()


def test_pybullet_sees_the_contacts_of_a_settled_world(scripts: Any, tmp_path: Path) -> None:
    pytest.importorskip("pybullet")
    words = ["physics", "--sizes", "1500", "--repeats", "1", "--workers", "1", "--output", str(tmp_path)]
    scripts.bench_tick.main(words)
    ours, theirs = read_table(tmp_path / "tick-physics.csv")
    assert (ours["contender"], theirs["contender"]) == ("arena, 1 worker", "pybullet")
    assert ours["over_ours"] == "1.0"
    assert theirs["target"] == "25.0"
    assert int(theirs["overlapping"]) > 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["load", "--sizes", "0"], "argument --sizes: must be a whole number from 1 to 1,000,000, not '0'"),
        (["load", "--ticks", "-1"], "argument --ticks"),
        (["nothing"], "invalid choice: 'nothing'"),
    ],
)
def test_bad_flags_are_refused(words: list[str], complaint: str, refused: Refused) -> None:
    assert complaint in refused(words)
