"""Start of a match on the screen of its mode."""

from dataclasses import asdict, replace
from datetime import datetime

from arena.app.play.ghosts import medal_ghost
from arena.app.play.match_screen import setup_as_asked
from arena.app.play.play_screen import PlayScreen
from arena.app.services import Services
from arena.app.storage import paths
from arena.app.storage.recordings import new_recording
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.ghost import RecordedGhost
from arena.game.replays.reader import Replay
from arena.game.rules import MATCH


def start_play(services: Services, setup: Setup | None = None, *following: Setup) -> PlayScreen:
    """Begin a recorded match; without a setup, the one of the window's options.

    Further arguments go to the mode's own play screen.
    """
    if setup is None:
        setup = setup_as_asked(services.options)
        services.challenge_seed = setup.seed if services.options.game is not None else None
    screen = _make_screen(services, begin_match(services, setup), *following)
    screen.session.ghost = medal_ghost(services, screen.match)
    return screen


def start_beside(services: Services, replay: Replay) -> PlayScreen:
    """Begin the game of a recording again, beside its ghost."""
    setup = replay.header.setup
    screen = _make_screen(services, begin_match(services, setup, setup.seats))  # same seats: same game
    try:
        screen.session.ghost = RecordedGhost(replay)
    except BaseException:
        screen.close()
        raise
    return screen


def _make_screen(services: Services, match: Match, *following: Setup) -> PlayScreen:
    """Make the play screen of a match's mode."""
    route = match.mode.spec.screen
    make = services.routes[route] if route else PlayScreen
    screen = make(services, match, *following)
    assert isinstance(screen, PlayScreen)
    return screen


def begin_match(services: Services, setup: Setup, seats: int = 0) -> Match:
    """Begin a match and record it; tell the player if recording is impossible.

    Args:
        services: of the window.
        setup: of the match.
        seats: for players; 0: as many as the mode leaves open.
    """
    if not seats:
        seats = MATCH.players_max if MODES[setup.mode].spec.open_seats else setup.seats
    parts, workers = asdict(replace(setup, seats=seats)), services.options.workers
    try:
        folder = paths.replays_folder()
        record = new_recording(folder, datetime.now(), setup.seed)
        services.scores.forget_recordings(folder)
        return Match(**parts, workers=workers, record=record)
    except OSError as error:
        services.say(f"This game is not recorded: {error.strerror or error}")
        return Match(**parts, workers=workers)
