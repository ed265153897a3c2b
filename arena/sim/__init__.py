"""The simulation: tables of bodies, and the systems that advance them by one tick."""
