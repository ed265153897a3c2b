"""Rings and sprites in the scene: warnings, pickups, zones, bosses."""
