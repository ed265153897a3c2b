"""Toys: things that a test file defines, registers and puts before the whole game, in a fresh interpreter.

A toy's file holds its classes and its stories. A story is a function of that file which takes a folder:
it registers the toy first, imports whatever seals a registry after that, and plays with it, mostly by
`arena.cli.main`. A test passes it to `play_story`. Players' folders are those of the test, and kernels come
from the cache of the test session.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NO_PICTURE = {"MESA_GL_VERSION_OVERRIDE": "2.1"}
"""A machine whose OpenGL is too old to draw: headless commands skip their pictures, which take seconds."""


def play_story(story: Callable[[Path], None], folder: Path, **environment: str) -> str:
    """Run a story in an interpreter of its own; returns what it printed, fails with what went wrong there."""
    code = (
        f"from pathlib import Path\nfrom {story.__module__} import {story.__name__}\n"
        f"{story.__name__}(Path({str(folder)!r}))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}{ended.stderr}"
    return ended.stdout
