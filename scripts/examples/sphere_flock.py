"""A flock on a sphere: directions that stay tangent, with the geometry of `arena.sphere`.

    python scripts/examples/sphere_flock.py

There is no latitude and no pole: a bird is a point and a tangent vector. It flies along its great circle
(`exp_map`), which carries its vector along (`parallel_transport`); a neighbour's vector is brought to it the
same way before it is compared, for vectors of two points of a sphere lie in different planes.
"""

import numpy as np
from numpy.typing import NDArray

from arena import sphere
from arena.grid import CollisionGrid

Vectors = NDArray[np.float64]
BIRDS, STEPS = 300, 160
RADIUS, SIGHT, SPEED, DT, ALIGN = 10.0, 2.0, 0.3, 0.05, 3.0
"""Radius and sight [u], speed [rad/s], length of a step [s], pull to align [1/s]."""


def align(grid: CollisionGrid, place: Vectors, way: Vectors) -> Vectors:
    """Turn each direction towards the mean of its neighbours'; unit tangent vectors, shape (birds, 3)."""
    grid.rebuild(RADIUS * place, 0.0)
    offsets, other = grid.query_spheres(RADIUS * place, np.full(len(place), SIGHT))
    bird = np.repeat(np.arange(len(place)), np.diff(offsets))
    brought = sphere.parallel_transport(place[other], place[bird], way[other])
    total = np.stack([np.bincount(bird, column, len(place)) for column in brought.T], axis=1)
    mean = total / np.diff(offsets)[:, None]
    return sphere.unit(sphere.project_tangent(place, way + DT * ALIGN * (mean - way)))


def order(grid: CollisionGrid, place: Vectors, way: Vectors) -> float:
    """Mean cosine between a bird's direction and those of its neighbours; 1 where all agree."""
    offsets, other = grid.query_spheres(RADIUS * place, np.full(len(place), SIGHT))
    bird = np.repeat(np.arange(len(place)), np.diff(offsets))
    bird, other = bird[bird != other], other[bird != other]
    brought = sphere.parallel_transport(place[other], place[bird], way[other])
    return float(np.mean(np.sum(brought * way[bird], axis=1)))


def main() -> None:
    """Run, and print how well neighbours agree, and what must stay as it is."""
    random = np.random.default_rng(3)
    place = sphere.unit(random.normal(size=(BIRDS, 3)))
    way = sphere.unit(sphere.project_tangent(place, random.normal(size=(BIRDS, 3))))
    box = RADIUS + 1.0
    grid = CollisionGrid((-box, -box, -box), (box, box, box))
    for step in range(STEPS + 1):
        way = align(grid, place, way)
        if step % (STEPS // 4) == 0:
            print(f"step {step}: neighbours agree to {order(grid, place, way):.2f}")
        there = sphere.exp_map(place, SPEED * DT * way)
        place, way = there, sphere.parallel_transport(place, there, way)
    off = float(np.abs(np.linalg.norm(place, axis=1) - 1.0).max())
    tilt = float(np.abs(np.sum(place * way, axis=1)).max())
    print(f"off the sphere {off:.0e}, out of the plane {tilt:.0e}")


if __name__ == "__main__":
    main()
