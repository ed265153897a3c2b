"""Signs of pickups and crates, the offer of crates at the foot of a picture, and a player's own modules."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.kind_row import Sign
from arena.catalogue.modules import MODULES, ModuleRow
from arena.catalogue.pickups import PICKUPS
from arena.game.crates import crate_rows, held_modules, promise_of
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.hud.status import add_words
from arena.view.marks.pickups import CAGE_PALE, CRATE_CAGE, LIFE, pickup_colors
from arena.view.overlay.layout import ROOMY, Box, Rank, Slot, figure_scale
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import SHADE, SHADE_LIGHT, SHADE_WIDTH, draw_sign
from arena.view.palette import Color, Palette, paler

PICKUP_SIGN, CRATE_SIGN = 19.0, 22.0
"""Half the sizes of the signs of pickups and crates [virtual px]."""
NAME_DOWN, NAME_RISE = 24.0, 11.0
"""From the foot of a crate's cage to the baseline of its name, and from its top to that of a name above it
[virtual px]."""
LEAD, LEAD_GAP = 2.8, 6.0
"""Width of the line from a sign to its cage, and its gap to the sign [virtual px]."""
CAGE_GAP = 12.0
"""From a crate's cage to the words at the foot, beside room for its name above it [virtual px]."""
CRATE_EDGE = 40.0
"""Least distance of a crate's sign from the edges of the picture, which may cut off its cage [virtual px]."""
PLACE, PLACE_SIGN = 33.0, 14.0
"""From one of a player's modules to the next, and half the size of its sign [virtual px]."""
LEVEL_DOT, NAME_UP, NAME = 2.8, 28.0, 22.0
"""Radius of the dot of a level, height of a name above its sign, and size of its letters [virtual px]."""
PALE = 0.3
"""Share of white in a sign."""


def module_color(palette: Palette, row: ModuleRow) -> Color:
    """Colour of a module's sign."""
    return paler(palette.roles[row.show.colour], PALE)


def draw_offer(overlay: Overlay, world: World, player: int, palette: Palette) -> None:
    """Tell what the module of the nearest crate does, where a player may choose one."""
    rows = crate_rows(world) if world.players.picks[player] else []
    if not len(rows):
        return
    away = np.linalg.norm(world.bodies.position[rows] - world.bodies.position[player], axis=1)
    module = MODULES[int(world.bodies.variant[rows[np.argmin(away)]])]
    words = f"{module.show.title}: {module.show.line}"
    if overlay.width >= ROOMY and (promise := promise_of(module, held_modules(world, player))):
        words += f"  ·  {promise}"
    add_words(overlay, Slot.BOTTOM, Rank.OFFER, words, (*palette.text, 1.0), title="FLY INTO ONE")


def draw_signs(overlay: Overlay, world: World, camera: Camera, palette: Palette, picks: bool) -> None:
    """Draw what each pickup in sight is, and what is in each crate of a player who `picks`, with its name."""
    bodies, rows = world.bodies, world.rows(Pool.PICKUP)
    crates = bodies.kind[rows] == kinds.CRATE.number
    rows = rows[np.where(crates, picks, bodies.born[rows] + LIFE - world.tick > 0)]
    crates = bodies.kind[rows] == kinds.CRATE.number
    if not len(rows):
        return
    here = bodies.position[rows].astype(np.float64)
    places, ahead = project(camera, here)
    # Nearer to the eye's side of the planet than the tangent plane allows.
    shown = ahead & (here @ camera.eye > world.planet_radius * world.planet_radius)
    places, size = overlay.locate(places), figure_scale(overlay.height)
    away = np.linalg.norm(here - camera.eye, axis=1)
    cages = 0.5 * overlay.height * CRATE_CAGE / (camera.tan_half_fov * away)
    reach = cages[:, None] + CAGE_GAP
    boxes = np.hstack((places - reach, 2.0 * reach, 2.0 * (reach + NAME)))[crates & shown].tolist()
    overlay.keep_clear(*(Box(*box) for box in boxes))
    inside = np.clip(places[crates], CRATE_EDGE, np.array((overlay.width, overlay.height)) - CRATE_EDGE)
    moved = (inside != places[crates]).any(axis=1)  # a sign without its cage around it
    cages[crates], places[crates] = np.where(moved, CRATE_SIGN * size, cages[crates]), inside
    colors = [paler(color, CAGE_PALE) for color in pickup_colors(palette).tolist()]
    for row, (x, y), cage in zip(*(part[shown].tolist() for part in (rows, places, cages)), strict=True):
        what = int(bodies.variant[row])
        if bodies.kind[row] == kinds.CRATE.number:
            show, half, color = MODULES[what].show, CRATE_SIGN * size, module_color(palette, MODULES[what])
            name = show.title
        else:
            show, half, color, name = PICKUPS[what].show, PICKUP_SIGN * size, colors[what], ""
        draw = functools.partial(_add_sign, overlay, show.sign, name, half, cage, (*color, 1.0), x, y)
        overlay.add_mark(x, y, half, draw, NAME_DOWN if name else 0.0)


def _add_sign(
    overlay: Overlay, sign: Sign, name: str, half: float, cage: float, color: RGBA, x: float, cage_y: float,
    y: float,
) -> None:  # fmt: skip
    """Draw a sign, a name below its cage or else above, and a line to the cage where it had to give way."""
    if abs(y - cage_y) > half:
        cage = half
        foot = y + math.copysign(LEAD_GAP + half, cage_y - y)
        for wider, tone in ((2.0 * SHADE_WIDTH, (*SHADE, SHADE_LIGHT)), (0.0, color)):
            overlay.line(x, foot, x, cage_y, LEAD + wider, tone)
    draw_sign(overlay, sign, x, y, half, color, 1.2)
    if name:
        overlay.add_label(name, x, y - cage - NAME_DOWN, NAME, color, "display", y + cage + NAME_RISE)


def draw_places(
    overlay: Overlay, numbers: Sequence[int], levels: Sequence[int], x: float, y: float, palette: Palette,
    named: str = "",
) -> None:  # fmt: skip
    """Draw a player's modules, `numbers` and `levels` as `Players` has them, from (x, y) to the right.

    The title of the one that is `named` stands above, and its sign is bold.
    """
    fitted = [(MODULES[number - 1], level) for number, level in zip(numbers, levels, strict=True) if number]
    for at, (module, level) in enumerate(fitted):
        middle, color = x + PLACE * at, (*module_color(palette, module), 1.0)
        bold = module.show.title == named
        draw_sign(overlay, module.show.sign, middle, y + 2.0, PLACE_SIGN, color, 1.9 if bold else 1.2)
        if bold:
            overlay.text(named, x - PLACE_SIGN, y + NAME_UP, NAME, color, font="display")
        for dot in range(level if module.rules.levels > 1 else 0):
            overlay.disc(middle + (dot - 0.5 * (level - 1)) * 7.0, y - 18.0, LEVEL_DOT, color)
