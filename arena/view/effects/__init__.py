"""Explosions, sparks, shock waves and shakes, made from the events of a tick."""
