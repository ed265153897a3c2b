"""Screens reach each other through the table of routes only, and the table leads to every screen."""

import os
import subprocess
import sys

import pytest

from arena.app.play.match_screen import setup_as_asked
from arena.app.routes import FIRST, ROUTES, first_screen
from arena.app.services import Options, Screen, Services
from arena.app.storage.levels import load_world
from tests.app.fakes import screen_of
from tests.modules import MODULES, ROOT, imports_of

SCREENS = sorted(name for name in MODULES if name.startswith("arena.app.screens."))


@pytest.mark.parametrize("module", SCREENS)
def test_no_screen_imports_another(module: str) -> None:
    """Anywhere in the file: in functions and for the type checker, too."""
    others = {name for name in imports_of(MODULES[module]) if name.startswith("arena.app.screens.")}
    assert others == set()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="imports in forks")
def test_each_screen_can_be_imported_alone() -> None:
    """Forks of one interpreter import a screen each: nothing of another comes along."""
    code = f"""
import os, sys
import arena.app.play.session, arena.app.menus.menu_screen, arena.app.play.match_screen
assert not [name for name in sys.modules if name.startswith("arena.app.screens.")]
for screen in {SCREENS!r}:
    child = os.fork()
    if child == 0:
        __import__(screen)
        came = sorted(name for name in sys.modules if name.startswith("arena.app.screens."))
        print(screen, *came, flush=True)
        os._exit(0 if came == [screen] else 1)
    assert os.waitpid(child, 0)[1] == 0, screen
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_screen_has_a_route_and_every_route_its_screen() -> None:
    made = {route.__module__ for route in ROUTES.values()}
    assert made == set(SCREENS)


def test_routes_lead_to_the_screens_of_their_names(services: Services) -> None:
    base: Screen | None = None
    for name, above in (
        ("title", ()), ("settings", (None,)), ("credits", (None,)), ("play", ()), ("pause", (None,)),
        ("game over", (None, 7)),
    ):  # fmt: skip
        if not above:
            services.go_to(name)
            base = services.screen
        else:
            services.go_to(name, base, *above[1:])
        assert screen_of(services, Screen).name == name
    screen_of(services, Screen).leave_for("title")
    assert screen_of(services, Screen).name == "title"


@pytest.mark.parametrize("start", [name for name in FIRST if name != "replay"])
def test_each_first_screen_can_be_made(services: Services, start: str) -> None:
    screen = first_screen(Options(start=start, seed=3))(services)
    assert screen.name == start
    screen.close()


PRACTICE = Options(mode="practice", level=load_world(2), invulnerable=True)


@pytest.mark.parametrize(
    ("options", "level"),
    [
        (Options(mode="practice", wave=5), "endless wave 5"),
        (PRACTICE, f"campaign invulnerable\n{load_world(2).text}"),
        (Options(mode="campaign", seed=4), load_world(1).text),
        (Options(mode="campaign", level=load_world(3)), load_world(3).text),
        (Options(seed=4), ""),
    ],
)
def test_the_command_line_names_a_game(options: Options, level: str) -> None:
    setup = setup_as_asked(options)
    assert (setup.mode, setup.level) == (options.mode, level)
    assert options.seed is None or setup.seed == options.seed


def test_an_unknown_start_is_refused_before_a_window_opens() -> None:
    with pytest.raises(ValueError, match="start must be one of title, play"):
        first_screen(Options(start="kitchen"))
    with pytest.raises(ValueError, match="needs a file"):
        first_screen(Options(start="replay"))
