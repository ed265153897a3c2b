"""Replays: writing, reading, verifying and watching them; ghosts and challenge codes."""
