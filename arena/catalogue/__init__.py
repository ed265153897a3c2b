"""The catalogue: a row per kind of body, weapon, pickup, boss, part, material, zone, hull, trial, and so on.

A row is frozen data, nested by reader. `rules` holds numbers and flags for sim, ai and game; replays contain
its hash. `show` holds names and texts for view, render and app; it is never hashed. Names of minds, hulls,
colours and sounds are strings. The layer that owns them binds them once, at import, with `Registry.resolve`,
whose error names the row with an unknown name.

Each row has a stored number that is never reused; the order of rows in a file has no meaning. Importing
`arena.sim` seals the registries, so rows from outside must be added before.
"""

import hashlib
from typing import Any

from arena.catalogue.boss_row import BOSSES, PARTS
from arena.catalogue.hulls import HULLS
from arena.catalogue.kinds import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.registry import Registry
from arena.catalogue.skills import SKILLS
from arena.catalogue.trials import TRIALS
from arena.catalogue.volleys import PATTERNS
from arena.catalogue.weapons import WEAPONS
from arena.catalogue.zones import ZONES

REGISTRIES = (
    KINDS,
    WEAPONS,
    PICKUPS,
    MODULES,
    MATERIALS,
    BOSSES,
    PARTS,
    ZONES,
    HULLS,
    TRIALS,
    PATTERNS,
    SKILLS,
)


def seal_catalogue() -> None:
    """Refuse further rows, because replays contain the hash of the present ones."""
    for registry in REGISTRIES:
        registry.seal()


def catalogue_hash(left_out: Registry[Any] | None = None) -> bytes:
    """Eight bytes of hash over numbers, names and rules of all rows; replays contain them.

    `left_out` is a registry that does not matter.
    """
    rows: list[object] = [
        (registry.what, row.number, row.name, row.rules)
        for registry in REGISTRIES
        if registry is not left_out
        for row in registry
    ]
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).digest()
