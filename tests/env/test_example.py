"""The example in `scripts/examples` plays, and what it records verifies."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.env.environment import ArenaEnv
from arena.game.replays.replay import verify_replay
from arena.sim.kinds import Pool
from arena.tuning import TICK_RATE
from tests.modules import ROOT
from tests.playing import towards

SCRIPT = ROOT / "scripts" / "examples" / "environment.py"


@pytest.fixture(scope="module")
def example() -> Any:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("example_environment", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("rows", "move", "aim", "fire", "bomb"),
    [
        ({}, (0.0, 1.0), (0.0, 0.0), 0.0, 0.0),
        ({"right": 0.33}, (0.0, 0.7), (1.0, 0.0), 1.0, 0.0),
        ({"right": 0.83}, (1.0, 0.7), (1.0, 0.0), 1.0, 0.0),
        ({"up": -0.03}, (0.7, 0.9), (0.0, -1.0), 1.0, 0.0),
        ({"right": 0.33, "shield": 0.2}, (0.0, 0.7), (1.0, 0.0), 1.0, 1.0),
    ],
    ids=["alone", "a third away", "far", "near", "hurt"],
)
def test_it_keeps_a_third_of_the_reach_away_and_shoots(
    example: Any, rows: dict[str, float], move: Any, aim: Any, fire: float, bomb: float
) -> None:
    view = np.zeros(example.LAYOUT.size, np.float32)
    view[example.ROW["shield"]] = rows.get("shield", 1.0)
    for name in ("right", "up"):
        view[example.ROW[f"threat_0_{name}"]] = rows.get(name, 0.0)
    view[example.ROW["threat_0_present"]] = float(bool(rows))
    action = example.fly(view)
    assert action[[0, 1, 2, 3, 4, 6]] == pytest.approx([*move, *aim, fire, bomb], abs=1e-4)


def test_it_shoots_down_a_ship_beside_it(example: Any) -> None:
    env = ArenaEnv(layout=example.LAYOUT)
    view, _ = env.reset(seed=1)
    match = env.episodes.match
    world = match.world
    for pool in (Pool.ASTEROID, Pool.COMPANION):
        world.pools[pool].clear()
    row = world.place(kinds.GUNNER.number, towards(match, 9.0, 6.0))
    while world.bodies.alive[row] and world.tick < 20 * TICK_RATE:
        world.bodies.health[0] = 100.0
        view, *_ = env.step(example.fly(view))
    assert world.tables["score"].kills[kinds.GUNNER.number] == 1
    env.close()


def test_it_tells_points_and_rewards_and_its_replay_verifies(tmp_path: Path) -> None:
    replay = tmp_path / "example.replay"
    flags = ["--games", "2", "--limit", "6", "--replay", str(replay)]
    told = subprocess.run(
        [sys.executable, str(SCRIPT), *flags], capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout.splitlines()
    for seed, line in enumerate(told, 1):
        found = re.fullmatch(rf"seed {seed}: (\d+) points in 6 s, reward (-?[\d.]+)", line)
        assert found and float(found[2]) == pytest.approx(int(found[1]) / 100, abs=0.051), line
    assert len(told) == 2
    found = verify_replay(replay, 1)
    assert (found.identical, found.ticks) == (True, 360)
