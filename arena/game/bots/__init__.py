"""Pilots that play by commands, and the aim assist that shares their senses."""
