"""Bosses: their parts, attacks, stages and gravity wells."""
