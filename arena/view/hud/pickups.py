"""Signs in the cages of pickups and crates."""

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.pickups import PICKUPS
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.hud.modules import draw_crate_sign
from arena.view.marks.pickups import LIFE, PALE, pickup_colors
from arena.view.overlay.layout import figure_scale
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import draw_sign
from arena.view.palette import Palette, paler

SIGN_SIZE = 15.0
"""Half the size of a pickup's sign [virtual px]."""


def draw_signs(overlay: Overlay, world: World, camera: Camera, palette: Palette, picks: bool) -> None:
    """Draw what each pickup in sight is, and what is in each crate of a player who `picks`."""
    bodies, rows = world.bodies, world.rows(Pool.PICKUP)
    crates = bodies.kind[rows] == kinds.CRATE.number
    rows = rows[np.where(crates, picks, bodies.born[rows] + LIFE - world.tick > 0)]
    if not len(rows):
        return
    here = bodies.position[rows].astype(np.float64)
    here *= world.shell_radius / np.linalg.norm(here, axis=1)[:, None]
    places, ahead = project(camera, here)
    # Nearer to the eye's side of the planet than the tangent plane allows.
    shown = ahead & (here @ camera.eye > world.planet_radius * world.planet_radius)
    places, size = overlay.locate(places), figure_scale(overlay.height)
    colors = pickup_colors(palette)
    for row, (x, y) in zip(rows[shown].tolist(), places[shown].tolist(), strict=True):
        what = int(bodies.variant[row])
        if bodies.kind[row] == kinds.CRATE.number:
            draw_crate_sign(overlay, what, x, y, palette)
        else:
            color = paler(colors[what].tolist(), PALE)
            draw_sign(overlay, PICKUPS[what].show.sign, x, y, SIGN_SIZE * size, (*color, 1.0), 1.2)
