"""The collision grid.

A broad phase for spheres, rebuilt from scratch every tick. Knows numpy and numba only.
"""

from arena.grid.collision_grid import CollisionGrid

__all__ = ["CollisionGrid"]
