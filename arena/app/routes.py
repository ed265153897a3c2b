"""Table of screens by name. Screens reach one another through this table only.

A screen says `services.go_to("pause", self)`; it imports no other screen, so none can import another in a
circle. What a route takes after the services is what its factory takes.
"""

from pathlib import Path

from arena.app.play.ghosts import load_ghost
from arena.app.screens.bindings import ControlsPage
from arena.app.screens.campaign import CampaignScreen
from arena.app.screens.challenge import ChallengeScreen
from arena.app.screens.confirm import ConfirmScreen
from arena.app.screens.credits import CreditsScreen
from arena.app.screens.demo import DemoScreen
from arena.app.screens.editor import begin_level, open_editor
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.guide import GuideScreen
from arena.app.screens.lessons import LessonsScreen
from arena.app.screens.loading import LoadingScreen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.pause import PauseScreen
from arena.app.screens.play import start_beside, start_play
from arena.app.screens.practice import PracticeMenuScreen, PracticeScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.replays import ReplaysScreen
from arena.app.screens.sandbox import SandboxScreen
from arena.app.screens.settings import SettingsScreen
from arena.app.screens.sign import SignScreen
from arena.app.screens.stress import StressScreen
from arena.app.screens.tables import TablesScreen
from arena.app.screens.take_over import TakeOverScreen
from arena.app.screens.title import TitleScreen
from arena.app.screens.trials import TrialsScreen
from arena.app.services import Options, Route, Screen, Services
from arena.app.sound.themes import MUSIC
from arena.app.window.window import WindowError
from arena.game.mode_spec import ModeError, ModeSpec
from arena.game.modes import MODES
from arena.game.replays.playback import Playback
from arena.game.replays.replay import ReplayError, read_replay

ROUTES: dict[str, Route] = {
    "campaign": CampaignScreen,
    "challenge": ChallengeScreen,
    "confirm": ConfirmScreen,
    "controls": ControlsPage,
    "credits": CreditsScreen,
    "demo": DemoScreen,
    "editor": begin_level,
    "editor asked": open_editor,
    "game over": GameOverScreen,
    "guide": GuideScreen,
    "loading": LoadingScreen,
    "modes": ModesScreen,
    "pause": PauseScreen,
    "play": start_play,
    "play beside": start_beside,
    "play lessons": LessonsScreen,
    "play practice": PracticeScreen,
    "practice": PracticeMenuScreen,
    "replay": ReplayScreen,
    "replays": ReplaysScreen,
    "settings": SettingsScreen,
    "sign": SignScreen,
    "stress": StressScreen,
    "tables": TablesScreen,
    "take over": TakeOverScreen,
    "title": TitleScreen,
    "trials": TrialsScreen,
    "try level": SandboxScreen,
}


def resolve(spec: ModeSpec) -> None:
    """Check that the screens and the music that a mode names exist.

    Raises:
        ModeError: one does not.
    """
    for field, known in (("chooser", ROUTES), ("opens", ROUTES), ("screen", ROUTES), ("music", MUSIC)):
        name = getattr(spec, field)
        if name and name not in known:
            raise ModeError(f"mode {spec.name!r}: {field} {name!r} is not known; there is {', '.join(known)}")


for _mode in MODES.values():
    resolve(_mode.spec)
MODES.seal()

FIRST = ("title", "play", "demo", "stress", "replay")
"""Screens that may follow the loading screen."""


def first_screen(options: Options) -> Route:
    """Return the factory of the first screen; check its options now, before a window opens.

    Raises:
        WindowError: a replay that cannot be read.
        ValueError: an unknown `options.start`.
    """
    if options.start not in FIRST:
        raise ValueError(f"start must be one of {', '.join(FIRST)}, not {options.start!r}")
    if options.start == "replay":
        return _replay(options)
    if options.start == "play" and options.ghost is not None:
        return _beside(options.ghost)
    if options.start == "demo":
        return lambda services: DemoScreen(services, options.seed, leave=True)
    if options.start == "play":
        return ROUTES[MODES.named(options.mode).spec.opens]
    return ROUTES[options.start]


def _beside(path: Path) -> Route:
    try:
        replay = load_ghost(path)
    except ReplayError as error:
        raise WindowError(str(error), 2) from error
    return lambda services: start_beside(services, replay)


def _replay(options: Options) -> Route:
    if options.file is None:
        raise ValueError("start='replay' needs a file")
    try:
        replay = read_replay(options.file)
    except ReplayError as error:
        raise WindowError(str(error), 2) from error

    def make(services: Services) -> Screen:
        try:
            return ReplayScreen(services, Playback(replay, options.workers))
        except ReplayError as error:
            raise WindowError(str(error), 2) from error

    return make
