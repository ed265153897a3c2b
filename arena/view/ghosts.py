"""Ghost ships: ships of a recorded game, drawn as light in their shape with a word beside them."""

import numpy as np

from arena.catalogue import kinds
from arena.jit.annotations import F64
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import MESH_OF_KIND, SHIP_DTYPE, Camera, Instances
from arena.view.instances import SHIP_SCALE
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.poses import player_pose

COLOR = (0.80, 0.68, 1.0)
"""Of ghosts, whatever the palette: nothing else is of this colour, and nothing else is only light."""
LABEL: RGBA = (*COLOR, 0.9)
LABEL_SIZE, LABEL_RISE = 22.0, 40.0
NEAR = 3.0
"""Nearer than this to one's own ship a ghost has no label [u]."""


def ghost_ships(ghost: World, alpha: float, shell_radius: float) -> Instances:
    """The ships of a ghost's players that fly, between its last two ticks, on a shell of that radius [u]."""
    flying = np.flatnonzero(ghost.bodies.alive[: ghost.config.players])
    rows = np.zeros(len(flying), SHIP_DTYPE)
    for row, player in zip(rows, flying.tolist(), strict=True):
        pose = player_pose(ghost, player, alpha)
        row["position"], row["nose"] = pose.position * shell_radius, pose.heading
        row["scale"] = ghost.bodies.radius[player] * SHIP_SCALE
    rows["color"] = COLOR
    rows["kind"] = MESH_OF_KIND[kinds.PLAYER.number]
    return rows


def draw_ghost_labels(overlay: Overlay, ships: Instances, camera: Camera, own: F64) -> None:
    """Name the ghosts that are on this side of the planet; `own` is the place of one's own ship [u]."""
    if not len(ships):
        return
    places, ahead = project(camera, ships["position"])
    for ship, (x, y), shown in zip(ships, overlay.locate(places).tolist(), ahead, strict=True):
        position = ship["position"].astype(np.float64)
        if shown and float(position @ camera.eye) > 0.0 and np.linalg.norm(position - own) > NEAR:
            overlay.text("GHOST", x, y + LABEL_RISE, LABEL_SIZE, LABEL, "center", spacing=0.15)
