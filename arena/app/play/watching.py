"""Opens the replay screen for a recording's file."""

from pathlib import Path

from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.levels import refuse_other_level
from arena.app.storage.recordings import find_recordings, recording_path
from arena.app.storage.score_table import Result
from arena.game.replays.playback import Playback
from arena.game.replays.reader import check_playable, read_replay
from arena.game.replays.replay import ReplayError


def watch(services: Services, path: Path, parent: Screen) -> None:
    """Show a recording above `parent`; tell the player about a failure."""
    try:
        replay = read_replay(path)
        check_playable(replay.header)
        if problem := refuse_other_level(replay.header):
            raise ReplayError(problem)
        playback = Playback(replay, services.options.workers)
    except ReplayError as error:
        services.say(f"Not shown: {error}")
        return
    services.go_to("replay", playback, parent)


def watch_result(services: Services, result: Result, parent: Screen) -> None:
    """Show the replay of a result."""
    path = find_proof(result, paths.replays_folder())
    if path is None:
        services.say("No replay of this result was kept")
    else:
        watch(services, path, parent)


def find_proof(result: Result, folder: Path) -> Path | None:
    """Recording of a result; an old result without one matches by seed and length."""
    if result.replay:
        return recording_path(folder, result.replay)
    try:
        candidates = [path for path, _ in find_recordings(folder) if f"-{result.seed}" in path.name]
    except OSError:
        return None
    return next((path for path in candidates if _proves(path, result)), None)


def _proves(path: Path, result: Result) -> bool:
    try:
        replay = read_replay(path)
    except ReplayError:
        return False
    header = replay.header
    same = (header.seed, header.mode, header.difficulty) == (
        result.seed,
        result.board.mode,
        result.board.difficulty,
    )
    return same and replay.ticks == result.ticks
