"""Ways between screens that would import each other in a circle, and what several of them report."""

from collections.abc import Mapping

from arena.app.services import Screen, Services
from arena.app.session import Session


def title(services: Services) -> Screen:
    """Make a title screen."""
    from arena.app.screens.title import TitleScreen  # noqa: PLC0415  the title leads everywhere, and back

    return TitleScreen(services)


def match_status(session: Session) -> Mapping[str, object]:
    """What a test may want to know about a match."""
    match = session.match
    hud = match.hud()
    return {
        "tick": match.world.tick,
        "score": hud.score,
        "wave": hud.progress,
        "lives": hud.lives,
        "phase": "over" if match.over else "running",
        "ships": [_ship_status(session, player.slot) for player in session.players],
        "speed": round(session.clock.speed, 3),
    }


def _ship_status(session: Session, slot: int) -> Mapping[str, object]:
    bodies = session.match.world.bodies
    position = [round(float(value), 3) for value in bodies.position[slot]]
    return {"alive": bool(bodies.alive[slot]), "position": position}
