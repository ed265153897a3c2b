"""Fixtures of window tests: start a game, and end it even when a test fails."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.app.services import Screen, Services
from tests.app.fakes import screen_of, services_for
from tests.app.window.driver import COMPILE_SECONDS, Driver


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """Start a game and wait for nothing; it is ended with the test, and its recordings are played again."""
    drivers: list[Driver] = []

    def start(details: str = "", **options: Any) -> Driver:
        drivers.append(Driver(tmp_path, details, **options))
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.stop()
    for driver in drivers[-1:]:  # all of a test have one folder
        driver.check_recordings()


@pytest.fixture
def launch(drive: Callable[..., Driver]) -> Callable[..., Driver]:
    """Start a game, wait for its title, and give it the keyboard."""

    def start(details: str = "", **options: Any) -> Driver:
        driver = drive(details, **options)
        driver.wait_for_screen("title", COMPILE_SECONDS)
        driver.focus()
        return driver

    return start


@pytest.fixture
def services() -> Generator[Services]:
    """Services without a window, on the title, that wait for the disk at once."""
    services = services_for(workers=1)
    services.size = (1280, 720)
    services.settings.lessons_done = True
    services.disk.submit = lambda job: job(False)  # pyright: ignore[reportAttributeAccessIssue]
    services.scores.work_beside(services.disk.submit, services.say)
    services.go_to("title")
    yield services
    screen_of(services, Screen).close()
