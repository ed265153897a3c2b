"""Rows of the kinds that code refers to by name, as in `kinds.DRONE.number`.

A new kind needs an entry here only if code refers to it.
"""

from arena.catalogue.bosses import BOSS, BOSS_PART
from arena.catalogue.enemies import CARRIER, DRONE, GUNNER, LANCER, MINE, MINER, STALKER, VOLATILE, WEAVER
from arena.catalogue.friends import COMPANION, FREIGHTER, PLAYER
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import ASTEROID
from arena.catalogue.modules import CRATE
from arena.catalogue.pickups import PICKUP
from arena.catalogue.runners import RUNNER
from arena.catalogue.weapons import BULLET

__all__ = (
    "ASTEROID",
    "BOSS",
    "BOSS_PART",
    "BULLET",
    "CARRIER",
    "COMPANION",
    "CRATE",
    "DRONE",
    "FREIGHTER",
    "GUNNER",
    "KINDS",
    "LANCER",
    "MINE",
    "MINER",
    "PICKUP",
    "PLAYER",
    "RUNNER",
    "STALKER",
    "VOLATILE",
    "WEAVER",
)
