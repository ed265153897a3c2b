"""Clips: the effects' lengths and envelopes, as the mix needs them.

`arena.app.sound.device` and `scripts/render_sound.py` go through `make_clips` once and keep the samples in
their own ways; `arena.app.sound.mix` keeps the clips, whose envelopes tell it what fits beside what plays
already.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.app.sound.effects import Sound, make_distant, synthesise
from arena.app.sound.signals import RATE, Samples

SPAN = 0.01
"""Time step of envelopes [s]."""
JITTER_SPANS = 3
"""Tolerance for late starts on a device: each envelope value is a maximum over its neighbours."""


class Clip(NamedTuple):
    """One variant of an effect, without its samples."""

    sound: Sound
    variant: int
    distant: bool  # true for the variant from behind the horizon
    envelope: NDArray[np.float64]  # loudest sample about each span, shape (spans,)

    @property
    def seconds(self) -> float:
        """Duration in whole spans."""
        return len(self.envelope) * SPAN

    @property
    def key(self) -> tuple[Sound, int, bool]:
        """Unique key of the clip."""
        return self.sound, self.variant, self.distant


def make_clips() -> Iterator[tuple[Clip, Samples]]:
    """Make every effect, the menus' first; the rest may still be in work when a menu is up."""
    for sound in sorted(Sound, key=lambda sound: not sound.startswith("menu")):
        recipe = sound.recipe
        for variant in range(recipe.variants):
            samples = synthesise(sound, variant)
            yield Clip(sound, variant, False, measure_envelope(samples)), samples
            if recipe.distant:
                dull = make_distant(samples)
                yield Clip(sound, variant, True, measure_envelope(dull)), dull


def measure_envelope(samples: Samples) -> NDArray[np.float64]:
    """Return the loudest sample within each `SPAN` and `JITTER_SPANS` about it, shape (spans,)."""
    width = round(SPAN * RATE)
    spans = -(-len(samples) // width)
    loudest = np.abs(np.pad(samples, (0, spans * width - len(samples)))).reshape(spans, width).max(1)
    padded = np.pad(loudest, JITTER_SPANS)
    return np.lib.stride_tricks.sliding_window_view(padded, 2 * JITTER_SPANS + 1).max(1)
