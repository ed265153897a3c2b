"""Deeds of modules beyond changed numbers: hits that spread, and what a ship lays or pushes away."""
