"""The grid's benchmark: nobody is timed who finds the wrong pairs, and whoever is absent is named."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.grid import brute_force
from tests.scripts.conftest import Refused, read_table

NAMES = ("belt", "game", "ball", "equal", "cluster", "giant", "ring", "coincident")
EXACT = ("linear search", "octants", "octree", "k-d tree")


def true_pairs(workload: Any) -> set[tuple[int, int]]:
    """The definition, in numpy."""
    return brute_force.pairs((workload.positions, workload.radii, np.ones(len(workload.radii), np.bool_)))


def as_set(pairs: NDArray[Any]) -> set[tuple[int, int]]:
    """Pairs, having seen that none is there twice."""
    rows = [(i, j) for i, j in pairs.tolist()]
    assert len(set(rows)) == len(rows)
    return set(rows)


def found_by(scripts: Any, name: str, workload: Any) -> set[tuple[int, int]]:
    """Pairs that an alternative finds."""
    (phase,) = [phase for phase in scripts.broad_phases.BROAD_PHASES if phase.name == name]
    finder = scripts.pair_finders.PhaseFinder(workload, phase)
    finder.load(workload.positions)
    finder.run()
    return as_set(finder.pairs())


@pytest.mark.slow
@settings(max_examples=40)
@given(name=st.sampled_from(NAMES), n=st.integers(0, 150), seed=st.integers(1, 1000))
def test_alternatives_agree_with_brute_force(scripts: Any, name: str, n: int, seed: int) -> None:
    workload = scripts.workloads.WORKLOADS[name](n, seed)
    truth = true_pairs(workload)
    for alternative in EXACT:
        assert found_by(scripts, alternative, workload) == truth, alternative
    assert found_by(scripts, "latitude/longitude", workload) <= truth


def test_bodies_on_the_cutting_planes_are_found_once(scripts: Any) -> None:
    corners = np.array([[x, y, z] for x in (-0.4, 0, 0.4) for y in (-0.4, 0, 0.4) for z in (-0.4, 0, 0.4)])
    workload = scripts.workloads.Workload(
        "planes", np.tile(corners, (3, 1)).astype(np.float32), np.full(81, 0.3, np.float32), 1.0
    )
    truth = true_pairs(workload)
    for alternative in EXACT:
        assert found_by(scripts, alternative, workload) == truth, alternative


@pytest.mark.parametrize(
    ("where", "seen"), [((50, 0, 0), True), ((-50, 0, 0), False)], ids=["Greenwich", "date line"]
)
def test_latitude_longitude_is_blind_across_the_date_line(
    scripts: Any, where: tuple[float, float, float], seen: bool
) -> None:
    positions = np.array([where, where], np.float32) + np.array([[0, 0.1, 0], [0, -0.1, 0]], np.float32)
    workload = scripts.workloads.Workload("seam", positions, np.full(2, 1.0, np.float32), 60.0)
    assert found_by(scripts, "latitude/longitude", workload) == ({(0, 1)} if seen else set())
    assert found_by(scripts, "octree", workload) == {(0, 1)}


@pytest.mark.parametrize("name", NAMES)
def test_workloads_are_what_they_say(scripts: Any, name: str) -> None:
    make = scripts.workloads.WORKLOADS[name]
    workload = make(2000, 5)
    assert workload.name == name
    assert workload.positions.shape == (2000, 3)
    assert workload.radii.shape == (2000,)
    assert workload.positions.dtype == workload.radii.dtype == np.float32
    assert (workload.radii > 0).all()
    assert (np.abs(workload.positions) <= workload.half).all()
    again, other = make(2000, 5), make(2000, 6)
    assert np.array_equal(workload.positions, again.positions)
    assert not np.array_equal(workload.positions, other.positions)


def test_the_belt_has_its_proportions(scripts: Any) -> None:
    workload = scripts.workloads.belt(16_000, 1)
    altitude = np.linalg.norm(workload.positions.astype(float), axis=1) - 100.0
    bullets = workload.radii == np.float32(0.15)
    assert bullets.sum() == 8000
    assert np.abs(altitude[bullets] - 2.0).mean() == pytest.approx(0.4, abs=0.05)
    assert (workload.radii >= 2.5).sum() >= 80  # carriers, and a few asteroids
    assert 0.2 < (altitude > 4.5).sum() / 400 < 1.5  # those that drop in, of 8000
    assert workload.radii.max() <= 4.5


def test_the_games_load_is_the_games(scripts: Any) -> None:
    radii = np.sort(scripts.workloads.game(1200, 1).radii)
    assert (radii == np.float32(0.15)).sum() == 500
    assert (radii == np.float32(0.5)).sum() + (radii == np.float32(0.7)).sum() >= 200


def test_giants_rings_and_points(scripts: Any) -> None:
    workloads = scripts.workloads
    giant = workloads.giant(1000, 1)
    pairs = true_pairs(giant)
    assert sum(0 in pair for pair in pairs) > 150
    assert np.ptp(workloads.ring(1000, 1).positions[:, 2]) < 2.0
    assert np.ptp(workloads.coincident(100, 1).positions, axis=0).max() == 0.0
    with pytest.raises(ValueError, match="at most 5,000 bodies"):
        workloads.coincident(5001, 1)


@pytest.mark.parametrize("name", ["belt", "coincident"])
def test_every_frame_is_new_and_near(scripts: Any, name: str) -> None:
    workload = scripts.workloads.WORKLOADS[name](300, 1)
    frames = scripts.workloads.drift(workload, 3)
    for frame, before in zip(frames, [workload.positions, *frames], strict=False):
        distance = np.linalg.norm(frame - before, axis=1)
        assert 0 < distance.max() < 0.3
        assert frame.dtype == np.float32
    if workload.rigid:
        assert np.ptp(frames[2], axis=0).max() == 0.0


class Recorder:
    """A contender that writes down what happens to it."""

    def __init__(self, name: str, diary: list[str]) -> None:
        """Share a diary."""
        self.name = name
        self.diary = diary

    def load(self, frame: Any) -> None:
        """Note the frame."""
        self.diary.append(f"{self.name}{frame}")

    def run(self) -> None:
        """Take no time."""


def test_repeats_are_interleaved_and_rotate(scripts: Any) -> None:
    diary: list[str] = []
    contenders = [Recorder(name, diary) for name in "abc"]
    timings = scripts.benchmarking.interleave(contenders, range(6))
    assert "".join(diary) == "a0a1a2b0b1b2c0c1c2" + "b3b4b5c3c4c5a3a4a5"
    assert {name: (len(t.run), len(t.cold), len(t.load)) for name, t in timings.items()} == dict.fromkeys(
        "abc", (4, 2, 6)
    )


def test_wrong_pairs_are_told_from_rounding(scripts: Any) -> None:
    finders, workload = scripts.pair_finders, scripts.workloads.ball(60, 1)
    frame, truth = workload.positions, finders.true_pairs(workload, workload.positions)
    assert as_set(truth) == true_pairs(workload)
    finder = finders.GridFinder(workload)
    finder.name = "someone"
    assert sum(finders.compare(finder, truth[:, ::-1], truth, frame)) == 0
    with pytest.raises(
        finders.Mismatch, match="someone is wrong on 60 bodies of ball: 1 missing, 0 too many"
    ):
        finders.compare(finder, truth[1:], truth, frame)
    with pytest.raises(finders.Mismatch, match="0 missing, 1 too many"):
        finders.compare(finder, np.concatenate([truth, [[0, 0]]]), truth, frame)
    with pytest.raises(finders.Mismatch, match="1 pairs more than once"):
        finders.compare(finder, np.concatenate([truth, truth[:1]]), truth, frame)
    finder.tolerance = 1.0
    assert finders.compare(finder, truth[2:], truth, frame) == (2, 0)


@pytest.mark.parametrize("module", ["scipy", "vesin", "coal", "warp"])
@pytest.mark.parametrize("name", ["belt", "cluster"])
def test_libraries_find_the_right_pairs(scripts: Any, module: str, name: str) -> None:
    pytest.importorskip(module)
    (rival,) = [rival for rival in scripts.grid_rivals.RIVALS if rival.module.split(".")[0] == module]
    workload = scripts.workloads.WORKLOADS[name](300, 1)
    frame = scripts.workloads.drift(workload, 1)[0]
    truth = scripts.pair_finders.true_pairs(workload, frame)
    for finder in rival.make(workload):
        finder.load(frame)
        assert finder.run() >= len(truth)
        assert sum(finder.check(truth, frame)) == 0


@pytest.fixture
def scipy_only(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the libraries that take long to load."""
    rivals = [rival for rival in scripts.grid_rivals.RIVALS if rival.package == "scipy"]
    monkeypatch.setattr(scripts.grid_peers, "RIVALS", rivals)


@pytest.mark.slow
@pytest.mark.usefixtures("scipy_only")
def test_everything_runs_and_leaves_tables_and_pictures(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scripts.grid_queries, "CALLS", 10)
    scripts.bench_grid.main(["--quick", "--sizes", "200,300", "--repeats", "1", "--output", str(tmp_path)])
    told = capsys.readouterr().out
    assert "scipy cKDTree" in told
    assert "<- sweet spot" in told
    assert "bytes per body" in told
    for name in ("grid-peers.png", "grid-experiment.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    peers, cells, queries, experiment = (
        read_table(tmp_path / f"grid-{part}.csv") for part in ("peers", "cells", "queries", "experiment")
    )
    assert [row["workload"] for row in cells] == [*NAMES, *NAMES]
    for row in cells:
        ratio = float(row["auto_ms"]) / float(row["best_ms"])
        assert float(row["over_best"]) == pytest.approx(ratio, abs=0.02, rel=0.02)
        assert int(row["best_cells"]) in scripts.grid_cells.FIXED
    assert f"at worst {max(float(row['over_best']) for row in cells):.2f} times the best fixed" in told
    assert {row["contender"] for row in peers} == {"arena, 1 worker", "arena, 2 workers", "scipy cKDTree"}
    assert {row["bodies"] for row in peers} == {"200", "300"}
    assert len({row["task"] for row in queries}) == 4
    assert {"grid 1", "grid 16", "grid auto", *EXACT} < {row["contender"] for row in experiment}


def test_an_absent_library_is_named_with_the_cure(
    scripts: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        if name == "warp":
            raise ImportError("GLIBC_2.99 not found")
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(scripts.benchmarking, "import_module", absent)
    lineup = scripts.grid_peers.Lineup()
    lineup.enter()
    assert lineup.rivals == []
    lines = capsys.readouterr().out.splitlines()
    cure = "install with: pip install -c constraints.txt -e '.[rivals]'"
    assert f"coal: skipped, is not installed; {cure}" in lines
    assert f"warp-lang: skipped, cannot be loaded (GLIBC_2.99 not found); {cure}" in lines
    assert len(lines) == 4


@pytest.mark.usefixtures("scipy_only")
@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("SLOW", 0.0), "scipy cKDTree: skipped from 200 bodies on, one run takes 0 s"),
        (("CANDIDATES_MAX", 1.0), "scipy: skipped at 200 bodies, the largest radius lets it look at some"),
    ],
)
def test_a_library_that_would_take_too_long_is_named(
    scripts: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, float],
    line: str,
) -> None:
    module = scripts.grid_peers if change[0] == "SLOW" else scripts.grid_rivals
    monkeypatch.setattr(module, *change)
    scripts.bench_grid.main(["peers", "--sizes", "200", "--repeats", "1", "--output", str(tmp_path)])
    assert line in capsys.readouterr().out
    assert {row["threads"] for row in read_table(tmp_path / "grid-peers.csv")} == {"1", "2"}


@pytest.mark.usefixtures("scipy_only")
@pytest.mark.parametrize("part", ["peers", "experiment", "queries"])
def test_whoever_is_wrong_stops_the_benchmark(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    culprit: Any = scripts.grid_queries.CollisionGrid
    if part == "peers":
        culprit = scripts.grid_rivals.ScipyFinder
    right = getattr(culprit, "query_spheres" if part == "queries" else "pairs")

    def lose_one(*arguments: Any) -> Any:
        answer = right(*arguments)
        return (answer[0], answer[1][::-1]) if part == "queries" else answer[1:]

    if part == "experiment":
        culprit = scripts.pair_finders.GridFinder
        right = culprit.pairs
    monkeypatch.setattr(culprit, right.__name__, lose_one)
    with pytest.raises(SystemExit) as left:
        scripts.bench_grid.main([part, "--sizes", "400", "--repeats", "1", "--output", str(tmp_path)])
    said = str(left.value.code)
    assert said.startswith("bench_grid: ")
    assert {"peers": "scipy cKDTree is wrong", "experiment": "grid 1 is wrong", "queries": "scipy differ"}[
        part
    ] in said
    assert "\n" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["peers", "--sizes", "0"], "argument --sizes: must be a whole number from 1 to 10,000,000, not '0'"),
        (["peers", "--sizes", "1e5"], "not '1e5'"),
        (["nothing"], "invalid choice: 'nothing'"),
        (["--repeats", "-1"], "argument --repeats"),
        (["--workload", "soup"], "there is no workload 'soup'; choose one of belt, game"),
        (["--output", __file__], f"bench_grid: cannot write to {__file__}"),
        (["peers", "--workload", "coincident", "--sizes", "6000"], "at most 5,000"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    words: list[str], complaint: str, refused: Refused, tmp_path: Path
) -> None:
    assert complaint in refused([*["--output", str(tmp_path)][: 2 * ("--output" not in words)], *words])
