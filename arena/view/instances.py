"""Instance arrays of what flies, from the world's bodies: interpolated, culled, sorted by mesh."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.sim.kinds import VARIANT_MATERIALS, Pool, Team
from arena.sim.world import World
from arena.view.culling import levels_of_detail, visible
from arena.view.frame import (
    ASTEROID_DTYPE,
    ASTEROID_LODS,
    BULLET_DTYPE,
    MATERIALS,
    SHIP_DTYPE,
    Camera,
    Instances,
)
from arena.view.palette import Palette, ship_colors

F32 = NDArray[np.float32]
Rows = NDArray[np.integer[Any]]

MESH_REACH = 1.35
"""Meshes stay within this many radii."""
FLASH_TICKS = 6
TUMBLE_RATE = 0.9  # [rad/s] of an asteroid of radius 1 u
TRAIL_TIME = 0.07  # [s] of flight that a bullet's trail shows
SHIP_SCALE = 1.35
"""Ships are drawn a little larger than they collide, in the player's favour."""
SHIP_POOLS = (Pool.PLAYER, Pool.COMPANION, Pool.ENEMY, Pool.MINE)
_KNUTH = np.uint32(2654435761)


def interpolated(world: World, rows: Rows, alpha: float) -> F32:
    """Positions between the last two ticks, at the right altitude, shape (n, 3)."""
    before, now = world.bodies.previous_position[rows], world.bodies.position[rows]
    blend: F32 = (before + (now - before) * np.float32(alpha)).astype(np.float32)
    height_before, height_now = _norm(before), _norm(now)
    height = height_before + (height_now - height_before) * np.float32(alpha)
    return np.asarray(blend * (height / np.maximum(_norm(blend), np.float32(1e-6)))[:, None], np.float32)


def interpolated_heading(world: World, rows: Rows, alpha: float, position: F32) -> F32:
    """Unit headings between the last two ticks, tangent at `position`, shape (n, 3)."""
    before, now = world.bodies.previous_heading[rows], world.bodies.heading[rows]
    blend = before + (now - before) * np.float32(alpha)
    outward = position / _norm(position)[:, None]
    tangent = blend - outward * np.einsum("ij,ij->i", blend, outward)[:, None]
    return tangent / np.maximum(_norm(tangent), np.float32(1e-6))[:, None]


def asteroid_batches(
    world: World, alpha: float, camera: Camera, height_px: int, palette: Palette, time_s: float
) -> dict[tuple[int, int], Instances]:
    """Visible asteroids by (material, level of detail)."""
    rows = world.rows(Pool.ASTEROID)
    position = interpolated(world, rows, alpha)
    radius = world.bodies.radius[rows]
    seen = visible(camera, position, radius * np.float32(MESH_REACH), world.planet_radius)
    rows, position, radius = rows[seen], position[seen], radius[seen]
    batch = np.empty(len(rows), ASTEROID_DTYPE)
    batch["position"], batch["scale"] = position, radius
    batch["rotation"] = tumble(rows, world.bodies.generation[rows], radius, time_s)
    colors = np.array([palette.rock, palette.ice, palette.metal], np.float32)
    material = np.minimum(world.bodies.variant[rows] % VARIANT_MATERIALS, len(MATERIALS) - 1)
    shade = 0.86 + 0.28 * _hash(rows, world.bodies.generation[rows], 5)
    batch["tint"] = colors[material] * shade[:, None]
    batch["flash"] = 0.0
    level = levels_of_detail(camera, position, radius, height_px)
    return split_batches(batch, material, level)


def split_batches(
    batch: Instances, material: NDArray[np.uint8], level: NDArray[np.uint8]
) -> dict[tuple[int, int], Instances]:
    """Sort instances into contiguous arrays by (material, level); empty ones are left out."""
    key = material.astype(np.intp) * ASTEROID_LODS + level
    order = np.argsort(key, kind="stable")
    starts = np.searchsorted(key[order], np.arange(len(MATERIALS) * ASTEROID_LODS + 1))
    batch = batch[order]
    return {
        divmod(i, ASTEROID_LODS): batch[starts[i] : starts[i + 1]]
        for i in range(len(MATERIALS) * ASTEROID_LODS)
        if starts[i] < starts[i + 1]
    }


def tumble(rows: Rows, generation: NDArray[np.uint32], radius: F32, time_s: float) -> F32:
    """Rotations of asteroids at `time_s`, each about its own axis at its own rate, quaternions (n, 4)."""
    axis = np.stack([_hash(rows, generation, salt) for salt in (0, 1, 2)], axis=1) * 2 - 1
    axis /= np.maximum(_norm(axis), np.float32(1e-3))[:, None]
    rate = np.float32(TUMBLE_RATE) * (0.4 + _hash(rows, generation, 3)) / np.maximum(radius, np.float32(0.4))
    half = (rate * np.float32(time_s) + _hash(rows, generation, 4) * np.float32(6.2832)) * np.float32(0.5)
    return np.concatenate([axis * np.sin(half)[:, None], np.cos(half)[:, None]], axis=1)


def ship_batch(world: World, alpha: float, camera: Camera, palette: Palette) -> tuple[Instances, Rows, F32]:
    """Visible ships of all kinds; also their rows and positions."""
    rows = np.concatenate([world.rows(pool) for pool in SHIP_POOLS])
    position = interpolated(world, rows, alpha)
    seen = visible(camera, position, world.bodies.radius[rows] * np.float32(2.0), world.planet_radius)
    rows, position = rows[seen], position[seen]
    batch = np.empty(len(rows), SHIP_DTYPE)
    batch["position"] = position
    batch["scale"] = world.bodies.radius[rows] * np.float32(SHIP_SCALE)
    batch["nose"] = interpolated_heading(world, rows, alpha, position)
    batch["bank"] = _bank(world, rows, batch["nose"], position)
    batch["kind"] = kind = world.bodies.kind[rows]
    batch["color"] = ship_colors(palette)[kind]
    batch["flash"] = 0.0
    fly = np.flatnonzero(rows < len(world.ships.hurt_tick))
    since = world.tick - world.ships.hurt_tick[rows[fly]] + np.float32(alpha)
    batch["flash"][fly] = np.where(since >= 0, np.clip(1.0 - since / FLASH_TICKS, 0.0, 1.0), 0.0)
    return batch, rows, position


def _bank(world: World, rows: Rows, forward: F32, position: F32) -> F32:
    """Roll with sideways speed [rad], shape (n,): ships lean into their strafing."""
    right = np.cross(forward, position / _norm(position)[:, None])
    sideways = np.einsum("ij,ij->i", world.bodies.velocity[rows], right)
    speed = np.maximum(world.kinds.max_speed[world.bodies.kind[rows]], np.float32(1.0))
    return np.clip(sideways / speed, -1.0, 1.0) * np.float32(0.55)


def bullet_batch(world: World, alpha: float, camera: Camera, palette: Palette) -> Instances:
    """Visible bullets: darts for players, ringed orbs for enemies."""
    rows = world.rows(Pool.BULLET)
    position = interpolated(world, rows, alpha)
    radius = world.bodies.radius[rows]
    seen = visible(camera, position, radius * np.float32(12.0), world.planet_radius)
    rows, position, radius = rows[seen], position[seen], radius[seen]
    batch = np.empty(len(rows), BULLET_DTYPE)
    enemy = world.bodies.team[rows] != Team.PLAYERS
    age = (world.tick - world.bodies.born[rows] + alpha) / 60.0
    trail = np.minimum(np.where(enemy, 1.6, 1.0) * TRAIL_TIME, np.maximum(age, 0.0)).astype(np.float32)
    batch["head"] = position
    batch["tail"] = position - world.bodies.velocity[rows] * trail[:, None]
    batch["width"] = radius * np.where(enemy, 2.8, 1.7)
    batch["orb"] = enemy
    colors = np.array([(*palette.player_bullet, 1.0), (*palette.enemy_bullet, 1.0)], np.float32)
    batch["color"] = colors[enemy.astype(np.intp)]
    return batch


def _hash(rows: Rows, generation: NDArray[np.uint32], salt: int) -> F32:
    """A number in 0..1 that stays with a body for its life, shape (n,)."""
    shift = np.uint32(salt * 2246822519 & 0xFFFFFFFF)
    x = rows.astype(np.uint32) * _KNUTH + generation * np.uint32(40503) + shift
    x ^= x >> np.uint32(15)
    x *= np.uint32(2246822519)
    x ^= x >> np.uint32(13)
    x *= np.uint32(3266489917)
    x ^= x >> np.uint32(16)
    return (x >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def _norm(vectors: F32) -> F32:
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
