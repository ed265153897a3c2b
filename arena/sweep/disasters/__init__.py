"""Simulator of disasters, for `arena sweep disasters`: one seed decides a game and all that befalls it.

The models are the simulation tests of FoundationDB and TigerBeetle.

    plan        a game and its disasters, a pure function of the seed
    draws       random numbers, by the generator of the simulation
    pilots      commands: at rest, random, hostile, of bots, repeated
    acts        disasters: saves, rewinds, twins, take-overs, kills, zones, faults of rules, systems, minds,
                numbers and callers
    delays      threads that pause at random
    laws        invariants that hold after every tick
    touches     the laws of momentum and energy, for the contacts of a tick
    script      the exact course of a game, as data: a run writes it, and another repeats it
    run         one match with its acts and laws
    games       a seed's game as a task of a sweep
    reduction   the shortest script of a violation, and the system and column that break
"""
