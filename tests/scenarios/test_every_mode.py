"""What holds in every mode alike: its replay verifies, after a restart and for any number of workers."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Request
from arena.game.modes import MODES
from arena.game.modes.daily import daily_seed
from arena.game.modes.sandbox import format_trial
from arena.game.modes.stress import Load
from arena.sim.tables.commands import Button, PlayerCommand
from tests.game.campaign_levels import worlds
from tests.playing import rules

ROOT = Path(__file__).resolve().parent.parent.parent
DAY = "2026-11-22"
REQUESTS = {
    "sandbox": Request(5, level=format_trial(worlds()[1].text, 2)),
    "practice": Request(5, wave=3),
    "stress": Request(5, level=Load(50, 100, 200).level()),
}
"""Games of modes of which more than a plain game can be asked."""
TICKS = 330


def record(mode: str, target: Path | io.BytesIO) -> int:
    """Let a bot play and turn a weapon over now and then; the state's hash at the end."""
    level = worlds()[1].text if MODES[mode].spec.needs_level else ""
    setup = MODES[mode].setup_for(REQUESTS.get(mode, Request(5, level=level, day=DAY)))
    bot = Bot()
    with Match(mode, setup.seed, workers=2, level=setup.level, record=target) as match:
        for tick in range(TICKS):
            command = bot.command(match.world)
            if tick % 100 == 99:
                command = PlayerCommand(command.move_x, command.move_y, buttons=Button.NEXT_WEAPON)
            match.tick([command])
        return match.state_hash()


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
    check = (
        "import sys\n"
        "from arena.game.replays.replay import verify_replay\n"
        "from pathlib import Path\n"
        "for path in sys.argv[1:]:\n"
        "    for workers in (1, 3):\n"
        "        found = verify_replay(Path(path), workers)\n"
        "        print(Path(path).stem, found.identical, found.ticks)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", check, *map(str, recordings.values())],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.stdout.split("\n")[:-1] == [f"{mode} True {TICKS}" for mode in MODES for _ in (1, 3)]


def test_a_daily_game_played_twice_is_the_same_to_the_last_bit() -> None:
    hashes, points = set[int](), set[int]()
    for workers in (1, 2):
        bot = Bot(skill="best")
        with Match("daily", daily_seed(DAY), workers=workers, level=DAY) as match:
            for _ in range(1500):
                match.tick([bot.command(match.world)])
            hashes.add(match.state_hash())
            points.add(rules(match).points)
    assert len(hashes) == len(points) == 1
    assert points.pop() > 0
