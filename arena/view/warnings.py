"""Landing warnings: on the shell, where and how soon something falls in."""

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.sim.kinds import Kind, Phase, Pool
from arena.sim.world import World
from arena.view.frame import RING_DTYPE, SPRITE_DTYPE, Instances
from arena.view.palette import Palette

CHARGE_LENGTH = 17.0  # [u] of the line that shows where it will go
CHARGE_MARKS = 9
FALLING = -0.01
"""A body that climbs slower than this is dropping in [u/s]."""
_AROUND = 1.1  # [u] between the body's edge and the warning's


def falling_rows(world: World) -> NDArray[np.intp]:
    """Rows of live bodies that drop in from outer orbit, ascending."""
    bodies = world.bodies
    return np.flatnonzero(bodies.alive & (bodies.radial_speed < FALLING))


def time_to_land(world: World, rows: NDArray[np.intp], alpha: float) -> NDArray[np.float32]:
    """Seconds until each row reaches the shell, shape (n,)."""
    bodies = world.bodies
    altitude = np.linalg.norm(bodies.position[rows], axis=1) - world.shell_radius
    left = altitude / np.maximum(-bodies.radial_speed[rows], np.float32(0.1)) - alpha * tuning.DT
    return np.maximum(left, 0.0).astype(np.float32)


def landing_marks(world: World, alpha: float, palette: Palette) -> tuple[Instances, Instances]:
    """Rings (a dashed border and a ring that grows to meet it at the landing) and the light of the fall."""
    rows = falling_rows(world)
    left = time_to_land(world, rows, alpha)
    near = np.clip(1.0 - left / tuning.LANDING.warning_time, 0.0, 1.0)
    rows, near = rows[near > 0.0], near[near > 0.0]
    position, radius = world.bodies.position[rows], world.bodies.radius[rows] + np.float32(_AROUND)
    outward = position / np.maximum(np.linalg.norm(position, axis=1, keepdims=True), 1e-6)
    rings = np.zeros(2 * len(rows), RING_DTYPE)
    border, growing = rings[: len(rows)], rings[len(rows) :]
    rings["center"] = np.concatenate([outward, outward])
    rings["fraction"] = 1.0
    border["radius"], border["thickness"], border["dashes"] = radius, 0.13, 16.0
    growing["radius"], growing["thickness"] = radius * near, 0.10 + 0.15 * near
    border["color"] = growing["color"] = (*palette.warning, 1.0)
    border["color"][:, 3] = 0.45 + 0.55 * near
    growing["color"][:, 3] = 0.25 + 0.75 * near
    beams = np.zeros(len(rows), SPRITE_DTYPE)
    beams["position"] = outward * np.float32(world.shell_radius)
    beams["stretch"] = outward * np.float32(world.shell_radius) - position
    beams["size"], beams["hardness"] = 0.12, 0.0
    beams["color"] = (*palette.warning, 1.0)
    beams["color"][:, 3] = 0.20 + 0.25 * near
    return rings, beams


def charge_marks(world: World, palette: Palette) -> Instances:
    """Dashes along the way of every lancer that is about to charge; they brighten once its aim is locked."""
    rows = world.rows(Pool.ENEMY)
    rows = rows[(world.bodies.kind[rows] == Kind.LANCER) & (world.memory.phase[rows] == Phase.WINDUP)]
    step = np.arange(1, CHARGE_MARKS + 1) * (CHARGE_LENGTH / CHARGE_MARKS / world.shell_radius)
    position, nose = world.bodies.position[rows], world.bodies.heading[rows] * np.float32(world.shell_radius)
    marks = np.zeros(len(rows) * CHARGE_MARKS, SPRITE_DTYPE)
    sine, cosine = np.sin(step)[None, :, None], np.cos(step)[None, :, None]
    marks["position"] = (position[:, None] * cosine + nose[:, None] * sine).reshape(-1, 3)
    along = nose[:, None] * cosine - position[:, None] * sine
    marks["stretch"] = (along * (0.45 / world.shell_radius)).reshape(-1, 3)
    marks["size"], marks["hardness"] = 0.13, 0.6
    left = (world.memory.until[rows] - world.tick).astype(np.float32)
    light = np.where(left < tuning.SPECIALIST.lancer_lock, 1.0, 0.38)
    marks["color"][:, :3] = palette.lancer
    marks["color"][:, 3] = np.repeat(light, CHARGE_MARKS)
    return marks
