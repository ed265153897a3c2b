"""A flock in a box of your own: the three rules of Reynolds (1987), neighbours from the grid.

    python scripts/examples/boids.py

`query_spheres` answers for all birds at once, in the form of scipy's sparse matrices (CSR): the neighbours of
bird i are `ids[offsets[i]:offsets[i + 1]]`. From that, sums over neighbours are one call of numpy each. How
well neighbours agree, the mean cosine between their directions, rises from near 0 to near 1, and a little
less where they turn back at the walls.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid import CollisionGrid

Vectors = NDArray[np.float64]
BIRDS, STEPS = 500, 120
EDGE, SIGHT, CLOSE, SPEED, DT = 40.0, 4.0, 1.5, 6.0, 0.05
"""Edge of the box, sight of a bird, and room that it wants [u]; its speed [u/s]; length of a step [s]."""
ALIGN, GATHER, PART, TURN_BACK = 5.0, 0.3, 6.0, 2.0
"""Weights of the three rules, and of the way back into the box [1/s]."""


def steer(grid: CollisionGrid, position: Vectors, velocity: Vectors) -> tuple[Vectors, float]:
    """Acceleration of each bird [u/s^2], shape (birds, 3), and how well neighbours agree."""
    count = len(position)
    grid.rebuild(position, 0.0)
    offsets, other = grid.query_spheres(position, np.full(count, SIGHT))
    bird = np.repeat(np.arange(count), np.diff(offsets))
    bird, other = bird[bird != other], other[bird != other]
    gap = position[other] - position[bird]
    distance = np.maximum(np.linalg.norm(gap, axis=1), 1e-9)
    near = np.maximum(np.bincount(bird, minlength=count), 1)[:, None]

    def total(values: Vectors) -> Vectors:
        columns = [np.bincount(bird, weights=column, minlength=count) for column in values.T]
        return np.stack(columns, axis=1).astype(np.float64, copy=False)

    align = total(velocity[other] - velocity[bird]) / near
    gather = total(gap) / near
    part = total(-gap / distance[:, None] * np.maximum(0.0, CLOSE - distance)[:, None])
    outside = np.minimum(position, 0.0) + np.maximum(position - EDGE, 0.0)
    agreement = float(np.mean(np.sum(velocity[bird] * velocity[other], axis=1))) / SPEED**2
    return ALIGN * align + GATHER * gather + PART * part - TURN_BACK * outside, agreement


def main() -> None:
    """Run, and print how well neighbours agree."""
    random = np.random.default_rng(2)
    position = random.uniform(0.3 * EDGE, 0.7 * EDGE, (BIRDS, 3))
    velocity = random.normal(0.0, 1.0, (BIRDS, 3))
    grid = CollisionGrid((0.0, 0.0, 0.0), (EDGE, EDGE, EDGE))
    for step in range(STEPS + 1):
        velocity *= SPEED / np.linalg.norm(velocity, axis=1, keepdims=True)
        acceleration, agreement = steer(grid, position, velocity)
        if step % (STEPS // 4) == 0:
            print(f"step {step}: neighbours agree to {agreement:.2f}")
        velocity += DT * acceleration
        position += DT * velocity


if __name__ == "__main__":
    main()
