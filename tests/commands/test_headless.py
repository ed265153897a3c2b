"""The commands that need no window, from one end to the other."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from arena import shutdown
from arena.cli import main
from arena.game.match import Match
from arena.game.replays import replay as replays
from arena.startup.progress_bar import prepare_kernels
from arena.workers import WorkerPool
from tests.full_disk import full_disk
from tests.planets import small_planets, small_plans
from tests.playing import poison_asteroid
from tests.processes import ROOT, inherit

SMALL = ["--enemies", "20", "--asteroids", "40", "--bullets", "40", "--ticks", "30", "--seed", "5"]
STRESS_KEYS = {
    "bodies", "enemies", "asteroids", "bullets", "ticks", "workers", "seed", "tick_ms", "systems_ms", "pairs",
    "contacts", "awake", "asleep", "state_hash", "versions", "compile_s",
}  # fmt: skip


@pytest.fixture
def prepared_kernels() -> None:
    """Prepare all kernels: what a test changes in a match is not to meet one that only warms them up."""
    prepare_kernels()


def stress(capsys: pytest.CaptureFixture[str], *flags: str) -> dict[str, object]:
    """Run `arena stress --json` and return what it printed, which must be nothing but one JSON object."""
    assert main(["stress", *SMALL, "--json", *flags]) == 0
    return json.loads(capsys.readouterr().out)


def test_stress_prints_one_json_object_and_ends_in_the_same_state_for_any_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result: Any = stress(capsys, "--workers", "2")
    assert set(result) >= STRESS_KEYS
    assert (result["enemies"], result["asteroids"], result["bullets"]) == (20, 40, 40)
    assert (result["ticks"], result["workers"], result["seed"]) == (30, 2, 5)
    for name in ("tick_ms", "ai_latency_ms"):
        assert set(result[name]) == {"p50", "p95", "p99", "max"}
    kinds = {"player": 1, "drone": 13, "gunner": 7, "asteroid": 40, "bullet": 40}
    assert sum(result["kinds"].values()) == result["bodies"] == sum(kinds.values())
    hashes = {stress(capsys, "--workers", workers)["state_hash"] for workers in ("1", "5", "1")}
    assert hashes == {result["state_hash"]}


def test_stress_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stress", *SMALL, "--headless"]) == 0
    table = capsys.readouterr().out
    assert "20 enemies, 40 asteroids, 40 bullets" in table
    assert "state hash" in table
    rows = dict(line.split(maxsplit=1) for line in table.splitlines())
    assert rows["asteroid"] == "40"
    assert "(the wait for the minds, above: ai)" in rows["AI"]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a short headless demo's results."""
    folder = tmp_path_factory.mktemp("demo") / "results"
    with small_planets(), small_plans():
        assert main(["demo", "--headless", "--seconds", "3", "--seed", "4", "--output", str(folder)]) == 0
    return folder


@pytest.mark.gl
def test_demo_leaves_a_replay_a_table_and_a_picture(demo: Path) -> None:
    assert (demo / "demo.replay").is_file()
    table = (demo / "results.txt").read_text(encoding="utf-8")
    for row in ("score", "waves", "kills", "ticks/s", "state hash"):
        assert f"\n{row}" in f"\n{table}"
    with Image.open(demo / "picture.png") as picture:
        assert picture.size == (1280, 720)
        assert len(picture.convert("RGB").resize((64, 36)).getcolors(64 * 36) or []) > 20


ENDED = """
import os, sys
from arena.__main__ import run
from arena.commands import demo
from arena.game.match import Match
from arena.startup.progress_bar import prepare_kernels

def tick(match, *commands):
    if number := sent.get(match.world.tick):
        os.kill(os.getpid(), number)
    return play(match, *commands)

prepare_kernels()
sent = dict(zip((200, 260), map(int, sys.argv[2:])))
play, Match.tick = Match.tick, tick
demo._painter = lambda: (None, "nobody looks")
sys.argv[1:] = ["demo", "--headless", "--seconds", "600", "--output", sys.argv[1]]
sys.exit(run())
"""
"""A demo that gets one or two signals in its midst, by their numbers; its warm-up may be a match, too."""
BLOCKED = f"signal.pthread_sigmask(signal.SIG_BLOCK, {[int(number) for number in shutdown.SIGNALS]})"
IGNORED = f"signal.signal({int(signal.SIGINT)}, signal.SIG_IGN)"


@pytest.mark.skipif(os.name != "posix", reason="signals are inherited there")
@pytest.mark.parametrize(
    ("inherited", "sent"),
    [("pass", [signal.SIGINT]), (BLOCKED, [signal.SIGTERM]), (IGNORED, [signal.SIGINT, signal.SIGTERM])],
    ids=["nothing", "all blocked", "interrupt ignored"],
)
@pytest.mark.usefixtures("heed_signals")
def test_a_demo_that_is_asked_to_end_leaves_a_replay_of_all_its_ticks(
    tmp_path: Path, inherited: str, sent: list[signal.Signals]
) -> None:
    """The last of the signals ends it: one that it was started to ignore does not."""
    folder, last = tmp_path / "results", (200, 260)[len(sent) - 1]
    words = ["-c", inherit(inherited), "-c", ENDED, str(folder), *(str(int(number)) for number in sent)]
    ended = run(words)
    assert ended.returncode == 128 + sent[-1] and "Traceback" not in ended.stderr, ended.stderr
    assert [path.name for path in folder.iterdir()] == ["demo.replay"]
    verified = replays.verify_replay(folder / "demo.replay", 1)
    assert verified.identical and verified.ticks in (last, last + 1)


def run(words: list[str]) -> "subprocess.CompletedProcess[str]":
    """Python in a process of its own, with its end."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)


FAILING = """
import sys, time
from arena.__main__ import run
from arena.ai import minds
from arena.ai.minds import Minds
from arena.commands import demo
from arena.startup.progress_bar import prepare_kernels

def think_badly(own, chunk):
    if own._now[1] >= 200:
        raise FloatingPointError("no thought")
    think(own, chunk)

def submit_and_wait(own, world):
    submit(own, world)
    while world.tick >= 200 and own._tasks and not own._pool._batch.failures:
        time.sleep(0.001)

prepare_kernels()
think, submit = Minds._think, Minds.submit
Minds._think, Minds.submit, minds.ALONE_MOST = think_badly, submit_and_wait, 0
demo._painter = lambda: (None, "nobody looks")
sys.argv[1:] = ["demo", "--headless", "--seconds", "600", "--seed", "3", "--output", sys.argv[1]]
sys.exit(run())
"""
"""A demo whose minds fail in a thread of the pool at tick 200: the main thread waits until one has begun."""


def test_a_mind_that_fails_ends_a_demo_in_a_line_with_its_seed_and_tick(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    ended = run(["-c", FAILING, str(folder)])
    told = "error: MindError: a mind failed at tick 200 with seed 3: no thought (the traceback: --debug)"
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.splitlines()[-1] == told
    assert ended.stderr.count("no thought") == 1 and "Traceback" not in ended.stderr
    assert [path.name for path in folder.iterdir()] == ["demo.replay"]
    verified = replays.verify_replay(folder / "demo.replay", 1)
    assert (verified.identical, verified.ticks, verified.compared) == (True, 200, 180), "as far as minds went"


@pytest.mark.usefixtures("prepared_kernels")
def test_a_block_of_rows_that_fails_ends_a_stress_run_in_a_line_with_its_seed_and_tick(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise FloatingPointError("no number")

    def tick(match: Match, *commands: Any) -> None:
        if match.world.tick == 20:
            monkeypatch.setattr(WorkerPool, "run", lambda pool, tasks: work(pool, [*tasks, fail]))
        play(match, *commands)

    play, work = Match.tick, WorkerPool.run
    monkeypatch.setattr(Match, "tick", tick)
    assert main(["stress", "--headless", "--asteroids", "20000", "--workers", "2", "--seed", "5"]) == 1
    told = capsys.readouterr()
    line = told.err.splitlines()[-1]
    assert told.out == "" and told.err.count("error: ") == 1 and "Traceback" not in told.err
    assert re.fullmatch(
        r"error: TickError: \w+ failed at tick 21 with seed 5: no number \(the traceback: --debug\)", line
    )


@pytest.mark.parametrize(
    ("words", "mark"),
    [("demo --headless --seconds 1 --output {}", "note: "), (f"stress {' '.join(SMALL)} --json", "arena: ")],
    ids=["demo", "stress"],
)
@pytest.mark.usefixtures("prepared_kernels")
def test_bodies_that_are_taken_out_are_told_of_once(
    words: str,
    mark: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds, rows = set[int](), list[int]()

    def tick(match: Match, *commands: Any) -> None:
        if match.world.tick in (10, 20):
            seeds.add(match.world.seed)
            rows.append(poison_asteroid(match.world))
        play(match, *commands)

    play = Match.tick
    monkeypatch.setattr(Match, "tick", tick)
    monkeypatch.setattr("arena.commands.demo._painter", lambda: (None, "nobody looks"))
    assert main(words.format(tmp_path / "results").split()) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "held NaN" in line]
    (seed,) = seeds
    assert line.startswith(f"{mark}at tick 11 of seed {seed} body {rows[0]} (asteroid) held NaN or a number")


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet", "prepared_kernels")
def test_a_demo_that_ends_early_leaves_its_last_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "over", property(lambda match: match.world.tick >= 20))
    folder = tmp_path / "results"
    assert main(["demo", "--headless", "--seconds", "60", "--output", str(folder)]) == 0
    assert (folder / "picture.png").is_file()
    assert "ticks            20 " in (folder / "results.txt").read_text()


@pytest.mark.parametrize("full", [False, True])
def test_demo_plays_on_where_nothing_can_draw_and_tells_what_a_full_disk_loses(
    full: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("no such driver")

    monkeypatch.setattr("arena.commands.picture.offscreen_context", refuse)
    folder = tmp_path / "results"
    with full_disk(100) if full else nullcontext():
        assert main(["demo", "--headless", "--seconds", "0.5", "--output", str(folder)]) == int(full)
    told = capsys.readouterr()
    assert "state hash" in told.out and "no picture: no such driver" in told.err
    if full:
        last = told.err.splitlines()[-1]
        assert last.startswith("error: the replay could not be written")
        assert f"cannot write {folder / 'results.txt'}: File too large" in last
        assert not folder.exists()
    else:
        assert sorted(path.name for path in folder.iterdir()) == ["demo.replay", "results.txt"]


NO_HOME = dict.fromkeys(
    (
        *("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_PICTURES_DIR", "XDG_STATE_HOME"),
        *("ARENA_CACHE_DIR", "NUMBA_CACHE_DIR"),
    ),
    "/proc/nowhere",
)
"""Folders that nobody can make, not even root."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere root writes everywhere")
@pytest.mark.parametrize(
    ("words", "here", "code", "told"),
    [
        ("demo --headless --seconds 0.05 --output {}/results", ".", 0, "state hash"),
        ("demo --headless", "/proc", 2, "error: cannot make the folder arena-demo: "),
        ("scores", ".", 0, "no scores yet"),
        ("trials", ".", 0, "bronze"),
    ],
)
def test_without_a_home_that_can_be_written_all_runs(
    words: str, here: str, code: int, told: str, tmp_path: Path
) -> None:
    """Without the compiler, as its work could not be kept either, and takes minutes."""
    variables = {"NUMBA_DISABLE_JIT": "1", "MESA_GL_VERSION_OVERRIDE": "2.1", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-m", "arena", *words.format(tmp_path).split()], cwd=tmp_path / here,
        env=os.environ | NO_HOME | variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == code, ended.stderr
    assert told in ended.stdout + ended.stderr and "Traceback" not in ended.stderr
    if "{}" in words:
        assert sorted(path.name for path in tmp_path.rglob("*.*")) == ["demo.replay", "results.txt"]
        assert replays.read_replay(tmp_path / "results" / "demo.replay").ticks == 3


def test_the_pilot_of_a_demo_is_chosen_by_its_skill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("no such driver")

    monkeypatch.setattr("arena.commands.picture.offscreen_context", refuse)
    states = dict[str, str]()
    for skill in ("", "best", "weak", "learnt"):
        folder = tmp_path / f"skill {skill}"
        words = ["--skill", skill] if skill else []
        assert main(["demo", "--headless", "--seconds", "6", "--output", str(folder), *words]) == 0
        (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("state hash")]
        states[skill] = line
        assert replays.verify_replay(folder / "demo.replay", 1).identical
    assert states[""] == states["best"] and len(set(states.values())) == 3
    assert main(["demo", "--headless", "--skill", "good", "--output", str(tmp_path / "none")]) == 2
    assert "no skill 'good'; there is weak, middle, best, learnt" in capsys.readouterr().err


def test_without_its_assertions_a_game_is_the_same(tmp_path: Path) -> None:
    """Without the compiler all assertions of kernels are active, and `python -O` strips them."""

    def run(*words: str) -> str:
        command, variables = [sys.executable, *words], os.environ | {"NUMBA_DISABLE_JIT": "1"}
        ended = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    run("-m", "arena", "demo", "--headless", "--seconds", "1", "--output", str(tmp_path))
    told = run("-O", "-m", "arena", "replay", "--verify", str(tmp_path / "demo.replay"))
    assert "identical over 60 ticks" in told


def test_a_recorded_demo_verifies_and_damage_and_divergence_are_told_with_their_tick(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["replay", str(demo / "demo.replay"), "--verify"]) == 0
    assert "identical over 180 ticks" in capsys.readouterr().out
    content = bytearray((demo / "demo.replay").read_bytes())
    content[-100] ^= 1
    (tmp_path / "damaged.replay").write_bytes(content)
    assert main(["replay", str(tmp_path / "damaged.replay"), "--verify"]) == 2
    assert "tick 120" in capsys.readouterr().err
    diverged = replays.Verification(False, 60, False, 60, "position")
    monkeypatch.setattr(replays, "verify_replay", lambda *_, **__: diverged)  # pyright: ignore
    assert main(["replay", str(demo / "demo.replay"), "--verify"]) == 1
    assert "diverged at tick 60 in position" in capsys.readouterr().out


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
@pytest.mark.parametrize("scene", ["title", "crowded", "cast"])
def test_shot_draws_a_scene_and_counts_what_it_took(
    scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "shot.png"
    assert main(["shot", "--scene", scene, "--size", "320x180", "--output", str(output), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"draw_calls", "instances", "triangles", "cpu_ms", "renderer"} <= set(told)
    assert set(told["cpu_ms"]) == {"view", "upload", "draw"}
    assert 0 < told["draw_calls"] <= 27  # leaves room for debug views
    with Image.open(output) as picture:
        assert picture.size == (320, 180)


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_shot_draws_ships_of_one_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = set[int]()
    for kind in ("drone", "carrier"):
        output = str(tmp_path / f"{kind}.png")
        assert main(["shot", "--kind", kind, "--size", "320x180", "--output", output, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["scene"] == kind
        counts.add(told["triangles"])
    assert len(counts) == 2, "hulls of their own"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "name a --scene, see --list, or a --kind"),
        (["--scene", "calm", "--kind", "drone"], "or a --kind of ship, not both"),
        (["--kind", "bullet"], "no hostile kind 'bullet'; there are drone, "),
    ],
)
def test_shot_tells_what_it_can_draw(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shot", *given]) == 2
    assert said in capsys.readouterr().err


def test_shot_lists_its_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shot", "--list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"title", "calm", "crowded", "landing"} <= set(names)
