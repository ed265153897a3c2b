"""Arena: a 3D spherical arena shooter, and under it a collision grid and a deterministic simulation.

Importing this package costs nothing: heavy modules load only where they are used.
Take the grid from `arena.grid`, the world from `arena.sim` and a playable game from `arena.game`.
"""

__version__ = "0.1.0"
