"""Scenery of a world: recipe of its ground, pattern of its lattice, weather and landmarks.

The table `scenery` of a file of `assets/palettes/worlds`. A new world is a file, and a recipe in `shaders/bake`.
"""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Scenery:
    """Shape and matter of a world."""

    ground: str  # recipe: a file of shaders/bake
    day_glow: float  # brightness of the ground's glow by day: cities 0, lava 1
    night_glow: float  # the same by night
    glint: float  # brightness of the sun's reflection where the ground is blue
    cloudiness: float  # opacity of the thickest cloud, 0: there are none


def read_scenery(file: str, data: object) -> Scenery:
    """The scenery in a file's table.

    Raises:
        ValueError: a value is missing, unknown or of another type; the message names the file and the key.
    """
    return _read(Scenery, f"{file}: scenery", data)


def _read(made: type[Any], place: str, data: object) -> Any:
    if not isinstance(data, dict):
        raise ValueError(f"{place}: expected a table")
    known = {item.name: item.type for item in fields(made)}
    for key in sorted(known.keys() ^ data.keys()):
        raise ValueError(f"{place}.{key}: {'missing' if key in known else 'unknown'}")
    values: dict[str, Any] = {}
    for key, value in data.items():
        wanted = {str: str, float: (int, float)}[known[key]]  # pyright: ignore[reportArgumentType]
        if not isinstance(value, wanted):
            raise ValueError(f"{place}.{key}: got {value!r}")
        values[key] = float(value) if known[key] is float else value
    return made(**values)
