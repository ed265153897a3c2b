"""Volatile ships: fuses, bursts and cascades."""
