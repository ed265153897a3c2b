"""Every screen at four sizes and two sizes of letters: nothing is cut off, no text lies over another."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.routes import ROUTES
from arena.app.screens.bindings import BindingsPage, ControlsPage
from arena.app.screens.campaign import CampaignScreen
from arena.app.screens.confirm import ConfirmScreen
from arena.app.screens.credits import CreditsScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.guide import GuideScreen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.practice_menu import PracticeMenuScreen
from arena.app.screens.settings import RowsPage, SettingsScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Screen, Services
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.score_table import Result
from arena.app.storage.setting_row import COMFORT, PICTURE, SIGHT, SOUND
from arena.catalogue import kinds
from arena.game.hud import Banner, Bonus
from arena.game.match import Match
from arena.game.scoring.harm import Means
from arena.render.composite import Composite
from arena.view.overlay.overlay import Overlay
from tests.app.play.test_comfort import Behind
from tests.app.play.test_party import XBOX
from tests.app.play.test_players import part, services_for
from tests.app.screens.text_boxes import cut_off, overlapping, shown, too_small, written

SIZES = [(1280, 720), (1920, 1080), (800, 600), (2560, 1080)]
SCALES = [1.0, 2.0]
MOVING = ("+", "P1", "P2", "P3", "P4")
"""How texts begin that fly along with what they name, over whatever stands there."""
LOSS = "This game ends here."


class Bare(Behind):
    """A screen behind others that shows nothing of its own."""

    def idle(self, now: float) -> None: ...

    def backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        return Composite([], Overlay(size[0] / size[1]), size)


def pause(services: Services) -> MenuScreen:
    """Four players, one without a device."""
    play = PlayScreen(services, Match(players=4, seed=3, workers=1))
    services.devices.seat(4)
    services.devices.disconnect("pad 1")
    services.devices.joining = True
    return PauseScreen(services, play)


def new_best(services: Services) -> MenuScreen:
    """The end of a better game than any before, told to its end."""
    services.settings.reduced_motion = True
    screen: Any = game_over(services, 7_654_321, 1_234_567)
    screen._ticks = 90_000
    return screen


def game_over(services: Services, score: int = 0, best: int = 1_234_567) -> MenuScreen:
    """The end of a game of four, of which every life and every sort of point is told."""
    play = PlayScreen(services, Match(players=4, seed=3, workers=1))
    mode: Any = play.match.mode
    text = "a lancer from behind, announced 1.2 s before"
    mode.deaths = lambda world: tuple(
        SimpleNamespace(player=k % 4, tick=9999 * k, text=text, means=Means(k % len(Means))) for k in range(9)
    )
    mode.earnings = lambda world: {f"what paid number {k}": 123_456 * (k + 1) for k in range(9)}
    lost = play.match.hud()._replace(score=score)
    mode.hud = lambda world: lost
    screen = GameOverScreen(services, play, best)
    screen._lockout.update(0.0, held=False)  # pyright: ignore[reportPrivateUsage]
    screen._lockout.update(9.0, held=False)  # pyright: ignore[reportPrivateUsage]
    return screen


SCREENS: dict[str, Callable[[Services], MenuScreen]] = {
    "title": TitleScreen,
    "modes": lambda services: ModesScreen(services, Bare(services)),
    "campaign": lambda services: CampaignScreen(services, Bare(services)),
    "practice": lambda services: PracticeMenuScreen(services, Bare(services)),
    "settings": lambda services: SettingsScreen(services, Bare(services)),
    "sound": lambda services: RowsPage(services, Bare(services), SOUND),
    "picture": lambda services: RowsPage(services, Bare(services), PICTURE),
    "sight": lambda services: RowsPage(services, Bare(services), SIGHT),
    "comfort": lambda services: RowsPage(services, Bare(services), COMFORT),
    "controls": lambda services: ControlsPage(services, Bare(services)),
    "keys": lambda services: BindingsPage(services, Bare(services), "keyboard"),
    "pad": lambda services: BindingsPage(services, Bare(services), XBOX),
    "credits": lambda services: CreditsScreen(services, Bare(services)),
    "guide": lambda services: GuideScreen(services, Bare(services)),
    "confirm": lambda services: ConfirmScreen(
        services, Bare(services), "Restart", "This game ends here.", lambda: None
    ),
    "pause": pause,
    "game over": game_over,
    "new best": new_best,
}


def services_of(size: tuple[int, int], scale: float) -> Services:
    services = services_for()
    services.routes, services.size = ROUTES, size
    services.settings.ui_scale, services.settings.captions = scale, True
    services.devices.connect(XBOX)
    return services


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_of_a_menu_is_cut_off_or_lies_over_other_text(
    name: str, size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    services = services_of(size, scale)
    screen = SCREENS[name](services)
    try:
        services.screen = screen
        screen.build(0.0, size)  # which rows there are depends on it
        last = len(screen.menu.items) - 1
        chosen = range(last + 1) if screen.low else sorted({0, min(1, last), last // 2, last})
        for selected in chosen:
            screen.menu.selected = selected
            with written(monkeypatch) as noted:
                composite = screen.build(0.0, size)
                composite.overlay.rows()
            texts = shown(noted, composite)
            assert texts and cut_off(texts) == []
            assert overlapping(texts) == []
            assert too_small(texts, composite) == []
            assert screen.menu.items[selected].label in {text.string for text in texts}
    finally:
        screen.close()


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_twice_the_size_is_twice_the_size(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heights = list[float]()
    for scale in SCALES:
        services = services_of((1920, 1080), scale)
        screen = SCREENS[name](services)
        heights.append(1080.0 / screen.canvas[1])
        screen.close()
    assert heights[0] == 1.0 and heights[1] > 1.9


def hud(services: Services, players: int, level: bool, apart: bool, boss: bool) -> Screen:
    """A game in which much is to be said."""
    setup = campaign_setup(load_world(1), 3, players)
    match = (
        Match(setup.mode, 3, players, 1, level=setup.level)
        if level
        else Match(players=players, seed=3, workers=1)
    )
    play = PlayScreen(services, match)
    services.scores.add(Result(match.board, 98_765_432, 1, 1, 1))
    if apart:
        part(match)
    for _ in range(40):
        play.session.tick()
    if boss:
        match.world.place_boss((0.0, 1.0, 0.0))
    match.world.place(kinds.DRONE.number, (0.3, 0.0, 1.0))
    said = match.hud
    banner = Banner("FINAL GROUP", "Solar wind in belts. Fly with it or be flown by it.", 60, 200)
    bonus = Bonus("chain", 1_200, 20, 60)
    full = {"score": 12_345_678, "multiplier": 12, "chain": 15, "chain_left": 0.5}
    match.hud = lambda: said()._replace(**full, banner=banner, bonus=bonus)  # pyright: ignore[reportAttributeAccessIssue]
    return play


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("boss", [False, True])
@pytest.mark.parametrize(("players", "apart"), [(1, False), (2, False), (2, True), (4, True)])
def test_nothing_of_the_head_up_display_is_cut_off_or_lies_over_other_text(
    players: int,
    apart: bool,
    boss: bool,
    size: tuple[int, int],
    scale: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services: Any = services_of(size, scale)
    play: Any = hud(services, players, level=boss and players < 3, apart=apart, boss=boss)
    try:
        with written(monkeypatch) as noted:
            composite = play.build(0.0, size)
            for view in composite.views:
                view.overlay.rows()
            composite.overlay.rows()
        texts = [text for text in shown(noted, composite) if not text.string.startswith(MOVING)]
        assert [text.string for text in texts].count("BEST  98 765 432") == 1
        assert texts and cut_off(texts) == []
        assert overlapping(texts) == []
        if players == 1:
            assert too_small(texts, composite) == []
            high = 1080.0 / composite.views[0].overlay.height
            assert high == scale or (size[0] < 1280 and 1.0 < high < scale)
    finally:
        play.close()
