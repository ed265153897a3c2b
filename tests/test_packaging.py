"""What is shipped: the wheel holds every module, shader and asset, and works away from the checkout."""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as an installer would."""
    if not os.environ.get("ARENA_TESTS_SKIP_NOTHING"):
        pytest.importorskip("hatchling", reason="building the wheel needs hatchling, see the extra `test`")
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT)
    (built,) = folder.glob("arena-*.whl")
    return built


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


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not PINNED.fullmatch(pin)] == []
    assert len({pin.partition("==")[0] for pin in pins}) == len(pins)


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    names = {re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in asked} - {"arena"}
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert [name for name in sorted(names) if f"\n{name}==" not in pins] == []


def test_every_import_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=!~; ]", requirement)[0] for requirement in project["dependencies"]}
    declared = {{"pillow": "PIL", "tomli-w": "tomli_w"}.get(name, name) for name in declared}
    used: set[str] = set()
    for path in (ROOT / "arena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                used.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                used.add((node.module or "").split(".")[0])
    assert used - sys.stdlib_module_names - {"arena"} <= declared


def test_wheel_holds_every_module_shader_and_asset(wheel: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    modules = {name for name in tracked_files("arena") if name.endswith((".py", ".typed"))}
    data = {f"arena/{name}" for folder in ("shaders", "assets") for name in tracked_files(folder)}
    assert modules
    assert data
    assert (modules | data) - shipped == set()
    assert {name.split("/")[0] for name in shipped if ".dist-info/" not in name} == {"arena"}


@pytest.mark.slow
def test_installed_wheel_finds_its_shaders_and_assets(wheel: Path, tmp_path: Path) -> None:
    """The wheel goes into an environment of its own that borrows only the dependencies of this one."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False, symlinks=sys.platform != "win32")
    python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--no-deps",
            "--no-index",
            str(wheel),
        ],
        tmp_path,
    )
    site = Path(
        run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], tmp_path).strip()
    )
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    question = "from arena import resources as r; print(r.path('shaders'), r.path('assets'), sep='\\n')"
    answers = run([str(python), "-c", question], tmp_path).splitlines()
    assert [Path(answer) for answer in answers] == [site / "arena" / "shaders", site / "arena" / "assets"]
    assert run([str(python), "-m", "arena", "--version"], tmp_path).startswith("arena ")
