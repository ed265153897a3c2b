"""Zones: balls on the shell that act on every body inside, one row per kind of zone.

A zone's kind is stored in `Zones.kind`, where 0 is a free row; `Bodies` inside carry a mask of eight bits.
"""

from arena.catalogue.kind_row import Guide
from arena.catalogue.registry import Registry, row_type


@row_type
class ZoneRules:
    """Numbers of a kind of zone for the simulation. The effect sets the unit of `Zones.strength`."""

    effect: str  # slow [1/s], swirl around the axis [u/s^2] or pull to the centre [u/s^2]
    sign: float  # 1, or -1 for the opposite effect
    hides: bool  # hides bodies from radar and arrows
    usual_radius: float  # [u] of a new one in the editor
    usual_strength: float


@row_type
class ZoneShow:
    """Appearance and texts of a zone, for players and the level editor."""

    colour: str  # role in the palette
    mark: str  # name of its drawing
    about: str  # for the editor's palette
    guide: Guide | None


@row_type
class ZoneRow:
    """One kind of zone."""

    number: int
    name: str
    rules: ZoneRules
    show: ZoneShow


ZONES: Registry[ZoneRow] = Registry("zone", 8)
FREE = 0
"""Kind of a free row of `Zones`; no row of this registry has that number."""

WIND = ZONES.add(
    ZoneRow(
        number=1,
        name="wind",
        rules=ZoneRules(effect="swirl", sign=1.0, hides=False, usual_radius=12, usual_strength=6),
        show=ZoneShow(
            colour="wind",
            mark="streaks",
            about="pushes all bodies along",
            guide=Guide(
                place=28,
                title="Solar wind",
                look="streaks",
                answer="Carries everything along. Fly across it.",
            ),
        ),
    )
)
NEBULA = ZONES.add(
    ZoneRow(
        number=2,
        name="nebula",
        rules=ZoneRules(effect="slow", sign=1.0, hides=True, usual_radius=12, usual_strength=1.5),
        show=ZoneShow(
            colour="nebula",
            mark="clouds",
            about="slows and hides from radar",
            guide=Guide(
                place=29,
                title="Nebula",
                look="a cloud",
                answer="Slows you, and hides from the radar who is inside.",
            ),
        ),
    )
)
WELL = ZONES.add(
    ZoneRow(
        number=3,
        name="well",
        rules=ZoneRules(effect="pull", sign=1.0, hides=False, usual_radius=12, usual_strength=8),
        show=ZoneShow(
            colour="well",
            mark="rings",
            about="pulls all bodies in",
            guide=Guide(
                place=30,
                title="Gravity well",
                look="rings that run inwards",
                answer="Draws in ships, rocks and shots. A boost gets out.",
            ),
        ),
    )
)
REPULSOR = ZONES.add(
    ZoneRow(
        number=4,
        name="repulsor",
        rules=ZoneRules(effect="pull", sign=-1.0, hides=False, usual_radius=12, usual_strength=8),
        show=ZoneShow(
            colour="wind",
            mark="waves",
            about="pushes all bodies out",
            guide=Guide(
                place=31,
                title="Repulsor",
                look="rings that run outwards",
                answer="Pushes ships, rocks and shots out. Herd with it.",
            ),
        ),
    )
)
