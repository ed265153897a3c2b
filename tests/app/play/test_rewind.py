"""Going back in time: as far as promised, as often as one likes, and without a trace in what follows."""

from itertools import pairwise
from pathlib import Path

import pytest

from arena.app.play.rewind import EVERY, SECONDS, Rewind
from arena.game.match import Match
from arena.game.replays.replay import verify_replay
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import TICK_RATE

LEVEL = "endless wave 4"
FIRE = PlayerCommand(move_x=90, aim_y=127, buttons=Button.FIRE)


def play(match: Match, rewind: Rewind, ticks: int, command: PlayerCommand = FIRE) -> None:
    for _ in range(ticks):
        match.tick([command])
        rewind.note()


def test_each_step_goes_back_by_a_fifth_of_a_second_at_most_down_to_the_oldest() -> None:
    with Match("practice", 3, workers=1, level=LEVEL) as match:
        rewind = Rewind(match)
        play(match, rewind, 10 * TICK_RATE + 7)
        assert rewind.seconds == pytest.approx(10, abs=0.2)
        ticks = [match.world.tick]
        while rewind.step_back():
            ticks.append(match.world.tick)
        steps = [before - after for before, after in pairwise(ticks)]
        assert ticks[-1] == 0
        assert 0 < steps[0] <= EVERY
        assert set(steps[1:]) == {EVERY}
        assert not rewind.step_back()
        assert rewind.seconds == 0.0


def test_only_so_much_of_the_past_is_kept() -> None:
    with Match("practice", 3, workers=1, level=LEVEL) as match:
        rewind = Rewind(match)
        play(match, rewind, (SECONDS + 5) * TICK_RATE, PlayerCommand())
        assert SECONDS - 1 <= rewind.seconds <= SECONDS


def test_what_was_taken_back_leaves_no_trace(tmp_path: Path) -> None:
    """Two flights end alike: one as the crow flies, one with three detours that were taken back."""
    hashes, files = [], []
    for detours in (0, 3):
        files.append(tmp_path / f"{detours}.replay")
        with Match("practice", 5, workers=2, record=files[-1], level=LEVEL) as match:
            rewind = Rewind(match)
            play(match, rewind, 4 * EVERY)
            for _ in range(detours):
                play(match, rewind, 2 * EVERY + 5, PlayerCommand(move_y=-127, buttons=Button.BOMB))
                for _ in range(3):
                    rewind.step_back()
                assert match.world.tick == 4 * EVERY
            play(match, rewind, 3 * EVERY)
            hashes.append(match.array_hashes())
    assert hashes[0] == hashes[1]
    assert [verify_replay(file, workers=1).identical for file in files] == [True, True]
