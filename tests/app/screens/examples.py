"""Every screen, full of text, for tests of what is written where."""

import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from arena.app.menus.list_screen import ListScreen
from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.bindings import BindingsPage, ControlsPage
from arena.app.screens.campaign import CampaignScreen
from arena.app.screens.challenge import ChallengeScreen
from arena.app.screens.confirm import ConfirmScreen
from arena.app.screens.credits import CreditsScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.guide import GuideScreen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.practice import PracticeMenuScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.replays import ReplaysScreen
from arena.app.screens.settings import RowsPage, SettingsScreen
from arena.app.screens.sign import SignScreen
from arena.app.screens.tables import TablesScreen
from arena.app.screens.title import TitleScreen
from arena.app.screens.trials import TrialsScreen
from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.score_table import Result
from arena.app.storage.scores import NAME_LETTERS
from arena.app.storage.setting_row import COMFORT, PICTURE, SIGHT, SOUND
from arena.game.match import Match
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.game.scoring.board import Board
from arena.game.scoring.harm import Means
from tests.app.fakes import XBOX, Bare, services_for

LONG = Result(
    Board("campaign", "normal", 4, "Some Long Name 01234567"),
    *(999_999_999, 99, 60 * 60 * 99, 1, True, "W" * NAME_LETTERS, "20300102-030405-7.replay", "one"),
)


def services_of(size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Services:
    """Services with a gamepad and a size of letters, whose disk does all at once."""
    services = services_for()
    services.size = size
    services.settings.ui_scale, services.settings.captions = scale, True
    services.devices.connect(XBOX)
    services.disk.submit = lambda job: job(False)  # pyright: ignore[reportAttributeAccessIssue]
    services.scores.work_beside(services.disk.submit, services.say)
    return services


def pause(services: Services) -> PauseScreen:
    """Four players, two without a device."""
    play = PlayScreen(services, Match(players=4, seed=3, workers=1))
    services.devices.connect(XBOX)
    services.devices.seat(4)
    for device in ("pad 1", "pad 2"):
        services.devices.disconnect(device)
    services.devices.joining = True
    return PauseScreen(services, play)


def game_over(services: Services, score: int = 0, best: int = 1_234_567) -> GameOverScreen:
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
    return unlocked(GameOverScreen(services, play, best))


def unlocked(screen: GameOverScreen) -> GameOverScreen:
    """Results that take keys."""
    for now in (0.0, 9.0):
        screen._lockout.update(now, held=False)  # pyright: ignore[reportPrivateUsage]
    return screen


def new_best(services: Services) -> MenuScreen:
    """The end of a better game than any before, told to its end."""
    services.settings.reduced_motion = True
    screen: Any = game_over(services, 7_654_321, 1_234_567)
    screen._ticks = 90_000
    return screen


def ranked(services: Services) -> GameOverScreen:
    """The end of a game that stands in the table now."""
    play = PlayScreen(services, Match(seed=3, workers=1))
    play.result = LONG
    services.scores.add(LONG)
    return unlocked(GameOverScreen(services, play, 1_234_567))


def listed(make: type[TablesScreen] | type[ReplaysScreen]) -> Callable[[Services], ListScreen]:
    """Two pages of long rows."""

    def open_list(services: Services) -> ListScreen:
        folder = paths.replays_folder()
        folder.mkdir(parents=True)
        for number in range(9):
            (folder / f"{number}.replay").write_bytes(b"none at all")
        services.scores.add(Result(Board("endless"), 1, 1, 1, 1))
        for number in range(8):
            services.scores.add(LONG._replace(ticket=str(number)))
        screen = make(services, Bare(services))
        screen.idle(0.0)
        assert screen.status()["rows"] == 8
        return screen

    return open_list


def replay(services: Services, players: int = 2) -> ReplayScreen:
    """A replay that waits to be read."""
    stream = io.BytesIO()
    with Match(players=players, seed=3, workers=1, record=stream) as match:
        match.tick()
    return ReplayScreen(services, Playback(read_replay(stream.getvalue()), 1))


def challenge(services: Services) -> ChallengeScreen:
    """As many letters as fit in, and what is wrong with them."""
    screen = ChallengeScreen(services, Bare(services))
    screen.put("W" * 99)
    return screen


def above(make: Callable[..., MenuScreen], *details: Any) -> Callable[[Services], MenuScreen]:
    """A screen above one that shows nothing."""
    return lambda services: make(services, Bare(services), *details)


MENUS: dict[str, Callable[[Services], MenuScreen]] = {
    "title": TitleScreen,
    "modes": above(ModesScreen),
    "campaign": above(CampaignScreen),
    "practice": above(PracticeMenuScreen),
    "trials": above(TrialsScreen),
    "settings": above(SettingsScreen),
    **{page.lower(): above(RowsPage, page) for page in (SOUND, PICTURE, SIGHT, COMFORT)},
    "controls": above(ControlsPage),
    "keys": above(BindingsPage, "keyboard"),
    "pad": above(BindingsPage, XBOX),
    "credits": above(CreditsScreen),
    "guide": above(GuideScreen),
    "confirm": above(ConfirmScreen, "Restart", "This game ends here.", lambda: None),
    "pause": pause,
    "game over": game_over,
    "new best": new_best,
}
"""Screens of a menu whose rows are told in full."""
OTHERS: dict[str, Callable[[Services], Screen]] = {
    "tables": listed(TablesScreen),
    "replays": listed(ReplaysScreen),
    "replay": replay,
    "sign": lambda services: SignScreen(services, ranked(services), LONG),
    "challenge": challenge,
    "ranked": ranked,
}
