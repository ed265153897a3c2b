"""The grid's benchmark: nobody is timed who finds the wrong pairs, and whoever is absent is named."""

import csv
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
MODULES = (
    "workloads", "broad_phases", "benchmarking", "pair_finders", "grid_rivals", "grid_peers", "grid_cells",
    "grid_queries", "grid_experiment", "grid_plots", "bench_grid",
)  # fmt: skip
NAMES = ("belt", "game", "ball", "equal", "cluster", "giant", "ring", "coincident")
EXACT = ("linear search", "octants", "octree", "k-d tree")


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, Any]]:
    """The scripts as modules, found as `python scripts/bench_grid.py` finds them."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield {name: importlib.import_module(name) for name in MODULES}
    sys.path[:] = path


def brute_force(positions: NDArray[Any], radii: NDArray[Any]) -> set[tuple[int, int]]:
    """The definition, in numpy."""
    wide = positions.astype(np.float64)
    square = ((wide[:, None] - wide[None]) ** 2).sum(axis=2)
    reach = radii.astype(np.float64)[:, None] + radii.astype(np.float64)[None]
    i, j = np.nonzero(square < reach**2)
    return {(a, b) for a, b in zip(i.tolist(), j.tolist(), strict=True) if a < b}


def as_set(pairs: NDArray[Any]) -> set[tuple[int, int]]:
    """Pairs, having seen that none is there twice."""
    rows = [(i, j) for i, j in pairs.tolist()]
    assert len(set(rows)) == len(rows)
    return set(rows)


def found_by(bench: dict[str, Any], name: str, workload: Any) -> set[tuple[int, int]]:
    """What an alternative finds."""
    (phase,) = [phase for phase in bench["broad_phases"].BROAD_PHASES if phase.name == name]
    finder = bench["pair_finders"].PhaseFinder(workload, phase)
    finder.load(workload.positions)
    finder.run()
    return as_set(finder.pairs())


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(name=st.sampled_from(NAMES), n=st.integers(0, 150), seed=st.integers(1, 1000))
def test_alternatives_agree_with_brute_force(bench: dict[str, Any], name: str, n: int, seed: int) -> None:
    workload = bench["workloads"].WORKLOADS[name](n, seed)
    truth = brute_force(workload.positions, workload.radii)
    for alternative in EXACT:
        assert found_by(bench, alternative, workload) == truth, alternative
    assert found_by(bench, "latitude/longitude", workload) <= truth


def test_bodies_on_the_cutting_planes_are_found_once(bench: dict[str, Any]) -> None:
    corners = np.array([[x, y, z] for x in (-0.4, 0, 0.4) for y in (-0.4, 0, 0.4) for z in (-0.4, 0, 0.4)])
    workload = bench["workloads"].Workload(
        "planes", np.tile(corners, (3, 1)).astype(np.float32), np.full(81, 0.3, np.float32), 1.0
    )
    truth = brute_force(workload.positions, workload.radii)
    for alternative in EXACT:
        assert found_by(bench, alternative, workload) == truth, alternative


@pytest.mark.parametrize(
    ("where", "seen"), [((50, 0, 0), True), ((-50, 0, 0), False)], ids=["Greenwich", "date line"]
)
def test_latitude_longitude_is_blind_across_the_date_line(
    bench: dict[str, Any], where: tuple[float, float, float], seen: bool
) -> None:
    positions = np.array([where, where], np.float32) + np.array([[0, 0.1, 0], [0, -0.1, 0]], np.float32)
    workload = bench["workloads"].Workload("seam", positions, np.full(2, 1.0, np.float32), 60.0)
    assert found_by(bench, "latitude/longitude", workload) == ({(0, 1)} if seen else set())
    assert found_by(bench, "octree", workload) == {(0, 1)}


@pytest.mark.parametrize("name", NAMES)
def test_workloads_are_what_they_say(bench: dict[str, Any], name: str) -> None:
    make = bench["workloads"].WORKLOADS[name]
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


def test_the_belt_has_its_proportions(bench: dict[str, Any]) -> None:
    workload = bench["workloads"].belt(16_000, 1)
    altitude = np.linalg.norm(workload.positions.astype(float), axis=1) - 100.0
    bullets = workload.radii == np.float32(0.15)
    assert bullets.sum() == 8000
    assert np.abs(altitude[bullets] - 2.0).mean() == pytest.approx(0.4, abs=0.05)
    assert (workload.radii >= 2.5).sum() >= 80  # carriers, and a few asteroids
    assert 0.2 < (altitude > 4.5).sum() / 400 < 1.5  # those that drop in, of 8000
    assert workload.radii.max() <= 4.5


def test_the_games_load_is_the_games(bench: dict[str, Any]) -> None:
    radii = np.sort(bench["workloads"].game(1200, 1).radii)
    assert (radii == np.float32(0.15)).sum() == 500
    assert (radii == np.float32(0.5)).sum() + (radii == np.float32(0.7)).sum() >= 200


def test_giants_rings_and_points(bench: dict[str, Any]) -> None:
    workloads = bench["workloads"]
    giant = workloads.giant(1000, 1)
    pairs = brute_force(giant.positions, giant.radii)
    assert sum(0 in pair for pair in pairs) > 150
    assert np.ptp(workloads.ring(1000, 1).positions[:, 2]) < 2.0
    assert np.ptp(workloads.coincident(100, 1).positions, axis=0).max() == 0.0
    with pytest.raises(ValueError, match="at most 5,000 bodies"):
        workloads.coincident(5001, 1)


@pytest.mark.parametrize("name", ["belt", "coincident"])
def test_every_frame_is_new_and_near(bench: dict[str, Any], name: str) -> None:
    workload = bench["workloads"].WORKLOADS[name](300, 1)
    frames = bench["workloads"].drift(workload, 3)
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


def test_repeats_are_interleaved_and_rotate(bench: dict[str, Any]) -> None:
    diary: list[str] = []
    contenders = [Recorder(name, diary) for name in "abc"]
    timings = bench["benchmarking"].interleave(contenders, range(6))
    assert "".join(diary) == "a0a1a2b0b1b2c0c1c2" + "b3b4b5c3c4c5a3a4a5"
    assert {name: (len(t.run), len(t.cold), len(t.load)) for name, t in timings.items()} == dict.fromkeys(
        "abc", (4, 2, 6)
    )


def test_wrong_pairs_are_told_from_rounding(bench: dict[str, Any]) -> None:
    finders, workload = bench["pair_finders"], bench["workloads"].ball(60, 1)
    frame, truth = workload.positions, finders.true_pairs(workload, workload.positions)
    assert as_set(truth) == brute_force(frame, workload.radii)
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
def test_libraries_find_the_right_pairs(bench: dict[str, Any], module: str, name: str) -> None:
    pytest.importorskip(module)
    (rival,) = [rival for rival in bench["grid_rivals"].RIVALS if rival.module.split(".")[0] == module]
    workload = bench["workloads"].WORKLOADS[name](300, 1)
    frame = bench["workloads"].drift(workload, 1)[0]
    truth = bench["pair_finders"].true_pairs(workload, frame)
    for finder in rival.make(workload):
        finder.load(frame)
        assert finder.run() >= len(truth)
        assert sum(finder.check(truth, frame)) == 0


@pytest.fixture
def scipy_only(bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the libraries that take long to load."""
    rivals = [rival for rival in bench["grid_rivals"].RIVALS if rival.package == "scipy"]
    monkeypatch.setattr(bench["grid_peers"], "RIVALS", rivals)


@pytest.mark.slow
@pytest.mark.usefixtures("scipy_only")
def test_everything_runs_and_leaves_tables_and_pictures(
    bench: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bench["grid_queries"], "CALLS", 10)
    bench["bench_grid"].main(["--quick", "--sizes", "200,300", "--repeats", "1", "--output", str(tmp_path)])
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
        assert int(row["best_cells"]) in bench["grid_cells"].FIXED
    assert f"at worst {max(float(row['over_best']) for row in cells):.2f} times the best fixed" in told
    assert {row["contender"] for row in peers} == {"arena, 1 worker", "arena, 2 workers", "scipy cKDTree"}
    assert {row["bodies"] for row in peers} == {"200", "300"}
    assert len({row["task"] for row in queries}) == 4
    assert {"grid 1", "grid 16", "grid auto", *EXACT} < {row["contender"] for row in experiment}


def read_table(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file that names the machine in its first line."""
    remark, *lines = path.read_text(encoding="utf-8").splitlines()
    assert remark.startswith("# ")
    assert "numba" in remark
    return list(csv.DictReader(lines))


def test_an_absent_library_is_named_with_the_cure(
    bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        if name == "warp":
            raise ImportError("GLIBC_2.99 not found")
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(bench["benchmarking"], "import_module", absent)
    lineup = bench["grid_peers"].Lineup()
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
    bench: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, float],
    line: str,
) -> None:
    module = bench["grid_peers" if change[0] == "SLOW" else "grid_rivals"]
    monkeypatch.setattr(module, *change)
    bench["bench_grid"].main(["peers", "--sizes", "200", "--repeats", "1", "--output", str(tmp_path)])
    assert line in capsys.readouterr().out
    assert {row["threads"] for row in read_table(tmp_path / "grid-peers.csv")} == {"1", "2"}


@pytest.mark.usefixtures("scipy_only")
@pytest.mark.parametrize("part", ["peers", "experiment", "queries"])
def test_whoever_is_wrong_stops_the_benchmark(
    bench: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    culprit: Any = bench["grid_queries"].CollisionGrid
    if part == "peers":
        culprit = bench["grid_rivals"].ScipyFinder
    right = getattr(culprit, "query_spheres" if part == "queries" else "pairs")

    def lose_one(*arguments: Any) -> Any:
        answer = right(*arguments)
        return (answer[0], answer[1][::-1]) if part == "queries" else answer[1:]

    if part == "experiment":
        culprit = bench["pair_finders"].GridFinder
        right = culprit.pairs
    monkeypatch.setattr(culprit, right.__name__, lose_one)
    with pytest.raises(SystemExit) as left:
        bench["bench_grid"].main([part, "--sizes", "400", "--repeats", "1", "--output", str(tmp_path)])
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
    ],
)
def test_bad_flags_are_refused(
    bench: dict[str, Any], capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    with pytest.raises(SystemExit) as left:
        bench["bench_grid"].main(words)
    assert left.value.code == 2
    assert complaint in capsys.readouterr().err


def test_what_cannot_be_done_is_one_line(bench: dict[str, Any], tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    for words, complaint in (
        (["--output", str(blocked)], f"bench_grid: cannot write to {blocked}"),
        (
            ["peers", "--workload", "coincident", "--sizes", "6000", "--output", str(tmp_path)],
            "at most 5,000",
        ),
    ):
        with pytest.raises(SystemExit) as left:
            bench["bench_grid"].main(words)
        assert complaint in str(left.value.code)
