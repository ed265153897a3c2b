"""Rules for every mode alike: its replay verifies, after a restart and for any number of workers.

Recorded with the systems one by one, verified by the compiled loop.
"""

from pathlib import Path

import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Request
from arena.game.modes import MODES
from arena.game.modes.sandbox import format_trial
from arena.game.modes.stress import Load
from arena.sim.tables.commands import Button, PlayerCommand
from tests.game.campaign_levels import worlds
from tests.processes import run_python

DAY = "2026-11-22"
REQUESTS = {
    "sandbox": Request(5, level=format_trial(worlds()[1].text, 2)),
    "practice": Request(5, wave=3),
    "stress": Request(5, level=Load(50, 100, 200).level()),
}
"""Games of modes of which more than a plain game can be asked."""
TICKS = 330
VERIFY = """
import sys
from pathlib import Path
from arena.game.replays.replay import verify_replay
for number, path in enumerate(map(Path, sys.argv[1:])):
    found = verify_replay(path, (1, 3)[number % 2])
    print(path.stem, found.identical, found.ticks)
"""


def record(mode: str, target: Path) -> None:
    """Let a bot play and turn a weapon over now and then."""
    level = worlds()[1].text if MODES[mode].spec.needs_level else ""
    setup = MODES[mode].setup_for(REQUESTS.get(mode, Request(5, level=level, day=DAY)))
    bot = Bot()
    with Match(mode, setup.seed, workers=2, level=setup.level, record=target) as match:
        match.profiled = True
        for tick in range(TICKS):
            command = bot.command(match.world)
            if tick % 100 == 99:
                command = PlayerCommand(command.move_x, command.move_y, buttons=Button.NEXT_WEAPON)
            match.tick([command])


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file for each mode."""
    folder = tmp_path_factory.mktemp("modes")
    files = {mode: folder / f"{mode}.replay" for mode in MODES}
    for mode, path in files.items():
        record(mode, path)
    return files


@pytest.mark.slow
def test_every_modes_replay_verifies_in_another_process_with_other_workers(
    recordings: dict[str, Path],
) -> None:
    told = run_python(VERIFY, *map(str, recordings.values()))
    assert told.splitlines() == [f"{mode} True {TICKS}" for mode in MODES]
