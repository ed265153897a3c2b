"""The colours of a world and of what flies over it, read from files.

`assets/palettes/worlds` holds planets and skies, `assets/palettes/ships` what is the same over all of them: a
complete standard set, and sets for colour-blind eyes that lay some colours over it.

A world's file has its colours, and a table `scenery`: the recipes of its ground and landmarks (shaders/bake),
its weather, and the pattern of its lattice (`arena.view.lattice`).
"""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import resources
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS
from arena.catalogue.materials import MATERIALS
from arena.catalogue.modules import MODULES
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.registry import Registry
from arena.catalogue.weapons import WEAPONS
from arena.catalogue.zones import ZONES
from arena.view.scenery import Color, Landmark, Scenery, read_fields, read_scenery

WHITE: Color = (1.0, 1.0, 1.0)
AIR_HEIGHT = 4.5
"""As the size of a `Landmark`."""


@dataclass(frozen=True, eq=False)
class GroundColors:
    """Colours of a world, and the direction of its sun."""

    sun: Color  # direction, any length
    sun_light: Color
    ocean: Color
    shallows: Color
    lowland: Color
    highland: Color
    peaks: Color
    clouds: Color
    haze: Color
    glow: Color  # of the ground: cities, lava, cracks
    core: Color  # the same where it is brightest
    nebula_a: Color
    nebula_b: Color
    lattice: Color


@dataclass(frozen=True, eq=False)
class Palette(GroundColors):
    """Display colours in 0..1 (see the files for what each is), and the scenery.

    Compared as an object: it is part of the keys of what is drawn once, and half a hundred colours take long
    to hash. `load_palette` gives the same one for the same names.
    """

    player: Color
    player_2: Color
    player_3: Color
    player_4: Color
    volatile: Color
    mine: Color
    companion: Color
    player_bullet: Color
    scatter: Color
    lance: Color
    enemy_bullet: Color
    warning: Color
    shield: Color
    health: Color
    boost: Color
    score: Color
    shard: Color
    text: Color
    rock: Color
    roles: Mapping[str, Color]  # of what flies and of what is written, by which rows of the catalogue choose
    scenery: Scenery

    @property
    def landmarks(self) -> tuple[Landmark, ...]:
        """Those of the scenery, and the air over the limb."""
        return *self.scenery.landmarks, Landmark("air", 0.0, 0.0, AIR_HEIGHT, 0.0, self.haze)


FOLDER = "assets/palettes"
STANDARD = "standard"
COLOR_SETS = (STANDARD, "deuteranopia", "protanopia", "tritanopia")
"""Sets of colours of what flies."""
GROUND = frozenset(item.name for item in fields(GroundColors))
NAMED = frozenset(item.name for item in fields(Palette)) - GROUND - {"roles", "scenery"}
"""Roles that code asks for, too."""
ROLES = tomllib.loads(resources.text(f"{FOLDER}/ships/{STANDARD}.toml"))
"""All roles, as keys."""
for _registry in (KINDS, PICKUPS, MATERIALS, WEAPONS, ZONES, MODULES):
    _registry.resolve("colour", lambda row: row.show.colour, ROLES)
BOSSES.resolve_all("colour", lambda boss: (boss.show.colour, boss.show.parts_colour), ROLES)


def load_palette(world: str, colors: str = STANDARD) -> Palette:
    """Read the palette of a world in one of `COLOR_SETS`; the same object for the same names.

    Raises:
        ValueError: a colour is missing, unknown or not three numbers; the message names the file and the key.
    """
    return load_once(world, colors)


@functools.lru_cache(maxsize=32)
def load_once(world: str, colors: str) -> Palette:
    """`load_palette` for its tests, which read files anew; names that are left out make another key."""
    file = f"{FOLDER}/worlds/{world}.toml"
    data = tomllib.loads(resources.text(file))
    scenery = read_scenery(file, data.pop("scenery", None))
    ground, roles = read_fields(f"{file}: ", data, dict.fromkeys(GROUND, Color)), dict[str, Color]()
    for name in dict.fromkeys((STANDARD, colors)):
        file = f"{FOLDER}/ships/{name}.toml"
        data, whole = tomllib.loads(resources.text(file)), name == STANDARD
        known = (NAMED | data.keys() if whole else roles.keys()) - GROUND
        roles |= read_fields(f"{file}: ", data, dict.fromkeys(known, Color), whole)
    return Palette(**ground, **{name: roles[name] for name in NAMED}, roles=roles, scenery=scenery)


def player_color(palette: Palette, slot: int) -> Color:
    """Accent of a player's ship, and of what is told of that player."""
    return (palette.player, palette.player_2, palette.player_3, palette.player_4)[slot]


def paler(color: Color, share: float) -> Color:
    """A colour mixed with that share of white."""
    red, green, blue = (part + (1.0 - part) * share for part in color)
    return red, green, blue


@functools.lru_cache(maxsize=8)
def ship_colors(palette: Palette) -> NDArray[np.float32]:
    """Accent of each kind of ship, shape (kinds, 3), white for the other kinds; not to be written."""
    colors = KINDS.column(
        lambda row: palette.roles[row.show.colour] if row.show.colour else WHITE, np.float32, 1.0
    )
    colors.flags.writeable = False
    return colors


def boss_paints(palette: Palette) -> NDArray[np.float32]:
    """Accent of each boss's hull and of its parts, shape (bosses, 2, 3)."""
    return BOSSES.column(
        lambda boss: [palette.roles[role] for role in (boss.show.colour, boss.show.parts_colour)], np.float32
    )


def role_colors(palette: Palette, rows: Registry[Any]) -> NDArray[np.float32]:
    """Colours that the rows of a catalogue choose by their roles, shape (rows, 3)."""
    return rows.column(lambda row: palette.roles[row.show.colour], np.float32)
