"""Ghosts: the replay of a file, or of the player's best run, that flies along, and its messages."""

from functools import partial
from pathlib import Path

from arena.app.menus import theme
from arena.app.play.match_screen import taught_first
from arena.app.play.watching import find_proof
from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.levels import refuse_other_level
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES, score_text
from arena.game.replays.ghost import Ghost, TargetGhost, check_ghost
from arena.game.replays.reader import Replay, check_playable, read_replay
from arena.game.replays.replay import ReplayError
from arena.game.scoring.board import Board
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import Overlay

SIZE = 26.0


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


def ghost_line(overlay: Overlay, ghost: Ghost, match: Match) -> None:
    """Line that compares the score with the ghost's at the same tick; a time tells only where it ended."""
    score, timed = match.hud().score or 0, bool(match.hud().time)
    difference = score - ghost.score
    words = partial(score_text, match.board)
    apart = "level" if difference == 0 else f"{'+' if difference > 0 else '-'}{words(abs(difference))}"
    text = f"{ghost.name}{' ended' if ghost.ended else ''}"
    text, apart = (text, "") if timed and not ghost.ended else (f"{text} {words(ghost.score)}", apart)
    apart = "" if timed else apart
    width = overlay.text_width(f"{text}  {apart}", SIZE) + 48.0
    color = theme.ACCENT if difference >= 0 else theme.WARNING

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.rect(
            middle - width / 2 * scale, bottom, width * scale, 44.0 * scale, theme.faded(theme.INK, 0.5), 12.0
        )
        left, y = middle - (width / 2 - 20.0) * scale, bottom + 13.0 * scale
        overlay.text(text, left, y, SIZE * scale, theme.DIM)
        overlay.text(apart, middle + (width / 2 - 20.0) * scale, y, SIZE * scale, color, "right")

    overlay.add_line(Line(Slot.BOTTOM, Rank.PROGRESS, width, 44.0, draw))
