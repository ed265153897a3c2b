"""How window tests start a game, and end it whatever happens."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from arena.app.routes import ROUTES
from arena.app.services import Services
from tests.app.play.test_players import services_for
from tests.app.window.driver import COMPILE_SECONDS, Driver


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """Start a game and wait for nothing; it is ended with the test."""
    if not os.environ.get("DISPLAY"):
        pytest.fail("window tests need a display; run them as: xvfb-run -a python -m pytest -m window")
    if shutil.which("xdotool") is None:
        pytest.fail("window tests need xdotool")
    drivers: list[Driver] = []

    def start(
        details: str = "",
        cache: Path | None = None,
        quality: str = "low",
        prelude: str = "",
        newcomer: bool = False,
    ) -> Driver:
        drivers.append(Driver(tmp_path, details, cache, quality, prelude, newcomer))
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.stop()


@pytest.fixture
def launch(drive: Callable[..., Driver]) -> Callable[..., Driver]:
    """Start a game, wait for its title, and go on to `screen`."""

    def start(screen: str = "title") -> Driver:
        driver = drive()
        driver.wait_for_screen("title", COMPILE_SECONDS)
        driver.focus()
        if screen == "play":
            driver.begin()
        return driver

    return start


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[Services]:
    """Services without a window, on the title, that wait for the disk at once."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    services = services_for(workers=1)
    services.routes, services.size = ROUTES, (1280, 720)
    services.settings.lessons_done = True
    services.disk.submit = lambda job: job(False)  # pyright: ignore[reportAttributeAccessIssue]
    services.scores.work_beside(services.disk.submit, services.say)
    services.go_to("title")
    yield services
    assert services.screen is not None
    services.screen.close()
