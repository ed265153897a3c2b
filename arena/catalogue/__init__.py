"""The catalogue: one row for one thing. Kinds of bodies, weapons, pickups, bosses, parts, materials, zones.

A row is plain frozen data, nested by its readers. `rules` holds numbers and flags for sim, ai and game; it is
hashed into replays. `show` holds names and words for view, render and app; it is never hashed. Names of
minds, hulls, colours and sounds are strings: the layer that owns such a thing binds them once, at import,
with `Registry.resolve`, which says in one line which row names something that is not there.

Each row has a stored number that is never used again; the order of rows in a file means nothing. Whoever adds
rows from outside does so before the first layer binds: importing `arena.sim` seals the registries.
"""

import hashlib

from arena.catalogue import boss_row
from arena.catalogue.boss_row import BOSSES, PARTS
from arena.catalogue.kinds import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.weapons import WEAPONS
from arena.catalogue.zones import ZONES

REGISTRIES = (KINDS, WEAPONS, PICKUPS, MATERIALS, BOSSES, PARTS, ZONES)


def catalogue_hash() -> bytes:
    """Eight bytes that change with the number, name or rules of any row; replays carry them."""
    rows: list[object] = [
        (registry.what, row.number, row.name, row.rules) for registry in REGISTRIES for row in registry
    ]
    shared = sorted(item for item in vars(boss_row).items() if item[0].isupper())
    rows += [item for item in shared if isinstance(item[1], int | float | tuple)]
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).digest()
