"""Python files that happen to lie in the folder in which the game is started are none of its code."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
STRANGERS = (
    "platformdirs",
    "numpy",
    "numba",
    "tqdm",
    "llvmlite",
    "tomllib",
    "pathlib",
    "argparse",
    "socket",
    "PIL",
)

COMPILE = """
import sys
from pathlib import Path
from arena.jit import ahead
worker = ahead.start_worker(Path(sys.argv[1]))
worker.process.stdin.write("0\\n")
worker.process.stdin.flush()
print(worker.process.stdout.readline().strip())
worker.process.kill()
"""
PLAY = """
import os, sys
sys.path.insert(0, sys.argv[1])
import play
play.os.execve = lambda program, command, variables: print(*command, sep="\\n")
play.setup.PYTHON = sys.executable
play.start(["--version"])
"""


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder full of modules that nobody should import."""
    for name in STRANGERS:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('ran {name}.py of the current folder')\n")
    return tmp_path


def run(words: Sequence[str], folder: Path) -> str:
    """The output of a Python that finds the package, as if it were installed."""
    ended = subprocess.run(
        [sys.executable, *words], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_the_command_runs_no_strangers(strange: Path) -> None:
    assert '"ticks": 2' in run(["-m", "arena", "stress", "--ticks", "2", "--json"], strange)


def test_compiling_processes_run_no_strangers(strange: Path) -> None:
    record = ROOT / "arena" / "kernels.txt"
    assert run(["-P", "-c", COMPILE, str(record)], strange) == "0\n"


def test_the_script_that_starts_the_game_runs_no_strangers(strange: Path) -> None:
    command = run(["-P", "-c", PLAY, str(SCRIPTS)], strange).splitlines()
    assert run(command[command.index("-P") :], strange).startswith("arena ")
