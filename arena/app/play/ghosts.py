"""Ghosts: the replay of a file, or of the player's best run, that flies along."""

from pathlib import Path

from arena.app.play.match_screen import taught_first
from arena.app.play.watching import find_proof
from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.levels import refuse_other_level
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.ghost import Ghost, TargetGhost, check_ghost
from arena.game.replays.reader import Replay, check_playable, read_replay
from arena.game.replays.replay import ReplayError
from arena.game.scoring.board import Board


def load_ghost(path: Path) -> Replay:
    """Read the replay of a ghost.

    Raises:
        ReplayError: it cannot be read, or repeated, or makes no ghost.
    """
    replay = read_replay(path)
    check_playable(replay.header)
    check_ghost(replay.header)
    if problem := refuse_other_level(replay.header):
        raise ReplayError(problem)
    return replay


def best_run(services: Services, board: Board, seed: int | None = None) -> Path | None:
    """Recording of the best known run on a board, and on a seed if one is given."""
    results = (services.scores.top() or {}).get(board, [])
    proofs = (
        find_proof(result, paths.replays_folder())
        for result in results
        if seed is None or result.seed == seed
    )
    return next((path for path in proofs if path is not None), None)


def begin(screen: Screen, setup: Setup) -> None:
    """Leave `screen` for a game, with lessons first for a new pilot.

    If wanted and known, it is a game beside the best run instead: on its seed, the very same game.
    """
    services = screen.services
    path = _wished(services, setup)
    try:
        replay = load_ghost(path) if path is not None else None
    except ReplayError as error:
        services.say(f"No ghost: {error}")
        replay = None
    if replay is None:
        screen.leave_for("play", *taught_first(services, setup))
    else:
        screen.leave_for("play beside", replay)


def _wished(services: Services, setup: Setup) -> Path | None:
    if services.ghosts != "best run":
        return None
    mode = MODES[setup.mode]
    if not mode.spec.ghosts:
        services.say(f"No ghost: {mode.spec.title} has none")
        return None
    seed = setup.seed if services.is_fixed(setup) else None
    path = best_run(services, mode.board(setup), seed)
    if path is None:
        whose = f"no run of {setup.players} players" if setup.players > 1 else "no run"
        services.say(f"No ghost: there is {whose} with a replay here yet")
    return path


def medal_ghost(services: Services, match: Match) -> Ghost | None:
    """Ghost of the medal that the player wins next, where the mode has medals and the player wants one."""
    if services.ghosts != "medals":
        return None
    setup, won = match.setup, services.progress.won(match.setup.level)
    medal = next((medal for medal in match.mode.targets if medal not in won), None)
    return None if medal is None else TargetGhost(setup, match.mode.targets[medal], medal)
