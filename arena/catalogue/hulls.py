"""Hulls of players' ships, one row each: how fast they fly, what they withstand, how they boost.

`Players.hull` holds a hull's number. Numbers of the standard hull are those of the player's kind and of
`arena.tuning.PILOT`; the others differ in their hands, not in their size.
"""

from arena.catalogue.friends import PLAYER
from arena.catalogue.registry import Registry, row_type
from arena.tuning import PILOT

SHIP = PLAYER.ship


@row_type
class HullRules:
    """Numbers of a hull for the simulation."""

    max_speed: float = SHIP.flight.max_speed  # [u/s]
    shield: float = SHIP.body.health  # [hit points] in full
    shield_rate: float = PILOT.shield_rate  # [hit points/s] of recharge
    boost_speed: float = PILOT.boost_speed  # [u/s] during the dash
    boost_time: float = PILOT.boost_time  # [s] of dash, untouchable
    boost_recharge: float = PILOT.boost_recharge  # [s] from empty to full
    medals: int | None  # medals that open it; None: only a trial puts a pilot into it


@row_type
class HullShow:
    """Texts of a hull."""

    title: str
    about: tuple[str, ...]  # lines beside it, where it is chosen


@row_type
class HullRow:
    """One hull."""

    number: int
    name: str
    rules: HullRules
    show: HullShow


HULLS: Registry[HullRow] = Registry("hull", 16)

STANDARD = HULLS.add(
    HullRow(
        number=0,
        name="standard",
        rules=HullRules(medals=0),
        show=HullShow(title="Standard", about=("Good at everything.",)),
    )
)
DART = HULLS.add(
    HullRow(
        number=1,
        name="dart",
        rules=HullRules(max_speed=20.5, shield=65.0, boost_recharge=1.45, medals=8),
        show=HullShow(title="Dart", about=("The fastest, and soon ready to boost.", "Two touches end it.")),
    )
)
BULWARK = HULLS.add(
    HullRow(
        number=2,
        name="bulwark",
        rules=HullRules(max_speed=14.5, shield=165.0, shield_rate=16.0, boost_recharge=2.4, medals=20),
        show=HullShow(title="Bulwark", about=("Slow, and hard to break.", "Its boost is long in coming.")),
    )
)
COMET = HULLS.add(
    HullRow(
        number=3,
        name="comet",
        rules=HullRules(
            shield=80.0, shield_rate=9.0, boost_speed=50.0, boost_time=0.3, boost_recharge=1.1, medals=40
        ),
        show=HullShow(title="Comet", about=("Its boost goes far, and is soon", "back. A thinner shield.")),
    )
)
GLASS = HULLS.add(
    HullRow(
        number=4,
        name="glass",
        rules=HullRules(shield=1.0, shield_rate=0.0, medals=None),
        show=HullShow(title="Glass", about=("Anything ends it.",)),
    )
)
