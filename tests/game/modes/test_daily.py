"""Games of the day: one seed a date, the same for everybody, and a table of its own."""

import io
from datetime import date, timedelta

import pytest

from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import create_mode
from arena.game.modes.daily import daily_seed, daily_setup
from arena.game.replays.replay import read_replay, verify_replay
from arena.game.scoring.board import Board
from tests.playing import let_bots_play

DAY, NEXT = "2026-11-22", "2026-11-23"
both = pytest.mark.parametrize("mode", ["daily", "daily_tide"])


def play(setup: Setup, ticks: int = 150, record: io.BytesIO | None = None) -> Match:
    """A bot's game."""
    with Match(
        setup.mode, setup.seed, setup.players, 1, record, setup.difficulty, setup.level
    ) as match:  # fmt: skip
        let_bots_play(match, ticks)
    return match


@both
def test_a_date_is_one_game_and_the_next_date_another(mode: str) -> None:
    today, again, tomorrow = (play(daily_setup(day, mode=mode)) for day in (DAY, DAY, NEXT))
    assert today.state_hash() == again.state_hash() != tomorrow.state_hash()


def test_dates_have_seeds_of_their_own() -> None:
    seeds = [daily_seed((date(2026, 1, 1) + timedelta(days=k)).isoformat()) for k in range(365)]
    assert len(set(seeds)) > 360
    assert daily_seed(DAY) == 806_369  # of today, on every machine and in every release


@both
def test_every_date_has_a_table_of_its_own(mode: str) -> None:
    match = play(daily_setup(DAY, mode=mode), ticks=1)
    assert match.board == Board(mode, day="2026-11-22")
    assert play(Setup(), ticks=1).board == Board("endless")


@both
def test_a_recording_says_which_date_it_was(mode: str) -> None:
    stream = io.BytesIO()
    play(daily_setup(DAY, difficulty="hard", mode=mode), record=stream)
    replay = read_replay(stream.getvalue())
    assert (replay.header.mode, replay.header.level) == (mode, "2026-11-22")
    assert verify_replay(stream.getvalue(), workers=1).identical


@pytest.mark.parametrize("level", ["", "today", "20261122", "2026-13-01", "2026-11-22 ", "x" * 500])
def test_what_is_no_date_is_refused(level: str) -> None:
    with pytest.raises(ValueError, match="a daily game needs a date such as 2026-11-22 as its level"):
        create_mode(Setup("daily", 1, level=level))


@both
def test_nobody_chooses_the_seed(mode: str) -> None:
    with pytest.raises(ValueError, match="the seed of 2026-11-22 is"):
        create_mode(Setup(mode, 7, level="2026-11-22"))
