"""Build what is published: a wheel with compiled kernels, and the source distribution.

    .venv/bin/python scripts/build.py [--output FOLDER] [--target NAME]

All kernels are compiled into a fresh folder, for the target that most machines of this family run (see
`arena.jit.target`), and the wheel brings them along: it is for this Python's version and this system, and its
first start compiles nothing. Other versions of Python install the source distribution, and compile once.
Both files are checked by `twine`, as the package index does. Takes about three minutes of two cores.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from hatch_hooks import KERNELS  # noqa: E402

from arena.jit.target import SWITCH, TARGETS, runs_here  # noqa: E402

HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[build]'"
COMPILE = """
from arena.grid import prepare
from arena.startup.progress_bar import prepare_kernels
prepare_kernels()
prepare()
"""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    options = parse(arguments)
    output = Path(options.output).resolve()
    if missing := [name for name in ("hatchling", "twine") if not is_installed(name)]:
        sys.exit(f"build: {', '.join(missing)} is not installed: {HOW_TO_INSTALL}")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arena-build-") as scratch:
        kernels = compile_kernels(Path(scratch), options.target)
        made = build_packages(output, kernels)
    run([sys.executable, "-m", "twine", "check", "--strict", *map(str, made)])
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path}")
    print(f"in {time.monotonic() - begun:.0f} s")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    names = [name for name, target in TARGETS.items() if target.cpu and runs_here(target)]
    parser = argparse.ArgumentParser(
        prog="build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
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
    """Build the wheel and the source distribution into `output`; returns their paths."""
    with tempfile.TemporaryDirectory(prefix="arena-dist-") as fresh:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", fresh]
        run(command, os.environ | {KERNELS: str(kernels)})
        output.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copy2(path, output)) for path in sorted(Path(fresh).iterdir())]


def run(command: list[str], variables: Mapping[str, str] | None = None) -> None:
    """Run a step in the checkout; end with its exit code where it fails."""
    ended = subprocess.run(command, cwd=ROOT, env=dict(variables or os.environ), check=False)
    if ended.returncode:
        sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
