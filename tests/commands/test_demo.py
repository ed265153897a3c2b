"""Demo in the window: which kernels it needs, and who compiles them."""

import json

import pytest

from tests.processes import run_python

OPENED = """
import json, sys
from arena.cli import main
from arena.commands import window

def open_window(start, **details):
    kernels = sys.modules.get("arena.jit.kernels")
    compiled = kernels.compiled_count() if kernels else 0
    called = [warm_up.__name__ for warm_up in details.get("warm_ups", ())]
    print(json.dumps([start, "pilot" in details, called, compiled, "arena.env" in sys.modules]))
    return 0

window.open_window = open_window
sys.exit(main(["demo", *sys.argv[1:]]))
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], ["demo", False, [], 0, False]),
        (["--skill", "weak"], ["demo", True, [], 0, False]),
        (["--skill", "best"], ["demo", True, [], 0, False]),
        (["--skill", "learnt"], ["demo", True, ["warm_up_pilot"], 0, True]),
    ],
)
def test_nothing_is_compiled_before_the_window_and_only_the_learnt_pilot_needs_more(
    words: list[str], told: list[object]
) -> None:
    assert json.loads(run_python(OPENED, *words)) == told
