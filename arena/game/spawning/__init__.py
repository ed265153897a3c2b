"""Placing bodies: formations, asteroids, drops, spawn points, the refill of stress loads."""
