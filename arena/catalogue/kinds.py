"""Rows of the kinds that code names, so that `kinds.DRONE.number` reads as what it is.

A new kind needs no line here unless code asks for it by name.
"""

from arena.catalogue.bosses import BOSS, BOSS_PART
from arena.catalogue.enemies import CARRIER, DRONE, GUNNER, LANCER, MINE, MINER, STALKER, WEAVER
from arena.catalogue.friends import COMPANION, FREIGHTER, PLAYER
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import ASTEROID
from arena.catalogue.pickups import PICKUP
from arena.catalogue.weapons import BULLET

__all__ = (
    "ASTEROID",
    "BOSS",
    "BOSS_PART",
    "BULLET",
    "CARRIER",
    "COMPANION",
    "DRONE",
    "FREIGHTER",
    "GUNNER",
    "KINDS",
    "LANCER",
    "MINE",
    "MINER",
    "PICKUP",
    "PLAYER",
    "STALKER",
    "WEAVER",
)
