"""Packages as shipped: the wheel holds every module, shader and asset, and works away from the checkout."""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+")


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, built as an installer would."""
    if not os.environ.get("ARENA_TESTS_SKIP_NOTHING"):
        pytest.importorskip("hatchling", reason="building the wheel needs hatchling, see the extra `test`")
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)], ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    (wheel,) = built.glob("arena_shooter-*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel, and borrows only the dependencies of this one."""
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "environment"
    venv.create(environment, with_pip=False, symlinks=sys.platform != "win32")
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    run([*pip, "install", "--no-deps", "--no-index", str(wheel)], folder)
    site = run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder)
    dependencies = Path(site.strip()) / "dependencies.pth"
    borrowed = [path for path in sys.path if Path(path).name == Path(sysconfig.get_path("purelib")).name]
    dependencies.write_text("\n".join(borrowed), encoding="utf-8")  # several if this one borrows in turn
    return python


def run(command: list[str], folder: Path) -> str:
    """Return what `command` prints; fail with all it said where it fails."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def tracked_files(folder: str) -> set[str]:
    """List the files below `folder` of the checkout that belong in a wheel."""
    found = (
        path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_constraints_are_plain_pins_of_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not PINNED.fullmatch(pin)] == []
    pinned = {pin.partition("==")[0] for pin in pins}
    assert len(pinned) == len(pins)
    extras = PROJECT["optional-dependencies"].values()
    asked = [*PROJECT["dependencies"], *(name for extra in extras for name in extra)]
    names = {re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in asked} - {PROJECT["name"]}
    assert names - pinned == set()


def test_every_import_is_a_declared_dependency() -> None:
    declared = {re.split(r"[<>=!~; ]", requirement)[0] for requirement in PROJECT["dependencies"]}
    declared = {{"pillow": "PIL", "tomli-w": "tomli_w"}.get(name, name) for name in declared}
    extras = [PROJECT["optional-dependencies"][name] for name in ("bench", "env", "sweep")]
    declared |= {re.split(r"[<>=]", requirement)[0] for extra in extras for requirement in extra}
    used: set[str] = set()
    for path in (ROOT / "arena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                used.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                used.add((node.module or "").split(".")[0])
    assert used - sys.stdlib_module_names - {"arena"} <= declared


def test_wheel_holds_every_module_shader_and_asset(wheel: Path, built: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    modules = {name for name in tracked_files("arena") if name.endswith((".py", ".typed"))}
    data = {f"arena/{name}" for folder in ("shaders", "assets") for name in tracked_files(folder)}
    pages = {name for name in data if name.startswith(("arena/assets/pictures/", "arena/assets/guide/"))}
    data -= pages
    assert pages and pages & shipped == set()
    assert modules and data and (modules | data) - shipped == set()
    assert {name.split("/")[0] for name in shipped if ".dist-info/" not in name} == {"arena"}
    (source,) = built.glob("arena_shooter-*.tar.gz")
    with tarfile.open(source) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    for names in (sources, shipped):
        assert {"arena/py.typed", "arena/kernels.txt", "arena/grid_kernels.txt"} <= names, (
            "they say that they are typed"
        )


def test_the_long_description_has_the_text_and_no_picture_nor_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        _, _, text = archive.read(name).decode().partition("\n\n")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](assets/" not in text
    assert "](https://" in text
    plain = re.sub(r"\[([\w\s]+)\]\((?:assets/guide/\w+\.md|LICENSE)\)", r"\1", readme)
    assert [line for line in text.splitlines() if line] == [
        line for line in plain.splitlines() if line and not line.startswith("![")
    ]


@pytest.mark.slow
def test_installed_wheel_finds_its_shaders_and_assets(installed: Path, tmp_path: Path) -> None:
    python = str(installed)
    question = "from arena import resources as r; print(r.path('shaders'), r.path('assets'), sep='\\n')"
    answers = run([python, "-c", question], tmp_path).splitlines()
    site = Path(
        run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], tmp_path).strip()
    )
    assert [Path(answer) for answer in answers] == [site / "arena" / "shaders", site / "arena" / "assets"]
    assert run([python, "-m", "arena", "--version"], tmp_path).startswith("arena ")


USER_SCRIPT = """# pyright: strict
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from arena import nav, sphere
from arena.game.hud import Hud
from arena.game.match import Match
from arena.grid import CollisionGrid
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.commands import PlayerCommand
from arena.catalogue import kinds, zones
from arena.sim.step import step
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone

I32, I64, F64, F32 = NDArray[np.int32], NDArray[np.int64], NDArray[np.float64], NDArray[np.float32]
points = np.zeros((10, 3), np.float32)
radii = np.ones(10, np.float32)

grid = CollisionGrid(lower=(-50, -50, -50), upper=(50, 50, 50), workers=2)
assert_type(grid.rebuild(points, radii), None)
assert_type(grid.pairs(), I32)
assert_type(grid.query_sphere((0, 0, 0), 10), I32)
assert_type(grid.query_box((0, 0, 0), (1, 1, 1)), I32)
assert_type(grid.query_capsule((0, 0, 0), (1, 1, 1), 1.0), I32)
assert_type(grid.query_spheres(points, radii), tuple[I64, I32])
assert_type(grid.nearest(points, k=3), tuple[I32, F64])
assert_type(grid.cast((-50, 0, 0), (50, 0, 0)), tuple[int, float] | None)

tiles = nav.create_tiles(4)
tile_map = nav.sphere_map(tiles)
flow = nav.create_flow(tile_map)
planner = nav.RoutePlanner(tile_map, capacity=64)
assert_type(tiles, nav.Tiles)
assert_type(tile_map, nav.TileMap)
assert_type(flow, nav.FlowField)
assert_type(nav.tiles_of(tiles, points), I32)
assert_type(nav.refresh_tiles(tile_map, (0, 9), np.zeros(10, np.int64), grid.query_sphere((0, 0, 0), 1),
                              points, radii, shell_radius=50.0), None)
assert_type(nav.advance_flow(tile_map, flow, nav.tiles_of(tiles, points)), None)
assert_type(nav.flow_directions(tiles, tile_map, flow, points), F64)
assert_type(planner.follow(0, 5), None)
assert_type(planner.update(nav.tiles_of(tiles, points), 7), int)
assert_type(planner.routes, nav.Routes)
assert_type(nav.create_route_search(tile_map), nav.RouteSearch)

assert_type(sphere.unit((1, 2, 3)), F64)
assert_type(sphere.distance((1, 2, 3), (3, 2, 1)), F64)
assert_type(sphere.tangent_frame((1, 2, 3)), tuple[F64, F64])

world = World(WorldConfig(enemies=0, asteroids=100))
assert_type(world.bodies, Bodies)
assert_type(world.bodies.position, F32)
assert_type(world.place(kinds.ASTEROID.number, (1, 0, 0), radius=1.0), int)
assert_type(add_zone(world, zones.WELL.number, (1, 0, 0), radius=12, strength=20), int)
assert_type(step(world, [PlayerCommand()]), None)

with Match(seed=7) as match:
    assert_type(match, Match)
    assert_type(match.tick([PlayerCommand(move_y=127)]), None)
    assert_type(match.snapshot(), bytes)
    assert_type(match.hud(), Hud)
    assert_type(match.state_hash(), int)

kernels: list[Any] = [nav.find_route, nav.flow_direction, nav.next_waypoint, nav.slice_of_tick, nav.tile_of]
"""
"""As a user of the package may write it. Kernels, which numba has made, are Any."""


@pytest.mark.slow
def test_a_script_of_a_users_sees_the_types_of_the_package(installed: Path, tmp_path: Path) -> None:
    if not os.environ.get("ARENA_TESTS_SKIP_NOTHING"):
        pytest.importorskip("basedpyright", reason="checking types needs basedpyright, see the extra `test`")
    (tmp_path / "user.py").write_text(USER_SCRIPT, encoding="utf-8")
    checker = [sys.executable, "-P", "-m", "basedpyright", "--level", "error", "--pythonpath", str(installed)]
    assert "0 errors" in run([*checker, "user.py"], tmp_path)
