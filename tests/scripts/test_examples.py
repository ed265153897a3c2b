"""Examples: each runs as a stranger runs it, and what it prints is what it promises."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import ROOT

FOLDER = ROOT / "scripts" / "examples"
Numbers = list[float]
PROMISES: dict[str, tuple[str, Callable[[Numbers], bool]]] = {
    "boids": (r"agree to (-?[\d.]+)", lambda said: abs(said[0]) < 0.1 and min(said[2:]) > 0.9),
    "environment": (r"seed \d+: (\d+) points", lambda said: len(said) == 3 and min(said) > 0),
    "own_enemy": (r"won after ([\d.]+) s\n(\d+) hornets down", lambda said: said[1] == 12),
    "own_level": (r"ice_and_guns.toml:(\d+)|'phases': '(\d) of (\d)'", lambda said: said == [16, 2, 2]),
    "own_mode": (r"(\d+) rocks broken, (\d+) pieces fly\nverified", lambda said: said[0] > 20),
    "own_weapon": (r"(?:pulse|rail): (\d+) kills", lambda said: len(said) == 2 and min(said) > 40),
    "particles": (
        r"(\d+) pairs|energy ([\d.]+) of|overlap ([\d.]+) of",
        lambda said: said[0] > 10_000 and abs(said[1] - 1.0) < 1e-3 and said[2] < 0.3,
    ),
    "sphere_flock": (
        r"agree to (-?[\d.]+)|off the sphere (\S+), out of the plane (\S+)",
        lambda said: said[0] < 0.2 and said[-3] > 0.85 and max(said[-2:]) < 1e-12,
    ),
}

KEPT = """
import importlib, runpy, sys
from dataclasses import replace

file, module, registry, row, name = sys.argv[1:]
kept = replace(runpy.run_path(file)[row], name=name)
getattr(importlib.import_module(module), registry).add(kept)
runpy.run_path(file, run_name="__main__")
"""
"""A row of an example in the catalogue under some name, and then the example."""

KEPT_MODE = """
import runpy, sys
from arena.game.modes import MODES

MODES.register(runpy.run_path(sys.argv[1])["Quarry"])
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def test_every_example_has_a_promise() -> None:
    assert sorted(PROMISES) == sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", PROMISES)
def test_an_example_does_what_it_says(name: str, tmp_path: Path) -> None:
    hold(name, [str(FOLDER / f"{name}.py")], tmp_path)


@pytest.mark.parametrize("kept", ["hornet", "wasp"])
def test_an_enemy_that_was_kept_is_played_or_left_alone(kept: str, tmp_path: Path) -> None:
    where = ["arena.catalogue.kind_row", "KINDS", "HORNET", kept]
    told = hold("own_enemy", ["-c", KEPT, str(FOLDER / "own_enemy.py"), *where], tmp_path)
    assert ("already kept" in told) == (kept == "hornet")


@pytest.mark.parametrize("kept", ["rail", "coil"])
def test_a_weapon_that_was_kept_is_played_or_left_alone(kept: str, tmp_path: Path) -> None:
    where = ["arena.catalogue.weapons", "WEAPONS", "RAIL", kept]
    told = hold("own_weapon", ["-c", KEPT, str(FOLDER / "own_weapon.py"), *where], tmp_path)
    assert ("already kept" in told) == (kept == "rail")


def test_a_mode_that_was_kept_is_played(tmp_path: Path) -> None:
    told = hold("own_mode", ["-c", KEPT_MODE, str(FOLDER / "own_mode.py")], tmp_path)
    assert "already kept" in told


def hold(name: str, words: list[str], folder: Path) -> str:
    """Run Python, hold what it prints against an example's promise, and return it."""
    pattern, holds = PROMISES[name]
    ended = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    found = [number for one in re.finditer(pattern, ended.stdout) for number in one.groups() if number]
    assert holds([float(number) for number in found]), ended.stdout
    return ended.stdout
