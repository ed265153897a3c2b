"""Contexts without a window."""

import os

import pytest

from tests.processes import run_python

FORK = """
import os
from arena.render.offscreen import offscreen_context
offscreen_context().release()
if os.fork():
    os.wait()
else:
    try:
        offscreen_context()
    except RuntimeError as problem:
        print(problem)
"""


@pytest.mark.gl
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_of_a_process_that_draws_is_told_to_spawn() -> None:
    """Its driver would wait for threads that only the parent has."""
    assert '"spawn" or "forkserver"' in run_python(FORK)
