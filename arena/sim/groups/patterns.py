"""`PATTERN_RULES`: the patterns of volleys of the catalogue as one table for kernels."""

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.registry import CatalogueError
from arena.catalogue.volleys import PATTERNS
from arena.sim.bosses.columns import PatternTable
from arena.sim.bosses.rules import create_volley_table


def create_pattern_table() -> PatternTable:
    """Build the table from the catalogue.

    Raises:
        CatalogueError: a number below the highest one has no pattern.
    """
    if PATTERNS.size != len(PATTERNS):
        raise CatalogueError("patterns: volleys draw from all numbers, but one of them has no row")
    reach = kinds.GUNNER.ship.gun.range
    return PatternTable(
        act=PATTERNS.column(lambda row: row.rules.act, np.int64),
        fire=create_volley_table([(row.rules.fire, reach) for row in PATTERNS]),
    )


PATTERN_RULES = create_pattern_table()
