"""A match that an exception strikes: its recording ends at the last whole tick, and closing it is quiet."""

# Functions that are made to fail lie behind the match's own door.
# pyright: reportPrivateUsage=false

import io
import random
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from arena.ai.minds import MindError
from arena.game import match as match_module
from arena.game.match import Match
from arena.game.replays.replay import read_replay, verify_replay
from arena.game.replays.writer import CHUNK_TICKS, ReplayWriter
from arena.sim import step as step_module
from arena.sim.step import NAMED_SYSTEMS, TickError
from arena.sim.tables.commands import Button, PlayerCommand
from arena.workers import WorkerPool

TICKS = 130
SEED = 4
CASES = 40
"""Random moments in CI; thousands were tried by hand."""


def command(tick: int) -> PlayerCommand:
    return PlayerCommand(tick % 120, -(tick % 90), 0, 127, Button(tick % 3))


def play(match: Match, first: int, end: int) -> None:
    for tick in range(first, end):
        match.tick([command(tick)])


@pytest.fixture(scope="module")
def states() -> list[dict[str, int]]:
    """Hashes before the first tick and after each."""
    with Match(seed=SEED, workers=1) as match:
        found = [match.array_hashes()]
        for tick in range(TICKS + 1):
            match.tick([command(tick)])
            found.append(match.array_hashes())
        return found


def check_whole(recording: bytes, ticks: set[int], states: list[dict[str, int]]) -> int:
    """Compare a recording with what was played; returns its ticks."""
    replay = read_replay(recording)
    assert not replay.truncated
    assert replay.ticks in ticks
    assert [replay.commands_at(tick) for tick in range(replay.ticks)] == [
        [command(tick)] for tick in range(replay.ticks)
    ]
    whole = list(range(CHUNK_TICKS, replay.ticks + 1, CHUNK_TICKS))
    assert replay.chunk_ends.tolist() in (whole, whole[:-1], [*whole, replay.ticks])
    for end, hashes in zip(replay.chunk_ends.tolist(), replay.hashes.tolist(), strict=True):
        assert dict(zip(replay.header.array_names, hashes, strict=True)) == states[end]
    return replay.ticks


class Struck(Exception):
    """Exception that a test raises."""


Strike = Callable[[pytest.MonkeyPatch, Match], None]


def strike() -> None:
    """Raise what no code expects."""
    raise Struck


def in_system(name: str, *, after: bool) -> Strike:
    def prepare(patch: pytest.MonkeyPatch, match: Match) -> None:
        def run(world: Any) -> None:
            if after:
                dict(NAMED_SYSTEMS)[name](world)
            strike()

        systems = [(known, run if known == name else system) for known, system in NAMED_SYSTEMS]
        patch.setattr(step_module, "NAMED_SYSTEMS", tuple(systems))

    return prepare


def in_call(owner: Callable[[Match], Any], name: str, *, after: bool) -> Strike:
    def prepare(patch: pytest.MonkeyPatch, match: Match) -> None:
        target = owner(match)
        original = getattr(target, name)

        def call(*arguments: Any) -> None:
            if after:
                original(*arguments)
            strike()

        patch.setattr(target, name, call)

    return prepare


PLACES: dict[str, Strike] = {}
for late in (False, True):
    moment = "after" if late else "before"
    PLACES.update({f"{moment} {name}": in_system(name, after=late) for name, _ in NAMED_SYSTEMS})
    PLACES.update(
        {
            f"{moment} collect": in_call(lambda match: match._minds, "collect", after=late),
            f"{moment} step": in_call(lambda _: match_module, "step", after=late),
            f"{moment} mode": in_call(lambda match: match.mode, "tick", after=late),
            f"{moment} submit": in_call(lambda match: match._minds, "submit", after=late),
            f"{moment} record": in_call(lambda match: match.recorder, "record", after=late),
        }
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("at", [59, 75])
def test_an_exception_anywhere_in_a_tick_leaves_a_recording_of_whole_ticks(
    place: str, at: int, states: list[dict[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.BytesIO()
    match = Match(seed=SEED, workers=1, record=stream)
    play(match, 0, at)
    with monkeypatch.context() as patch:
        PLACES[place](patch, match)
        with pytest.raises((Struck, TickError)):
            match.tick([command(at)])
    assert match.end_recording() is None
    match.close()
    check_whole(stream.getvalue(), {at + 1} if place == "after record" else {at}, states)


@pytest.mark.parametrize("at", [30, 60, 100])
def test_what_was_interrupted_verifies(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    with Match(seed=SEED, workers=1, record=stream) as match:
        play(match, 0, at)
        PLACES["after move_bodies"](monkeypatch, match)
        with pytest.raises((Struck, TickError)):
            match.tick([command(at)])
    monkeypatch.undo()
    result = verify_replay(stream.getvalue(), workers=1)
    assert (result.identical, result.truncated, result.ticks) == (True, False, at)
    assert result.compared == at // CHUNK_TICKS * CHUNK_TICKS
    assert ("without a state to compare" in result.summary) == (result.compared < at)


def test_an_interrupted_match_says_so_and_goes_on_from_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    struck, plain = io.BytesIO(), io.BytesIO()
    with Match(seed=SEED, workers=1, record=struck) as match, Match(seed=SEED, record=plain) as other:
        play(match, 0, 41)
        saved = match.snapshot()
        play(match, 41, 70)
        with monkeypatch.context() as patch:
            PLACES["after solve_contacts"](patch, match)
            with pytest.raises((Struck, TickError)):
                match.tick([command(70)])
        for refused in (match.tick, match.snapshot):
            with pytest.raises(RuntimeError, match="interrupted near tick 71"):
                refused()
        with pytest.raises(ValueError, match="not a snapshot"):
            match.restore(b"")
        with pytest.raises(RuntimeError, match="interrupted"):
            match.tick()
        match.restore(saved)
        play(match, 41, TICKS)
        play(other, 0, TICKS)
        assert match.array_hashes() == other.array_hashes()
    assert struck.getvalue() == plain.getvalue()


@contextmanager
def key_pressed_after(steps: int) -> Generator[None]:
    """Raise KeyboardInterrupt in this thread after so many byte codes of Arena's own."""
    left = steps

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if "/arena/" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("seed", range(CASES))
def test_a_key_may_interrupt_between_any_two_byte_codes(seed: int, states: list[dict[str, int]]) -> None:
    choice = random.Random(seed)
    stream = io.BytesIO()
    match = Match(seed=SEED, workers=1, record=stream)
    begun = choice.choice([choice.randrange(TICKS - 2), CHUNK_TICKS - 1, 2 * CHUNK_TICKS - 1])
    play(match, 0, begun)
    done = begun
    with suppress(KeyboardInterrupt), key_pressed_after(round(choice.uniform(1.0, 90.0) ** 2)):
        for tick in range(begun, TICKS):
            match.tick([command(tick)])
            done += 1
        match.close()
    with suppress(KeyboardInterrupt), key_pressed_after(round(choice.uniform(1.0, 40.0) ** 2)):
        match.close()
    match.close()
    check_whole(stream.getvalue(), {done, done + 1}, states)


def test_a_key_may_interrupt_the_recorder_anywhere(tmp_path: Path, states: list[dict[str, int]]) -> None:
    """All byte codes of a chunk's end, of cutting back and of closing, one after the other."""
    header = recording_header()
    steps, finished = 0, False
    while not finished:
        path = tmp_path / f"{steps}.replay"
        writer = ReplayWriter(path, header)
        for tick in range(CHUNK_TICKS - 1):
            writer.record([command(tick)], tick + 1, lambda: states[CHUNK_TICKS])
        with suppress(KeyboardInterrupt), key_pressed_after(steps):
            writer.record([command(CHUNK_TICKS - 1)], CHUNK_TICKS, lambda: states[CHUNK_TICKS])
            writer.cut_back(50, 50)
            writer.close(states[50])
            finished = True
        ticks = writer.ticks
        writer.close()
        assert writer.error is None
        check_whole(path.read_bytes(), {ticks} & {50, CHUNK_TICKS - 1, CHUNK_TICKS}, states)
        steps += 1
    assert steps > 200


def recording_header() -> Any:
    stream = io.BytesIO()
    with Match(seed=SEED, workers=1, record=stream):
        pass
    return read_replay(stream.getvalue()).header


@pytest.mark.parametrize("ticks", [0, 30, 59, 60])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_whose_minds_failed_closes_quietly_and_whole(
    ticks: int, workers: int, states: list[dict[str, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "failed.replay"
    match = Match(seed=SEED, workers=workers, record=path)
    play(match, 0, ticks)
    match.array_hashes()  # waits for the decisions that were asked for: the next ones fail

    def fail(chunk: int) -> None:
        raise ZeroDivisionError("no thought")

    match._minds._before_chunk = fail
    with suppress(MindError):  # at the end of a chunk the state is asked for at once
        match.tick([command(ticks)])
    match.close()
    match.close()
    assert match.end_recording() is None
    assert check_whole(path.read_bytes(), {ticks + 1}, states) == ticks + 1
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("arena-worker")]


def test_a_failed_mind_is_told_by_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(chunk: int) -> None:
        raise ZeroDivisionError("no thought")

    with Match(seed=SEED, workers=1) as match:
        saved = match.snapshot()
        match._minds._before_chunk = fail
        match.tick()
        with pytest.raises(MindError, match=f"tick 1 with seed {SEED}: no thought"):
            match.tick()
        match._minds._before_chunk = None
        match.restore(saved)
        match.tick()
        assert match.world.tick == 1


def test_a_match_that_cannot_be_made_ends_its_threads(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"precious")
    pool = WorkerPool(2)
    pool.run([strike_nothing, strike_nothing])
    with pytest.raises(FileExistsError):
        Match(workers=pool, record=tmp_path / "mine")
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("arena-worker")]


def strike_nothing() -> None:
    """A task."""
