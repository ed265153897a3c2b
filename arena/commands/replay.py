"""`arena replay`: watch a recorded game, or simulate it again and compare."""

import argparse
import sys
from pathlib import Path

from arena.commands import CommandError

IDENTICAL = 0
DIVERGED = 1


def run(options: argparse.Namespace) -> int:
    """Refuse what cannot be read, then watch or verify.

    Raises:
        CommandError: the file cannot be read or is no replay that this release can play.
    """
    from arena.game.recording import ReplayError
    from arena.game.replay_reader import check_playable, read_replay

    path = Path(options.file)
    try:
        replay = read_replay(path)
        check_playable(replay.header)
    except ReplayError as error:
        raise CommandError(_named(path, str(error))) from error
    if options.verify:
        return _verify(path)
    from arena.commands.window import open_window

    return open_window("replay", file=path)


def _named(path: Path, message: str) -> str:
    return message if path.name in message else f"{path}: {message}"


def _verify(path: Path) -> int:
    from tqdm import tqdm

    from arena.commands.preparation import prepare_kernels
    from arena.game.replay import ReplayError, verify_replay

    prepare_kernels()
    with tqdm(
        desc="verifying", unit="tick", delay=0.7, leave=False, dynamic_ncols=True, file=sys.stderr
    ) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        try:
            found = verify_replay(path, progress=show)
        except ReplayError as error:
            raise CommandError(_named(path, str(error))) from error
    print(f"{path}: {found.summary}")
    return IDENTICAL if found.identical else DIVERGED
