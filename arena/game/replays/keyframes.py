"""`Keyframes`: snapshots of one match at many ticks, compressed, within a bound of memory.

`arena.game.replays.playback` fills them as it reads a replay ahead, between two pictures, and jumps by them.
They are evenly spaced: where they outgrow the bound every second one is dropped, and the spacing doubles. A
thread compresses them: the 2.6 MB of a tide take longer than a picture may.
"""

import zlib
from concurrent.futures import Future, ThreadPoolExecutor

SPACING = 60
"""Ticks between keyframes, as long as memory allows; a jump replays at most as many."""
MEMORY = 56 << 20
"""Memory limit of all keyframes [bytes]; ten crowded minutes take 41 million at twice that spacing."""
LEVEL = 1
"""Compression level of zlib: a snapshot is mostly unused rows, which the quickest level finds, too."""
PENDING = 4
"""Limit of snapshots that wait to be compressed."""


class Keyframes:
    """Snapshots by tick.

    Args:
        spacing: ticks between two, 1 or more.
        memory: [bytes] that all may take; the first one is kept whatever it takes.
    """

    def __init__(self, spacing: int = SPACING, memory: int = MEMORY) -> None:
        self._spacing, self._memory = spacing, memory
        self._frames: dict[int, bytes] = {}
        self._pending: dict[int, Future[bytes]] = {}
        self._packer: ThreadPoolExecutor | None = None
        self._size = 0

    @property
    def size(self) -> int:
        """Memory taken [bytes], once all that was put in is compressed."""
        self._collect(0)
        return self._size

    @property
    def spacing(self) -> int:
        """Present number of ticks between two keyframes."""
        return self._spacing

    def wants(self, tick: int) -> bool:
        """Return whether a snapshot of this tick should be put in."""
        return tick % self._spacing == 0 and not self._has(tick)

    def put(self, tick: int, snapshot: bytes) -> None:
        """Keep a snapshot that is wanted."""
        if self._packer is None:
            self._packer = ThreadPoolExecutor(1, "keyframes")
        self._pending[tick] = self._packer.submit(zlib.compress, snapshot, LEVEL)
        self._collect(PENDING)

    def close(self) -> None:
        """End the thread; the keyframes stay. More calls do nothing."""
        if self._packer is not None:
            self._collect(0)
            self._packer.shutdown()
            self._packer = None

    def _has(self, tick: int) -> bool:
        return tick in self._frames or tick in self._pending

    def _collect(self, most: int) -> None:
        """Take in what is compressed, in the order in which it came; wait while more than `most` are not."""
        for tick in list(self._pending):
            if len(self._pending) <= most and not self._pending[tick].done():
                return
            packed = self._pending.pop(tick).result()
            if tick % self._spacing == 0:
                self._frames[tick] = packed
                self._size += len(packed)
            while self._size > self._memory and len(self._frames) > 1:
                self._thin_out()

    def _thin_out(self) -> None:
        self._spacing *= 2
        self._frames = {tick: packed for tick, packed in self._frames.items() if tick % self._spacing == 0}
        self._size = sum(map(len, self._frames.values()))

    def last_before(self, tick: int) -> int:
        """Tick of the last keyframe at or before `tick`.

        Raises:
            KeyError: there is none.
        """
        at = tick // self._spacing * self._spacing
        while not self._has(at):
            if at < 0:
                raise KeyError(tick)
            at -= self._spacing
        return at

    def take(self, tick: int) -> bytes:
        """Snapshot of a tick that `last_before` named."""
        packed = self._pending[tick].result() if tick in self._pending else self._frames[tick]
        return zlib.decompress(packed)
