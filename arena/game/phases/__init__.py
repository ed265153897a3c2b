"""Playing a level phase by phase: who is sent, what the objective asks, how a phase ends.

`arena.game.modes.campaign` runs it. All that is kept from tick to tick stands in the tables of `state`.
"""
