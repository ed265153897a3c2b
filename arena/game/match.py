"""`Match`: one game in progress.

It owns the world, its minds, the mode whose rules it follows and the recorder. Screens, commands, replays and
environments call `tick` 60 times per simulated second, and show the world and `hud` afterwards. Ticking
writes nothing but state and, where one was asked for, the recording: no sound, no effect, no clock.
"""

import functools
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from arena.ai.minds import MindError, Minds
from arena.catalogue.hulls import HULLS
from arena.game.hud import Hud
from arena.game.mode import Setup
from arena.game.modes import create_mode
from arena.game.replays.writer import ReplayHeader, ReplayWriter
from arena.game.rules import rules_hash
from arena.game.scoring.board import Board
from arena.game.stopwatch import Stopwatch
from arena.sim.steering import take_commands
from arena.sim.step import Mark, TickError, step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from arena.workers import WorkerPool

REST = PlayerCommand()


class Match:
    """A game in progress. The same setup and commands give the same bits, for any number of workers."""

    def __init__(
        self,
        mode: str = Setup.mode,
        seed: int = 1,
        players: int = 1,
        workers: int | WorkerPool | None = None,
        record: Path | str | BinaryIO | None = None,
        difficulty: str = "normal",
        level: str = "",
        seats: int = 0,
        hulls: tuple[str, ...] = (),
    ) -> None:
        """Make a world as the mode asks and let the game begin.

        Args:
            mode: one of `arena.game.modes.MODES`.
            seed: 0 to 2^63 - 1.
            players: 1 to 4.
            workers: threads, one per core where None, or a pool to use; it is closed with the match.
            record: target of a replay, a new file or an open one.
            difficulty: one of `arena.game.rules.DIFFICULTIES`.
            level: text for the mode, see `Setup.level`.
            seats: room for players who join later, see `Setup.seats`.
            hulls: names of the players' hulls, see `Setup.hulls`.

        Raises:
            ValueError: an argument out of its range, which the message names.
            OSError: `record` exists already or cannot be created.
        """
        self.setup = Setup(mode, seed, players, difficulty, level, seats, hulls)
        self.mode = create_mode(self.setup)
        self.world = World(self.mode.config, workers, self.mode.tables(), identity=_identity(self.setup))
        self.profiled = False
        """True to run and time each system by itself, which takes longer."""
        self.mark: Mark | None = None
        """Callback that hears the name of each part of a tick right after it; systems run singly then."""
        self.heard: Collection[str] = ()
        """Systems that it hears of, if not of each: the others run together, as they do without it."""
        self._whole = True  # the world stands between two ticks
        try:
            self._begin()
            self._stopwatch = Stopwatch()
            self._minds = Minds(self.world, self.world.workers)
            self.recorder = ReplayWriter(record, self._header()) if record is not None else None
        except BaseException:
            self.world.close()
            raise

    def _begin(self) -> None:
        for slot, name in enumerate(self.setup.hulls):
            self.world.players.hull[slot] = HULLS.named(name).number
        self.mode.begin(self.world)

    def reset(
        self,
        seed: int | None = None,
        level: str | None = None,
        hulls: tuple[str, ...] | None = None,
        record: Path | str | BinaryIO | None = None,
    ) -> None:
        """Begin another game in place: the same bits as of a new match, in the same arrays.

        A running recording ends, whole. `mode` is another object afterwards.

        Args:
            seed: as for `Match`; None: as before.
            level: as for `Match`; None: as before.
            hulls: as for `Match`; None: as before.
            record: target of a new replay.

        Raises:
            ValueError: an argument out of its range, or a level that takes a world of other capacities, which
                only another match has; nothing has changed then.
            OSError: `record` exists already or cannot be created; the game has begun.
        """
        given = {"seed": seed, "level": level, "hulls": hulls}
        setup = replace(self.setup, **{name: value for name, value in given.items() if value is not None})
        mode = create_mode(setup)
        config, tables = mode.config, mode.tables()
        if not self.world.fits(config):
            raise ValueError(f"level {level!r:.40} takes a world of other capacities: make another match")
        self.end_recording()
        with suppress(MindError):  # their unfinished decisions are dropped
            self._collect()
        self._whole = False
        self.world.reset(config, tables, _identity(setup))
        self.setup, self.mode = setup, mode
        self._begin()
        self._whole = True
        self.recorder = ReplayWriter(record, self._header()) if record is not None else None

    def tick(self, commands: Sequence[PlayerCommand] | None = None) -> None:
        """Advance by 1/60 s; one command per player, or None, where all rest.

        An error leaves the world within the tick; only `restore` leads out of that.

        Raises:
            ValueError: there are not as many commands as players, one is impossible, or the last tick was
                `TICK_LIMIT`; nothing has changed.
            MindError: a mind failed.
            TickError: a system or the mode failed.
            RuntimeError: an earlier tick was interrupted.
        """
        self._check_whole()
        world = self.world
        if commands is None:
            commands = [REST] * world.config.players
        take_commands(world, commands)
        lap = self._stopwatch.lap if self.mark is None else self._lap
        alone = self.profiled or self.mark is not None
        self._stopwatch.start()
        self._collect()
        lap("ai")
        self._whole = False
        step(world, None, lap if alone else None, () if self.profiled else self.heard)
        if not alone:
            lap("step")
        try:
            self.mode.tick(world)
        except Exception as problem:
            raise TickError(self.mode.system, world, problem) from problem
        lap(self.mode.system)
        self._minds.submit(world)
        lap("ask_ai")
        if self.recorder is not None:
            self.recorder.record(commands, int(world.history.commands[0]), self.array_hashes)
        self._whole = True

    def _lap(self, name: str) -> None:
        self._stopwatch.lap(name)
        if self.mark is not None:
            self.mark(name)

    def end_recording(self) -> str | None:
        """End the recording, if there is one, with the last whole tick; the match may go on.

        Returns:
            One line on the part of the match that it lacks; None where it is complete, or there is none.
        """
        if self.recorder is None:
            return None
        hashes = None
        try:
            hashes = self.array_hashes() if self._whole else None
        except MindError:
            pass  # there is no state then: the next tick would have said so
        finally:
            self.recorder.close(hashes)
        return self.recorder.error

    def close(self) -> None:
        """End the recording and join the threads, even after an error; more calls do nothing."""
        try:
            self.end_recording()
        finally:
            self._minds.close()
            self.world.close()

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def board(self) -> Board:
        """Score table that this game counts in; players who join later change it."""
        return self.mode.board(self.setup)._replace(players=self.players_seen)

    @property
    def over(self) -> bool:
        """Return whether the game has ended; the world may go on behind the results."""
        return self.mode.over(self.world)

    @property
    def won(self) -> bool:
        """Return whether the game was won."""
        return self.mode.won(self.world)

    @property
    def present(self) -> tuple[bool, ...]:
        """Flags of the players who are present, by slot."""
        return self.mode.present(self.world)

    @property
    def players_seen(self) -> int:
        """Number of players who were ever present."""
        return self.mode.players_seen(self.world)

    def hud(self) -> Hud:
        """HUD content of the present state."""
        return self.mode.hud(self.world)

    @property
    def systems_ms(self) -> dict[str, float]:
        """Milliseconds of the last tick by system, in order; `ai` is the wait for the minds.

        All systems of the world are one, `step`, unless the match is `profiled`.
        """
        return self._stopwatch.laps_ms

    # Saving, taking back, comparing. All wait for the minds first: a state has its decisions.

    def snapshot(self) -> bytes:
        """Return a snapshot of the state; `restore` in a match with the same arguments continues exactly.

        Raises:
            RuntimeError: the last tick was interrupted.
        """
        self._collect()
        self._check_whole()
        return self.world.snapshot()

    def restore(self, saved: bytes) -> None:
        """Go back, or forward, to a snapshot, from within an interrupted tick too.

        A recording is cut back with the match. It cannot go on from a tick that it does not hold: then it
        ends, whole, and `recorder.error` gives the reason.

        Raises:
            ValueError: it is damaged, or not a snapshot of such a match; nothing has changed then.
        """
        saved = bytes(saved)
        with suppress(MindError):  # their unfinished decisions are dropped
            self._collect()
        whole, self._whole = self._whole, False
        try:
            self.world.restore(saved)
        except ValueError:
            self._whole = whole
            raise
        if self.recorder is not None:
            self.recorder.cut_back(self.world.tick, int(self.world.history.commands[0]))
        self._whole = True

    def array_hashes(self) -> dict[str, int]:
        """A 64-bit hash of every column of the state, by name, in a fixed order."""
        self._collect()
        return self.world.array_hashes()

    def state_hash(self) -> int:
        """One 64-bit hash of the whole state."""
        self._collect()
        return self.world.state_hash()

    def _collect(self) -> None:
        """Wait for the minds. An interrupted wait leaves the world incomplete."""
        whole, self._whole = self._whole, False
        self._minds.collect(self.world)
        self._whole = whole

    def _check_whole(self) -> None:
        if not self._whole:
            raise RuntimeError(
                f"the match was interrupted near tick {self.world.tick}: restore a snapshot, or begin another"
            )

    def _header(self) -> ReplayHeader:
        s = self.setup
        names = tuple(self.array_hashes())
        return ReplayHeader(
            s.seed, s.mode, s.difficulty, s.players, names, level=s.level, seats=s.seats, hulls=s.hulls
        )


def _identity(setup: Setup) -> dict[str, object]:
    """Identity that a snapshot must share with the match it is restored in, beside the seed."""
    return {
        "mode": setup.mode,
        "difficulty": setup.difficulty,
        "level": setup.level,
        "number of players": setup.players,
        "set of hulls": setup.hulls,
        "set of gameplay numbers": _rules(),
    }


@functools.cache
def _rules() -> bytes:
    """Hash of the rules, made once: it takes 1 ms."""
    return rules_hash()
