"""The colours of a world, read from `assets/palettes/<name>.toml`."""

import functools
import tomllib
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from arena import resources
from arena.sim.kinds import KIND_COUNT, SHIP_TUNING, Kind

Color = tuple[float, float, float]
COLOR_OF = {Kind.BOSS_PART: "boss", Kind.MINE: "miner", Kind.FREIGHTER: "companion"}
"""Whose colour those wear that have none of their own."""


@dataclass(frozen=True)
class Palette:
    """Display colours in 0..1 (see the file for what each is), and the direction of the sun."""

    sun: Color  # direction, any length
    sun_light: Color
    ocean: Color
    shallows: Color
    lowland: Color
    highland: Color
    peaks: Color
    clouds: Color
    haze: Color
    city: Color
    nebula_a: Color
    nebula_b: Color
    lattice: Color
    player: Color
    drone: Color
    gunner: Color
    lancer: Color
    weaver: Color
    miner: Color
    stalker: Color
    carrier: Color
    boss: Color
    companion: Color
    wind: Color
    nebula: Color
    well: Color
    player_bullet: Color
    scatter: Color
    lance: Color
    enemy_bullet: Color
    warning: Color
    health: Color
    boost: Color
    score: Color
    text: Color
    rock: Color
    ice: Color
    metal: Color


def load_palette(name: str) -> Palette:
    """Read a palette.

    Raises:
        ValueError: a colour is missing, unknown or not three numbers; the message names the file and the key.
    """
    file = f"assets/palettes/{name}.toml"
    data = tomllib.loads(resources.text(file))
    known = {item.name for item in fields(Palette)}
    for key in sorted(known ^ data.keys()):
        raise ValueError(f"{file}: {key}: {'missing' if key in known else 'unknown'} colour")
    return Palette(**{key: _color(file, key, value) for key, value in data.items()})


def _color(file: str, key: str, value: object) -> Color:
    if isinstance(value, list) and len(value) == 3 and all(isinstance(part, (int, float)) for part in value):
        return float(value[0]), float(value[1]), float(value[2])
    raise ValueError(f"{file}: {key}: expected three numbers, got {value!r}")


@functools.lru_cache(maxsize=8)
def ship_colors(palette: Palette) -> NDArray[np.float32]:
    """Accent of each kind of ship, shape (KIND_COUNT, 3), white for the other kinds; not to be written."""
    colors = np.ones((KIND_COUNT, 3), np.float32)
    for kind in SHIP_TUNING:
        colors[kind] = getattr(palette, COLOR_OF.get(kind, kind.name.lower()))
    colors.flags.writeable = False
    return colors
