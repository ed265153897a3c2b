"""Plugin of pytest that stops and skips each test that takes too much processor time.

What a test covered until then counts. Needs a system with timers of processor time.
"""

import signal
from collections.abc import Generator
from typing import Any

import pytest

LIMIT = 8.0
"""Processor time of a test [s]."""


AGAIN = 1.0
"""From one attempt to stop it to the next [s]: code under test may catch the first."""


class TooLongError(BaseException):
    """A test took longer; no `except Exception` of the code under test stops it."""


def _stop(number: int, frame: object) -> None:
    raise TooLongError


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    """Run a test, for so long at most."""
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT, AGAIN)
    try:
        return (yield)
    except TooLongError:
        pytest.skip(f"takes more than {LIMIT:g} s")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
