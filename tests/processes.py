"""Python in a process of its own, whose environment is the tests' but for what is said."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run_python(code: str, *arguments: str, folder: Path = ROOT, **variables: str) -> str:
    """Output of Python code that must end well.

    Args:
        code: the program.
        arguments: `sys.argv[1:]`.
        folder: current folder, and where modules are found.
        variables: of the environment, added to the tests' own.
    """
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=os.environ | {"PYTHONPATH": str(folder)} | variables,
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
