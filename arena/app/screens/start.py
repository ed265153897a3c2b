"""Which screen follows the loading screen."""

from collections.abc import Callable

from arena.app.screens.demo import DemoScreen
from arena.app.screens.play import start_play
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.stress import StressScreen
from arena.app.screens.title import TitleScreen, fresh_seed
from arena.app.services import Options, Screen, Services
from arena.app.window import WindowError
from arena.game.replay import ReplayError, read_replay, replay_match

MakeScreen = Callable[[Services], Screen]


def first_screen(options: Options) -> MakeScreen:
    """Return what makes the first screen; what may be refused is checked now, before a window opens.

    Raises:
        WindowError: a replay that cannot be read.
        ValueError: an unknown `options.start`.
    """
    if options.start == "replay":
        return _replay(options)
    makers: dict[str, MakeScreen] = {
        "title": TitleScreen,
        "play": start_play,
        "stress": StressScreen,
        "demo": lambda services: DemoScreen(services, _seed(options), leave=True),
    }
    if options.start not in makers:
        raise ValueError(f"start must be one of replay, {', '.join(makers)}, not {options.start!r}")
    return makers[options.start]


def _replay(options: Options) -> MakeScreen:
    if options.file is None:
        raise ValueError("start='replay' needs a file")
    try:
        replay = read_replay(options.file)
    except ReplayError as error:
        raise WindowError(str(error), 2) from error

    def make(services: Services) -> Screen:
        try:
            return ReplayScreen(services, replay, replay_match(replay, options.workers))
        except ReplayError as error:
            raise WindowError(str(error), 2) from error

    return make


def _seed(options: Options) -> int:
    return options.seed if options.seed is not None else fresh_seed()
