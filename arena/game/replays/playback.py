"""`Playback`: a replay that is watched from any tick.

The replay screen owns one; tests and benchmarks drive it without a window. It plays the recording in two
matches: `match` is the one that is shown, and stands wherever the viewer wants it. A second one, which nobody
sees, reads ahead from the beginning, leaves keyframes on its way and compares the states that were recorded.
Within the part that it has played a jump takes a keyframe and at most `Keyframes.spacing` ticks.

Nothing here knows a clock: the screen reads ahead as far as the time of each frame allows.
"""

from arena.game.match import Match
from arena.game.replays.keyframes import Keyframes
from arena.game.replays.reader import Replay
from arena.game.replays.replay import check_comparable, find_difference, replay_match
from arena.tuning import TICK_RATE

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Playback speeds: game time for each second."""


class Playback:
    """Playback of one replay, with its position and the part that was read ahead.

    Args:
        replay: what to play.
        workers: threads of the match that is shown.
        keyframes: where they are kept; None: in new ones.

    Attributes:
        match: that is shown. It is the caller's only to look at.
        known: the tick up to which jumps are quick; `read_ahead` moves it.
        losses: ticks at which players lost ships, ascending, as far as it is known.
        diverged: the first compared tick at which the recording holds another state, with the array that
            differs; None as far as nothing was found.

    Raises:
        ReplayError: this release cannot repeat the replay.
    """

    def __init__(
        self, replay: Replay, workers: int | None = None, keyframes: Keyframes | None = None
    ) -> None:
        self.replay = replay
        self.match = replay_match(replay, workers)
        try:
            check_comparable(self.match, replay)
            self._reader: Match | None = replay_match(replay, 1)
        except BaseException:
            self.match.close()
            raise
        self.keyframes = keyframes or Keyframes()
        self._compared = 0  # rows of the recorded hashes
        self.known = 0
        self.losses: list[int] = []
        self.diverged: tuple[int, str] | None = None
        self.keyframes.put(0, self.match.snapshot())

    @property
    def tick(self) -> int:
        """Ticks played so far."""
        return self.match.world.tick

    @property
    def ticks(self) -> int:
        """Ticks of the whole recording."""
        return self.replay.ticks

    @property
    def ended(self) -> bool:
        """Return whether it has reached the end."""
        return self.tick >= self.ticks

    @property
    def all_known(self) -> bool:
        """Return whether there is nothing more to read ahead."""
        return self.known >= self.ticks

    def read_ahead(self, ticks: int) -> None:
        """Play so many more ticks ahead."""
        reader = self._reader
        if reader is None:
            return
        for _ in range(min(ticks, self.ticks - self.known)):
            reader.tick(self.replay.commands_at(self.known))
            self.known += 1
            if self.keyframes.wants(self.known):
                self.keyframes.put(self.known, reader.snapshot())
            self._compare(reader)
            if self.known % TICK_RATE == 0 or self.all_known:
                self.losses = [death.tick for death in reader.mode.deaths(reader.world)]
        if self.all_known:
            reader.close()
            self._reader = None

    def _compare(self, reader: Match) -> None:
        ends = self.replay.chunk_ends
        if self.diverged is None and self._compared < len(ends) and ends[self._compared] == self.known:
            difference = find_difference(reader, self.replay, self._compared)
            self._compared += 1
            if difference is not None:
                self.diverged = self.known, difference

    def step(self) -> None:
        """Play one tick; at the end nothing happens."""
        if not self.ended:
            self.match.tick(self.replay.commands_at(self.tick))

    def jump(self, tick: int) -> None:
        """Jump to the state after `tick` ticks, clamped to the recording.

        Within what is known this is quick; beyond it everything in between is played.
        """
        target = max(0, min(self.ticks, tick))
        frame = self.keyframes.last_before(target)
        if not frame <= self.tick <= target:
            self.match.restore(self.keyframes.take(frame))
        while self.tick < target:
            self.step()

    def branch_off(self, workers: int | None = None) -> Match:
        """Copy of the match that goes on by other commands; it is not recorded."""
        branch = replay_match(self.replay, workers)
        try:
            branch.restore(self.match.snapshot())
        except BaseException:
            branch.close()
            raise
        return branch

    def close(self) -> None:
        """Close both matches and the keyframes; more calls do nothing."""
        try:
            self.keyframes.close()
            self.match.close()
        finally:
            if self._reader is not None:
                self._reader.close()
