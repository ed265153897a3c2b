"""Phases of a level in play: sending of groups, objectives, and ends of phases.

`arena.game.modes.campaign` runs it. All that is kept from tick to tick stands in the tables of `state`.
"""
