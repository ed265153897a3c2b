"""Toys: things that a test file defines, registers and puts before the whole game, in a fresh interpreter.

A toy's file holds its classes and its stories. A story is a function of that file which takes a folder:
it registers the toy first, imports whatever seals a registry after that, and plays with it, mostly by
`arena.cli.main`. A test passes all of them to `play_stories`. Players' folders are those of the test, and
kernels come from the cache of the test session.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
Story = Callable[[Path], None]
PLAY = """
import os, sys
from pathlib import Path
from {module} import {names}
for story in ({names},):
    print(chr(30), end="", flush=True)
    child = {fork}
    if not child:
        story(Path({folder!r}))
        sys.stdout.flush()
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"in the story {{story.__name__}}")
"""


def play_stories(folder: Path, *stories: Story) -> list[str]:
    """Run each story in a fork of one interpreter, which has imported its file only; return what it printed.

    Fails with what went wrong in the first that fails.
    """
    if len(stories) > 1 and not hasattr(os, "fork"):
        return [play_story(story, folder) for story in stories]
    code = PLAY.format(
        module=next(iter(stories)).__module__, names=", ".join(story.__name__ for story in stories),
        folder=str(folder), fork="os.fork()" if len(stories) > 1 else "0",
    )  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, f"{ended.stdout}{ended.stderr}"
    return ended.stdout.split(chr(30))[1:]


def play_story(story: Story, folder: Path) -> str:
    """Run one story in an interpreter of its own; returns what it printed."""
    return play_stories(folder, story)[0]
