"""Window of an environment. Needs a display (`xvfb-run`)."""

import os
import subprocess
import sys

import pytest

from tests.processes import ROOT, run_python

PLAYED = """
import numpy as np
from arena.env.environment import ArenaEnv

env = ArenaEnv("human", (320, 180), mode="endless", frame_skip=2)
env.reset(seed=3)
window = env._painter._window
for _ in range(20):
    env.step(np.array([0, 1, 0, 1, 1, 0, 0, 0, 0], np.float32))
picture = np.frombuffer(window.target().read(), np.uint8)
print(window.size, window.window.visible, picture.std() > 5, env.render())
env.reset(seed=4)
window.window.dispatch_event("on_close")
env.step(np.zeros(9, np.float32))
print(window.window.context is None, env.episodes.info()["tick"])
env.close()
"""


@pytest.mark.window
def test_a_window_shows_the_game_and_goes_when_it_is_closed() -> None:
    assert run_python(PLAYED) == "(320, 180) True True None\nTrue 2\n"


def test_without_a_display_there_is_one_clear_line() -> None:
    code = "from arena.env.environment import ArenaEnv; ArenaEnv('human').reset(seed=1)"
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    line = 'RuntimeError: no display found for render_mode="human"; "rgb_array" needs none'
    assert ended.stderr.splitlines()[-1] == line
