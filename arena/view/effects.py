"""What explosions, shots and dashes leave in the air: sparks, glows, rings, waves in the lattice, shake.

Presentation only: it is fed by the simulation's events, draws from its own generator and is never read back.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.view.frame import RING_DTYPE, SHOCK_CAPACITY, SPRITE_DTYPE, Instances, Shock

F32 = NDArray[np.float32]
Rgb = tuple[float, float, float]

PARTICLE_CAPACITY = 4096
RING_CAPACITY = 64
SHAKE_DECAY = 1.7  # [1/s]
DRAG = 2.2  # [1/s]
HURT_DECAY = 2.0  # [1/s]

_PARTICLE_DTYPE = np.dtype(
    [
        ("position", "<f4", 3),
        ("velocity", "<f4", 3),
        ("color", "<f4", 4),
        ("size", "<f4"),
        ("growth", "<f4"),  # [1/s], relative
        ("trail", "<f4"),  # [s] of motion that it is drawn out by
        ("hardness", "<f4"),
        ("age", "<f4"),  # [s]
        ("life", "<f4"),  # [s], 0 for a free place
    ]
)


@dataclass
class _Wave:
    center: F32
    speed: float  # [u/s] at the start
    reach: float  # [u]
    life: float  # [s]
    color: Rgb
    thickness: float  # [u]
    strength: float  # [u] that the lattice is pushed
    age: float = 0.0

    @property
    def radius(self) -> float:
        """Eased out: fast at first."""
        t = min(1.0, self.age / self.life)
        return self.reach * (1.0 - (1.0 - t) ** 3)


class Effects:
    """Fixed room for everything short-lived; the oldest gives way."""

    def __init__(self, seed: int = 0) -> None:
        """Start with clear air."""
        self._random = np.random.default_rng(seed)
        self._particles = np.zeros(PARTICLE_CAPACITY, _PARTICLE_DTYPE)
        self._next = 0
        self._waves: list[_Wave] = []
        self.shake = 0.0
        """0 to 1; the camera moves with its square."""
        self.hurt = 0.0

    def advance(self, elapsed_s: float) -> None:
        """Let time pass: move, slow down and age everything."""
        places = np.flatnonzero(self._particles["life"] > 0)
        p, step = self._particles[places], np.float32(elapsed_s)
        p["age"] += step
        p["life"][p["age"] >= p["life"]] = 0.0
        p["position"] += p["velocity"] * step
        p["velocity"] *= np.float32(math.exp(-DRAG * elapsed_s))
        p["size"] *= np.maximum(1.0 + p["growth"] * step, 0.0)
        self._particles[places] = p
        for wave in self._waves:
            wave.age += elapsed_s
        self._waves = [wave for wave in self._waves if wave.age < wave.life]
        self.shake = max(0.0, self.shake - SHAKE_DECAY * elapsed_s)
        self.hurt = max(0.0, self.hurt - HURT_DECAY * elapsed_s)

    def jolt(self, strength: float) -> None:
        """Shake the camera; blows add up to 1."""
        self.shake = min(1.0, self.shake + strength)

    def wave(
        self, center: F32, reach: float, life: float, color: Rgb, thickness: float, strength: float
    ) -> None:
        """Send a ring over the shell that bends the lattice by `strength` [u] on its way."""
        unit = np.asarray(center, np.float32) / np.float32(np.linalg.norm(center))
        if len(self._waves) == RING_CAPACITY:
            self._waves.pop(0)
        self._waves.append(_Wave(unit, reach / life, reach, life, color, thickness, strength))

    def glow(
        self, position: F32, size: float, life: float, color: Rgb, light: float, growth: float = 0.0
    ) -> None:
        """Light up one place for a moment."""
        place = self._claim(1)
        p = self._particles
        p["position"][place], p["velocity"][place] = position, 0.0
        p["color"][place] = (*color, light)
        p["size"][place], p["growth"][place] = size, growth
        p["trail"][place] = p["hardness"][place] = p["age"][place] = 0.0
        p["life"][place] = life

    def sparks(
        self,
        position: F32,
        count: int,
        speed: float,
        life: float,
        size: float,
        color: Rgb,
        along: F32 | None = None,
        spread: float = 1.0,
    ) -> None:
        """Throw `count` sparks from a place, mostly along the shell, or along `along` within `spread`."""
        place = self._claim(count)
        outward = np.asarray(position, np.float32) / np.float32(np.linalg.norm(position))
        direction = self._random.normal(size=(count, 3)).astype(np.float32)
        direction -= outward * (direction @ outward * 0.6)[:, None]
        direction /= np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-6)
        if along is not None:
            direction = direction * spread + along
        p = self._particles
        pace = speed * (0.25 + 0.75 * self._random.random((count, 1), np.float32) ** 1.5)
        p["position"][place], p["velocity"][place] = position, direction * pace
        p["color"][place, :3] = color
        p["color"][place, 3] = 1.0
        p["size"][place] = size * (0.5 + self._random.random(count, np.float32))
        p["growth"][place], p["age"][place] = -0.6, 0.0
        p["trail"][place], p["hardness"][place] = 0.045, 1.0
        p["life"][place] = life * (0.35 + 0.65 * self._random.random(count, np.float32))

    def embers(self, position: F32, count: int, speed: float, life: float, size: float, color: Rgb) -> None:
        """Leave slow soft clouds of light."""
        start = self._next
        self.sparks(position, count, speed, life, size, color)
        place = (start + np.arange(count)) % PARTICLE_CAPACITY
        p = self._particles
        p["growth"][place], p["trail"][place], p["hardness"][place] = 0.9, 0.0, 0.0
        p["color"][place, 3] = 0.35

    def _claim(self, count: int) -> NDArray[np.intp]:
        place = (self._next + np.arange(count)) % PARTICLE_CAPACITY
        self._next = int((self._next + count) % PARTICLE_CAPACITY)
        return place

    def sprites(self) -> Instances:
        """All live particles, dtype SPRITE_DTYPE."""
        p = self._particles[self._particles["life"] > 0]
        batch = np.empty(len(p), SPRITE_DTYPE)
        fade = 1.0 - p["age"] / p["life"]
        batch["position"], batch["size"] = p["position"], p["size"]
        batch["stretch"] = p["velocity"] * p["trail"][:, None]
        batch["hardness"] = p["hardness"]
        batch["color"] = p["color"]
        batch["color"][:, 3] *= fade * fade * (3.0 - 2.0 * fade)
        return batch

    def rings(self) -> Instances:
        """All running waves, dtype RING_DTYPE."""
        batch = np.zeros(len(self._waves), RING_DTYPE)
        for row, wave in zip(batch, self._waves, strict=True):
            fade = 1.0 - wave.age / wave.life
            row["center"], row["radius"] = wave.center, wave.radius
            row["thickness"] = wave.thickness * (0.35 + 0.65 * fade)
            row["fraction"] = 1.0
            row["color"] = (*wave.color, fade * fade)
        return batch

    def shocks(self) -> list[Shock]:
        """The strongest waves, for the lattice."""
        order = sorted(self._waves, key=lambda w: w.strength * (1.0 - w.age / w.life), reverse=True)
        return [
            Shock(wave.center, wave.radius, wave.strength * (1.0 - wave.age / wave.life))
            for wave in order[:SHOCK_CAPACITY]
            if wave.strength > 0
        ]
