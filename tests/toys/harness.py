"""Toys: things that a test file defines, registers and puts before the whole game, in a fresh interpreter.

A toy's file holds its classes and its stories. A story is a function of that file which takes a folder:
it registers the toy first, imports whatever seals a registry after that, and plays with it, mostly by
`arena.cli.main`. A test passes all of them to `play_stories`. Players' folders are those of the test, and
kernels come from the cache of the test session.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
Story = Callable[[Path], None]
SERVER = """
import importlib, json, os, sys, traceback
from pathlib import Path
stories = importlib.import_module(sys.argv[1])
for line in sys.stdin:
    name, folder, files, variables = json.loads(line)
    child = os.fork() if hasattr(os, "fork") else 0
    if child:
        print(os.waitpid(child, 0)[1], flush=True)
        continue
    os.chdir(folder)
    os.environ.update(variables)
    for number, file in enumerate(files, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    status = 1
    try:
        getattr(stories, name)(Path(folder))
        status = 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
"""
"""Runs each story that it is told of in a fork; where there are none, runs one and ends."""
SERVERS: dict[str, "subprocess.Popen[str]"] = {}
"""By module; one at most."""


def play_stories(folder: Path, *stories: Story) -> list[str]:
    """Run each story in a fork of one interpreter, which has imported its file only; return what it printed.

    Fails with what went wrong in the first that fails.
    """
    return [play_story(story, folder) for story in stories]


def play_story(story: Story, folder: Path) -> str:
    """Run one story in a fork of its file's interpreter; returns what it printed."""
    server = server_of(story.__module__)
    assert server.stdin is not None and server.stdout is not None
    with tempfile.TemporaryDirectory() as told:
        output, errors = files = [Path(told, name) for name in ("output", "errors")]
        request = (story.__name__, str(folder), [str(file) for file in files], dict(os.environ))
        server.stdin.write(f"{json.dumps(request)}\n")
        server.stdin.flush()
        status = server.stdout.readline()
        if not status:  # it has ended
            status = SERVERS.pop(story.__module__).wait()
        assert int(status) == 0, f"{output.read_text('utf-8')}{errors.read_text('utf-8')}"
        return output.read_text("utf-8")


def server_of(module: str) -> "subprocess.Popen[str]":
    """The interpreter that has imported a file of stories; it ends with this one or before the next."""
    if module not in SERVERS:
        for other in [*SERVERS]:
            SERVERS.pop(other).communicate()
        SERVERS[module] = subprocess.Popen(
            [sys.executable, "-c", SERVER, module], env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
    return SERVERS[module]
