"""Signs of modules: on crates with their names, and in the eight places at the foot of the display."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arena.catalogue.modules import MODULES, ModuleRow
from arena.game.crates import crate_rows, held_modules, promise_of
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.overlay.layout import Box, figure_scale
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Color, Palette, role_color

PLATE: RGBA = (0.01, 0.03, 0.07, 0.82)
EDGE_COLOR: RGBA = (0.94, 0.97, 1.0, 1.0)
CRATE_SIGN, CRATE_ROOM, STROKE = 17.0, 28.0, 0.2
"""Half the size of a crate's sign, half the edge of its plate [virtual px], and a stroke's width over its
sign's half size."""
TITLE, LINE, WORDS_BELOW = 27.0, 25.0, 34.0
"""Sizes of a crate's words, and how far below the middle of its sign they begin [virtual px]."""
PLACE, PLACE_SIGN = 31.0, 9.0
"""From one place for a module to the next, and half the size of the sign in it [virtual px]."""
LEVEL_DOT = 2.4
PALE = 0.3
"""Share of white in a sign: it lies on dark plates."""


def module_color(palette: Palette, row: ModuleRow) -> Color:
    """Colour of a module's sign."""
    red, green, blue = role_color(palette, row.show.colour, f"module {row.name}")
    return red + (1.0 - red) * PALE, green + (1.0 - green) * PALE, blue + (1.0 - blue) * PALE


def draw_sign(overlay: Overlay, row: ModuleRow, x: float, y: float, size: float, color: RGBA) -> None:
    """Draw a module's sign of half size `size` [virtual px] around (x, y)."""
    for stroke in row.show.sign:
        for (left, low), (right, high) in pairwise(stroke):
            ends = x + size * left, y + size * low, x + size * right, y + size * high
            overlay.line(*ends, max(size * STROKE, 2.0), color)


def draw_crates(overlay: Overlay, world: World, camera: Camera, player: int, palette: Palette) -> list[Box]:
    """Draw the sign and the words of each crate that a player may take; returns what they cover."""
    rows = crate_rows(world) if world.players.picks[player] else []
    if not rows:
        return []
    here = world.bodies.position[rows].astype(np.float64)
    here *= world.shell_radius / np.linalg.norm(here, axis=1)[:, None]
    places, ahead = project(camera, here)
    seen = ahead & (here @ camera.eye > world.planet_radius * world.planet_radius)
    scale, boxes, held = figure_scale(overlay.height), list[Box](), held_modules(world, player)
    for row, place, shown in zip(rows, places, seen, strict=True):
        if shown:
            module = MODULES[int(world.bodies.variant[row])]
            x, y = ((place + 1.0) * 0.5 * (overlay.width, overlay.height)).tolist()
            lines = [line for line in (module.show.line, promise_of(module, held)) if line]
            color = module_color(palette, module)
            boxes.append(_draw_crate(overlay, module, lines, (x, y), scale, color))
    return boxes


def _draw_crate(
    overlay: Overlay,
    module: ModuleRow,
    lines: Sequence[str],
    place: tuple[float, float],
    scale: float,
    color: Color,
) -> Box:
    """Draw a crate's sign at its place, and its name and lines below, kept within the picture."""
    (x, y), edge, title, line = place, CRATE_ROOM * scale, TITLE * scale, LINE * scale
    overlay.rect(x - edge, y - edge, 2 * edge, 2 * edge, PLATE, 0.5 * edge)
    overlay.frame(x - edge, y - edge, 2 * edge, 2 * edge, (*color, 1.0), 3.0, 0.5 * edge)
    draw_sign(overlay, module, x, y, CRATE_SIGN * scale, (*color, 1.0))
    show = module.show
    widths = overlay.text_width(show.title, title, "display"), *(overlay.text_width(s, line) for s in lines)
    width = 16.0 + max(widths)
    middle = min(max(x, width / 2), overlay.width - width / 2)
    height = title + len(lines) * (line + 6.0 * scale) + 14.0 * scale
    box = Box(middle - width / 2, y - WORDS_BELOW * scale - height, width, height)
    overlay.rect(*box, PLATE, 8.0)
    top = box.y + height
    overlay.text(show.title, middle, top - title, title, (*color, 1.0), "center", "display")
    for number, words in enumerate(lines, 1):
        below = top - title - number * (line + 6.0 * scale)
        overlay.text(words, middle, below, line, EDGE_COLOR, "center")
    return box


def draw_places(
    overlay: Overlay, numbers: Sequence[int], levels: Sequence[int], x: float, y: float, palette: Palette
) -> None:
    """Draw a player's places for modules from (x, y) to the right: a sign in each that is taken.

    Args:
        overlay: of the picture.
        numbers: `Players.modules` of the player, shape (SLOTS,).
        levels: `Players.module_levels` of the player, shape (SLOTS,).
        x: middle of the first place [virtual px].
        y: middle of all [virtual px].
        palette: of the world.
    """
    for at, (number, level) in enumerate(zip(numbers, levels, strict=True)):
        middle = x + PLACE * at
        if not number:
            overlay.disc(middle, y, LEVEL_DOT, (*palette.text, 0.35))
            continue
        module = MODULES[number - 1]
        color = (*module_color(palette, module), 1.0)
        draw_sign(overlay, module, middle, y + 2.0, PLACE_SIGN, color)
        for dot in range(level if module.rules.levels > 1 else 0):
            overlay.disc(middle + (dot - 0.5 * (level - 1)) * 7.0, y - 13.0, LEVEL_DOT, color)
