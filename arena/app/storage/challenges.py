"""Challenge codes with level files: the code of a game, and the game of a code."""

from arena.app.storage.levels import LevelFile, load_worlds
from arena.catalogue.hulls import HULLS
from arena.game.levels import LevelError
from arena.game.mode import Request, Setup
from arena.game.modes import MODES, board_title
from arena.game.replays.challenge import OWN_LEVEL, Challenge, ChallengeError, challenge_code, read_code
from arena.game.scoring.board import Board


def code_of(setup: Setup) -> str | None:
    """Challenge code of a game; None for a mode without codes."""
    world = 0
    if MODES[setup.mode].spec.needs_level:
        world = next((n for n, file in enumerate(_worlds(), 1) if file.text == setup.level), 0)
    return challenge_code(setup, world)


def code_of_score(board: Board, seed: int, hull: str = "") -> str | None:
    """Challenge code of a score's game; None for a mode without codes or an unknown level.

    Args:
        board: of the score.
        seed: of its game.
        hull: as in `Result.hull`; the first one counts.
    """
    mode, hulls = MODES.get(board.mode), tuple(hull.split()[:1])
    if any(name not in HULLS.names for name in hulls):
        return None
    if mode is None or not mode.spec.needs_level:
        return challenge_code(Setup(board.mode, seed, 1, board.difficulty, board.day, hulls=hulls))
    for world, file in enumerate(_worlds(), 1):
        setup = mode.setup_for(Request(seed, 1, board.difficulty, file.text, hulls=hulls))
        if mode.board(setup).level == board.level:
            return challenge_code(setup, world)
    return None


def take_up(text: str, players: int = 1, level: LevelFile | None = None) -> Setup:
    """Return the game of a challenge code.

    Args:
        text: the code as it was typed.
        players: number of players.
        level: the file that is meant, where the code was made of one that is not shipped.

    Raises:
        ChallengeError: it is none, or not one for this release.
    """
    challenge = read_code(text)
    if level is not None and challenge.world != OWN_LEVEL:
        raise ChallengeError("the code says itself which level it is of; leave the level file out")
    return challenge.setup(_level_text(challenge, level), players)


def _level_text(challenge: Challenge, level: LevelFile | None) -> str:
    if not challenge.world:
        return ""
    if challenge.world != OWN_LEVEL:
        worlds = _worlds()
        if len(worlds) < challenge.world:
            raise ChallengeError(f"world {challenge.world} of the campaign cannot be read here")
        return worlds[challenge.world - 1].text
    if level is None:
        raise ChallengeError("the code is of a level file: arena play --challenge CODE --level FILE")
    return level.text


def _worlds() -> list[LevelFile]:
    try:
        return load_worlds()
    except (OSError, LevelError):
        return []


def describe(setup: Setup) -> str:
    """Describe a game in a few words."""
    board: Board = MODES[setup.mode].board(setup)
    return board_title(board) if board.day else f"{board_title(board)}, seed {setup.seed}"
