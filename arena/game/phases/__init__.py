"""Phases of a level in play: sending of groups, objectives, and ends of phases.

`arena.game.modes.campaign` runs it. The tables of `state` hold everything that is kept from tick to tick.
"""
