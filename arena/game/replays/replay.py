"""Replays: record them with a match, read them, play them again and compare."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from arena.game.match import Match
from arena.game.replays.reader import Replay, check_playable, read_replay
from arena.game.replays.writer import ReplayError, ReplayHeader, ReplayWriter
from arena.game.scoring.board import Board
from arena.jit.target import target_name

__all__ = [
    "Finish",
    "Replay",
    "ReplayError",
    "ReplayHeader",
    "ReplayWriter",
    "Verification",
    "read_replay",
    "replay_match",
    "verify_replay",
]


class Finish(NamedTuple):
    """State of a game where its recording ends, as score tables count it."""

    board: Board | None  # None: its mode makes no scores
    score: int
    progress: int  # wave, or phase
    won: bool
    hull: str = ""  # names of the players' hulls; "" for standard ones


@dataclass(frozen=True)
class Verification:
    """Outcome of a replay that was played again."""

    identical: bool
    ticks: int  # that were played
    truncated: bool  # the recording was cut off; its whole chunks were compared
    diverged_tick: int | None = (
        None  # first compared tick with another state; states are compared every second
    )
    diverged_array: str | None = None  # first array that differs there
    compared: int = (
        0  # tick of the last state that was compared, 0 for none; an interrupted recording goes on
    )
    finish: Finish | None = None  # None where it diverged
    target: str = target_name()  # of `arena.jit.target`, with which it was recorded

    @property
    def summary(self) -> str:
        """Outcome in one line, for people."""
        if not self.identical:
            ours = target_name()
            other = f"; recorded by kernels for {self.target}, these are for {ours}" * (self.target != ours)
            return f"diverged at tick {self.diverged_tick} in {self.diverged_array}{other}"
        cut = "; the recording was cut off there" if self.truncated else ""
        further = self.ticks - self.compared
        if further:
            cut = f"; it was interrupted {further} ticks later, without a state to compare" + cut
        return f"identical over {self.compared} ticks{cut}"


def replay_match(replay: Replay, workers: int | None = None, any_rules: bool = False) -> Match:
    """Match at its start, ready to be ticked with `replay.commands_at(tick)`.

    Args:
        replay: what to play.
        workers: threads.
        any_rules: take a recording of another release or other numbers, too, and see how it goes here.

    Raises:
        ReplayError: this release cannot repeat it.
    """
    header = replay.header
    check_playable(header, any_rules)
    try:
        return Match(
            header.mode,
            header.seed,
            header.players,
            workers,
            difficulty=header.difficulty,
            level=header.level,
            seats=header.seats,
            hulls=header.hulls,
        )
    except ValueError as problem:
        raise ReplayError(f"the replay asks for a match that cannot be: {problem}") from problem


def verify_replay(
    source: Replay | Path | str | BinaryIO | bytes,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Play a replay without a window and compare its hashes; `progress(done, total)` hears every second.

    Raises:
        ReplayError: it cannot be read, is damaged, or was recorded by another release.
    """
    replay = source if isinstance(source, Replay) else read_replay(source)
    with replay_match(replay, workers) as match:
        check_comparable(match, replay)
        compared = 0
        for row, end in enumerate(replay.chunk_ends.tolist()):
            _play(match, replay, end)
            if (diverged := find_difference(match, replay, row)) is not None:
                target = replay.header.target
                return Verification(False, end, replay.truncated, end, diverged, end, target=target)
            compared = end
            if progress is not None:
                progress(end, replay.ticks)
        _play(match, replay, replay.ticks)
        hud, scored = match.hud(), match.mode.spec.scored
        hull = " ".join(match.setup.hulls)
        finish = Finish(match.board if scored else None, hud.score or 0, hud.progress, match.won, hull)
        return Verification(True, replay.ticks, replay.truncated, compared=compared, finish=finish)


def check_comparable(match: Match, replay: Replay) -> None:
    """Refuse a recording of states that this release does not have.

    Raises:
        ReplayError: its arrays have other names.
    """
    if tuple(match.array_hashes()) != replay.header.array_names:
        raise ReplayError("the replay compares other arrays than this release has")


def find_difference(match: Match, replay: Replay, row: int) -> str | None:
    """Name of the first array whose hash differs from that row of recorded hashes; None: all are equal."""
    recorded = dict(zip(replay.header.array_names, replay.hashes[row].tolist(), strict=True))
    return next((name for name, value in match.array_hashes().items() if value != recorded[name]), None)


def _play(match: Match, replay: Replay, end: int) -> None:
    """Play up to a tick."""
    for tick in range(match.world.tick, end):
        match.tick(replay.commands_at(tick))
