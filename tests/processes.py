"""Python in a process of its own, whose environment is the tests' but for what is said."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def inherit(change: str) -> str:
    """Code that becomes the Python of its arguments, which inherits what a statement has changed.

    Closed files, ignored and blocked signals pass to a new program, as from a shell that ran `change`.
    """
    return f"import os, signal, sys\n{change}\nos.execv(sys.executable, [sys.executable, *sys.argv[1:]])"


def run_python(
    code: str, *arguments: str, folder: Path = ROOT, flags: Sequence[str] = (), **variables: str
) -> str:
    """Output of Python code that must end well.

    Args:
        code: the program.
        arguments: `sys.argv[1:]`.
        folder: current folder, and where modules are found.
        flags: of the interpreter.
        variables: of the environment, added to the tests' own.
    """
    ended = subprocess.run(
        [sys.executable, *flags, "-c", code, *arguments], cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(folder)} | variables, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
