"""Screens that choose a game of a mode."""
