"""Thread that renders the score ahead of playback.

`arena.app.sound.device` starts one when the window opens and takes what it needs for the device's buffer,
on the device's thread, which must never wait: rendering there would hold the lock that every effect needs
to start.
"""

import threading
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.score import ScoreRing

BLOCKS_AHEAD = 6
"""Blocks rendered ahead: 1.0 s, a little more than the device buffers itself."""


class ScoreThread:
    """Queue of rendered blocks of 16-bit stereo."""

    def __init__(self, score: ScoreRing) -> None:
        self.score = score
        self.problem = ""
        """Reason why the thread failed."""
        self._ready: deque[bytes] = deque()
        self._begun = b""  # rest of a partly taken block
        self._wanted = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="score", daemon=True)

    def start(self) -> None:
        """Begin to render."""
        self._wanted.set()
        self._thread.start()

    @property
    def ended(self) -> bool:
        """True while the thread is not running."""
        return not self._thread.is_alive()

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes, or silence if they are not ready; never waits (one thread)."""
        parts, missing = [self._begun], count - len(self._begun)
        while missing > 0 and self._ready:
            parts.append(self._ready.popleft())
            missing -= len(parts[-1])
        self._wanted.set()
        data = b"".join(parts)
        self._begun = data[count:]
        return data[:count] + bytes(max(0, missing))

    def close(self) -> None:
        """End the thread, within a block."""
        self._ended = True
        self._wanted.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        try:
            while not self._ended:
                self._wanted.wait()
                self._wanted.clear()
                while len(self._ready) < BLOCKS_AHEAD and not self._ended:
                    self._ready.append(pack(self.score.render()))
        except Exception as error:  # the game goes on without music
            self.problem = f"No music: {error}"[:120]


def pack(samples: NDArray[np.floating[Any]]) -> bytes:
    """Pack samples in -1..1 as 16-bit integers."""
    return np.round(np.clip(samples, -1.0, 1.0) * 32_767.0).astype("<i2").tobytes()
