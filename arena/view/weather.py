"""Lightning over a world: one flash at a time, at most one a second, for eyes that flashes hurt."""

import math

import numpy as np

from arena.jit.annotations import F32

PERIOD = 1.3
"""Time from flash to flash [s]."""
RISE, DECAY = 0.06, 0.22
"""Time to the full brightness, and in which it then falls to a third [s]."""
NEAREST, FARTHEST = 0.22, 0.75
"""Angle from the focus between which they strike: not in the fight, and in the picture [rad]."""
CHOICES = 64
"""Places of a flash, of which it takes the first that is between those."""


def lightning(time_s: float, focus: F32) -> tuple[float, float, float, float]:
    """Place of the flash, a unit vector, and its brightness, 0 to 1."""
    number, age = divmod(time_s, PERIOD)
    places = np.random.default_rng(int(number)).normal(size=(CHOICES, 3))
    places /= np.linalg.norm(places, axis=1, keepdims=True)
    cosine = places @ focus
    fit = (cosine < math.cos(NEAREST)) & (cosine > math.cos(FARTHEST))
    x, y, z = places[fit.argmax()].tolist()
    return x, y, z, min(age / RISE, 1.0) * math.exp(-max(0.0, age - RISE) / DECAY) if fit.any() else 0.0
