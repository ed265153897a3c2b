"""A process that plays by changed numbers: bots' games come in as lines of JSON, what came of them goes out.

Numbers reach columns and kernels when `arena.sim` is imported, so each set of changes takes a process of its
own. `play_changed` starts it, and keeps it as long as games with the same changes come.
"""

import dataclasses
import json
import queue
import subprocess
import threading
from typing import TYPE_CHECKING, Any, NoReturn

from arena.catalogue.changes import change_number
from arena.jit.ahead import start_child

if TYPE_CHECKING:
    from arena.sweep.games import BotGame

_lock = threading.Lock()
_child: "tuple[str, subprocess.Popen[str]] | None" = None
"""Changes and process of the last game."""


class VariantError(Exception):
    """A game by changed numbers failed."""


def play_changed(game: "BotGame", changes: str) -> dict[str, Any]:
    """Result of a game by changed numbers, as `PATH=VALUE` with spaces between them.

    Raises:
        VariantError: the changes or the game failed.
    """
    with _lock:
        process = _process(changes)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(dataclasses.asdict(game)) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    result = json.loads(answer) if answer else {"error": f"its process ended with code {process.wait()}"}
    if "error" in result:
        raise VariantError(f"{changes}: {result['error']}")
    return result


def _process(changes: str) -> "subprocess.Popen[str]":
    global _child  # noqa: PLW0603 - one for this process, as games of one set of changes come together
    if _child is not None and (_child[0] != changes or _child[1].poll() is not None):
        _child[1].kill()
        _child[1].communicate()
        _child = None
    if _child is None:
        _child = changes, start_child(__name__, changes)
    return _child[1]


def main(changes: str, requests: "queue.SimpleQueue[str]") -> NoReturn:
    """Play games by changed numbers, for ever."""
    play: Any = None
    while True:
        request = json.loads(requests.get())
        try:
            play = play or _begin(changes)
            answer = play(request)
        except Exception as error:  # whatever it is, the other process tells it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def _begin(changes: str) -> Any:
    """Change numbers, then import what is made from them; return a function that plays."""
    for change in changes.split():
        path, _, value = change.partition("=")
        change_number(path, float(value))
    from arena.game.rules import rules_hash
    from arena.sweep.games import BotGame
    from arena.sweep.tasks import RULES

    return lambda request: {RULES: rules_hash().hex(), **BotGame(**request).run()}
