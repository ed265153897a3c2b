"""Input adapters: stick shaping, triggers as buttons, keys as a stick.

All pure: numbers in, numbers out. How the mouse becomes an aim needs the picture, see
`arena.view.cameras.camera`.
"""

import math
from collections.abc import Mapping

DEAD_ZONE = 0.18
"""Default radius of a stick's dead zone, share of its travel."""
DEAD_ZONE_LEAST, DEAD_ZONE_MOST = 0.05, 0.5
"""Limits of the dead zone that a player may set."""

CURVES: Mapping[str, float] = {"straight": 1.0, "soft": 1.5, "softer": 2.2}
"""Response curves: exponent of a stick's length; above 1 it is finer near rest."""

TRIGGER_DOWN, TRIGGER_UP = 0.5, 0.35
"""Debounce of a trigger: pressed above the first value, released below the second."""

STICK_DOWN, STICK_UP = 0.6, 0.4
"""Debounce of a stick that drives a menu."""


def shape_stick(x: float, y: float, rest: float = DEAD_ZONE, curve: str = "straight") -> tuple[float, float]:
    """Apply a radial dead zone and a response curve to a stick; NaN is rest."""
    length = math.hypot(x, y)
    if not length > rest or not math.isfinite(length):
        return 0.0, 0.0
    scale = min(1.0, (length - rest) / (1.0 - rest)) ** CURVES[curve] / length
    return x * scale, y * scale


def press_state(value: float, down: float, up: float) -> bool | None:
    """Debounce an analogue `value`: True presses, False releases, None changes nothing; NaN releases."""
    if value > down:
        return True
    return None if value >= up else False


def stick_from_keys(left: bool, right: bool, down: bool, up: bool) -> tuple[float, float]:
    """Four keys as a stick, of length 1 at most; opposite keys cancel out."""
    return limit_stick(float(right) - float(left), float(up) - float(down))


def limit_stick(x: float, y: float) -> tuple[float, float]:
    """The same direction, of length 1 at most."""
    length = math.hypot(x, y)
    return (x / length, y / length) if length > 1.0 else (x, y)


def turn_stick(stick: tuple[float, float], turn: float) -> tuple[float, float]:
    """A stick turned clockwise by an angle [rad]."""
    if turn == 0.0:
        return stick
    sine, cosine = math.sin(turn), math.cos(turn)
    return stick[0] * cosine + stick[1] * sine, stick[1] * cosine - stick[0] * sine


def stick_directions(source: str, x: float, y: float) -> tuple[tuple[str, float], ...]:
    """A stick's four ways as sources that go from 0 to 1."""
    return (
        (f"{source}_right", x),
        (f"{source}_left", -x),
        (f"{source}_up", y),
        (f"{source}_down", -y),
    )
