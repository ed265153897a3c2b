"""`DisasterRun`: one match, the script that it writes as it goes, and its laws after every tick."""

import errno
import io
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import NamedTuple

import numpy as np

from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.replays.reader import read_replay
from arena.game.replays.replay import verify_replay
from arena.sim.step import Mark
from arena.sim.tables.commands import PlayerCommand, pack_command
from arena.sweep.disasters.delays import HesitantPool
from arena.sweep.disasters.laws import broken_laws, create_scratch
from arena.sweep.disasters.script import Script, Surroundings
from arena.sweep.disasters.touches import EVERY, HEARD, TouchCheck
from arena.workers import WorkerPool

SAVES = 4
"""Snapshots that are kept, the last ones."""
HUD_EVERY = 60
PAUSE_SHARE, PAUSE_LONGEST = 0.02, 0.0005
"""Share of the tasks behind a pause, and the longest pause [s]: the many ticks of a sweep want short ones."""
OTHER_WORKERS = 2


class BreachError(Exception):
    """A law that does not hold."""

    def __init__(self, law: str, words: str, column: str = "", row: int = -1) -> None:
        super().__init__(words)
        self.law, self.words, self.column, self.row = law, words, column, row


class Save(NamedTuple):
    """A snapshot of a match."""

    tick: int
    snapshot: bytes
    hashes: dict[str, int]
    poisoned: int


class FullDisk(io.BytesIO):
    """A file that takes so many bytes and no more."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def write(self, data: bytes) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Write what there is room for.

        Raises:
            OSError: there is none.
        """
        room = self._room - self.tell()
        if room <= 0:
            raise OSError(errno.ENOSPC, "no space left on device")
        return super().write(data[:room])


class DisasterRun:
    """A match, its script so far, its snapshots and recordings.

    Attributes:
        script: what was played so far.
        match: the match; a take-over puts another in its place.
        saves: snapshots, the oldest first.
        poisoned: bodies that were given a bad number, as far as the state has them.
        listen: hears of each part of every tick, for a search; None in a sweep.
    """

    def __init__(self, setup: Setup, around: Surroundings, verifies: bool = False) -> None:
        self.script = Script(setup, around, verifies)
        self.saves: list[Save] = []
        self.poisoned = 0
        self.listen: Mark | None = None
        self.recordings: list[io.BytesIO] = []
        self.match = create_match(setup, self._threads(), self.new_recording())
        self.drop_unbegun()
        self._look_at(self.match)

    def _threads(self) -> WorkerPool:
        around = self.script.around
        if around.hesitant:
            return HesitantPool(around.workers, PAUSE_SHARE, PAUSE_LONGEST)
        return WorkerPool(around.workers)

    def _look_at(self, match: Match) -> None:
        self._scratch, self._touches = create_scratch(match.world), TouchCheck(match.world)

    def new_recording(self) -> io.BytesIO | None:
        """A file for a recording, where the script has recordings."""
        around = self.script.around
        if not around.recorded:
            return None
        self.recordings.append(io.BytesIO() if around.disk is None else FullDisk(around.disk))
        return self.recordings[-1]

    def drop_unbegun(self) -> None:
        """Drop the last recording if its disk had no room for the header."""
        recorder = self.match.recorder
        if recorder is not None and recorder.error:
            self.recordings.pop()

    def take_over(self, match: Match) -> None:
        """Go on with another match of the same setup; the present one ends."""
        self.match.close()
        self.match = match
        self._look_at(match)

    def forget(self) -> None:
        """Drop all snapshots: the match is of another game."""
        self.saves.clear()
        self.poisoned = 0

    def save(self) -> Save:
        """Take a snapshot, and keep it."""
        world = self.match.world
        save = Save(world.tick, self.match.snapshot(), self.match.array_hashes(), self.poisoned)
        self.saves = [*self.saves[1 - SAVES :], save]
        return save

    def restore(self, save: Save) -> None:
        """Restore a snapshot, which must give the state of then."""
        self.match.restore(save.snapshot)
        self.poisoned = save.poisoned
        self.compare("restore", save.hashes, self.match.array_hashes(), f"restored tick {save.tick}")

    @staticmethod
    def compare(law: str, expected: dict[str, int], found: dict[str, int], words: str) -> None:
        """Compare two states by their hashes.

        Raises:
            BreachError: they differ.
        """
        if expected != found:
            column = next((name for name, value in found.items() if expected.get(name) != value), "")
            raise BreachError(law, f"{words}: the state is another", column)

    def play_tick(self, commands: Sequence[PlayerCommand]) -> None:
        """Play a tick of the match, with its laws."""
        step, match = len(self.script.steps), self.match
        self.script.steps.append(b"".join(map(pack_command, commands)))
        marks = [self._touches.mark] if step % EVERY == 0 else []
        marks += [self.listen] if self.listen is not None else []
        match.mark = partial(_tell, marks) if marks else None
        match.heard = HEARD if self.listen is None else ()
        before = match.world.tick
        match.tick(commands)
        self._check(before, bool(step % EVERY == 0))
        if step % HUD_EVERY == 0:
            self._check_words()

    def _check(self, before: int, touched: bool) -> None:
        world = self.match.world
        broken = broken_laws(world, self._scratch)
        if touched:
            broken += self._touches.broken
        if broken:
            law, row = broken[0]
            raise BreachError(law.name, f"broken: {law.words}", law.column, row)
        if world.tick != before + 1:
            raise BreachError("clock", f"tick {world.tick} follows {before}", "clock.tick")
        if world.quarantine.count[0] > self.poisoned:
            raise BreachError(
                "quarantine", "a body is quarantined that nobody poisoned", "quarantine.count",
                int(world.quarantine.row[0]),
            )  # fmt: skip
        score = world.tables.get("score")
        if score is not None and int(score.points[0]) != sum(score.sources.tolist()):
            raise BreachError("score", "the score is not the sum of its parts", "score.points")

    def _check_words(self) -> None:
        """Look at what the mode tells of the match."""
        match, world = self.match, self.match.world
        hud, earned = match.hud(), match.mode.earnings(world)
        score = world.tables.get("score")
        if earned and score is not None and sum(earned.values()) != int(score.points[0]):
            raise BreachError("score", "the earnings do not add up to the score", "score.sources")
        if len(hud.players) != world.config.players:
            raise BreachError("hud", f"a HUD for {len(hud.players)} players")
        _ = match.over, match.won, match.present, match.players_seen, match.mode.results(world)

    def broken(self, in_tick: bool) -> list[tuple[str, str]]:
        """(law, column) of the laws of columns that the present state breaks."""
        found = broken_laws(self.match.world, self._scratch, in_tick)
        return [(law.name, law.column) for law, _ in found]

    def finish(self) -> None:
        """End the recording; read all of them, and simulate them again where the script says so.

        Raises:
            BreachError: one cannot be read, or differs.
        """
        self.match.end_recording()
        for number, file in enumerate(self.recordings):
            data = file.getvalue()
            replay = read_replay(data)
            if replay.truncated and self.script.around.disk is None:
                raise BreachError("recording", f"recording {number} is cut off")
            if not self.script.verifies:
                continue
            found = verify_replay(replay, OTHER_WORKERS if self.script.around.workers == 1 else 1)
            if not found.identical:
                raise BreachError(
                    "recording", f"recording {number} {found.summary}", found.diverged_array or ""
                )

    def close(self) -> None:
        """End the match."""
        self.match.close()


def _tell(marks: Sequence[Mark], name: str) -> None:
    for mark in marks:
        mark(name)


def create_match(setup: Setup, workers: int | WorkerPool, record: io.BytesIO | None = None) -> Match:
    """A match of a setup."""
    return Match(**asdict(setup), workers=workers, record=record)


def live_rows(match: Match) -> list[int]:
    """Rows of all live bodies."""
    return np.flatnonzero(match.world.bodies.alive).tolist()
