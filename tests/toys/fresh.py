"""Toys run in an interpreter of their own: what they add to the game is gone with it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_fresh(toy: Callable[[], None]) -> None:
    """Call a function of a test module in a fresh interpreter, and fail with what it printed."""
    code = f"from {toy.__module__} import {toy.__name__}; {toy.__name__}()"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, timeout=600
    )
    assert result.returncode == 0, result.stdout + result.stderr
