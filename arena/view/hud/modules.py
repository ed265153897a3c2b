"""Signs of pickups and crates, the offer of crates at the foot of a picture, and a player's own modules."""

import functools
from collections.abc import Sequence

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.modules import MODULES, ModuleRow
from arena.catalogue.pickups import PICKUPS
from arena.game.crates import crate_rows, held_modules, promise_of
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.marks.pickups import CAGE_PALE, LIFE, pickup_colors
from arena.view.overlay.layout import Line, Rank, Slot, figure_scale
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import draw_sign
from arena.view.palette import Color, Palette, paler

PICKUP_SIGN, CRATE_SIGN = 15.0, 17.0
"""Half the sizes of the signs of pickups and crates [virtual px]."""
CRATE_EDGE = 40.0
"""Least distance of a crate's sign from the edges of the picture, which may cut off its cage [virtual px]."""
TITLE, LINE, GAP = 24.0, 22.0, 44.0
"""Sizes of the letters of an offer, and the gap between two titles [virtual px]."""
SIGN, SIGN_ROOM = 12.0, 38.0
"""Half the size of the sign before a title, and the room for it [virtual px]."""
HIGH = 74.0
"""Height of an offer: titles and a row below [virtual px]."""
FAR_LIGHT = 0.75
"""Opacity of the titles of crates that are not the nearest."""
PLACE, PLACE_SIGN = 31.0, 11.0
"""From one of a player's modules to the next, and half the size of its sign [virtual px]."""
LEVEL_DOT, NAME_UP = 2.4, 24.0
"""Radius of the dot of a level, and height of a name above its sign [virtual px]."""
PALE = 0.3
"""Share of white in a sign."""


def module_color(palette: Palette, row: ModuleRow) -> Color:
    """Colour of a module's sign."""
    return paler(palette.roles[row.show.colour], PALE)


def draw_offer(overlay: Overlay, world: World, player: int, palette: Palette) -> None:
    """Name the modules that a player may choose from; tell what that of the nearest crate does."""
    rows = crate_rows(world) if world.players.picks[player] else []
    if not len(rows):
        return
    modules = [MODULES[number] for number in world.bodies.variant[rows].tolist()]
    away = np.linalg.norm(world.bodies.position[rows] - world.bodies.position[player], axis=1)
    nearest = int(np.argmin(away))
    lines = modules[nearest].show.line, promise_of(modules[nearest], held_modules(world, player))
    words = "  ·  ".join(line for line in lines if line)
    widths = [SIGN_ROOM + overlay.text_width(one.show.title, TITLE, "display") for one in modules]
    title = "FLY INTO ONE" if len(modules) > 1 else "FLY INTO IT"
    first = overlay.text_width(title, LINE, spacing=0.12) + GAP
    row = first + sum(widths) + GAP * (len(widths) - 1)
    width = max(row, overlay.text_width(words, LINE))

    def draw(middle: float, bottom: float, scale: float) -> None:
        x, y = middle - row / 2 * scale, bottom + 46.0 * scale
        overlay.text(title, x, y, LINE * scale, (*palette.text, 1.0), spacing=0.12)
        x += first * scale
        for number, (module, wide) in enumerate(zip(modules, widths, strict=True)):
            light = 1.0 if number == nearest else FAR_LIGHT
            color = (*module_color(palette, module), light)
            bold = 1.4 if number == nearest else 1.0
            draw_sign(overlay, module.show.sign, x + SIGN * scale, y + 8.0 * scale, SIGN * scale, color, bold)
            overlay.text(module.show.title, x + SIGN_ROOM * scale, y, TITLE * scale, color, font="display")
            x += (wide + GAP) * scale
        overlay.text(words, middle, bottom + 10.0 * scale, LINE * scale, (*palette.text, 1.0), "center")

    overlay.add_line(Line(Slot.BOTTOM, Rank.OFFER, width, HIGH, draw))


def draw_signs(overlay: Overlay, world: World, camera: Camera, palette: Palette, picks: bool) -> None:
    """Draw what each pickup in sight is, and what is in each crate of a player who `picks`."""
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
    room = np.array((overlay.width, overlay.height)) - CRATE_EDGE
    places[crates] = np.clip(places[crates], CRATE_EDGE, room)
    colors = [paler(color, CAGE_PALE) for color in pickup_colors(palette).tolist()]
    for row, (x, y) in zip(rows[shown].tolist(), places[shown].tolist(), strict=True):
        what = int(bodies.variant[row])
        if bodies.kind[row] == kinds.CRATE.number:
            show, half, color = MODULES[what].show, CRATE_SIGN * size, module_color(palette, MODULES[what])
        else:
            show, half, color = PICKUPS[what].show, PICKUP_SIGN * size, colors[what]
        draw = functools.partial(draw_sign, overlay, show.sign, x, size=half, color=(*color, 1.0), bold=1.2)
        overlay.add_mark(x, y, half, draw)


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
        draw_sign(overlay, module.show.sign, middle, y + 2.0, PLACE_SIGN, color, 1.9 if bold else 1.0)
        if bold:
            overlay.text(named, x - PLACE_SIGN, y + NAME_UP, LINE, color, font="display")
        for dot in range(level if module.rules.levels > 1 else 0):
            overlay.disc(middle + (dot - 0.5 * (level - 1)) * 7.0, y - 15.0, LEVEL_DOT, color)
