"""Renders the score: bars into a ring buffer, so that tails ring on over the bar line.

`arena.app.sound.device` lets a thread of its own call `render`, block by block and a second ahead of what
is heard; `scripts/render_sound.py` and tests call it as they like. The situation is read when a bar begins.
"""

import math
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.composer import STEPS, Composer, Play
from arena.app.sound.mix import SCORE_SHARE
from arena.app.sound.reverb import Reverb
from arena.app.sound.signals import RATE
from arena.app.sound.situation import Situation
from arena.app.sound.timbres import Note, Stroke, play_stroke, play_timbre

BLOCK = 8192
"""Samples per rendered block: 0.17 s."""
RING = 1 << 19
"""Samples that a note may reach beyond the block in work: 10.9 s, a slow bar and what begins at its end."""
NOTES_KEPT = 12 << 20
"""Notes that are kept for when they are played again [bytes]; all of a theme, about 100, take 7 to 17 MB."""
FULL_SCALE = 32_767
"""Full scale of cached notes: 16 bits, as notes are mixed below half of their peak."""
DRIVE = 0.30
"""Of the sum of all notes before it is bent: nothing reaches SCORE_SHARE, below half of it little changes."""
HALL = 0.9
"""Gain of the hall."""
BARS_KEPT = 64

LEFT, RIGHT, SEND = range(3)
F32 = NDArray[np.float32]


class ScoreRing:
    """Endless score. `situation` may be set at any time, by any thread."""

    def __init__(self) -> None:
        self.situation = Situation()
        self.bars: list[int] = []
        """At which sample each of the last bars began, see `BARS_KEPT`."""
        self._composer = Composer()
        self._reverb = Reverb(BLOCK)
        self._ring = np.zeros((3, RING), np.float32)
        self._position = 0  # start of the current block [samples]
        self._written = 0.0  # end of the written bars [samples]
        self.notes: OrderedDict[tuple[object, int, float], NDArray[np.int16]] = OrderedDict()
        """Cache of notes by instrument, pitch and length [s]; samples up to FULL_SCALE."""
        self.notes_bytes = 0

    @property
    def level(self) -> int:
        """Number of layers above the first."""
        return self._composer.level

    def render(self) -> F32:
        """Return the next block, left and right, within SCORE_SHARE of full scale, shape (BLOCK, 2)."""
        while self._written < self._position + BLOCK:
            self._write_bar()
        begin = self._position % RING
        part = self._ring[:, begin : begin + BLOCK]
        sound = part[:SEND] + np.float32(HALL) * self._reverb.process(part[SEND])
        part[:] = 0.0
        self._position += BLOCK
        return np.ascontiguousarray(
            (np.float32(SCORE_SHARE) * np.tanh(np.float32(DRIVE / SCORE_SHARE) * sound)).T
        )

    def _write_bar(self) -> None:
        bar = self._composer.next_bar(self.situation)
        self.bars = [*self.bars[1 - BARS_KEPT :], round(self._written)]
        step = bar.seconds / STEPS
        for note in bar.notes:
            self._add(note, round(self._written + note.at * step * RATE), step)
        self._written += bar.seconds * RATE

    def _add(self, play: Play, begin: int, step: float) -> None:
        """Add a note to the ring buffer, with wrap-around."""
        samples = self.note(play, step)
        angle = (play.pan + 1.0) * math.pi / 4.0
        gains = (play.gain * math.cos(angle), play.gain * math.sin(angle), play.gain * play.send)
        first = begin % RING
        until_end = min(len(samples), RING - first)
        for channel, gain in enumerate(gains):
            scaled = samples * np.float32(gain / FULL_SCALE)
            self._ring[channel, first : first + until_end] += scaled[:until_end]
            self._ring[channel, : len(samples) - until_end] += scaled[until_end:]

    def note(self, play: Play, step: float) -> NDArray[np.int16]:
        """Return a note from the cache, or render it."""
        seconds = 0.0 if isinstance(play.what, Stroke) else round(play.steps * step, 3)
        key = (play.what, play.pitch, seconds)
        note = self.notes.pop(key, None)
        if note is None:
            note = np.round(_make(play, seconds) * FULL_SCALE).astype(np.int16)
            self.notes_bytes += note.nbytes
        self.notes[key] = note
        while self.notes_bytes > NOTES_KEPT:
            self.notes_bytes -= self.notes.popitem(last=False)[1].nbytes
        return note


def _make(play: Play, seconds: float) -> Note:
    if isinstance(play.what, Stroke):
        return play_stroke(play.what, play.pitch)
    return play_timbre(play.what, 440.0 * 2.0 ** ((play.pitch - 69) / 12.0), seconds)
