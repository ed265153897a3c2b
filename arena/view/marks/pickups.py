"""Pickups: a ring that pulses, and in it a sign that tells the kind without colours.

`mark_pickups` writes the rings and sprites of those in sight for every frame; `draw_signs` writes the signs
into the overlay.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.pickups import PICKUPS
from arena.catalogue.registry import CatalogueError
from arena.jit import kernel
from arena.jit.annotations import F32, F64, Flags, Real
from arena.sim.crates import LIFE_TICKS
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies
from arena.sim.world import World
from arena.vectors import combined, length, scaled, vector
from arena.view.buffers import MarkRows, add_ring, add_sprite
from arena.view.cameras.camera import project
from arena.view.culling import Seen
from arena.view.frame import Camera
from arena.view.overlay.glyphs import LETTERS
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette, role_color

INTS = NDArray[np.integer]

SIGN_SIZE, SYMBOL_SIZE, SIGN_SHADE = 30.0, 44.0, 0.9
"""Of letters, and of symbols such as + and ×, which are small ones; opacity of the plate behind them."""
COIN, RIM, ROUND = 20.0, 3.0, 9.0
"""Half the edge of the plate behind them, thickness of the line around it, and how round its corners are
[virtual px]: it may lie upon a ship, and a disc would look like a bullet."""
RIM_COLOR: RGBA = (0.94, 0.97, 1.0, 1.0)
"""Colour of that line: nothing hostile is white, whatever one's eyes see."""
FRIEND_ROOM = 50.0
"""From the middle of a companion to that of a plate [virtual px]."""
LIFE = round(tuning.PICKUP.life * tuning.TICK_RATE)
CRATE, CRATE_LIFE = kinds.CRATE.number, LIFE_TICKS
CRATE_RING = 2.1
"""Radius of a crate's ring [u]."""
BLINK = 150
"""Ticks before its end from which on a pickup blinks."""
BLINK_RATE = 0.1
"""Blinks in a tick."""
RING, RING_THICKNESS, RING_DASHES = 1.15, 0.13, 6.0
"""Radius of the ring [u], its thickness, and into how many pieces it is cut."""
RING_PALE = 0.45
"""Share of white in the ring: some of the colours are dim."""
PULSE_RATE, PULSE = 0.12, 0.12
"""Rate [rad/tick] and share of the ring's pulse."""
GLOW, GLOW_LIGHT = 1.5, 0.13
"""Size [u] and strength of the light in it; the sign must stand out against that."""


def pickup_colors(palette: Palette) -> F32:
    """Colours by pickup, and in the last row that of crates, shape (pickups + 1, 3).

    Raises:
        CatalogueError: no colour has the name that a row says, or the fonts lack a letter of its sign.
    """
    for row in PICKUPS:
        if unknown := set(row.show.sign) - set(LETTERS):
            raise CatalogueError(
                f"pickup {row.name}: no sign {min(unknown)!r} in the fonts; there is {LETTERS}"
            )
    own = PICKUPS.column(lambda row: role_color(palette, row.show.colour, f"pickup {row.name}"), np.float32)
    crate = role_color(palette, kinds.CRATE.show.colour or "text", "crate")
    return np.vstack((own, np.array(crate, np.float32)))


@kernel
def mark_pickups(bodies: Bodies, seen: Seen, tick: Real, colors: F32, marks_inout: MarkRows) -> None:
    """Mark the pickups in sight; `tick` is the time between two, `colors` as by `pickup_colors`."""
    still = (0.0, 0.0, 0.0)
    for k in range(seen.begin[Pool.PICKUP], seen.begin[Pool.PICKUP + 1]):
        row, place = seen.row[k], vector(seen.position, k)
        crate = bodies.kind[row] == CRATE
        left = bodies.born[row] + (CRATE_LIFE if crate else LIFE) - tick
        if left < BLINK and math.floor(left * BLINK_RATE * 2.0) % 2 == 0:
            continue
        red, green, blue = vector(colors, len(colors) - 1 if crate else bodies.variant[row])
        pale = combined((red, green, blue), 1.0 - RING_PALE, (1.0, 1.0, 1.0), RING_PALE)
        breath = 1.0 + PULSE * math.sin(PULSE_RATE * (tick + 7.0 * row))
        center = scaled(place, 1.0 / max(length(place), 1e-6))
        add_ring(
            marks_inout,
            center,
            (CRATE_RING if crate else RING) * breath,
            RING_THICKNESS,
            RING_DASHES,
            (*pale, 1.0),
        )
        add_sprite(marks_inout, place, GLOW, still, 1.0, (red, green, blue, GLOW_LIGHT))


def draw_signs(overlay: Overlay, world: World, camera: Camera, palette: Palette) -> list[Box]:
    """Write what each pickup in sight is, into its ring; returns what the plates cover."""
    rows = world.rows(Pool.PICKUP)
    rows = rows[world.bodies.kind[rows] == kinds.PICKUP.number]
    rows = rows[world.bodies.born[rows] + LIFE - world.tick > 0]
    plates = list[Box]()
    if not len(rows):
        return plates
    middles, shown = _places(overlay, world, camera, rows)
    friends, seen = _places(overlay, world, camera, world.rows(Pool.COMPANION))
    colors = pickup_colors(palette)
    for row, middle in zip(rows[shown].tolist(), middles[shown], strict=True):
        what = int(world.bodies.variant[row])
        sign = PICKUPS[what].show.sign
        x, y = beside(middle, friends[seen])
        size = SIGN_SIZE if sign.isalnum() else SYMBOL_SIZE
        red, green, blue = colors[what].tolist()
        color = (red, green, blue, 1.0)
        plates.append(plate := Box(x - COIN, y - COIN, 2 * COIN, 2 * COIN))
        overlay.rect(*plate, (0.01, 0.03, 0.07, SIGN_SHADE), ROUND)
        overlay.frame(*plate, RIM_COLOR, RIM, ROUND)
        overlay.text(sign, x, y - 0.36 * size, size, color, "center", "display")
    return plates


def _places(overlay: Overlay, world: World, camera: Camera, rows: INTS) -> tuple[F64, Flags]:
    """Places of bodies in the picture [virtual px], shape (n, 2), and a mask of those before the horizon."""
    here = world.bodies.position[rows].astype(np.float64)
    places, ahead = project(camera, here)
    # Nearer to the eye's side of the planet than the tangent plane allows.
    facing = here @ camera.eye > world.planet_radius * world.planet_radius
    return (places + 1.0) * 0.5 * (overlay.width, overlay.height), ahead & facing


def beside(middle: F64, friends: F64) -> tuple[float, float]:
    """Place of the sign for a pickup at `middle`, moved off the nearest friend if it would cover that ship.

    All in virtual px. Whoever flies with the player has to be seen, and a pickup is told by its ring, too.
    """
    if len(friends):
        away = middle - friends
        far = np.linalg.norm(away, axis=1)
        nearest = int(np.argmin(far))
        if far[nearest] < FRIEND_ROOM:
            way = away[nearest] / far[nearest] if far[nearest] > 1.0 else np.array((0.0, 1.0))
            middle = friends[nearest] + way * FRIEND_ROOM
    return float(middle[0]), float(middle[1])
