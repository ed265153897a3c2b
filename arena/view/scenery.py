"""Scenery of a world: recipe of its ground, pattern of its lattice, weather and landmarks.

The table `scenery` of a file of `assets/palettes/worlds`. A new world is a file, and a recipe in
`shaders/bake`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

Color = tuple[float, float, float]

LANDMARK_KINDS = ("sun", "eclipse", "moon", "smoke", "station", "rings", "aurora")
"""Files of `shaders/bake/landmarks`."""
SUNS = ("sun", "eclipse")
"""Those with shafts of light."""


@dataclass(frozen=True)
class Landmark:
    """Something at the limb, or a band around the planet."""

    kind: str  # one of LANDMARK_KINDS
    azimuth: float  # around the limb, from below the sun [degrees]
    height: float  # of its middle above the limb; of rings, their inclination [degrees]
    size: float  # half its width; of a band, its breadth: a planet radius is 57.3 [degrees]
    disc: float  # share of the size that is disc, the rest is glow; 0 for bands
    color: Color


@dataclass(frozen=True)
class Belt:
    """Belt of small debris around the planet, which faces the eye."""

    azimuth: float  # where it is nearest to the limb, from below the sun [degrees]
    inclination: float  # [degrees]
    inner: float  # radius [planet radii]
    breadth: float  # [planet radii]
    density: float  # share of the stones that there could be, 0 to 1
    color: Color


@dataclass(frozen=True)
class Scenery:
    """Shape and matter of a world."""

    ground: str  # recipe: a file of shaders/bake
    lattice: str  # a pattern of arena/view/lattice_patterns.py
    day_glow: float  # brightness of the ground's glow by day: cities 0, lava 1
    night_glow: float  # the same by night
    pulse: float  # share of the glow that comes and goes, 0 to 1
    lightning: float  # brightness of flashes where the ground could glow
    glint: float  # brightness of the sun's reflection where the ground is blue
    cloudiness: float  # opacity of the thickest cloud, 0: there are none
    shafts: float  # brightness of the shafts of the sun's light
    distance: float  # of the camera, over the usual
    tilt: float  # of the camera, more than usual: more sky [degrees]
    look_up: float  # of the picture's middle, more than usual [degrees]
    belts: tuple[Belt, ...]
    landmarks: tuple[Landmark, ...]


def read_fields(place: str, data: object, known: Mapping[str, Any], needed: bool = True) -> dict[str, Any]:
    """Values of a table by key, of the types that are `known`: all of these, or some where none is `needed`.

    Raises:
        ValueError: a value is missing, unknown or of another type; the message tells `place` and the key.
    """
    if not isinstance(data, dict):
        raise ValueError(f"{place.rstrip('.: ')}: expected a table")
    for key in sorted(known.keys() ^ data.keys() if needed else data.keys() - known.keys()):
        raise ValueError(f"{place}{key}: {'missing' if key in known else 'unknown'}")
    return {key: _value(known[key], f"{place}{key}", value) for key, value in data.items()}


def read_scenery(file: str, data: object) -> Scenery:
    """The scenery in a file's table; as `read_fields`."""
    return _read(Scenery, f"{file}: scenery", data)


def _read(made: type[Any], place: str, data: object) -> Any:
    found = made(**read_fields(f"{place}.", data, {item.name: item.type for item in fields(made)}))
    if made is Landmark and found.kind not in LANDMARK_KINDS:
        raise ValueError(f"{place}.kind: got {found.kind!r}; there is {', '.join(LANDMARK_KINDS)}")
    return found


def _value(kind: Any, place: str, value: Any) -> Any:
    if kind is str and isinstance(value, str):
        return value
    if kind is float and isinstance(value, (int, float)):
        return float(value)
    if kind == Color and isinstance(value, list) and len(value) == 3:
        return tuple(_value(float, place, part) for part in value)
    for row_type in (Landmark, Belt):
        if kind == tuple[row_type, ...] and isinstance(value, list):
            return tuple(_read(row_type, f"{place} {number}", row) for number, row in enumerate(value, 1))
    raise ValueError(
        f"{place}: expected {'three numbers' if kind == Color else kind.__name__}, got {value!r}"
    )
