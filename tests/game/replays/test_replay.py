"""Replays of real matches: recorded, verified, and refused when they cannot be trusted."""

import io
from pathlib import Path

import pytest

from arena.game.match import Match
from arena.game.replays.replay import Verification, read_replay, verify_replay
from arena.game.replays.writer import CHUNK_TICKS, FIXED, ReplayError
from arena.jit.target import target_name
from arena.sim.tables.commands import Button, PlayerCommand
from tests.game.replays.rewriting import rewritten
from tests.playing import let_bots_play

TICKS = 330


def record(target: Path | io.BytesIO, ticks: int = TICKS) -> None:
    """Let a bot play."""
    with Match(seed=11, workers=2, record=target, difficulty="hard") as match:
        let_bots_play(match, ticks)


@pytest.fixture(scope="module")
def recording() -> bytes:
    stream = io.BytesIO()
    record(stream)
    return stream.getvalue()


def test_a_recorded_game_verifies_for_any_number_of_workers(recording: bytes) -> None:
    heard: list[tuple[int, int]] = []
    for workers in (1, 3):
        result = verify_replay(recording, workers, lambda done, total: heard.append((done, total)))
        assert result.identical
        assert result.ticks == TICKS
        assert not result.truncated
        assert "identical over 330 ticks" in result.summary
    assert heard[:6] == [(60, TICKS), (120, TICKS), (180, TICKS), (240, TICKS), (300, TICKS), (330, TICKS)]


def test_each_player_of_a_recording_has_its_own_hull() -> None:
    stream, hulls = io.BytesIO(), ("comet", "dart")
    with Match(seed=11, workers=1, players=2, hulls=hulls, record=stream) as match:
        let_bots_play(match, CHUNK_TICKS)
    assert read_replay(stream.getvalue()).header.setup.hulls == hulls
    assert verify_replay(stream.getvalue(), 1).identical


def test_another_command_is_found_by_tick_and_array(recording: bytes) -> None:
    replay = read_replay(recording)
    changed = replay.commands.copy()
    changed[100:110, 0, 0] = -127
    forged = io.BytesIO()
    with Match(seed=11, workers=1, record=forged, difficulty="hard") as match:
        for row in changed.tolist():
            x, y, u, v, buttons = row[0]
            match.tick([PlayerCommand(x, y, u, v, Button(buttons))])
    # The forged commands with the hashes of the game that was really played.
    data = bytearray(forged.getvalue())
    good = read_replay(bytes(data))
    assert good.hashes[0].tolist() == replay.hashes[0].tolist()
    assert good.hashes[1].tolist() != replay.hashes[1].tolist()
    result = verify_replay(rewritten(good, good.commands, replay.hashes))
    assert not result.identical
    assert result.diverged_tick == 2 * CHUNK_TICKS
    assert result.diverged_array is not None
    assert result.diverged_array in replay.header.array_names
    assert f"diverged at tick 120 in {result.diverged_array}" == result.summary


@pytest.mark.parametrize(
    ("target", "told"), [(target_name(), ""), ("v9", "; recorded by kernels for v9, these")]
)
def test_a_replay_that_diverges_names_the_other_processor(target: str, told: str) -> None:
    summary = Verification(False, 60, False, 60, "bodies.position", target=target).summary
    assert summary.startswith(f"diverged at tick 60 in bodies.position{told}")
    assert ("kernels" in summary) == bool(told)


def test_a_replay_that_lost_a_command_without_effect_diverges() -> None:
    played = io.BytesIO()
    dash = PlayerCommand(move_x=127, buttons=Button.BOOST)
    with Match(seed=11, workers=1, record=played) as match, Match(seed=11, workers=1) as other:
        for tick in range(90):
            # The second dash comes too early: it has no charge, and nothing comes of it.
            match.tick([dash if tick in (5, 30) else PlayerCommand(move_x=127)])
            other.tick([dash if tick == 5 else PlayerCommand(move_x=127)])
            one, two = match.array_hashes(), other.array_hashes()
            differing = {name for name in one if one[name] != two[name]}
            if tick > 30:
                assert differing == {"history.commands"}
            elif tick < 30:
                assert not differing
    replay = read_replay(played.getvalue())
    commands = replay.commands.copy()
    commands[30, 0, 4] = 0
    result = verify_replay(rewritten(replay, commands, replay.hashes), workers=1)
    assert result.summary == "diverged at tick 60 in history.commands"


def test_a_cut_recording_verifies_as_far_as_it_goes(recording: bytes) -> None:
    result = verify_replay(recording[: len(recording) * 2 // 3], workers=1)
    assert result.identical
    assert result.truncated
    assert result.ticks % CHUNK_TICKS == 0
    assert 60 <= result.ticks < TICKS
    assert "cut off" in result.summary


@pytest.mark.parametrize(
    ("saved_at", "taken_back_at"),
    [(70, 100), (60, 185), (0, 61), (130, 130), (59, 60), (60, 61), (119, 121), (120, 120)],
)
def test_a_recording_is_cut_back_with_its_match(saved_at: int, taken_back_at: int) -> None:
    stream, plain = io.BytesIO(), io.BytesIO()
    wrong, right = PlayerCommand(127, 0, 0, 127, Button.FIRE), PlayerCommand(0, -127)
    with Match(seed=4, workers=2, record=stream) as match, Match(seed=4, workers=1, record=plain) as other:
        for _ in range(saved_at):
            match.tick([right])
        saved = match.snapshot()
        for _ in range(saved_at, taken_back_at):
            match.tick([wrong])
        match.restore(saved)
        for _ in range(200 - saved_at):
            match.tick([right])
        for _ in range(200):
            other.tick([right])
        assert match.state_hash() == other.state_hash()
    assert stream.getvalue() == plain.getvalue()
    result = verify_replay(stream.getvalue(), workers=1)
    assert (result.identical, result.truncated, result.ticks) == (True, False, 200)


@pytest.mark.parametrize("jumped_to", [150, 50])
def test_a_recording_ends_whole_where_its_match_jumps_into_another_game(jumped_to: int) -> None:
    stream = io.BytesIO()
    with Match(seed=4, workers=1) as other, Match(seed=4, workers=1, record=stream) as match:
        for _ in range(jumped_to):
            other.tick([PlayerCommand(127, 0)])
        for _ in range(80):
            match.tick()
        match.restore(other.snapshot())
        match.tick()
        assert match.recorder is not None
        assert match.recorder.error is not None
        assert "ends at tick 80" in match.recorder.error
        assert match.world.tick == jumped_to + 1
    result = verify_replay(stream.getvalue(), workers=1)
    assert (result.identical, result.compared, result.ticks) == (True, 60, 80)


@pytest.mark.slow
def test_a_minute_of_the_bot_verifies(tmp_path: Path) -> None:
    path = tmp_path / "long"
    record(path, ticks=3600)
    result = verify_replay(path, workers=1)
    assert result.identical
    assert result.ticks == 3600
    assert path.stat().st_size < 350_000


@pytest.mark.parametrize(("step", "age"), [(-1, "older"), (1, "newer")])
def test_a_replay_of_another_format_is_called_older_or_newer(recording: bytes, step: int, age: str) -> None:
    data = bytearray(recording)
    magic, version, *rest = FIXED.unpack_from(data)
    FIXED.pack_into(data, 0, magic, version + step, *rest)
    with pytest.raises(
        ReplayError, match=f"^the replay is {age}: format {version + step}; .* reads {version}$"
    ):
        read_replay(bytes(data))
