"""A replay that is watched from any moment on: whatever way led to a tick, it is the tick that was played."""

import io

import numpy as np
import pytest

from arena.game.match import Match
from arena.game.replays.keyframes import Keyframes
from arena.game.replays.playback import Playback
from arena.game.replays.replay import Replay, read_replay
from arena.tuning import TICK_RATE
from tests.game.replays.rewriting import rewritten
from tests.playing import let_bots_play

TICKS = 400


@pytest.fixture(scope="module")
def played() -> tuple[Replay, list[int]]:
    """A game of two bots, and its state after each tick, from tick 0 on."""
    stream = io.BytesIO()
    with Match(seed=21, players=2, workers=1, record=stream) as match:
        states = [match.state_hash()]
        let_bots_play(match, TICKS, states)
    return read_replay(stream.getvalue()), states


def open_playback(replay: Replay, spacing: int = 50, memory: int = 1 << 30) -> Playback:
    return Playback(replay, 1, Keyframes(spacing, memory))


def test_any_jump_leads_to_the_state_that_was_played(played: tuple[Replay, list[int]]) -> None:
    replay, states = played
    playback = open_playback(replay)
    playback.read_ahead(TICKS)
    for tick in np.random.default_rng(5).integers(0, TICKS + 1, 60).tolist():
        playback.jump(tick)
        assert (playback.tick, playback.match.state_hash()) == (tick, states[tick])
        for _ in range(2):
            playback.step()
        after = min(TICKS, tick + 2)
        assert (playback.tick, playback.match.state_hash()) == (after, states[after])
    playback.close()


def test_a_jump_into_the_unknown_is_right_too(played: tuple[Replay, list[int]]) -> None:
    replay, states = played
    playback = open_playback(replay)
    playback.jump(333)
    assert playback.match.state_hash() == states[333]
    playback.read_ahead(60)
    playback.jump(10)
    playback.jump(110)
    assert playback.match.state_hash() == states[110]
    playback.close()


def test_jumps_beyond_both_ends_stop_there(played: tuple[Replay, list[int]]) -> None:
    replay, states = played
    playback = open_playback(replay)
    playback.read_ahead(TICKS)
    playback.jump(TICKS + 500)
    assert playback.ended and playback.match.state_hash() == states[TICKS]
    playback.step()
    assert playback.tick == TICKS
    playback.jump(-5)
    assert (playback.tick, playback.match.state_hash()) == (0, states[0])
    playback.close()


def test_reading_ahead_moves_nothing_that_is_shown(played: tuple[Replay, list[int]]) -> None:
    replay, states = played
    playback = open_playback(replay)
    for expected in (150, 300, TICKS, TICKS):
        playback.read_ahead(150)
        assert playback.known == expected
        playback.step()
    assert playback.all_known and playback.diverged is None
    assert playback.match.state_hash() == states[4]
    playback.close()


def test_few_ticks_are_played_after_a_jump_and_none_that_lie_behind(
    played: tuple[Replay, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    playback = open_playback(played[0])
    playback.read_ahead(TICKS)
    count = 0
    tick = playback.match.tick

    def counted(commands: object) -> None:
        nonlocal count
        count += 1
        tick(commands)  # pyright: ignore[reportArgumentType] - handed on as it came

    monkeypatch.setattr(playback.match, "tick", counted)
    for target, most in ((399, 49), (200, 0), (249, 49), (249, 0), (251, 2), (252, 1)):
        before = count
        playback.jump(target)
        assert count - before <= most
    playback.close()


def test_keyframes_stay_within_their_memory_and_evenly_spread(played: tuple[Replay, list[int]]) -> None:
    replay, states = played
    one = open_playback(replay)
    one.read_ahead(TICKS)
    memory = one.keyframes.size // 2
    playback = open_playback(replay, memory=memory)
    playback.read_ahead(TICKS)
    assert playback.keyframes.size <= memory
    assert playback.keyframes.spacing in (100, 200)
    for tick in (399, 77, 250):
        playback.jump(tick)
        assert playback.match.state_hash() == states[tick]
    one.close()
    playback.close()


def test_losses_are_found_on_the_way() -> None:
    stream = io.BytesIO()
    with Match(seed=2, players=1, workers=1, record=stream, difficulty="hard") as match:
        while not match.mode.deaths(match.world) and match.world.tick < 4000:
            match.tick()
        lost = [death.tick for death in match.mode.deaths(match.world)]
        assert match.world.tick % TICK_RATE, "it ends within a second"
    playback = open_playback(read_replay(stream.getvalue()))
    playback.read_ahead(lost[0] - 1)
    assert playback.losses == []
    playback.read_ahead(4000)
    assert playback.losses == lost
    playback.close()


def test_a_recording_of_another_game_is_noticed_on_the_way(played: tuple[Replay, list[int]]) -> None:
    replay, _ = played
    hashes = replay.hashes.copy()
    hashes[2, 7] ^= np.uint64(1)
    playback = open_playback(read_replay(rewritten(replay, replay.commands, hashes)))
    playback.read_ahead(170)
    assert playback.diverged is None
    playback.read_ahead(20)
    assert playback.diverged == (180, replay.header.array_names[7])
    playback.close()
