"""Lines of screens and of the head-up display stand apart, and each keeps to its place."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from arena.app.menus import theme
from arena.app.play.match_screen import MatchScreen
from arena.app.screens.demo import DemoScreen
from arena.app.screens.play import PlayScreen
from arena.app.services import Services
from arena.game.match import Match
from arena.view.hud.speech import draw_companion_line
from arena.view.overlay.overlay import GLOW, Overlay
from arena.view.palette import load_palette
from tests.app.fakes import services_for
from tests.app.screens.examples import replay

SIZES = [(1280, 720), (800, 600), (2560, 1080)]
SPOKEN = "I have two of them behind me, and one that I can not see at all."
TOAST = "Picture: /home/somebody/Pictures/Arena/20240101-120000.png"


def demo(services: Services) -> MatchScreen:
    """A demo: its name, how to leave it, and what the companion says."""
    return DemoScreen(services, 3)


def play(services: Services) -> MatchScreen:
    """A game on a machine that is too slow."""
    screen = PlayScreen(services, Match(players=services.options.players, seed=3, workers=1))
    screen.session.clock.speed = 0.4
    return screen


def speak(match: Match) -> None:
    """Let the companion say something to every player, whatever happens."""
    hud = match.hud

    def spoken() -> Any:
        said = hud()
        return said._replace(players=tuple(player._replace(line=SPOKEN) for player in said.players))

    match.hud = spoken  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("name", ["demo", "play", "replay"])
def test_no_two_lines_of_a_screen_overlap(name: str, players: int, size: tuple[int, int]) -> None:
    services = services_for(players=players, workers=1)
    make, lines = {"demo": (demo, 4), "play": (play, 3), "replay": (partial(replay, players=players), 3)}[
        name
    ]
    screen = make(services)
    speak(screen.match)
    composite = screen.build(0.0, size)
    theme.toast(composite.overlay, TOAST, 0.0)
    boxes = composite.overlay.place_lines()
    corners = 3 + (screen.match.hud().banner is not None)
    assert len(composite.views) == 1 and len(boxes) >= corners + lines
    assert [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)] == []
    width = composite.overlay.width + 1e-6
    assert all(box.x >= -1e-6 and box.x + box.width <= width for box in boxes)
    screen.close()


LINES: dict[str, Callable[[Overlay], object]] = {
    "hint": lambda overlay: theme.hint(overlay, (("WASD mouse", "fly"), ("F4–F8", "debug views"))),
    "caption": lambda overlay: theme.caption(overlay, "DEMO"),
    "warning": lambda overlay: theme.warning(overlay, "slow machine: game at 40%"),
    "toast": lambda overlay: theme.toast(overlay, TOAST, 0.0),
    "speech": lambda overlay: draw_companion_line(overlay, SPOKEN, load_palette("terra")),
}


@pytest.mark.parametrize("aspect", [16 / 9, 0.4])
@pytest.mark.parametrize("name", LINES)
def test_a_line_draws_nothing_outside_its_place(name: str, aspect: float) -> None:
    overlay = Overlay(aspect)
    LINES[name](overlay)
    (box,) = overlay.place_lines()
    rows = overlay.rows()
    rows = rows[rows[:, 13] != GLOW]  # the soft dark behind it
    low, high = (rows[:, :2] - rows[:, 2:4]).min(axis=0), (rows[:, :2] + rows[:, 2:4]).max(axis=0)
    assert low[0] >= box.x - 2.0 and low[1] >= box.y - 2.0
    assert high[0] <= box.x + box.width + 2.0 and high[1] <= box.y + box.height + 2.0
    assert high[0] - low[0] > 0.6 * box.width


def test_lines_are_drawn_once() -> None:
    overlay = Overlay(16 / 9)
    theme.caption(overlay, "DEMO")
    count = len(overlay.rows())
    assert count > 0 and len(overlay.rows()) == count
