"""Build what is published: a wheel with compiled kernels, the source distribution, and a folder that plays.

    .venv/bin/python scripts/build.py [packages|folder|all] [--output FOLDER] [--target NAME]

packages    the wheel and the sources. The wheel is for this Python's version and this system, and its first
            start compiles nothing; other versions of Python install the sources, and compile once. `twine`
            checks both, as the package index does
folder      the game with a Python of its own, by PyInstaller, as arena-VERSION-SYSTEM.tar.xz: unpack, and
            start `arena`. With icon, desktop entry and the licences of all that is in it; tried by
            `arena --self-test` before it is packed. For Linux: nobody has tried it on another system yet

Beside each lies its bill of materials (*.cdx.json, in CycloneDX): versions, licences and hashes of all that
it needs or holds.

All kernels are compiled first, into a fresh folder and for the target that most machines of this family run
(see `arena.jit.target`). Takes about five minutes of two cores.
"""

import argparse
import compileall
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from py_compile import PycInvalidationMode

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

import bill_of_materials as bills  # noqa: E402
from hatch_hooks import KERNELS  # noqa: E402

import arena  # noqa: E402
from arena.jit.target import SWITCH, TARGETS, runs_here  # noqa: E402

PACKAGE = Path("_internal", "arena")
"""Folder of the game's modules in what PyInstaller makes."""
SPEC = ROOT / "scripts" / "arena.spec"
BILL = "arena.cdx.json"
DESKTOP_ENTRY = """[Desktop Entry]
Type=Application
Name=Arena
Comment=Hold the orbit of a small planet against everything that falls into it
Exec=arena
Icon=arena
Categories=Game;ActionGame;
Terminal=false
"""
"""For a machine on whose path `arena` is, and among whose icons `arena.png`."""
HOW_TO_INSTALL = "python3 scripts/setup_environment.py build"
COMPILE = """
from arena.grid import prepare
from arena.startup.progress_bar import prepare_kernels
prepare_kernels()  # as a start without the learnt pilot finds them full
from arena.env.pilot import warm_up_pilot
from arena.env.radar import warm_up_radar
prepare_kernels(warm_up_pilot, warm_up_radar)
prepare()
"""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    options = parse(arguments)
    output = Path(options.output).resolve()
    wanted = [name for name in MAKERS if options.what in (name, "all")]
    if "folder" in wanted and sys.platform != "linux":
        sys.exit("build: the folder is made for Linux only so far: nobody has tried it on this system")
    if missing := [tool for name in wanted for tool in TOOLS[name] if not is_installed(tool)]:
        sys.exit(f"build: {', '.join(missing)} is not installed: {HOW_TO_INSTALL}")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arena-build-") as scratch:
        kernels = compile_kernels(Path(scratch), options.target)
        made = [path for name in wanted for path in MAKERS[name](output, kernels)]
    if packages := [path for path in made if path.name.endswith((".whl", ".tar.gz"))]:
        run([sys.executable, "-m", "twine", "check", "--strict", *map(str, packages)])
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path}")
    print(f"in {time.monotonic() - begun:.0f} s")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    names = [name for name, target in TARGETS.items() if target.cpu and runs_here(target)]
    parser = argparse.ArgumentParser(
        prog="build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what", nargs="?", default="packages", choices=["packages", "folder", "all"], help="default packages"
    )
    parser.add_argument("--output", default="dist", metavar="FOLDER", help="default dist")
    parser.add_argument(
        "--target", choices=names, default=names[0] if names else None, metavar="NAME",
        help=f"processor family of the kernels: {', '.join(names)}; default the first",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    if options.target is None:
        parser.error("no target that other machines share runs on this processor")
    return options


def is_installed(name: str) -> bool:
    """Return whether a tool can be run as a module."""
    tool = subprocess.run([sys.executable, "-m", name, "--help"], capture_output=True, check=False)
    return tool.returncode == 0


def compile_kernels(folder: Path, target: str) -> Path:
    """Compile everything for a target into `folder`; returns where the files lie."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    run([sys.executable, "-c", COMPILE], variables | {SWITCH: target, "ARENA_CACHE_DIR": str(folder)})
    return folder / "kernels"


def build_packages(output: Path, kernels: Path) -> list[Path]:
    """Build the wheel and the source distribution into `output`, with their bill; returns the paths."""
    with tempfile.TemporaryDirectory(prefix="arena-dist-") as fresh:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", fresh]
        run(command, os.environ | {KERNELS: str(kernels)})
        output.mkdir(parents=True, exist_ok=True)
        made = [Path(shutil.copy2(path, output)) for path in sorted(Path(fresh).iterdir())]
    bill = output / f"arena_shooter-{arena.__version__}.cdx.json"
    return [*made, bills.write_bill(bills.describe_packages(made), bill)]


def build_folder(output: Path, kernels: Path) -> list[Path]:
    """Build the folder that plays, try it, and pack it into `output`, with its bill; returns the paths."""
    with tempfile.TemporaryDirectory(prefix="arena-folder-") as fresh:
        build = Path(fresh)
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
        command += ["--distpath", str(build / "dist"), "--workpath", str(build / "work"), str(SPEC)]
        run(command, os.environ | {KERNELS: str(kernels)})
        folder = build / "dist" / "arena"
        complete(folder)
        if unnamed := bills.unnamed_packages(folder):
            sys.exit(f"build: {', '.join(sorted(unnamed))} got into the folder: see LEFT_OUT in {SPEC.name}")
        (build / "home").mkdir()
        # No Python, no library and no cache of this machine helps it.
        run([str(folder / "arena"), "--self-test"], {"HOME": str(build / "home"), "PATH": os.devnull})
        output.mkdir(parents=True, exist_ok=True)
        name = f"arena-{arena.__version__}-{platform.system().lower()}-{platform.machine()}"
        bill = shutil.copy(folder / BILL, output / f"{name}.cdx.json")
        return [
            Path(shutil.make_archive(str(output / name), "xztar", folder.parent, folder.name)),
            Path(bill),
        ]


def complete(folder: Path) -> None:
    """Add bytecode, icon, entry, licences and bill to what PyInstaller made; leave debug symbols out."""
    # The game's modules lie there as sources, and PyInstaller's Python writes no bytecode: starts compiled.
    unchecked = PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder / PACKAGE, ddir="arena", quiet=1, invalidation_mode=unchecked)
    for library in folder.rglob("libllvmlite.so"):
        if strip := shutil.which("strip"):
            run([strip, str(library)])
    shutil.copy(ROOT / "assets" / "pictures" / "icon.png", folder / "arena.png")
    (folder / "arena.desktop").write_text(DESKTOP_ENTRY, encoding="utf-8")
    bills.collect_licences(folder)
    bills.write_bill(bills.describe_folder(folder), folder / BILL)


MAKERS = {"packages": build_packages, "folder": build_folder}
"""Functions that build, by what they make; each takes the output folder and that of the kernels."""
TOOLS = {"packages": ("hatchling", "twine"), "folder": ("PyInstaller",)}
"""Modules that each needs."""


def run(command: list[str], variables: Mapping[str, str] | None = None) -> None:
    """Run a step in the checkout; end with its exit code where it fails."""
    ended = subprocess.run(command, cwd=ROOT, env=dict(variables or os.environ), check=False)
    if ended.returncode:
        sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
