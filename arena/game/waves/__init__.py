"""Endless waves: their plans, their director, their words."""
