"""Spheres to measure with: a dozen ways to spread bodies, each a pure function of its size and seed.

`belt` is the standard workload, the others are where a uniform grid could be expected to suffer. Lengths in
units [u]; positions and radii are float32, as in the game.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds

Float32 = NDArray[np.float32]
Rng = np.random.Generator

STEP = 0.15
"""Distance that a body moves between two frames [u]: 9 u/s at 60 ticks a second."""
DENSITY_BODIES = 4000
"""Above this many bodies a belt's planet grows, so that the density stays constant."""
COINCIDENT_MAX = 5000
"""Every two of them overlap: more bodies than this fill the memory with pairs."""


class Workload(NamedTuple):
    """Bodies and the cube that they are in."""

    name: str
    positions: Float32  # [u], shape (n, 3)
    radii: Float32  # [u], shape (n,)
    half: float  # [u], half an edge of the cube around the origin
    rigid: bool = False  # whether all bodies move as one

    @property
    def lower(self) -> tuple[float, float, float]:
        """The cube's lower corner [u]."""
        return (-self.half, -self.half, -self.half)

    @property
    def upper(self) -> tuple[float, float, float]:
        """The cube's upper corner [u]."""
        return (self.half, self.half, self.half)


def planet_radius(n: int) -> float:
    """Radius [u] of the planet that n bodies fit around at the standard density."""
    return 50.0 * math.sqrt(max(1.0, n / DENSITY_BODIES))


def belt(n: int, seed: int = 1) -> Workload:
    """The standard workload: a thin shell of asteroids, ships, carriers and bullets around a planet.

    30% asteroids, 19.5% ships, 0.5% carriers, the rest bullets, at an altitude of 2 +- 0.5 u; of all but the
    bullets 5% are dropping in from up to 0.3 of the planet's radius. In random order.
    """
    rng = np.random.default_rng(seed)
    planet = planet_radius(n)
    asteroids, ships, carriers = round(0.3 * n), round(0.195 * n), round(0.005 * n)
    large = asteroids + ships + carriers
    radii = np.concatenate(
        [
            np.clip(rng.lognormal(-0.2, 0.6, asteroids), 0.25, 4.0),
            rng.uniform(0.4, 0.9, ships),
            rng.uniform(2.5, 4.5, carriers),
            np.full(n - large, 0.15),
        ]
    )
    altitude = rng.normal(2.0, 0.5, n)
    dropping = np.flatnonzero((np.arange(n) < large) & (rng.random(n) < 0.05))
    altitude[dropping] = rng.uniform(2.0, 0.3 * planet, len(dropping))
    positions = _directions(rng, n) * (planet + altitude)[:, None]
    order = rng.permutation(n)
    return _pack("belt", positions[order], radii[order], 1.3 * planet + 5.0)


def game(n: int, seed: int = 1) -> Workload:
    """Mix of the game itself: 5/12 asteroids, 2/12 enemies, 5/12 bullets, all on the shell.

    Sizes and proportions are the game's own, from `arena.tuning`; every third enemy is a gunner.
    """
    rng = np.random.default_rng(seed)
    asteroids, bullets = round(n * 5 / 12), round(n * 5 / 12)
    enemies = n - asteroids - bullets
    rock, arena = tuning.ASTEROID, tuning.ARENA
    radii = np.concatenate(
        [
            np.clip(
                rng.lognormal(rock.radius_log_mean, rock.radius_log_sigma, asteroids),
                rock.radius_min,
                rock.radius_max,
            ),
            np.where(
                np.arange(enemies) % 3 == 2, kinds.GUNNER.ship.body.radius, kinds.DRONE.ship.body.radius
            ),
            np.full(bullets, tuning.BULLET.radius),
        ]
    )
    shell = planet_radius(n) + arena.shell_altitude
    return _pack("game", _directions(rng, n) * shell, radii, shell + arena.outer_altitude)


def ball(n: int, seed: int = 1) -> Workload:
    """A ball filled evenly with bodies of different sizes."""
    rng = np.random.default_rng(seed)
    return _ball("ball", rng, rng.uniform(0.1, 0.6, n))


def equal(n: int, seed: int = 1) -> Workload:
    """A ball filled evenly with bodies of one size: what scipy and vesin are made for."""
    return _ball("equal", np.random.default_rng(seed), np.full(n, 0.4))


def cluster(n: int, seed: int = 1) -> Workload:
    """Nine tenths of the bodies in one small cube, the rest far apart: most cells of a grid stay empty."""
    rng = np.random.default_rng(seed)
    inside = round(0.9 * n)
    positions = np.concatenate(
        [rng.uniform(-1.0, 1.0, (inside, 3)) + 30.0, rng.uniform(-100, 100, (n - inside, 3))]
    )
    return _pack("cluster", positions, np.full(n, 0.8 / max(1, n) ** (1 / 3)), 100.0)


def giant(n: int, seed: int = 1) -> Workload:
    """One sphere that swallows a quarter of a cloud of dust: all searches by largest radius collapse."""
    rng = np.random.default_rng(seed)
    half = max(1, n) ** (1 / 3)
    radii = np.full(n, 0.25)
    radii[:1] = 0.8 * half
    positions = rng.uniform(-half, half, (n, 3))
    positions[:1] = 0.0
    return _pack("giant", positions, radii, half)


def ring(n: int, seed: int = 1) -> Workload:
    """A circle of bodies, half a unit apart: next to none of the cube's cells are in use."""
    rng = np.random.default_rng(seed)
    radius = max(1.0, n * 0.5 / (2 * math.pi))
    angle = rng.uniform(0.0, 2 * math.pi, n)
    positions = np.stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(n)], axis=1)
    return _pack("ring", positions + rng.normal(0.0, 0.2, (n, 3)), rng.uniform(0.1, 0.4, n), radius + 1.0)


def coincident(n: int, seed: int = 1) -> Workload:
    """Everything at one point: n (n - 1) / 2 pairs.

    Raises:
        ValueError: for more than `COINCIDENT_MAX` bodies.
    """
    if n > COINCIDENT_MAX:
        raise ValueError(f"coincident has n * n / 2 pairs: at most {COINCIDENT_MAX:,} bodies, not {n:,}")
    point = np.random.default_rng(seed).uniform(-5.0, 5.0, 3)
    return _pack("coincident", np.tile(point, (n, 1)), np.full(n, 0.5), 50.0)._replace(rigid=True)


WORKLOADS: dict[str, Callable[[int, int], Workload]] = {
    maker.__name__: maker for maker in (belt, game, ball, equal, cluster, giant, ring, coincident)
}


def drift(workload: Workload, count: int, seed: int = 2) -> list[Float32]:
    """Positions of `count` successive frames: every body trembles, so that no frame repeats one before.

    Each frame is drawn around the same places, so that the workload stays what it is however many there are.

    Raises:
        ValueError: for less than one frame.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, not {count}")
    rng = np.random.default_rng(seed)
    n = len(workload.positions)
    frames: list[Float32] = []
    for _ in range(count):
        step = np.tile(_directions(rng, 1), (n, 1)) if workload.rigid else _directions(rng, n)
        # Two random directions are on average 4/3 apart.
        frames.append((workload.positions + 0.75 * STEP * step).astype(np.float32))
    return frames


def _ball(name: str, rng: Rng, radii: NDArray[np.float64]) -> Workload:
    n = len(radii)
    edge = max(1, n) ** (1 / 3)
    distance = edge * rng.random(n) ** (1 / 3)
    return _pack(name, _directions(rng, n) * distance[:, None], radii, edge + 1.0)


def _directions(rng: Rng, n: int) -> NDArray[np.float64]:
    """Unit vectors, spread evenly over the sphere; shape (n, 3)."""
    vectors = rng.normal(size=(n, 3))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _pack(name: str, positions: NDArray[np.float64], radii: NDArray[np.float64], half: float) -> Workload:
    return Workload(
        name, np.ascontiguousarray(positions, np.float32), np.ascontiguousarray(radii, np.float32), half
    )
