"""The collision grid.

A broad phase for spheres, rebuilt from scratch every tick. Knows numpy and numba only. `prepare` compiles all
of it at once, with progress; otherwise each first call compiles what it needs.
"""

from arena.grid.collision_grid import CollisionGrid
from arena.grid.preparation import prepare

__all__ = ["CollisionGrid", "prepare"]
