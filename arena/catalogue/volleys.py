"""Patterns that ships with `Trait.VOLLEYS` fire together; one is drawn for each volley."""

from arena.catalogue.boss_row import Volley
from arena.catalogue.registry import Registry, row_type


@row_type
class PatternRules:
    """Numbers of a pattern for the simulation."""

    fire: Volley  # of each ship, about its nose
    act: int  # [ticks] of fire


@row_type
class PatternRow:
    """One pattern."""

    number: int
    name: str
    rules: PatternRules


PATTERNS: Registry[PatternRow] = Registry("pattern", 16)

PATTERNS.add(
    PatternRow(
        number=0,
        name="fan",
        rules=PatternRules(fire=Volley(arms=5, interval=20, speed=14.0, damage=9.0, arc=0.9), act=21),
    )
)
PATTERNS.add(
    PatternRow(
        number=1,
        name="ring",
        rules=PatternRules(fire=Volley(arms=10, interval=26, speed=10.0, damage=9.0, spin=0.01208), act=27),
    )
)
PATTERNS.add(
    PatternRow(
        number=2,
        name="wall",
        rules=PatternRules(fire=Volley(arms=13, interval=1, speed=11.5, damage=9.0, arc=1.5, gap=3), act=1),
    )
)
