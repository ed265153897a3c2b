"""The grid in a particle simulation of your own: balls in a box that bounce off the walls and one another.

    python scripts/examples/particles.py

A step is the usual loop of a particle code: move, enter all spheres into the grid, take each overlapping pair
once, push the two apart and exchange their momentum along the line between them (equal masses, elastic). At
the end energy must be what it was, and next to nothing may overlap.
"""

import numpy as np
from numpy.typing import NDArray

from arena.grid import CollisionGrid

Vectors = NDArray[np.float32]
BALLS, STEPS = 6000, 200
EDGE, RADIUS, DT = 20.0, 0.25, 0.01
"""Edge of the box and radius of a ball [u], length of a step [s]."""


def bounce_off_walls(position: Vectors, velocity: Vectors) -> None:
    """Keep balls within the box, in place."""
    low, high = position < RADIUS, position > EDGE - RADIUS
    velocity[low] = np.abs(velocity[low])
    velocity[high] = -np.abs(velocity[high])
    np.clip(position, RADIUS, EDGE - RADIUS, out=position)


def collide(grid: CollisionGrid, position: Vectors, velocity: Vectors, radii: NDArray[np.float32]) -> int:
    """Resolve all overlapping pairs, in place; returns how many there were."""
    grid.rebuild(position, radii)
    first, second = grid.pairs().T
    gap = position[second] - position[first]
    distance = np.linalg.norm(gap, axis=1)
    normal = gap / np.maximum(distance, 1e-6)[:, None]
    # A ball may be in several pairs: `np.add.at` adds up what each of them does to it.
    push = normal * (0.5 * (2.0 * RADIUS - distance))[:, None]
    np.subtract.at(position, first, push)
    np.add.at(position, second, push)
    for one, other, way in zip(first.tolist(), second.tolist(), normal, strict=True):
        closing = (velocity[one] - velocity[other]) @ way
        if closing > 0.0:
            velocity[one] -= closing * way
            velocity[other] += closing * way
    return len(first)


def main() -> None:
    """Run, and print what must hold."""
    random = np.random.default_rng(1)
    position = random.uniform(RADIUS, EDGE - RADIUS, (BALLS, 3)).astype(np.float32)
    velocity = random.normal(0.0, 3.0, (BALLS, 3)).astype(np.float32)
    radii = np.full(BALLS, RADIUS, np.float32)
    grid = CollisionGrid((0.0, 0.0, 0.0), (EDGE, EDGE, EDGE))
    energy, met = float(np.sum(velocity**2)), 0
    for _ in range(STEPS):
        position += DT * velocity
        bounce_off_walls(position, velocity)
        met += collide(grid, position, velocity, radii)
    grid.rebuild(position, radii)
    first, second = grid.pairs().T
    depth = 2.0 * RADIUS - np.linalg.norm(position[second] - position[first], axis=1)
    print(f"{met} pairs met in {STEPS} steps of {BALLS} balls")
    print(f"energy {float(np.sum(velocity**2)) / energy:.4f} of the first")
    print(f"deepest overlap {float(depth.max(initial=0.0)) / RADIUS:.2f} of a radius")


if __name__ == "__main__":
    main()
