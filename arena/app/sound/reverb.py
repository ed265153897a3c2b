"""Reverb of the score: partitioned convolution with decaying noise, at an even cost.

`arena.app.sound.score` calls `process` for every block it renders, one after another. Uniformly partitioned
convolution as in Gardner, "Efficient convolution without input-output delay", 1995, without his growing
parts: nothing here waits for the first sample.
"""

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.signals import decay, low_pass, noise, rise, timeline

SECONDS = 1.9
HALF_LIFE = 0.21
"""Half-life of the reverberation [s]: 60 dB in 2.1 s."""
DULLNESS = 3200.0
"""Cut-off of the hall [Hz]."""

F32 = NDArray[np.float32]


class Reverb:
    """Reverb from blocks of a mono signal to stereo."""

    def __init__(self, block: int) -> None:
        """Make a hall for blocks of so many samples."""
        self._block = block
        time = timeline(SECONDS)
        sides = [low_pass(noise(len(time), seed), DULLNESS) for seed in (401, 402)]
        answer = np.stack(sides) * decay(time, HALF_LIFE) * rise(time, 0.02)
        answer /= np.sqrt((answer * answer).sum(axis=1, keepdims=True))
        parts = -(-len(time) // block)
        cut = np.zeros((2, parts * block))
        cut[:, : len(time)] = answer
        # Left and right of each part, newest first, shape (2, parts, block + 1).
        self._parts = np.fft.rfft(cut.reshape(2, parts, block).astype(np.float32), 2 * block)
        self._past = np.zeros((parts, block + 1), np.complex64)
        self._before = np.zeros(block, np.float32)

    def process(self, block: F32) -> F32:
        """Return what is heard while `block`, shape (block,), is sent in, shape (2, block)."""
        self._past = np.roll(self._past, 1, axis=0)
        self._past[0] = np.fft.rfft(np.concatenate((self._before, block)))
        self._before = block.copy()
        heard = np.fft.irfft((self._parts * self._past).sum(axis=1))
        return heard[:, self._block :].astype(np.float32)
